//! Slurm's scheduler: a main pass in strict order, and a backfill pass that plans anew every time.
//!
//! Written from measurements of Slurm 22.05 and its manual, not from its source. What is
//! described in [`Slurm`] reproduces each of the 23 461 starts that a real one planned in
//! three measured runs, but for 13 in the second after a job ended, while its nodes were
//! still being cleared.

mod holders;
mod nodes;
mod planner;
mod table;
mod ticks;

pub use holders::{Holder, Selection};
pub use planner::{Decision, Grid, Planner, PlannerBuffers, PlannerSizes};
pub use table::Span;
pub use ticks::{Delays, Pace, Ticks};

use super::order::{Order, Ordering};
use super::{LastPass, Policy};
use crate::engine::{Context, HoldReason, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use ticks::Clock;

/// How far the passes look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Jobs that an ordinary main pass considers (`default_queue_depth`), and one.
    pub main: usize,
    /// Jobs that a backfill pass tests (`bf_max_job_test`); none without backfilling
    /// (`sched/builtin`). It also ends with a job that is planned when plans have cut time into
    /// as many spans.
    pub backfill: usize,
    /// Jobs that a backfill pass starts at most (`bf_max_job_start`).
    pub starts: usize,
    /// Jobs that a backfill pass plans at most; the others may only start at once
    /// (`bf_job_part_count_reserve`, with one partition).
    pub plans: usize,
    /// How long a job must have waited for a plan, and for those behind it to wait in a main
    /// pass (`bf_min_age_reserve`).
    pub least_age: Duration,
}

/// Slurm's scheduler on whole nodes of one partition.
///
/// 1. The *main pass* starts jobs in the order of the queue until the first that does not
///    fit. It runs after completions and submissions, when the [`Pace`] and the background
///    loop allow.
/// 2. The *backfill pass* forgets all plans and goes through the queue: each job starts now
///    or is planned at the earliest instant that is found, and later ones keep out of its
///    way. It runs every `bf_interval` while jobs wait.
/// 3. To find that instant, starts are tried from now on. A plan is in the way if it begins
///    at or before the end of the job's limit. Running jobs are taken away in the order in
///    which their limits end, until there are enough nodes. If that takes longer than until
///    a plan gives back nodes that nobody takes in the same instant, the next try is then.
///    Such an instant is looked for up to the second change of plans behind the limit's end:
///    a short job may find none, and then has no plan in this pass.
/// 4. Plans that are kept begin and end at multiples of `bf_resolution`, rounded down. One
///    that would then overlap another on its nodes is tried again from its own start.
/// 5. A job gets the shortest run of consecutive nodes that is long enough, else the longest
///    ones. Limits are whole minutes, rounded up; clocks show whole seconds.
#[derive(Debug)]
pub struct Slurm<'a> {
    planner: Planner<'a>,
    depth: Depth,
    clock: Clock<'a>,
    first: Clock<'a>,
    ordering: Ordering,
    list: &'a mut [u32],
    last_pass: LastPass,
    // Jobs that waited when this was last called, behind its passes.
    left: usize,
}

impl<'a> Slurm<'a> {
    /// On a planner for the machine; `list` has an entry for each of its nodes.
    ///
    /// # Errors
    /// `list` is too short.
    pub fn new(
        planner: Planner<'a>,
        depth: Depth,
        ticks: Ticks<'a>,
        pace: Pace,
        list: &'a mut [u32],
    ) -> Result<Self, CapacityError> {
        CapacityError::unless("list", planner.nodes() as usize, list.len())?;
        let clock = Clock::new(ticks, pace);
        Ok(Self {
            planner,
            depth,
            clock,
            first: clock,
            ordering: Ordering::new(Order::Submitted),
            list,
            last_pass: LastPass::new(),
            left: 0,
        })
    }

    /// The same with the queue in `order`.
    #[must_use]
    pub fn by(self, order: Order) -> Self {
        let ordering = Ordering::new(order);
        Self { ordering, ..self }
    }

    /// In the order of the queue until the first job that does not fit.
    fn main_pass(&mut self, context: &mut Context<'_, '_>, depth: usize) {
        let now = whole_second(context.now());
        let nobody = core::iter::empty();
        self.planner
            .begin(now, context.free_words(), nobody, |_| core::iter::empty());
        let mut next = context.head();
        for _ in 0..depth {
            let Some(job) = next else { return };
            next = context.after(job);
            let fits = self.planner.choose_now(context.nodes_of(job));
            let starts = fits && self.start(context, job, reason(context, job, PASSED_YOUNG));
            // Nothing is kept free for who has not waited for long enough.
            if !starts && self.is_old_enough(context, job) {
                return;
            }
        }
    }

    /// Starts `job` on the nodes that are chosen; whether it did.
    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool {
        let mut count = 0;
        for (place, node) in self.list.iter_mut().zip(self.planner.chosen()) {
            (*place, count) = (node, count + 1);
        }
        let nodes = self.list.get(..count).unwrap_or_default();
        let is_started = context.start_at(job, nodes, reason).is_ok();
        if is_started {
            self.planner.start_last(limit(context, job));
        }
        is_started
    }

