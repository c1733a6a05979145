//! Reservations for certain nodes, while maintenance is ahead.
//!
//! Nodes that will be in maintenance are useless to a job that would still run then,
//! although as many may be free at every instant. So reservations are made in a
//! [plan](crate::policy::plan) of pools of nodes with equal maintenance, and keep a number
//! of nodes of each. When the last maintenance has begun, all nodes are equal from then on,
//! those in it as if a job held them, and free nodes are counted again.
//!
//! A cap bounds the number of busy nodes, whichever these are: the profile has the number
//! of nodes that may be busy in addition.

use super::Conservative;
use crate::engine::{Context, Setup, StartReason};
use crate::error::{CapacityError, StartError};
use crate::exact::Exact;
use crate::policy::common::prediction::completion_at;
use crate::policy::plan::{Plan, PlanBuffers, PlanSizes, Term};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Planned nodes of jobs.
#[derive(Debug)]
pub(super) struct NodePlan<'a> {
    plan: Plan<'a>,
    // Whether the last pass used the plan.
    in_use: bool,
    // Number of maintenance windows ahead.
    ahead: usize,
}

impl<'a> NodePlan<'a> {
    pub(super) fn new(buffers: PlanBuffers<'a>) -> Self {
        Self {
            plan: Plan::new(buffers),
            in_use: false,
            ahead: 0,
        }
    }

    pub(super) fn are_in_use(&self) -> bool {
        self.in_use
    }

    /// Starts `job` on its planned nodes.
    pub(super) fn start(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.plan.start(context, job, reason)
    }

    /// Whether a job has outrun its planned end.
    fn are_outrun(&self, context: &Context<'_, '_>) -> bool {
        let now = context.now();
        let mut planned = context.running().filter_map(|job| self.plan.booked(job));
        planned.any(|(_, until)| until <= now)
    }
}

