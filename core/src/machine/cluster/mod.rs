//! Clusters: nodes of several kinds with cores, memory and more, partitions of them, and
//! requests of jobs.
//!
//! Where a [`Setup`](crate::Setup) has a [`ClusterSetup`], a job does not get whole equal
//! nodes, but amounts on nodes that it may share. Every policy chooses nodes like this, of
//! those of its partition that have the requested features, unless
//! [`ClusterSetup::node_choice`] says otherwise:
//!
//! 1. kinds are tried in the order in which they are listed (Slurm's `Weight`);
//!  2. within a kind, a job that requests nodes gets those with the fewest free cores (best
//!     fit), a job that requests tasks the one with the fewest on which all of them fit, and
//!     if there is none, those with the most, as many tasks on each as fit;
//! 3. of equals, those that have maintenance ahead, as others need the rest, and of these the
//!    lowest-numbered.
//!
//! Whole GPUs of a node are the first that are wholly free. A part of a GPU
//! ([`ClusterRequest::gpu_share`]) is of the one with the least left that suffices, of equals the
//! first, one node or task after the other (fixtures/papers/fgd.md, 9.3). Under
//! [`NodeChoice::Fgd`] the GPU with which fragmentation grows least comes before those. A job keeps
//! its GPUs to its end.
#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "policies ask for it")
)]

mod advance;
#[cfg(all(feature = "slurm", feature = "cluster"))]
mod block_levels;
mod blocks;
mod buffers;
mod check;
mod choose;
mod dependencies;
mod gpus;
mod licences;
mod limits;
mod pieces;
mod preemption;
mod ranking;
mod setup;
mod state;
mod switches;
#[cfg(all(feature = "slurm", feature = "cluster"))]
mod trees;

pub use advance::AdvanceReservation;
#[cfg(all(feature = "slurm", feature = "cluster"))]
pub(crate) use block_levels::{BlockLevel, sum_of_largest};
pub use blocks::Blocks;
#[cfg(feature = "alloc")]
pub use buffers::BoxedCluster;
pub use buffers::{ClusterBuffers, ClusterSizes};
pub(crate) use choose::Preferred;
pub use dependencies::{Awaited, Dependencies, Dependency};
pub(crate) use gpus::Added;
pub use gpus::{GpuUse, WHOLE_GPU};
pub use licences::{LICENCES, Licences};
pub use limits::{LimitOwner, LimitTables, Limits, Usage};
pub use pieces::NodePiece;
pub use preemption::{PreemptMode, Preemption, QosPreemption};
pub use ranking::{NodeChoice, RankedNode, TypicalTask};
pub use setup::{ClusterSetup, NodeSleep};
pub use state::{Cluster, NodeUnits, NodeUse};
pub use switches::Switch;
#[cfg(all(feature = "slurm", feature = "cluster"))]
pub(crate) use trees::{have_several_roots, root_of};

use crate::machine::bits::is_member;
use crate::units::time::Duration;

/// Number of resources of a node: cores, memory, GPUs and four more.
pub const RESOURCES: usize = 7;

/// An amount of each resource: cores, memory in the caller's unit, GPUs, and four defined
/// by the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Amounts(pub [u32; RESOURCES]);

impl Amounts {
    /// Nothing. All zero bytes.
    pub const NONE: Self = Self([0; RESOURCES]);

    /// The given cores, memory and GPUs.
    pub const fn new(cores: u32, memory: u32, gpus: u32) -> Self {
        Self([cores, memory, gpus, 0, 0, 0, 0])
    }

    /// Number of cores.
    #[inline]
    pub const fn cores(&self) -> u32 {
        self.0[0]
    }

    /// Number of GPUs.
    #[inline]
    pub const fn gpus(&self) -> u32 {
        self.0[2]
    }

