//! The schedule recorded in a log, as a run like any other: each job starts when it did.

mod replay;
mod waiting;

use super::room::{Addition, Family};
use crate::base::problem::Problem;
pub(crate) use replay::{Replay, ReplayBuffers};

/// The error that there is no recorded schedule at another load.
pub(crate) fn scaled_load_problem(load: f64) -> Problem {
    Problem::input(format!(
        "As recorded: nothing is recorded of a load of {load}; without `load` the jobs are submitted as they were"
    ))
}

/// The family.
pub const FAMILY: Family = Family {
    title: "Recorded",
    addition: Addition::NONE,
    buffers: |experiment, _, _| {
        let workload = &experiment.scenario.workload;
        if let Some(load) = workload.load().filter(|_| workload.is_log()) {
            return Err(scaled_load_problem(load));
        }
        let labels = &experiment.labels;
        if labels.iter().all(|label| label.recorded_wait().is_none()) {
            return Err(Problem::input(
                "As recorded: the log says of no job how long it waited",
            ));
        }
        Ok(Box::new(ReplayBuffers::new(experiment)))
    },
};

#[cfg(test)]
mod tests;
