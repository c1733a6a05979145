//! When the jobs that wait in a log will start, by what the log says runs and waits.

use std::sync::Arc;

use crate::base::problem::Problem;
use crate::record::choice::Choice;
use crate::record::{Experiment, Run};
use crate::scenario::PolicyName;

/// The schedule as recorded in the log of `experiment`; `None` if it has none, or is not submitted
/// as it was.
pub fn recorded(experiment: &Experiment) -> Option<Choice> {
    let mut labels = experiment.labels.iter();
    let is_recorded = experiment.scenario.workload.is_log_as_it_was()
        && labels.any(|label| label.recorded_wait.is_some());
    is_recorded.then(|| Choice::plain(PolicyName::Recorded, &experiment.scenario.parameters))
}

/// Turns the `recorded` schedule into one that goes on under `choice` from any instant: what runs
/// and waits then is the log's, and so is what predictions are compared with.
///
/// # Errors
/// Errors of [`check`](super::check).
pub fn continued(recorded: &Run, choice: &Choice) -> Result<Run, Problem> {
    let schedule = (recorded.outcomes.clone(), Arc::clone(&recorded.segments));
    let run = super::continued(&recorded.experiment, schedule, choice)?;
    Ok(Run {
        label: format!("{}, from the log", choice.label),
        ..run
    })
}
