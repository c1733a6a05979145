//! Sinks: receivers of events, one call per event, nothing stored.

use super::detail::Detail;
use super::event::{Event, KillReason};
use super::view::View;
use crate::units::time::Time;

/// Receives every event, in order.
pub trait Sink {
    /// `event` happened at `at`.
    fn record(&mut self, at: Time, event: Event);

    /// Details of events or reasons, which few sinks want.
    fn detail(&mut self, _at: Time, _detail: &Detail<'_>) {}

    /// Whether [`Detail::Occupies`] is wanted for every quantum; otherwise policies may
    /// skip many at once.
    fn wants_quanta(&self) -> bool {
        false
    }

    /// Called after all events of an instant.
    fn instant(&mut self, _view: &View<'_, '_>) {}

    /// A new era begins: the instant `from` is 0 from now on. Only in runs of jobs that
    /// come one by one, if their source wants it
    /// ([`begins_era`](crate::engine::Source::begins_era)).
    fn era(&mut self, _from: Time) {}

    /// Whether [`Event::StillWaiting`] is wanted; called once per instant. It costs an event per
    /// waiting job that a policy looks at.
    fn wants_reasons(&self) -> bool {
        false
    }
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
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        self.0.record(at, event);
        self.1.record(at, event);
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        self.0.detail(at, detail);
        self.1.detail(at, detail);
    }

    #[inline]
    fn instant(&mut self, view: &View<'_, '_>) {
        self.0.instant(view);
        self.1.instant(view);
    }

    fn era(&mut self, from: Time) {
        self.0.era(from);
        self.1.era(from);
    }

    fn wants_quanta(&self) -> bool {
        self.0.wants_quanta() || self.1.wants_quanta()
    }

    fn wants_reasons(&self) -> bool {
        self.0.wants_reasons() || self.1.wants_reasons()
    }
}

/// Receives everything, if present.
impl<S: Sink> Sink for Option<S> {
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        if let Some(sink) = self {
            sink.record(at, event);
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Some(sink) = self {
            sink.detail(at, detail);
        }
    }

    #[inline]
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

    fn wants_quanta(&self) -> bool {
        self.as_ref().is_some_and(Sink::wants_quanta)
    }

    fn wants_reasons(&self) -> bool {
        self.as_ref().is_some_and(Sink::wants_reasons)
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        (**self).record(at, event);
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        (**self).detail(at, detail);
    }

    #[inline]
    fn instant(&mut self, view: &View<'_, '_>) {
        (**self).instant(view);
    }

    fn era(&mut self, from: Time) {
        (**self).era(from);
    }

    fn wants_quanta(&self) -> bool {
        (**self).wants_quanta()
    }

    fn wants_reasons(&self) -> bool {
        (**self).wants_reasons()
    }
}

/// Digest of a whole run in one number: equal digests, equal runs.
///
/// Covers time, kind and job of every event but [`Event::StillWaiting`], which only some runs
/// report. Fixtures store it.
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
            Event::Killed(job, KillReason::OutOfService(why)) if why.is_requeued => (15, job),
            Event::Killed(job, KillReason::OutOfService(_)) => (16, job),
            Event::Killed(job, KillReason::Preempted) => (17, job),
            Event::StillWaiting(..) => return,
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
    #[inline]
    fn record(&mut self, at: Time, event: Event) {
        self.0.write((at, event));
    }
}
