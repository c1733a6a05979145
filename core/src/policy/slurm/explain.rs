//! Why jobs wait under Slurm, and why they start.

use super::Slurm;
use super::resources::Resources;
use crate::engine::{Context, Explanation, Quantity, StartReason, WaitReason};
use crate::units::ids::JobId;

/// Reason of a start in the main pass behind a waiting job.
pub(super) const PASSED_YOUNG: &str =
    "those ahead that do not fit have not waited for `bf_min_age_reserve`";
/// Reason of a start in the backfill pass behind a waiting job.
pub(super) const BACKFILLED: &str =
    "the backfill pass found nodes that no plan needs before its limit ends";

/// Reason for the start of `job`; `why` if it is not the first.
pub(super) fn reason(context: &Context<'_, '_>, job: JobId, why: &'static str) -> StartReason {
    match context.head() {
        Some(head) if head != job => StartReason::Other {
            why: why.into(),
            passed: Some(head),
        },
        _ => StartReason::Head,
    }
}

impl<G: Resources> Slurm<'_, G> {
    /// Reports why each waiting job waits: the next pass that could start it has not come,
    /// or the last one found no room.
    pub(super) fn explain_waits(&self, context: &mut Context<'_, '_>) {
        let mut next = context.head();
        while let Some(job) = next {
            next = context.after(job);
            let other = |why: &'static str, behind| WaitReason::Other {
                why: why.into(),
                behind,
            };
            if !context.is_allowed(job) {
                self.resources.explain_wait_by_rule(context, job);
            } else if self.resources.held_until(job) > context.now() {
                let why = "it was preempted, and may start again 121 s after that";
                context.explain_wait(job, other(why, None));
            } else if let Some(end) = self.resources.grace_awaited(context, job) {
                let why = "running jobs that were preempted have grace until {}";
                let why = Explanation::new(why).with(Quantity::Time(end));
                context.explain_wait(job, WaitReason::Other { why, behind: None });
            } else if !self.resources.may_fit(context, job) {
                context.explain_wait_for_room(job);
            } else if let Some(asleep) = self.resources.sleep_awaited(context, job) {
                let why = "nodes that go to sleep are of no use, the first of them until {}";
                let why = Explanation::new(why).with(Quantity::Time(asleep));
                context.explain_wait(job, WaitReason::Other { why, behind: None });
            } else if let Some(ahead) = self.first_ahead(context, job) {
                let why = "no backfill pass has found nodes for it yet that no plan needs";
                context.explain_wait(job, other(why, Some(ahead)));
            } else {
                context.explain_wait(job, other("its main pass has not come yet", None));
            }
        }
    }

    /// First job ahead of `job` that waits for the same nodes, and is not held by a rule.
    fn first_ahead(&self, context: &Context<'_, '_>, job: JobId) -> Option<JobId> {
        let mut ahead = context.queue().take_while(|&other| other != job);
        ahead
            .find(|&other| context.is_allowed(other) && self.resources.compete(context, other, job))
    }
}
