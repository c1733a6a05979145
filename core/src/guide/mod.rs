//! A guide in pages, each of which can be read alone; all code in it runs.
//!
//! | page | for readers |
//! |---|---|
//! | [`how_it_works`] | all, first |
//! | [`writing_a_policy`] | with a policy of their own |
//! | [`buffers`] | with questions about which buffers are needed, and their owners |
//! | [`live_use`] | with real jobs to schedule |
//! | [`long_runs`] | with more jobs than memory |
//! | [`outages`] | with nodes that fail, or are in maintenance |
//! | [`clusters`] | with nodes of several kinds, in partitions, and shared |
//! | [`firmware`] | without an operating system |

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
