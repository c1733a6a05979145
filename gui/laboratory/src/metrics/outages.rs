//! The metrics of runs in which nodes go out of service.

use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::OUR_OWN;

fn has_outages(run: &Run) -> bool {
    run.outages.is_some()
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "requeues",
        title: "requeues",
        unit: "",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "How often jobs were sent back to the queue because a node of theirs went out of service",
        source: OUR_OWN,
        is_defined: has_outages,
        value: Value::Summed(|sums| sums.metrics.requeues as f64),
    },
    Metric {
        name: "work_lost",
        title: "work lost",
        unit: "node s",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "Node seconds in which jobs ran in vain because of that",
        source: OUR_OWN,
        is_defined: has_outages,
        value: Value::Summed(|sums| sums.metrics.lost_work as f64 / 1e9),
    },
    Metric {
        name: "killed_by_outages",
        title: "killed by outages",
        unit: "",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "Jobs that ended before their work was done because a node of theirs went out of service, and did not wait again",
        source: OUR_OWN,
        is_defined: has_outages,
        value: Value::Summed(|sums| sums.metrics.destroyed as f64),
    },
    Metric {
        name: "goodput",
        title: "goodput",
        unit: "",
        decimals: 4,
        better: Better::More,
        least: 0.0,
        sentence: "What remained: what nodes did for jobs that completed, checkpoints aside, over what they could do in the makespan; what failing nodes destroyed is in `utilisation`, but not here; not where jobs share nodes",
        source: OUR_OWN,
        is_defined: |run| has_outages(run) && run.experiment.cluster.is_none(),
        value: Value::Summed(|sums| sums.metrics.goodput(sums.nodes) / sums.existing_share),
    },
];
