//! Schedules as recorded in a log: checks and remarks.

use std::path::Path;

use cosched_core::JobSpec;

use super::shared::with_cores;
use crate::base::format::counted;
use crate::base::in_use::after_each_start;
use crate::base::problem::Problem;
use crate::family::recorded::scaled_load_problem;
use crate::load::{account, cases, log};
use crate::record::{Experiment, JobLabel};
use crate::scenario::{PolicyName, Scenario, Workload};

/// Whether `scenario` requests the schedule as recorded.
pub fn is_requested(scenario: &Scenario) -> bool {
    scenario.all_policies().any(PolicyName::replays)
}

/// Jobs read to see whether a log has starts.
const JOBS_READ: usize = 1_000;

/// Adds the schedule as recorded to `scenario`, whose log was opened from `path`, if one of its
/// first jobs has a start. Scenario files stay as they are.
pub fn add_to(scenario: &mut Scenario, path: &Path) {
    if cases::is_scenario(path) {
        return;
    }
    let has_starts = match &scenario.workload {
        Workload::Swf(log) => log::has_starts(log, JOBS_READ),
        Workload::Table(table) => account::has_starts(table, JOBS_READ),
        _ => return,
    };
    // Problems of a log are reported where it is read as a whole.
    if has_starts.unwrap_or_default() && !is_requested(scenario) {
        scenario.policies.insert(0, PolicyName::Recorded);
    }
}

/// Removes the schedule as recorded from `scenario`, for another load; returns whether it was
/// there.
pub fn remove_from(scenario: &mut Scenario) -> bool {
    let before = scenario.policies.len();
    scenario.policies.retain(|policy| !policy.replays());
    before > scenario.policies.len()
}

/// Checks that `scenario` has a schedule as recorded, with interarrival times scaled to `load`.
///
/// # Errors
/// It has none.
pub(super) fn check(scenario: &Scenario, load: Option<f64>) -> Result<(), Problem> {
    if !scenario.workload.is_log() {
        return Err(Problem::input(
            "As recorded: only a log says when its jobs started; this workload is none",
        ));
    }
    load.map_or(Ok(()), |load| Err(scaled_load_problem(load)))
}

/// Remarks on the recorded starts of the jobs of `experiment`.
pub fn remarks_on(experiment: &Experiment) -> Vec<String> {
    let (labels, nodes) = (&experiment.labels, experiment.nodes);
    match &experiment.cluster {
        Some(cluster) => remarks(
            &with_cores(&experiment.jobs, cluster),
            labels,
            nodes,
            "cores",
        ),
        None => remarks(&experiment.jobs, labels, nodes, "nodes"),
    }
}

/// Remarks on the recorded starts of `jobs` on `nodes` nodes, or cores.
fn remarks(jobs: &[JobSpec], labels: &[JobLabel], nodes: u32, noun: &str) -> Vec<String> {
    let unknown = labels
        .iter()
        .filter(|one| one.recorded_wait().is_none())
        .count();
    let counted = |count: usize| counted(count, "job");
    let mut all = Vec::new();
    if unknown > 0 {
        all.push(format!(
            "{} without a recorded wait: as recorded, taken to start when submitted",
            counted(unknown)
        ));
    }
    match overlapping(jobs, labels, nodes) {
        0 => {}
        count => all.push(format!(
            "{} recorded to start while too few of the {nodes} {noun} were free: as recorded, they and those they hold up start once there are enough",
            counted(count)
        )),
    }
    all
}

/// Number of jobs recorded to start while too few nodes were free.
fn overlapping(jobs: &[JobSpec], labels: &[JobLabel], nodes: u32) -> usize {
    let spans = jobs.iter().zip(labels).map(|(job, label)| {
        let start = job.submit.after(label.recorded_wait().unwrap_or_default());
        (start, start.after(job.runtime), job.nodes)
    });
    let taken = after_each_start(spans);
    taken.filter(|taken| *taken > u64::from(nodes)).count()
}