    /// Number of times that `one` fits in, at most `most`.
    #[inline]
    pub fn fits(&self, one: &Self, most: u32) -> u32 {
        let each = self.0.iter().zip(&one.0).filter(|(_, one)| **one > 0);
        each.fold(most, |units, (have, one)| {
            // Most requests are for one of something, and a division is slow.
            if have < one {
                0
            } else if units > 1 {
                units.min(have / one)
            } else {
                units
            }
        })
    }

    /// Sum of these and `units` times `one`.
    #[inline]
    #[must_use]
    pub fn plus(mut self, one: &Self, units: u32) -> Self {
        for (have, one) in self.0.iter_mut().zip(&one.0) {
            *have = have.saturating_add(one.saturating_mul(units));
        }
        self
    }

    /// Rest after `units` times `one`.
    #[inline]
    #[must_use]
    pub fn minus(mut self, one: &Self, units: u32) -> Self {
        for (have, one) in self.0.iter_mut().zip(&one.0) {
            *have = have.saturating_sub(one.saturating_mul(units));
        }
        self
    }
}

/// Equal nodes, numbered consecutively; those of the next kind follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeKind {
    /// Number of nodes.
    pub count: u32,
    /// Amounts of each of them; at least one core.
    pub room: Amounts,
    /// Their features, a bit each.
    pub features: u64,
}

/// A set of nodes to which jobs are submitted; partitions may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partition<'a> {
    /// Its nodes, a bit each, 64 to a word.
    pub nodes: &'a [u64],
    /// The longest estimate of a job in it.
    pub max_time: Duration,
    /// Maximum number of nodes of a job.
    pub max_nodes: u32,
    /// Jobs of partitions of a higher tier are considered before all of lower ones.
    pub tier: u32,
    /// Whether its jobs start. Those of a partition that is down wait forever.
    pub is_up: bool,
    /// Whether its jobs get whole nodes, whatever they request on them.
    pub whole_nodes: bool,
    /// How its running jobs are preempted for those of higher tiers, under Slurm.
    pub preemption: Preemption,
}

impl<'a> Partition<'a> {
    /// A partition of these nodes that is up, without limits and preemption, whose jobs share nodes.
    pub const fn of(nodes: &'a [u64]) -> Self {
        Self {
            nodes,
            max_time: Duration::MAX,
            max_nodes: u32::MAX,
            tier: 0,
            is_up: true,
            whole_nodes: false,
            preemption: Preemption::NONE,
        }
    }

    /// Whether `node` is one of its nodes.
    #[inline]
    pub fn has(&self, node: u32) -> bool {
        is_member(self.nodes, node)
    }
}

/// Units of a request and their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitCount {
    /// Nodes, with the amounts on each of them.
    Nodes(u32),
    /// Tasks on any number of nodes, with the amounts for each of them.
    Tasks(u32),
}

/// Request of a job on a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterRequest {
    /// Index of its partition in [`ClusterSetup::partitions`].
    pub partition: u32,
    /// Number of nodes or tasks.
    pub shape: UnitCount,
    /// Amounts on each of the nodes, or for each of the tasks; at least one core.
    pub each: Amounts,
    /// Amounts on each of its nodes besides, however many tasks run there, such as the memory
    /// that Slurm's `--mem` asks for; neither cores nor GPUs.
    pub per_node: Amounts,
    /// Part of one GPU, in thousandths, on each of the nodes or for each of the tasks, in place of
    /// whole ones; 0 if it needs none. Several of them may be on the same GPU.
    pub gpu_share: u16,
    /// Features that its nodes must have, a bit each.
    pub features: u64,
    /// Whether it wants its nodes whole.
    pub whole_nodes: bool,
    /// Index of its advance reservation in [`ClusterSetup::advance`].
    pub reservation: Option<u32>,
    /// Licences that it holds as it runs.
    pub licences: Licences,
    /// Index of its user in the tables of [limits](LimitTables) and in the tree of shares.
    pub user: u32,
    /// Index of its account.
    pub account: u32,
    /// Index of its quality of service.
    pub qos: u32,
    /// Index of its user within its quality of service.
    pub user_of_qos: u32,
}

