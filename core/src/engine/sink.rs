//! Where a run reports what happened: one call per event, nothing stored.

use super::event::{Event, KillReason};
use super::view::View;
use crate::ids::JobId;
use crate::machine::{Candidate, Intervals, NodeState};
#[cfg(feature = "slots")]
use crate::slots::Window;
use crate::time::Time;
use crate::workload::GrainClass;

/// Receives every event, in order.
pub trait Sink {
    /// `event` happened at `at`.
    fn record(&mut self, at: Time, event: Event);

    /// The job just started or resumed now holds these nodes.
    fn holds(&mut self, _job: JobId, _nodes: Intervals<'_>) {}

    /// From `at` on, processes of `job` have these nodes (a bit each, 64 to a
    /// word), until then or until it ends; perhaps not alone.
    fn occupies(&mut self, _at: Time, _job: JobId, _nodes: &[u64], _until: Time, _used: Used) {}

    /// From `at` on, `job` has these processors (a bit each, 64 to a word) in the
    /// foreground or in the background, until it is molded or promoted or ends.
    fn tiered(&mut self, _at: Time, _job: JobId, _in_background: bool, _processors: &[u64]) {}

    /// At `at`, `window` was reserved for `job`, in place of any before.
    #[cfg(feature = "slots")]
    fn reserves(&mut self, _at: Time, _job: JobId, _window: &Window<'_>) {}

    /// From `at` on, `job` has its place in this row of a matrix, by the number
    /// of the row, on these columns; no columns if they are what they were.
    fn seated(&mut self, _at: Time, _job: JobId, _row: u32, _columns: &[u64]) {}

    /// From `at` on, `job`, which is not done, has no place in a matrix any more.
    fn unseated(&mut self, _at: Time, _job: JobId) {}

    /// From `at` on, `job` is treated as one of `class`.
    fn classified(&mut self, _at: Time, _job: JobId, _class: GrainClass) {}

    /// From `at` on, `count` nodes from `first` on, counted from 0, are in this state.
    fn node_state(&mut self, _at: Time, _first: u32, _count: u32, _state: NodeState) {}

    /// Whether [`Sink::occupies`] is wanted for every quantum; otherwise policies
    /// may pass many at once.
    fn wants_places(&self) -> bool {
        false
    }

    /// These nodes were considered for the job that starts now, best first.
    /// Told only to sinks that [ask](Sink::asks_why).
    fn considered(&mut self, _job: JobId, _nodes: &[Candidate]) {}

    /// By these keys the server was chosen on which the job starts now, the
    /// first of the least: threads per core, load averages or seconds, by the
    /// [`crate::engine::Placement`]. Told only to sinks that [ask](Sink::asks_why).
    fn weighed(&mut self, _job: JobId, _keys: &[f64]) {}

    /// Everything that happens at this instant has happened.
    fn instant(&mut self, _view: &View<'_, '_>) {}

    /// A new era begins: what was the instant `from` is 0 from now on. Only in runs of
    /// jobs that come one by one, and if their source wants it
    /// ([`begins_era`](crate::engine::Source::begins_era)).
    fn era(&mut self, _from: Time) {}

    /// Whether [`Event::Held`] is wanted; asked once per instant. It costs an
    /// event per waiting job that a policy looks at.
    fn asks_why(&self) -> bool {
        false
    }
}

/// What becomes of the processor time that a job has in a quantum, in
/// nanoseconds summed over its nodes. What is given and none of the others is
/// idle: processes are done before the quantum is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Used {
    /// All of it.
    pub given: u128,
    /// What switching to the job costs.
    pub switching: u128,
    /// What moves processes.
    pub useful: u128,
    /// What processes wait for others.
    pub spun: u128,
}

/// A sink that is a closure; made by [`each`].
#[derive(Clone, Copy, Debug)]
pub struct Each<F>(F);

/// Calls `act` at each event.
///
/// ```
/// use cosched_core::engine::each;
/// use cosched_core::{Event, Sink, Time};
/// let mut completed = 0;
/// let mut sink = each(|_, event| completed += u32::from(matches!(event, Event::Completed(_))));
/// # sink.record(Time::ZERO, Event::Completed(cosched_core::JobId::new(0)));
/// # drop(sink);
/// # assert_eq!(completed, 1);
/// ```
pub const fn each<F: FnMut(Time, Event)>(act: F) -> Each<F> {
    Each(act)
}

impl<F: FnMut(Time, Event)> Sink for Each<F> {
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        (self.0)(at, event);
    }
}

