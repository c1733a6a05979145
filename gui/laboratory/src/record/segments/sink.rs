//! A sink that records where and when jobs ran.

use cosched_core::engine::Detail;
use cosched_core::machine::Intervals;
use cosched_core::machine::cluster::NodeUnits;
use cosched_core::{Event, JobId, Sink, Time};

use super::{Period, SegmentList, Segments};
use crate::record::Experiment;
use crate::record::cluster::core_rows::CoreRows;

/// In place of the index of a period where a job has none.
const NONE: u32 = u32::MAX;

/// Records where and when jobs ran.
#[derive(Debug)]
pub(crate) struct SegmentSink<'e> {
    all: SegmentList,
    // For each job, its last period; `NONE` where a job has none, or starts elsewhere.
    last: Vec<u32>,
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
            all: SegmentList::with_capacity(jobs),
            last: vec![NONE; jobs],
            now: Time::ZERO,
            behind: experiment.nodes,
            lanes: cluster.map(CoreRows::new),
        }
    }

    /// Returns the last period of `job` and its index.
    fn last(&self, job: JobId) -> Option<(usize, &Period)> {
        let index = *self.last.get(job.index())? as usize;
        Some((index, self.all.periods.get(index)?))
    }

    fn close(&mut self, job: JobId) {
        let Some((index, period)) = self.last(job) else {
            return;
        };
        // Its turn may have ended before.
        let until = period.until.min(self.now);
        if let Some(lanes) = &mut self.lanes {
            for segment in self.all.of_period(index) {
                lanes.release(segment.first_node, segment.nodes);
            }
        }
        self.all.periods[index].until = until;
    }

    /// Begins a period of `job`, unless nothing is recorded.
    fn begin(&mut self, job: JobId, times: [Time; 2], spans: impl IntoIterator<Item = (u32, u32)>) {
        if let Some(last) = self.last.get_mut(job.index()) {
            *last = self
                .all
                .begin(job.index() as u32, times, spans)
                .unwrap_or(NONE);
        }
    }

    /// Returns the segments.
    pub(crate) fn finish(self) -> Segments {
        self.all.finish()
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
            *last = NONE;
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
        self.begin(job, [at, Time::MAX], spans);
    }

    fn occupies(&mut self, at: Time, job: JobId, nodes: &[u64], until: Time) {
        let spans = spans(nodes);
        if let Some((index, period)) = self.last(job)
            && period.until == at
            && self
                .all
                .of_period(index)
                .map(|segment| (segment.first_node, segment.nodes))
                .eq(spans.iter().copied())
        {
            self.all.periods[index].until = until;
            return;
        }
        self.begin(job, [at, until], spans);
    }

    fn tiered(&mut self, at: Time, job: JobId, in_background: bool, processors: &[u64]) {
        let before = if in_background { self.behind } else { 0 };
        let spans = spans(processors).into_iter();
        let spans = spans.map(|(index, nodes)| (before + index, nodes));
        self.begin(job, [at, Time::MAX], spans);
    }

    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        if let Some((index, period)) = self.last(job)
            && period.until == self.now
        {
            // It goes on at once, and jobs never move: one bar.
            self.all.periods[index].until = Time::MAX;
            return;
        }
        self.begin(job, [self.now, Time::MAX], nodes);
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
