//! A run in the list, and what drawing it needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::recipe::recipe;
use charts::gantt::GanttIndex;
use charts::time::timeline::Timeline;
use laboratory::base::format;
use laboratory::metrics as summary;
use laboratory::metrics::Values;
use laboratory::record::Run;

/// Identity of a run in the list, never used twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RunId(u64);

impl RunId {
    /// Returns an identity that no document has used.
    pub(super) fn new() -> Self {
        static ISSUED: AtomicU64 = AtomicU64::new(0);
        Self(ISSUED.fetch_add(1, Ordering::Relaxed))
    }
}

/// A run with what drawing needs, computed where it was simulated.
pub(crate) struct Finished {
    pub(super) recipe: [String; 2],
    pub(super) run: Arc<Run>,
    pub(super) index: Arc<GanttIndex>,
    pub(super) timeline: Arc<Timeline>,
    pub(super) values: Values,
}

impl Finished {
    /// Computes what drawing `run` needs.
    pub(crate) fn new(run: Run) -> Self {
        let run = Arc::new(run);
        Self {
            recipe: recipe(&run),
            index: Arc::new(GanttIndex::new(&run)),
            timeline: Arc::new(Timeline::new(Arc::clone(&run))),
            values: summary::values(&run),
            run,
        }
    }

    /// Returns the run.
    pub(crate) fn run(&self) -> &Run {
        &self.run
    }
}

/// A run in the list.
pub(crate) struct Entry {
    /// Identity.
    pub(crate) id: RunId,
    /// Name, which the user may change.
    pub(crate) label: String,
    /// Results.
    pub(crate) run: Arc<Run>,
    /// Index for the Gantt chart.
    pub(crate) index: Arc<GanttIndex>,
    /// Timeline for the replay.
    pub(crate) timeline: Arc<Timeline>,
    /// Metrics.
    pub(crate) values: Values,
    /// Recipe: its log or model, and the rest.
    pub(super) recipe: [String; 2],
    /// Whether plots show it.
    pub(crate) visible: bool,
    /// Whether it stays when its policy is simulated again.
    pub(crate) kept: bool,
    /// Whether it is of another scenario, and stands here to be compared.
    pub(crate) beside: bool,
    /// Whether the scenario has changed since.
    pub(crate) stale: bool,
    /// Slot of its colour: that of its policy, and of a variant of it.
    pub(crate) slot: usize,
}

impl Entry {
    /// Returns the main metric and its value: the makespan of jobs that follow one another, else
    /// the mean wait.
    pub(crate) fn headline(&self) -> Option<(&'static str, String)> {
        let (name, title) = match self.run.placements() {
            Some(_) => ("makespan", "makespan"),
            None => ("mean_wait", "mean wait"),
        };
        let value = self.values.value(name)?;
        Some((title, format::span(value)))
    }

    /// Returns its recipe.
    pub(crate) fn recipe(&self) -> String {
        self.recipe.join(", ")
    }

    /// Returns a warning where it is not what the scenario gives now.
    pub(crate) fn warning(&self) -> Option<&'static str> {
        self.stale.then_some("old: scenario changed")
    }
}
