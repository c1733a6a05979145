//! The main pass over the queue, what it shares with the backfill pass, and how far that has come.

use super::explain::{PASSED_YOUNG, reason};
use super::{IdlePasses, PreemptOutcome, Resources, Slurm};
use crate::engine::Context;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl<G: Resources> Slurm<'_, G> {
    /// The main pass that runs now, if that which is `due`, over the whole queue or not, or one before has not
    /// to wait for a backfill pass at work. Passes of a log have waited already.
    pub(super) fn turn_of_main(&mut self, due: Option<bool>, now: Time) -> Option<bool> {
        let Some(yields) = self.yields.as_mut().filter(|_| self.clock.is_free()) else {
            return due;
        };
        let is_full = yields.turn_of_main(due, now)?;
        self.clock.begin_main(now, is_full);
        Some(is_full)
    }

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
                self.note_main_start(job, next);
                continue;
            }
            self.preempt(context, job);
            // A job that has not waited for long enough blocks no nodes.
            if self.is_old_enough(context, job) && !self.resources.block(context, job) {
                return;
            }
        }
    }

    /// Preempts others for `job`, if there are such; it starts in the next main pass once they have gone.
    pub(super) fn preempt(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        if !self.resources.may_preempt(context, job) {
            return;
        }
        let outcome = self.resources.preempt(context, job);
        if outcome > PreemptOutcome::Unchanged {
            // Who is preempted for good leaves perhaps no job running.
            (self.steady, self.idle) = (Time::ZERO, IdlePasses::default());
        }
        if outcome == PreemptOutcome::Stopped {
            self.clock.on_preemption(context.now());
        }
    }

    /// Whether `job` may not start yet because it was preempted.
    pub(super) fn is_held(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let until = self.resources.held_until(job);
        let is_held = until > context.now();
        if is_held {
            self.held_until = self.held_until.max(until);
        }
        is_held
    }

    pub(super) fn is_old_enough(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let waited = context.now().since(context.request(job).submit);
        waited >= self.depth.least_age
    }

    /// Notes that a main pass has started `job`, behind which stands `next`: a backfill pass that
    /// sleeps goes on there.
    fn note_main_start(&mut self, job: JobId, next: Option<JobId>) {
        let asleep = self.yields.iter_mut().find_map(|all| all.asleep.as_mut());
        if let Some(asleep) = asleep.filter(|asleep| asleep.pass.next == Some(job)) {
            (asleep.pass.next, asleep.pass.has_slept) = (next, false);
        }
    }
}

/// A backfill pass under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackfillPass {
    pub(super) begun: Time,
    /// The job to be tested next.
    pub(super) next: Option<JobId>,
    /// Number of jobs from there on that are tested at most.
    pub(super) left: usize,
    /// The last of these, if they are not all that the depth allows.
    pub(super) last: Option<JobId>,
    pub(super) tested: usize,
    pub(super) starts: usize,
    pub(super) plans: usize,
    /// Whether another pass would decide the same until this time.
    pub(super) steady_until: Option<Time>,
    /// Whether it has slept before the test of the next job.
    pub(super) has_slept: bool,
}

impl BackfillPass {
    /// Another pass decides the same only if `is_so`.
    pub(super) fn is_steady_if(&mut self, is_so: bool) {
        self.steady_until = self.steady_until.filter(|_| is_so);
    }
}
