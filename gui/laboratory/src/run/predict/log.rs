//! When the jobs that wait in a log will start, by what the log says runs and waits.

use std::sync::Arc;

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::choice::Choice;
use crate::record::{Experiment, Run};
use crate::run::explain::snapshot::choice_of;
use crate::run::simulate;
use crate::scenario::PolicyName;

/// The schedule as recorded in the log of `experiment`; `None` if it has none, or is not submitted
/// as it was.
pub fn recorded(experiment: &Experiment) -> Option<Choice> {
    let mut labels = experiment.labels.iter();
    let is_recorded = experiment.scenario.workload.is_log_as_it_was()
        && labels.any(|label| label.recorded_wait().is_some());
    is_recorded.then(|| Choice::plain(PolicyName::Recorded, &experiment.scenario.parameters))
}

/// The continuation of the log of `run` under its policy, or that of the run itself if the log does not say when jobs
/// started; `None` if cancelled. `replayed` is a run of the schedule as recorded, if there is one.
///
/// # Errors
/// Errors of [`check`](super::check) and of the run as recorded.
pub fn begin(
    run: Arc<Run>,
    replayed: Option<Arc<Run>>,
    progress: &Progress,
) -> Result<Option<Arc<Run>>, Problem> {
    let experiment = &run.experiment;
    let Some(choice) = recorded(experiment) else {
        return Ok(Some(run));
    };
    // On shared nodes it must be known which job ran where.
    let is_usable = |one: &Arc<Run>| {
        let has_places = experiment.cluster.is_none() || !one.segments.is_empty();
        Arc::ptr_eq(&one.experiment, experiment) && has_places
    };
    let replayed = match replayed.filter(is_usable) {
        Some(replayed) => Some(replayed),
        None => simulate(experiment, &choice, true, progress)?.map(Arc::new),
    };
    let Some(replayed) = replayed else {
        return Ok(None);
    };
    let found = continued(&replayed, &choice_of(&run))?;
    Ok(Some(Arc::new(found)))
}

/// Turns the `recorded` schedule into one that goes on under `choice` from any instant: what runs
/// and waits then is the log's, and so is what predictions are compared with.
///
/// # Errors
/// Errors of [`check`](super::check).
pub fn continued(recorded: &Run, choice: &Choice) -> Result<Run, Problem> {
    let schedule = (recorded.outcomes.clone(), recorded.segments.clone());
    let run = super::continued(&recorded.experiment, schedule, choice)?;
    Ok(Run {
        label: format!("{}, from the log", choice.label),
        ..run
    })
}