impl Conservative<'_> {
    /// Checks that there is room for a plan, if one is needed.
    pub(super) fn check_node_plan(&self, setup: &Setup<'_>) -> Result<(), CapacityError> {
        if setup.outages.maintenance.is_empty() {
            return Ok(());
        }
        match &self.node_plan {
            Some(node_plan) => node_plan.plan.check(setup, self.depth),
            None => PlanSizes::NONE.check(&PlanSizes::of(setup, self.depth)),
        }
    }

    /// Whether reservations are for certain nodes.
    #[inline]
    pub(super) fn is_planning_nodes(&self) -> bool {
        self.node_plan.as_ref().is_some_and(NodePlan::are_in_use)
    }

    /// Sets whether they are.
    pub(super) fn set_planning_nodes(&mut self, in_use: bool) {
        if let Some(node_plan) = &mut self.node_plan {
            node_plan.in_use = in_use;
        }
    }

    /// Updates all reservations to now, if they are for certain nodes.
    pub(super) fn plan_nodes(
        &mut self,
        context: &mut Context<'_, '_>,
        passed: Option<Time>,
    ) -> bool {
        let ahead = context.maintenance_ahead().len();
        if ahead == 0 || self.node_plan.is_none() {
            return false;
        }
        let is_known = passed.is_some() && self.is_node_plan_valid(context);
        let known_ahead = self.node_plan.as_mut().map(|node_plan| {
            node_plan.in_use = true;
            core::mem::replace(&mut node_plan.ahead, ahead)
        });
        if !is_known {
            self.replan_nodes(context);
            return true;
        }
        let mut room = self.release_ended_nodes(context);
        if known_ahead != Some(ahead) {
            if let Some(node_plan) = &mut self.node_plan {
                node_plan.plan.join_pools(context);
            }
            // Among nodes that are equal now there may be room where there was none.
            room = Some(Time::MAX);
        }
        if let Some(room) = room {
            self.move_node_plans_up(context, room);
        }
        true
    }

    /// Whether all plans are still valid.
    fn is_node_plan_valid(&self, context: &Context<'_, '_>) -> bool {
        #[cfg(feature = "caps")]
        if self.is_approximate || context.is_over_its_cap() {
            return false;
        }
        let Some(node_plan) = self.node_plan.as_ref().filter(|node_plan| node_plan.in_use) else {
            return false;
        };
        let was_interrupted = || context.queue().any(|job| context.was_interrupted(job));
        !self.has_overdue && !node_plan.are_outrun(context) && !was_interrupted()
    }

    /// Makes all reservations anew, around the running jobs.
    fn replan_nodes(&mut self, context: &mut Context<'_, '_>) {
        #[cfg(feature = "caps")]
        if context.may_be_capped() {
            let (profile, predictions) = (self.reservations.rebuild(), self.planning.predictions());
            let is_right = crate::policy::common::capped::fill_busy(profile, context, predictions);
            self.is_approximate = !is_right;
        }
        let (now, predictions) = (context.now(), self.planning.predictions());
        if let Some(node_plan) = &mut self.node_plan {
            let ends = |job| completion_at(predictions, context, job, now).instant();
            node_plan.plan.begin(context, true, ends);
        }
        self.clear_plans(context);
    }

    /// Releases the rest of bookings of jobs that ended early; returns until when the last
    /// of them was.
    fn release_ended_nodes(&mut self, context: &Context<'_, '_>) -> Option<Time> {
        let now = context.exact_now();
        #[cfg(feature = "caps")]
        if context.may_be_capped() {
            self.reservations.advance(now);
        }
        let mut room = None;
        for job in context.ended() {
            let node_plan = self.node_plan.as_mut();
            let until = node_plan.and_then(|node_plan| node_plan.plan.release(context, job));
            if let Some(until) = until {
                self.change_busy(context, job, (now, until.into()), false);
            }
            room = room.max(until);
        }
        room
    }

    /// Reserves nodes for `job` at the earliest start.
    pub(super) fn book_nodes(&mut self, context: &Context<'_, '_>, job: JobId) -> Exact {
        let start = self.in_plan(context, job, |plan, term| plan.book(context, job, term));
        let Some(start) = start else {
            return Exact::MAX;
        };
        let (start, span) = (Exact::from(start), self.expected_runtime(context, job));
        self.change_busy(context, job, (start, start + span), true);
        start
    }

    /// Moves reservations up into room that lasts until `room`; see [`Self::move_up`].
    fn move_node_plans_up(&mut self, context: &mut Context<'_, '_>, room: Time) {
        let mut horizon = room.max(self.untried_until.instant());
        self.untried_until = Exact::ZERO;
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let node_plan = self.node_plan.as_ref();
            let planned = node_plan.and_then(|node_plan| node_plan.plan.booked(job));
            let Some((from, until)) = planned.filter(|&(from, _)| from > context.now()) else {
                continue;
            };
            let when = (Exact::from(from), Exact::from(until));
            self.change_busy(context, job, when, false);
            let start = self.in_plan(context, job, |plan, term| {
                plan.move_up(context, job, term, horizon)
            });
            let begins = Exact::from(start.unwrap_or(from));
            let span = self.expected_runtime(context, job);
            self.change_busy(context, job, (begins, begins + span), true);
            if start.is_some() {
                context.set_plan(job, begins);
                self.note_planned(begins);
                horizon = horizon.max(until);
                self.untried_until = self.untried_until.max(until.into());
            }
        }
    }

    /// Calls `act` with the plan and the term of `job`.
    fn in_plan<T>(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        act: impl FnOnce(&mut Plan<'_>, &Term<'_>) -> Option<T>,
    ) -> Option<T> {
        let span = self.expected_runtime(context, job).round_up();
        let (profile, nodes) = (self.reservations.profile(), context.nodes_of(job));
        let bound = |from: Time, until: Time| {
            #[cfg(feature = "caps")]
            if context.may_be_capped() {
                return profile.room_after(nodes, from, until);
            }
            let _ = (profile, nodes, from, until);
            None
        };
        let term = Term {
            span,
            stay: context.estimate(job).round_up(),
            bound: &bound,
        };
        act(&mut self.node_plan.as_mut()?.plan, &term)
    }

    /// Under caps, changes the busy nodes between two instants by those of `job`.
    fn change_busy(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        (from, until): (Exact, Exact),
        is_taken: bool,
    ) {
        #[cfg(feature = "caps")]
        if context.may_be_capped() {
            let nodes = context.nodes_of(job);
            let profile = self.reservations.rebuild();
            if is_taken {
                profile.take(from, until, nodes);
            } else {
                profile.give(from, until, nodes);
            }
        }
        #[cfg(not(feature = "caps"))]
        let _ = (context, job, from, until, is_taken);
    }

    /// Leaves the plan, as all nodes are equal from now on: reservations stay, and free
    /// nodes are counted. Returns until when there may be room that no job has tried.
    pub(super) fn leave_node_plan(&mut self, context: &mut Context<'_, '_>) -> Option<Exact> {
        self.fill(context);
        let mut fits = !self.has_overdue;
        (self.untried_until, self.next_due) = (Exact::ZERO, Exact::MAX);
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let planned = context.plan(job);
            if planned.instant() == Time::MAX {
                continue;
            }
            let (nodes, until) = (
                context.nodes_of(job),
                planned + self.expected_runtime(context, job),
            );
            let profile = self.reservations.rebuild();
            fits &= profile.min_free(planned.instant(), until.instant()) >= nodes;
            if !fits {
                // A job has outrun its expected end.
                self.replan(context);
                return None;
            }
            profile.take(planned, until, nodes);
            self.note_planned(planned);
        }
        Some(Exact::MAX)
    }
}
