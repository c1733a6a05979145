//! A cluster as a simulation gets it: its nodes, their partitions, and the requests of jobs.

use super::check::is_node_bitmap;
use super::{
    AdvanceReservation, Amounts, Blocks, ClusterRequest, Dependencies, LimitTables, NodeChoice,
    NodeKind, Partition, Preemption, QosPreemption, Switch,
};
use crate::units::time::Duration;
#[cfg(feature = "slurm")]
use crate::units::time::Time;

/// A cluster, and the requests of the jobs on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterSetup<'a> {
    /// Kinds of nodes; [`Setup::nodes`](crate::Setup::nodes) is the number of nodes in all.
    pub kinds: &'a [NodeKind],
    /// The partitions.
    pub partitions: &'a [Partition<'a>],
    /// Request of each job of the workload, by index. The `nodes` of its
    /// [`JobSpec`](crate::JobSpec) are the requested nodes; for tasks, the fewest it may
    /// get.
    pub requests: &'a [ClusterRequest],
    /// Limits of users, accounts and qualities of service, and licences.
    pub limits: LimitTables<'a>,
    /// Which qualities of service preempt which, under Slurm, by their indices in each [`ClusterRequest`];
    /// empty where jobs are preempted by the tiers of partitions. Those beyond the end preempt none, and
    /// are not preempted.
    pub qos_preemption: &'a [QosPreemption],
    /// Advance reservations.
    pub advance: &'a [AdvanceReservation<'a>],
    /// Switches that connect the nodes, by which Slurm chooses these; empty where it does not.
    pub switches: &'a [Switch<'a>],
    /// Blocks of nodes, by which Slurm chooses these where no switches do.
    pub blocks: Blocks<'a>,
    /// Nodes that sleep while no job uses them, under Slurm; no node is in two of these. Those in none never sleep.
    pub sleep: &'a [NodeSleep<'a>],
    /// Which nodes a job gets first.
    pub node_choice: NodeChoice<'a>,
    /// Jobs that wait for others.
    pub dependencies: Dependencies<'a>,
}

impl<'a> ClusterSetup<'a> {
    /// A cluster whose nodes are chosen as usual, without limits, preemption by quality of service, reservations, switches, blocks, sleep and
    /// jobs that wait for others.
    pub fn new(
        kinds: &'a [NodeKind],
        partitions: &'a [Partition<'a>],
        requests: &'a [ClusterRequest],
    ) -> Self {
        Self {
            kinds,
            partitions,
            requests,
            limits: LimitTables::default(),
            qos_preemption: &[],
            advance: &[],
            switches: &[],
            blocks: Blocks::NONE,
            sleep: &[],
            node_choice: NodeChoice::ByCores,
            dependencies: Dependencies::NONE,
        }
    }
}

/// Nodes that sleep while no job uses them (Slurm's power saving), in whole seconds of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeSleep<'a> {
    /// The nodes, a bit each, 64 to a word.
    pub nodes: &'a [u64],
    /// How long a node is idle before it goes to sleep (`SuspendTime`).
    pub suspend_time: Duration,
    /// How long it is of no use then (`SuspendTimeout`).
    pub suspend_timeout: Duration,
    /// How long a node that sleeps takes to be up once a job is to have it.
    pub boot_time: Duration,
}

impl NodeSleep<'_> {
    /// When a node that is idle and up since `since` goes to sleep, and when it is asleep, unless a job gets it
    /// before: in the first seconds of the clock by which more than `suspend_time` and `suspend_timeout` are over.
    #[cfg(feature = "slurm")]
    pub(crate) fn falls_asleep(&self, since: Time) -> (Time, Time) {
        const SECOND: Duration = Duration::from_seconds(1);
        let since = Time::from_seconds(since.second());
        let suspends = since.after(self.suspend_time).after(SECOND);
        (suspends, suspends.after(self.suspend_timeout).after(SECOND))
    }
}

impl ClusterSetup<'_> {
    /// Checks that nodes which sleep are some of `nodes` nodes, and none twice; the index of the first entry that is
    /// wrong otherwise.
    pub(super) fn check_sleep(&self, nodes: u32) -> Result<(), usize> {
        let is_wrong = |&index: &usize| {
            let own = self.sleep[index].nodes;
            let mut others = self.sleep[..index].iter();
            !is_node_bitmap(own, nodes)
                || others.any(|one| own.iter().zip(one.nodes).any(|(own, one)| own & one != 0))
        };
        (0..self.sleep.len()).find(is_wrong).map_or(Ok(()), Err)
    }

    /// Index of the entry of [`sleep`](Self::sleep) that has `node`.
    #[cfg(feature = "slurm")]
    pub(crate) fn sleep_of(&self, node: u32) -> Option<usize> {
        self.sleep
            .iter()
            .position(|one| crate::machine::bits::is_member(one.nodes, node))
    }

    /// Request of the job with this index.
    #[inline]
    pub(crate) fn request(&self, index: usize) -> ClusterRequest {
        let nothing = ClusterRequest::nodes(1, Amounts::NONE);
        self.requests.get(index).copied().unwrap_or(nothing)
    }

    /// The partition with this index; one without nodes if there is none.
    #[inline]
    pub(crate) fn partition(&self, index: u32) -> &Partition<'_> {
        const NO_PARTITION: Partition<'static> = Partition {
            nodes: &[],
            max_time: Duration::ZERO,
            max_nodes: 0,
            tier: 0,
            is_up: false,
            whole_nodes: true,
            preemption: Preemption::NONE,
        };
        self.partitions.get(index as usize).unwrap_or(&NO_PARTITION)
    }

    /// Whether the partitions with these two indices have a node in common.
    pub(crate) fn share_nodes(&self, one: u32, other: u32) -> bool {
        let (one, other) = (self.partition(one), self.partition(other));
        let mut words = one.nodes.iter().zip(other.nodes);
        words.any(|(one, other)| one & other != 0)
    }

    /// Whether `request` gets whole nodes.
    #[inline]
    pub(crate) fn gets_whole_nodes(&self, request: &ClusterRequest) -> bool {
        request.whole_nodes || self.partition(request.partition).whole_nodes
    }

    /// Maximum number of cores of a node.
    pub(crate) fn max_cores(&self) -> u32 {
        let cores = self.kinds.iter().map(|kind| kind.room.cores());
        cores.max().unwrap_or_default()
    }

    /// Maximum number of pieces of nodes that jobs hold at once.
    pub(crate) fn pieces(&self) -> usize {
        let all_whole = self
            .partitions
            .iter()
            .all(|partition| partition.whole_nodes);
        let on_a_node = |kind: &NodeKind| {
            if all_whole {
                1
            } else {
                kind.room.cores() as usize
            }
        };
        let kinds = self.kinds.iter();
        let pieces = kinds.map(|kind| on_a_node(kind).saturating_mul(kind.count as usize));
        pieces.fold(0, usize::saturating_add)
    }

    /// Kinds of nodes, each with the number of its first node.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (u32, &NodeKind)> + Clone {
        let mut first = 0;
        self.kinds.iter().map(move |kind| {
            let own = first;
            first += kind.count;
            (own, kind)
        })
    }
}
