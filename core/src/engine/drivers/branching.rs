//! Interventions in a simulation at an instant in its middle.

use super::simulation::Simulation;
use crate::engine::observe::event::KillReason;
use crate::engine::observe::sink::Sink;
use crate::engine::policy::Policy;
use crate::engine::state::Fate;
use crate::error::{EngineError, ScenarioError};
use crate::machine::Change;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Branching: a run goes on to an instant, is changed there, and goes on from there.
///
/// ```
/// use cosched_core::engine::storage::Attempt;
/// use cosched_core::machine::{Change, NodeState, Outages};
/// use cosched_core::policy::Fcfs;
/// use cosched_core::{Duration, JobSpec, Setup, Simulation, StaticStorage, Storage, Time};
/// let long = JobSpec::exact(Time::ZERO, Duration::from_seconds(100), 2);
/// let workload = [long, long];
/// let mut storage = StaticStorage::<2, 4, 2, 1>::new();
/// let (mut states, mut attempts) = ([NodeState::UP; 2], [Attempt::FIRST; 2]);
/// let storage = Storage {
///     node_states: &mut states,
///     attempts: &mut attempts,
///     ..storage.as_storage()
/// };
/// let outages = Outages { is_external: true, ..Outages::NONE };
/// let setup = Setup::cluster(&workload, 2).with_outages(outages);
/// let mut simulation = Simulation::new(setup, storage)?;
///
/// // At 30 s the first job is cancelled.
/// let (at, mut policy, mut sink) = (Time::from_seconds(30), Fcfs::new(), ());
/// simulation.steps_before(at, &mut policy, &mut sink, usize::MAX);
/// simulation.advance_to(at, &mut sink)?;
/// simulation.cancel(0, &mut sink)?;
/// simulation.decide(&mut policy, &mut sink)?;
/// simulation.run(&mut policy, &mut sink);
/// assert_eq!(simulation.started(1), Some(at));
/// assert!(simulation.change_nodes(2, 1, Change::Drain, &mut sink).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl Simulation<'_> {
    /// Steps up to `most` times through the instants before `until` and returns the number
    /// of steps, fewer if nothing is left before it.
    pub fn steps_before<P: Policy + ?Sized>(
        &mut self,
        until: Time,
        policy: &mut P,
        sink: &mut dyn Sink,
        most: usize,
    ) -> usize {
        if self.check(policy).is_err() {
            return 0;
        }
        let mut steps = 0;
        while steps < most
            && self.state.next_instant().is_some_and(|next| next < until)
            && self.advance(policy, sink).is_some()
        {
            steps += 1;
        }
        steps
    }

    /// Time of the next event; none if the run is over.
    pub fn next_instant(&self) -> Option<Time> {
        self.state.next_instant()
    }

    /// Advances to `at` and processes all events known for it, submissions included, but
    /// not the policy: [`Simulation::decide`] does, after all changes at `at`.
    ///
    /// # Errors
    /// [`EngineError::Backwards`], or [`EngineError::Skips`] unless the
    /// [steps before](Simulation::steps_before) have been made.
    pub fn advance_to(&mut self, at: Time, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let (before, next) = (self.state.now, self.state.next_instant());
        if at < before {
            return Err(EngineError::Backwards { now: at, before });
        }
        if let Some(next) = next.filter(|&next| next < at) {
            return Err(EngineError::Skips { now: at, next });
        }
        self.process_events(at, sink);
        Ok(())
    }

    /// Cancels `job`, by its index in the workload, for its user, whether it waits or runs.
    ///
    /// # Errors
    /// [`EngineError::NoSuchJob`] if it has not been submitted yet, or has ended.
    pub fn cancel(&mut self, job: usize, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let (id, why) = (JobId::new(job), KillReason::Cancelled);
        let killed = self.state.kill_for(id, Fate::Drop, why, sink);
        killed.map_err(|_| EngineError::NoSuchJob)?;
        self.state.skip_pass();
        Ok(())
    }

    /// Applies `change` to `count` nodes from `first` on, now.
    ///
    /// # Errors
    /// [`EngineError::NoSuchNode`] or [`EngineError::NoOutages`].
    pub fn change_nodes(
        &mut self,
        first: u32,
        count: u32,
        change: Change,
        sink: &mut dyn Sink,
    ) -> Result<(), EngineError> {
        self.state
            .change_nodes_externally(first, count, change, sink)
    }

    /// Lets `policy` decide at the present instant. One that has not decided before takes
    /// over the queue and the running jobs as they are.
    ///
    /// # Errors
    /// Why the policy is not applicable; nothing happens.
    pub fn decide<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<(), ScenarioError> {
        self.check(policy)?;
        self.state.decide(policy, sink);
        Ok(())
    }
}
