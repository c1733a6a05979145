//! The warm-up of a log: the utilisation after it, and a sentence on what was not as the log has it.

use cosched_core::Time;

use crate::base::format::counted;
use crate::family::Addition;
use crate::record::{Outcome, Run};

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    lines: |run| late(run).into_iter().collect(),
    utilisation: |run| Some(utilisation(run, run.experiment.warm_up?.until)),
    ..Addition::NONE
};

/// Work after `begin`, also of jobs that do not count, over what the machine could do from then
/// until the last end.
fn utilisation(run: &Run, begin: Time) -> f64 {
    let ran = run.admitted().map(|job| {
        let Outcome {
            completed,
            executed,
            ..
        } = run.outcomes[job];
        // Of one that ran before, what it did since.
        f64::from(run.size(job)) * executed.min(completed.since(begin)).seconds()
    });
    let ends = run.admitted().map(|job| run.outcomes[job].completed);
    let length = ends.max().unwrap_or(begin).since(begin);
    let capacity = f64::from(run.experiment.nodes) * length.seconds() * run.existing_share();
    if capacity > 0.0 {
        ran.sum::<f64>() / capacity
    } else {
        0.0
    }
}

/// The sentence on jobs that ran at the end of the warm-up, and for which there was no room when
/// the log has them start.
fn late(run: &Run) -> Option<String> {
    let experiment = &run.experiment;
    let until = experiment.warm_up?.until;
    let is_late = |job: &usize| {
        let wait = experiment.labels[*job].recorded_wait().unwrap_or_default();
        let recorded = experiment.jobs[*job].submit.after(wait);
        recorded < until && run.outcomes[*job].started > recorded
    };
    let count = (0..experiment.first_counted()).filter(is_late).count();
    (count > 0).then(|| {
        format!(
            "{} that ran at the end of the warm-up started later than the log has it, as there was too little room",
            counted(count, "job")
        )
    })
}
