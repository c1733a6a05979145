//! Jobs that stop before they are done: suspended, resumed, killed.

use crate::engine::jobs::Phase;
use crate::engine::observe::detail::Detail;
use crate::engine::observe::event::{Event, KillReason};
use crate::engine::observe::sink::Sink;
use crate::engine::state::{Fate, State};
use crate::error::StartError;
use crate::exact::{Exact, Fraction};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Time;

impl State<'_> {
    /// Suspends `id` and makes its nodes available to others.
    pub(crate) fn suspend(&mut self, id: JobId, sink: &mut dyn Sink) -> Result<(), StartError> {
        let phase = self.jobs.get(id.index()).map(|job| job.phase);
        if !matches!(phase, Some(Phase::Running | Phase::Loading)) {
            return Err(StartError::NotRunning);
        }
        if self.memory.is_none() && self.suspended.len >= self.setup.suspended {
            return Err(StartError::TooManySuspended);
        }
        self.cut_load(id, sink);
        self.set_rate(id, Rate::STOPPED);
        self.running.remove(&mut self.jobs, id);
        let order = self.specs.order(id);
        let behind = |other| self.specs.order(other) > order;
        self.suspended.insert_sorted(&mut self.jobs, id, behind);
        let job = &mut self.jobs[id.index()];
        job.phase = Phase::Suspended;
        self.nodes.vacate(job.held.list());
        sink.record(self.now, Event::Suspended(id));
        Ok(())
    }

    /// Resumes `id` at `rate` on the nodes it had.
    pub(crate) fn resume(
        &mut self,
        id: JobId,
        rate: Rate,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Suspended, StartError::NotSuspended)?;
        let held = self.jobs[id.index()].held.list();
        if !self.nodes.occupy(held) {
            return Err(StartError::NoRoom);
        }
        self.suspended.remove(&mut self.jobs, id);
        self.running.push(&mut self.jobs, id);
        self.jobs[id.index()].phase = Phase::Running;
        self.set_updated(id, self.exact_now());
        sink.record(self.now, Event::Resumed(id));
        let nodes = self.nodes.intervals(held);
        sink.detail(self.now, &Detail::Holds { job: id, nodes });
        self.launch(id, rate, sink);
        Ok(())
    }

    /// Stops `id` for good, in any phase, or sends it back to the queue.
    pub(crate) fn kill(
        &mut self,
        id: JobId,
        fate: Fate,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        let reason = match fate {
            Fate::Requeue => KillReason::Requeued,
            Fate::Drop => KillReason::Dropped,
            Fate::Cancel => KillReason::Preempted,
        };
        self.kill_for(id, fate, reason, sink)
    }

    /// As [`State::kill`], reporting another `reason`.
    pub(in crate::engine) fn kill_for(
        &mut self,
        id: JobId,
        fate: Fate,
        reason: KillReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        let job = self.jobs.get(id.index());
        let phase = job.map_or(Phase::Future, |job| job.phase);
        match (phase, fate) {
            (Phase::Waiting, Fate::Drop) => self.waiting.remove(&mut self.jobs, id),
            (Phase::Running | Phase::Loading | Phase::Placed | Phase::Suspended, _) => {
                self.cut_load(id, sink);
                self.remove_from_machine(id);
            }
            _ => return Err(StartError::NotRunning),
        }
        self.timers.stop(id.index());
        let next = match fate {
            Fate::Requeue => Phase::Waiting,
            Fate::Drop if phase == Phase::Waiting => Phase::Rejected,
            Fate::Drop | Fate::Cancel => Phase::Killed,
        };
        // Records the work done until now, for readers of the ended job.
        if phase != Phase::Placed {
            self.set_remaining(id, self.work_left(id));
        }
        self.set_updated(id, self.exact_now());
        let job = &mut self.jobs[id.index()];
        job.rate = Rate::STOPPED;
        job.phase = next;
        match fate {
            Fate::Requeue => self.requeue(id),
            Fate::Drop | Fate::Cancel => {
                self.ended.push(&mut self.jobs, id);
                self.end_on_cluster(id);
            }
        }
        sink.record(self.now, Event::Killed(id, reason));
        Ok(())
    }

    /// Puts a job back into the queue, in the order of submission.
    fn requeue(&mut self, id: JobId) {
        self.set_remaining(id, self.exact_work(id) - Exact::from(self.kept(id)));
        self.set_started(id, Time::MAX.into());
        let job = &mut self.jobs[id.index()];
        (job.nodes, job.has_started) = (self.specs.of(id).nodes, true);
        if let Some(work) = self.molded.get_mut(id.index()) {
            *work = Exact::ZERO;
        }
        if let Some(processes) = self.setup.processes() {
            let (places, kept) = (processes.range_of(id), self.kept(id));
            self.progress[places.clone()].fill(kept);
            if let Some(parts) = self.progress_parts.get_mut(places) {
                parts.fill(Fraction::NONE);
            }
        }
        let (mut before, mut next) = (None, self.waiting.head);
        while let Some(other) = next
            && self.specs.order(other) < self.specs.order(id)
        {
            before = Some(other);
            next = self.jobs[other.index()].next;
        }
        self.waiting.insert(&mut self.jobs, &self.specs, id, before);
        self.queue_grew = true;
    }
}
