//! Futures of an instant, drawn from what was known at it.

use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

use super::history::{RuntimeHistory, RuntimeSource};
use super::state::{NEXT, State, doubled_beyond};
use crate::record::{Experiment, Run};

/// Identifies the random streams of the draws: "start" in ASCII.
const PURPOSE: u64 = 0x0073_7461_7274;
const WEEK: u64 = 7 * 86_400 * 1_000_000_000;
const DAY: u64 = WEEK / 7;

/// All futures of a state, by the numbers of their draws.
pub(super) struct Futures<'s> {
    run: &'s Run,
    state: &'s State,
    past: &'s RuntimeHistory<'s>,
    seed: u64,
    /// Where the runtimes of the running jobs come from, then those of the waiting ones.
    sources: Vec<RuntimeSource<'s>>,
}

impl<'s> Futures<'s> {
    pub(super) fn of(
        run: &'s Run,
        state: &'s State,
        past: &'s RuntimeHistory<'s>,
        seed: u64,
    ) -> Self {
        let known = state.running.iter().chain(&state.waiting);
        Self {
            run,
            state,
            past,
            seed,
            sources: known.map(|&job| past.source(job)).collect(),
        }
    }

    /// Where the runtimes of the waiting jobs come from, in their order.
    pub(super) fn sources_of_waiting(&self) -> &[RuntimeSource<'s>] {
        &self.sources[self.state.running.len()..]
    }

    /// The running jobs of that draw, then the waiting ones, then further submissions.
    pub(super) fn draw(&self, draw: u32) -> Experiment {
        let Self {
            run, state, past, ..
        } = *self;
        let name = PURPOSE ^ (u64::from(draw) << 32) ^ state.at.0;
        let random = &mut Random::new(self.seed, name);
        let jobs = &run.experiment.jobs;
        let mut common = past.common();
        let mut future = Vec::with_capacity(self.sources.len());
        let (running, waiting) = self.sources.split_at(state.running.len());
        for (&job, source) in state.running.iter().zip(running) {
            let age = state.at.since(run.outcomes[job].started);
            let estimate = doubled_beyond(jobs[job].estimate, age);
            let runtime = source.draw((age, estimate), &mut common, random);
            let spec = jobs[job]
                .with_submit(Time::ZERO)
                .with_runtime(Duration(runtime.0 - age.0))
                .with_estimate(Duration(estimate.0 - age.0));
            future.push((job, spec));
        }
        for (&job, source) in state.waiting.iter().zip(waiting) {
            let estimate = jobs[job].estimate;
            let runtime = source.draw((Duration::ZERO, estimate), &mut common, random);
            let spec = jobs[job].with_submit(NEXT).with_runtime(runtime);
            future.push((job, spec));
        }
        future.extend(self.arrivals(random));
        state.experiment(run, future)
    }

    /// Draws the submissions of the coming week: those of an earlier week, at the same hours of the
    /// week if the past is long enough, with their actual runtimes, or drawn ones where they have
    /// not ended.
    fn arrivals(&self, random: &mut Random) -> Vec<(usize, JobSpec)> {
        let Self {
            run, state, past, ..
        } = *self;
        let jobs = &run.experiment.jobs;
        let Some(first) = jobs.first().map(|job| job.submit) else {
            return Vec::new();
        };
        let known = state.at.since(first).0;
        let back = match (known / WEEK, known / DAY) {
            (0, 0) => return Vec::new(),
            (0, days) => DAY * (1 + random.below(days)),
            (weeks, _) => WEEK * (1 + random.below(weeks.min(8))),
        };
        let from = Time(state.at.0 - back.min(state.at.0));
        let begin = jobs.partition_point(|job| job.submit <= from);
        let came = begin..state.submitted;
        let came = came.take_while(|&job| jobs[job].submit.since(from).0 <= WEEK);
        let mut common = past.common();
        came.map(|job| {
            let estimate = jobs[job].estimate;
            let spec = jobs[job]
                .with_submit(NEXT.after(jobs[job].submit.since(from)))
                .with_runtime(if run.outcomes[job].completed <= state.at {
                    jobs[job].runtime
                } else {
                    let source = past.source(job);
                    source.draw((Duration::ZERO, estimate), &mut common, random)
                });
            (job, spec)
        })
        .collect()
    }
}
