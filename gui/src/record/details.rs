//! What families of policies keep of a run, besides what is kept of every run.

use std::any::Any;
use std::fmt::Debug;

use cosched_core::engine::{Detail, View};
use cosched_core::{Event, Sink, Time};

use super::Run;

/// Things of different types, at most one of each: so a run can keep what a family
/// knows of it without knowing the families.
///
/// ```
/// use cosched::record::details::Details;
/// let mut details = Details::default();
/// details.keep("a word");
/// details.keep(7_u32);
/// assert_eq!(details.get::<u32>(), Some(&7));
/// assert_eq!(details.get::<u64>(), None);
/// ```
#[derive(Debug, Default)]
pub struct Details(Vec<Box<dyn Kept>>);

/// What [`Details`] can keep.
trait Kept: Any + Debug + Send + Sync {}

impl<K: Any + Debug + Send + Sync> Kept for K {}

impl Details {
    /// Keeps `detail`; the first of its type is the one that is found.
    pub fn keep<D: Any + Debug + Send + Sync>(&mut self, detail: D) {
        self.0.push(Box::new(detail));
    }

    /// What was kept of that type.
    pub fn get<D: Any + Debug + Send + Sync>(&self) -> Option<&D> {
        let mut all = self.0.iter().map(|kept| &**kept as &dyn Any);
        all.find_map(|kept| kept.downcast_ref())
    }
}

/// A sink that files what it has heard when a run has come to its end.
pub trait Recorder: Sink {
    /// Adds it to `run`.
    fn finish(self: Box<Self>, run: &mut Run);
}

/// Several recorders, of which each hears everything.
#[derive(Default)]
pub struct Recorders<'e>(Vec<Box<dyn Recorder + 'e>>);

impl<'e> Recorders<'e> {
    /// Adds one.
    pub fn add(&mut self, recorder: impl Recorder + 'e) {
        self.0.push(Box::new(recorder));
    }

    /// Adds to `run` what all of them have heard.
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

    fn wants_places(&self) -> bool {
        self.0.iter().any(|recorder| recorder.wants_places())
    }

    fn asks_why(&self) -> bool {
        self.0.iter().any(|recorder| recorder.asks_why())
    }
}
