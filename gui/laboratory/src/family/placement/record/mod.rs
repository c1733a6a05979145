//! Placements of jobs on servers, the keys that decided, and the load of servers.

mod sink;

use cosched_core::machine::contention::{ServerSpec, ThreadGroup};
use cosched_core::{JobId, Time};

use super::buffers::bound;
use crate::record::{Experiment, Run};

pub(crate) use sink::PlacementSink;

/// Placements and load of servers in one run.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacementRecord {
    /// The servers.
    pub servers: Vec<ServerSpec>,
    /// The server of each job, if it was placed.
    pub server_of: Vec<Option<u32>>,
    /// Jobs in the order in which they were placed.
    pub order: Vec<u32>,
    /// The keys of all servers when each job was placed; empty where the policy has none.
    pub keys: Vec<Vec<f64>>,
    /// The load of each server, by time.
    pub usage: Vec<Vec<Usage>>,
    /// The first row of each server in a chart with a row for each thread, and the end.
    pub first_row: Vec<u32>,
    /// Lower bounds of the makespan.
    pub bound: Bound,
}

/// Lower bounds of the makespan, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bound {
    /// The longest path, every job as fast as on its fastest server.
    pub path: f64,
    /// All processor time on all cores.
    pub processors: f64,
    /// All data through all bandwidth; 0 under the stochastic engine.
    pub bandwidth: f64,
}

impl Bound {
    /// Computes the bounds of `experiment`.
    fn of(experiment: &Experiment) -> Self {
        let bound = bound(experiment);
        bound.map_or_else(Self::default, |bound| Self {
            path: bound.path.seconds(),
            processors: bound.processors.seconds(),
            bandwidth: bound.bandwidth.seconds(),
        })
    }

    /// Returns the largest of the three.
    pub fn makespan(&self) -> f64 {
        self.path.max(self.processors).max(self.bandwidth)
    }
}

/// Load of a server from an instant on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Usage {
    /// Its begin.
    pub from: Time,
    /// Number of threads that are not done.
    pub threads: u32,
    /// Bandwidth they would use without contention, in GB/s.
    pub requested: f32,
    /// Bandwidth they use, in GB/s.
    pub given: f32,
}

impl PlacementRecord {
    /// Returns the number of rows of a chart with a row for each thread.
    pub fn rows(&self) -> u32 {
        self.first_row.last().copied().unwrap_or_default()
    }

    /// Returns the server that `row` belongs to.
    pub fn server_at(&self, row: u32) -> Option<usize> {
        let after = self.first_row.partition_point(|&first| first <= row);
        after
            .checked_sub(1)
            .filter(|&server| server < self.servers.len())
    }
}

impl Run {
    /// Returns the placements of jobs on servers; `None` without servers.
    pub fn placements(&self) -> Option<&PlacementRecord> {
        self.details.get()
    }

    /// Returns the number of threads of `job` on its server, and the processor time they needed
    /// together, in seconds; `None` if it was not placed, or its threads are unknown.
    pub fn on_server(&self, job: usize) -> Option<(u32, f64)> {
        let placements = self.placements()?;
        let kind = placements.servers[placements.server_of[job]? as usize].kind;
        let threads = self.experiment.hosting.threads.as_core();
        let groups = threads.of(JobId::new(job), kind);
        let first = groups.iter().filter(|group| !group.continues);
        let count = first.map(|group| group.count).sum();
        let needs = |group: &ThreadGroup| f64::from(group.count) * group.demand.seconds();
        (!groups.is_empty()).then(|| (count, groups.iter().map(needs).sum()))
    }
}
