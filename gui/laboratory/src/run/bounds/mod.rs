//! Bounds of runs: of the time that is counted, and of steps in which nothing happens.

pub(crate) mod stall;
pub(crate) mod time_bound;
