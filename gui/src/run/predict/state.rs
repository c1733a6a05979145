//! Who runs and who waits at an instant, and a future of it as an experiment of its own.

use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

use super::past::{Common, Past};
use crate::record::{Experiment, JobLabel, Run};

const WEEK: u64 = 7 * 86_400 * 1_000_000_000;
const DAY: u64 = WEEK / 7;

/// Time zero of a future is the instant; who waits is asked next, as who runs has started.
pub(super) const NEXT: Time = Time(1);

/// What there is at an instant.
pub(super) struct State {
    pub(super) at: Time,
    /// Who runs, in the order of starts.
    pub(super) running: Vec<usize>,
    /// Who waits, in the order of submission.
    pub(super) waiting: Vec<usize>,
    // The experiment without jobs.
    bare: Experiment,
    submitted: usize,
}

impl State {
    /// That of `run` at `at`, once all that happens then has happened.
    pub(super) fn of(run: &Run, at: Time) -> Self {
        let experiment = &run.experiment;
        let submitted = experiment.jobs.partition_point(|job| job.submit <= at);
        let here = |job: &usize| {
            let outcome = &run.outcomes[*job];
            !outcome.refused && outcome.entered <= at && outcome.completed > at
        };
        let has_started = |job: &usize| run.outcomes[*job].started <= at;
        let here: Vec<usize> = (0..submitted).filter(here).collect();
        let (mut running, waiting): (Vec<_>, Vec<_>) = here.into_iter().partition(has_started);
        running.sort_by_key(|&job| (run.outcomes[job].started, job));
        let mut bare = Experiment::clone(experiment);
        bare.jobs = Vec::new();
        bare.labels = Vec::new();
        bare.names = Vec::new();
        bare.molds = Vec::new();
        Self {
            at,
            running,
            waiting,
            bare,
            submitted,
        }
    }

    /// The same with those who wait in another order.
    pub(super) fn in_order(self, waiting: Vec<usize>) -> Self {
        Self { waiting, ..self }
    }

    /// What comes if nobody else is submitted and all run as long as they are estimated to:
    /// who runs, then who waits.
    pub(super) fn foreseen(&self, run: &Run) -> Experiment {
        let jobs = &run.experiment.jobs;
        let running = self.running.iter().map(|&job| {
            let age = self.at.since(run.outcomes[job].started);
            let left = Duration(longer_than(jobs[job].estimate, age).0 - age.0);
            JobSpec::exact(Time::ZERO, left, jobs[job].nodes).with_memory(jobs[job].memory)
        });
        let waiting = self.waiting.iter().map(|&job| JobSpec {
            submit: NEXT,
            runtime: jobs[job].estimate,
            ..jobs[job]
        });
        let all: Vec<JobSpec> = running.chain(waiting).collect();
        Experiment {
            labels: (1..).map(JobLabel::numbered).take(all.len()).collect(),
            jobs: all,
            ..self.bare.clone()
        }
    }

    /// A future: who runs, then who waits, then who is submitted.
    pub(super) fn draw(&self, run: &Run, past: &Past<'_>, random: &mut Random) -> Experiment {
        let jobs = &run.experiment.jobs;
        let mut common = Common::new();
        let mut future = Vec::with_capacity(self.running.len() + self.waiting.len());
        for &job in &self.running {
            let age = self.at.since(run.outcomes[job].started);
            let estimate = longer_than(jobs[job].estimate, age);
            let runtime = past.draw(job, (age, estimate), &mut common, random);
            future.push(JobSpec {
                submit: Time::ZERO,
                runtime: Duration(runtime.0 - age.0),
                estimate: Duration(estimate.0 - age.0),
                ..jobs[job]
            });
        }
        for &job in &self.waiting {
            let estimate = jobs[job].estimate;
            let runtime = past.draw(job, (Duration::ZERO, estimate), &mut common, random);
            let submit = NEXT;
            future.push(JobSpec {
                submit,
                runtime,
                ..jobs[job]
            });
        }
        future.extend(self.arrivals(run, past, random));
        let labels = (1..).map(JobLabel::numbered).take(future.len());
        Experiment {
            labels: labels.collect(),
            jobs: future,
            ..self.bare.clone()
        }
    }

    /// Who is submitted in the week to come: whoever was in a week of before, at the same
    /// hours of the week if the past is long enough, with what they ran, or
    /// might have where they have not ended.
    fn arrivals(&self, run: &Run, past: &Past<'_>, random: &mut Random) -> Vec<JobSpec> {
        let jobs = &run.experiment.jobs;
        let Some(first) = jobs.first().map(|job| job.submit) else {
            return Vec::new();
        };
        let known = self.at.since(first).0;
        let back = match (known / WEEK, known / DAY) {
            (0, 0) => return Vec::new(),
            (0, days) => DAY * (1 + random.below(days)),
            (weeks, _) => WEEK * (1 + random.below(weeks.min(8))),
        };
        let from = Time(self.at.0 - back.min(self.at.0));
        let begin = jobs.partition_point(|job| job.submit <= from);
        let came = begin..self.submitted;
        let came = came.take_while(|&job| jobs[job].submit.since(from).0 <= WEEK);
        let mut common = Common::new();
        came.map(|job| {
            let estimate = jobs[job].estimate;
            JobSpec {
                submit: NEXT.after(jobs[job].submit.since(from)),
                runtime: match run.outcomes[job].completed <= self.at {
                    true => jobs[job].runtime,
                    false => past.draw(job, (Duration::ZERO, estimate), &mut common, random),
                },
                ..jobs[job]
            }
        })
        .collect()
    }
}

/// An estimate, doubled until it is longer than what has passed of it.
fn longer_than(estimate: Duration, age: Duration) -> Duration {
    let mut longer = estimate.0.max(1);
    while longer <= age.0 && longer < u64::MAX / 2 {
        longer *= 2;
    }
    Duration(longer)
}
