//! The simulation of a whole workload: the loop over instants.

use crate::engine::buffers::storage::Storage;
use crate::engine::observe::sink::Sink;
use crate::engine::observe::view::View;
use crate::engine::policy::Policy;
use crate::engine::setup::Setup;
use crate::engine::state::State;
use crate::error::ScenarioError;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// One run of one workload. Holds neither policy nor sink: it is handed them
/// at each step, so either may be changed in the middle of a run.
#[derive(Debug)]
pub struct Simulation<'a> {
    pub(super) state: State<'a>,
}

impl<'a> Simulation<'a> {
    /// Prepares a run.
    ///
    /// # Errors
    /// An error in the scenario or a buffer that is too small. After this a run cannot
    /// fail.
    pub fn new(setup: Setup<'a>, storage: Storage<'a>) -> Result<Self, ScenarioError> {
        setup.check()?;
        storage.check(&setup)?;
        let mut state = State::new(setup, storage);
        state.check_order()?;
        Ok(Self { state })
    }

    /// Checks that `policy` is applicable to this simulation.
    ///
    /// # Errors
    /// Why it is not; then [`Simulation::step`] does nothing.
    #[inline]
    pub fn check<P: Policy + ?Sized>(&self, policy: &P) -> Result<(), ScenarioError> {
        policy
            .check(&self.state.setup)
            .map_err(ScenarioError::Policy)
    }

    /// Advances to the next instant with an event, processes all events of that instant,
    /// and lets `policy` decide once. `None` when over.
    ///
    /// Under a policy that [`Simulation::check`] refuses nothing happens: `None`.
    #[inline]
    pub fn step<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Option<Time> {
        self.check(policy).ok()?;
        self.advance(policy, sink)
    }

    /// Steps up to `most` times and returns the number of steps, fewer if the run is over.
    /// Faster than single steps in a loop, as the policy is checked once.
    pub fn steps<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
        most: usize,
    ) -> usize {
        if self.check(policy).is_err() {
            return 0;
        }
        let mut steps = 0;
        while steps < most && self.advance(policy, sink).is_some() {
            steps += 1;
        }
        steps
    }

    /// [`Simulation::step`] with a policy that was checked.
    #[inline(always)]
    pub(super) fn advance<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Option<Time> {
        let now = self.state.next_instant()?;
        self.process_events(now, sink);
        self.state.decide(policy, sink);
        Some(now)
    }

    /// Advances to `now` and processes all events known for it.
    #[inline(always)]
    pub(super) fn process_events(&mut self, now: Time, sink: &mut dyn Sink) {
        let state = &mut self.state;
        state.advance_to(now, sink);
        while let Some(submit) = state.next_submit()
            && submit <= now
        {
            state.submitted += 1;
            state.note_whole();
            state.arrive(JobId::new(state.submitted - 1), sink);
        }
    }

    /// Steps to the end and returns the time of it.
    ///
    /// Jobs may be left if the policy starts none of them; all are, if
    /// [`Simulation::check`] refuses the policy.
    pub fn run<P: Policy + ?Sized>(&mut self, policy: &mut P, sink: &mut dyn Sink) -> Time {
        self.steps(policy, sink, usize::MAX);
        self.state.now
    }

    /// The present state.
    pub fn view(&self) -> View<'_, 'a> {
        View::new(&self.state)
    }

    /// First start of job number `index` of the workload, if it has started.
    pub fn started(&self, index: usize) -> Option<Time> {
        self.view().started(JobId::new(index))
    }

    /// End of job number `index` of the workload, completed or killed, if it has ended.
    pub fn completed(&self, index: usize) -> Option<Time> {
        self.view().completed(JobId::new(index))
    }
}
