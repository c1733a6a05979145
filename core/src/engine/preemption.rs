//! Jobs that stop before they are done: suspended, resumed, killed.

use super::event::{Event, KillReason};
use super::jobs::Phase;
use super::sink::Sink;
use super::state::{Fate, State};
use crate::error::StartError;
use crate::ids::JobId;
use crate::rate::Rate;
use crate::time::{Duration, Time};

impl State<'_> {
    /// Stops `id` and lends its nodes to others.
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
        self.running.remove(self.jobs, id);
        self.suspended.insert_sorted(self.jobs, id);
        let job = &mut self.jobs[id.index()];
        job.phase = Phase::Suspended;
        self.nodes.vacate(job.held);
        sink.record(self.now, Event::Suspended(id));
        Ok(())
    }

    /// Lets `id` go on at `rate` on the nodes it had.
    pub(crate) fn resume(
        &mut self,
        id: JobId,
        rate: Rate,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Suspended, StartError::NotSuspended)?;
        let held = self.jobs[id.index()].held;
        if !self.nodes.occupy(held) {
            return Err(StartError::NoRoom);
        }
        self.suspended.remove(self.jobs, id);
        self.running.push(self.jobs, id);
        let job = &mut self.jobs[id.index()];
        job.phase = Phase::Running;
        job.updated = self.now;
        sink.record(self.now, Event::Resumed(id));
        sink.holds(id, self.nodes.intervals(held));
        self.launch(id, rate, sink);
        Ok(())
    }

    /// Stops `id` for good, wherever it is in its life, or sends it back to
    /// the queue.
    pub(crate) fn kill(
        &mut self,
        id: JobId,
        fate: Fate,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        let job = self.jobs.get(id.index());
        let phase = job.map_or(Phase::Future, |job| job.phase);
        match (phase, fate) {
            (Phase::Waiting, Fate::Drop) => self.waiting.remove(self.jobs, id),
            (Phase::Running | Phase::Loading | Phase::Placed | Phase::Suspended, _) => {
                self.cut_load(id, sink);
                self.leave(id);
            }
            _ => return Err(StartError::NotRunning),
        }
        self.timers.stop(id.index());
        let (next, reason) = match fate {
            Fate::Requeue => (Phase::Waiting, KillReason::Requeued),
            Fate::Drop if phase == Phase::Waiting => (Phase::Rejected, KillReason::Dropped),
            Fate::Drop => (Phase::Killed, KillReason::Dropped),
        };
        let job = &mut self.jobs[id.index()];
        // The work done until now, for whoever looks at the ended job.
        let done = job.rate.work_in(self.now.since(job.updated));
        job.remaining = Duration(job.remaining.0.saturating_sub(done.0));
        job.rate = Rate::STOPPED;
        job.updated = self.now;
        job.phase = next;
        match fate {
            Fate::Requeue => self.requeue(id),
            Fate::Drop => self.ended.push(self.jobs, id),
        }
        sink.record(self.now, Event::Killed(id, reason));
        Ok(())
    }

    /// Puts a job back into the queue, in the order of submission.
    fn requeue(&mut self, id: JobId) {
        let spec = &self.setup.workload[id.index()];
        let job = &mut self.jobs[id.index()];
        job.remaining = self.setup.work(spec);
        job.nodes = spec.nodes;
        job.started = Time::MAX;
        if let Some(work) = self.molded.get_mut(id.index()) {
            *work = Duration::ZERO;
        }
        if let Some(processes) = self.setup.processes {
            self.progress[processes.places(id)].fill(Duration::ZERO);
        }
        let (mut before, mut next) = (None, self.waiting.head);
        while let Some(other) = next
            && other < id
        {
            before = Some(other);
            next = self.jobs[other.index()].next;
        }
        self.waiting.insert(self.jobs, id, before);
        self.queue_grew = true;
    }
}
