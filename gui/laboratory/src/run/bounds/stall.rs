//! Detection of runs that would never end: jobs that lose more to swapping than they gain.

use cosched_core::{Duration, Time};

use super::time_bound::LAST;
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::record::choice::Choice;

/// Longest time without an end, in multiples of what the longest job takes alone.
const PATIENCE: u128 = 1_000;

/// Detects that no job is submitted or ends for very long.
#[derive(Debug)]
pub(crate) struct StallDetector {
    // None if that cannot happen.
    patience: Option<Duration>,
    // Expected number of submissions and ends.
    all: u64,
    done: u64,
    since: Time,
}

impl StallDetector {
    /// Makes a detector for a run of `choice`.
    pub(crate) fn new(experiment: &Experiment, choice: &Choice) -> Self {
        Self {
            patience: choice
                .policy
                .shares_nodes()
                .then(|| patience(experiment, choice)),
            all: 2 * experiment.jobs.len() as u64,
            done: 0,
            since: Time::ZERO,
        }
    }

    /// Notes that at `now` there have been `done` submissions and ends.
    ///
    /// # Errors
    /// No job has been submitted or has ended for too long, or time has almost reached the largest
    /// that can be counted.
    pub(crate) fn check(&mut self, done: u64, now: Time) -> Result<(), Problem> {
        if now > LAST && done < self.all {
            return Err(Problem::output(format!(
                "given up at {now} s: simulated time has come to the 292 years that are counted, and jobs are left"
            )));
        }
        if done != self.done {
            (self.done, self.since) = (done, now);
        }
        match self.patience {
            Some(patience) if now.since(self.since) > patience => Err(Problem::output(format!(
                "given up at {now} s: for {} s no job has ended, as loading and swapping take all there is of the slices; lengthen them or raise the transfer rate",
                now.since(self.since)
            ))),
            _ => Ok(()),
        }
    }
}

/// A thousand times what the longest job takes if it runs in its slices only.
fn patience(experiment: &Experiment, choice: &Choice) -> Duration {
    let jobs = experiment.jobs.iter();
    let longest = jobs.map(|job| job.runtime.max(job.estimate).0).max();
    let Ok(slicing) = choice.parameters.slicing.to_core() else {
        return Duration::MAX;
    };
    let interval = u128::from(slicing.slices.interval().0);
    let slices = slicing.slices.slices().iter();
    let shortest = slices.map(|slice| slice.length.0).min().unwrap_or(1);
    let alone = u128::from(longest.unwrap_or(0)) * interval / u128::from(shortest.max(1));
    let patience = PATIENCE * (alone + interval);
    Duration(u64::try_from(patience).unwrap_or(u64::MAX))
}
