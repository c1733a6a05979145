//! The metrics that every run has.

use crate::base::long_time::LongTime;
use crate::family::moldable::metrics as moldable;
use crate::metrics::select::statistics::work;
use crate::record::Run;
use crate::record::metric::{Better, Metric, Sums, Value, always};
use crate::scenario::reference::sources::{IN_THE_FIELD, OUR_OWN};

/// Makes a metric of every run.
const fn general(
    [name, title, unit]: [&'static str; 3],
    decimals: usize,
    better: Better,
    [sentence, source]: [&'static str; 2],
    value: fn(&Sums<'_>) -> f64,
) -> Metric {
    Metric {
        name,
        title,
        unit,
        decimals,
        better,
        least: 0.0,
        sentence,
        source,
        is_defined: always,
        value: Value::Summed(value),
    }
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    general(
        ["jobs", "jobs", ""],
        0,
        Better::Neither,
        ["Jobs that ended in any way but being refused", OUR_OWN],
        |sums| sums.metrics.jobs as f64,
    ),
    general(
        ["killed", "killed", ""],
        0,
        Better::Less,
        [
            "Jobs killed at their estimate, or cancelled as they ran; not those that failing nodes ended, which `killed_by_outages` counts",
            OUR_OWN,
        ],
        |sums| sums.metrics.killed.saturating_sub(sums.metrics.destroyed) as f64,
    ),
    general(
        ["backfilled", "backfilled", ""],
        0,
        Better::Neither,
        ["Jobs that passed the head of the queue", OUR_OWN],
        |sums| sums.metrics.backfilled as f64,
    ),
    general(
        ["mean_wait", "mean wait", "s"],
        3,
        Better::Less,
        [
            "Seconds from submission to start, mean of all jobs that were not refused",
            IN_THE_FIELD,
        ],
        |sums| sums.metrics.mean_wait(),
    ),
    general(
        ["longest_wait", "longest wait", "s"],
        0,
        Better::Less,
        ["Seconds the unluckiest job waited", IN_THE_FIELD],
        |sums| sums.metrics.longest_wait.seconds(),
    ),
    general(
        ["mean_response", "mean response", "s"],
        3,
        Better::Less,
        [
            "Seconds from submission to completion, mean of all jobs that were not refused",
            IN_THE_FIELD,
        ],
        |sums| sums.metrics.mean_response(),
    ),
    general(
        ["mean_slowdown", "mean slowdown", ""],
        4,
        Better::Less,
        [
            "Response over runtime, mean of all jobs: a few very short ones decide it",
            IN_THE_FIELD,
        ],
        |sums| sums.metrics.mean_slowdown(),
    ),
    general(
        ["mean_bounded_slowdown", "bounded slowdown", ""],
        4,
        Better::Less,
        [
            "max(1, response / max(runtime, 10 s)), mean of all jobs",
            "Feitelson and others, 1997",
        ],
        |sums| sums.metrics.mean_bounded_slowdown(),
    ),
    general(
        ["utilisation", "utilisation", ""],
        4,
        Better::More,
        [
            "What jobs had done when they ended over what the machine could do in the makespan, 0 to 1: also of jobs that were killed or that failing nodes ended, of which nothing remains (see `goodput`), but not what jobs did in vain before they were requeued (see `work_lost`); where jobs share nodes, of all cores, those of nodes taken whole counted as used",
            IN_THE_FIELD,
        ],
        |sums| sums.utilisation,
    ),
    general(
        ["makespan", "makespan", "s"],
        0,
        Better::Less,
        [
            "Seconds from the first submission to the last completion",
            IN_THE_FIELD,
        ],
        |sums| LongTime(sums.metrics.span()).seconds(),
    ),
];

/// Share of nodes or cores that was useful from the first submission to the last end: where nodes
/// are shared, the cores that jobs had; on servers, the processor time that threads needed; and of
/// moldable jobs, what they use of their processors.
pub(super) fn utilisation(run: &Run) -> f64 {
    if moldable::is_moldable(run) {
        return moldable::utilisation(run);
    }
    let jobs = 0..run.outcomes.len();
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    if run.experiment.cluster.is_some() {
        let worked: f64 = jobs.map(|job| work(run, job)).sum();
        return if capacity > 0.0 {
            worked / capacity
        } else {
            0.0
        };
    }
    let needed: Option<Vec<f64>> = jobs
        .map(|job| run.on_server(job).map(|(_, needed)| needed))
        .collect();
    match needed.filter(|_| capacity > 0.0) {
        Some(needed) => needed.iter().sum::<f64>() / capacity,
        None => run.metrics.utilisation(run.experiment.nodes) / run.existing_share(),
    }
}
