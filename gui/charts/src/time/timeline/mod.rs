//! Numbers of waiting and running jobs at every moment of a run, for curves and the replay.

mod curve;

use std::sync::Arc;

use cosched_core::Time;

pub use curve::CurveKind;

use laboratory::record::{Period, Run};

/// State between one event and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Instant from which it holds.
    pub(crate) at: Time,
    /// Jobs in the queue.
    pub waiting: i64,
    /// Jobs on their nodes.
    pub running: i64,
    /// Started jobs that have not ended and are not on their nodes.
    pub suspended: i64,
    /// Nodes held.
    pub busy: i64,
}

/// Number of changes in a block. The state before a block is kept, and those within are counted on
/// from there: a state for each change would be larger than the run.
const BLOCK: usize = 32;

/// Kind of an event of a job, or of a period of it on its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Entered,
    Started,
    Completed,
    Occupied,
    Left,
    /// Started and occupied, of the only period of a job.
    Begun,
    /// Left and completed, likewise.
    Ended,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Entered,
        Self::Started,
        Self::Completed,
        Self::Occupied,
        Self::Left,
        Self::Begun,
        Self::Ended,
    ];
}

/// Changes of a job that is not interrupted.
const USUAL: usize = 3;

/// A kind, and the index of the job or of the period, in one number.
#[derive(Clone, Copy, Debug)]
struct Change(u32);

impl Change {
    fn new(kind: Kind, index: usize) -> Self {
        Self((index * Kind::ALL.len()) as u32 + kind as u32)
    }

    fn read(self) -> (Kind, usize) {
        let (code, kinds) = (self.0 as usize, Kind::ALL.len());
        (Kind::ALL[code % kinds], code / kinds)
    }
}

/// Record of a block of changes; sums stand in the order of [`CurveKind::ALL`].
#[derive(Clone, Copy, Default, Debug)]
struct Block {
    /// State before the changes: instant from which it holds, nodes held, and jobs waiting, running
    /// and suspended, which are numbered in 32 bits.
    at: Time,
    busy: i64,
    jobs: [i32; 3],
    /// Areas under the curves up to the first of them, in seconds times nodes or jobs.
    areas: [f64; 2],
}

impl Block {
    fn new(state: Moment, areas: [f64; 2]) -> Self {
        let jobs = [state.waiting, state.running, state.suspended];
        Self {
            at: state.at,
            busy: state.busy,
            jobs: jobs.map(|count| count as i32),
            areas,
        }
    }

    fn state(&self) -> Moment {
        let [waiting, running, suspended] = self.jobs.map(i64::from);
        Moment {
            at: self.at,
            waiting,
            running,
            suspended,
            busy: self.busy,
        }
    }
}

/// Every moment of a run with an event, in order.
#[derive(Debug)]
pub struct Timeline {
    run: Arc<Run>,
    changes: Box<[Change]>,
    blocks: Box<[Block]>,
    /// Time of the first change of each block. Searches by time look here, as the times of changes
    /// are scattered over the outcomes.
    starts: Box<[Time]>,
    /// Greatest values that instants within each block leave, a row for each curve.
    peaks: [Box<[f64]>; 2],
    /// First and last change of each curve.
    ends: [Option<[Time; 2]>; 2],
}

impl Timeline {
    /// Collects the outcomes and segments of `run`.
    pub fn new(run: Arc<Run>) -> Self {
        let mut timeline = Self {
            changes: changes_of(&run),
            run,
            blocks: Box::default(),
            starts: Box::default(),
            peaks: Default::default(),
            ends: [None; 2],
        };
        let count = timeline.changes.len().div_ceil(BLOCK);
        let mut blocks = Vec::with_capacity(count);
        timeline.peaks = [0, 1].map(|_| vec![0.0_f64; count].into());
        let (mut now, mut areas) = (Moment::default(), [0.0; 2]);
        for index in 0..timeline.changes.len() {
            let change = timeline.changes[index];
            let at = timeline.at(change);
            let past = at.since(now.at).seconds();
            areas = [0, 1].map(|curve| areas[curve] + past * CurveKind::ALL[curve].of(now));
            if index.is_multiple_of(BLOCK) {
                blocks.push(Block::new(now, areas));
            }
            now = timeline.after(now, change);
            for (curve, what) in CurveKind::ALL.into_iter().enumerate() {
                if timeline.is_settled(index) {
                    let peak = &mut timeline.peaks[curve][index / BLOCK];
                    *peak = peak.max(what.of(now));
                }
                if what.is_changed_by(change.read().0) {
                    timeline.ends[curve].get_or_insert([at; 2])[1] = at;
                }
            }
        }
        timeline.blocks = blocks.into();
        let starts = timeline.changes.iter().step_by(BLOCK);
        timeline.starts = starts.map(|change| timeline.at(*change)).collect();
        timeline
    }

