//! Nodes chosen for a job.

use super::neighbours::Neighbours;
use super::switches::SwitchState;

/// Nodes that are chosen, and what is needed to choose them.
#[derive(Debug)]
pub(super) struct ChosenNodes<'n> {
    /// The set of them.
    pub(super) set: &'n mut [u64],
    /// CPUs that each gives.
    pub(super) shares: &'n mut [u32],
    /// One for each node: runs of neighbours.
    pub(super) runs: &'n mut [Neighbours],
    /// One for each switch.
    pub(super) switches: &'n mut [SwitchState],
}

impl ChosenNodes<'_> {
    /// The same, for a while.
    pub(super) fn reborrow(&mut self) -> ChosenNodes<'_> {
        ChosenNodes {
            set: self.set,
            shares: self.shares,
            runs: self.runs,
            switches: self.switches,
        }
    }
}
