//! A sink that records the sizes of moldable jobs.

use cosched_core::engine::KillReason;
use cosched_core::{Duration, Event, JobId, Sink, Time, View};

use super::{MoldRecord, Move};
use crate::record::details::Recorder;
use crate::record::{Experiment, Run};

/// Records the sizes of moldable jobs during a simulation.
#[derive(Debug)]
pub(crate) struct MoldSink {
    record: MoldRecord,
    is_behind: Vec<bool>,
    // Jobs that leave the background at this instant, whose work there is to be kept.
    leaving: Vec<JobId>,
}

impl MoldSink {
    /// Makes a sink for a run of `experiment` under a policy that chooses sizes.
    pub(crate) fn new(experiment: &Experiment) -> Self {
        let jobs = experiment.jobs.len();
        Self {
            record: MoldRecord {
                moves: Vec::new(),
                sizes: vec![0; jobs],
                in_background: vec![Duration::ZERO; jobs],
                lost: 0.0,
                kills: 0,
            },
            is_behind: vec![false; jobs],
            leaving: Vec::new(),
        }
    }
}

impl Recorder for MoldSink {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.record);
    }
}

impl Sink for MoldSink {
    fn record(&mut self, at: Time, event: Event) {
        let record = &mut self.record;
        match event {
            Event::Molded(job, mold) => {
                let index = job.index();
                if mold.lost > Duration::ZERO {
                    record.lost += mold.lost.seconds() * f64::from(record.sizes[index]);
                }
                record.kills += u32::from(self.is_behind[index]);
                // A job resized at the instant of its start never ran at the first size.
                let own = |last: &mut Move| last.at == at && last.job == index as u32;
                record.moves.pop_if(own);
                self.is_behind[index] = mold.background;
                record.sizes[index] = mold.nodes;
                record.moves.push(Move {
                    at,
                    job: index as u32,
                    nodes: mold.nodes,
                    background: mold.background,
                    promoted: false,
                });
            }
            Event::Promoted(job) => {
                self.leaving.push(job);
                self.is_behind[job.index()] = false;
                record.moves.push(Move {
                    at,
                    job: job.index() as u32,
                    nodes: record.sizes[job.index()],
                    background: false,
                    promoted: true,
                });
            }
            Event::Completed(job) if self.is_behind[job.index()] => self.leaving.push(job),
            Event::Killed(job, KillReason::OutOfService(_)) => {
                self.is_behind[job.index()] = false;
                record.moves.push(Move {
                    at,
                    job: job.index() as u32,
                    nodes: 0,
                    background: false,
                    promoted: false,
                });
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for job in self.leaving.drain(..) {
            self.record.in_background[job.index()] = view.executed(job);
        }
    }
}