    /// Whether the change at `index` is the last of its instant: states between changes of one
    /// instant have no duration.
    fn is_settled(&self, index: usize) -> bool {
        let next = self.changes.get(index + 1);
        next.is_none_or(|next| self.at(*next) > self.at(self.changes[index]))
    }

    /// Returns the time of `change`.
    fn at(&self, change: Change) -> Time {
        let (kind, index) = change.read();
        match kind {
            Kind::Entered => self.run.outcomes[index].entered,
            Kind::Started => self.run.outcomes[index].started,
            Kind::Completed => self.run.outcomes[index].completed,
            Kind::Occupied | Kind::Begun => self.run.segments.periods()[index].from,
            Kind::Left | Kind::Ended => self.run.segments.periods()[index].until,
        }
    }

    /// Returns the state after `change` in the state `now`. A job that has started counts as
    /// suspended until it is on its nodes, and holds all of them until it leaves them.
    fn after(&self, now: Moment, change: Change) -> Moment {
        let (kind, index) = change.read();
        let (waiting, suspended, running) = match kind {
            Kind::Entered => (1, 0, 0),
            Kind::Started => (-1, 1, 0),
            Kind::Completed => (0, -1, 0),
            Kind::Occupied => (0, -1, 1),
            Kind::Left => (0, 1, -1),
            Kind::Begun => (-1, 0, 1),
            Kind::Ended => (0, 0, -1),
        };
        Moment {
            at: self.at(change),
            waiting: now.waiting + waiting,
            running: now.running + running,
            suspended: now.suspended + suspended,
            busy: now.busy + running * self.nodes_held(kind, index),
        }
    }

    /// Returns the nodes of the period at `index`, if the change is of one.
    fn nodes_held(&self, kind: Kind, index: usize) -> i64 {
        if matches!(kind, Kind::Entered | Kind::Started | Kind::Completed) {
            return 0;
        }
        let parts = self.run.segments.of_period(index);
        parts.map(|part| i64::from(part.nodes)).sum()
    }

    /// Returns the number of changes before `at`, and at it if `with`.
    fn until(&self, at: Time, with: bool) -> usize {
        self.before(|when| when < at || with && when == at)
    }

    /// Returns the number of changes while `so` holds of their instants.
    fn before(&self, so: impl Fn(Time) -> bool) -> usize {
        let blocks = self.starts.partition_point(|start| so(*start));
        let from = BLOCK * blocks.saturating_sub(1);
        let few = &self.changes[from..self.changes.len().min(BLOCK * blocks)];
        from + few.partition_point(|change| so(self.at(*change)))
    }

    /// Returns the state at `at`; empty before the first event.
    pub fn state(&self, at: Time) -> Moment {
        self.state_before(self.until(at, true))
    }

    /// Returns the state before the change at `index`.
    fn state_before(&self, index: usize) -> Moment {
        let Some(last) = self.blocks.len().checked_sub(1) else {
            return Moment::default();
        };
        let block = (index / BLOCK).min(last);
        self.changes[BLOCK * block..index]
            .iter()
            .fold(self.blocks[block].state(), |now, change| {
                self.after(now, *change)
            })
    }

    /// Returns the first event after `at`.
    pub fn next(&self, at: Time) -> Option<Time> {
        let change = self.changes.get(self.until(at, true))?;
        Some(self.at(*change))
    }

