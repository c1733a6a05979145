//! Look-ahead: a nested simulation of one server on a scratch buffer.
//!
//! The nested simulation of Chahal, Mathew and Nambiar (DESiDE, ICPE 2019): the
//! jobs now on the server and a candidate, by the fluid engine, with nothing
//! arriving any more.

use crate::engine::Context;
use crate::engine::jobs::Phase;
use crate::engine::setup::{Knowledge, Setup};
use crate::engine::state::State;
use crate::error::StartError;
use crate::machine::contention::{Rates, ServerSpec, Threads};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::Duration;

/// A look ahead on one server.
///
/// Its cost depends on the jobs now on that server only, not on the length of the workload,
/// and it does not change the run. It knows the threads of the jobs; for jobs without known
/// threads, the scenario's [`Knowledge`] decides.
#[derive(Debug)]
pub struct Fork<'f> {
    setup: Setup<'f>,
    rates: Rates,
    threads: &'f mut [Threads],
    len: usize,
    // Seconds since the present instant.
    elapsed: f64,
}

impl<'a> Context<'_, 'a> {
    /// Looks ahead on `server`. `scratch`, of any content, has room for all threads that
    /// may be there ([`crate::engine::storage::threads_for`]).
    ///
    /// # Errors
    /// [`StartError::NoSuchServer`], or [`StartError::NoRoom`] in `scratch`.
    pub fn fork<'f>(
        &self,
        server: ServerId,
        scratch: &'f mut [Threads],
    ) -> Result<Fork<'f>, StartError>
    where
        'a: 'f,
    {
        let state = &*self.state;
        let host = state.servers.get(server.index());
        let host = host.ok_or(StartError::NoSuchServer)?;
        let mut fork = Fork {
            setup: state.setup,
            rates: state.rates(server),
            threads: scratch,
            len: 0,
            elapsed: 0.0,
        };
        // The threads of a server are as of its last event.
        let seconds = state.now.since(host.updated).seconds() + state.carry - host.carry;
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = state.jobs[id.index()].next;
            for index in state.setup.pool_range(id, host.spec().kind) {
                fork.push(visible_threads(state, index))?;
            }
        }
        if state.setup.server_setup.cycles.is_none() {
            fork.advance(seconds.max(0.0));
        }
        fork.correct_overdue();
        fork.elapsed = 0.0; // now
        Ok(fork)
    }

    /// Looks ahead on `server` as if the waiting `job` were placed there now.
    ///
    /// # Errors
    /// As [`Context::fork`], or [`StartError::NotWaiting`].
    pub fn fork_with<'f>(
        &self,
        server: ServerId,
        job: JobId,
        scratch: &'f mut [Threads],
    ) -> Result<Fork<'f>, StartError>
    where
        'a: 'f,
    {
        self.state
            .expect(job, Phase::Waiting, StartError::NotWaiting)?;
        let mut fork = self.fork(server, scratch)?;
        fork.add(job)?;
        Ok(fork)
    }
}

/// Seconds that `job` takes on `server` with no other job there.
///
/// # Errors
/// [`StartError::NoRoom`] if `scratch` has no room for its threads.
pub fn alone(
    setup: &Setup<'_>,
    server: ServerSpec,
    job: JobId,
    scratch: &mut [Threads],
) -> Result<Duration, StartError> {
    let mut fork = Fork {
        setup: setup.with_knowledge(Knowledge::Exact),
        rates: Rates {
            server,
            sharing: setup.server_setup.sharing,
        },
        threads: scratch,
        len: 0,
        elapsed: 0.0,
    };
    fork.add(job)?;
    Ok(fork.completion(job, Duration::MAX).unwrap_or(Duration::MAX))
}

/// Threads of the pool entry, as far as a look-ahead may know them.
fn visible_threads(state: &State<'_>, index: usize) -> Threads {
    let mut part = state.threads[index];
    if part.are_done() {
        return part;
    }
    if state.setup.server_setup.cycles.is_some() {
        let own = state.cycles_of(&part);
        let undone = own.iter().filter(|cycle| !cycle.is_done());
        part.count = undone.clone().count() as u32;
        let alone = undone.map(|cycle| cycle.alone(part.utilisation));
        part.left = alone.fold(0.0, f64::max);
    }
    part
}

