//! Numbers of waiting and running jobs at every moment of a run, for curves and the replay.

mod curve;

use std::sync::Arc;

use cosched_core::Time;

pub use curve::CurveKind;

use laboratory::record::{Run, Segment};

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

/// A kind, and the index of the job or of the first segment of the period, in one number.
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
    /// State before the changes.
    state: Moment,
    /// Areas under the curves up to the first of them, in seconds times nodes or jobs.
    areas: [f64; 2],
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
                blocks.push(Block { state: now, areas });
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
            Kind::Occupied => self.run.segments[index].from,
            Kind::Left => self.run.segments[index].until,
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
        };
        Moment {
            at: self.at(change),
            waiting: now.waiting + waiting,
            running: now.running + running,
            suspended: now.suspended + suspended,
            busy: now.busy + running * self.nodes_held(kind, index),
        }
    }

    /// Returns the nodes of the period whose first segment is at `index`.
    fn nodes_held(&self, kind: Kind, index: usize) -> i64 {
        if !matches!(kind, Kind::Occupied | Kind::Left) {
            return 0;
        }
        let parts = &self.run.segments[index..];
        let same = |part: &&Segment| (part.job, part.from) == (parts[0].job, parts[0].from);
        let period = parts.iter().take_while(same);
        period.map(|part| i64::from(part.nodes)).sum()
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
            .fold(self.blocks[block].state, |now, change| {
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
    let count = each_change(run).count();
    let mut samples: Vec<Time> = each_change(run)
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
        part.extend(each_change(run).filter(is_here));
        part.sort_unstable_by_key(|(at, _)| *at);
        changes.extend(part.drain(..).map(|(_, change)| change));
    }
    changes.into()
}

/// Iterates over the changes of `run`, in any order.
fn each_change(run: &Run) -> impl Iterator<Item = (Time, Change)> {
    let jobs = run.outcomes.iter().enumerate();
    let of_jobs = jobs.flat_map(|(job, outcome)| {
        [
            (outcome.entered, Change::new(Kind::Entered, job)),
            (outcome.started, Change::new(Kind::Started, job)),
            (outcome.completed, Change::new(Kind::Completed, job)),
        ]
    });
    let periods = run
        .segments
        .chunk_by(|one, other| (one.job, one.from) == (other.job, other.from));
    let of_periods = periods.scan(0, |next, period| {
        let first = *next;
        *next += period.len();
        Some([
            (period[0].from, Change::new(Kind::Occupied, first)),
            (period[0].until, Change::new(Kind::Left, first)),
        ])
    });
    of_jobs.chain(of_periods.flatten())
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
