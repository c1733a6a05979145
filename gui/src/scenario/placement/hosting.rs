//! Shared servers, the threads of jobs on them, and who follows whom: the desktop's memory for it.

use cosched_core::JobId;
use cosched_core::machine::Hosting;
use cosched_core::machine::contention::{Cycles, ServerSpec, Sharing, ThreadGroup, ThreadTable};
use cosched_core::workload::Precedence;

use crate::scenario::placement::servers::Servers;

/// Shared servers and what is known of jobs on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HostingData {
    /// The servers.
    pub servers: Vec<ServerSpec>,
    /// How threads share a server.
    pub sharing: Sharing,
    /// The stochastic engine, if it is to be used.
    pub cycles: Option<Cycles>,
    /// The threads of the jobs.
    pub threads: ThreadData,
}

impl HostingData {
    /// The servers a scenario asks for, without jobs.
    pub fn new(asked: &Servers, seed: u64) -> Self {
        Self {
            servers: asked.specs(),
            sharing: asked.sharing(),
            cycles: asked.cycles(seed),
            threads: ThreadData::default(),
        }
    }

    /// As the core wants it.
    pub fn as_hosting(&self) -> Hosting<'_> {
        Hosting {
            servers: &self.servers,
            threads: self.threads.as_table(),
            sharing: self.sharing,
            cycles: self.cycles,
        }
    }
}

/// The threads of every job on every kind of server.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThreadData {
    /// Kinds of servers.
    pub kinds: u32,
    groups: Vec<ThreadGroup>,
    // Where those of each job and kind begin, and the end.
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

    /// Makes all utilisations so far off at times.
    pub fn set_deviation(&mut self, deviation: f64) {
        for group in &mut self.groups {
            group.deviation = deviation;
        }
    }

    /// As the core wants it.
    pub fn as_table(&self) -> ThreadTable<'_> {
        match self.bounds.is_empty() {
            true => ThreadTable::NONE,
            false => ThreadTable::by_kind(&self.groups, &self.bounds, self.kinds),
        }
    }
}

/// Which jobs follow which.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Precedents {
    jobs: Vec<JobId>,
    // Where the list of each job begins, and the end.
    bounds: Vec<u32>,
}

impl Precedents {
    /// Says what the next job follows.
    pub fn push(&mut self, predecessors: impl Iterator<Item = JobId>) {
        if self.bounds.is_empty() {
            self.bounds.push(0);
        }
        self.jobs.extend(predecessors);
        self.bounds.push(self.jobs.len() as u32);
    }

    /// As the core wants it.
    pub fn as_precedence(&self) -> Precedence<'_> {
        Precedence::new(&self.jobs, &self.bounds)
    }
}
