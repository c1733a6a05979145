//! Request of a job for nodes that jobs share, and the order in which they are taken.

/// Nodes and CPUs that a job requests, as `select/cons_tres` counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeRequest {
    /// Number of CPUs in all; at least one for each of the least nodes.
    pub cpus: u32,
    /// Number of CPUs of a task.
    pub cpus_per_task: u32,
    /// Least number of nodes.
    pub least: u32,
    /// Greatest number of nodes.
    pub most: u32,
    /// Number of nodes that is taken where there are as many: the greatest of a range, else the
    /// least.
    pub wanted: u32,
    /// Whether it gets all CPUs of its nodes.
    pub whole_nodes: bool,
}

impl NodeRequest {
    /// A request of `count` nodes, with so many CPUs on each.
    pub const fn nodes(count: u32, cpus: u32) -> Self {
        Self {
            cpus: count.saturating_mul(cpus),
            cpus_per_task: cpus,
            least: count,
            most: count,
            wanted: count,
            whole_nodes: false,
        }
    }

    /// A request of `count` tasks on any number of nodes, with so many CPUs for each.
    pub const fn tasks(count: u32, cpus: u32) -> Self {
        Self {
            cpus: count.saturating_mul(cpus),
            cpus_per_task: cpus,
            least: 1,
            most: count,
            wanted: 1,
            whole_nodes: false,
        }
    }

    /// Least number of CPUs that a node must have to be of use: those of a task, or all if there
    /// can be no other node.
    pub const fn least_cpus(&self) -> u32 {
        if self.most <= 1 {
            self.cpus
        } else {
            self.cpus_per_task
        }
    }

    /// Whether nodes suffice if there are enough of them with enough CPUs in all, however these lie,
    /// where each has [enough for a task](Self::least_cpus).
    ///
    /// The last node that it may take then has the rest: the others have a task each.
    pub(in crate::policy::slurm::shared) const fn is_decided_by_sum(&self) -> bool {
        self.cpus <= self.most.saturating_mul(self.cpus_per_task)
    }
}

/// Order in which nodes of equal weight are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeChoice {
    /// The best fit among runs of neighbours.
    #[default]
    BestFit,
    /// The node with the largest part of its CPUs free comes first (`CR_LLN`).
    LeastLoaded,
}
