//! The desktop's memory for a simulation: boxes of the size the experiment needs.

use cosched_core::engine::{Entry, Job, Setup};
use cosched_core::machine::memory::residents_for;
use cosched_core::machine::{Bill, Candidate, Interval, Resident, Server};
use cosched_core::policy::slicing::{Classes, Slicing, SlicingBuffers, held_words_for};
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs, ScojoPect};
use cosched_core::profile::points_for;
use cosched_core::storage::{timers_for, words_for};
use cosched_core::workload::Class;
use cosched_core::{JobId, Profile, Storage, Time};

use crate::problem::Problem;
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
    residents: Box<[Resident]>,
    bills: Box<[Bill]>,
}

impl OwnedStorage {
    /// Room for what `setup` asks for.
    pub fn new(setup: &Setup<'_>) -> Self {
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        let residents = setup.memory.map_or(0, |memory| memory.residents as usize);
        let layers = residents.max(1 + setup.suspended as usize);
        let bills = if residents > 0 { jobs } else { 0 };
        Self {
            jobs: vec![Job::EMPTY; jobs].into(),
            free_words: vec![0; words_for(nodes)].into(),
            intervals: vec![Interval::EMPTY; nodes * layers].into(),
            heap: vec![Entry::EMPTY; timers_for(jobs)].into(),
            heap_positions: vec![0; timers_for(jobs)].into(),
            servers: vec![Server::EMPTY; setup.servers.len()].into(),
            residents: vec![Resident::EMPTY; residents_for(nodes, residents)].into(),
            bills: vec![Bill::EMPTY; bills].into(),
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
            residents: &mut self.residents,
            bills: &mut self.bills,
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
    slicing: Option<OwnedSlicing>,
}

/// What Scojo-PECT needs besides.
#[derive(Debug)]
struct OwnedSlicing {
    slicing: Slicing,
    classes: Box<[Class]>,
    held: Box<[u64]>,
    candidates: Box<[Candidate]>,
    chosen: Box<[u32]>,
}

impl OwnedPolicy {
    /// Room for the policy `name` on the workload of `setup`, whose jobs are
    /// of `classes`.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    pub fn new(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
        classes: &[Class],
    ) -> Result<Self, Problem> {
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        let points = match name {
            PolicyName::Fcfs => 0,
            PolicyName::Easy | PolicyName::Conservative | PolicyName::ScojoPect => points_for(jobs),
        };
        let backfill_order = parameters.backfill_order;
        let candidates = match (name, backfill_order) {
            (PolicyName::Easy, Some(order)) if order != parameters.order => jobs,
            _ => 0,
        };
        let slicing = match name {
            PolicyName::ScojoPect => Some(OwnedSlicing {
                slicing: parameters.slicing.to_core().map_err(problem)?,
                classes: classes.into(),
                held: vec![0; held_words_for(nodes)].into(),
                candidates: vec![Candidate::EMPTY; nodes].into(),
                chosen: vec![0; nodes].into(),
            }),
            _ => None,
        };
        Ok(Self {
            name,
            parameters: parameters.clone(),
            jobs,
            times: vec![Time::ZERO; points].into(),
            free: vec![0; points].into(),
            candidates: vec![None; candidates].into(),
            slicing,
        })
    }

    /// The policy, on these buffers.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    pub fn policy(&mut self, setup: &Setup<'_>) -> Result<AnyPolicy<'_>, Problem> {
        let profile = Profile::new(&mut self.times, &mut self.free);
        let order = self.parameters.order;
        let depth = match self.parameters.depth {
            Some(depth) => depth as usize,
            None => usize::MAX,
        };
        Ok(match self.name {
            PolicyName::Fcfs => AnyPolicy::Fcfs(Fcfs::by(order)),
            PolicyName::Easy => {
                let easy = Easy::new(profile, self.jobs).map_err(problem)?;
                let easy = easy.by(order).to_depth(depth);
                AnyPolicy::Easy(match self.parameters.backfill_order {
                    Some(behind) if behind != order => easy
                        .backfilling_by(behind, &mut self.candidates, self.jobs)
                        .map_err(problem)?,
                    _ => easy,
                })
            }
            PolicyName::Conservative => AnyPolicy::Conservative(
                Conservative::new(profile, self.jobs)
                    .map_err(problem)?
                    .by(order)
                    .to_depth(depth),
            ),
            PolicyName::ScojoPect => {
                let Some(owned) = &mut self.slicing else {
                    return Err(Problem::input("the buffers were made for another policy"));
                };
                let buffers = SlicingBuffers {
                    profile,
                    held: &mut owned.held,
                    candidates: &mut owned.candidates,
                    chosen: &mut owned.chosen,
                };
                let classes = Classes::Given(&owned.classes);
                let policy = ScojoPect::new(&owned.slicing, classes, buffers, setup);
                AnyPolicy::ScojoPect(policy.map_err(problem)?)
            }
        })
    }
}

fn problem(error: impl std::fmt::Display) -> Problem {
    Problem::input(error.to_string())
}
