//! A simulation of jobs that come one by one, on slots that are reused.

use super::source::Source;
use crate::engine::buffers::storage::Storage;
use crate::engine::jobs::Phase;
use crate::engine::observe::sink::Sink;
use crate::engine::observe::view::View;
use crate::engine::policy::Policy;
use crate::engine::setup::Setup;
use crate::engine::state::State;
use crate::error::{ScenarioError, SubmitError};
use crate::units::time::Time;

/// One run of jobs that come from a [`Source`]: as a [`Simulation`](crate::Simulation), but
/// it keeps only the jobs in the system, and reports each job to the sink when it ends.
///
/// The clock holds 584 years. A run may last longer if the machine is idle at times: the
/// [`Source`] may begin a new era there.
///
/// ```
/// use cosched_core::engine::{Slot, Stream};
/// use cosched_core::policy::Fcfs;
/// use cosched_core::{Duration, JobSpec, Metrics, Setup, StaticStorage, Storage, Time};
///
/// // A million jobs of one second, one every two seconds, on one slot.
/// let second = Duration::from_seconds(1);
/// let job = |place: u64| JobSpec::exact(Time::from_seconds(2 * place), second, 1);
/// let (mut storage, mut slots) = (StaticStorage::<1, 2, 4, 1>::new(), [Slot::EMPTY; 1]);
/// let storage = Storage { slots: &mut slots, ..storage.as_storage() };
///
/// let mut jobs = (0..1_000_000).map(job).enumerate().peekable();
/// let mut stream = Stream::new(Setup::open(1, 4), storage)?;
/// let mut metrics = Metrics::new();
/// stream.run(&mut jobs, &mut Fcfs::new(), &mut metrics)?;
/// assert_eq!((metrics.jobs, metrics.mean_wait()), (1_000_000, 0.0));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stream<'a> {
    state: State<'a>,
}

/// Error of a stream that cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamError {
    /// The source's tag of the job.
    pub tag: u64,
    /// Its submit time.
    pub at: Time,
    /// The reason.
    pub error: SubmitError,
}

impl core::fmt::Display for StreamError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { tag, at, error } = self;
        write!(f, "job {tag}, submitted at {at} s: {error}")
    }
}

impl core::error::Error for StreamError {}

impl<'a> Stream<'a> {
    /// Prepares a run.
    ///
    /// # Errors
    /// An error in the `setup`, which must be [open](Setup::open), or a buffer that is too
    /// small.
    pub fn new(setup: Setup<'a>, storage: Storage<'a>) -> Result<Self, ScenarioError> {
        let state = State::open(setup, storage)?;
        Ok(Self { state })
    }

    /// Checks that `policy` is applicable to this simulation.
    ///
    /// # Errors
    /// Why it is not; then [`Stream::step`] does nothing.
    pub fn check<P: Policy + ?Sized>(&self, policy: &P) -> Result<(), ScenarioError> {
        policy
            .check(&self.state.setup)
            .map_err(ScenarioError::Policy)
    }

    /// Advances to the next instant with an event, processes all events of that instant,
    /// and lets `policy` decide once. `None` when over, or with a policy that
    /// [`Stream::check`] refuses.
    ///
    /// # Errors
    /// A job that cannot be accepted: no slot is free, or it is invalid.
    pub fn step<S: Source + ?Sized, P: Policy + ?Sized>(
        &mut self,
        source: &mut S,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<Option<Time>, StreamError> {
        match self.check(policy) {
            Ok(()) => self.advance(source, policy, sink),
            Err(_) => Ok(None),
        }
    }

    /// Steps to the end and returns the time of it. The policy is checked once.
    ///
    /// # Errors
    /// As [`Stream::step`].
    pub fn run<S: Source + ?Sized, P: Policy + ?Sized>(
        &mut self,
        source: &mut S,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<Time, StreamError> {
        if self.check(policy).is_ok() {
            while self.advance(source, policy, sink)?.is_some() {}
        }
        Ok(self.state.now)
    }

    fn advance<S: Source + ?Sized, P: Policy + ?Sized>(
        &mut self,
        source: &mut S,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Result<Option<Time>, StreamError> {
        let state = &mut self.state;
        state.next_submit = source.next_submit();
        if state.next_submit.is_some() && state.is_idle() && source.begins_era(state.now) {
            state.begin_era(sink);
            state.next_submit = source.next_submit();
        }
        let Some(now) = state.next_instant() else {
            return Ok(None);
        };
        // A job that comes too late is refused below.
        let now = now.max(state.now);
        state.advance_to(now, sink);
        report_ended(state, source, 0);
        while let Some(submit) = source.next_submit()
            && submit <= now
        {
            let Some((tag, spec)) = source.submit() else {
                break;
            };
            let at = spec.submit;
            let error = |error| StreamError { tag, at, error };
            if at < now {
                let error = SubmitError::OutOfOrder { submit: at, now };
                return Err(StreamError { tag, at, error });
            }
            state.submit_open(spec, tag, sink).map_err(error)?;
        }
        state.next_submit = source.next_submit();
        let reported = state.ended.len;
        state.decide_and_keep(policy, sink);
        if state.ended.len > reported {
            report_ended(state, source, reported);
        }
        state.clear_ended();
        Ok(Some(now))
    }

    /// The present state.
    pub fn view(&self) -> View<'_, 'a> {
        View::new(&self.state)
    }
}

impl State<'_> {
    /// Whether time has passed, but nothing is in the system and nothing is due, so that
    /// the future does not depend on the past.
    fn is_idle(&self) -> bool {
        let lists = [&self.waiting, &self.running, &self.suspended];
        let is_empty = self.timers.next().is_none() && lists.iter().all(|list| list.len == 0);
        is_empty && self.now > Time::ZERO
    }

    /// Makes the present instant 0. Policies are not informed: they notice that a pass is
    /// missing and re-read the whole state.
    fn begin_era(&mut self, sink: &mut dyn Sink) {
        sink.era(self.now);
        self.now = Time::ZERO;
        self.passes += 1;
    }
}

/// Reports to `source` the jobs that ended at this instant, except those reported already.
fn report_ended<S: Source + ?Sized>(state: &State<'_>, source: &mut S, reported: u32) {
    let ended = core::iter::successors(state.ended.head, |&id| state.jobs[id.index()].next);
    for id in ended.skip(reported as usize) {
        let completed = state.jobs[id.index()].phase == Phase::Completed;
        source.ended(state.specs.tag(id), state.now, completed);
    }
}
