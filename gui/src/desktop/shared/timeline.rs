//! How many jobs wait and run at every moment of a run: what the replay shows and steps through.

use cosched_core::Time;

use crate::record::Run;

/// The state between one event and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::desktop) struct Moment {
    /// From when.
    pub(in crate::desktop) at: Time,
    /// Jobs in the queue.
    pub(in crate::desktop) waiting: i64,
    /// Jobs on their nodes.
    pub(in crate::desktop) running: i64,
    /// Jobs started and not ended that are not.
    pub(in crate::desktop) suspended: i64,
    /// Nodes held.
    pub(in crate::desktop) busy: i64,
}

/// Every moment of a run at which something happened, in order.
#[derive(Debug, Default)]
pub(in crate::desktop) struct Timeline {
    moments: Vec<Moment>,
}

impl Timeline {
    /// From the outcomes and segments of `run`.
    pub(in crate::desktop) fn new(run: &Run) -> Self {
        let mut changes = Vec::with_capacity(5 * run.outcomes.len());
        for outcome in &run.outcomes {
            changes.push((outcome.entered, 1, 0, 0, 0));
            changes.push((outcome.started, -1, 0, 1, 0));
            changes.push((outcome.completed, 0, 0, -1, 0));
        }
        // Until it is suspended, a job holds all of its nodes.
        let periods = run
            .segments
            .chunk_by(|one, other| (one.job, one.from) == (other.job, other.from));
        for period in periods {
            let nodes: u32 = period.iter().map(|segment| segment.nodes).sum();
            let nodes = i64::from(nodes);
            changes.push((period[0].from, 0, 1, -1, nodes));
            changes.push((period[0].until, 0, -1, 1, -nodes));
        }
        changes.sort_unstable_by_key(|change| change.0);
        let mut moments: Vec<Moment> = Vec::new();
        let mut now = Moment::default();
        for (at, waiting, running, suspended, busy) in changes {
            now.at = at;
            now.waiting += waiting;
            now.running += running;
            now.suspended += suspended;
            now.busy += busy;
            match moments.last_mut() {
                Some(last) if last.at == at => *last = now,
                _ => moments.push(now),
            }
        }
        Self { moments }
    }

    /// The state at `at`; empty before the first event.
    pub(in crate::desktop) fn state(&self, at: Time) -> Moment {
        match self.moments.partition_point(|moment| moment.at <= at) {
            0 => Moment::default(),
            after => self.moments[after - 1],
        }
    }

    /// The first event after `at`.
    pub(in crate::desktop) fn next(&self, at: Time) -> Option<Time> {
        let after = self.moments.partition_point(|moment| moment.at <= at);
        self.moments.get(after).map(|moment| moment.at)
    }

    /// The last event before `at`.
    pub(in crate::desktop) fn previous(&self, at: Time) -> Option<Time> {
        let from = self.moments.partition_point(|moment| moment.at < at);
        from.checked_sub(1).map(|before| self.moments[before].at)
    }

    /// The first and the last event.
    pub(in crate::desktop) fn span(&self) -> (Time, Time) {
        match (self.moments.first(), self.moments.last()) {
            (Some(first), Some(last)) => (first.at, last.at),
            _ => (Time::ZERO, Time::ZERO),
        }
    }
}
