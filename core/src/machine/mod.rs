//! The machine: exclusive nodes and shared servers.

mod nodes;
mod servers;

pub use nodes::{Interval, Intervals, Nodes};
pub use servers::Server;