impl Fork<'_> {
    fn push(&mut self, part: Threads) -> Result<(), StartError> {
        if part.are_done() {
            return Ok(());
        }
        let room = self.threads.get_mut(self.len).ok_or(StartError::NoRoom)?;
        *room = part;
        self.len += 1;
        Ok(())
    }

    /// Adds all threads of `job`.
    fn add(&mut self, job: JobId) -> Result<(), StartError> {
        let (setup, kind) = (self.setup, self.rates.server.kind);
        let by_estimate = setup.knowledge == Knowledge::Estimates;
        let mut has_room = Ok(());
        setup.visit_entries(job, kind, |entry, group, parts| {
            let mut group = *group;
            if by_estimate && setup.server_setup.threads.is_empty() {
                group.demand = setup.workload[job.index()].estimate;
            }
            for (remote, count) in parts.into_iter().enumerate().filter(|part| part.1 > 0) {
                let part = Threads {
                    count,
                    remote: remote == 1,
                    ..Threads::begin(job, entry, &group)
                };
                has_room = has_room.and_then(|()| self.push(part));
            }
        });
        has_room
    }

    /// Corrects the work left of jobs of which only an estimate is known; a job that has
    /// outrun it may end at any time: now.
    fn correct_overdue(&mut self) {
        if self.setup.knowledge == Knowledge::Exact || !self.setup.server_setup.threads.is_empty() {
            return;
        }
        for part in &mut self.threads[..self.len] {
            let Some(job) = part.job else { continue };
            let spec = &self.setup.workload[job.index()];
            let error = spec.estimate.seconds() - self.setup.work(spec).seconds();
            part.left = f64::max(part.left + error, 0.0);
        }
        self.advance(0.0);
    }

    /// Lets `seconds` pass and removes the threads that are done.
    fn advance(&mut self, seconds: f64) {
        let mut kept = 0;
        for index in 0..self.len {
            let mut part = self.threads[index];
            if part.pass(seconds) && !self.next_phase(&mut part) || part.are_done() {
                continue;
            }
            self.threads[kept] = part;
            kept += 1;
        }
        self.len = kept;
        self.elapsed += seconds;
    }

    fn next_phase(&self, part: &mut Threads) -> bool {
        let Some(job) = part.job else { return false };
        let phases = self.setup.phases(job, self.rates.server.kind, &[]);
        let next = part.entry + 1;
        match phases.get(next as usize).filter(|phase| phase.continues) {
            Some(phase) => {
                *part = part.in_phase(next, phase);
                true
            }
            None => false,
        }
    }

    /// Seconds looked ahead so far.
    pub fn elapsed(&self) -> f64 {
        self.elapsed
    }

    /// Threads that are not done.
    pub fn threads(&self) -> &[Threads] {
        &self.threads[..self.len]
    }

    /// Advances to the next end of threads; false if none are left.
    pub fn step(&mut self) -> bool {
        let left = &mut self.threads[..self.len];
        self.rates.share(left);
        let Some(next) = Threads::until_next(left) else {
            return false;
        };
        self.advance(next);
        true
    }

    /// Runs until no threads are left for which `matters` is true and returns the seconds
    /// that takes; `None` if longer than `limit`.
    pub fn run_out(
        &mut self,
        matters: impl Fn(JobId) -> bool,
        limit: Duration,
    ) -> Option<Duration> {
        let limit = limit.seconds() + 1e-9; // rounding is not to cut off
        let is_left = |fork: &Self| {
            // The candidate is the last.
            let mut jobs = fork.threads().iter().rev().filter_map(|part| part.job);
            jobs.any(&matters)
        };
        while is_left(self) {
            if self.elapsed > limit || !self.step() {
                return None;
            }
        }
        Some(Duration(libm::round(self.elapsed * 1e9) as u64))
    }

    /// Seconds that `job` takes from now on; `None` if longer than `limit`.
    pub fn completion(&mut self, job: JobId, limit: Duration) -> Option<Duration> {
        self.run_out(|other| other == job, limit)
    }
}
