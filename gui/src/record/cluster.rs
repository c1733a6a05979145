//! A shared cluster: as the core wants it, with what the jobs ask for, and how many cores each had in a run.

use cosched_core::engine::Detail;
use cosched_core::machine::cluster::{
    AdvanceReservation, Ask, ClusterSetup, LimitTables, Limits, NodeKind, Partition, Place,
};
use cosched_core::{Event, Sink, Time};

use super::details::Recorder;
use super::{Experiment, Run, Segment};
use crate::base::words::counted;
use crate::scenario::cluster::{Layout, LayoutPartition};

/// A shared cluster, and what the jobs ask for on it.
#[derive(Clone, PartialEq, Debug)]
pub struct ClusterData {
    /// Its nodes and partitions, with their names.
    pub layout: Layout,
    /// What each job asks for, in the order of [`Experiment::jobs`].
    pub asks: Vec<Ask>,
    /// What users, accounts and qualities of service may have at once, by their numbers.
    pub limits: [Vec<Limits>; 3],
    /// Where those are that run as it begins, the first of the jobs; nobody unless it is the
    /// future of another run.
    pub placed: Vec<Vec<Place>>,
    kinds: Vec<NodeKind>,
}

/// The partitions and reservations of a cluster as the core wants them.
#[derive(Debug, Default)]
pub struct NodeSets<'a> {
    partitions: Vec<Partition<'a>>,
    advance: Vec<AdvanceReservation<'a>>,
}

impl ClusterData {
    /// That of `layout`.
    pub fn new(layout: Layout, asks: Vec<Ask>, limits: [Vec<Limits>; 3]) -> Self {
        let kinds = layout.kinds.iter().map(|kind| kind.node).collect();
        Self {
            layout,
            asks,
            limits,
            placed: Vec::new(),
            kinds,
        }
    }

    /// Its sets of nodes as the core wants them.
    pub fn node_sets(&self) -> NodeSets<'_> {
        let (partitions, advance) = (&self.layout.partitions, &self.layout.reservations);
        NodeSets {
            partitions: partitions.iter().map(|one| one.as_core()).collect(),
            advance: advance.iter().map(|one| one.as_core()).collect(),
        }
    }

    /// As the core wants it.
    pub fn as_setup<'a>(&'a self, sets: &'a NodeSets<'a>) -> ClusterSetup<'a> {
        let [users, accounts, qos] = &self.limits;
        ClusterSetup {
            kinds: &self.kinds,
            partitions: &sets.partitions,
            asks: &self.asks,
            limits: LimitTables {
                users,
                accounts,
                qos,
            },
            advance: &sets.advance,
        }
    }

    /// The partition of the job in this place.
    ///
    /// # Panics
    /// There is no such job.
    pub fn partition_of(&self, job: usize) -> &LayoutPartition {
        &self.layout.partitions[self.asks[job].partition as usize]
    }

    /// Whether the job in this place gets its nodes whole.
    pub(crate) fn takes_whole(&self, job: usize) -> bool {
        let Some(ask) = self.asks.get(job) else {
            return false;
        };
        let partition = self.layout.partitions.get(ask.partition as usize);
        ask.whole_nodes || partition.is_some_and(|one| one.whole_nodes)
    }

    /// How many cores of `node` the job in this place has with so many of its nodes or tasks
    /// there: all of one that it gets whole.
    pub(super) fn cores_there(&self, job: usize, node: u32, units: u32) -> u32 {
        match self.takes_whole(job) {
            true => self.layout.cores_of(node),
            false => self
                .asks
                .get(job)
                .map_or(0, |ask| ask.each.cores().saturating_mul(units)),
        }
    }
}

impl Experiment {
    /// The partitions and reservations of its cluster as the core wants them; none unless
    /// nodes are shared.
    pub fn node_sets(&self) -> NodeSets<'_> {
        let cluster = self.cluster.as_ref();
        cluster.map_or_else(NodeSets::default, ClusterData::node_sets)
    }

    /// Nodes of the machine: where they are shared, [`Experiment::nodes`] counts cores.
    pub fn whole_nodes(&self) -> u32 {
        let cluster = self.cluster.as_ref();
        cluster.map_or(self.nodes, |cluster| cluster.layout.nodes())
    }

    /// How large its machine is: "64 nodes", "12 nodes with 768 cores".
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

    /// What the job in this place is counted with, of [`Experiment::nodes`]: its nodes, or
    /// where nodes are shared, the cores it asks for, those of whole nodes all.
    pub fn size(&self, job: usize) -> u32 {
        let asked = self.cluster.as_ref().and_then(|cluster| {
            let ask = cluster.asks.get(job)?;
            Some(cluster.layout.cores_asked(ask))
        });
        asked.unwrap_or_else(|| self.jobs.get(job).map_or(0, |spec| spec.nodes))
    }
}

/// How many cores each job had when it last started; 0 if it never did.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CoresHeld(Vec<u32>);

impl Run {
    /// What `job` is counted with, of [`Experiment::nodes`]: its nodes, or where nodes are
    /// shared, the cores it had, those of nodes it got whole all.
    pub fn size(&self, job: usize) -> u32 {
        let held = self.details.get::<CoresHeld>();
        let held = held.and_then(|held| held.0.get(job).copied());
        held.filter(|cores| *cores > 0)
            .unwrap_or_else(|| self.experiment.size(job))
    }

    /// The first and the last node that `segment` is on.
    pub fn nodes_of_segment(&self, segment: &Segment) -> (u32, u32) {
        let first = self.node_of(segment.first_node);
        let beyond = segment.nodes.saturating_sub(1);
        match &self.experiment.cluster {
            Some(_) => (first, self.node_of(segment.first_node + beyond)),
            None => (first, first + beyond),
        }
    }

    /// The rows of charts that these nodes have: the first and how many.
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

/// Keeps how many cores each job has.
pub(crate) struct CoreCount<'e> {
    cluster: &'e ClusterData,
    held: Vec<u32>,
}

impl<'e> CoreCount<'e> {
    /// For the jobs on `cluster`.
    pub(crate) fn new(cluster: &'e ClusterData) -> Self {
        Self {
            cluster,
            held: vec![0; cluster.asks.len()],
        }
    }
}

impl Sink for CoreCount<'_> {
    fn record(&mut self, _: Time, _: Event) {}

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Shares { job, places } = *detail {
            let job = job.index();
            let there = places.iter();
            let cores = there.map(|place| self.cluster.cores_there(job, place.node, place.units));
            if let Some(held) = self.held.get_mut(job) {
                *held = cores.sum();
            }
        }
    }
}

impl Recorder for CoreCount<'_> {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(CoresHeld(self.held));
    }
}
