//! Conservative backfilling: every job has a reservation from its arrival on.
//!
//! Mu'alem and Feitelson, "Utilization, predictability, workloads, and user
//! runtime estimates in scheduling the IBM SP2 with backfilling", 2001.

#[cfg(feature = "outages")]
mod node_plan;
mod reservations;

use super::common::order::{Order, Ordering};
use super::common::prediction::{Planning, completion_at};
#[cfg(feature = "outages")]
use super::plan::PlanBuffers;
use super::{LastPass, Policy};
use crate::engine::{Context, Setup, StartReason, WaitReason};
use crate::error::{CapacityError, PolicyError, StartError};
use crate::exact::Exact;
use crate::families;
use crate::machine::profile::{Profile, Reservations};
use crate::units::ids::JobId;
use crate::units::time::Time;
#[cfg(feature = "outages")]
use node_plan::NodePlan;

/// Number of points that can be searched in the time of trying to move one job up.
const POINTS_A_TRY: usize = 64;

/// Every job gets the earliest start that delays no reservation; when jobs end
/// early, reservations move up, first in the queue first.
///
/// While maintenance is ahead, a reservation is also for certain nodes, which stay in
/// service until the job ends by its estimate: it [needs a plan](Self::with_plan) for that.
/// A reservation is a promise: it may move up but never back, whatever jobs come later,
/// unless something unforeseen happens: jobs outrun their expected runtimes, or nodes go
/// out of service or come back unannounced. Then all are made anew.
#[derive(Debug)]
pub struct Conservative<'a> {
    // Running jobs until their estimates end, and all reservations.
    reservations: Reservations<'a>,
    ordering: Ordering,
    depth: usize,
    last_pass: LastPass,
    // First time at which a reservation is due.
    next_due: Exact,
    // Number of waiting jobs with a reservation.
    reserved_jobs: usize,
    // End of the room made by the last sweep that jobs ahead have not tried.
    untried_until: Exact,
    // Whether a due reservation could not be kept: enough nodes are free, but not enough
    // that stay in service.
    has_overdue: bool,
    // Whether all must be planned anew at every pass: see `capped::fill`.
    #[cfg(feature = "caps")]
    is_approximate: bool,
    planning: Planning<'a>,
    // Planned nodes, while maintenance is ahead.
    #[cfg(feature = "outages")]
    node_plan: Option<NodePlan<'a>>,
}

impl<'a> Conservative<'a> {
    /// Backfilling in the order of submission, for `jobs` jobs: [`Setup::profiled_jobs`].
    ///
    /// # Errors
    /// The profile is too small; see [`crate::machine::profile::points_for`].
    pub fn new(profile: Profile<'a>, jobs: usize) -> Result<Self, CapacityError> {
        profile.check(jobs)?;
        Ok(Self {
            reservations: Reservations::new(profile, jobs),
            ordering: Ordering::new(Order::Submitted),
            depth: usize::MAX,
            last_pass: LastPass::new(),
            next_due: Exact::MAX,
            reserved_jobs: 0,
            untried_until: Exact::ZERO,
            has_overdue: false,
            #[cfg(feature = "caps")]
            is_approximate: false,
            planning: Planning::ESTIMATES,
            #[cfg(feature = "outages")]
            node_plan: None,
        })
    }

    /// Adds a plan for a setup with maintenance, in which reservations are for certain
    /// nodes: a plan of [`PlanSizes`](super::plan::PlanSizes) for as many jobs as get
    /// [reservations](Self::to_depth).
    #[cfg(feature = "outages")]
    #[must_use]
    pub fn with_plan(self, buffers: PlanBuffers<'a>) -> Self {
        let node_plan = Some(NodePlan::new(buffers));
        Self { node_plan, ..self }
    }

    /// Sets the order of the queue, in which reservations are made at one instant and moved
    /// up.
    #[cfg(feature = "orders")]
    #[must_use]
    pub fn by(self, order: Order) -> Self {
        let ordering = Ordering::new(order);
        Self { ordering, ..self }
    }

    /// Limits reservations to the first `depth` jobs.
    #[must_use]
    pub fn to_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Uses predictions instead of estimates. A waiting job keeps the prediction that its
    /// reservation was made with; when a running job outruns its own, all are made anew.
    #[cfg(feature = "predictions")]
    #[must_use]
    pub fn predicting(self, predictions: super::Predictions<'a>) -> Self {
        let planning = Planning::Predictions(predictions);
        Self { planning, ..self }
    }

    /// Expected runtime of `job`, which has a reservation.
    #[inline]
    fn expected_runtime(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        match self.planning.predictions() {
            None => context.estimate(job),
            Some(predictions) => predictions.fixed_prediction(context, job),
        }
    }

    /// Updates the profile to now; returns until when jobs that ended early have made room,
    /// if any have.
    fn pass_time(&mut self, context: &mut Context<'_, '_>, passed: Option<Time>) -> Option<Exact> {
        let now = context.exact_now();
        let Some(passed) = passed else {
            self.replan(context);
            return None;
        };
        #[cfg(feature = "outages")]
        if self.is_planning_nodes() {
            return self.leave_node_plan(context);
        }
        #[cfg(feature = "caps")]
        if self.is_approximate || context.is_over_its_cap() {
            self.replan(context);
            return None;
        }
        self.reservations.advance(now);
        let mut room = None;
        for job in context.ended() {
            let until = completion_at(self.planning.predictions(), context, job, passed);
            if until > now {
                self.reservations
                    .give(now, until, context.exclusive_nodes(job));
                room = room.max(Some(until));
            }
        }
        room
    }

