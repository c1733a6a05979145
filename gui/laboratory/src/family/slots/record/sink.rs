//! A sink that records the windows of jobs.

use cosched_core::engine::Detail;
use cosched_core::slots::Window;
use cosched_core::{Event, JobId, Sink, Time};

use super::{BoughtWindow, SlotRecord};
use crate::record::details::Recorder;
use crate::record::{Experiment, Run};

/// Records the windows and costs of jobs during a simulation.
#[derive(Debug)]
pub(crate) struct SlotSink(SlotRecord);

impl SlotSink {
    /// Makes a sink for a run of `experiment` under the policy that buys windows.
    pub(crate) fn new(experiment: &Experiment) -> Self {
        let bought = vec![None; experiment.jobs.len()];
        Self(SlotRecord { bought })
    }
}

impl Recorder for SlotSink {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.0);
    }
}

impl Sink for SlotSink {
    fn record(&mut self, _: Time, event: Event) {
        // A window that was lost is not paid for.
        if let Event::Killed(job, _) = event {
            self.0.bought[job.index()] = None;
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Reserves { job, window } = *detail {
            self.reserves(job, window);
        }
    }
}

impl SlotSink {
    fn reserves(&mut self, job: JobId, window: &Window<'_>) {
        self.0.bought[job.index()] = Some(BoughtWindow {
            cost: window.cost,
            quality: window.quality,
        });
    }
}
