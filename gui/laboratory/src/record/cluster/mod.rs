//! A shared cluster in the core's form, with the requests of jobs, and the cores each had in a run.

pub(crate) mod core_rows;

use cosched_core::engine::Detail;
use cosched_core::machine::cluster::{
    AdvanceReservation, Amounts, ClusterRequest, ClusterSetup, Dependencies, Dependency, NodeKind,
    NodeSleep, NodeUnits, Partition, PreemptMode, QosPreemption, Switch, TypicalTask,
};
use cosched_core::{Event, Sink, Time};

use super::details::Recorder;
use super::{Experiment, Run, Segment};
use crate::base::format::{count, counted};
use crate::scenario::Cluster;
use crate::scenario::cluster::{
    self as scenario, Layout, LayoutPartition, LayoutSleep, LayoutSwitch, OwnerLimits,
};

/// A shared cluster, and the requests of jobs on it.
#[derive(Clone, PartialEq, Debug)]
pub struct ClusterData {
    /// Its nodes and partitions, with their names.
    pub layout: Layout,
    /// The request of each job, in the order of [`Experiment::jobs`].
    pub requests: Vec<ClusterRequest>,
    /// Limits of users, accounts, qualities of service and users within these, by their numbers.
    pub limits: OwnerLimits,
    /// Places of the jobs running at the beginning, which are the first jobs; empty unless it is
    /// the future of another run.
    pub running_places: Vec<Vec<NodeUnits>>,
    /// Tasks that fragmentation is measured by, if it is.
    pub typical_tasks: Vec<TypicalTask>,
    /// Jobs that wait for others.
    pub dependencies: DependencyLists,
    /// Which qualities of service preempt which, by their numbers.
    pub qos_preemption: Vec<QosPreemption>,
    kinds: Vec<NodeKind>,
}

/// Dependencies of jobs, job by job; empty if there are none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DependencyLists {
    /// All dependencies.
    pub all: Vec<Dependency>,
    /// Index of the first one of each job, and the number of them.
    pub first: Vec<u32>,
}

impl DependencyLists {
    /// Those of each job in `rows`.
    pub fn of(rows: impl Iterator<Item = Vec<Dependency>>) -> Self {
        let (mut all, mut first) = (Vec::new(), vec![0]);
        for row in rows {
            all.extend(row);
            first.push(all.len() as u32);
        }
        Self { all, first }
    }

    /// Returns the core's form.
    pub fn as_core(&self) -> Dependencies<'_> {
        Dependencies::new(&self.all, &self.first)
    }

    /// Leaves out those of all but the first `jobs` jobs.
    pub fn truncate(&mut self, jobs: usize) {
        self.first.truncate(jobs + 1);
        self.all
            .truncate(self.first.last().map_or(0, |end| *end as usize));
    }
}

/// The partitions, reservations, switches, blocks and sleeping nodes of a cluster in the core's form.
#[derive(Debug, Default)]
pub struct NodeSets<'a> {
    partitions: Vec<Partition<'a>>,
    advance: Vec<AdvanceReservation<'a>>,
    switches: Vec<Switch<'a>>,
    blocks: Vec<&'a [u64]>,
    sleep: Vec<NodeSleep<'a>>,
}

/// A cluster of that many nodes with a core each.
fn layout_of_units(units: u32) -> Option<Layout> {
    let mut kind = scenario::NodeKind::with_count(units);
    kind.cores = Some(1);
    let machine = Cluster {
        kinds: vec![kind],
        ..Cluster::default()
    };
    Layout::new(&machine).ok()
}

impl ClusterData {
    /// Makes the data of `layout`.
    pub fn new(layout: Layout, requests: Vec<ClusterRequest>, limits: OwnerLimits) -> Self {
        let kinds = layout.kinds.iter().map(|kind| kind.node).collect();
        Self {
            typical_tasks: layout.node_choice.tasks(&requests),
            layout,
            requests,
            limits,
            running_places: Vec::new(),
            dependencies: DependencyLists::default(),
            qos_preemption: Vec::new(),
            kinds,
        }
    }

    /// That many equal nodes, or cores, which are counted for whoever has them; `None` if these are none, or
    /// too many.
    pub fn of_units(
        units: u32,
        requests: Vec<ClusterRequest>,
        limits: OwnerLimits,
    ) -> Option<Self> {
        Some(Self::new(layout_of_units(units)?, requests, limits))
    }