/// Discards everything.
impl Sink for () {
    #[inline]
    fn record(&mut self, _: Time, _: Event) {}
}

/// Both sinks receive everything, the first one first.
impl<A: Sink, B: Sink> Sink for (A, B) {
    fn record(&mut self, at: Time, event: Event) {
        self.0.record(at, event);
        self.1.record(at, event);
    }

    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        self.0.holds(job, nodes.clone());
        self.1.holds(job, nodes);
    }

    fn occupies(&mut self, at: Time, job: JobId, nodes: &[u64], until: Time, used: Used) {
        self.0.occupies(at, job, nodes, until, used);
        self.1.occupies(at, job, nodes, until, used);
    }

    fn tiered(&mut self, at: Time, job: JobId, in_background: bool, processors: &[u64]) {
        self.0.tiered(at, job, in_background, processors);
        self.1.tiered(at, job, in_background, processors);
    }

    #[cfg(feature = "slots")]
    fn reserves(&mut self, at: Time, job: JobId, window: &Window<'_>) {
        self.0.reserves(at, job, window);
        self.1.reserves(at, job, window);
    }

    fn seated(&mut self, at: Time, job: JobId, row: u32, columns: &[u64]) {
        self.0.seated(at, job, row, columns);
        self.1.seated(at, job, row, columns);
    }

    fn unseated(&mut self, at: Time, job: JobId) {
        self.0.unseated(at, job);
        self.1.unseated(at, job);
    }

    fn classified(&mut self, at: Time, job: JobId, class: GrainClass) {
        self.0.classified(at, job, class);
        self.1.classified(at, job, class);
    }

    fn node_state(&mut self, at: Time, first: u32, count: u32, state: NodeState) {
        self.0.node_state(at, first, count, state);
        self.1.node_state(at, first, count, state);
    }

    fn considered(&mut self, job: JobId, nodes: &[Candidate]) {
        self.0.considered(job, nodes);
        self.1.considered(job, nodes);
    }

    fn weighed(&mut self, job: JobId, keys: &[f64]) {
        self.0.weighed(job, keys);
        self.1.weighed(job, keys);
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.0.instant(view);
        self.1.instant(view);
    }

    fn era(&mut self, from: Time) {
        self.0.era(from);
        self.1.era(from);
    }

    fn wants_places(&self) -> bool {
        self.0.wants_places() || self.1.wants_places()
    }

    fn asks_why(&self) -> bool {
        self.0.asks_why() || self.1.asks_why()
    }
}

