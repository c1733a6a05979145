//! A sink that records where and when jobs ran.

use std::sync::Arc;

use cosched_core::engine::Detail;
use cosched_core::machine::cluster::NodeUnits;
use cosched_core::{Event, JobId, Sink, Time};

use super::cluster::core_rows::CoreRows;
use crate::record::{Experiment, Segment};

/// Records where and when jobs ran.
#[derive(Debug)]
pub(crate) struct SegmentSink<'e> {
    all: Vec<Segment>,
    // For each job, its last segments: the first, their number, and when they were closed.
    last: Vec<(usize, usize, Time)>,
    now: Time,
    // The row of the first processor in the background: behind all nodes.
    behind: u32,
    // Assignment of cores, where jobs share nodes.
    lanes: Option<CoreRows<'e>>,
}

impl<'e> SegmentSink<'e> {
    /// Makes a sink for the jobs of `experiment`, which records nothing unless `wanted`.
    pub(crate) fn of(experiment: &'e Experiment, wanted: bool) -> Self {
        let jobs = if wanted { experiment.jobs.len() } else { 0 };
        let cluster = experiment.cluster.as_ref().filter(|_| wanted);
        Self {
            lanes: cluster.map(CoreRows::new),
            ..Self::new(jobs, experiment.nodes)
        }
    }

    /// Makes a sink for so many jobs on so many nodes; with no jobs, nothing is recorded.
    fn new(jobs: usize, nodes: u32) -> Self {
        Self {
            all: Vec::with_capacity(jobs),
            last: vec![(0, 0, Time::MAX); jobs],
            now: Time::ZERO,
            behind: nodes,
            lanes: None,
        }
    }

    fn close(&mut self, job: JobId) {
        let last = self.last.get(job.index());
        // Its turn may have ended before.
        let until = last.map_or(self.now, |&(_, _, until)| until.min(self.now));
        if let (Some(lanes), Some(&(first, count, _))) = (&mut self.lanes, last) {
            for segment in &self.all[first..first + count] {
                lanes.release(segment.first_node, segment.nodes);
            }
        }
        self.set_until(job, until);
    }

    fn set_until(&mut self, job: JobId, until: Time) {
        if let Some((first, count, closed)) = self.last.get_mut(job.index()) {
            for segment in &mut self.all[*first..*first + *count] {
                segment.until = until;
            }
            *closed = until;
        }
    }

    /// Returns the segments.
    pub(crate) fn finish(self) -> Arc<[Segment]> {
        self.all.into()
    }
}

impl Sink for SegmentSink<'_> {
    fn record(&mut self, at: Time, event: Event) {
        self.now = at;
        if let Event::Completed(job)
        | Event::Killed(job, _)
        | Event::Suspended(job)
        | Event::Molded(job, _)
        | Event::Promoted(job) = event
        {
            self.close(job);
        }
        if let Event::Killed(job, _) = event
            && let Some(last) = self.last.get_mut(job.index())
        {
            // Where it starts again, if ever, is independent of where it was.
            last.1 = 0;
        }
    }

    fn wants_quanta(&self) -> bool {
        !self.last.is_empty()
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Occupies {
                job, nodes, until, ..
            } => self.occupies(at, job, nodes, until),
            Detail::Tiered {
                job,
                in_background,
                processors,
            } => self.tiered(at, job, in_background, processors),
            Detail::Holds { job, ref nodes } if self.lanes.is_none() => {
                self.holds(job, nodes.clone());
            }
            Detail::Shares { job, places } => self.shares(at, job, places),
            _ => {}
        }
    }
}

impl SegmentSink<'_> {
    fn shares(&mut self, at: Time, job: JobId, places: &[NodeUnits]) {
        let Some(lanes) = &mut self.lanes else {
            return;
        };
        let spans = lanes.take(job.index(), places);
        let first = self.all.len();
        self.all.extend(spans.iter().map(|&(row, rows)| Segment {
            from: at,
            until: Time::MAX,
            job: job.index() as u32,
            first_node: row,
            nodes: rows,
        }));
        self.last[job.index()] = (first, spans.len(), Time::MAX);
    }

    fn occupies(&mut self, at: Time, job: JobId, nodes: &[u64], until: Time) {
        let Some(&(first, count, closed)) = self.last.get(job.index()) else {
            return;
        };
        let spans = spans(nodes);
        let same =
            |(segment, span): (&Segment, &(u32, u32))| (segment.first_node, segment.nodes) == *span;
        let last = &self.all[first..first + count];
        if closed == at && count == spans.len() && last.iter().zip(&spans).all(same) {
            return self.set_until(job, until);
        }
        let first = self.all.len();
        self.all
            .extend(spans.iter().map(|&(first_node, nodes)| Segment {
                from: at,
                until,
                job: job.index() as u32,
                first_node,
                nodes,
            }));
        self.last[job.index()] = (first, spans.len(), until);
    }

    fn tiered(&mut self, at: Time, job: JobId, in_background: bool, processors: &[u64]) {
        if job.index() >= self.last.len() {
            return;
        }
        let before = if in_background { self.behind } else { 0 };
        let spans = spans(processors);
        let first = self.all.len();
        self.all.extend(spans.iter().map(|&(index, nodes)| Segment {
            from: at,
            until: Time::MAX,
            job: job.index() as u32,
            first_node: before + index,
            nodes,
        }));
        self.last[job.index()] = (first, spans.len(), Time::MAX);
    }

    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        let Some(&(_, count, closed)) = self.last.get(job.index()) else {
            return;
        };
        if count > 0 && closed == self.now {
            // It goes on at once, and jobs never move: one bar.
            return self.set_until(job, Time::MAX);
        }
        let first = self.all.len();
        self.all.extend(nodes.map(|(first_node, nodes)| Segment {
            from: self.now,
            until: Time::MAX,
            job: job.index() as u32,
            first_node,
            nodes,
        }));
        self.last[job.index()] = (first, self.all.len() - first, Time::MAX);
    }
}

/// Bits that are set, as spans: the first and their number.
pub(crate) fn spans(bits: &[u64]) -> Vec<(u32, u32)> {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    let places = (0..).zip(bits).flat_map(|(word, bits)| {
        let set = (0..64).filter(move |bit| bits >> bit & 1 == 1);
        set.map(move |bit| 64 * word + bit)
    });
    for index in places {
        match spans.last_mut() {
            Some((first, count)) if *first + *count == index => *count += 1,
            _ => spans.push((index, 1)),
        }
    }
    spans
}
