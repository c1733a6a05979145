//! Processing of one instant: all events due at it, then one call of the policy.

use super::owners::TimerOwner;
use crate::engine::context::Context;
use crate::engine::jobs::specs::Specs;
use crate::engine::observe::sink::Sink;
use crate::engine::observe::view::View;
use crate::engine::policy::Policy;
use crate::engine::state::State;
use crate::exact::Fraction;
use crate::families;
use crate::units::time::Time;

impl State<'_> {
    /// Time of the next event, if any.
    #[inline]
    pub(crate) fn next_instant(&self) -> Option<Time> {
        if self.has_only_outages_left() {
            return None;
        }
        match (self.timers.next(), self.next_submit()) {
            (Some(timer), Some(submit)) => Some(timer.min(submit)),
            (timer, submit) => timer.or(submit),
        }
    }

    /// Submit time of the next job, as far as it is known.
    #[inline]
    pub(crate) fn next_submit(&self) -> Option<Time> {
        match &self.specs {
            Specs::Whole(workload) => workload.get(self.submitted).map(|spec| spec.submit),
            Specs::Slots(_) => self.next_submit,
        }
    }

    /// Advances to `now` and processes all events due then.
    #[inline]
    pub(crate) fn advance_to(&mut self, now: Time, sink: &mut dyn Sink) {
        self.now = now;
        self.part = Fraction::EARLIEST; // until what happens says
        self.carry = f64::NEG_INFINITY; // until an event on a server says
        while let Some(timer) = self.timers.pop_due(now) {
            match self.owner_of(timer) {
                TimerOwner::Job(job) => {
                    self.note_due(job);
                    self.timer_due(job, sink);
                }
                // It has no event of its own: it only wakes the policy.
                TimerOwner::Policy => self.part = self.part.later(self.wake),
                TimerOwner::Server(server) if families::PLACEMENT => {
                    self.note_whole();
                    self.server_due(server, sink);
                }
                TimerOwner::Outages if families::OUTAGES => {
                    self.note_whole();
                    self.scheduled_due(sink);
                }
                TimerOwner::Node(node) if families::OUTAGES => {
                    self.note_whole();
                    self.fault_due(node, sink);
                }
                // Parts of the engine that are not built have no timers.
                _ => {}
            }
        }
        self.end_timers(sink);
    }

    /// Lets `policy` decide, then clears the list of ended jobs.
    #[inline]
    pub(crate) fn decide<P: Policy + ?Sized>(&mut self, policy: &mut P, sink: &mut dyn Sink) {
        self.decide_and_keep(policy, sink);
        self.clear_ended();
    }

    /// Lets `policy` decide and keeps the list of ended jobs.
    #[inline]
    pub(crate) fn decide_and_keep<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) {
        self.settle_cycles();
        self.passes += 1;
        let asks_why = sink.wants_reasons();
        policy.schedule(&mut Context::new(self, sink, asks_why));
        self.forget_changes();
        self.update_changed_rates();
        sink.instant(&View::new(self));
    }

    /// Finishes an instant after all timers due at it.
    #[inline]
    fn end_timers(&mut self, sink: &mut dyn Sink) {
        if self.part == Fraction::EARLIEST {
            self.part = Fraction::NONE;
        }
        if self.carry == f64::NEG_INFINITY {
            self.carry = 0.0;
        }
        self.release(sink);
    }

    /// Clears the list of jobs that ended at this instant; their slots are free.
    #[inline]
    pub(crate) fn clear_ended(&mut self) {
        let mut ended = core::mem::take(&mut self.ended).head;
        if let Specs::Slots(slots) = &mut self.specs {
            while let Some(id) = ended {
                ended = self.jobs[id.index()].next;
                slots.give_back(&mut self.jobs, id);
            }
        }
    }
}
