//! Moldable jobs: their work depends on the number of processors.

use crate::engine::context::Context;
use crate::engine::jobs::Phase;
use crate::engine::observe::event::{Event, Mold, StartReason};
use crate::engine::observe::sink::Sink;
use crate::engine::state::State;
use crate::error::StartError;
use crate::exact::Exact;
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Time;

impl State<'_> {
    /// Work of `id`, at its present size if it is molded.
    pub(crate) fn work_of(&self, id: JobId) -> Exact {
        match self.molded.get(id.index()) {
            Some(&work) if families::MOLDABLE && work > Exact::ZERO => work,
            _ => self.exact_work(id),
        }
    }

    /// Sets the size of the admitted `id`; its progress is lost.
    fn mold(&mut self, id: JobId, nodes: u32, work: Exact) -> Result<Exact, StartError> {
        self.expect(id, Phase::Running, StartError::NotRunning)?;
        if self.molded.len() <= id.index() {
            return Err(StartError::NotMoldable);
        }
        let kept = self.kept_part(id);
        let lost = match self.molded[id.index()] {
            none if none == Exact::ZERO => Exact::ZERO,
            before => kept.rest_of(before) - self.work_left(id),
        };
        self.set_rate(id, Rate::STOPPED);
        let work = work.max(Exact::whole(1));
        self.molded[id.index()] = work;
        self.jobs[id.index()].nodes = nodes;
        self.set_remaining(id, kept.rest_of(work));
        Ok(lost)
    }

    /// Starts `id` on exactly these nodes, with `work` to do there.
    fn start_molded(
        &mut self,
        id: JobId,
        nodes: &[u32],
        work: Exact,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        let index = id.index();
        let Some(&before) = self.molded.get(index) else {
            return Err(StartError::NotMoldable);
        };
        let (work, remaining) = (work.max(Exact::whole(1)), self.remaining(id));
        self.molded[index] = self.kept_part(id).whole_of(work);
        self.set_remaining(id, work);
        let started = self.start_at(id, nodes, Rate::FULL, reason, sink);
        if started.is_err() {
            self.molded[index] = before;
            self.set_remaining(id, remaining);
        }
        started
    }
}

impl Context<'_, '_> {
    /// Deadline of `job`; [`Time::MAX`] without one.
    pub fn deadline_of(&self, job: JobId) -> Time {
        let known = self.foresight().mold_spec(job);
        known.map_or(Time::MAX, |spec| spec.deadline)
    }

    /// Gives the admitted `job` `nodes` processors on which its work takes `work` at full
    /// rate. Its progress is lost, except the part that checkpoints [kept](Self::kept_part)
    /// of earlier starts. It stands still until it gets a [rate](Self::set_rate).
    ///
    /// # Errors
    /// [`StartError::NotRunning`], or [`StartError::NotMoldable`] if jobs are not
    /// molded.
    pub fn mold(
        &mut self,
        job: JobId,
        nodes: u32,
        work: Exact,
        background: bool,
    ) -> Result<(), StartError> {
        let lost = self.state.mold(job, nodes, work)?;
        let mold = Mold {
            nodes,
            lost: lost.round_up(),
            background,
        };
        self.sink.record(self.state.now, Event::Molded(job, mold));
        Ok(())
    }

    /// Starts `job` on exactly these nodes, ascending, on which its work, or the part that
    /// checkpoints [left](Context::kept_part) of it, takes `work` at full rate.
    ///
    /// # Errors
    /// As [`Context::start_at`], or [`StartError::NotMoldable`] if jobs are not molded.
    /// Nothing changes.
    pub fn start_molded(
        &mut self,
        job: JobId,
        nodes: &[u32],
        work: Exact,
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start_molded(job, nodes, work, reason, self.sink)
    }

    /// Reports that the molded `job` moves from the background to the foreground, on the
    /// same processors.
    pub fn report_promotion(&mut self, job: JobId) {
        self.sink.record(self.state.now, Event::Promoted(job));
    }
}
