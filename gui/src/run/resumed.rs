//! Jobs that run as a run begins are where they were, whatever the policy would choose.

use cosched_core::JobId;
use cosched_core::engine::{Context, Policy, Setup, StartReason};
use cosched_core::error::PolicyError;
use cosched_core::machine::cluster::Place;

use crate::family::ReadyPolicy;
use crate::record::Experiment;

/// `policy`, which finds the first jobs of `experiment` running if it says where they are.
pub(super) fn resumed<'p>(experiment: &'p Experiment, policy: ReadyPolicy<'p>) -> ReadyPolicy<'p> {
    match &experiment.cluster {
        Some(cluster) if !cluster.placed.is_empty() => ReadyPolicy::Boxed(Box::new(Resumed {
            placed: &cluster.placed,
            inner: policy,
        })),
        _ => policy,
    }
}

/// A policy that finds jobs running.
struct Resumed<'p> {
    /// Where those are that have not been started.
    placed: &'p [Vec<Place>],
    inner: ReadyPolicy<'p>,
}

impl Policy for Resumed<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        for (job, places) in std::mem::take(&mut self.placed).iter().enumerate() {
            let reason = StartReason::Reserved { passed: None };
            // Whoever does not fit there waits like the others.
            let _ = context.start_at_places(JobId::new(job), places, reason);
        }
        self.inner.schedule(context);
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        self.inner.check(setup)
    }
}
