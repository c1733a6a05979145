//! Jobs placed on shared servers: their widgets, panes, and what is told of them.

pub(in crate::desktop) mod contention;
pub(in crate::desktop) mod graph;
pub(in crate::desktop) mod moving;
pub(in crate::desktop) mod placed;
pub(in crate::desktop) mod server_counts;
pub(in crate::desktop) mod servers;
pub(in crate::desktop) mod workflow;
