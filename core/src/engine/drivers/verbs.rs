//! The engine without a driver: jobs, completions and the time come in, decisions go out.

use super::entering::{LONGEST, UNKNOWN};
use crate::engine::buffers::storage::Storage;
use crate::engine::jobs::{Job, Phase};
use crate::engine::policy::Policy;
use crate::engine::setup::Setup;
use crate::engine::state::{Fate, State};
use crate::engine::told::event::KillReason;
use crate::engine::told::sink::Sink;
use crate::engine::told::view::View;
use crate::error::{EngineError, ScenarioError, SubmitError};
use crate::exact::Part;
use crate::machine::Change;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::{JobSpec, Request};

/// A job that was submitted to an [`Engine`], until it has ended.
///
/// Its slot is used again afterwards; the ticket is not, so that an old one never
/// names another job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket {
    job: JobId,
    order: u32,
}

impl Ticket {
    /// Its id until it ends, by which events name it: its slot.
    #[inline]
    pub const fn job(self) -> JobId {
        self.job
    }
}

/// Clock, queue and machine without a driver, to schedule what really runs.
///
/// It knows no true runtime and no job of the future: they are not in it. Who
/// drives it says what time it is and what has happened, lets a policy decide, and
/// does what the sink is told:
///
/// 1. [`advance`](Self::advance) to the present instant;
/// 2. [`complete`](Self::complete), [`submit`](Self::submit),
///    [`cancel`](Self::cancel), [`set_estimate`](Self::set_estimate),
///    [`drain`](Self::drain), [`node_down`](Self::node_down),
///    [`node_up`](Self::node_up), in any order;
/// 3. [`decide`](Self::decide), once: what falls due happens (jobs that reach their
///    estimates are killed), then the policy starts jobs;
/// 4. wait until something happens or [`next_timeout`](Self::next_timeout) comes.
///
/// Ties are resolved by the order of submission, so what is told at one instant may
/// be told in any order, but for submissions among themselves. Each verb refuses
/// what cannot be and then leaves all as it was.
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
    /// What is wrong with the `setup`, which must be [open](Setup::open), or too
    /// small in the storage.
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

    /// The ticket of the job that now has this id, if one has.
    pub fn ticket(&self, job: JobId) -> Option<Ticket> {
        let Job { phase, .. } = self.state.jobs.get(job.index())?;
        (*phase != Phase::Future).then(|| Ticket {
            job,
            order: self.state.specs.order(job),
        })
    }

    /// It is now `now`. What falls due until then happens in
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
        self.state.part = Part::NONE;
        Ok(())
    }

    /// A job is submitted now, whatever `request` says of when; `tag` is what the
    /// caller calls it.
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
            runtime: UNKNOWN,
            estimate: request.estimate,
            nodes: request.nodes,
            memory: request.memory,
        };
        let job = self.state.enter(spec, tag, sink)?;
        let order = self.state.specs.order(job);
        Ok(Ticket { job, order })
    }

    /// The running `job` has ended by itself now.
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

    /// `job` is taken back by its user, wherever it is in its life.
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`].
    pub fn cancel(&mut self, job: Ticket, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let id = self.find(job)?;
        self.state.unforeseen();
        let reason = KillReason::Cancelled;
        self.state
            .kill_for(id, Fate::Drop, reason, sink)
            .map_err(|_| EngineError::NoSuchJob)
    }

    /// The user says anew how long `job` will run, from its start.
    ///
    /// Where jobs are killed at their estimates, one that has run for longer is
    /// killed in the next [`decide`](Self::decide).
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`] or [`EngineError::NoEstimate`].
    pub fn set_estimate(&mut self, job: Ticket, estimate: Duration) -> Result<(), EngineError> {
        let id = self.find(job)?;
        if estimate == Duration::ZERO || estimate > LONGEST {
            return Err(EngineError::NoEstimate);
        }
        self.state.unforeseen();
        self.state.set_estimate(id, estimate);
        Ok(())
    }

    /// `node` takes no more jobs; who is on it stays.
    ///
    /// # Errors
    /// [`EngineError::NoSuchNode`] or [`EngineError::NoOutages`].
    pub fn drain(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Drain, sink)
    }

    /// `node` has failed. Who is on it is interrupted, as
    /// [`Setup::outages`](crate::Setup::outages) says: waits again with nothing done,
    /// with what its checkpoints kept, or is gone.
    ///
    /// # Errors
    /// Those of [`drain`](Self::drain).
    pub fn node_down(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Down, sink)
    }

    /// `node` is in service again, neither down nor drained.
    ///
    /// # Errors
    /// Those of [`drain`](Self::drain).
    pub fn node_up(&mut self, node: u32, sink: &mut dyn Sink) -> Result<(), EngineError> {
        self.change_node(node, Change::Up, sink)
    }

    fn change_node(
        &mut self,
        node: u32,
        change: Change,
        sink: &mut dyn Sink,
    ) -> Result<(), EngineError> {
        self.state.change_nodes_by_hand(node, 1, change, sink)
    }

    /// Lets happen what has fallen due, and then `policy` decide.
    ///
    /// # Errors
    /// Why `policy` cannot decide here; nothing happens.
    pub fn decide<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<(), ScenarioError> {
        policy
            .check(&self.state.setup)
            .map_err(ScenarioError::Policy)?;
        let state = &mut self.state;
        // Any time from now on: nobody knows.
        state.next_submit = Some(state.now);
        state.pass_to(state.now, sink);
        state.decide(policy, sink);
        Ok(())
    }

    /// When [`decide`](Self::decide) must be called at the latest: a job reaches its
    /// estimate, its memory is loaded, or the policy wants to be called.
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
        match lives && self.state.specs.order(id) == ticket.order {
            true => Ok(id),
            false => Err(EngineError::NoSuchJob),
        }
    }
}
