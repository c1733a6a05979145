//! A guide in pages, each of which can be read alone; all code in it runs.
//!
//! | page | for whom |
//! |---|---|
//! | [`how_it_works`] | everybody, first |
//! | [`writing_a_policy`] | who has a policy of their own |
//! | [`buffers`] | who wants to know what it takes, and who owns it |
//! | [`live_use`] | who schedules what really runs |
//! | [`long_runs`] | who has more jobs than memory |
//! | [`outages`] | whose nodes fail, or are in maintenance |
//! | [`clusters`] | whose nodes are of several kinds, in partitions, and shared |
//! | [`firmware`] | who has no operating system |

#[doc = include_str!("how_it_works.md")]
pub mod how_it_works {}

#[doc = include_str!("writing_a_policy.md")]
///
/// # The whole of it
///
/// Relaxed backfilling as a program, `examples/relaxed.rs`; with 0 % it is EASY.
///
/// ```
#[doc = include_str!("../../examples/relaxed.rs")]
/// ```
#[cfg(feature = "alloc")]
pub mod writing_a_policy {}

#[doc = include_str!("writing_a_policy.md")]
#[cfg(not(feature = "alloc"))]
pub mod writing_a_policy {}

#[doc = include_str!("buffers.md")]
pub mod buffers {}

#[doc = include_str!("live_use.md")]
pub mod live_use {}

#[doc = include_str!("long_runs.md")]
pub mod long_runs {}

#[doc = include_str!("outages.md")]
#[cfg(feature = "outages")]
pub mod outages {}

#[doc = include_str!("clusters.md")]
#[cfg(feature = "cluster")]
pub mod clusters {}

#[doc = include_str!("firmware.md")]
pub mod firmware {}
