//! Overheads of each job's memory, and times of loading it.

use cosched_core::{Event, Exact, JobId, Sink, Time};

use crate::record::Run;
use crate::record::details::Recorder;

/// Overheads of a job's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overhead {
    /// Time of loading until all of its memory was resident for the first time.
    pub first_load: Exact,
    /// Time of loading what had been displaced, or was cut short.
    pub reload: Exact,
    /// Work added for being swapped out.
    pub swap_out: Exact,
    /// Number of suspensions after which it did not go on at once.
    pub preempted: u32,
}

impl Overhead {
    /// Returns the sum of the times.
    pub fn total(&self) -> Exact {
        self.first_load + self.reload + self.swap_out
    }
}

/// A span in which a job loads its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadSpan {
    /// The job, as an index into [`Experiment::jobs`](crate::record::Experiment::jobs).
    pub job: u32,
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub until: Time,
}

/// Overheads of the memory of a run's jobs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemoryCosts {
    /// Overheads of each job.
    pub overheads: Vec<Overhead>,
    /// Spans of loading, by start.
    pub loads: Vec<LoadSpan>,
}

/// A sink that records the overheads of each job's memory.
#[derive(Debug)]
pub(crate) struct OverheadRecorder {
    costs: MemoryCosts,
    keeps_loads: bool,
    // For each job, its last suspension and the index of its last load.
    last: Vec<(Time, usize)>,
}

impl OverheadRecorder {
    /// Makes a sink for so many jobs.
    pub(crate) fn new(jobs: usize, keeps_loads: bool) -> Self {
        Self {
            costs: MemoryCosts {
                overheads: vec![Overhead::default(); jobs],
                loads: Vec::new(),
            },
            keeps_loads,
            last: vec![(Time::MAX, 0); jobs],
        }
    }

    fn load(&mut self, job: JobId, first: bool, change: impl Fn(Exact) -> Exact) {
        let overhead = &mut self.costs.overheads[job.index()];
        let part = if first {
            &mut overhead.first_load
        } else {
            &mut overhead.reload
        };
        *part = change(*part);
    }
}

impl Sink for OverheadRecorder {
    fn record(&mut self, at: Time, event: Event) {
        match event {
            Event::Loading(job, load) => {
                self.load(job, load.first, |sum| sum + load.time);
                if self.keeps_loads {
                    self.last[job.index()].1 = self.costs.loads.len();
                    self.costs.loads.push(LoadSpan {
                        job: job.index() as u32,
                        from: at,
                        until: at.after(load.time.round_up()),
                    });
                }
            }
            Event::LoadCut(job, load) => {
                self.load(job, load.first, |sum| sum - load.time);
                if let Some(span) = self.costs.loads.get_mut(self.last[job.index()].1) {
                    span.until = at;
                }
            }
            Event::SwappedOut(job, swap) => {
                let sum = &mut self.costs.overheads[job.index()].swap_out;
                *sum = *sum + swap.time;
            }
            Event::Suspended(job) => self.last[job.index()].0 = at,
            Event::Resumed(job) if self.last[job.index()].0 != at => {
                self.costs.overheads[job.index()].preempted += 1;
            }
            _ => {}
        }
    }
}

impl Recorder for OverheadRecorder {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.costs);
    }
}