    /// Plans anew, starting whoever can start now.
    fn backfill_pass(&mut self, context: &mut Context<'_, '_>) {
        let now = whole_second(context.now());
        // Plans are forgotten: those behind the last job that fits now change nothing.
        let mut next = context.head();
        let mut left = self.to_test(context, next, self.depth.backfill);
        if left == 0 {
            return;
        }
        let holds = |key| {
            let intervals = context.held(JobId::new(key as usize));
            intervals.flat_map(|(first, count)| first..first + count)
        };
        let running = context.running().map(|job| {
            (
                whole_second(context.started(job)).after(limit(context, job)),
                job.index() as u32,
            )
        });
        self.planner
            .begin(now, context.free_words(), running, holds);
        let (mut tested, mut starts, mut plans) = (0, 0, 0);
        while let (Some(job), 1..) = (next, left) {
            (next, left, tested) = (context.after(job), left - 1, tested + 1);
            let (nodes, limit) = (context.nodes_of(job), limit(context, job));
            let Some(start) = self.planner.earliest(nodes, limit).map(|found| found.start) else {
                continue;
            };
            if start <= now {
                if starts < self.depth.starts
                    && self.start(context, job, reason(context, job, BACKFILLED))
                {
                    starts += 1;
                    left = self.to_test(context, next, self.depth.backfill - tested);
                }
            } else if plans < self.depth.plans && self.is_old_enough(context, job) {
                context.set_plan(job, start.into());
                plans += 1;
                if self.planner.spans() >= self.depth.backfill {
                    return;
                }
                self.planner.plan_last(start, limit);
            }
        }
    }

    /// How many jobs of the queue from `next` on are to be tested, at most `most`: up to the
    /// last that asks for no more nodes than are free, or all if somebody asks why they wait.
    fn to_test(&self, context: &Context<'_, '_>, next: Option<JobId>, most: usize) -> usize {
        if context.asks_why() {
            return most;
        }
        let free = context.free_nodes();
        if free == 0 {
            return 0;
        }
        let tested = core::iter::successors(next, |&job| context.after(job)).take(most);
        let fitting = tested
            .enumerate()
            .filter(|&(_, job)| context.nodes_of(job) <= free);
        fitting.last().map_or(0, |(place, _)| place + 1)
    }

    fn is_old_enough(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let waited = context.now().since(context.request(job).submit);
        waited >= self.depth.least_age
    }
}

impl Policy for Slurm<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_equal_nodes()?;
        if setup.outages.are_possible() {
            return Err(PolicyError::Outages);
        }
        let (made_for, machine) = (self.planner.nodes(), setup.nodes);
        match made_for == machine {
            true => Ok(()),
            false => Err(PolicyError::Nodes { made_for, machine }),
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let (now, passed) = (context.now(), self.last_pass.next(context));
        if passed.is_none() {
            (self.clock, self.left) = (self.first, 0);
            self.clock.on_room();
        }
        self.ordering.apply(context, passed.is_some());
        if context.first_ended().is_some() {
            self.clock.on_room();
        }
        if context.waiting() > self.left {
            self.clock.on_submission(now);
        }
        self.left = context.waiting();
        if context.head().is_none() {
            context.sleep();
            return;
        }
        let due = self.clock.due(now);
        if let Some(is_full) = due.main {
            self.main_pass(
                context,
                if is_full {
                    usize::MAX
                } else {
                    self.depth.main.saturating_add(1)
                },
            );
        }
        if due.backfill && self.depth.backfill > 0 {
            self.backfill_pass(context);
        }
        if context.asks_why() {
            hold_all(context);
        }
        self.left = context.waiting();
        let next = self.clock.next(now);
        if context.head().is_none() || next == Time::MAX || context.wake_at(next).is_err() {
            context.sleep();
        }
    }
}

/// Why the main pass starts a job that is not the first.
const PASSED_YOUNG: &str = "those ahead that do not fit have not waited for `bf_min_age_reserve`";
/// Why the backfill pass does.
const BACKFILLED: &str = "the backfill pass found nodes that no plan needs before its limit ends";

/// Why `job` starts; `why` if it is not the first.
fn reason(context: &Context<'_, '_>, job: JobId, why: &'static str) -> StartReason {
    match context.head() {
        Some(head) if head != job => StartReason::Other {
            why,
            passed: Some(head),
        },
        _ => StartReason::Head,
    }
}

/// Says why each waiting job waits: the next pass that could start it has not come, or the last
/// one found no room.
fn hold_all(context: &mut Context<'_, '_>) {
    let Some(head) = context.head() else { return };
    let enough = context.nodes_of(head) <= context.free_nodes();
    match enough {
        true => context.hold(
            head,
            HoldReason::Other {
                why: "its main pass has not come yet",
                behind: None,
            },
        ),
        false => context.hold_for_room(head),
    }
    let mut next = context.after(head);
    while let Some(job) = next {
        context.hold(
            job,
            HoldReason::Other {
                why: "no backfill pass has found nodes for it yet that no plan needs",
                behind: Some(head),
            },
        );
        next = context.after(job);
    }
}

/// The limit of a job: whole minutes, rounded up.
fn limit(context: &Context<'_, '_>, job: JobId) -> Duration {
    const MINUTE: Duration = Duration::from_seconds(60);
    let minutes = context.request(job).estimate.0.div_ceil(MINUTE.0);
    Duration(minutes.saturating_mul(MINUTE.0))
}

/// What a clock shows that has no parts of seconds.
fn whole_second(at: Time) -> Time {
    const SECOND: Duration = Duration::from_seconds(1);
    Time(at.0 - at.0 % SECOND.0)
}