/// Receives everything, if it is there.
impl<S: Sink> Sink for Option<S> {
    fn record(&mut self, at: Time, event: Event) {
        if let Some(sink) = self {
            sink.record(at, event);
        }
    }

    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        if let Some(sink) = self {
            sink.holds(job, nodes);
        }
    }

    fn occupies(&mut self, at: Time, job: JobId, nodes: &[u64], until: Time, used: Used) {
        if let Some(sink) = self {
            sink.occupies(at, job, nodes, until, used);
        }
    }

    fn tiered(&mut self, at: Time, job: JobId, in_background: bool, processors: &[u64]) {
        if let Some(sink) = self {
            sink.tiered(at, job, in_background, processors);
        }
    }

    #[cfg(feature = "slots")]
    fn reserves(&mut self, at: Time, job: JobId, window: &Window<'_>) {
        if let Some(sink) = self {
            sink.reserves(at, job, window);
        }
    }

    fn seated(&mut self, at: Time, job: JobId, row: u32, columns: &[u64]) {
        if let Some(sink) = self {
            sink.seated(at, job, row, columns);
        }
    }

    fn unseated(&mut self, at: Time, job: JobId) {
        if let Some(sink) = self {
            sink.unseated(at, job);
        }
    }

    fn classified(&mut self, at: Time, job: JobId, class: GrainClass) {
        if let Some(sink) = self {
            sink.classified(at, job, class);
        }
    }

    fn node_state(&mut self, at: Time, first: u32, count: u32, state: NodeState) {
        if let Some(sink) = self {
            sink.node_state(at, first, count, state);
        }
    }

    fn considered(&mut self, job: JobId, nodes: &[Candidate]) {
        if let Some(sink) = self {
            sink.considered(job, nodes);
        }
    }

    fn weighed(&mut self, job: JobId, keys: &[f64]) {
        if let Some(sink) = self {
            sink.weighed(job, keys);
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        if let Some(sink) = self {
            sink.instant(view);
        }
    }

    fn era(&mut self, from: Time) {
        if let Some(sink) = self {
            sink.era(from);
        }
    }

    fn wants_places(&self) -> bool {
        self.as_ref().is_some_and(Sink::wants_places)
    }

    fn asks_why(&self) -> bool {
        self.as_ref().is_some_and(Sink::asks_why)
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn record(&mut self, at: Time, event: Event) {
        (**self).record(at, event);
    }

    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        (**self).holds(job, nodes);
    }

    fn occupies(&mut self, at: Time, job: JobId, nodes: &[u64], until: Time, used: Used) {
        (**self).occupies(at, job, nodes, until, used);
    }

    fn tiered(&mut self, at: Time, job: JobId, in_background: bool, processors: &[u64]) {
        (**self).tiered(at, job, in_background, processors);
    }

    #[cfg(feature = "slots")]
    fn reserves(&mut self, at: Time, job: JobId, window: &Window<'_>) {
        (**self).reserves(at, job, window);
    }

    fn seated(&mut self, at: Time, job: JobId, row: u32, columns: &[u64]) {
        (**self).seated(at, job, row, columns);
    }

    fn unseated(&mut self, at: Time, job: JobId) {
        (**self).unseated(at, job);
    }

    fn classified(&mut self, at: Time, job: JobId, class: GrainClass) {
        (**self).classified(at, job, class);
    }

    fn node_state(&mut self, at: Time, first: u32, count: u32, state: NodeState) {
        (**self).node_state(at, first, count, state);
    }

    fn considered(&mut self, job: JobId, nodes: &[Candidate]) {
        (**self).considered(job, nodes);
    }

    fn weighed(&mut self, job: JobId, keys: &[f64]) {
        (**self).weighed(job, keys);
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        (**self).instant(view);
    }

    fn era(&mut self, from: Time) {
        (**self).era(from);
    }

    fn wants_places(&self) -> bool {
        (**self).wants_places()
    }

    fn asks_why(&self) -> bool {
        (**self).asks_why()
    }
}

/// Folds the whole run into one number: equal digests, equal runs.
///
/// Folded are time, kind and job of every event but [`Event::Held`], which
/// only some runs tell. This is what a fixture stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Sink for Digest {
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        let (kind, job) = match event {
            Event::Submitted(job) => (1, job),
            Event::Started(job, _) => (2, job),
            Event::Completed(job) => (3, job),
            Event::Suspended(job) => (4, job),
            Event::Resumed(job) => (5, job),
            Event::Killed(job, KillReason::EstimateReached) => (6, job),
            Event::Killed(job, KillReason::Requeued) => (7, job),
            Event::Killed(job, KillReason::Dropped | KillReason::Cancelled) => (8, job),
            Event::Loading(job, _) => (9, job),
            Event::Loaded(job) => (10, job),
            Event::LoadCut(job, _) => (11, job),
            Event::SwappedOut(job, _) => (12, job),
            Event::Molded(job, _) => (13, job),
            Event::Promoted(job) => (14, job),
            Event::Killed(job, KillReason::OutOfService(why)) if why.goes_on => (15, job),
            Event::Killed(job, KillReason::OutOfService(_)) => (16, job),
            Event::Held(..) => return,
        };
        for word in [at.0, kind, job.index() as u64] {
            self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
            self.0 ^= self.0 >> 29;
        }
    }
}

/// Keeps the last `N` events: a flight recorder for firmware.
#[derive(Debug, Default)]
pub struct FlightRecorder<const N: usize>(pub heapless::HistoryBuf<(Time, Event), N>);

impl<const N: usize> Sink for FlightRecorder<N> {
    fn record(&mut self, at: Time, event: Event) {
        self.0.write((at, event));
    }
}
