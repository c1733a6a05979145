//! The engine without a driver: jobs, completions and the time come in, decisions go out.

use super::external::{MAX_ESTIMATE, UNKNOWN_RUNTIME};
use crate::engine::buffers::storage::Storage;
use crate::engine::jobs::{Job, Phase};
use crate::engine::observe::event::KillReason;
use crate::engine::observe::sink::Sink;
use crate::engine::observe::view::View;
use crate::engine::policy::Policy;
use crate::engine::setup::Setup;
use crate::engine::state::{Fate, State};
use crate::error::{EngineError, ScenarioError, SubmitError};
use crate::exact::Fraction;
use crate::machine::Change;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::{JobSpec, Request};

/// A job that was submitted to an [`Engine`], until it has ended.
///
/// Its slot is reused afterwards; the ticket is not, so that an old one never names another
/// job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket {
    job: JobId,
    order: u32,
}

impl Ticket {
    /// Its id until it ends, as in events: the number of its slot.
    #[inline]
    pub const fn job(self) -> JobId {
        self.job
    }
}

/// Clock, queue and machine without a driver, to schedule what really runs.
///
/// It has no true runtimes and no future jobs. The driver gives the time and the events,
/// lets a policy decide, and carries out the decisions that the sink receives:
///
/// 1. [`advance`](Self::advance) to the present instant;
/// 2. [`complete`](Self::complete), [`submit`](Self::submit),
///    [`cancel`](Self::cancel), [`set_estimate`](Self::set_estimate),
///    [`drain`](Self::drain), [`node_down`](Self::node_down),
///    [`node_up`](Self::node_up), in any order;
/// 3. [`decide`](Self::decide), once: what falls due happens (jobs that reach their
///    estimates are killed), then the policy starts jobs;
/// 4. wait for an event or for [`next_timeout`](Self::next_timeout).
///
/// Ties are broken by the order of submission, so events of one instant may be given in any
/// order, except submissions among themselves. Each verb refuses impossible calls and then
/// leaves the state unchanged.
///
/// ```
/// use cosched_core::engine::{Engine, Slot};
/// use cosched_core::policy::Fcfs;
/// use cosched_core::workload::Request;
/// use cosched_core::{Duration, Event, Setup, Sink, StaticStorage, Storage, Time};
///
/// struct Print;
/// impl Sink for Print {
///     fn record(&mut self, _: Time, event: Event) {
///         if let Event::Started(_job, _why) = event { /* launch it */ }
///     }
/// }
/// // Two jobs at once, on four nodes.
/// let (mut storage, mut slots) = (StaticStorage::<2, 3, 4, 1>::new(), [Slot::EMPTY; 2]);
/// let storage = Storage { slots: &mut slots, ..storage.as_storage() };
/// let mut engine = Engine::new(Setup::open(2, 4), storage)?;
///
/// let request = |nodes| Request::new(Duration::from_seconds(60), nodes);
/// let first = engine.submit(request(3), 1, &mut Print)?;
/// let second = engine.submit(request(2), 2, &mut Print)?;
/// engine.decide(&mut Fcfs::new(), &mut Print)?;
/// assert!(engine.view().started(first.job()).is_some());
/// assert!(engine.view().started(second.job()).is_none());
/// assert_eq!(engine.next_timeout(), Some(Time::from_seconds(60)));
///
/// engine.advance(Time::from_seconds(25))?;
/// engine.complete(first, &mut Print)?;
/// engine.decide(&mut Fcfs::new(), &mut Print)?;
/// assert_eq!(engine.view().started(second.job()), Some(Time::from_seconds(25)));
/// assert!(engine.complete(first, &mut Print).is_err(), "it is over");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<'a> {
    state: State<'a>,
}

impl<'a> Engine<'a> {
    /// An idle machine at the instant 0.
    ///
    /// # Errors
    /// An error in the `setup`, which must be [open](Setup::open), or a buffer that is too
    /// small.
    pub fn new(setup: Setup<'a>, storage: Storage<'a>) -> Result<Self, ScenarioError> {
        let state = State::open(setup, storage)?;
        Ok(Self { state })
    }

    /// The present instant.
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// The present state.
    pub fn view(&self) -> View<'_, 'a> {
        View::new(&self.state)
    }

    /// Ticket of the job that now has this id, if any.
    pub fn ticket(&self, job: JobId) -> Option<Ticket> {
        let Job { phase, .. } = self.state.jobs.get(job.index())?;
        (*phase != Phase::Future).then(|| Ticket {
            job,
            order: self.state.specs.order(job),
        })
    }

