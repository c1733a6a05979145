//! One workload of the study under every policy.

use std::sync::Arc;

use super::super::Extent;
use super::super::trials::{Sample, each_run};
use super::{
    Group, JOBS, LOGS, METRICS, NUMBERS, POLICIES, Population, SMALL_WORKLOADS, Task, WORKLOAD,
};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::family::coscheduling::metrics::AgileMetrics;
use laboratory::load;
use laboratory::record::{Experiment, Run};
use laboratory::scenario::coscheduling::Coscheduling;
use laboratory::scenario::{LublinWorkload, Machine, Parameters, Scenario, SwfWorkload, Workload};

/// Runs one workload under every policy; `None` if cancelled.
pub(super) fn sample(
    task: &Task,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<[Sample<Group>; 1]>, Problem> {
    let experiment = Arc::new(experiment(task, extent, progress)?);
    let mut sample = Sample::at(task.group);
    sample.add(WORKLOAD, NUMBERS.into_iter().zip(numbers(&experiment)));
    let common = Parameters {
        kill_at_estimate: false,
        coscheduling: Coscheduling {
            grain: task.group.grain,
            ..Coscheduling::default()
        },
        ..Parameters::default()
    };
    let finished = each_run(
        &experiment,
        &POLICIES,
        &common,
        false,
        progress,
        |policy, run| {
            sample.add(policy, METRICS.into_iter().zip(metrics_of(run)));
        },
    )?;
    Ok(finished.map(|()| [sample]))
}

/// Numbers of a workload, in the order of [`NUMBERS`].
fn numbers(experiment: &Experiment) -> [f64; NUMBERS.len()] {
    let jobs = &experiment.jobs;
    let sizes: f64 = jobs.iter().map(|job| f64::from(job.nodes)).sum();
    let size = sizes / jobs.len().max(1) as f64;
    let processors = f64::from(experiment.nodes);
    let load = load::offered_load(jobs, experiment.nodes).unwrap_or(0.0);
    [processors, size, load, 1000.0 * size / processors]
}

fn experiment(task: &Task, extent: &Extent, progress: &Progress) -> Result<Experiment, Problem> {
    let population = task.group.population;
    let nodes = match population {
        Population::Random { nodes, .. } => Some(nodes),
        _ => task.group.log.and_then(|log| LOGS[log].2),
    };
    let workload = match &task.path {
        Some(path) => Workload::Swf(SwfWorkload {
            jobs: Some(extent.jobs.unwrap_or(JOBS)),
            load: population.load(),
            ..SwfWorkload::with_path(path.clone())
        }),
        None => Workload::Lublin(LublinWorkload::of(SMALL_WORKLOADS.0)),
    };
    let scenario = Scenario {
        seed: task.seed,
        ..Scenario::of(Machine::cluster(nodes), workload)
    };
    let mut experiment = load::prepare(&scenario, None, progress)?;
    if let Population::Random { load, .. } = population {
        for job in &mut experiment.jobs {
            job.runtime = job.runtime.min(SMALL_WORKLOADS.1);
            job.estimate = job.estimate.max(job.runtime);
        }
        let nodes = experiment.nodes;
        load::scale_to_load(&mut experiment.jobs, nodes, load)?;
    }
    Ok(experiment)
}

/// The paper's metrics, by its formulas, in the order of [`METRICS`].
fn metrics_of(run: &Run) -> [f64; METRICS.len()] {
    let paper = AgileMetrics::of(run);
    [
        paper.waiting,
        paper.turnaround,
        paper.response,
        paper.reaction,
        paper.slowdown,
        paper.utilisation,
        run.metrics.makespan().seconds(),
    ]
}