    /// Whether it is a machine of that many such `units`, all of whose jobs start as soon as the policy
    /// lets them.
    pub fn is_of_units(&self, units: u32) -> bool {
        self.dependencies.all.is_empty()
            && self.qos_preemption.is_empty()
            && layout_of_units(units).is_some_and(|layout| layout == self.layout)
    }

    /// It, with jobs that wait for others.
    #[must_use]
    pub fn with_dependencies(self, dependencies: DependencyLists) -> Self {
        Self {
            dependencies,
            ..self
        }
    }

    /// It, with qualities of service that preempt others.
    #[must_use]
    pub fn with_qos_preemption(self, qos_preemption: Vec<QosPreemption>) -> Self {
        Self {
            qos_preemption,
            ..self
        }
    }

    /// Returns its sets of nodes in the core's form.
    pub fn node_sets(&self) -> NodeSets<'_> {
        let (partitions, advance) = (&self.layout.partitions, &self.layout.reservations);
        NodeSets {
            partitions: partitions.iter().map(|one| one.as_core()).collect(),
            advance: advance.iter().map(|one| one.as_core()).collect(),
            blocks: self.layout.blocks.base.iter().map(|own| &**own).collect(),
            sleep: self.layout.sleep.iter().map(LayoutSleep::as_core).collect(),
            switches: self
                .layout
                .switches
                .iter()
                .map(LayoutSwitch::as_core)
                .collect(),
        }
    }

    /// Returns the core's form.
    pub fn as_setup<'a>(&'a self, sets: &'a NodeSets<'a>) -> ClusterSetup<'a> {
        ClusterSetup {
            kinds: &self.kinds,
            partitions: &sets.partitions,
            requests: &self.requests,
            limits: self.limits.as_core(),
            qos_preemption: &self.qos_preemption,
            advance: &sets.advance,
            switches: &sets.switches,
            blocks: self.layout.blocks.as_core(&sets.blocks),
            sleep: &sets.sleep,
            node_choice: self.layout.node_choice.as_core(&self.typical_tasks),
            dependencies: self.dependencies.as_core(),
        }
    }

    /// Sentence on the tasks that fragmentation is measured by, if it is.
    pub fn remark_on_typical_tasks(&self) -> Option<String> {
        let typical = self.typical_tasks.iter();
        let covered: u64 = typical.map(|task| u64::from(task.count)).sum();
        let all = self
            .requests
            .iter()
            .map(|request| u64::from(request.units()));
        let (all, kinds) = (count(all.sum()), counted(self.typical_tasks.len(), "kind"));
        (!self.typical_tasks.is_empty()).then(|| {
            let covered = count(covered);
            format!("fragmentation is in the mean over the most frequent tasks: {kinds}, {covered} of {all}")
        })
    }

    /// Whether its nodes are equal and have a core each, and jobs ask for nothing but cores: then it does
    /// not matter which they have.
    pub fn has_equal_cores(&self) -> bool {
        let [kind] = self.kinds.as_slice() else {
            return false;
        };
        let one_core = Amounts::new(1, 0, 0);
        let mut requests = self.requests.iter();
        self.layout.partitions.len() <= 1
            && kind.room.cores() == 1
            && requests.all(|request| request.each == one_core && request.features == 0)
    }

    /// Whether a job asks for a part of a GPU.
    pub fn has_gpu_shares(&self) -> bool {
        self.requests.iter().any(|request| request.gpu_share > 0)
    }

    /// Whether running jobs may be preempted for good.
    pub fn may_cancel(&self) -> bool {
        let partitions = self.layout.partitions.iter().map(|one| one.preemption);
        let qos = self.qos_preemption.iter().map(|one| one.preemption);
        partitions
            .chain(qos)
            .any(|one| one.mode == PreemptMode::Cancel)
    }

    /// Returns the partition of the job at index `job`.
    ///
    /// # Panics
    /// There is no such job.
    pub fn partition_of(&self, job: usize) -> &LayoutPartition {
        &self.layout.partitions[self.requests[job].partition as usize]
    }

    /// Whether the job at index `job` gets whole nodes.
    pub fn takes_whole(&self, job: usize) -> bool {
        let Some(request) = self.requests.get(job) else {
            return false;
        };
        let partition = self.layout.partitions.get(request.partition as usize);
        request.whole_nodes || partition.is_some_and(|one| one.whole_nodes)
    }

    /// Returns the number of cores of `node` that the job at index `job` has with so many of its
    /// nodes or tasks there: all cores of a whole node.
    pub(super) fn cores_there(&self, job: usize, node: u32, units: u32) -> u32 {
        if self.takes_whole(job) {
            self.layout.cores_of(node)
        } else {
            self.requests
                .get(job)
                .map_or(0, |request| request.each.cores().saturating_mul(units))
        }
    }
}

