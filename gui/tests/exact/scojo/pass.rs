//! One scheduling pass in a slice.

use num_traits::Zero;

use super::Class;
use super::nodes::{Node, choose};
use super::simulate::{Machine, Phase};
use crate::rational::Exact;

/// Busy nodes in virtual time: from, until, nodes.
type Busy = Vec<(Exact, Exact, usize)>;

impl Machine<'_> {
    pub(crate) fn pass(&mut self) {
        let own = self.slice().0;
        self.resume(own);
        self.start(own);
        let others = || Class::ALL.into_iter().filter(move |class| *class != own);
        if self.scenario.rules.fills {
            others().for_each(|class| self.resume(class));
            others().for_each(|class| self.start(class));
        }
    }

    fn of_class(&self, class: Class, phase: &Phase) -> Vec<usize> {
        let jobs = 0..self.jobs.len();
        let fits = |job: &usize| {
            self.scenario.jobs[*job].class == class && self.jobs[*job].phase == *phase
        };
        jobs.filter(fits).collect()
    }

    fn is_free(&self, node: usize) -> bool {
        let mut active = self.jobs.iter().filter(|live| live.is_active());
        active.all(|live| !live.nodes.contains(&node))
    }

    /// Resumes preempted jobs whose nodes are all free.
    fn resume(&mut self, class: Class) {
        for job in self.of_class(class, &Phase::Preempted) {
            let nodes = self.jobs[job].nodes.clone();
            let load = self.memory.load_time(job, &nodes);
            if nodes.iter().all(|node| self.is_free(*node)) && self.is_worth(job, &load) {
                self.launch(job);
            }
        }
    }

    /// The launch guard.
    fn is_worth(&self, job: usize, load: &Exact) -> bool {
        let useful = self.slice().2 - &self.now - load;
        let remaining = self.jobs[job].remaining.clone();
        let enough = remaining.min(self.memory.whole_load(job));
        useful > Exact::zero()
            && (!self.scenario.rules.guards || load.is_zero() || useful >= enough)
    }

    /// Starts waiting jobs for which there is room, if no job of their class ahead is delayed.
    fn start(&mut self, class: Class) {
        let mut blocked = Vec::new();
        for job in self.of_class(class, &Phase::Waiting) {
            let eligible = self.eligible(class);
            let load = self.memory.whole_load(job);
            let count = self.scenario.jobs[job].nodes;
            if eligible.len() < count
                || !self.is_worth(job, &load)
                || self.delays(class, job, &load, &blocked)
            {
                blocked.push(job);
                continue;
            }
            let demand = &self.scenario.jobs[job].memory.exact;
            let capacity = &self.scenario.capacity.exact;
            let allocation = self.scenario.rules.allocation;
            self.jobs[job].nodes = choose(allocation, &eligible, count, demand, capacity);
            self.jobs[job].started = self.now.clone();
            self.launch(job);
        }
    }

    /// Nodes that run nothing now and that no started job of the class has.
    fn eligible(&self, class: Class) -> Vec<Node> {
        let held = |node: usize| {
            let jobs = self.jobs.iter().zip(&self.scenario.jobs);
            let mut own = jobs.filter(|(live, job)| live.is_started() && job.class == class);
            own.any(|(live, _)| live.nodes.contains(&node))
        };
        let nodes = 0..self.scenario.nodes;
        let nodes = nodes.filter(|node| self.is_free(*node) && !held(*node));
        nodes.map(|node| self.node(node)).collect()
    }

    fn node(&self, number: usize) -> Node {
        let slices = &self.scenario.rules.slices;
        let jobs = self.jobs.iter().zip(&self.scenario.jobs);
        let assigned = jobs.filter(|(live, _)| live.is_started() && live.nodes.contains(&number));
        let jobs = assigned.map(|(live, job)| {
            let sum = |class: Option<Class>| {
                let own = slices
                    .iter()
                    .filter(|slice| class.is_none_or(|class| slice.0 == class));
                own.map(|(_, length)| length.exact.clone()).sum::<Exact>()
            };
            let stretch = sum(None) / sum(Some(job.class));
            (&live.remaining * stretch, job.memory.exact.clone())
        });
        Node {
            number,
            jobs: jobs.collect(),
            resident_free: self.memory.free(number),
        }
    }

    /// Whether `job` would delay the guards among the blocked jobs ahead of it, if the machine were
    /// their class's alone.
    fn delays(&self, class: Class, job: usize, load: &Exact, blocked: &[usize]) -> bool {
        let (own, _, until) = self.slice();
        let run = &self.scenario.jobs[job].runtime.exact;
        let gained = (until - &self.now - load).max(Exact::zero());
        let left = if own == class {
            run.clone()
        } else {
            run - gained
        };
        if blocked.is_empty() || left <= Exact::zero() {
            return false;
        }
        let guards = if self.scenario.rules.is_easy {
            &blocked[..1]
        } else {
            blocked
        };
        let mut busy = Busy::new();
        for (live, other) in self.jobs.iter().zip(&self.scenario.jobs) {
            if live.is_started() && other.class == class {
                busy.push((Exact::zero(), self.remaining_now(live), other.nodes));
            }
        }
        let without = self.index(guards, busy.clone());
        busy.push((Exact::zero(), left, self.scenario.jobs[job].nodes));
        let with = self.index(guards, busy);
        with.iter()
            .zip(&without)
            .any(|(with, without)| with > without)
    }

    fn remaining_now(&self, live: &super::simulate::Live) -> Exact {
        match &live.phase {
            Phase::Running { since } => &live.remaining - (&self.now - since),
            _ => live.remaining.clone(),
        }
    }

    /// The first fit of each of the guards, one after another.
    fn index(&self, guards: &[usize], mut busy: Busy) -> Vec<Exact> {
        let mut starts = Vec::new();
        for &guard in guards {
            let job = &self.scenario.jobs[guard];
            let mut candidates: Vec<_> = busy.iter().map(|(_, until, _)| until.clone()).collect();
            candidates.push(Exact::zero());
            candidates.sort();
            let fits = |from: &Exact| {
                let until = from + &job.runtime.exact;
                let begins = busy.iter().map(|(from, ..)| from);
                let mut instants = begins.filter(|at| *at > from && **at < until).chain([from]);
                instants.all(|at| {
                    let there = busy
                        .iter()
                        .filter(|(from, until, _)| from <= at && at < until);
                    let used: usize = there.map(|(.., nodes)| nodes).sum();
                    used + job.nodes <= self.scenario.nodes
                })
            };
            let from = candidates.into_iter().find(fits).unwrap();
            busy.push((from.clone(), &from + &job.runtime.exact, job.nodes));
            starts.push(from);
        }
        starts
    }
}
