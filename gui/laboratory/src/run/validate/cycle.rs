//! One pass of the scheduler, from the state in a log, against its real decisions.

use std::collections::HashMap;

use cosched_core::policy::slurm::{PassDepth, SharedPlanner};
use cosched_core::{Duration, Time};

use super::clearing::{ClearedNode, put_off};
use super::decision::{Decisions, JobDecision};
use super::job_list::JobList;
use super::state::{MachineState, SECOND, WaitingJob, second_of};
use crate::load::slurm::decisions::{Event, Instant, Line, Number};
use crate::load::slurm::measured::node_set;

/// How many jobs passes consider, and what they plan.
#[derive(Clone, Copy, Debug)]
pub struct PassRules {
    /// How many jobs passes consider.
    pub depth: PassDepth,
    /// How many jobs of each user a backfill pass tests (`bf_max_job_user`).
    pub per_user: usize,
    /// How many tasks of an array it plans, besides those that start (`bf_max_job_array_resv`).
    pub per_array: usize,
    /// Whether it plans jobs that it starts, if they take whole nodes.
    pub plans_whole: bool,
}

/// A pass from the state in a log.
pub struct Pass<'p, 'm, 'b> {
    /// How many jobs it considers.
    pub rules: PassRules,
    /// Its plans.
    pub planner: &'p mut SharedPlanner<'b>,
    /// Waiting jobs, in the order of the queue.
    pub queue: &'p [WaitingJob],
    /// Running jobs.
    pub state: MachineState<'m>,
    /// The jobs, and their order.
    pub jobs: JobList<'m>,
    /// Lines of the log from the beginning of the pass to its end.
    pub lines: &'p [Line],
    /// The whole second.
    pub now: Time,
    /// Time of the log's clock that counts as 0, in seconds.
    pub origin: Instant,
    /// Nodes of jobs that have ended in the second before.
    pub cleared: &'p [ClearedNode],
}

/// Decisions after which others are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Those of the policy.
    Own,
    /// Those in the log.
    Real,
}