    /// Starts `job`, whose reservation is due, on its nodes.
    #[inline]
    fn start(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        reason: StartReason,
    ) -> Result<(), StartError> {
        #[cfg(feature = "outages")]
        if let Some(plan) = self.node_plan.as_mut().filter(|plan| plan.are_in_use()) {
            return plan.start(context, job, reason);
        }
        context.start(job, reason)
    }

    /// Whether running jobs have outrun their ends in the profile.
    fn outrun(&self, context: &Context<'_, '_>) -> bool {
        // Reservations that are due now hold their nodes already.
        let due = if self.next_due <= context.exact_now() {
            due(context)
        } else {
            0
        };
        self.reservations.profile().free_now() + due != context.free_nodes()
    }

    /// Replaces reservations that could not be kept, from now on.
    fn renew(&mut self, context: &mut Context<'_, '_>) {
        let now = context.exact_now();
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let planned = context.plan(job);
            if planned < now {
                let (nodes, estimate) =
                    (context.nodes_of(job), self.expected_runtime(context, job));
                self.reservations.give(now, planned + estimate, nodes);
                let start = self.reservations.reserve(nodes, estimate);
                context.set_plan(job, start);
                self.note_planned(start);
            }
        }
    }

    /// Starts the jobs whose reservations are due; returns when the next one will be.
    fn start_due(&mut self, context: &mut Context<'_, '_>) -> Exact {
        let (mut next, mut passed, mut earliest) = (context.head(), None, (Time::MAX, None));
        self.has_overdue = false;
        let (asks_why, mut index) = (context.wants_reasons(), 0);
        while let Some(job) = next {
            next = context.after(job);
            index += 1;
            // To the nanosecond; exact times are compared only within one.
            let planned = context.started(job);
            let is_due = is_due(context, job, planned);
            let reason = StartReason::Reserved { passed };
            if is_due && self.start(context, job, reason).is_ok() {
                self.reserved_jobs = self.reserved_jobs.saturating_sub(1);
                continue;
            }
            passed = passed.or(Some(job));
            if families::OUTAGES && is_due {
                self.has_overdue = true;
                context.explain_wait_for_room(job);
                continue;
            }
            if planned < earliest.0 {
                earliest = (planned, Some(job));
            }
            if asks_why {
                explain_wait(context, job, planned, index > self.depth);
            }
        }
        earliest.1.map_or(Exact::MAX, |job| context.plan(job))
    }
}

/// Nodes of the waiting jobs whose reservations are due.
fn due(context: &Context<'_, '_>) -> u32 {
    let planned = |job: JobId| is_due(context, job, context.started(job));
    let due = context.queue().filter(|&job| planned(job));
    due.map(|job| context.nodes_of(job)).sum()
}

/// Whether `job`, planned to start in the nanosecond `planned`, is to start now.
#[inline]
fn is_due(context: &Context<'_, '_>, job: JobId, planned: Time) -> bool {
    let now = context.now();
    planned < now || (planned == now && context.plan(job) <= context.exact_now())
}

fn explain_wait(context: &mut Context<'_, '_>, job: JobId, planned: Time, is_beyond: bool) {
    match planned {
        // It is unknown when enough nodes will be in service.
        Time::MAX if !is_beyond => context.explain_wait_for_room(job),
        Time::MAX => context.explain_wait(job, WaitReason::BeyondDepth),
        start => context.explain_wait(job, WaitReason::Reserved { start }),
    }
}

impl Conservative<'_> {
    /// Updates all reservations to now, where counting free nodes is enough.
    #[inline]
    fn plan_times(&mut self, context: &mut Context<'_, '_>, passed: Option<Time>) {
        let room = self.pass_time(context, passed);
        if families::OUTAGES && self.has_overdue {
            self.renew(context);
        }
        if self.outrun(context) {
            self.replan(context);
        } else if let Some(room) = room {
            self.move_up(context, room);
        }
    }
}

impl Policy for Conservative<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_equal_nodes()?;
        if self.depth == 0 {
            return Err(PolicyError::ZeroDepth);
        }
        if let Some(predictions) = self.planning.predictions() {
            predictions.check(setup.jobs())?;
        }
        #[cfg(feature = "outages")]
        self.check_node_plan(setup)?;
        Ok(self.reservations.profile().check(setup.profiled_jobs())?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let passed = self.last_pass.next(context);
        self.ordering.apply(context, passed.is_some());
        if let Some(predictions) = self.planning.predictions_mut() {
            predictions.learn(context);
            if passed.is_none() {
                predictions.take_over(context);
            }
        }
        #[cfg(feature = "outages")]
        let is_planned = self.plan_nodes(context, passed);
        #[cfg(not(feature = "outages"))]
        let is_planned = false;
        if !is_planned {
            self.plan_times(context, passed);
        }
        self.reserve(context);
        if context.wants_reasons() || self.has_overdue || self.next_due <= context.exact_now() {
            self.next_due = self.start_due(context);
        }
        match self.next_due {
            never if never == Exact::MAX => context.cancel_wake(),
            // Refused only for now and the past, and those were started.
            next => context.wake_at(next).unwrap_or_default(),
        }
    }
}
