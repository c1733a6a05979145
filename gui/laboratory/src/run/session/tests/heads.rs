//! Jobs chosen as heads become what FCFS and a slow program of RLScheduler's backfilling start.

use std::sync::Arc;

use super::{MACHINES, experiment, run, session};
use crate::base::progress::Progress;
use crate::load;
use crate::run::session::Session;
use crate::scenario::{self, Parameters};

/// Chooses in `session` by `rank`, the least first and of equals the first in the queue, until all
/// jobs have started.
fn choose_all(
    session: &mut Session,
    is_backfilling: bool,
    rank: impl Fn(&super::super::WaitingJob) -> u64,
) {
    while session.until_waiting(usize::MAX).unwrap() {
        let ranked = session.queue().iter().enumerate();
        let (index, _) = ranked.min_by_key(|(_, job)| rank(job)).unwrap();
        assert!(session.choose(index, is_backfilling).unwrap());
    }
}

#[test]
fn the_first_of_the_queue_as_the_head_each_time_is_fcfs() {
    for machine in MACHINES {
        let run = run(machine, "Fcfs");
        let mut session = session(&run);
        choose_all(&mut session, false, |_| 0);
        let waited = run
            .outcomes
            .iter()
            .map(|one| one.started.since(one.entered));
        let waited: u128 = waited.map(|one| u128::from(one.0)).sum();
        assert_eq!(session.waited, waited, "{machine}");
        let chosen = session.finish("Chosen").unwrap();
        assert_eq!(chosen.outcomes, run.outcomes, "{machine}");
    }
}

/// A job of the slow program, in nanoseconds.
#[derive(Clone, Copy)]
struct Job {
    submit: u64,
    runtime: u64,
    estimate: u64,
    nodes: u32,
}

/// The slow program: lists of the running and of the waiting, looked through each time.
struct Slow<'j> {
    jobs: &'j [Job],
    now: u64,
    free: u32,
    starts: Vec<Option<u64>>,
    backfilled: usize,
}

impl Slow<'_> {
    fn is_running(&self, job: usize) -> bool {
        let end = |start: u64| start + self.jobs[job].runtime;
        self.starts[job].is_some_and(|start| end(start) > self.now)
    }

    fn waiting(&self) -> Vec<usize> {
        let jobs = 0..self.jobs.len();
        let waits = |&job: &usize| self.jobs[job].submit <= self.now && self.starts[job].is_none();
        jobs.filter(waits).collect()
    }

    fn start(&mut self, job: usize) {
        self.starts[job] = Some(self.now);
        self.free -= self.jobs[job].nodes;
    }

    /// Goes on to the next submission or end.
    fn proceed(&mut self) {
        let all = 0..self.jobs.len();
        let submissions = self.jobs.iter().map(|job| job.submit);
        let end = |job: usize| self.starts[job].map(|start| start + self.jobs[job].runtime);
        let ends = all.clone().filter_map(end);
        let next = submissions.chain(ends).filter(|&at| at > self.now).min();
        let next = next.expect("something happens");
        let ending = all.filter(|&job| end(job) == Some(next));
        let freed: u32 = ending.map(|job| self.jobs[job].nodes).sum();
        (self.now, self.free) = (next, self.free + freed);
    }

    /// When `job` would fit by the estimates of those that run.
    fn shadow(&self, job: usize) -> u64 {
        let running = (0..self.jobs.len()).filter(|&job| self.is_running(job));
        let estimated = |job: usize| {
            let start = self.starts[job].unwrap_or(0);
            (start + self.jobs[job].estimate, self.jobs[job].nodes)
        };
        let mut ends: Vec<(u64, u32)> = running.map(estimated).collect();
        ends.sort_unstable();
        let mut free = self.free;
        let enough = ends.iter().find(|(_, nodes)| {
            free += nodes;
            free >= self.jobs[job].nodes
        });
        enough.expect("there are enough nodes").0
    }

    /// Starts all jobs, each time first the one with the shortest estimate.
    fn run(&mut self, is_backfilling: bool) {
        while self.starts.contains(&None) {
            let waiting = self.waiting();
            let Some(&head) = waiting.iter().min_by_key(|&&job| self.jobs[job].estimate) else {
                self.proceed();
                continue;
            };
            if self.jobs[head].nodes > self.free {
                let shadow = self.shadow(head);
                while self.jobs[head].nodes > self.free {
                    for job in self.waiting() {
                        let Job {
                            estimate, nodes, ..
                        } = self.jobs[job];
                        let is_short = self.now + estimate < shadow;
                        if is_backfilling && job != head && is_short && nodes <= self.free {
                            self.start(job);
                            self.backfilled += 1;
                        }
                    }
                    self.proceed();
                }
            }
            self.start(head);
        }
    }
}