    /// Advances the clock to `now`. Events due until then are processed in
    /// [`decide`](Self::decide).
    ///
    /// # Errors
    /// [`EngineError::Backwards`].
    pub fn advance(&mut self, now: Time) -> Result<(), EngineError> {
        let before = self.state.now;
        if now < before {
            return Err(EngineError::Backwards { now, before });
        }
        self.state.now = now;
        self.state.part = Fraction::NONE;
        Ok(())
    }

    /// Submits a job now, whatever submit time `request` has; `tag` is the caller's name
    /// for it.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn submit(
        &mut self,
        request: Request,
        tag: u64,
        sink: &mut dyn Sink,
    ) -> Result<Ticket, SubmitError> {
        let spec = JobSpec {
            submit: self.state.now,
            runtime: UNKNOWN_RUNTIME,
            estimate: request.estimate,
            nodes: request.nodes,
            memory: request.memory,
        };
        let job = self.state.submit_open(spec, tag, sink)?;
        let order = self.state.specs.order(job);
        Ok(Ticket { job, order })
    }

    /// Records that the running `job` has ended by itself now.
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`] or [`EngineError::NotRunning`].
    pub fn complete(&mut self, job: Ticket, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let id = self.find(job)?;
        let phase = self.state.jobs[id.index()].phase;
        if !matches!(phase, Phase::Running | Phase::Loading) {
            return Err(EngineError::NotRunning);
        }
        self.state.complete_now(id, sink);
        Ok(())
    }

    /// Cancels `job` for its user, in any phase.
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`].
    pub fn cancel(&mut self, job: Ticket, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let id = self.find(job)?;
        self.state.skip_pass();
        let reason = KillReason::Cancelled;
        self.state
            .kill_for(id, Fate::Drop, reason, sink)
            .map_err(|_| EngineError::NoSuchJob)
    }

    /// Replaces the estimate of `job`, counted from its start.
    ///
    /// Where jobs are killed at their estimates, one that has run for longer is
    /// killed in the next [`decide`](Self::decide).
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`] or [`EngineError::NoEstimate`].
    pub fn set_estimate(&mut self, job: Ticket, estimate: Duration) -> Result<(), EngineError> {
        let id = self.find(job)?;
        if estimate == Duration::ZERO || estimate > MAX_ESTIMATE {
            return Err(EngineError::NoEstimate);
        }
        self.state.skip_pass();
        self.state.set_estimate(id, estimate);
        Ok(())
    }

    /// Drains `node`: it accepts no more jobs; those on it stay.
    ///
    /// # Errors
    /// [`EngineError::NoSuchNode`] or [`EngineError::NoOutages`].
    pub fn drain(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Drain, sink)
    }

    /// Records that `node` has failed. Jobs on it are interrupted and, as
    /// [`Setup::outages`](crate::Setup::outages) says, requeued with nothing done, requeued
    /// with the work their checkpoints kept, or dropped.
    ///
    /// # Errors
    /// As [`drain`](Self::drain).
    pub fn node_down(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Down, sink)
    }

    /// Returns `node` to service, neither down nor drained.
    ///
    /// # Errors
    /// As [`drain`](Self::drain).
    pub fn node_up(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Up, sink)
    }

    fn change_node(
        &mut self,
        node: u32,
        change: Change,
        sink: &mut dyn Sink,
    ) -> Result<(), EngineError> {
        self.state.change_nodes_externally(node, 1, change, sink)
    }

    /// Processes all events that are due, then lets `policy` decide.
    ///
    /// # Errors
    /// Why `policy` is not applicable; nothing happens.
    pub fn decide<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<(), ScenarioError> {
        policy
            .check(&self.state.setup)
            .map_err(ScenarioError::Policy)?;
        let state = &mut self.state;
        // The next submission is unknown: any time from now on.
        state.next_submit = Some(state.now);
        state.advance_to(state.now, sink);
        state.decide(policy, sink);
        Ok(())
    }

    /// Latest time for the next [`decide`](Self::decide): a job reaches its estimate, its
    /// memory is loaded, or the policy is to be called.
    pub fn next_timeout(&self) -> Option<Time> {
        self.state.timers.next().filter(|&at| at < Time::MAX)
    }

    fn find(&self, ticket: Ticket) -> Result<JobId, EngineError> {
        let id = ticket.job;
        let phase = self.state.jobs.get(id.index()).map(|job| job.phase);
        let lives = !matches!(
            phase,
            None | Some(Phase::Future | Phase::Completed | Phase::Killed | Phase::Rejected)
        );
        if lives && self.state.specs.order(id) == ticket.order {
            Ok(id)
        } else {
            Err(EngineError::NoSuchJob)
        }
    }
}
