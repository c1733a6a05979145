//! Nodes that jobs share, and advance reservations: record, metrics and a sentence.

use crate::base::format::counted;
use crate::family::Addition;
use crate::metrics::select::statistics::work;
use crate::record::Run;
use crate::record::cluster::{ClusterData, CoreRecorder};
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::OUR_OWN;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    lines: |run| never_started(run).into_iter().collect(),
    utilisation: |run| run.experiment.cluster.is_some().then(|| utilisation(run)),
    add_recorders: |experiment, _, _, recorders| {
        if let Some(cluster) = &experiment.cluster {
            recorders.add(CoreRecorder::new(cluster));
        }
        Ok(())
    },
    ..Addition::NONE
};

/// The metrics.
const METRICS: &[Metric] = &[KILLED_BY_PREEMPTION, NEVER_STARTED];

const KILLED_BY_PREEMPTION: Metric = Metric {
    name: "killed_by_preemption",
    title: "killed by preemption",
    unit: "",
    decimals: 0,
    better: Better::Less,
    least: 0.0,
    sentence: "Jobs that were preempted and stopped for good; they are among `killed`",
    source: OUR_OWN,
    is_defined: |run| {
        let cluster = run.experiment.cluster.as_ref();
        cluster.is_some_and(ClusterData::may_cancel)
    },
    // Not a sum: a run that keeps only sums has no cluster, and would show 0.
    value: Value::Kept(|run| Some(run.metrics.preempted as f64)),
};

const NEVER_STARTED: Metric = Metric {
    name: "never_started",
    title: "never started",
    unit: "",
    decimals: 0,
    better: Better::Less,
    least: 0.0,
    sentence: "Jobs that could not start any more, as the advance reservation they name had ended",
    source: OUR_OWN,
    is_defined: |run| {
        let cluster = run.experiment.cluster.as_ref();
        cluster.is_some_and(|cluster| !cluster.layout.reservations.is_empty())
    },
    value: Value::Kept(|run| Some(run.never_started().count() as f64)),
};

/// Work of the cores that jobs had over what all cores could do in the makespan.
fn utilisation(run: &Run) -> f64 {
    let worked: f64 = (0..run.outcomes.len()).map(|job| work(run, job)).sum();
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    if capacity > 0.0 {
        worked / capacity
    } else {
        0.0
    }
}

/// Most jobs that a sentence names.
const NAMED: usize = 5;

/// The sentence on jobs that could not start any more.
fn never_started(run: &Run) -> Option<String> {
    let all: Vec<usize> = run.never_started().collect();
    if all.is_empty() {
        return None;
    }
    let numbers = all.iter().take(NAMED);
    let numbers = numbers.map(|&job| run.experiment.labels[job].number().to_string());
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    let more = if all.len() > NAMED { ", …" } else { "" };
    Some(format!(
        "{} ({numbers}{more}) never started: the advance reservation that was asked for had ended",
        counted(all.len(), "job")
    ))
}