    /// Returns the last event before `at`.
    pub fn previous(&self, at: Time) -> Option<Time> {
        let before = self.until(at, false).checked_sub(1)?;
        Some(self.at(self.changes[before]))
    }

    /// Returns the first and the last event.
    pub fn span(&self) -> (Time, Time) {
        match (self.changes.first(), self.changes.last()) {
            (Some(first), Some(last)) => (self.at(*first), self.at(*last)),
            _ => (Time::ZERO, Time::ZERO),
        }
    }
}

/// Parts that changes are put in order by, one after the other: all at once would take four times the
/// memory of what is kept.
const PARTS: usize = 8;
/// Changes that are looked at to find parts of about the same size.
const SAMPLES: usize = 1024;

/// Returns the changes of `run`, by time.
fn changes_of(run: &Run) -> Box<[Change]> {
    let whole = &uninterrupted(run);
    let count = each_change(run, whole).count();
    let mut samples: Vec<Time> = each_change(run, whole)
        .step_by((count / SAMPLES).max(1))
        .map(|(at, _)| at)
        .collect();
    samples.sort_unstable();
    // Begin of a part; the first has none, nor what is behind the last.
    let begin = |part: usize| {
        let sample = samples.get(samples.len() * part / PARTS);
        sample.copied().filter(|_| part > 0)
    };
    let mut changes = Vec::with_capacity(count);
    let mut part: Vec<(Time, Change)> = Vec::new();
    for number in 0..PARTS {
        let (from, until) = (begin(number), begin(number + 1));
        let is_here = |(at, _): &(Time, Change)| {
            from.is_none_or(|from| *at >= from) && until.is_none_or(|until| *at < until)
        };
        part.extend(each_change(run, whole).filter(is_here));
        part.sort_unstable_by_key(|(at, _)| *at);
        changes.extend(part.drain(..).map(|(_, change)| change));
    }
    changes.into()
}

/// Returns of each job whether it has exactly one period, from its start to its end.
fn uninterrupted(run: &Run) -> Vec<bool> {
    let mut seen = vec![(false, false); run.outcomes.len()];
    for period in run.segments.periods() {
        let job = period.job as usize;
        if let (Some(seen), Some(outcome)) = (seen.get_mut(job), run.outcomes.get(job)) {
            let is_all = (period.from, period.until) == (outcome.started, outcome.completed);
            *seen = (true, is_all && !seen.0);
        }
    }
    seen.into_iter().map(|(_, is_whole)| is_whole).collect()
}

/// Iterates over the changes of `run`, in any order; `whole` says which jobs are uninterrupted.
fn each_change(run: &Run, whole: &[bool]) -> impl Iterator<Item = (Time, Change)> {
    let jobs = run.outcomes.iter().enumerate();
    let of_jobs = jobs.flat_map(move |(job, outcome)| {
        let alone = [
            (outcome.started, Change::new(Kind::Started, job)),
            (outcome.completed, Change::new(Kind::Completed, job)),
        ];
        let alone = alone.into_iter().filter(move |_| !whole[job]);
        std::iter::once((outcome.entered, Change::new(Kind::Entered, job))).chain(alone)
    });
    let of_period = move |(index, period): (usize, &Period)| {
        let is_whole = whole.get(period.job as usize).is_some_and(|whole| *whole);
        let [begin, end] = if is_whole {
            [Kind::Begun, Kind::Ended]
        } else {
            [Kind::Occupied, Kind::Left]
        };
        [
            (period.from, Change::new(begin, index)),
            (period.until, Change::new(end, index)),
        ]
    };
    let periods = run.segments.periods().iter().enumerate();
    of_jobs.chain(periods.flat_map(of_period))
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::sample::simulated;
    use std::collections::HashSet;

    /// Counts anew from all jobs at an instant.
    fn counted(run: &Run, at: Time) -> (i64, i64, i64, i64) {
        let jobs = |such: &dyn Fn(&laboratory::record::Outcome) -> bool| {
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
    fn a_state_counts_all_jobs_at_its_instant() {
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
