//! Looking ahead: a copy of the live part of a simulation, on scratch buffers.

use super::context::Context;
use super::jobs::{Job, List, Phase};
use super::setup::Knowledge;
use super::state::State;
use super::storage::Storage;
use super::timers::Timers;
use crate::error::StartError;
use crate::ids::{JobId, ServerId};
use crate::machine::Nodes;
use crate::time::{Duration, Time};

/// A look ahead in which nothing more arrives.
///
/// It holds the jobs that were running or placed, and the candidate, waiting.
/// Dropping it leaves the scratch buffers clean for the next one.
#[derive(Debug)]
pub struct Fork<'f> {
    state: State<'f>,
    // The last job that had ended before the present instant: all ended jobs
    // stay on their list, so that every copy can be found in the end.
    ended_before: Option<JobId>,
}

impl<'a> Context<'_, 'a> {
    /// Copies the live part of the state into `scratch`, with `candidate`
    /// waiting. Costs time in proportion to the jobs now running or placed,
    /// not to the length of the workload.
    ///
    /// `scratch` must be as large as the simulation's own storage, and its
    /// `heap_positions` all zero before the first fork. What the fork knows
    /// of runtimes is the scenario's [`Knowledge`].
    ///
    /// # Errors
    /// [`StartError::NotWaiting`] if `candidate` does not wait.
    pub fn fork<'f>(
        &self,
        scratch: &'f mut Storage<'_>,
        candidate: JobId,
    ) -> Result<Fork<'f>, StartError>
    where
        'a: 'f,
    {
        let state = &*self.state;
        state.expect(candidate, Phase::Waiting, StartError::NotWaiting)?;
        let Storage {
            jobs,
            heap,
            heap_positions,
            servers,
            ..
        } = scratch.reborrow();
        let servers = &mut servers[..state.servers.len()];
        servers.copy_from_slice(state.servers);
        let mut timers = Timers::on_clean(heap, heap_positions);
        let heads = state.servers.iter().map(|server| server.head);
        for head in heads.chain([state.running.head]) {
            for id in self.list_from(head) {
                let job = known(state, id);
                if let Some(left) = job.rate.time_for(job.remaining) {
                    // Who has outrun the estimate may end at any time: now.
                    timers.set(id.index(), job.updated.after(left).max(state.now));
                }
                jobs[id.index()] = job;
            }
        }
        // The candidate comes without neighbours: here it waits alone.
        jobs[candidate.index()] = Job {
            next: None,
            previous: None,
            ..known(state, candidate)
        };
        Ok(Fork {
            state: State {
                now: state.now,
                passes: state.passes,
                setup: state.setup,
                next_arrival: state.setup.workload.len(),
                jobs,
                waiting: List {
                    head: Some(candidate),
                    tail: Some(candidate),
                    len: 1,
                },
                queue_grew: false,
                running: state.running,
                suspended: List::default(),
                ended: List::default(),
                nodes: Nodes::new(0, &mut [], &mut []),
                memory: None,
                servers,
                timers,
            },
            ended_before: None,
        })
    }

    fn list_from(&self, head: Option<JobId>) -> impl Iterator<Item = JobId> + '_ {
        core::iter::successors(head, |&id| self.state.jobs[id.index()].next)
    }
}

/// The job as a look ahead may know it: with the work left by the estimate
/// unless it is to know better. Nodes are not copied, so it holds none.
fn known(state: &State<'_>, id: JobId) -> Job {
    let mut job = state.jobs[id.index()];
    if matches!(job.phase, Phase::Running | Phase::Loading) {
        // Whoever is loading is taken to run from the end of that on.
        job.phase = Phase::Running;
        job.held = 0;
    }
    if state.setup.knowledge == Knowledge::Estimates {
        let spec = &state.setup.workload[id.index()];
        let done = state.setup.work(spec).0 - job.remaining.0.min(state.setup.work(spec).0);
        job.remaining = Duration(spec.estimate.0.saturating_sub(done));
    }
    job
}

impl Fork<'_> {
    /// The present instant of the look ahead.
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// Places `job` on `server`, as [`Context::place`] does.
    ///
    /// # Errors
    /// [`StartError::NotWaiting`] or [`StartError::NoSuchServer`].
    pub fn place(&mut self, job: JobId, server: ServerId) -> Result<(), StartError> {
        self.state.place(job, server, &mut ())
    }

    /// Runs to the next instant at which a job ends; `None` when over.
    pub fn step(&mut self) -> Option<Time> {
        self.ended_before = self.state.ended.tail;
        self.state.now = self.state.timers.next()?;
        while let Some(timer) = self.state.timers.pop_due(self.state.now) {
            if timer < self.state.setup.workload.len() {
                self.state.end(JobId::new(timer), &mut ());
            }
        }
        Some(self.state.now)
    }

    /// Runs until `job` has ended and returns when; `None` if it never ends or
    /// is not part of the look ahead.
    pub fn completion(&mut self, job: JobId) -> Option<Time> {
        loop {
            let Job { phase, updated, .. } = self.state.jobs[job.index()];
            if matches!(phase, Phase::Completed | Phase::Killed) {
                return Some(updated);
            }
            self.step()?;
        }
    }

    /// Jobs that ended at the present instant of the look ahead.
    pub fn ended(&self) -> impl Iterator<Item = JobId> + '_ {
        let first = match self.ended_before {
            Some(before) => self.state.jobs[before.index()].next,
            None => self.state.ended.head,
        };
        core::iter::successors(first, |&id| self.state.jobs[id.index()].next)
    }
}

impl Drop for Fork<'_> {
    fn drop(&mut self) {
        let State {
            jobs,
            servers,
            waiting,
            running,
            ended,
            timers,
            ..
        } = &mut self.state;
        timers.clear();
        let lists = [waiting.head, running.head, ended.head];
        for head in servers.iter().map(|server| server.head).chain(lists) {
            let mut next = head;
            while let Some(id) = next {
                next = jobs[id.index()].next;
                jobs[id.index()].phase = Phase::Future;
            }
        }
    }
}
