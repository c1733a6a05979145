//! The main pass and the backfill pass over the queue.

use super::explain::{BACKFILLED, PASSED_YOUNG, reason};
use super::{IdlePasses, Resources, Slurm, limit, whole_second};
use crate::engine::Context;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Number of plans after which the jobs that may still start are counted again.
const LOOKS: usize = 5;

/// How a start was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FoundStart {
    /// Beside all running jobs.
    Free,
    /// On nodes that are still being cleared: a second later.
    OnClearedNodes,
    /// As if jobs that may be preempted did not run.
    ByPreemption,
}

impl<G: Resources> Slurm<'_, G> {
    /// Starts jobs in the order of the queue until the first that does not fit.
    pub(super) fn main_pass(&mut self, context: &mut Context<'_, '_>, depth: usize) {
        let clearing = self.clock.clearing(context.now());
        self.resources.begin_main(context, clearing);
        let (mut next, mut tested) = (context.head(), 0);
        while let Some(job) = next
            && tested < depth
        {
            next = context.after(job);
            if self.is_held(context, job) {
                continue;
            }
            tested += 1;
            if !context.is_allowed(job) {
                continue;
            }
            let starts = self.resources.choose_now(context, job)
                && self
                    .resources
                    .start(context, job, reason(context, job, PASSED_YOUNG));
            if starts {
                (self.steady, self.idle) = (Time::ZERO, IdlePasses::default());
                continue;
            }
            self.preempt(context, job);
            // A job that has not waited for long enough blocks no nodes.
            if self.is_old_enough(context, job) && !self.resources.block(context, job) {
                return;
            }
        }
    }

    /// Plans anew, starting each job that can start now.
    pub(super) fn backfill_pass(&mut self, context: &mut Context<'_, '_>) {
        // Plans are forgotten: those behind the last job that fits now change nothing.
        let mut next = context.head();
        let mut left = self.to_test(context, next, self.depth.backfill);
        // Another pass may find more once a job may start again.
        let released = self.first_release(context);
        self.steady = released;
        if left == 0 {
            return;
        }
        self.resources.begin_backfill(context);
        if let Some(limit) = &mut self.user_limit {
            limit.begin();
        }
        let now = whole_second(context.now());
        let (mut tested, mut starts, mut plans) = (0, 0, 0);
        let mut is_steady = true;
        while let (Some(job), 1..) = (next, left) {
            next = context.after(job);
            if self.is_held(context, job) {
                // It is not among those that are tested.
                continue;
            }
            (left, tested) = (left - 1, tested + 1);
            if !context.is_allowed(job) {
                // Limits change with events alone, advance reservations with time.
                is_steady &= self.resources.is_over(context);
                continue;
            }
            if !self.user_limit.as_mut().is_none_or(|all| all.admits(job)) {
                continue;
            }
            let limit = limit(context, job);
            let Some((start, found)) = self.find_start(context, job, limit) else {
                is_steady &= !self.resources.may_preempt(context, job);
                continue;
            };
            is_steady &= found == FoundStart::Free;
            is_steady &= start > now && self.is_old_enough(context, job);
            if found == FoundStart::ByPreemption && start <= now {
                // It starts once they have gone: it has a plan until then.
                self.resources.plan(context, job, now, limit);
                self.preempt(context, job);
                left = self.to_test(context, next, self.depth.backfill - tested);
            } else if start <= now {
                let why = reason(context, job, BACKFILLED);
                if starts < self.depth.starts && self.resources.start(context, job, why) {
                    (starts, self.idle) = (starts + 1, IdlePasses::default());
                    if starts == self.depth.starts {
                        // Nothing behind the last start is planned.
                        break;
                    }
                    self.resources.plan_started(context, job, limit);
                    left = self.to_test(context, next, self.depth.backfill - tested);
                }
            } else if self.is_old_enough(context, job)
                && self.resources.plans(context, job) < self.depth.plans
            {
                context.set_plan(job, start.into());
                if self.resources.spans() >= self.depth.backfill {
                    break;
                }
                self.resources.plan(context, job, start, limit);
                plans += 1;
                if plans % LOOKS == 0 && !context.wants_reasons() {
                    left = self.left_to_test(context, next, left);
                }
            }
        }
        self.steady = if is_steady {
            self.resources.steady_until().min(released)
        } else {
            Time::ZERO
        };
    }

    /// Earliest start of `job` in a backfill pass, and how it was found.
    fn find_start(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        limit: Duration,
    ) -> Option<(Time, FoundStart)> {
        let now = whole_second(context.now());
        let start = self.resources.earliest(context, job, limit);
        if start.is_none_or(|at| at > now) && self.resources.may_preempt(context, job) {
            let start = self
                .resources
                .earliest_without_preemptable(context, job, limit)?;
            return Some((start, FoundStart::ByPreemption));
        }
        let start = start?;
        let clearing = self.clock.clearing(context.now());
        if start <= now && self.resources.has_chosen(clearing) {
            let next = now.after(Duration::from_seconds(1));
            return Some((next, FoundStart::OnClearedNodes));
        }
        Some((start, FoundStart::Free))
    }

    /// Preempts others for `job`, if there are such; it starts in the next main pass.
    fn preempt(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        if self.resources.may_preempt(context, job) && self.resources.preempt(context, job) {
            self.steady = Time::ZERO;
            self.clock.on_preemption(context.now());
        }
    }

    /// Whether `job` may not start yet because it was preempted.
    fn is_held(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let until = self.resources.held_until(job);
        let is_held = until > context.now();
        if is_held {
            self.held_until = self.held_until.max(until);
        }
        is_held
    }

    /// Number of jobs of the queue from `next` on to be tested, at most `most`: up to the
    /// last that could start now if nothing were planned, or all if the sink wants reasons.
    fn to_test(&self, context: &Context<'_, '_>, next: Option<JobId>, most: usize) -> usize {
        if context.wants_reasons() {
            return most;
        }
        if context.free_nodes() == 0 && !self.resources.has_preemptable_jobs() {
            return 0;
        }
        let fitting = self
            .tested_from(context, next)
            .take(most)
            .enumerate()
            .filter(|&(_, job)| self.resources.may_fit(context, job));
        fitting.last().map_or(0, |(index, _)| index + 1)
    }

    /// Second in which the first of the preempted jobs that wait may start again; the end of time if
    /// there is none.
    fn first_release(&self, context: &Context<'_, '_>) -> Time {
        if !self.resources.has_preemptable_jobs() {
            return Time::MAX;
        }
        let all = core::iter::successors(context.head(), |&job| context.after(job));
        let released = all.map(|job| self.resources.held_until(job));
        let first = released.filter(|&at| at > context.now()).min();
        first.map_or(Time::MAX, whole_second)
    }

    /// Jobs of the queue from `next` on that may start again if they were preempted.
    fn tested_from(
        &self,
        context: &Context<'_, '_>,
        next: Option<JobId>,
    ) -> impl Iterator<Item = JobId> {
        let all = core::iter::successors(next, |&job| context.after(job));
        all.filter(|&job| self.resources.held_until(job) <= context.now())
    }

    /// Number of the next `most` jobs to be tested, by the present plans: plans behind the
    /// last of them that may start now change nothing.
    fn left_to_test(
        &mut self,
        context: &Context<'_, '_>,
        next: Option<JobId>,
        most: usize,
    ) -> usize {
        self.resources.count_open(context);
        let starting = self
            .tested_from(context, next)
            .take(most)
            .enumerate()
            .filter(|&(_, job)| self.resources.may_start(context, job, limit(context, job)));
        starting.last().map_or(0, |(index, _)| index + 1)
    }

    fn is_old_enough(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let waited = context.now().since(context.request(job).submit);
        waited >= self.depth.least_age
    }
}
