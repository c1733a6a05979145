//! Workflows: pure functions over jobs with predecessors.

mod bound;
mod rank;
mod shape;
mod stream;

pub use bound::{LowerBounds, lower_bound, times_alone};
pub use rank::{earliest_completions, upward_ranks};
pub use shape::Shape;
pub use stream::{Stream, StreamBandwidth};
