//! Shadow time of a blocked job, and nodes it can spare until then, where maintenance or
//! caps are ahead.
//!
//! The number of free nodes at each instant is not enough: a job needs the same ones from
//! its start to its end, and those with maintenance in between are useless to it. So rooms
//! are counted node by node here. A cap bounds the number of busy nodes, whichever they
//! are, and is looked up in the profile.

use super::prediction::completion_at;
use super::running::RunningProfile;
use crate::engine::{Context, StartReason};
use crate::error::StartError;
use crate::exact::Exact;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl RunningProfile<'_> {
    /// Earliest start of `job` if no other job starts, and the number of nodes for it from
    /// then on for as long as it is estimated to run.
    ///
    /// That number grows only where a running job ends, maintenance ends, or a cap begins
    /// or ends. The points of the profile are not enough: as one node becomes free and
    /// another goes into maintenance, it has none.
    pub(in crate::policy) fn reservation_among_limits(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
    ) -> Option<(Time, u32)> {
        let (nodes, mut at) = (context.nodes_of(job), context.now());
        loop {
            let room = self.room_then(context, job, at);
            if room >= nodes {
                return Some((at, room));
            }
            at = self.next_room(context, at)?;
        }
    }

    /// Next time after `at` when there may be more room.
    fn next_room(&self, context: &Context<'_, '_>, at: Time) -> Option<Time> {
        let ends = context.running().map(|job| self.end_of(context, job));
        let repaired = context.maintenance().map(|window| window.until);
        #[cfg(feature = "caps")]
        let caps = context.caps_ahead().iter().map(|cap| cap.from);
        #[cfg(not(feature = "caps"))]
        let caps = core::iter::empty();
        let all = ends.chain(repaired).chain(caps);
        // The end of time never comes.
        all.filter(|&then| at < then && then < Time::MAX).min()
    }

    /// Expected end of the running `job`.
    fn end_of(&self, context: &Context<'_, '_>, job: JobId) -> Time {
        let predictions = self.planning.predictions();
        completion_at(predictions, context, job, context.now()).instant()
    }

    /// Number of nodes for `job` from `at` on until it would end.
    fn room_then(&self, context: &Context<'_, '_>, job: JobId, at: Time) -> u32 {
        let ends = |other| self.end_of(context, other);
        let in_service = context.room_from_by(job, at, ends);
        let end = (Exact::from(at) + self.expected_runtime(context, job)).instant();
        in_service.min(self.least_busy(context, at, end))
    }

    /// Minimum number of further nodes that may be busy by the caps, and are not out of
    /// service, from `from` until `until`.
    #[cfg(feature = "caps")]
    fn least_busy(&self, context: &Context<'_, '_>, from: Time, until: Time) -> u32 {
        if context.may_be_capped() {
            self.profile.min_free(from, until)
        } else {
            u32::MAX
        }
    }

    /// No bound without caps.
    #[cfg(not(feature = "caps"))]
    fn least_busy(&self, _: &Context<'_, '_>, _: Time, _: Time) -> u32 {
        u32::MAX
    }

    /// Number of nodes `job` could have now so that `head`, which is to start at `shadow`,
    /// still can.
    ///
    /// It may have all that are useless to the head, because their maintenance begins
    /// before the head would end, and of the others as many as the head does not need. By a
    /// cap it may have the rest that the head leaves for as long as both of them run. So a
    /// job waits only if it delays the head.
    pub(in crate::policy) fn nodes_spared(
        &self,
        context: &Context<'_, '_>,
        (head, shadow): (JobId, Time),
        job: JobId,
    ) -> u32 {
        let needed = context.nodes_of(head);
        let ends = |other| self.end_of(context, other);
        let for_head = context.room_from_by(head, shadow, ends);
        let (apart, shared) = context.apart_and_shared(job, span_of(context, head, shadow));
        let in_service = apart + shared.min(for_head.saturating_sub(needed));
        let head_ends = (Exact::from(shadow) + self.expected_runtime(context, head)).instant();
        let end = self.completion_if_started(context, job).min(head_ends);
        let busy = self.least_busy(context, shadow, end);
        in_service.min(busy.saturating_sub(needed))
    }

    /// Starts `job` on the nodes least useful to `head`, which is to start at `shadow`, and
    /// takes them until its estimate ends.
    pub(in crate::policy) fn start_sparing(
        &mut self,
        context: &mut Context<'_, '_>,
        (head, shadow): (JobId, Time),
        job: JobId,
        reason: StartReason,
    ) -> Result<(), StartError> {
        let spared = span_of(context, head, shadow);
        context.start_sparing(job, spared, reason)?;
        self.take(context, job);
        Ok(())
    }
}

/// Time span in which `head`, which is to start at `shadow`, needs its nodes.
fn span_of(context: &Context<'_, '_>, head: JobId, shadow: Time) -> (Time, Time) {
    (shadow, shadow.after(context.estimate(head).round_up()))
}
