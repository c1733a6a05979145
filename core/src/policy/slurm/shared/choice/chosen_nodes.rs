//! Nodes chosen for a job.

use super::neighbours::Neighbours;
use super::switch_tree::SwitchState;

/// Nodes that are chosen, and what is needed to choose them.
#[derive(Debug)]
pub(in crate::policy::slurm::shared) struct ChosenNodes<'n> {
    /// The set of them.
    pub(in crate::policy::slurm::shared) set: &'n mut [u64],
    /// CPUs that each gives.
    pub(in crate::policy::slurm::shared) shares: &'n mut [u32],
    /// One for each node: runs of neighbours.
    pub(in crate::policy::slurm::shared) runs: &'n mut [Neighbours],
    /// One for each switch or base block.
    pub(in crate::policy::slurm::shared) switches: &'n mut [SwitchState],
}

impl ChosenNodes<'_> {
    /// The same, for a while.
    pub(in crate::policy::slurm::shared) fn reborrow(&mut self) -> ChosenNodes<'_> {
        ChosenNodes {
            set: self.set,
            shares: self.shares,
            runs: self.runs,
            switches: self.switches,
        }
    }
}