impl ClusterRequest {
    /// A request of `count` nodes of the first partition, with `each` on every node.
    pub const fn nodes(count: u32, each: Amounts) -> Self {
        Self {
            partition: 0,
            shape: UnitCount::Nodes(count),
            each,
            per_node: Amounts::NONE,
            gpu_share: 0,
            features: 0,
            whole_nodes: false,
            reservation: None,
            licences: Licences::NONE,
            user: 0,
            account: 0,
            qos: 0,
            user_of_qos: 0,
        }
    }

    /// A request of `count` tasks in the first partition, with `each` for every task.
    pub const fn tasks(count: u32, each: Amounts) -> Self {
        Self {
            shape: UnitCount::Tasks(count),
            ..Self::nodes(1, each)
        }
    }

    /// Number of nodes or tasks.
    #[inline]
    pub const fn units(&self) -> u32 {
        match self.shape {
            UnitCount::Nodes(count) | UnitCount::Tasks(count) => count,
        }
    }

    /// Maximum number of units on one node.
    #[inline]
    pub const fn max_per_node(&self) -> u32 {
        match self.shape {
            UnitCount::Nodes(_) => 1,
            UnitCount::Tasks(count) => count,
        }
    }

    /// Number of cores in all.
    pub const fn cores(&self) -> u32 {
        self.units().saturating_mul(self.each.cores())
    }

    /// Number of whole GPUs in all.
    pub const fn gpus(&self) -> u32 {
        self.units().saturating_mul(self.each.gpus())
    }

    /// Number of its nodes or tasks that fit on a node with `free`, all GPUs of which are wholly free
    /// or of no use.
    #[inline]
    pub fn units_in(&self, free: &Amounts) -> u32 {
        let by_gpus = match self.gpu_share {
            0 => u32::MAX,
            share => free.gpus().saturating_mul(WHOLE_GPU / u32::from(share)),
        };
        self.units_beside_gpus(free).min(by_gpus)
    }

    /// As [`units_in`](Self::units_in), whatever part of a GPU each of them needs.
    #[inline]
    pub(crate) fn units_beside_gpus(&self, free: &Amounts) -> u32 {
        if self.per_node == Amounts::NONE {
            free.fits(&self.each, self.max_per_node())
        } else if free.fits(&self.per_node, 1) == 0 {
            0
        } else {
            let rest = free.minus(&self.per_node, 1);
            rest.fits(&self.each, self.max_per_node())
        }
    }

    /// Rest of a node's `free` amounts once `units` of it are there.
    #[inline]
    #[must_use]
    pub fn take_from(&self, free: &Amounts, units: u32) -> Amounts {
        free.minus(&self.each, units).minus(&self.per_node, 1)
    }

    /// Free amounts of a node once `units` of it have left.
    #[inline]
    #[must_use]
    pub fn give_back_to(&self, free: &Amounts, units: u32) -> Amounts {
        free.plus(&self.each, units).plus(&self.per_node, 1)
    }

    /// It, of so many tasks that their number keeps none from a node.
    pub(crate) const fn of_any_number(&self) -> Self {
        match self.shape {
            UnitCount::Nodes(_) => *self,
            UnitCount::Tasks(_) => Self {
                shape: UnitCount::Tasks(u32::MAX),
                ..*self
            },
        }
    }

    /// Whether both have the same eligible nodes and need the same amounts on a node.
    #[inline]
    pub(crate) fn is_equivalent(&self, other: &Self) -> bool {
        self.partition == other.partition
            && self.each == other.each
            && self.per_node == other.per_node
            && self.gpu_share == other.gpu_share
            && self.features == other.features
            && self.whole_nodes == other.whole_nodes
            && self.reservation == other.reservation
            && matches!(self.shape, UnitCount::Nodes(_))
                == matches!(other.shape, UnitCount::Nodes(_))
    }
}
