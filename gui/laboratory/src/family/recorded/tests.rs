//! Recorded schedules, plausible and impossible ones, against a walk over the whole queue.

use std::sync::Arc;

use cosched_core::engine::{Context, Policy, StartReason};
use cosched_core::random::Random;
use cosched_core::{JobId, Time};

use super::ReplayBuffers;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;
use crate::record::Experiment;
use crate::run::{choices, simulate, simulate_with};
use crate::scenario::policy::own::FalliblePolicy;
use crate::scenario::{self, PolicyName, Scenario};

/// Tries every due job in every pass, in the order of recorded starts.
struct Walk(Vec<Time>);

impl Policy for Walk {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let now = context.now();
        let start_of = |job: JobId| self.0[job.index()];
        let mut due: Vec<JobId> = context
            .queue()
            .filter(|&job| start_of(job) <= now)
            .collect();
        due.sort_by_key(|&job| (start_of(job), context.order_of(job)));
        for job in due {
            // It may not fit.
            let _ = context.start(job, StartReason::Head);
        }
        let later = context.queue().map(start_of);
        match later.filter(|&start| start > now).min() {
            None => context.cancel_wake(),
            Some(next) => context.wake_at(next).unwrap(),
        }
    }
}

impl FalliblePolicy for Walk {
    fn failure(&self) -> Option<Problem> {
        None
    }
}

/// A log on eight nodes; more is submitted than fits, and waits are drawn without regard to that.
fn log(random: &mut Random, folder: &std::path::Path) -> Scenario {
    let mut text = "; MaxNodes: 8\n".to_owned();
    let mut submit = 0;
    for job in 1..=80 {
        submit += random.below(20);
        let wait = random.below(3) * random.below(60);
        let (runtime, nodes) = (random.below(90), 1 + random.below(8));
        let unknown = random.below(10) == 0;
        let wait = if unknown { -1 } else { wait as i64 };
        text += &format!(
            "{job} {submit} {wait} {runtime} {nodes} -1 -1 {nodes} 100 -1 1 1 -1 1 -1 -1 -1 -1\n"
        );
    }
    let path = folder.join("log.swf");
    std::fs::write(&path, text).unwrap();
    let mut scenario = load::log_scenario(&path);
    scenario.policies = vec![PolicyName::Recorded];
    scenario
}

/// The machine of the log with nodes that fail, whose jobs enter the queue again.
fn failing() -> Scenario {
    let text = "(machine: Cluster(nodes: 8, outages: (events: [
            (at: 100, first: 0, what: Down), (at: 400, first: 0, what: Up),
            (at: 700, first: 5, what: Down), (at: 900, first: 5, what: Up),
        ], interrupted: Requeued)),
        policies: [Fcfs], workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))";
    scenario::parse(text, None).unwrap()
}

fn judge(scenario: &Scenario) {
    let progress = Progress::default();
    let experiment = Arc::new(load::prepare(scenario, None, &progress).unwrap());
    let choice = &choices(scenario)[0];
    let found = simulate(&experiment, choice, false, &progress);
    let walk = Box::new(Walk(ReplayBuffers::new(&experiment).starts()));
    let expected = simulate_with(&experiment, choice, walk, false, &progress);
    let [found, expected] = [found, expected].map(|run| run.unwrap().unwrap());
    assert_eq!(found.outcomes, expected.outcomes);
    let late = |experiment: &Experiment| {
        let jobs = experiment.jobs.iter().zip(&found.outcomes);
        jobs.filter(|(job, outcome)| outcome.started > job.submit)
            .count()
    };
    assert!(late(&experiment) > 20);
}

#[test]
fn jobs_start_as_in_a_walk_over_the_whole_queue() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(3, 35);
    for _ in 0..60 {
        let mut scenario = log(&mut random, folder.path());
        judge(&scenario);
        scenario.machine = failing().machine;
        judge(&scenario);
    }
}
