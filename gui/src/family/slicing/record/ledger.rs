//! What memory costs each job, and when jobs load it.

use cosched_core::{Event, Exact, JobId, Sink, Time};

use crate::record::Run;
use crate::record::details::Recorder;

/// What a job's memory cost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overhead {
    /// Time loading until all of its memory was there for the first time.
    pub first_load: Exact,
    /// Time loading what had been displaced, or was cut short.
    pub reload: Exact,
    /// Work added for being swapped out.
    pub swap_out: Exact,
    /// How often it was suspended and did not go on at once.
    pub preempted: u32,
}

impl Overhead {
    /// All of it.
    pub fn total(&self) -> Exact {
        self.first_load + self.reload + self.swap_out
    }
}

/// A job that loaded its memory before it ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadSpan {
    /// The job, as an index into [`Experiment::jobs`](crate::record::Experiment::jobs).
    pub job: u32,
    /// From when.
    pub from: Time,
    /// Until when.
    pub until: Time,
}

/// What memory cost the jobs of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemoryCosts {
    /// What each job's cost it.
    pub overheads: Vec<Overhead>,
    /// When jobs loaded it, by start.
    pub loads: Vec<LoadSpan>,
}

/// A sink that keeps what each job's memory cost it.
#[derive(Debug)]
pub(crate) struct Ledger {
    costs: MemoryCosts,
    keeps_loads: bool,
    // Per job, when it was suspended last and where its last load is kept.
    last: Vec<(Time, usize)>,
}

impl Ledger {
    /// With so many jobs.
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
        let part = match first {
            true => &mut overhead.first_load,
            false => &mut overhead.reload,
        };
        *part = change(*part);
    }
}

impl Sink for Ledger {
    fn record(&mut self, at: Time, event: Event) {
        match event {
            Event::Loading(job, load) => {
                self.load(job, load.first, |sum| sum + load.time);
                if self.keeps_loads {
                    self.last[job.index()].1 = self.costs.loads.len();
                    self.costs.loads.push(LoadSpan {
                        job: job.index() as u32,
                        from: at,
                        until: at.after(load.time.up()),
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

impl Recorder for Ledger {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.costs);
    }
}
