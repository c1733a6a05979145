//! Times of jobs with fractions of a nanosecond: reports are rounded up, the state is not.

use core::cmp::Ordering;

use super::{Job, Phase};
use crate::engine::context::Context;
use crate::engine::state::State;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Time;

impl State<'_> {
    /// Work that `id` gets to do, exactly; its [`Job`] has it rounded up.
    pub(crate) fn exact_work(&self, id: JobId) -> Exact {
        let spec = self.specs.of(id);
        self.setup.exact(id, spec, self.setup.work(spec))
    }

    /// Whether times may be no whole nanoseconds in this run.
    #[inline]
    pub(crate) fn has_parts(&self) -> bool {
        families::EXACT && !self.parts.is_empty()
    }

    /// The present instant.
    ///
    /// All events within one nanosecond happen at one instant, the last of them.
    #[inline]
    pub(crate) fn exact_now(&self) -> Exact {
        Exact::with_fraction(self.now.0, self.part)
    }

    /// Notes an event at a whole nanosecond.
    #[inline]
    pub(crate) fn note_whole(&mut self) {
        self.part = Fraction::NONE;
    }

    /// Notes the exact time at which the finish timer of `id` is due.
    #[inline]
    pub(crate) fn note_due(&mut self, id: JobId) {
        if self.has_parts() {
            self.note_exactly(id)
        } else {
            self.note_whole()
        }
    }

    #[inline(never)]
    fn note_exactly(&mut self, id: JobId) {
        let Job { phase, rate, .. } = self.jobs[id.index()];
        let end = match phase {
            Phase::Loading => self.updated(id),
            // The policy knows the end of its processes to the nanosecond.
            _ if rate.is_stopped() => Exact::from(self.now),
            _ => self.updated(id) + self.remaining(id).time_at(rate),
        };
        if end.instant() == self.now {
            self.part = self.part.later(end.fraction())
        } else {
            self.note_whole()
        }
    }

    /// Start of `id`; the planned start while it waits.
    #[inline]
    pub(crate) fn started(&self, id: JobId) -> Exact {
        let part = self.parts.get(id.index());
        let part = part.map_or(Fraction::NONE, |parts| parts.started);
        Exact::with_fraction(self.jobs[id.index()].started.0, part)
    }

    /// Work `id` had left at its last update.
    #[inline]
    pub(crate) fn remaining(&self, id: JobId) -> Exact {
        let part = self.parts.get(id.index());
        let part = part.map_or(Fraction::NONE, |parts| parts.remaining);
        Exact::with_fraction(self.jobs[id.index()].remaining.0, part)
    }

    #[inline]
    pub(crate) fn set_remaining(&mut self, id: JobId, work: Exact) {
        self.jobs[id.index()].remaining = work.round_up();
        if let Some(parts) = self.parts.get_mut(id.index()) {
            parts.remaining = work.fraction();
        }
    }

    /// Time of the last update of `id`; for a loading job, the end of the load.
    #[inline]
    pub(crate) fn updated(&self, id: JobId) -> Exact {
        let part = self.parts.get(id.index());
        let part = part.map_or(Fraction::NONE, |parts| parts.updated);
        Exact::with_fraction(self.jobs[id.index()].updated.0, part)
    }

    #[inline]
    pub(crate) fn set_updated(&mut self, id: JobId, at: Exact) {
        self.jobs[id.index()].updated = at.instant();
        if let Some(parts) = self.parts.get_mut(id.index()) {
            parts.updated = at.fraction();
        }
    }

    /// Records the planned start `at` of the waiting `id`.
    #[inline]
    pub(crate) fn set_started(&mut self, id: JobId, at: Exact) {
        self.jobs[id.index()].started = at.instant();
        if let Some(parts) = self.parts.get_mut(id.index()) {
            parts.started = at.fraction();
        }
    }

    #[inline]
    pub(in crate::engine) fn left_exactly(&self, id: JobId) -> Exact {
        if self.jobs[id.index()].rate.is_stopped() {
            self.remaining(id)
        } else {
            self.left_at_rate(id)
        }
    }

    #[inline(never)]
    fn left_at_rate(&self, id: JobId) -> Exact {
        let passed = self.exact_now() - self.updated(id);
        self.remaining(id) - passed.work_at(self.jobs[id.index()].rate)
    }

    /// `change_rate` where times have parts.
    #[cold]
    #[inline(never)]
    pub(in crate::engine) fn change_rate_exactly(&mut self, id: JobId, rate: Rate) {
        let goes_on = self.jobs[id.index()].rate == rate;
        if goes_on && !rate.is_stopped() && self.timers.is_set(id.index()) {
            return;
        }
        let (now, left) = (self.exact_now(), self.left_exactly(id));
        self.set_remaining(id, left);
        self.set_updated(id, now);
        self.jobs[id.index()].rate = rate;
        if rate.is_stopped() {
            self.timers.stop(id.index())
        } else {
            let end: Time = (now + left.time_at(rate)).instant();
            self.set_timer(id, end);
        }
    }
}

impl Context<'_, '_> {
    /// [`Context::expected_completion_at`] where times have parts.
    #[inline(never)]
    pub(in crate::engine) fn expected_exactly(&self, job: JobId, requested: Time) -> Exact {
        let mut estimate = self.estimate(job);
        let started = self.state.started(job);
        while (started + estimate).instant() <= requested && estimate < Exact::whole(u64::MAX / 2) {
            estimate = estimate + estimate;
        }
        started + estimate
    }

    /// [`Context::estimate_left`] where times have parts.
    pub(in crate::engine) fn estimate_left_exactly(&self, job: JobId) -> Exact {
        let (left, work) = (self.state.work_left(job), self.state.exact_work(job));
        let spec = self.state.specs.of(job);
        let estimate = self.state.setup.exact(job, spec, spec.estimate);
        if !estimate.is_whole() || !work.is_whole() {
            return left + estimate - work;
        }
        // The difference of the two is whole, and often zero.
        match estimate.cmp(&work) {
            Ordering::Equal => left,
            Ordering::Greater => left + (estimate - work),
            Ordering::Less => left - (work - estimate),
        }
    }
}