#[test]
fn jobs_are_backfilled_as_a_slow_program_does() {
    let mut backfilled = 0;
    for seed in 0..40 {
        let text = format!(
            "(machine: Cluster(nodes: {}), seed: {seed}, policies: [Fcfs],
              workload: Lublin(jobs: 120, load: 1.2, estimates: UpTo(4)))",
            8 + seed
        );
        let scenario = scenario::parse(&text, None).unwrap();
        let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        let jobs = experiment.jobs.iter().map(|job| Job {
            submit: job.submit.0,
            runtime: job.runtime.0,
            estimate: job.estimate.0,
            nodes: job.nodes,
        });
        let jobs: Vec<Job> = jobs.collect();
        for is_backfilling in [false, true] {
            let mut slow = Slow {
                jobs: &jobs,
                now: 0,
                free: experiment.nodes,
                starts: vec![None; jobs.len()],
                backfilled: 0,
            };
            slow.run(is_backfilling);
            backfilled += slow.backfilled;
            let mut session = Session::new(&experiment, &scenario.parameters).unwrap();
            choose_all(&mut session, is_backfilling, |job| job.estimate.0);
            let outcomes = session.finish("Chosen").unwrap().outcomes;
            let starts: Vec<_> = outcomes.iter().map(|one| Some(one.started.0)).collect();
            assert_eq!(starts, slow.starts, "seed {seed}, {is_backfilling}");
        }
    }
    assert!(backfilled > 400, "{backfilled}");
}

#[test]
fn a_state_is_restored_among_backfilled_jobs() {
    let run = run(MACHINES[0], "Fcfs");
    let mut session = session(&run);
    let mut kept = None;
    let mut count = 0;
    while session.until_waiting(16).unwrap() {
        if count == 40 {
            kept = Some((session.snapshot(), session.queue().to_vec()));
        }
        let last = session.queue().len() - 1;
        session.choose(last, true).unwrap();
        count += 1;
    }
    let end = session.finish("Chosen").unwrap().outcomes;
    let (snapshot, queue) = kept.unwrap();
    session.restore(&snapshot).unwrap();
    assert_eq!(session.queue(), queue);
    while session.until_waiting(16).unwrap() {
        let last = session.queue().len() - 1;
        session.choose(last, true).unwrap();
    }
    assert_eq!(session.finish("Chosen").unwrap().outcomes, end);
}

#[test]
fn impossible_heads_are_refused_and_change_nothing() {
    let (shared, _) = experiment(MACHINES[2], "Fcfs");
    let mut session = Session::new(&shared, &Parameters::default()).unwrap();
    let none = session.until_waiting(0).unwrap_err().to_string();
    assert!(none.starts_with("a window of 0 jobs"), "{none}");
    assert!(session.until_waiting(4).unwrap());
    let beyond = session.choose(4, false).unwrap_err().to_string();
    assert!(beyond.starts_with("choice 4: "), "{beyond}");
    let refusal = loop {
        assert!(session.until_waiting(4).unwrap());
        let wide = session.queue().iter().position(|job| !job.fits);
        match wide {
            Some(index) => break session.choose(index, true).unwrap_err().to_string(),
            None => assert!(session.choose(0, true).unwrap()),
        }
    };
    assert!(refusal.contains("counts nodes"), "{refusal}");
    let chosen = session.chosen().len();
    assert!(session.choose(0, false).unwrap());
    assert_eq!(session.chosen().len(), chosen + 1);
}
