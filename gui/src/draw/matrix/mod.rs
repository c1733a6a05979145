//! The matrix of jobs that take turns at some instant, and what quanta are used for over time.

mod blocks;
mod show;
mod strip;

pub use blocks::{Block, Blocks, State};
pub use show::{MatrixOptions, MatrixOutput, show};
pub use strip::strip;

/// What processor time is used for, in the order of
/// [`crate::family::coscheduling::record::Quantum::shares`].
pub const USES: [&str; 5] = ["useful", "spinning", "switching", "unused", "nobody's"];
