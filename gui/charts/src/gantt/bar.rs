//! A segment as drawn, with what is known of it beyond the segment itself.

use cosched_core::Time;

use laboratory::family::moldable::metrics as deadlines;
use laboratory::family::slicing::record::LoadSpan;
use laboratory::record::{Period, Run, Segments};

/// A segment in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// Start.
    pub from: f64,
    /// End.
    pub until: f64,
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// First and end of its rows, from the top.
    pub rows: [f64; 2],
    /// Whether the job was killed at the end of it.
    pub killed: bool,
    /// End of the job's load of memory; its start if there was none.
    pub loaded: f64,
    /// Whether the job went on later.
    pub preempted: bool,
    /// Deadline that the job missed; infinite if it did not.
    pub late: f64,
}

/// End of a period: one byte, as runs have many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The job was complete.
    Complete,
    /// The job was killed.
    Killed,
    /// The job went on later.
    Preempted,
}

/// Returns start and end of a period.
pub(super) fn seconds(period: &Period) -> [f64; 2] {
    [period.from, period.until.max(period.from)].map(Time::seconds)
}

/// Returns the order of periods by start, if it differs from that in which they are.
pub(super) fn order_of(periods: &[Period]) -> Vec<u32> {
    if periods.is_sorted_by_key(|period| period.from) {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0..periods.len() as u32).collect();
    order.sort_by_key(|at| periods[*at as usize].from);
    order
}

/// Returns how `period` ended.
pub(super) fn end(run: &Run, period: &Period) -> End {
    match run.outcomes.get(period.job as usize) {
        Some(outcome) if outcome.completed > period.until => End::Preempted,
        Some(outcome) if outcome.completed == period.until && outcome.killed => End::Killed,
        _ => End::Complete,
    }
}

/// Returns the periods among `segments` that begin with a load, each with the end of that.
pub(super) fn loads_of(run: &Run, segments: &Segments) -> Vec<(u32, Time)> {
    let mut loads = run.loads().to_vec();
    loads.sort_unstable_by_key(|load| (load.job, load.from));
    let with_end = |period: &Period| (loaded(period, &loads), period.from);
    (0..)
        .zip(segments.periods())
        .map(|(at, period)| (at, with_end(period)))
        .filter(|(_, (until, from))| until != from)
        .map(|(at, (until, _))| (at, until))
        .collect()
}

/// Returns the jobs that missed their deadlines, each with its deadline.
pub(super) fn late(run: &Run) -> Vec<(u32, Time)> {
    let missed = (0..run.outcomes.len()).filter(|job| deadlines::misses(run, *job));
    missed
        .filter_map(|job| Some((job as u32, deadlines::deadline(run, job)?)))
        .collect()
}

/// Returns the end of the load that `period` begins with; `loads` are by job and start.
fn loaded(period: &Period, loads: &[LoadSpan]) -> Time {
    let mut until = period.from;
    // A load that is cut short at the end of a slice may go on in the next.
    while let Ok(index) =
        loads.binary_search_by_key(&(period.job, until), |load| (load.job, load.from))
        && loads[index].until > until
    {
        until = loads[index].until;
    }
    until.min(period.until)
}