impl Experiment {
    /// Returns the partitions, reservations, switches and blocks of its cluster in the core's form; none unless nodes
    /// are shared.
    pub fn node_sets(&self) -> NodeSets<'_> {
        let cluster = self.cluster.as_ref();
        cluster.map_or_else(NodeSets::default, ClusterData::node_sets)
    }

    /// Returns the number of nodes of the machine: where they are shared, [`Experiment::nodes`]
    /// counts cores.
    pub fn whole_nodes(&self) -> u32 {
        let cluster = self.cluster.as_ref();
        cluster.map_or(self.nodes, |cluster| cluster.layout.nodes())
    }

    /// Returns the size of its machine: "64 nodes", "12 nodes with 768 cores".
    pub fn machine_in_words(&self) -> String {
        let (all, servers) = (self.nodes as usize, self.hosting.servers.len());
        let with_cores = |count: usize, noun: &str| {
            let machines = counted(count, noun);
            format!("{machines} with {}", counted(all, "core"))
        };
        match (&self.cluster, servers) {
            (Some(_), _) => with_cores(self.whole_nodes() as usize, "node"),
            (None, 0) => counted(all, self.unit().one()),
            (None, servers) => with_cores(servers, "server"),
        }
    }

    /// Returns the size of the job at index `job`, in the unit of [`Experiment::nodes`]: its nodes,
    /// or where nodes are shared, the cores it requests, including all cores of whole nodes.
    pub fn size(&self, job: usize) -> u32 {
        let requested = self.cluster.as_ref().and_then(|cluster| {
            let request = cluster.requests.get(job)?;
            Some(cluster.layout.requested_cores(request))
        });
        requested.unwrap_or_else(|| self.jobs.get(job).map_or(0, |spec| spec.nodes))
    }
}

/// Number of cores of each job at its last start; 0 if it never started.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CoresHeld(Vec<u32>);

impl Run {
    /// Returns the size of `job`, in the unit of [`Experiment::nodes`]: its nodes, or where nodes
    /// are shared, the cores it had, including all cores of whole nodes.
    pub fn size(&self, job: usize) -> u32 {
        let held = self.details.get::<CoresHeld>();
        let held = held.and_then(|held| held.0.get(job).copied());
        held.filter(|cores| *cores > 0)
            .unwrap_or_else(|| self.experiment.size(job))
    }

    /// Returns the first and the last node of `segment`.
    pub fn nodes_of_segment(&self, segment: &Segment) -> (u32, u32) {
        let first = self.node_of(segment.first_node);
        let beyond = segment.nodes.saturating_sub(1);
        match &self.experiment.cluster {
            Some(_) => (first, self.node_of(segment.first_node + beyond)),
            None => (first, first + beyond),
        }
    }

    /// Returns the rows of charts for these nodes: the first and their number.
    pub fn rows_of_nodes(&self, first: u32, count: u32) -> (u32, u32) {
        match &self.experiment.cluster {
            None => (first, count),
            Some(ClusterData { layout, .. }) => {
                let row = layout.rows_before(first);
                (row, layout.rows_before(first + count) - row)
            }
        }
    }
}

/// Records the number of cores of each job.
pub(crate) struct CoreRecorder<'e> {
    cluster: &'e ClusterData,
    held: Vec<u32>,
}

impl<'e> CoreRecorder<'e> {
    /// Makes a recorder for the jobs on `cluster`.
    pub(crate) fn new(cluster: &'e ClusterData) -> Self {
        Self {
            cluster,
            held: vec![0; cluster.requests.len()],
        }
    }
}

impl Sink for CoreRecorder<'_> {
    fn record(&mut self, _: Time, _: Event) {}

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Shares { job, places } = *detail {
            let job = job.index();
            let there = places.iter();
            let cores = there.map(|index| self.cluster.cores_there(job, index.node, index.units));
            if let Some(held) = self.held.get_mut(job) {
                *held = cores.sum();
            }
        }
    }
}

impl Recorder for CoreRecorder<'_> {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(CoresHeld(self.held));
    }
}
