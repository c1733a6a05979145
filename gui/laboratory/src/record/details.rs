//! Records of a run that families of policies add to those of every run.

use std::any::Any;
use std::fmt::Debug;

use cosched_core::engine::{Detail, View};
use cosched_core::{Event, Sink, Time};

use super::Run;

/// Values of different types, at most one of each: so a run can keep the record of a family without
/// knowing the families.
///
/// ```
/// use cosched_laboratory::record::details::Details;
/// let mut details = Details::default();
/// details.keep("a word");
/// details.keep(7_u32);
/// assert_eq!(details.get::<u32>(), Some(&7));
/// assert_eq!(details.get::<u64>(), None);
/// ```
#[derive(Debug, Default)]
pub struct Details(Vec<Box<dyn AnyRecord>>);

/// A value that [`Details`] can keep.
trait AnyRecord: Any + Debug + Send + Sync {}

impl<K: Any + Debug + Send + Sync> AnyRecord for K {}

impl Details {
    /// Adds `detail`; the first of its type is the one that is found.
    pub fn keep<D: Any + Debug + Send + Sync>(&mut self, detail: D) {
        self.0.push(Box::new(detail));
    }

    /// Returns the value of that type.
    pub fn get<D: Any + Debug + Send + Sync>(&self) -> Option<&D> {
        let mut all = self.0.iter().map(|kept| &**kept as &dyn Any);
        all.find_map(|kept| kept.downcast_ref())
    }
}

/// A sink that adds its record to a run at its end.
pub trait Recorder: Sink {
    /// Adds its record to `run`.
    fn finish(self: Box<Self>, run: &mut Run);
}

/// Several recorders, each of which receives all events.
#[derive(Default)]
pub struct Recorders<'e>(Vec<Box<dyn Recorder + 'e>>);

impl<'e> Recorders<'e> {
    /// Adds a recorder.
    pub fn add(&mut self, recorder: impl Recorder + 'e) {
        self.0.push(Box::new(recorder));
    }

    /// Adds the records of all recorders to `run`.
    pub fn finish(self, run: &mut Run) {
        for recorder in self.0 {
            recorder.finish(run);
        }
    }
}

impl Sink for Recorders<'_> {
    fn record(&mut self, at: Time, event: Event) {
        for recorder in &mut self.0 {
            recorder.record(at, event);
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        for recorder in &mut self.0 {
            recorder.detail(at, detail);
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for recorder in &mut self.0 {
            recorder.instant(view);
        }
    }

    fn era(&mut self, from: Time) {
        for recorder in &mut self.0 {
            recorder.era(from);
        }
    }

    fn wants_quanta(&self) -> bool {
        self.0.iter().any(|recorder| recorder.wants_quanta())
    }

    fn wants_reasons(&self) -> bool {
        self.0.iter().any(|recorder| recorder.wants_reasons())
    }
}
