//! What a policy does: starting jobs, suspending and resuming them, asking to be called again.

use super::Context;
use crate::engine::clock::owners::Owner;
use crate::engine::jobs::Phase;
use crate::engine::state::Fate;
use crate::engine::told::event::{Event, HoldReason, Placement, StartReason};
use crate::error::{NotLater, StartError};
use crate::exact::Exact;
use crate::units::ids::{JobId, ServerId};
use crate::units::rate::Rate;
use crate::units::time::Time;

/// Doing.
impl<'a> Context<'_, 'a> {
    /// Starts `job` on the lowest-numbered free nodes, as many as it asks for.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] or [`StartError::NotWaiting`]; nothing changes.
    #[inline]
    pub fn start(&mut self, job: JobId, reason: StartReason) -> Result<(), StartError> {
        let nodes = self.state.jobs.get(job.index()).map_or(0, |job| job.nodes);
        self.start_on(job, nodes, Rate::FULL, reason)
    }

    /// The same on nodes that are of least use to somebody who needs nodes throughout the
    /// `spared` time.
    pub(crate) fn start_sparing(
        &mut self,
        job: JobId,
        spared: (Time, Time),
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start_sparing(job, spared, reason, self.sink)
    }

    /// The same on those of the nodes it could have that `wants` says, asked in ascending
    /// order.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn start_wanted(
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

    /// Starts `job` on exactly these nodes, given ascending, where it progresses
    /// at full rate once its memory is loaded.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] if they are not all free, or as many jobs are
    /// assigned to one as may be; [`StartError::NotWaiting`]. Nothing changes.
    pub fn start_at(
        &mut self,
        job: JobId,
        nodes: &[u32],
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state
            .start_at(job, nodes, Rate::FULL, reason, self.sink)
    }

    /// Starts `job` on a server, which it shares with those already there.
    ///
    /// # Errors
    /// [`StartError::NotWaiting`] or [`StartError::NoSuchServer`].
    pub fn place(
        &mut self,
        job: JobId,
        server: ServerId,
        why: Placement,
    ) -> Result<(), StartError> {
        self.state.place(job, server, why, self.sink)
    }

    /// Takes `job` from the queue without nodes and without progress: the
    /// policy keeps its own places and says how fast it runs.
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
    /// [`StartError::NotRunning`]: a suspended job must be resumed first, and a
    /// job on a server has the rate the server gives.
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

    /// Stops the running `job`, keeps its progress and lends its nodes to
    /// others until it resumes.
    ///
    /// # Errors
    /// [`StartError::NotRunning`], or [`StartError::TooManySuspended`] beyond
    /// [`Setup::suspended`](crate::Setup::suspended).
    pub fn suspend(&mut self, job: JobId) -> Result<(), StartError> {
        self.state.suspend(job, self.sink)
    }

    /// Lets the suspended `job` go on, at `rate` and on the same nodes.
    ///
    /// # Errors
    /// [`StartError::NotSuspended`], or [`StartError::NoRoom`] if not all of
    /// its nodes are free.
    pub fn resume(&mut self, job: JobId, rate: Rate) -> Result<(), StartError> {
        self.state.resume(job, rate, self.sink)
    }

    /// Stops `job`, for good or back to its old place in the queue with
    /// nothing done and its start forgotten: whoever waits again is counted
    /// from its next start. A waiting job that is dropped is thereby refused.
    ///
    /// # Errors
    /// [`StartError::NotRunning`] if there is nothing to stop.
    pub fn kill(&mut self, job: JobId, fate: Fate) -> Result<(), StartError> {
        self.state.kill(job, fate, self.sink)
    }

    /// Calls the policy again at `at`, whatever else happens; a later call
    /// replaces an earlier one.
    ///
    /// # Errors
    /// [`NotLater`] unless `at` is in the future: a policy that could wake
    /// itself now would never let time pass.
    pub fn wake_at(&mut self, at: impl Into<Exact>) -> Result<(), NotLater> {
        let (at, now) = (at.into(), self.state.now);
        if at <= self.state.exact_now() {
            let at = at.time();
            return Err(NotLater { at, now });
        }
        // What is later within this nanosecond is told at the next one.
        let next = Exact::whole(now.0.saturating_add(1));
        let at = if at.time() > now { at } else { next };
        self.state.wake = at.part();
        let timer = self.state.timer_of(Owner::Policy);
        // After those of all jobs, whatever their order.
        self.state.timers.set(timer, u32::MAX, at.time());
        Ok(())
    }

    /// When the policy is called again, whatever else happens, if it has [asked for
    /// that](Context::wake_at).
    pub fn woken_at(&self) -> Option<Time> {
        let timer = self.state.timer_of(Owner::Policy);
        self.state.timers.due_at(timer)
    }

    /// Takes back [`Context::wake_at`].
    pub fn sleep(&mut self) {
        let timer = self.state.timer_of(Owner::Policy);
        self.state.timers.stop(timer);
    }

    /// Plans that the waiting `job` starts at `start`; only a note, visible to
    /// whoever looks at the queue.
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

    /// Says why `job` waits on, if anybody wants to hear it.
    #[inline]
    pub fn hold(&mut self, job: JobId, reason: HoldReason) {
        if self.asks_why {
            self.sink.record(self.state.now, Event::Held(job, reason));
        }
    }
}
