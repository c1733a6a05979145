//! Metrics of runs on shared servers.

use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::OUR_OWN;

fn has_servers(run: &Run) -> bool {
    run.placements().is_some()
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "least_makespan",
        title: "least makespan",
        unit: "s",
        decimals: 0,
        better: Better::Neither,
        least: 0.0,
        sentence: "Seconds that no schedule can beat: longest path, processor time or data over all servers",
        source: OUR_OWN,
        is_defined: has_servers,
        value: Value::Kept(|run| Some(bound(run).unwrap_or_default())),
    },
    Metric {
        name: "gap",
        title: "gap to least",
        unit: "%",
        decimals: 2,
        better: Better::Less,
        least: 0.0,
        sentence: "How far the makespan is above that",
        source: OUR_OWN,
        is_defined: has_servers,
        value: Value::Kept(|run| Some(100.0 * gap(run).unwrap_or_default())),
    },
];

/// Processor time that threads needed over what the servers' cores had in the makespan; `None`
/// where that is not known of every job.
pub(super) fn utilisation(run: &Run) -> Option<f64> {
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    let needed = (0..run.outcomes.len()).map(|job| run.on_server(job).map(|(_, needed)| needed));
    let needed: f64 = needed.sum::<Option<f64>>()?;
    (capacity > 0.0).then(|| needed / capacity)
}

/// Relative excess of the makespan of `run` over the lower bound of all schedules; `None` without
/// servers.
fn gap(run: &Run) -> Option<f64> {
    let gap = run.metrics.makespan().seconds() / bound(run)? - 1.0;
    // Times rounded to nanoseconds may add up to a little less.
    Some(gap.max(0.0))
}

/// Lower bound of the makespan, in seconds; `None` without servers.
fn bound(run: &Run) -> Option<f64> {
    let bound = run.placements()?.bound.makespan();
    Some(bound).filter(|bound| *bound > 0.0)
}

/// Returns the excess and the bound, in words.
pub fn bound_line(run: &Run) -> Option<String> {
    let (gap, bound) = (gap(run)?, run.placements()?.bound);
    Some(format!(
        "makespan {:.1} % above {:.3} s, which no schedule can beat (longest path {:.3} s, processors {:.3} s, bandwidth {:.3} s)",
        100.0 * gap,
        bound.makespan(),
        bound.path,
        bound.processors,
        bound.bandwidth
    ))
}
