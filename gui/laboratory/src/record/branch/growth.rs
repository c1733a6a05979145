//! Additions of a branch to the machine and the jobs of its run.

use std::sync::Arc;

use cosched_core::Time;

use crate::record::Experiment;

/// Jobs and nodes that the experiment of a branch has more.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The experiment of the run it branches from.
    pub from: Arc<Experiment>,
    /// Added nodes, the last ones of the machine.
    pub added: Vec<AddedNodes>,
}

/// Nodes that are added to a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddedNodes {
    /// The instant from which they exist.
    pub at: Time,
    /// The first of them.
    pub first: u32,
    /// Number of nodes.
    pub count: u32,
}
