//! Jobs running at the beginning of a run stay where they were, whatever the policy would choose.

use cosched_core::JobId;
use cosched_core::engine::{Context, Policy, Setup, StartReason};
use cosched_core::error::PolicyError;
use cosched_core::machine::cluster::NodeUnits;

use crate::family::ReadyPolicy;
use crate::record::Experiment;

/// Wraps `policy` so that the first jobs of `experiment` are running already, if it says where.
pub(super) fn resumed<'p>(experiment: &'p Experiment, policy: ReadyPolicy<'p>) -> ReadyPolicy<'p> {
    match &experiment.cluster {
        Some(cluster) if !cluster.running_places.is_empty() => {
            ReadyPolicy::Boxed(Box::new(Resumed {
                placed: &cluster.running_places,
                inner: policy,
            }))
        }
        _ => policy,
    }
}

/// A policy that finds jobs running.
struct Resumed<'p> {
    /// Places of the jobs that have not been started yet.
    placed: &'p [Vec<NodeUnits>],
    inner: ReadyPolicy<'p>,
}

impl Policy for Resumed<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        for (job, places) in std::mem::take(&mut self.placed).iter().enumerate() {
            let reason = StartReason::Reserved { passed: None };
            // A job that does not fit there waits like the others.
            let _ = context.start_on_node_units(JobId::new(job), places, reason);
        }
        self.inner.schedule(context);
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        self.inner.check(setup)
    }
}
