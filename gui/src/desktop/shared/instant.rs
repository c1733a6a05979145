//! Answers about one instant of the replay: the waiting jobs, and why nodes were idle.

use cosched_core::Time;

use super::runs::{Entry, RunId};
use crate::draw::gantt::Planned;
use crate::run::explain::idle::IdleSpan;
use crate::run::explain::snapshot::QueueSnapshot;

/// An answer, absent while it is pending; a problem is one sentence.
pub(in crate::desktop) type Answer<T> = Option<Result<T, String>>;

/// Queue of a run at an instant.
pub(in crate::desktop) struct QueueAtInstant {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    /// Absent while it is pending.
    pub(in crate::desktop) answer: Answer<QueueSnapshot>,
    /// Planned starts for the chart.
    pub(in crate::desktop) planned: Option<Planned>,
    /// Question about idle nodes at that instant; absent where none is idle.
    pub(in crate::desktop) why_idle: Option<String>,
}

/// Why nodes of a run were idle at an instant.
pub(in crate::desktop) struct IdleAtInstant {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    pub(in crate::desktop) answer: Answer<Option<IdleSpan>>,
}

/// All answers about instants.
#[derive(Default)]
pub(in crate::desktop) struct Instant {
    pub(in crate::desktop) queue: Option<QueueAtInstant>,
    pub(in crate::desktop) idle: Option<IdleAtInstant>,
}

impl Instant {
    /// Returns the planned starts of the jobs of `entry` that wait at the instant, if known.
    pub(in crate::desktop) fn planned_in(&self, entry: &Entry) -> Option<&Planned> {
        let queue = self.queue.as_ref().filter(|queue| queue.id == entry.id)?;
        queue.planned.as_ref()
    }
}

/// Returns the reservations in `moment` for a chart, the first in the queue first.
pub(in crate::desktop) fn planned_starts(entry: &Entry, moment: &QueueSnapshot) -> Planned {
    let labels = &entry.run.experiment.labels;
    let reserved = moment.queue.iter().filter_map(|waiting| {
        let number = labels.get(waiting.job)?.number;
        Some((waiting.reserved?, number))
    });
    Planned {
        starts: reserved.collect(),
    }
}
