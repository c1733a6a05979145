//! Sizes of the buffers that a simulation needs.

use crate::engine::clock::timers::TimerEntry;
use crate::engine::jobs::attempts::Attempt;
use crate::engine::jobs::specs::Slot;
use crate::engine::jobs::{Job, JobFractions};
use crate::engine::setup::Setup;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::machine::cluster::ClusterSizes;
use crate::machine::contention::{Cycle, Threads};
use crate::machine::residents_for;
use crate::machine::{Bill, Interval, NodeState, Resident, Server};
use crate::units::time::Duration;

/// Number of timers besides one per job and server: the policy's.
pub const POLICY_TIMERS: usize = 1;

/// Number of timers for `jobs` jobs on `servers` shared servers.
pub const fn timers_for(jobs: usize, servers: usize) -> usize {
    jobs + POLICY_TIMERS + servers
}

/// Entries that [`crate::Storage::threads`] needs, and the scratch buffer again: local and
/// remote threads of each group.
pub const fn threads_for(jobs: usize, groups: usize) -> usize {
    2 * if groups == 0 { jobs } else { groups }
}

/// Entries that [`crate::Storage::links`] needs for `jobs` jobs with `predecessors`
/// predecessors in all.
pub const fn links_for(jobs: usize, predecessors: usize) -> usize {
    match predecessors {
        0 => 0,
        _ => jobs + 1 + predecessors,
    }
}

/// Words in a bitmap of `nodes` nodes.
pub const fn words_for(nodes: usize) -> usize {
    nodes.div_ceil(64)
}

/// Number of entries of each buffer of [`Storage`](crate::Storage), by its name there.
///
/// | buffer | entries | bytes of each |
/// |---|---|---|
/// | `jobs` | one per job, or slot | 56 |
/// | `slots` | one per slot where jobs come one by one | 48 |
/// | `parts` | one per job where times may be no whole nanoseconds | 48 |
/// | `heap`, `heap_positions` | one per job and server, and the policy's | 16 and 4 |
/// | `free_words` | one per 64 nodes | 8 |
/// | `intervals` | one per node and job that may hold it at once | 12 |
/// | `residents`, `bills` | where nodes have memory: one per node and job assigned to it, one per job | 40 and 64 |
/// | `servers`, `threads`, `scratch`, `cycles` | where jobs share servers | |
/// | `links` | where jobs follow others | 4 |
/// | `progress`, `progress_parts` | where processes are simulated: one per process | 8 and 16 |
/// | `molded` | where jobs are molded: one per job | 24 |
/// | `cluster` | kinds of nodes and partitions: see [`ClusterSizes`] | |
/// | `node_states`, `attempts` | where nodes may go out of service: one per node, one per job | 1 and 16 |
/// | `changes_by_chance` | where nodes fail by chance: one per node, and as many more timers | 4 |
///
/// ```
/// use cosched_core::{Setup, engine::Sizes};
/// let sizes = Sizes::of(&Setup::open(64, 256));
/// assert_eq!((sizes.jobs, sizes.slots, sizes.intervals), (64, 64, 256));
/// assert!(sizes.bytes() < 12_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as in `Storage`")]
pub struct Sizes {
    pub jobs: usize,
    pub slots: usize,
    pub parts: usize,
    pub free_words: usize,
    pub intervals: usize,
    /// Entries of `heap` and of `heap_positions` each.
    pub timers: usize,
    pub servers: usize,
    /// Entries of `threads` and of `scratch` each.
    pub threads: usize,
    pub cycles: usize,
    pub links: usize,
    pub progress: usize,
    pub progress_parts: usize,
    pub molded: usize,
    pub residents: usize,
    pub bills: usize,
    pub node_states: usize,
    pub attempts: usize,
    pub changes_by_chance: usize,
    pub cluster: ClusterSizes,
}

impl Sizes {
    /// Computes the sizes that `setup` needs.
    pub fn of(setup: &Setup<'_>) -> Self {
        let (jobs, nodes) = (setup.jobs(), setup.nodes as usize);
        let (servers, layers) = (
            setup.server_setup.servers().len(),
            setup.max_jobs_per_node(),
        );
        let processes = setup.processes().map_or(0, |processes| processes.len());
        let only = |needed: bool, count: usize| if needed { count } else { 0 };
        let has_memory = setup.memory().is_some();
        let has_outages = families::OUTAGES && setup.outages.are_possible();
        let changes_by_chance = only(has_outages && setup.outages.faults.is_some(), nodes);
        let outage_timers = only(has_outages, 1 + changes_by_chance);
        let threads = threads_for(jobs, setup.server_setup.threads.groups().len());
        let cluster = match &setup.simulated_cluster() {
            Some(cluster) => cluster.sizes(),
            None => ClusterSizes::NONE,
        };
        let intervals = match cluster.pieces {
            0 => nodes.saturating_mul(layers),
            pieces => pieces,
        };
        Self {
            jobs,
            slots: setup.slots as usize,
            parts: only(setup.has_parts(), jobs),
            free_words: words_for(nodes),
            intervals,
            timers: timers_for(jobs, servers) + outage_timers,
            servers,
            threads: only(servers > 0, threads),
            cycles: only(servers > 0, setup.cycles()),
            links: links_for(jobs, setup.precedence.len()),
            progress: processes,
            progress_parts: only(setup.has_progress_parts(), processes),
            molded: setup.molds().len(),
            residents: only(has_memory, residents_for(nodes, layers)),
            bills: only(has_memory, jobs),
            node_states: only(has_outages, nodes),
            attempts: only(has_outages, jobs),
            changes_by_chance,
            cluster,
        }
    }

    /// Size of all buffers in bytes.
    pub const fn bytes(&self) -> usize {
        let parts = [
            (self.jobs, size_of::<Job>()),
            (self.slots, size_of::<Slot>()),
            (self.parts, size_of::<JobFractions>()),
            (self.free_words, size_of::<u64>()),
            (self.intervals, size_of::<Interval>()),
            (self.timers, size_of::<TimerEntry>() + size_of::<u32>()),
            (self.servers, size_of::<Server>()),
            (self.threads, 2 * size_of::<Threads>()),
            (self.cycles, size_of::<Cycle>()),
            (self.links, size_of::<u32>()),
            (self.progress, size_of::<Duration>()),
            (self.progress_parts, size_of::<Fraction>()),
            (self.molded, size_of::<Exact>()),
            (self.residents, size_of::<Resident>()),
            (self.bills, size_of::<Bill>()),
            (self.node_states, size_of::<NodeState>()),
            (self.attempts, size_of::<Attempt>()),
            (self.changes_by_chance, size_of::<u32>()),
        ];
        let (mut bytes, mut index) = (0usize, 0);
        while index < parts.len() {
            let (count, size) = parts[index];
            bytes = bytes.saturating_add(count.saturating_mul(size));
            index += 1;
        }
        bytes.saturating_add(self.cluster.bytes())
    }
}
