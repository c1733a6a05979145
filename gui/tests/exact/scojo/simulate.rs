//! Simulation from one instant to the next: completions, loads, switches, arrivals, then one pass.

use num_traits::Zero;

use super::memory::{Charges, Memory};
use super::{Class, Scenario};
use crate::rational::Exact;

/// Phase of a job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Phase {
    Future,
    Waiting,
    Loading { since: Exact, until: Exact },
    Running { since: Exact },
    Preempted,
    Done,
}

/// State of a job.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    pub(crate) phase: Phase,
    pub(crate) nodes: Vec<usize>,
    pub(crate) remaining: Exact,
    pub(crate) started: Exact,
    pub(crate) completed: Exact,
    pub(crate) loading: Exact,
    pub(crate) swapping: Exact,
}

impl Live {
    pub(crate) fn is_started(&self) -> bool {
        !matches!(self.phase, Phase::Future | Phase::Waiting | Phase::Done)
    }

    pub(crate) fn is_active(&self) -> bool {
        matches!(self.phase, Phase::Loading { .. } | Phase::Running { .. })
    }
}

/// The machine at an instant.
#[derive(Debug)]
pub(crate) struct Machine<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) now: Exact,
    pub(crate) jobs: Vec<Live>,
    pub(crate) memory: Memory,
}

/// Largest number of instants of a simulation before it is taken to have no end.
const MOST: usize = 5000;

/// The final state of all jobs; `None` if there is no end.
pub(crate) fn simulate(scenario: &Scenario) -> Option<Vec<Live>> {
    let live = scenario.jobs.iter().map(|job| Live {
        phase: Phase::Future,
        nodes: Vec::new(),
        remaining: job.runtime.exact.clone(),
        started: Exact::zero(),
        completed: Exact::zero(),
        loading: Exact::zero(),
        swapping: Exact::zero(),
    });
    let mut machine = Machine {
        scenario,
        now: Exact::zero(),
        jobs: live.collect(),
        memory: Memory::new(scenario),
    };
    for _ in 0..MOST {
        let Some(now) = machine.next() else {
            return Some(machine.jobs);
        };
        machine.now = now;
        machine.complete();
        machine.end_loads();
        if machine.slice().1 == machine.now {
            machine.stop_all();
        }
        machine.arrive();
        machine.pass();
    }
    None
}

impl Machine<'_> {
    /// The class of the present slice, its beginning and its end.
    pub(crate) fn slice(&self) -> (Class, Exact, Exact) {
        let slices = &self.scenario.rules.slices;
        let interval: Exact = slices.iter().map(|(_, length)| length.exact.clone()).sum();
        let mut from = (&self.now / &interval).floor() * &interval;
        for (class, length) in slices {
            let until = &from + &length.exact;
            if self.now < until {
                return (*class, from, until);
            }
            from = until;
        }
        unreachable!("slices follow one another")
    }

    /// The next instant at which something happens.
    fn next(&self) -> Option<Exact> {
        let of_jobs = self
            .jobs
            .iter()
            .enumerate()
            .filter_map(|(job, live)| match &live.phase {
                Phase::Future => Some(self.scenario.jobs[job].submit.exact.clone()),
                Phase::Loading { until, .. } => Some(until.clone()),
                Phase::Running { since } => Some(since + &live.remaining),
                Phase::Waiting | Phase::Preempted | Phase::Done => None,
            });
        let is_there = |live: &Live| !matches!(live.phase, Phase::Future | Phase::Done);
        let switch = self.jobs.iter().any(is_there).then(|| self.slice().2);
        of_jobs.chain(switch).min()
    }

    fn complete(&mut self) {
        for job in 0..self.jobs.len() {
            let live = &mut self.jobs[job];
            if let Phase::Running { since } = &live.phase
                && since + &live.remaining == self.now
            {
                (live.phase, live.completed) = (Phase::Done, self.now.clone());
                self.memory.leave(job);
            }
        }
    }

    fn end_loads(&mut self) {
        for job in 0..self.jobs.len() {
            let live = &mut self.jobs[job];
            if let Phase::Loading { since, until } = live.phase.clone()
                && until == self.now
            {
                live.loading += until - since;
                live.phase = Phase::Running {
                    since: self.now.clone(),
                };
                let charges = self.memory.finish(job, &live.nodes);
                self.pay(charges);
            }
        }
    }

    /// Suspends all jobs at the end of a slice.
    fn stop_all(&mut self) {
        for job in 0..self.jobs.len() {
            let live = &mut self.jobs[job];
            match live.phase.clone() {
                Phase::Running { since } => live.remaining -= &self.now - since,
                Phase::Loading { since, .. } => {
                    let elapsed = &self.now - since;
                    self.memory.cut(job, &live.nodes, &elapsed);
                    live.loading += elapsed;
                }
                _ => continue,
            }
            live.phase = Phase::Preempted;
        }
    }

    fn arrive(&mut self) {
        for (live, job) in self.jobs.iter_mut().zip(&self.scenario.jobs) {
            if live.phase == Phase::Future && job.submit.exact <= self.now {
                live.phase = Phase::Waiting;
            }
        }
    }

    /// Launches `job` on its nodes.
    pub(crate) fn launch(&mut self, job: usize) {
        let load = self.memory.load_time(job, &self.jobs[job].nodes);
        let charges = self.memory.begin(job, &self.jobs[job].nodes);
        let (since, live) = (self.now.clone(), &mut self.jobs[job]);
        live.phase = if load.is_zero() {
            Phase::Running { since }
        } else {
            let until = &since + load;
            Phase::Loading { since, until }
        };
        self.pay(charges);
    }

    fn pay(&mut self, charges: Charges) {
        for (victim, seconds) in charges {
            let live = &mut self.jobs[victim];
            live.remaining += &seconds;
            live.swapping += &seconds;
        }
    }
}
