//! One pass of the scheduler, from the state in a log, against its real decisions.

use std::collections::HashMap;

use cosched_core::policy::slurm::{PassDepth, Planner};
use cosched_core::{Duration, Time};

use crate::load::slurm::decisions::{Instant, Number};

/// Decision about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobDecision {
    /// It starts now, on these nodes.
    Starts(Vec<u32>),
    /// It is planned on these nodes, with its start and end, in whole seconds.
    Planned([Instant; 2], Vec<u32>),
}

/// A waiting job.
#[derive(Clone, Copy, Debug)]
pub struct WaitingJob {
    /// Its number.
    pub job: Number,
    /// The second of its submission, from the first submission on.
    pub submit: Time,
    /// Number of nodes requested.
    pub nodes: u32,
    /// Its limit, in whole minutes.
    pub limit: Duration,
}

/// A running job.
#[derive(Clone, Debug)]
pub struct RunningJob {
    /// Its number.
    pub job: Number,
    /// When its limit ends.
    pub end: Time,
    /// Its nodes.
    pub nodes: Vec<u32>,
}

/// The state before a pass.
#[derive(Clone, Debug)]
pub struct PassState {
    /// Time of the log's clock that counts as 0, in seconds.
    pub origin: Instant,
    /// The whole second of the pass.
    pub now: Time,
    /// Waiting jobs, in the order of the queue.
    pub queue: Vec<WaitingJob>,
    /// Running jobs, in the order of starts.
    pub running: Vec<RunningJob>,
}

impl PassState {
    /// Passes the running jobs to the planner.
    fn load_running(&self, planner: &mut Planner<'_>) {
        let mut free = vec![u64::MAX; planner.nodes().div_ceil(64) as usize];
        let spare = 64 * free.len() as u32 - planner.nodes();
        if let Some(last) = free.last_mut() {
            *last >>= spare;
        }
        for node in self.running.iter().flat_map(|runs| &runs.nodes) {
            free[*node as usize / 64] &= !(1 << (node % 64));
        }
        let nodes: HashMap<u32, &[u32]> = self
            .running
            .iter()
            .map(|runs| (key(runs.job), &*runs.nodes))
            .collect();
        let running = self
            .running
            .iter()
            .map(|runs| (runs.end, key(runs.job), key(runs.job)));
        planner.begin(self.now, &free, running, |key| {
            nodes.get(&key).copied().unwrap_or_default().iter().copied()
        });
    }

    /// Returns the decisions of a main pass over the first `depth` jobs: which start, and where. A
    /// job younger than `least_age` lets others pass.
    pub fn main_pass(
        &self,
        planner: &mut Planner<'_>,
        depth: usize,
        least_age: Duration,
    ) -> Vec<(Number, JobDecision)> {
        self.load_running(planner);
        let mut decided = Vec::new();
        for waits in self.queue.iter().take(depth) {
            if !planner.choose_now(waits.nodes) {
                if self.now.since(waits.submit) < least_age {
                    continue;
                }
                break;
            }
            decided.push((waits.job, JobDecision::Starts(planner.chosen().collect())));
            planner.start_last(key(waits.job), waits.limit);
        }
        decided
    }

    /// Returns the decisions of a backfill pass about the jobs that `depth` lets it test. With
    /// `given`, each decision is made after the real ones before it, not after its own.
    pub fn backfill_pass(
        &self,
        planner: &mut Planner<'_>,
        depth: PassDepth,
        given: Option<&HashMap<Number, JobDecision>>,
    ) -> HashMap<Number, JobDecision> {
        self.load_running(planner);
        let mut decided = HashMap::new();
        let (mut starts, mut plans) = (0, 0);
        for waits in self.queue.iter().take(depth.backfill) {
            let own = self.decide(planner, waits).filter(|own| match own {
                JobDecision::Starts(_) => starts < depth.starts,
                JobDecision::Planned(..) => {
                    plans < depth.plans && self.now.since(waits.submit) >= depth.least_age
                }
            });
            if let Some(own) = &own {
                decided.insert(waits.job, own.clone());
            }
            let kept = match given {
                None => own,
                Some(given) => given.get(&waits.job).cloned(),
            };
            match kept {
                Some(JobDecision::Starts(nodes)) => {
                    starts += 1;
                    let nodes = node_set(&nodes, planner.nodes());
                    planner.start(key(waits.job), waits.limit, &nodes);
                    planner.plan_started(waits.limit, &nodes);
                }
                Some(JobDecision::Planned([start, _], nodes)) => {
                    plans += 1;
                    if planner.spans() >= depth.backfill {
                        break;
                    }
                    let start = Time::from_seconds((start - self.origin).max(0).unsigned_abs());
                    planner.plan(start, waits.limit, &node_set(&nodes, planner.nodes()));
                }
                None => {}
            }
        }
        decided
    }

    fn decide(&self, planner: &mut Planner<'_>, waits: &WaitingJob) -> Option<JobDecision> {
        let start = planner.earliest(waits.nodes, waits.limit)?.start;
        let nodes = planner.chosen().collect();
        if start <= self.now {
            return Some(JobDecision::Starts(nodes));
        }
        let end = planner.grid().down(start.after(waits.limit));
        let clock = |at: Time| self.origin + (at.0 / SECOND.0) as Instant;
        Some(JobDecision::Planned([clock(start), clock(end)], nodes))
    }
}

/// Key of a job for the planner: numbers are given in order of submission.
fn key(job: Number) -> u32 {
    job as u32
}

/// A second.
pub(super) const SECOND: Duration = Duration::from_seconds(1);

/// Nodes as a set of bits.
fn node_set(nodes: &[u32], count: u32) -> Vec<u64> {
    let mut set = vec![0; count.div_ceil(64) as usize];
    for node in nodes {
        set[*node as usize / 64] |= 1 << (node % 64);
    }
    set
}
