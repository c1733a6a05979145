//! The backfill pass over the queue.

use core::ops::ControlFlow;

use super::explain::{BACKFILLED, reason};
use super::passes::BackfillPass;
use super::yields::NextStep;
use super::{IdlePasses, Resources, Slurm, limit, whole_second};
use crate::engine::Context;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Number of plans after which the jobs that may still start are counted again.
const LOOKS: usize = 3;

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
    /// Plans anew, starting each job that can start now.
    pub(super) fn backfill_pass(&mut self, context: &mut Context<'_, '_>) {
        // Plans are forgotten: those behind the last job that fits now change nothing.
        let next = context.head();
        let (left, last) = self.to_test(context, next, self.depth.backfill);
        // Another pass may find more once a job may start again, or may be preempted.
        let released = self.first_release(context);
        let released = released.min(self.resources.next_preemptable(context));
        self.steady = released;
        if left == 0 {
            return;
        }
        self.resources.begin_backfill(context);
        if let Some(limit) = &mut self.user_limit {
            limit.begin();
        }
        if let Some(yields) = &mut self.yields {
            yields.begin();
        }
        let pass = BackfillPass {
            begun: context.now(),
            next,
            left,
            last,
            tested: 0,
            starts: 0,
            plans: 0,
            steady_until: self.yields.is_none().then_some(released),
            has_slept: false,
        };
        self.go_on(context, pass);
    }

    /// Goes on with a pass that has slept, or ends it.
    pub(super) fn wake_up(&mut self, context: &mut Context<'_, '_>) {
        let Some(yields) = &mut self.yields else {
            return;
        };
        let Some(woken) = yields.wake_up(context.now()) else {
            return;
        };
        // A job that was cancelled meanwhile stands in no queue.
        let next = woken.pass.next;
        if woken.is_over || next.is_some_and(|job| !context.is_waiting(job)) {
            self.clock.end_pass(yields.end_pass(context.now()));
            return;
        }
        let given_back = yields.given_back(context.free_words());
        self.resources.resume_backfill(context, given_back);
        self.go_on(context, woken.pass);
    }

    fn go_on(&mut self, context: &mut Context<'_, '_>, mut pass: BackfillPass) {
        while let (Some(job), 1..) = (pass.next, pass.left) {
            let is_new = context.request(job).submit > pass.begun;
            if self.is_held(context, job) || is_new {
                // It is not among those that are tested; the next one is slept for.
                (pass.next, pass.has_slept) = (context.after(job), false);
                continue;
            }
            if !pass.has_slept {
                match self.next_step(context, job, pass) {
                    NextStep::Sleep => return,
                    NextStep::End => break,
                    NextStep::Test => {}
                }
            }
            pass = BackfillPass {
                next: context.after(job),
                left: pass.left - 1,
                tested: pass.tested + 1,
                has_slept: false,
                ..pass
            };
            if self.test(context, job, &mut pass).is_break() {
                break;
            }
        }
        let until = |released| self.resources.steady_until().min(released);
        self.steady = pass.steady_until.map_or(Time::ZERO, until);
        if let Some(yields) = &mut self.yields {
            self.clock.end_pass(yields.end_pass(context.now()));
        }
    }

    /// Next step of a pass that has come to `job`: if it yields, it may sleep before the test and before each
    /// try to plan it.
    fn next_step(&mut self, context: &Context<'_, '_>, job: JobId, pass: BackfillPass) -> NextStep {
        if self.yields.is_none() {
            return NextStep::Test;
        }
        let is_tried = context.is_allowed(job)
            && (self.user_limit.as_ref()).is_none_or(|all| all.has_room_for(job));
        let tries = if is_tried {
            let _ = self.resources.earliest(context, job, limit(context, job));
            self.resources.tries()
        } else {
            0
        };
        let pass = BackfillPass {
            has_slept: true,
            ..pass
        };
        let Some(yields) = &mut self.yields else {
            return NextStep::Test;
        };
        let step = yields.next_step(pass, (context.now(), tries), context.free_words());
        if step == NextStep::Sleep {
            self.clock.fall_asleep();
        }
        step
    }

    /// Starts or plans `job`; breaks if the pass ends with it.
    fn test(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        pass: &mut BackfillPass,
    ) -> ControlFlow<()> {
        let now = whole_second(context.now());
        if !context.is_allowed(job) {
            // Limits change with events alone, advance reservations with time.
            pass.is_steady_if(self.resources.is_over(context));
            return ControlFlow::Continue(());
        }
        if !self.user_limit.as_mut().is_none_or(|all| all.admits(job)) {
            return ControlFlow::Continue(());
        }
        let limit = limit(context, job);
        if !self.tests_all(context) && self.resources.is_vain(context, job, limit) {
            return ControlFlow::Continue(());
        }
        let Some((start, found)) = self.find_start(context, job, limit) else {
            pass.is_steady_if(!self.resources.may_preempt(context, job));
            return ControlFlow::Continue(());
        };
        pass.is_steady_if(found == FoundStart::Free);
        pass.is_steady_if(start > now && self.is_old_enough(context, job));
        if found == FoundStart::ByPreemption && start <= now {
            // It starts once they have gone: it has a plan until then.
            self.resources.plan(context, job, now, limit);
            self.preempt(context, job);
            let most = self.depth.backfill - pass.tested;
            (pass.left, pass.last) = self.to_test(context, pass.next, most);
            ControlFlow::Continue(())
        } else if start <= now {
            self.start_in_pass(context, job, pass)
        } else {
            self.plan_in_pass(context, (job, start), pass)
        }
    }

    fn start_in_pass(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        pass: &mut BackfillPass,
    ) -> ControlFlow<()> {
        let why = reason(context, job, BACKFILLED);
        if pass.starts < self.depth.starts && self.resources.start(context, job, why) {
            (pass.starts, self.idle) = (pass.starts + 1, IdlePasses::default());
            if let Some(yields) = &mut self.yields {
                yields.note_change(context.now());
            }
            if pass.starts == self.depth.starts {
                // Nothing behind the last start is planned.
                return ControlFlow::Break(());
            }
            let limit = limit(context, job);
            self.resources.plan_started(context, job, limit);
            if self.resources.has_preemptable_jobs() {
                let most = self.depth.backfill - pass.tested;
                (pass.left, pass.last) = self.to_test(context, pass.next, most);
            } else {
                self.skip_last(context, pass);
            }
        }
        ControlFlow::Continue(())
    }

    fn plan_in_pass(
        &mut self,
        context: &mut Context<'_, '_>,
        (job, start): (JobId, Time),
        pass: &mut BackfillPass,
    ) -> ControlFlow<()> {
        if !self.is_old_enough(context, job)
            || self.resources.plans(context, job) >= self.depth.plans
        {
            return ControlFlow::Continue(());
        }
        context.set_plan(job, start.into());
        if self.resources.spans() >= self.depth.backfill {
            return ControlFlow::Break(());
        }
        self.resources
            .plan(context, job, start, limit(context, job));
        pass.plans += 1;
        if pass.plans.is_multiple_of(LOOKS) {
            self.skip_last(context, pass);
        }
        ControlFlow::Continue(())
    }

    /// Whether also jobs are tested of which it is known that they do not start: for the reasons, or
    /// for the time that this takes.
    fn tests_all(&self, context: &Context<'_, '_>) -> bool {
        context.wants_reasons() || self.yields.is_some()
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

    /// Number of jobs of the queue from `next` on to be tested, at most `most`, and the last
    /// of them: up to the last that could start now if nothing were planned, or all if the
    /// sink wants reasons.
    fn to_test(
        &self,
        context: &Context<'_, '_>,
        next: Option<JobId>,
        most: usize,
    ) -> (usize, Option<JobId>) {
        if self.tests_all(context) {
            return (most, None);
        }
        if context.free_nodes() == 0 && !self.resources.has_preemptable_jobs() {
            return (0, None);
        }
        let fitting = self
            .tested_from(context, next)
            .take(most)
            .enumerate()
            .filter(|&(_, job)| self.resources.may_fit(context, job));
        let last = fitting.last();
        last.map_or((0, None), |(index, job)| (index + 1, Some(job)))
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

    /// Takes the last jobs to be tested away that cannot start now by the present plans:
    /// plans behind the last of them that may change nothing.
    fn skip_last(&mut self, context: &Context<'_, '_>, pass: &mut BackfillPass) {
        if self.tests_all(context) {
            return;
        }
        self.resources.count_open(context);
        while let (Some(job), 1..) = (pass.last, pass.left) {
            if self.resources.held_until(job) <= context.now() {
                if self.resources.may_start(context, job) {
                    return;
                }
                pass.left -= 1;
            }
            pass.last = context.before(job);
        }
    }
}
