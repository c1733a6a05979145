//! Slurm's scheduler: a main pass in strict order, and a backfill pass that rebuilds its
//! plan every time.
//!
//! Written from measurements of Slurm 22.05 and its manual, not from its source. The rules
//! described in [`Slurm`] reproduce the starts that a real one planned, in four measured runs on whole
//! nodes and in thirteen with `select/cons_tres`, except a few in the second after a job
//! ended, while its nodes were still being cleared.

mod backfill;
mod explain;
mod grid;
mod holders;
mod nodes;
mod pass_limits;
mod pass_plans;
mod pass_times;
mod passes;
mod planner;
mod resources;
mod search;
mod selection;
#[cfg(feature = "cluster")]
mod shared;
mod table;
mod whole;
mod yields;

pub use grid::Grid;
pub use holders::{HeldWord, Holder};
pub use pass_limits::{PassDepth, UserLimit};
pub use pass_times::{Clearing, Delays, PassIntervals, PassTimes};
#[cfg(feature = "alloc")]
pub use planner::BoxedPlanner;
pub use planner::{Decision, Planner, PlannerBuffers, PlannerSizes};
pub use resources::{PreemptOutcome, Resources};
pub use selection::{Selection, WindowGrowth};
#[cfg(all(feature = "cluster", feature = "alloc"))]
pub use shared::{BoxedOfferCache, BoxedRunners, BoxedShared, BoxedSharedPlanner};
#[cfg(feature = "cluster")]
pub use shared::{
    Neighbours, NodeChoice, NodeOffers, NodeRequest, OfferCacheBuffers, OfferCacheSizes, Release,
    Released, RunnerBuffers, RunnerSizes, RunningJob, SharedBuffers, SharedNodes, SharedPlanner,
    SharedPlannerBuffers, SharedPlannerSizes, SharedSizes, SleepState, SwitchState,
};
pub use table::Span;
pub use whole::WholeNodes;
pub use yields::{YieldRules, Yields};

use super::common::order::Order;
use super::{LastPass, Policy};
use crate::engine::{Context, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use pass_times::PassClock;

/// Slurm's scheduler, on [whole nodes of one partition](WholeNodes) or on
/// [nodes that jobs share](SharedNodes).
///
/// 1. The *main pass* starts jobs in the order of the queue until the first that does not
///    fit. It runs after completions and submissions, when the [`PassIntervals`] and the background
///    loop allow.
/// 2. The *backfill pass* forgets all plans and goes through the queue: each job starts now
///    or is planned at the earliest instant that is found, and later ones avoid its
///    nodes; one that is alone on its nodes is planned there as well when it starts. It runs
///    every `bf_interval` while jobs wait.
/// 3. To find that instant, starts are tried from now on. A plan is in the way if it begins
///    at or before the end of the job's limit. Running jobs are taken away in the order in
///    which their limits end, until there are enough nodes (under `select/cons_tres` window
///    by window: see [`Selection`]). If that takes longer than until
///    a plan gives back nodes that no other takes in the same instant, the next try is then.
///    Such an instant is looked for up to the second change of plans behind the limit's end:
///    a short job may find none, and then has no plan in this pass.
/// 4. Plans that are kept begin and end at multiples of `bf_resolution`, rounded down. One
///    that would then overlap another on its nodes is tried again from its own start.
/// 5. A job gets the shortest run of consecutive nodes that is long enough, otherwise the
///    longest ones. Limits are whole minutes, rounded up; clocks show whole seconds.
#[derive(Debug)]
pub struct Slurm<'a, G = WholeNodes<'a>> {
    resources: G,
    depth: PassDepth,
    clock: PassClock<'a>,
    first: PassClock<'a>,
    order: Order,
    user_limit: Option<UserLimit<'a>>,
    yields: Option<Yields<'a>>,
    last_pass: LastPass,
    // Number of jobs left waiting at the last call, and of jobs queued by then.
    jobs_left: usize,
    queued: u64,
    // Time before which backfill passes decide the same as the last one, if nothing
    // happens.
    steady: Time,
    // Kinds of passes that have started no job since the last event.
    idle: IdlePasses,
    // Until when preempted jobs are held.
    held_until: Time,
}

/// Kinds of passes over the queue that have started no job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct IdlePasses {
    main: bool,
    backfill: bool,
}

impl<'a> Slurm<'a> {
    /// With a planner for the machine; `list` has an entry for each of its nodes.
    ///
    /// # Errors
    /// `list` is too short.
    pub fn new(
        planner: Planner<'a>,
        depth: PassDepth,
        ticks: PassTimes<'a>,
        pace: PassIntervals,
        list: &'a mut [u32],
    ) -> Result<Self, CapacityError> {
        Ok(Self::with_resources(
            WholeNodes::new(planner, list)?,
            depth,
            ticks,
            pace,
        ))
    }
}

impl<'a, G: Resources> Slurm<'a, G> {
    /// On the given resources.
    pub fn with_resources(
        resources: G,
        depth: PassDepth,
        ticks: PassTimes<'a>,
        pace: PassIntervals,
    ) -> Self {
        let clock = PassClock::new(ticks, pace);
        Self {
            resources,
            depth,
            clock,
            first: clock,
            order: Order::Submitted,
            user_limit: None,
            yields: None,
            last_pass: LastPass::new(),
            jobs_left: 0,
            queued: 0,
            steady: Time::ZERO,
            idle: IdlePasses::default(),
            held_until: Time::ZERO,
        }
    }

