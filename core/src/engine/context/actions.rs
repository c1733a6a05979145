//! Actions of a policy: starting, suspending, resuming and killing jobs, setting rates,
//! asking to be called again.

use super::Context;
use crate::engine::clock::owners::TimerOwner;
use crate::engine::jobs::Phase;
use crate::engine::observe::event::{Event, Placement, StartReason, WaitReason};
use crate::engine::state::Fate;
use crate::error::{NotLater, StartError};
use crate::exact::Exact;
use crate::units::ids::{JobId, ServerId};
use crate::units::rate::Rate;
use crate::units::time::Time;

/// Actions.
impl<'a> Context<'_, 'a> {
    /// Starts `job` on the lowest-numbered free nodes, as many as it requests.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] or [`StartError::NotWaiting`]; nothing changes.
    #[inline]
    pub fn start(&mut self, job: JobId, reason: StartReason) -> Result<(), StartError> {
        let nodes = self.state.jobs.get(job.index()).map_or(0, |job| job.nodes);
        self.start_on(job, nodes, Rate::FULL, reason)
    }

    /// As [`Context::start`], on the nodes that are least useful to a job that needs nodes
    /// throughout the `spared` time.
    pub(crate) fn start_sparing(
        &mut self,
        job: JobId,
        spared: (Time, Time),
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start_sparing(job, spared, reason, self.sink)
    }

    /// As [`Context::start`], on those of its eligible nodes for which `wants` returns
    /// true, called in ascending order.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn start_filtered(
        &mut self,
        job: JobId,
        wants: impl FnMut(u32) -> bool,
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start_wanted(job, wants, reason, self.sink)
    }

    /// Starts a moldable `job` on `nodes` nodes, where it progresses at `rate`.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] or [`StartError::NotWaiting`]; nothing changes.
    #[inline]
    pub fn start_on(
        &mut self,
        job: JobId,
        nodes: u32,
        rate: Rate,
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start(job, nodes, rate, reason, self.sink)
    }

    /// Starts `job` on exactly these nodes, in ascending order, where it progresses at full
    /// rate once its memory is loaded.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] if they are not all free, or one already has as many jobs as
    /// it may have; [`StartError::NotWaiting`]. Nothing changes.
    pub fn start_at(
        &mut self,
        job: JobId,
        nodes: &[u32],
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state
            .start_at(job, nodes, Rate::FULL, reason, self.sink)
    }

    /// Starts `job` on a server, which it shares with the jobs already there.
    ///
    /// # Errors
    /// [`StartError::NotWaiting`] or [`StartError::NoSuchServer`].
    pub fn start_on_server(
        &mut self,
        job: JobId,
        server: ServerId,
        why: Placement,
    ) -> Result<(), StartError> {
        self.state.start_on_server(job, server, why, self.sink)
    }

    /// Takes `job` from the queue without nodes and without progress, for a policy that
    /// assigns nodes itself and sets the rate.
    ///
    /// # Errors
    /// [`StartError::NotWaiting`].
    #[inline]
    pub fn admit(&mut self, job: JobId) -> Result<(), StartError> {
        self.state.admit(job, self.sink)
    }

    /// Makes the running `job` progress at `rate` from now on.
    ///
    /// # Errors
    /// [`StartError::NotRunning`]: a suspended job must be resumed first, and the server
    /// determines the rate of a job on it.
    #[inline]
    pub fn set_rate(&mut self, job: JobId, rate: Rate) -> Result<(), StartError> {
        match self.state.jobs.get(job.index()) {
            Some(state) if state.phase == Phase::Running => {
                self.state.set_rate(job, rate);
                Ok(())
            }
            _ => Err(StartError::NotRunning),
        }
    }

    /// Stops the running `job`, keeps its progress and makes its nodes available to others
    /// until it resumes.
    ///
    /// # Errors
    /// [`StartError::NotRunning`], or [`StartError::TooManySuspended`] beyond
    /// [`Setup::suspended`](crate::Setup::suspended).
    pub fn suspend(&mut self, job: JobId) -> Result<(), StartError> {
        self.state.suspend(job, self.sink)
    }

    /// Resumes the suspended `job` at `rate` on the nodes it had.
    ///
    /// # Errors
    /// [`StartError::NotSuspended`], or [`StartError::NoRoom`] if not all of
    /// its nodes are free.
    pub fn resume(&mut self, job: JobId, rate: Rate) -> Result<(), StartError> {
        self.state.resume(job, rate, self.sink)
    }

    /// Stops `job`, for good or back to its old position in the queue without its progress
    /// or its start: its waiting time then ends with its next start. A waiting job that is
    /// dropped is thereby refused.
    ///
    /// # Errors
    /// [`StartError::NotRunning`] if the job has ended, or waits and is not dropped.
    pub fn kill(&mut self, job: JobId, fate: Fate) -> Result<(), StartError> {
        self.state.kill(job, fate, self.sink)
    }

    /// Calls the policy again at `at`, in addition to other events; a later call replaces
    /// an earlier one.
    ///
    /// # Errors
    /// [`NotLater`] unless `at` is in the future: a policy that could wake itself now could
    /// keep time from passing.
    pub fn wake_at(&mut self, at: impl Into<Exact>) -> Result<(), NotLater> {
        let (at, now) = (at.into(), self.state.now);
        if at <= self.state.exact_now() {
            let at = at.instant();
            return Err(NotLater { at, now });
        }
        // A time within this nanosecond is reported at the next one.
        let next = Exact::whole(now.0.saturating_add(1));
        let at = if at.instant() > now { at } else { next };
        self.state.wake = at.fraction();
        let timer = self.state.timer_of(TimerOwner::Policy);
        // Behind the timers of all jobs, whatever their order.
        self.state.timers.set(timer, u32::MAX, at.instant());
        Ok(())
    }

    /// Time for which the policy has [requested a call](Context::wake_at), if any.
    pub fn wake_time(&self) -> Option<Time> {
        let timer = self.state.timer_of(TimerOwner::Policy);
        self.state.timers.due_at(timer)
    }

    /// Cancels [`Context::wake_at`].
    pub fn cancel_wake(&mut self) {
        let timer = self.state.timer_of(TimerOwner::Policy);
        self.state.timers.stop(timer);
    }

    /// Records that the waiting `job` is planned to start at `start`; a note that changes
    /// nothing, visible to readers of the queue.
    #[inline]
    pub fn set_plan(&mut self, job: JobId, start: Exact) {
        if self
            .state
            .expect(job, Phase::Waiting, StartError::NotWaiting)
            .is_ok()
        {
            self.state.set_started(job, start);
        }
    }

    /// Reports why `job` waits, if the sink wants reasons.
    #[inline]
    pub fn explain_wait(&mut self, job: JobId, reason: WaitReason) {
        if self.wants_reasons {
            self.sink
                .record(self.state.now, Event::StillWaiting(job, reason));
        }
    }
}
