//! One workload of the study under every policy.

use std::sync::Arc;

use super::super::Extent;
use super::{
    GRAINS, Group, JOBS, LOGS, METRICS, Metrics, POLICIES, Population, SMALL, Task, load_of,
};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::family::coscheduling::metrics::AgileMetrics;
use crate::load;
use crate::record::{Experiment, Run};
use crate::run::{Choice, simulate};
use crate::scenario::{LublinWorkload, Machine, Parameters, Scenario, SwfWorkload, Workload};

/// Results of one workload under every policy.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) group: Group,
    pub(super) metrics: [Metrics; POLICIES.len()],
    /// Processors, the mean size of a job, and the offered load.
    pub(super) size: [f64; 3],
}

/// Runs one workload under every policy; `None` if cancelled.
pub(super) fn sample(
    task: &Task,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<Sample>, Problem> {
    let experiment = Arc::new(experiment(task, extent, progress)?);
    let mut metrics = [[0.0; METRICS.len()]; POLICIES.len()];
    for ((policy, kind, label), metrics) in POLICIES.into_iter().zip(&mut metrics) {
        let parameters = Parameters {
            kill_at_estimate: false,
            coscheduling: kind.coscheduling(GRAINS[task.group.grain].0),
            ..Parameters::default()
        };
        let choice = Choice {
            label: label.to_owned(),
            ..Choice::plain(policy, &parameters)
        };
        let Some(run) = simulate(&experiment, &choice, false, progress)? else {
            return Ok(None);
        };
        *metrics = of(&run);
    }
    let jobs = &experiment.jobs;
    let sizes: f64 = jobs.iter().map(|job| f64::from(job.nodes)).sum();
    Ok(Some(Sample {
        group: task.group,
        metrics,
        size: [
            f64::from(experiment.nodes),
            sizes / jobs.len().max(1) as f64,
            load::offered_load(jobs, experiment.nodes).unwrap_or(0.0),
        ],
    }))
}

fn experiment(task: &Task, extent: &Extent, progress: &Progress) -> Result<Experiment, Problem> {
    let load = load_of(extent);
    let nodes = match task.group {
        Group {
            population: Population::Random(nodes),
            ..
        } => Some(nodes),
        Group { log, .. } => log.and_then(|log| LOGS[log].2),
    };
    let workload = match &task.path {
        Some(path) => Workload::Swf(SwfWorkload {
            jobs: Some(extent.jobs.unwrap_or(JOBS)),
            load: Some(load).filter(|_| task.group.population == Population::Loaded),
            ..SwfWorkload::of(path.clone())
        }),
        None => Workload::Lublin(LublinWorkload::of(SMALL.0)),
    };
    let scenario = Scenario {
        seed: task.seed,
        ..Scenario::of(Machine::cluster(nodes), workload)
    };
    let mut experiment = load::prepare(&scenario, None, progress)?;
    if task.path.is_none() {
        for job in &mut experiment.jobs {
            job.runtime = job.runtime.min(SMALL.1);
            job.estimate = job.estimate.max(job.runtime);
        }
        let nodes = experiment.nodes;
        load::scale_to_load(&mut experiment.jobs, nodes, load)?;
    }
    Ok(experiment)
}

/// The paper's metrics, by its formulas.
fn of(run: &Run) -> Metrics {
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
