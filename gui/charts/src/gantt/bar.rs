//! A segment as drawn, with what is known of it beyond the segment itself.

use cosched_core::Time;

use laboratory::family::moldable::metrics as deadlines;
use laboratory::family::slicing::record::LoadSpan;
use laboratory::record::{Outcome, Run, Segment};

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

/// End of a segment: the job was killed, or went on later.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) killed: bool,
    pub(super) preempted: bool,
}

/// Returns start and end of a segment.
pub(super) fn seconds(segment: &Segment) -> [f64; 2] {
    [segment.from, segment.until.max(segment.from)].map(Time::seconds)
}

/// Returns the order by start, if it differs from that of the segments.
pub(super) fn order_of(segments: &[Segment]) -> Vec<u32> {
    if segments.is_sorted_by_key(|segment| segment.from) {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0..segments.len() as u32).collect();
    order.sort_by_key(|at| segments[*at as usize].from);
    order
}

/// Returns how `segment` ended.
pub(super) fn end(run: &Run, segment: &Segment) -> End {
    let outcome = run.outcomes.get(segment.job as usize);
    let ended = |outcome: &&Outcome| outcome.completed == segment.until;
    End {
        killed: outcome.filter(ended).is_some_and(|outcome| outcome.killed),
        preempted: outcome.is_some_and(|outcome| outcome.completed > segment.until),
    }
}

/// Returns the segments that begin with a load, each with the end of that.
pub(super) fn loads_of(run: &Run) -> Vec<(u32, Time)> {
    let mut loads = run.loads().to_vec();
    loads.sort_unstable_by_key(|load| (load.job, load.from));
    let with_end = |segment: &Segment| (loaded(segment, &loads), segment.from);
    (0..)
        .zip(run.segments.iter())
        .map(|(at, segment)| (at, with_end(segment)))
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

/// Returns the end of the load that `segment` begins with; `loads` are by job and start.
fn loaded(segment: &Segment, loads: &[LoadSpan]) -> Time {
    let mut until = segment.from;
    // A load that is cut short at the end of a slice may go on in the next.
    while let Ok(index) =
        loads.binary_search_by_key(&(segment.job, until), |load| (load.job, load.from))
        && loads[index].until > until
    {
        until = loads[index].until;
    }
    until.min(segment.until)
}
