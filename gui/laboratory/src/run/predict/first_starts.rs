//! Starts of some jobs of a drawn future, which is simulated no further than the last of them.

use std::ops::Range;

use cosched_core::{Event, Simulation, Sink, Time};

use super::counted;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::run::{drive, outcome};

/// Returns the first starts of `jobs` in `future` under `choice`, in seconds: what happens behind
/// the last of them cannot change them.
///
/// # Errors
/// Errors of the run.
pub(super) fn starts_of(
    future: &Experiment,
    choice: &Choice,
    jobs: Range<usize>,
) -> Result<Vec<f64>, Problem> {
    if let Some(starts) = counted::starts_of(future, choice, jobs.clone()) {
        return Ok(starts.into_iter().map(Time::seconds).collect());
    }
    by_engine(future, choice, jobs)
}

/// Simulates `future` event by event, whatever is in it, and returns the same.
pub(super) fn by_engine(
    future: &Experiment,
    choice: &Choice,
    jobs: Range<usize>,
) -> Result<Vec<f64>, Problem> {
    // The run is given up once all have started.
    let progress = Progress::default();
    let mut sink = FirstStarts {
        first: jobs.start,
        starts: vec![None; jobs.len()],
        left: jobs.len(),
        progress: &progress,
    };
    let mut outcomes = Vec::new();
    let at_end = |simulation: &Simulation<'_>| {
        outcomes = jobs
            .map(|job| outcome(simulation, future, job).started)
            .collect();
    };
    let ended = drive(future, choice, &progress, &mut sink, at_end)?;
    let starts = if ended {
        outcomes
    } else {
        sink.starts.into_iter().flatten().collect()
    };
    Ok(starts.into_iter().map(Time::seconds).collect())
}

/// Notes when jobs start, and stops the run once all of them have.
struct FirstStarts<'p> {
    first: usize,
    starts: Vec<Option<Time>>,
    left: usize,
    progress: &'p Progress,
}

impl Sink for FirstStarts<'_> {
    fn record(&mut self, at: Time, event: Event) {
        let Event::Started(job, _) = event else {
            return;
        };
        let start = job.index().checked_sub(self.first);
        let start = start.and_then(|index| self.starts.get_mut(index));
        if let Some(start) = start.filter(|start| start.is_none()) {
            *start = Some(at);
            self.left -= 1;
            if self.left == 0 {
                self.progress.cancel();
            }
        }
    }
}
