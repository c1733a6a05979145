//! How many jobs wait and run at every moment of a run: what the replay shows and steps through.

use std::sync::Arc;

use cosched_core::Time;

use crate::record::{Run, Segment};

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

/// After as many changes the state is kept, from which those between are counted on: a state
/// for each would be larger than the run.
const STRIDE: usize = 64;

/// One thing that happens to a job, or to a period of it on its nodes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Entered,
    Started,
    Completed,
    Occupied,
    Left,
}

impl Kind {
    const ALL: [Self; 5] = [
        Self::Entered,
        Self::Started,
        Self::Completed,
        Self::Occupied,
        Self::Left,
    ];
}

/// A kind, and the place of the job or of the first segment of the period, in one number.
#[derive(Clone, Copy, Debug)]
struct Change(u32);

impl Change {
    fn new(kind: Kind, place: usize) -> Self {
        Self((place * Kind::ALL.len()) as u32 + kind as u32)
    }

    fn read(self) -> (Kind, usize) {
        let (code, kinds) = (self.0 as usize, Kind::ALL.len());
        (Kind::ALL[code % kinds], code / kinds)
    }
}

/// Every moment of a run at which something happened, in order.
#[derive(Debug)]
pub(in crate::desktop) struct Timeline {
    run: Arc<Run>,
    changes: Box<[Change]>,
    /// The states before every change whose place is a multiple of the stride.
    states: Box<[Moment]>,
}

impl Timeline {
    /// From the outcomes and segments of `run`.
    pub(in crate::desktop) fn new(run: Arc<Run>) -> Self {
        let mut changes = Vec::with_capacity(5 * run.outcomes.len());
        for (job, outcome) in run.outcomes.iter().enumerate() {
            changes.push((outcome.entered, Change::new(Kind::Entered, job)));
            changes.push((outcome.started, Change::new(Kind::Started, job)));
            changes.push((outcome.completed, Change::new(Kind::Completed, job)));
        }
        let mut first = 0;
        let periods = run
            .segments
            .chunk_by(|one, other| (one.job, one.from) == (other.job, other.from));
        for period in periods {
            changes.push((period[0].from, Change::new(Kind::Occupied, first)));
            changes.push((period[0].until, Change::new(Kind::Left, first)));
            first += period.len();
        }
        changes.sort_unstable_by_key(|(at, _)| *at);
        let mut timeline = Self {
            run,
            changes: changes.iter().map(|(_, change)| *change).collect(),
            states: Box::default(),
        };
        let mut now = Moment::default();
        let mut states = Vec::with_capacity(timeline.changes.len().div_ceil(STRIDE));
        for (place, change) in timeline.changes.iter().enumerate() {
            if place.is_multiple_of(STRIDE) {
                states.push(now);
            }
            now = timeline.after(now, *change);
        }
        timeline.states = states.into();
        timeline
    }

    /// When `change` happens.
    fn at(&self, change: Change) -> Time {
        let (kind, place) = change.read();
        match kind {
            Kind::Entered => self.run.outcomes[place].entered,
            Kind::Started => self.run.outcomes[place].started,
            Kind::Completed => self.run.outcomes[place].completed,
            Kind::Occupied => self.run.segments[place].from,
            Kind::Left => self.run.segments[place].until,
        }
    }

    /// The state `change` makes of `now`. A job that has started counts as suspended until it
    /// is on its nodes, and holds all of them until it leaves them.
    fn after(&self, now: Moment, change: Change) -> Moment {
        let (kind, place) = change.read();
        let (waiting, suspended, running) = match kind {
            Kind::Entered => (1, 0, 0),
            Kind::Started => (-1, 1, 0),
            Kind::Completed => (0, -1, 0),
            Kind::Occupied => (0, -1, 1),
            Kind::Left => (0, 1, -1),
        };
        Moment {
            at: self.at(change),
            waiting: now.waiting + waiting,
            running: now.running + running,
            suspended: now.suspended + suspended,
            busy: now.busy + running * self.held(kind, place),
        }
    }