    /// Sets the order of the queue.
    #[must_use]
    pub fn by(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Sets how many jobs of each user a backfill pass tests.
    #[must_use]
    pub fn with_user_limit(self, limit: UserLimit<'a>) -> Self {
        Self {
            user_limit: Some(limit),
            ..self
        }
    }

    /// Sets that backfill passes yield.
    #[must_use]
    pub fn with_yields(self, yields: Yields<'a>) -> Self {
        Self {
            yields: Some(yields),
            ..self
        }
    }

    /// When the sleeping backfill pass wakes up; `None` if none sleeps.
    fn asleep_until(&self) -> Option<Time> {
        self.yields.as_ref()?.asleep.map(|asleep| asleep.until)
    }

    /// Is called again at `next`, or when a grace ends before.
    fn wake_by(&self, context: &mut Context<'_, '_>, next: Time) {
        let next = next.min(self.resources.next_grace_end());
        if next == Time::MAX || context.wake_at(next).is_err() {
            context.cancel_wake();
        }
    }

    /// Whether no event can let a waiting job start: none runs, no advance reservation is
    /// to begin or to end, and both kinds of pass have found no room.
    fn is_stalled(&self, context: &Context<'_, '_>) -> bool {
        let IdlePasses { main, backfill } = self.idle;
        main && backfill
            && self.asleep_until().is_none()
            && context.first_running().is_none()
            && context.now() > self.held_until
            && self.resources.is_over(context)
    }
}

impl<G: Resources> Policy for Slurm<'_, G> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        self.resources.check(setup)?;
        if let Some(limit) = &self.user_limit {
            limit.check(setup.jobs())?;
        }
        if setup.outages.are_possible() {
            Err(PolicyError::Outages)
        } else {
            Ok(())
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let (now, passed) = (context.now(), self.last_pass.next(context));
        if passed.is_none() {
            (self.clock, self.jobs_left) = (self.first, 0);
            self.held_until = Time::ZERO;
            self.resources.restart();
            self.yields.iter_mut().for_each(Yields::restart);
            self.clock.on_room();
        }
        if self.resources.end_graces(context) {
            self.clock.on_preemption(now);
        }
        if self.resources.look_at_sleep(context) {
            self.idle = IdlePasses::default();
        }
        self.resources
            .order_queue(self.order, context, passed.is_some());
        let is_as_it_was = passed.is_some()
            && context.first_ended().is_none()
            && (context.waiting(), context.queued()) == (self.jobs_left, self.queued);
        if !is_as_it_was {
            // In another order the same jobs would fit.
            self.idle = IdlePasses::default();
            self.yields.iter_mut().for_each(|all| all.note_change(now));
        }
        if !is_as_it_was || context.is_ordered() || self.order.changes_with_time() {
            self.steady = Time::ZERO;
        }
        self.queued = context.queued();
        if context.first_ended().is_some() {
            self.clock.on_room();
        }
        if context.waiting() > self.jobs_left {
            self.clock.on_submission(now);
        }
        self.jobs_left = context.waiting();
        if context.head().is_none() {
            self.yields.iter_mut().for_each(Yields::forget_main);
            if self.asleep_until().is_some() {
                self.yields.iter_mut().for_each(Yields::begin);
                self.clock.end_pass(now);
            }
            self.wake_by(context, Time::MAX);
            return;
        }
        let due = self.clock.due(now);
        if let Some(is_full) = self.turn_of_main(due.main, now) {
            let depth = if is_full {
                usize::MAX
            } else {
                self.depth.main.saturating_add(1)
            };
            self.idle.main |= is_full;
            self.yields.iter_mut().for_each(|all| all.note_change(now));
            self.main_pass(context, depth);
        }
        let is_known =
            whole_second(now) < self.steady && !context.wants_reasons() && self.yields.is_none();
        self.idle.backfill |= due.backfill || self.depth.backfill == 0;
        if due.backfill && self.depth.backfill > 0 && !is_known {
            self.backfill_pass(context);
        } else {
            self.wake_up(context);
        }
        if context.wants_reasons() {
            self.explain_waits(context);
        }
        self.jobs_left = context.waiting();
        if self.is_stalled(context) {
            // Without a queue passes would go on forever.
            context.cancel_wake();
            return;
        }
        let next = if context.head().is_some() {
            let wakes = self.asleep_until().unwrap_or(Time::MAX);
            let main = self.yields.as_ref().map_or(Time::MAX, Yields::next_main);
            self.clock.next(now).min(wakes).min(main)
        } else {
            Time::MAX
        };
        self.wake_by(context, next);
    }
}

/// Limit of a job: whole minutes, rounded up.
fn limit(context: &Context<'_, '_>, job: JobId) -> Duration {
    const MINUTE: Duration = Duration::from_seconds(60);
    let minutes = context.request(job).estimate.0.div_ceil(MINUTE.0);
    Duration(minutes.saturating_mul(MINUTE.0))
}

/// Rounds down to a whole second, as clocks show it.
fn whole_second(at: Time) -> Time {
    Time::from_seconds(at.second())
}
