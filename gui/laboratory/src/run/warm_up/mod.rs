//! Runs with a warm-up: until its end jobs start as the log has it; then the policy takes over, and
//! jobs count.

use cosched_core::engine::{Context, Policy, Setup};
use cosched_core::error::PolicyError;
use cosched_core::{Event, Metrics, Sink, Time, View};

use crate::family::ReadyPolicy;
use crate::family::recorded::{Replay, ReplayBuffers};
use crate::record::Experiment;

/// The recorded starts of `experiment`, if it has a warm-up.
pub(super) fn recorded(experiment: &Experiment) -> Option<ReplayBuffers> {
    let warm_up = experiment.warm_up;
    warm_up.map(|_| ReplayBuffers::new(experiment))
}

/// Lets `policy` decide only from the end of the warm-up of `experiment` on; before, jobs start as
/// `recorded`.
pub(super) fn behind<'p>(
    experiment: &Experiment,
    recorded: Option<&'p ReplayBuffers>,
    policy: ReadyPolicy<'p>,
) -> ReadyPolicy<'p> {
    match experiment.warm_up.zip(recorded) {
        None => policy,
        Some((warm_up, recorded)) => ReadyPolicy::Boxed(Box::new(BehindWarmUp {
            until: warm_up.until,
            recorded: recorded.replay(),
            inner: policy,
        })),
    }
}

/// A policy that takes over at an instant.
struct BehindWarmUp<'p> {
    until: Time,
    recorded: Replay<'p>,
    inner: ReadyPolicy<'p>,
}

impl Policy for BehindWarmUp<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if context.now() >= self.until {
            self.inner.schedule(context);
            return;
        }
        self.recorded.schedule(context);
        if context.wake_time().is_none_or(|at| at > self.until) {
            // An instant to come is always accepted.
            context.wake_at(self.until).unwrap_or_default();
        }
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        self.inner.check(setup)
    }
}

/// Sums over the jobs that count.
pub(super) struct CountedMetrics {
    pub(super) sums: Metrics,
    first: usize,
}

impl CountedMetrics {
    pub(super) fn of(experiment: &Experiment) -> Self {
        Self {
            sums: Metrics::new(),
            first: experiment.first_counted(),
        }
    }
}

impl Sink for CountedMetrics {
    fn record(&mut self, at: Time, event: Event) {
        if event.job().index() >= self.first {
            self.sums.record(at, event);
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        let ended = view.ended();
        for ended in ended.filter(|ended| ended.job.index() >= self.first) {
            self.sums.add(ended);
        }
    }
}

#[cfg(test)]
mod tests;