    /// The nodes of the period whose first segment is at `place`.
    fn held(&self, kind: Kind, place: usize) -> i64 {
        if !matches!(kind, Kind::Occupied | Kind::Left) {
            return 0;
        }
        let parts = &self.run.segments[place..];
        let same = |part: &&Segment| (part.job, part.from) == (parts[0].job, parts[0].from);
        let period = parts.iter().take_while(same);
        period.map(|part| i64::from(part.nodes)).sum()
    }

    /// How many changes there are up to `at`, with those of just then or without.
    fn until(&self, at: Time, with: bool) -> usize {
        self.changes.partition_point(|change| {
            let when = self.at(*change);
            when < at || with && when == at
        })
    }

    /// The state at `at`; empty before the first event.
    pub(in crate::desktop) fn state(&self, at: Time) -> Moment {
        let end = self.until(at, true);
        let kept = end / STRIDE;
        let Some(state) = self
            .states
            .get(kept.min(self.states.len().saturating_sub(1)))
        else {
            return Moment::default();
        };
        let first = STRIDE * kept.min(self.states.len() - 1);
        self.changes[first..end]
            .iter()
            .fold(*state, |now, change| self.after(now, *change))
    }

    /// The first event after `at`.
    pub(in crate::desktop) fn next(&self, at: Time) -> Option<Time> {
        let change = self.changes.get(self.until(at, true))?;
        Some(self.at(*change))
    }

    /// The last event before `at`.
    pub(in crate::desktop) fn previous(&self, at: Time) -> Option<Time> {
        let before = self.until(at, false).checked_sub(1)?;
        Some(self.at(self.changes[before]))
    }

    /// The first and the last event.
    pub(in crate::desktop) fn span(&self) -> (Time, Time) {
        match (self.changes.first(), self.changes.last()) {
            (Some(first), Some(last)) => (self.at(*first), self.at(*last)),
            _ => (Time::ZERO, Time::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::sample::simulated;
    use std::collections::HashSet;

    /// Counted anew at each instant from all jobs.
    fn counted(run: &Run, at: Time) -> (i64, i64, i64, i64) {
        let jobs = |such: &dyn Fn(&crate::record::Outcome) -> bool| {
            run.outcomes.iter().filter(|job| such(job)).count() as i64
        };
        let there = run.segments.iter();
        let there = there.filter(|part| part.from <= at && at < part.until);
        let running: HashSet<u32> = there.clone().map(|part| part.job).collect();
        let running = running.len() as i64;
        let started = jobs(&|job| job.started <= at && at < job.completed);
        (
            jobs(&|job| job.entered <= at && at < job.started),
            running,
            started - running,
            there.map(|part| i64::from(part.nodes)).sum(),
        )
    }

    #[test]
    fn a_state_is_what_all_jobs_come_to_at_that_instant() {
        for policy in ["Easy", "ScojoPect"] {
            let run = Arc::new(simulated(&format!(
                "(machine: Cluster(nodes: 24), workload: Lublin(jobs: 200, load: 0.9), policies: [{policy}])"
            )));
            let timeline = Timeline::new(Arc::clone(&run));
            let (first, last) = timeline.span();
            let mut at = first;
            let mut steps = 0;
            loop {
                let state = timeline.state(at);
                let found = (state.waiting, state.running, state.suspended, state.busy);
                assert_eq!(found, counted(&run, at), "at {}", at.seconds());
                assert_eq!(state.at, at);
                let Some(next) = timeline.next(at) else {
                    break;
                };
                assert_eq!(timeline.previous(next), Some(at));
                (at, steps) = (next, steps + 1);
            }
            assert_eq!(at, last);
            assert!(steps > run.outcomes.len(), "{steps}");
        }
    }
}
