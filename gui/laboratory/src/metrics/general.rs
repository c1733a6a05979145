//! The metrics that every run has.

use cosched_core::Metrics;

use super::features;
use crate::base::long_time::LongTime;
use crate::family;
use crate::record::Run;
use crate::record::metric::{Better, Metric, Sums, Value, always};
use crate::scenario::reference::sources::{IN_THE_FIELD, OUR_OWN};

/// Makes a metric of every run.
const fn general(
    [name, title, unit]: [&'static str; 3],
    decimals: usize,
    better: Better,
    [sentence, source]: [&'static str; 2],
    value: fn(&Sums<'_>) -> Option<f64>,
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
        |sums| Some(sums.metrics.jobs as f64),
    ),
    general(
        ["killed", "killed", ""],
        0,
        Better::Less,
        [
            "Jobs killed at their estimate, or cancelled or preempted for good as they ran; not those that failing nodes ended, which `killed_by_outages` counts",
            OUR_OWN,
        ],
        |sums| Some(sums.metrics.killed.saturating_sub(sums.metrics.destroyed) as f64),
    ),
    general(
        ["backfilled", "backfilled", ""],
        0,
        Better::Neither,
        ["Jobs that passed the head of the queue", OUR_OWN],
        |sums| Some(sums.metrics.backfilled as f64),
    ),
    general(
        ["mean_wait", "mean wait", "s"],
        3,
        Better::Less,
        [
            "Seconds from submission to start, mean of all jobs that were not refused",
            IN_THE_FIELD,
        ],
        |sums| sums.of_jobs(Metrics::mean_wait),
    ),
    general(
        ["longest_wait", "longest wait", "s"],
        0,
        Better::Less,
        ["Seconds the unluckiest job waited", IN_THE_FIELD],
        |sums| sums.of_jobs(|metrics| metrics.longest_wait.seconds()),
    ),
    general(
        ["mean_response", "mean response", "s"],
        3,
        Better::Less,
        [
            "Seconds from submission to completion, mean of all jobs that were not refused",
            IN_THE_FIELD,
        ],
        |sums| sums.of_jobs(Metrics::mean_response),
    ),
    general(
        ["mean_slowdown", "mean slowdown", ""],
        4,
        Better::Less,
        [
            "Response over runtime, mean of all jobs: a few very short ones decide it",
            IN_THE_FIELD,
        ],
        |sums| sums.of_jobs(Metrics::mean_slowdown),
    ),
    general(
        ["mean_bounded_slowdown", "bounded slowdown", ""],
        4,
        Better::Less,
        [
            "max(1, response / max(runtime, 10 s)), mean of all jobs",
            "Feitelson and others, 1997",
        ],
        |sums| sums.of_jobs(Metrics::mean_bounded_slowdown),
    ),
    general(
        ["utilisation", "utilisation", ""],
        4,
        Better::More,
        [
            "What jobs had done when they ended over what the machine could do in the makespan, 0 to 1: also of jobs that were killed or that failing nodes ended, of which nothing remains (see `goodput`), but not what jobs did in vain before they were requeued (see `work_lost`); where jobs share nodes, of all cores, those of nodes taken whole counted as used",
            IN_THE_FIELD,
        ],
        |sums| sums.of_jobs(|_| sums.utilisation),
    ),
    general(
        ["makespan", "makespan", "s"],
        0,
        Better::Less,
        [
            "Seconds from the first submission to the last completion",
            IN_THE_FIELD,
        ],
        |sums| sums.of_jobs(|metrics| LongTime(metrics.span()).seconds()),
    ),
];

/// Share of the machine that was useful from the first submission to the last end: as a family or a
/// feature computes it, else of its nodes. Moldable jobs may be on servers, and are so few that use
/// all they have: the last family goes first.
pub(super) fn utilisation(run: &Run) -> f64 {
    let families = family::ALL.iter().rev().map(|family| &family.addition);
    let mut additions = families.chain(features::ALL.iter().copied());
    let known = additions.find_map(|addition| (addition.utilisation)(run));
    known.unwrap_or_else(|| run.metrics.utilisation(run.experiment.nodes) / run.existing_share())
}
