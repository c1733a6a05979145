//! What is known of one instant of the replay: who waited then, and why nodes were idle.

use cosched_core::Time;

use super::runs::{Entry, RunId};
use crate::draw::gantt::Planned;
use crate::run::explain::idle::Idle;
use crate::run::explain::moment::Moment;

/// What was found out; a problem is one sentence.
pub(in crate::desktop) type Answer<T> = Option<Result<T, String>>;

/// The queue of a run at an instant.
pub(in crate::desktop) struct Queued {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    /// Nothing while it is being found out.
    pub(in crate::desktop) answer: Answer<Moment>,
    /// The same for the chart.
    pub(in crate::desktop) planned: Option<Planned>,
    /// What can be asked of idle nodes then; nothing where none is.
    pub(in crate::desktop) why_idle: Option<String>,
}

/// Why nodes of a run were idle at an instant.
pub(in crate::desktop) struct Idled {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    pub(in crate::desktop) answer: Answer<Option<Idle>>,
}

/// What is known of instants.
#[derive(Default)]
pub(in crate::desktop) struct Instant {
    pub(in crate::desktop) queue: Option<Queued>,
    pub(in crate::desktop) idle: Option<Idled>,
}

impl Instant {
    /// When jobs of `entry` that wait at the instant can start, if that is known.
    pub(in crate::desktop) fn planned_in(&self, entry: &Entry) -> Option<&Planned> {
        let queue = self.queue.as_ref().filter(|queue| queue.id == entry.id)?;
        queue.planned.as_ref()
    }
}

/// What a chart shows of `moment`: reservations, the first in the queue first.
pub(in crate::desktop) fn planned(entry: &Entry, moment: &Moment) -> Planned {
    let labels = &entry.run.experiment.labels;
    let reserved = moment.queue.iter().filter_map(|waiting| {
        let number = labels.get(waiting.job)?.number;
        Some((waiting.reserved?, number))
    });
    Planned {
        starts: reserved.collect(),
    }
}
