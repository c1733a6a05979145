//! The warm-up of a run from a log: its end, and which jobs count.

use cosched_core::{Duration, Time};

use super::Experiment;
use crate::base::format::{count, counted, span};

/// The beginning of a run from a log, in which jobs start as the log has it.
///
/// Its jobs are those that ran or waited at its end; the policy takes over then. Jobs submitted
/// before its end do not count in metrics and comparisons: no policy could change what happened to
/// them until then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarmUp {
    /// Its end.
    pub until: Time,
    /// From the first submission of the log to its end.
    pub length: Duration,
    /// Number of jobs of the log that had ended by then, and are left out.
    pub ended: usize,
    /// Number of jobs that ran then, by the log.
    pub running: usize,
    /// Number of jobs that waited then, by the log.
    pub waiting: usize,
}

impl Experiment {
    /// Returns the sentence on its warm-up, if it has one.
    pub fn warm_up_in_words(&self) -> Option<String> {
        let WarmUp {
            length,
            ended,
            running,
            waiting,
            ..
        } = self.warm_up?;
        let number = |jobs: usize| count(jobs as u64);
        Some(format!(
            "warm-up of {}: at its end the policy takes over {} that ran and {} that waited, without {} that had ended; only jobs submitted from then on count: {}",
            span(length.seconds()),
            counted(running, "job"),
            number(waiting),
            number(ended),
            number(self.jobs.len() - self.first_counted()),
        ))
    }

    /// Returns the index of the first job that counts: the first one submitted at the end of the
    /// warm-up or later; 0 without one.
    pub fn first_counted(&self) -> usize {
        // Jobs are in order of submission.
        self.warm_up.map_or(0, |warm_up| {
            self.jobs.partition_point(|job| job.submit < warm_up.until)
        })
    }
}
