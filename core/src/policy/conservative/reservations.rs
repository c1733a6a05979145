//! Reservations of conservative backfilling: made, made anew, and moved up.

use super::{Conservative, POINTS_A_TRY};
use crate::engine::Context;
use crate::exact::Exact;
use crate::policy::common::running::fill;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl Conservative<'_> {
    /// Makes all reservations anew, around the running jobs.
    pub(super) fn replan(&mut self, context: &mut Context<'_, '_>) {
        self.fill(context);
        self.clear_plans(context);
    }

    /// Sets the profile to the nodes held by the running jobs only.
    pub(super) fn fill(&mut self, context: &Context<'_, '_>) {
        let profile = self.reservations.rebuild();
        let _is_right = fill(profile, context, self.planning.predictions());
        #[cfg(feature = "caps")]
        {
            self.is_approximate = !_is_right;
        }
        #[cfg(feature = "outages")]
        self.set_planning_nodes(false);
    }

    /// Removes all reservations.
    pub(super) fn clear_plans(&mut self, context: &mut Context<'_, '_>) {
        (self.untried_until, self.next_due, self.reserved_jobs) = (Exact::ZERO, Exact::MAX, 0);
        self.has_overdue = false;
        let mut next = context.head();
        while let Some(job) = next {
            next = context.after(job);
            context.set_plan(job, Exact::MAX);
        }
    }

    /// Moves reservations up into room that lasts until `horizon`.
    ///
    /// A job's reservation is the earliest start there was when it was last tried. So only
    /// a start before the end of room made since then can be earlier, and nothing beyond
    /// needs to be searched.
    pub(super) fn move_up(&mut self, context: &mut Context<'_, '_>, room: Exact) {
        let mut horizon = room.max(self.untried_until);
        self.untried_until = Exact::ZERO;
        // Most nodes free before the horizon: wider jobs need not be tried.
        let mut most = self.reservations.profile().max_free_before(horizon);
        let (mut queue, mut stayed) = (context.walk(), 0);
        while let Some(job) = queue.next(context) {
            let nodes = context.nodes_of(job);
            if nodes > most || context.started(job) == Time::MAX {
                continue; // or nothing is planned
            }
            let (planned, estimate) = (context.plan(job), self.expected_runtime(context, job));
            let earlier = self.reservations.move_up(nodes, estimate, planned, horizon);
            if let Some(start) = earlier {
                let until = planned + estimate;
                context.set_plan(job, start);
                self.note_planned(start);
                horizon = horizon.max(until);
                self.untried_until = self.untried_until.max(until);
                (most, stayed) = (u32::MAX, 0); // not known before a job stays
            } else if most == u32::MAX {
                stayed += 1;
                // Searching all points pays off only after many jobs in turn that stay.
                if stayed > self.reservations.profile().len() / POINTS_A_TRY {
                    most = self.reservations.profile().max_free_before(horizon);
                }
            }
        }
        self.reservations.end_sweep();
    }

    /// Notes a job that is planned to start at `start`.
    pub(super) fn note_planned(&mut self, start: Exact) {
        if start.instant() < self.next_due.instant() {
            self.next_due = start;
        } else if start.instant() == self.next_due.instant() && start != self.next_due {
            // Within one nanosecond the order of the queue decides: all are to be checked.
            self.next_due = Exact::ZERO;
        }
    }

    /// Makes a reservation for each of the first jobs that has none.
    pub(super) fn reserve(&mut self, context: &mut Context<'_, '_>) {
        // Usually these are new arrivals, at the end of the queue.
        let (first, without) = context.last_waiting(|job| context.started(job) == Time::MAX);
        let all_behind =
            self.depth == usize::MAX && self.reserved_jobs + without == context.waiting();
        let (mut next, mut index) = if all_behind {
            (first, 0)
        } else {
            (context.head(), 0)
        };
        if !all_behind {
            let has_one = |job: &JobId| context.started(*job) < Time::MAX;
            self.reserved_jobs = context.queue().filter(has_one).count();
        }
        while let Some(job) = next
            && index < self.depth
        {
            next = context.after(job);
            index += 1;
            if context.started(job) == Time::MAX {
                if let Some(predictions) = self.planning.predictions_mut() {
                    predictions.fix(context, job);
                }
                let start = self.book(context, job);
                context.set_plan(job, start);
                self.note_planned(start);
                self.reserved_jobs += usize::from(start.instant() < Time::MAX);
            }
        }
    }

    /// Reserves nodes for `job` at the earliest start.
    #[inline]
    pub(super) fn book(&mut self, context: &Context<'_, '_>, job: JobId) -> Exact {
        #[cfg(feature = "outages")]
        if self.is_planning_nodes() {
            return self.book_nodes(context, job);
        }
        let (nodes, estimate) = (context.nodes_of(job), self.expected_runtime(context, job));
        self.reservations.reserve(nodes, estimate)
    }
}
