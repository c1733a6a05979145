//! Outcomes of the jobs of a live run, as the engine tells them.

use cosched_core::engine::{Detail, KillReason};
use cosched_core::machine::Intervals;
use cosched_core::{Event, JobId, Sink, Time};

use super::{End, Record};
use crate::export::append;

/// A sink that records the outcome of each job, and which commands to start and to stop.
#[derive(Default)]
pub(super) struct RecordSink {
    // Index of the job by the number that the engine has for it, which it uses again.
    indices: Vec<usize>,
    submitted: usize,
    pub(super) records: Vec<Record>,
    pub(super) to_start: Vec<usize>,
    pub(super) to_stop: Vec<usize>,
    pub(super) to_note: Vec<usize>,
    // Whether the job that completes now has ended with status 0.
    pub(super) ends_successfully: bool,
}

impl RecordSink {
    pub(super) fn new(jobs: usize) -> Self {
        Self {
            records: vec![Record::default(); jobs],
            ends_successfully: true,
            ..Self::default()
        }
    }

    pub(super) fn index(&self, job: JobId) -> usize {
        self.indices[job.index()]
    }
}

impl Sink for RecordSink {
    fn record(&mut self, at: Time, event: Event) {
        let slot = event.job().index();
        if let Event::Submitted(_) = event {
            if self.indices.len() <= slot {
                self.indices.resize(slot + 1, 0);
            }
            self.indices[slot] = self.submitted;
            self.submitted += 1;
        }
        let index = self.index(event.job());
        let record = &mut self.records[index];
        match event {
            Event::Submitted(_) => record.submitted = Some(at),
            Event::Started(..) => {
                record.started = Some(at);
                self.to_start.push(index);
            }
            Event::Completed(_) => {
                let end = if self.ends_successfully {
                    End::Completed
                } else {
                    End::Failed
                };
                record.ended = Some((at, end));
                self.to_note.push(index);
            }
            Event::Killed(_, why) => {
                let end = match why {
                    KillReason::EstimateReached => End::Killed,
                    _ => End::Cancelled,
                };
                record.ended = Some((at, end));
                self.to_stop.push(index);
                self.to_note.push(index);
            }
            _ => {}
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl RecordSink {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let index = self.index(job);
        let processors = &mut self.records[index].processors;
        nodes.for_each(|nodes| append(processors, nodes));
    }
}
