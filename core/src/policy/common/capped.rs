//! The profile of the running jobs under caps on busy nodes.

use super::prediction::{Predictions, completion_at};
use super::unavailable::{out_for_long, take_maintenance};
use crate::engine::Context;
use crate::exact::Exact;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Sets `profile` to the nodes available to waiting jobs: of those in service as many as
/// may be busy, minus those that running jobs hold. Returns whether it is exact for all
/// time: if not, a job has outrun an estimate and is expected to continue where a cap has
/// no room for it, which cannot be taken back from the profile later.
pub(in crate::policy) fn fill(
    profile: &mut Profile<'_>,
    context: &Context<'_, '_>,
    predictions: Option<&Predictions<'_>>,
) -> bool {
    let now = context.now();
    let end_of = |job: JobId| completion_at(predictions, context, job, now);
    let lost = |job| context.nodes_lost_with(job);
    profile.reset(now, context.nodes() - out_for_long(context, lost));
    for job in context.running() {
        if context.out_of_service() > 0 {
            profile.take(end_of(job), Exact::MAX, context.nodes_lost_with(job));
        }
    }
    take_maintenance(profile, context, end_of);
    lower_and_take(profile, context, end_of)
}

/// Sets `profile` to the number of nodes that may be busy besides those of the running
/// jobs, in service or not. Returns whether it is exact for all time, as [`fill`].
pub(in crate::policy) fn fill_busy(
    profile: &mut Profile<'_>,
    context: &Context<'_, '_>,
    predictions: Option<&Predictions<'_>>,
) -> bool {
    let now = context.now();
    profile.reset(now, context.nodes());
    lower_and_take(profile, context, |job| {
        completion_at(predictions, context, job, now)
    })
}

/// Lowers the profile to the caps, and takes the nodes that running jobs hold until they
/// end.
fn lower_and_take(
    profile: &mut Profile<'_>,
    context: &Context<'_, '_>,
    end_of: impl Fn(JobId) -> Exact,
) -> bool {
    let now = context.now();
    let (mut from, mut nodes) = (now, context.cap());
    for cap in context.caps_ahead() {
        profile.lower(from, cap.from, nodes);
        (from, nodes) = (cap.from, cap.nodes);
    }
    profile.lower(from, Time::MAX, nodes);
    let mut is_right = true;
    for job in context.running() {
        let (until, nodes) = (end_of(job).instant(), context.exclusive_nodes(job));
        is_right &= profile.take_up_to(now, until, nodes);
    }
    is_right
}
