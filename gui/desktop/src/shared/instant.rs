//! Answers about one instant of the replay: the waiting jobs, and why nodes were idle.

use cosched_core::Time;

use super::runs::{Entry, RunId};
use charts::gantt::Planned;
use laboratory::run::explain::idle::IdleSpan;
use laboratory::run::explain::snapshot::QueueSnapshot;

/// An answer, absent while it is pending; a problem is one sentence.
pub(crate) type Answer<T> = Option<Result<T, String>>;

/// Queue of a run at an instant.
pub(crate) struct QueueAtInstant {
    pub(crate) id: RunId,
    pub(crate) at: Time,
    /// Absent while it is pending.
    pub(crate) answer: Answer<QueueSnapshot>,
    /// Planned starts for the chart.
    pub(crate) planned: Option<Planned>,
    /// Question about idle nodes at that instant; absent where none is idle.
    pub(crate) why_idle: Option<String>,
}

/// Why nodes of a run were idle at an instant.
pub(crate) struct IdleAtInstant {
    pub(crate) id: RunId,
    pub(crate) at: Time,
    pub(crate) answer: Answer<Option<IdleSpan>>,
}

/// All answers about instants.
#[derive(Default)]
pub(crate) struct Instant {
    pub(crate) queue: Option<QueueAtInstant>,
    pub(crate) idle: Option<IdleAtInstant>,
}

impl Instant {
    /// Returns the planned starts of the jobs of `entry` that wait at the instant, if known.
    pub(crate) fn planned_in(&self, entry: &Entry) -> Option<&Planned> {
        let queue = self.queue.as_ref().filter(|queue| queue.id == entry.id)?;
        queue.planned.as_ref()
    }
}

/// Returns the reservations in `moment` for a chart, the first in the queue first.
pub(crate) fn planned_starts(entry: &Entry, moment: &QueueSnapshot) -> Planned {
    let labels = &entry.run.experiment.labels;
    let reserved = moment.queue.iter().filter_map(|waiting| {
        let number = labels.get(waiting.job)?.number();
        Some((waiting.reserved?, number))
    });
    Planned {
        starts: reserved.collect(),
    }
}