impl Pass<'_, '_, '_> {
    /// Returns the decisions of a main pass over the first `depth` jobs: which start, and where.
    /// A job that does not fit closes the nodes of its partition for those behind it, unless it is
    /// younger than the least age. The nodes `left_out` are of no use to any.
    pub fn main(mut self, depth: usize, left_out: &[u32]) -> Decisions {
        let mut decided = Decisions::new();
        let mut blocked = node_set(left_out, self.state.machine.nodes.len() as u32);
        self.planner.set_now(self.now);
        for waits in self.queue.iter().take(depth) {
            for _ in 0..waits.may_start {
                let end = self.now.after(waits.limit);
                let mut offers = self.state.offers(waits);
                if self.planner.choose_now(&mut offers, end, &blocked) {
                    let nodes: Vec<u32> = self.planner.chosen().collect();
                    self.start(waits, waits.job, &nodes);
                    let own = decided.entry(waits.job).or_default();
                    own.push(JobDecision::Starts(nodes));
                } else {
                    if self.now.since(waits.submit) >= self.rules.depth.least_age {
                        let own = &self.state.machine.partitions[waits.partition].nodes;
                        blocked
                            .iter_mut()
                            .zip(own)
                            .for_each(|(all, own)| *all |= own);
                    }
                    break;
                }
            }
        }
        decided
    }

    /// Returns the decisions of a backfill pass about the jobs that it tests, each after those
    /// before it: its own, or the `real` ones.
    pub fn backfill(mut self, real: &Decisions, follows: Follows) -> Decisions {
        self.planner.begin(self.now);
        let (mut decided, mut counts) = (Decisions::new(), Counts::default());
        for waits in self.queue.iter().take(self.rules.depth.backfill) {
            // Of an unknown user no limit is known.
            if !waits.user.is_empty() {
                let tested = counts.by_user.entry(&waits.user).or_default();
                if *tested >= self.rules.per_user {
                    continue;
                }
                *tested += 1;
            }
            let (mut started, mut planned) = (0, 0);
            for task in 0..waits.tasks {
                // An array of which so many run is not tested any more, nor one of which so many
                // tasks are planned.
                if started == waits.may_start || planned == self.rules.per_array {
                    break;
                }
                let job = self.advance_to(waits.job).unwrap_or(waits.job);
                let own = self
                    .decide(waits)
                    .filter(|own| self.is_made(own, waits, &counts));
                if let Some(own) = &own {
                    decided.entry(waits.job).or_default().push(own.clone());
                }
                let real = real.get(&waits.job).and_then(|all| all.get(task));
                let second = self.origin + (self.now.0 / SECOND.0) as Instant;
                // That nodes are still being cleared is not in the log: the rest of the pass takes
                // it from the real decision.
                let takes_real = follows == Follows::Real
                    || !put_off((second, self.cleared), real, own.as_ref()).is_empty();
                let kept = if takes_real { real.cloned() } else { own };
                let Some(kept) = kept else { break };
                match kept {
                    JobDecision::Starts(_) => started += 1,
                    JobDecision::Planned(..) => planned += 1,
                }
                if !self.keep(waits, job, &kept, &mut counts) {
                    return decided;
                }
            }
        }
        decided
    }

    /// Whether the pass makes this decision, by what it has made.
    fn is_made(&self, own: &JobDecision, waits: &WaitingJob, counts: &Counts<'_>) -> bool {
        let depth = self.rules.depth;
        match own {
            JobDecision::Starts(_) => counts.starts < depth.starts,
            JobDecision::Planned(..) => {
                counts.plans < depth.plans && self.now.since(waits.submit) >= depth.least_age
            }
        }
    }

    /// Takes a decision into the state and the plans; returns whether the pass goes on.
    fn keep<'q>(
        &mut self,
        waits: &'q WaitingJob,
        job: Number,
        decision: &JobDecision,
        counts: &mut Counts<'q>,
    ) -> bool {
        let count = self.planner.nodes();
        match decision {
            JobDecision::Starts(nodes) => {
                counts.starts += 1;
                if counts.starts == self.rules.depth.starts {
                    return false;
                }
                self.start(waits, job, nodes);
                if self.rules.plans_whole && waits.request.whole_nodes {
                    let nodes = node_set(nodes, count);
                    self.planner.plan(self.now, waits.limit, &nodes);
                }
            }
            JobDecision::Planned([start, _], nodes) => {
                counts.plans += 1;
                if self.planner.spans() >= self.rules.depth.backfill {
                    return false;
                }
                let start = Time::from_seconds((start - self.origin).max(0).unsigned_abs());
                let nodes = node_set(nodes, count);
                self.planner.plan(start, waits.limit, &nodes);
            }
        }
        true
    }

    fn start(&mut self, waits: &WaitingJob, job: Number, nodes: &[u32]) {
        let runs = self.jobs.start(waits.job, job, self.now, nodes);
        self.state.start(runs);
    }

    fn decide(&mut self, waits: &WaitingJob) -> Option<JobDecision> {
        let mut offers = self.state.offers(waits);
        let mut start = self.planner.earliest(&mut offers, waits.limit);
        if start != Some(self.now)
            && let Some(open) = self.state.without_preemptable(waits, self.now)
        {
            // Others are preempted. The start itself fails until they have: it is planned for now.
            let mut offers = open.offers(waits);
            start = self.planner.earliest(&mut offers, waits.limit);
        } else if start.is_some_and(|start| start <= self.now) {
            let nodes = self.planner.chosen().collect();
            return Some(JobDecision::Starts(nodes));
        }
        let (start, nodes) = (start?, self.planner.chosen().collect());
        let end = self.planner.grid().down(start.after(waits.limit));
        let clock = |at: Time| self.origin + (at.0 / SECOND.0) as Instant;
        Some(JobDecision::Planned([clock(start), clock(end)], nodes))
    }

    /// Moves on to the line with the next decision about a job, if there is one: a pass that
    /// yields makes each decision from the state and by the clock of its instant. Returns the
    /// number of the task, if it starts.
    fn advance_to(&mut self, job: Number) -> Option<Number> {
        let about = |line: &&Line| match line.event {
            Event::Planned(other, ..) | Event::Started(other, _) => {
                self.jobs.array_of(other) == job
            }
            _ => false,
        };
        let Some(index) = self.lines.iter().position(|line| about(&line)) else {
            self.pass_test(job);
            return None;
        };
        let (passed, rest) = self.lines.split_at(index);
        for line in passed {
            self.pass(line);
        }
        let line = rest.first()?;
        self.lines = &rest[1..];
        self.now = second_of(line.at, self.origin);
        self.planner.set_now(self.now);
        match line.event {
            Event::Started(task, _) => Some(task),
            _ => None,
        }
    }

    /// Moves on to the end of the test of a job that comes to nothing, if the log has it.
    fn pass_test(&mut self, job: Number) {
        let is_test = |line: &Line| matches!(line.event, Event::Tested(_));
        let of_job = |line: &Line| line.event == Event::Tested(job);
        let Some(begin) = self.lines.iter().position(of_job) else {
            return;
        };
        let rest = self.lines[begin + 1..].iter().position(is_test);
        let end = rest.map_or(self.lines.len(), |rest| begin + 1 + rest);
        let (passed, rest) = self.lines.split_at(end);
        for line in passed {
            self.pass(line);
        }
        self.lines = rest;
        if let Some(line) = passed.last() {
            self.now = second_of(line.at, self.origin);
            self.planner.set_now(self.now);
        }
    }

    /// Notes what happens while the pass yields.
    fn pass(&mut self, line: &Line) {
        match &line.event {
            Event::Done(job) => self.state.end_in_pass(*job),
            Event::Grace(job, seconds) => {
                let at = second_of(line.at, self.origin);
                let grace = Duration::from_seconds((*seconds).into());
                self.state.leave(*job, at.after(grace));
            }
            Event::Allocated(job, nodes) => {
                let at = second_of(line.at, self.origin);
                let array = self.jobs.array_of(*job);
                let runs = self.jobs.start(array, *job, at, nodes);
                self.state.start(runs);
            }
            _ => {}
        }
    }
}

/// Results of a pass so far.
#[derive(Debug, Default)]
struct Counts<'q> {
    starts: usize,
    plans: usize,
    by_user: HashMap<&'q str, usize>,
}
