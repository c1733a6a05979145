//! The matrix of jobs that take turns at an instant, and the use of quanta over time.

mod blocks;
mod show;
mod strip;

pub use blocks::{Block, MatrixBlocks, State};
pub use show::{MatrixOptions, MatrixOutput, show};
pub use strip::strip;

/// Uses of processor time, in the order of
/// [`laboratory::family::coscheduling::record::Quantum::shares`].
pub const USES: [&str; 5] = ["useful", "spinning", "switching", "unused", "nobody's"];
