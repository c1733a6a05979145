//! A run as Batsim writes it: `out_jobs.csv` and `out_schedule.csv`, which Evalys reads.

use cosched_core::Time;

use super::{allocated, csv_of, job_row};
use crate::base::problem::Problem;
use crate::record::Run;

/// Columns of Batsim 4's file of jobs.
const JOBS: [&str; 17] = [
    "job_id",
    "workload_name",
    "profile",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "final_state",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
    "consumed_energy",
    "metadata",
];

/// Name of the first workload in Batsim.
const WORKLOAD: &str = "w0";
/// Value that Batsim writes where energy is not measured.
const NO_ENERGY: &str = "-1";

/// Returns `run` job by job. Profiles have no names here: that column is empty, and so are the
/// times of jobs that were refused.
///
/// # Errors
/// None in practice.
pub fn out_jobs(run: &Run) -> Result<String, Problem> {
    let held = allocated(run);
    let rows = held.into_iter().enumerate().map(|(job, held)| {
        let outcome = &run.outcomes[job];
        let mut cells = job_row(run, job).cells(held);
        if outcome.refused || outcome.completed == Time::MAX {
            for time in &mut cells[5..] {
                time.clear();
            }
        }
        cells.insert(1, WORKLOAD.to_owned());
        cells.insert(2, String::new());
        cells.insert(7, final_state(run, job).to_owned());
        cells.extend([NO_ENERGY, ""].map(str::to_owned));
        cells
    });
    csv_of(std::iter::once(JOBS.map(str::to_owned).to_vec()).chain(rows))
}

/// Returns the final state of a job, in Batsim's words.
fn final_state(run: &Run, job: usize) -> &'static str {
    let outcome = &run.outcomes[job];
    let ran = outcome.completed.since(outcome.started);
    match outcome {
        _ if outcome.refused => "REJECTED",
        _ if outcome.completed == Time::MAX => "SUBMITTED",
        _ if outcome.is_success() => "COMPLETED_SUCCESSFULLY",
        _ if ran >= run.experiment.jobs[job].estimate => "COMPLETED_WALLTIME_REACHED",
        _ => "COMPLETED_KILLED",
    }
}

/// Returns those of Batsim's sums over `run` that exist here: none of energy, of machines that
/// sleep, and of how long the simulation itself took.
///
/// # Errors
/// None in practice.
pub fn out_schedule(run: &Run) -> Result<String, Problem> {
    let admitted: Vec<usize> = run.admitted().collect();
    let values = |of: &dyn Fn(usize) -> f64| {
        let values = admitted.iter().map(|&job| of(job));
        let mean = values.clone().sum::<f64>() / admitted.len().max(1) as f64;
        (mean, values.fold(0.0, f64::max))
    };
    let wait = values(&|job| run.wait(job).seconds());
    let turnaround = values(&|job| run.response(job).seconds());
    let slowdown =
        values(&|job| run.response(job).0 as f64 / run.outcomes[job].executed.0.max(1) as f64);
    let ends = admitted.iter().map(|&job| run.outcomes[job].completed);
    let ends = ends.filter(|end| *end < Time::MAX);
    let makespan = ends.max().unwrap_or(Time::ZERO).seconds();
    let count = |such: fn(&crate::record::Outcome) -> bool| {
        run.outcomes.iter().filter(|outcome| such(outcome)).count()
    };
    let success = count(|outcome| outcome.is_success());
    let columns = [
        ("makespan", makespan.to_string()),
        ("max_slowdown", slowdown.1.to_string()),
        ("max_turnaround_time", turnaround.1.to_string()),
        ("max_waiting_time", wait.1.to_string()),
        ("mean_slowdown", slowdown.0.to_string()),
        ("mean_turnaround_time", turnaround.0.to_string()),
        ("mean_waiting_time", wait.0.to_string()),
        (
            "nb_computing_machines",
            run.experiment.whole_nodes().to_string(),
        ),
        ("nb_jobs", run.outcomes.len().to_string()),
        ("nb_jobs_finished", admitted.len().to_string()),
        ("nb_jobs_killed", count(|one| one.killed).to_string()),
        ("nb_jobs_rejected", count(|one| one.refused).to_string()),
        ("nb_jobs_success", success.to_string()),
        (
            "success_rate",
            (success as f64 / run.outcomes.len().max(1) as f64).to_string(),
        ),
    ];
    let (names, cells): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    csv_of([names.into_iter().map(str::to_owned).collect(), cells])
}
