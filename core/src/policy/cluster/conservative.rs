//! Conservative backfilling on a cluster: every job has planned nodes and a start from its
//! arrival on.

use super::queue::{Queue, explain_wait_by_rule};
use crate::engine::{Context, Policy, Setup, StartReason, WaitReason};
use crate::error::PolicyError;
use crate::families;
use crate::machine::cluster::Cluster;
use crate::policy::plan::{Plan, PlanBuffers, Term};
use crate::policy::{LastPass, Order};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Every job gets the earliest start that delays no planned job; when jobs end early,
/// planned jobs move up, first in the queue first. See [the module](super).
#[derive(Debug)]
pub struct Conservative<'a> {
    queue: Queue,
    depth: usize,
    last_pass: LastPass,
    plan: Plan<'a>,
    // Number of times nodes had gone out of service or come back, and a checksum of those
    // out for long.
    service_changes: u64,
    out_checksum: u64,
    // Number of maintenance windows ahead.
    ahead: usize,
    // End of room that was made and that jobs ahead have not tried.
    untried_until: Time,
    // First planned start.
    next_due: Time,
    // Whether a job could not start as planned.
    has_overdue: bool,
}

impl<'a> Conservative<'a> {
    /// Conservative backfilling with the queue in `order`.
    pub fn new(order: Order, buffers: PlanBuffers<'a>) -> Self {
        Self {
            queue: Queue { order },
            depth: usize::MAX,
            last_pass: LastPass::new(),
            plan: Plan::new(buffers),
            service_changes: 0,
            out_checksum: 0,
            ahead: 0,
            untried_until: Time::ZERO,
            next_due: Time::MAX,
            has_overdue: false,
        }
    }

    /// Limits planning to the first `depth` waiting jobs.
    #[must_use]
    pub fn to_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Whether the nodes out of service without a known end have changed since the last
    /// pass.
    fn notices_outages(&mut self, context: &Context<'_, '_>) -> bool {
        let services = context.cluster().map_or(0, Cluster::service_changes);
        if !families::OUTAGES || services == self.service_changes {
            return false;
        }
        self.service_changes = services;
        let nodes = (0..context.nodes()).filter(|&node| context.node_state(node).is_out_for_long());
        // A checksum of them, whatever their order.
        let out = nodes.fold(0, |all: u64, node| {
            all.wrapping_add((u64::from(node) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        });
        core::mem::replace(&mut self.out_checksum, out) != out
    }

    /// Whether a job has outrun its planned end.
    fn is_outrun(&self, context: &Context<'_, '_>) -> bool {
        let late = |job| {
            let booked = self.plan.booked(job);
            booked.is_none_or(|(_, until)| until <= context.now())
        };
        !context.kills_at_estimate() && context.running().any(late)
    }

    /// Releases the rest of bookings of jobs that ended early; returns until when the last
    /// of them was.
    fn give_back(&mut self, context: &Context<'_, '_>) -> Option<Time> {
        let mut room = None;
        for job in context.ended() {
            room = room.max(self.plan.release(context, job));
        }
        room
    }

    /// Whether maintenance has begun since the last pass, or all is new.
    fn notices_maintenance(&mut self, context: &Context<'_, '_>) -> bool {
        let ahead = context.maintenance_ahead().len();
        core::mem::replace(&mut self.ahead, ahead) != ahead
    }

    fn replan(&mut self, context: &mut Context<'_, '_>, is_new: bool) {
        self.plan.begin(context, is_new, |job| {
            context.expected_completion(job).instant()
        });
        (self.untried_until, self.next_due, self.has_overdue) = (Time::ZERO, Time::MAX, false);
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            context.set_plan(job, Time::MAX.into());
        }
    }

    /// Moves jobs up into room that lasts until `room`.
    ///
    /// A job's start is the earliest there was when it was last tried, so only one before
    /// the end of room made since then can be earlier.
    fn move_up(&mut self, context: &mut Context<'_, '_>, room: Time) {
        let mut horizon = room.max(self.untried_until);
        self.untried_until = Time::ZERO;
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let planned = self
                .plan
                .booked(job)
                .filter(|&(from, _)| from > context.now());
            let Some((_, until)) = planned else {
                continue;
            };
            if !context.is_allowed_later(job) {
                self.untried_until = self.untried_until.max(horizon);
                continue;
            }
            let term = Term::estimate(context, job);
            if let Some(start) = self.plan.move_up(context, job, &term, horizon) {
                context.set_plan(job, start.into());
                self.next_due = self.next_due.min(start);
                horizon = horizon.max(until);
                self.untried_until = self.untried_until.max(until);
            }
        }
    }

