//! When jobs would end by their estimates, in words.

use cosched_core::machine::Interrupted;
use cosched_core::{JobId, Time};

use crate::record::Experiment;

/// When `job` would end by its estimate if it ran from `at` on; `None` where it may resume with a
/// part of its work done.
fn estimated_end(experiment: &Experiment, at: Time, job: JobId) -> Option<Time> {
    let is_taken_up = experiment.outages.interrupted == Interrupted::TakenUp;
    (!is_taken_up).then(|| at.after(experiment.jobs[job.index()].estimate))
}

/// `by its estimate it ends at 32 s`, if `job` runs from `at` on.
pub(super) fn estimated_end_in_words(experiment: &Experiment, at: Time, job: JobId) -> String {
    match estimated_end(experiment, at, job) {
        Some(end) => format!("by its estimate it ends at {end} s"),
        None => "by its estimate it ends in time".to_owned(),
    }
}

/// `at 32 s, `, put behind "it would end", if that is known.
pub(super) fn would_end(experiment: &Experiment, at: Time, job: JobId) -> String {
    let end = estimated_end(experiment, at, job);
    end.map_or_else(String::new, |end| format!("at {end} s, "))
}
