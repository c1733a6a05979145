//! Jobs that take turns: gang scheduling, flexible coscheduling and Agile, in exact fractions.

mod agile;
mod barrier;
mod draw;
mod flexible;
mod golden;
mod lists;
mod matrix;
mod named;
mod scenario;

use num_traits::Zero;

use crate::examine::examine;
use crate::rational::{Exact, Number};
use barrier::Grain;

/// How often the processes of a job wait for one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Fine,
    Medium,
    Coarse,
    Independent,
}

impl Class {
    pub(crate) const ALL: [Self; 4] = [Self::Fine, Self::Medium, Self::Coarse, Self::Independent];
}

/// A job; its number is its index in the workload, which is by submission.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) submit: Number,
    pub(crate) runtime: Number,
    pub(crate) nodes: usize,
    pub(crate) class: Class,
    pub(crate) barrier: Option<Number>,
    pub(crate) utilisation: Option<Number>,
}

/// Shares of the machine of the grains under Agile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shares {
    Quanta([usize; 4]),
    Nodes([usize; 4]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    Gang,
    Flexible,
    Agile,
}

/// Everything that decides a run besides the jobs.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) policy: Policy,
    pub(crate) quantum: Number,
    /// Time lost by a job that did not run in the quantum before.
    pub(crate) switch: Number,
    pub(crate) rows: Option<usize>,
    pub(crate) alternates: bool,
    pub(crate) unify: bool,
    pub(crate) alone: bool,
    pub(crate) literal: bool,
    pub(crate) most: usize,
    pub(crate) shares: Shares,
}

/// A machine, its jobs, and how they are scheduled.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) nodes: usize,
    pub(crate) jobs: Vec<Job>,
    pub(crate) rules: Rules,
}

/// Progress of every process of every job, and starts and ends of jobs.
#[derive(Debug)]
pub(crate) struct State<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) progress: Vec<Vec<Exact>>,
    pub(crate) started: Vec<Option<Exact>>,
    pub(crate) completed: Vec<Option<Exact>>,
    pub(crate) now: Exact,
    // The jobs of the quantum before, and those of this one.
    before: Vec<bool>,
    runs: Vec<bool>,
}

impl<'s> State<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let jobs = scenario.jobs.len();
        let processes = scenario.jobs.iter();
        Self {
            scenario,
            progress: processes
                .map(|job| vec![Exact::zero(); job.nodes])
                .collect(),
            started: vec![None; jobs],
            completed: vec![None; jobs],
            now: Exact::zero(),
            before: vec![false; jobs],
            runs: vec![false; jobs],
        }
    }

    pub(crate) fn class(&self, job: usize) -> Class {
        self.scenario.jobs[job].class
    }

    pub(crate) fn work(&self, job: usize) -> &Exact {
        &self.scenario.jobs[job].runtime.exact
    }

    pub(crate) fn is_done(&self, job: usize) -> bool {
        self.completed[job].is_some()
    }

    /// The processes of `job` that are not done.
    pub(crate) fn unfinished(&self, job: usize) -> Vec<usize> {
        let processes = self.progress[job].iter().enumerate();
        let unfinished = processes.filter(|(_, done)| *done < self.work(job));
        unfinished.map(|(process, _)| process).collect()
    }

    /// The grain of `job`: its own, or a quarter of a quantum and four quanta.
    fn grain(&self, job: usize) -> Grain {
        let quantum = &self.scenario.rules.quantum.exact;
        let job = &self.scenario.jobs[job];
        let every = |usual: Exact| {
            let period = job.barrier.as_ref().map(|barrier| barrier.exact.clone());
            Grain::Every(period.unwrap_or(usual))
        };
        match job.class {
            Class::Fine => Grain::Together,
            Class::Medium => every(quantum / crate::rational::whole(4)),
            Class::Coarse => every(quantum * crate::rational::whole(4)),
            Class::Independent => Grain::None,
        }
    }

    /// Runs `served` processes of `job`, each at its rate, in the quantum that begins now.
    pub(crate) fn serve(&mut self, job: usize, served: &[(usize, Exact)]) {
        let rules = &self.scenario.rules;
        self.started[job].get_or_insert(self.now.clone());
        self.runs[job] = true;
        let lost = if self.before[job] {
            Exact::zero()
        } else {
            rules.switch.exact.clone()
        };
        let time = &rules.quantum.exact - &lost;
        let (grain, work) = (self.grain(job), self.work(job).clone());
        let done = barrier::advance(&mut self.progress[job], &work, &grain, served, &time);
        if let Some(done) = done {
            self.completed[job] = Some(&self.now + lost + done);
        }
    }

    /// Ends the quantum.
    fn end_quantum(&mut self) {
        self.now += &self.scenario.rules.quantum.exact;
        self.before = std::mem::replace(&mut self.runs, vec![false; self.before.len()]);
    }
}

/// A policy, called at every boundary.
trait Turns {
    /// Updates the order at a boundary, with the jobs that arrived since the last one; returns
    /// whether there is any job.
    fn update(&mut self, state: &State<'_>, arrivals: &[usize]) -> bool;
    /// Runs a quantum.
    fn quantum(&mut self, state: &mut State<'_>);
}

/// Starts and completions of all jobs.
pub(crate) fn simulate(scenario: &Scenario) -> (Vec<Exact>, Vec<Exact>) {
    let mut state = State::new(scenario);
    let mut policy: Box<dyn Turns> = match scenario.rules.policy {
        Policy::Gang => Box::new(flexible::Flexible::new(scenario, false)),
        Policy::Flexible => Box::new(flexible::Flexible::new(scenario, true)),
        Policy::Agile => Box::new(agile::Agile::new(scenario)),
    };
    let mut next = 0;
    loop {
        let first = next;
        while next < scenario.jobs.len() && scenario.jobs[next].submit.exact <= state.now {
            next += 1;
        }
        let arrivals: Vec<_> = (first..next).collect();
        if policy.update(&state, &arrivals) {
            policy.quantum(&mut state);
            state.end_quantum();
        } else if next < scenario.jobs.len() {
            // An idle period, which the next submission ends.
            state.now = scenario.jobs[next].submit.exact.clone();
            state.before.fill(false);
        } else {
            break;
        }
    }
    let times = |times: Vec<Option<Exact>>| times.into_iter().map(Option::unwrap).collect();
    (times(state.started), times(state.completed))
}

#[test]
fn gang_scheduling() {
    examine("gang", |draw| draw::scenario(draw, Policy::Gang));
}

#[test]
fn flexible_coscheduling() {
    examine("flexible", |draw| draw::scenario(draw, Policy::Flexible));
}

#[test]
fn agile() {
    examine("agile", |draw| draw::scenario(draw, Policy::Agile));
}