    /// Plans each of the first jobs that has no start.
    fn plan_unplanned(&mut self, context: &mut Context<'_, '_>) {
        let (mut queue, mut index) = (context.walk(), 0);
        while index < self.depth
            && let Some(job) = queue.next(context)
        {
            index += 1;
            if self.plan.booked(job).is_some() || !context.is_allowed_later(job) {
                continue;
            }
            let term = Term::estimate(context, job);
            if let Some(start) = self.plan.book(context, job, &term) {
                context.set_plan(job, start.into());
                self.next_due = self.next_due.min(start);
            }
        }
    }

    /// Starts the jobs that are due. A job held by a limit then loses its plan; returns the
    /// latest end of these plans.
    fn start_due(&mut self, context: &mut Context<'_, '_>) -> Option<Time> {
        let (mut queue, mut index, mut passed) = (context.walk(), 0, None);
        let (mut dropped, asks_why) = (None, context.wants_reasons());
        (self.next_due, self.has_overdue) = (Time::MAX, false);
        while let Some(job) = queue.next(context) {
            index += 1;
            let planned = self.plan.booked(job).map_or(Time::MAX, |(from, _)| from);
            let is_due = planned <= context.now();
            if is_due && context.is_allowed(job) {
                // A job that waits for other nodes only is not passed.
                let passed = passed.filter(|&first| context.share_nodes(first, job));
                let reason = StartReason::Reserved { passed };
                if self.plan.start(context, job, reason).is_ok() {
                    continue;
                }
                self.has_overdue = true;
            } else if is_due {
                dropped = dropped.max(self.plan.release(context, job));
                context.set_plan(job, Time::MAX.into());
            } else {
                self.next_due = self.next_due.min(planned);
            }
            passed = passed.or(Some(job));
            if asks_why {
                let is_beyond = index > self.depth;
                explain_wait(context, job, planned, is_beyond);
            }
        }
        dropped
    }
}

fn explain_wait(context: &mut Context<'_, '_>, job: JobId, planned: Time, is_beyond: bool) {
    match planned {
        Time::MAX if is_beyond => context.explain_wait(job, WaitReason::BeyondDepth),
        start if start > context.now() && start < Time::MAX => {
            context.explain_wait(job, WaitReason::Reserved { start });
        }
        _ if !context.is_allowed(job) => explain_wait_by_rule(context, job),
        _ => context.explain_wait_for_room(job),
    }
}

impl Policy for Conservative<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        if setup.simulated_cluster().is_none() {
            return Err(PolicyError::NoCluster);
        }
        setup.check_usual_nodes()?;
        if self.depth == 0 {
            return Err(PolicyError::ZeroDepth);
        }
        Ok(self.plan.check(setup, self.depth)?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let passed = self.last_pass.next(context);
        self.queue.apply(context, passed.is_some());
        let has_outages = self.notices_outages(context);
        let has_begun = self.notices_maintenance(context);
        let is_known = passed.is_some() && !has_outages && !self.has_overdue;
        let mut room = if is_known {
            self.give_back(context)
        } else {
            None
        };
        if !is_known || self.is_outrun(context) {
            self.replan(context, passed.is_none() || has_begun);
            room = None;
        } else if has_begun {
            self.plan.join_pools(context);
            // Among nodes that are equal now there may be room where there was none.
            room = Some(Time::MAX);
        }
        loop {
            if let Some(room) = room {
                self.move_up(context, room);
            }
            self.plan_unplanned(context);
            if !context.wants_reasons() && self.next_due > context.now() {
                break;
            }
            room = self.start_due(context);
            if room.is_none() {
                break;
            }
        }
        let planned = Some(self.next_due).filter(|&due| due > context.now());
        context.wake_for_advance(planned);
    }
}
