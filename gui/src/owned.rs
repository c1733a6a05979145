//! The desktop's memory for a simulation: boxes of the size the experiment needs.

use cosched_core::engine::{Entry, Job};
use cosched_core::machine::{Interval, Server};
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs};
use cosched_core::profile::points_for;
use cosched_core::storage::{timers_for, words_for};
use cosched_core::{CapacityError, JobId, Profile, Storage, Time};

use crate::scenario::{Parameters, PolicyName};

/// The engine's buffers.
#[derive(Debug)]
pub struct OwnedStorage {
    jobs: Box<[Job]>,
    free_words: Box<[u64]>,
    intervals: Box<[Interval]>,
    heap: Box<[Entry]>,
    heap_positions: Box<[u32]>,
    servers: Box<[Server]>,
}

impl OwnedStorage {
    /// Room for so many jobs, nodes and servers.
    pub fn new(jobs: usize, nodes: usize, servers: usize) -> Self {
        Self {
            jobs: vec![Job::EMPTY; jobs].into(),
            free_words: vec![0; words_for(nodes)].into(),
            intervals: vec![Interval::EMPTY; nodes].into(),
            heap: vec![Entry::EMPTY; timers_for(jobs)].into(),
            heap_positions: vec![0; timers_for(jobs)].into(),
            servers: vec![Server::EMPTY; servers].into(),
        }
    }

    /// The buffers, as the engine wants them.
    pub fn as_storage(&mut self) -> Storage<'_> {
        Storage {
            jobs: &mut self.jobs,
            free_words: &mut self.free_words,
            intervals: &mut self.intervals,
            heap: &mut self.heap,
            heap_positions: &mut self.heap_positions,
            servers: &mut self.servers,
        }
    }
}

/// A policy's buffers.
#[derive(Debug)]
pub struct OwnedPolicy {
    name: PolicyName,
    parameters: Parameters,
    jobs: usize,
    times: Box<[Time]>,
    free: Box<[u32]>,
    candidates: Box<[Option<JobId>]>,
}

impl OwnedPolicy {
    /// Room for the policy `name` on a workload of `jobs` jobs.
    pub fn new(name: PolicyName, parameters: &Parameters, jobs: usize) -> Self {
        let points = match name {
            PolicyName::Fcfs => 0,
            PolicyName::Easy | PolicyName::Conservative => points_for(jobs),
        };
        let backfill_order = parameters.backfill_order;
        let candidates = match (name, backfill_order) {
            (PolicyName::Easy, Some(order)) if order != parameters.order => jobs,
            _ => 0,
        };
        Self {
            name,
            parameters: parameters.clone(),
            jobs,
            times: vec![Time::ZERO; points].into(),
            free: vec![0; points].into(),
            candidates: vec![None; candidates].into(),
        }
    }

    /// The policy, on these buffers.
    ///
    /// # Errors
    /// None in practice: the buffers were made for it.
    pub fn policy(&mut self) -> Result<AnyPolicy<'_>, CapacityError> {
        let profile = Profile::new(&mut self.times, &mut self.free);
        let order = self.parameters.order;
        let depth = match self.parameters.depth {
            Some(depth) => depth as usize,
            None => usize::MAX,
        };
        Ok(match self.name {
            PolicyName::Fcfs => AnyPolicy::Fcfs(Fcfs::by(order)),
            PolicyName::Easy => {
                let easy = Easy::new(profile, self.jobs)?.by(order).to_depth(depth);
                AnyPolicy::Easy(match self.parameters.backfill_order {
                    Some(behind) if behind != order => {
                        easy.backfilling_by(behind, &mut self.candidates, self.jobs)?
                    }
                    _ => easy,
                })
            }
            PolicyName::Conservative => AnyPolicy::Conservative(
                Conservative::new(profile, self.jobs)?
                    .by(order)
                    .to_depth(depth),
            ),
        })
    }
}
