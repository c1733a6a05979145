//! Owned data of shared servers, of jobs' threads on them, and of precedence.

use cosched_core::JobId;
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{Cycles, ServerSpec, Sharing, ThreadGroup, ThreadTable};
use cosched_core::workload::Precedence;

use crate::scenario::placement::servers::Servers;

/// Shared servers and threads of jobs on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ServerData {
    /// Servers.
    pub servers: Vec<ServerSpec>,
    /// Model of threads that share a server.
    pub sharing: Sharing,
    /// The stochastic engine, if it is used.
    pub cycles: Option<Cycles>,
    /// Threads of the jobs.
    pub threads: ThreadData,
}

impl ServerData {
    /// Servers of a scenario, without jobs.
    pub fn new(described: &Servers, seed: u64) -> Self {
        Self {
            servers: described.specs(),
            sharing: described.sharing(),
            cycles: described.cycles(seed),
            threads: ThreadData::default(),
        }
    }

    /// Converts it for the core.
    pub fn as_core(&self) -> ServerSetup<'_> {
        ServerSetup {
            servers: &self.servers,
            threads: self.threads.as_core(),
            sharing: self.sharing,
            cycles: self.cycles,
        }
    }
}

/// Threads of every job on every kind of server.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThreadData {
    /// Number of kinds of servers.
    pub kinds: u32,
    groups: Vec<ThreadGroup>,
    // Beginnings of the groups of each job and kind, and the end.
    bounds: Vec<u32>,
}

impl ThreadData {
    /// Adds the threads of the next job on the next kind of server.
    pub fn push(&mut self, groups: &[ThreadGroup]) {
        if self.bounds.is_empty() {
            self.bounds.push(0);
        }
        self.groups.extend_from_slice(groups);
        self.bounds.push(self.groups.len() as u32);
    }

    /// Sets the deviation of all utilisations.
    pub fn set_deviation(&mut self, deviation: f64) {
        for group in &mut self.groups {
            group.deviation = deviation;
        }
    }

    /// Converts it for the core.
    pub fn as_core(&self) -> ThreadTable<'_> {
        if self.bounds.is_empty() {
            ThreadTable::NONE
        } else {
            ThreadTable::by_kind(&self.groups, &self.bounds, self.kinds)
        }
    }
}

/// Predecessors of jobs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Precedents {
    jobs: Vec<JobId>,
    // Beginnings of the list of each job, and the end.
    bounds: Vec<u32>,
}

impl Precedents {
    /// Adds the predecessors of the next job.
    pub fn push(&mut self, predecessors: impl Iterator<Item = JobId>) {
        if self.bounds.is_empty() {
            self.bounds.push(0);
        }
        self.jobs.extend(predecessors);
        self.bounds.push(self.jobs.len() as u32);
    }

    /// Converts it for the core.
    pub fn as_core(&self) -> Precedence<'_> {
        Precedence::new(&self.jobs, &self.bounds)
    }
}
