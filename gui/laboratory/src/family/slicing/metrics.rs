//! Metrics of runs with slices for classes of jobs and memory of nodes.

use super::record::Overhead;
use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::SCOJO;

/// Whether classes of jobs have time slices in `run`.
fn has_slices(run: &Run) -> bool {
    !run.overheads().is_empty()
}

/// Whether the memory of nodes is simulated in `run`.
pub fn has_memory(run: &Run) -> bool {
    has_slices(run) && run.experiment.memory.0 > 0
}

fn seconds(nanoseconds: u128) -> Option<f64> {
    Some(nanoseconds as f64 / 1e9)
}

/// Makes a metric of node memory, in seconds.
const fn of_memory(
    [name, title]: [&'static str; 2],
    sentence: &'static str,
    value: fn(&Run) -> Option<f64>,
) -> Metric {
    Metric {
        name,
        title,
        unit: "s",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence,
        source: SCOJO,
        is_defined: has_memory,
        value: Value::Kept(value),
    }
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "mean_relative_response",
        title: "relative response",
        unit: "",
        decimals: 4,
        better: Better::Less,
        least: 0.0,
        sentence: "Response over runtime, or over the least runtime counted, mean of all jobs",
        source: "Esbaugh, 2010 (Scojo-PECT), figure 19",
        is_defined: has_slices,
        value: Value::Kept(|run| Some(mean_relative_response(run, |_| true))),
    },
    of_memory(
        ["overhead", "overhead"],
        "Seconds of loading and being swapped out, sum of all jobs",
        |run| seconds(run.metrics.overhead.total()),
    ),
    of_memory(
        ["first_load", "first loads"],
        "Seconds of loading until all memory was there for the first time",
        |run| seconds(run.metrics.overhead.first_load.nanoseconds()),
    ),
    of_memory(
        ["reload", "reloads"],
        "Seconds of loading what had been displaced, or was cut short",
        |run| seconds(run.metrics.overhead.reload.nanoseconds()),
    ),
    of_memory(
        ["swap_out", "swap-outs"],
        "Seconds added to jobs for being swapped out",
        |run| seconds(run.metrics.overhead.swap_out.nanoseconds()),
    ),
    of_memory(
        ["node_overhead", "overhead of nodes"],
        "Overhead times nodes, sum of all jobs",
        |run| seconds(run.metrics.overhead.of_nodes.nanoseconds()),
    ),
    Metric {
        name: "overhead_share",
        title: "overhead share",
        unit: "",
        decimals: 4,
        better: Better::Less,
        least: 0.0,
        sentence: "Overhead over the time jobs ran",
        source: SCOJO,
        is_defined: has_memory,
        value: Value::Kept(|run| {
            let ran = processing(run, |_| true).max(f64::MIN_POSITIVE);
            Some(seconds(run.metrics.overhead.total())? / ran)
        }),
    },
    Metric {
        name: "preempted",
        title: "preemptions",
        unit: "",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "How often jobs were suspended and did not go on at once",
        source: SCOJO,
        is_defined: has_slices,
        value: Value::Kept(|run| {
            let preempted = run.overheads().iter().map(|part| u64::from(part.preempted));
            Some(preempted.sum::<u64>() as f64)
        }),
    },
];

/// Returns the overhead of the jobs that `which` selects, by index.
pub(crate) fn overhead(run: &Run, which: impl Fn(usize) -> bool) -> Overhead {
    let all = run.overheads().iter().enumerate();
    let picked = all.filter(|(job, _)| which(*job)).map(|(_, part)| part);
    picked.fold(Overhead::default(), |sum, part| Overhead {
        first_load: sum.first_load + part.first_load,
        reload: sum.reload + part.reload,
        swap_out: sum.swap_out + part.swap_out,
        preempted: sum.preempted + part.preempted,
    })
}

/// Returns the execution time of the jobs that `which` selects, in seconds, each job counted once.
pub(crate) fn processing(run: &Run, which: impl Fn(usize) -> bool) -> f64 {
    let all = run.outcomes.iter().enumerate();
    let picked = all.filter(|(job, _)| which(*job));
    picked.map(|(_, job)| job.executed.seconds()).sum()
}

/// Returns the mean of response over runtime, or over the bound where that is longer; 0 without
/// jobs. Esbaugh 2010, figure 19, whose bound is not printed.
pub(crate) fn mean_relative_response(run: &Run, which: impl Fn(usize) -> bool) -> f64 {
    let bound = run.parameters.slicing.relative_response_bound;
    let jobs = run.admitted().filter(|&job| which(job));
    let (mut sum, mut count) = (0.0, 0.0);
    for job in jobs {
        let executed = run.outcomes[job].executed.seconds();
        sum += run.response(job).seconds() / executed.max(bound);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}
