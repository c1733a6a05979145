//! Nodes that go out of service: record, metrics and table.

use cosched_core::Time;

use crate::family::Addition;
use crate::family::room::Table;
use crate::record::Run;
use crate::record::metric::{Better, Metric, Sums, Value};
use crate::record::outages::{OutSpan, OutageRecorder, state_name};
use crate::scenario::reference::sources::OUR_OWN;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    line_metrics: |run| {
        if has_outages(run) { &[METRICS] } else { &[] }
    },
    tables: |run| table(run).into_iter().collect(),
    add_recorders: |experiment, choice, _, recorders| {
        if choice.changes_nodes() || experiment.outages.as_outages().are_possible() {
            recorders.add(OutageRecorder::new(
                experiment.jobs.len(),
                experiment.whole_nodes(),
            ));
        }
        Ok(())
    },
    ..Addition::NONE
};

fn has_outages(run: &Run) -> bool {
    run.outages().is_some()
}

/// The value of a metric of sums where nodes may go out of service.
fn known(sums: &Sums<'_>, value: f64) -> Option<f64> {
    sums.has_outages.then_some(value)
}

/// The metrics.
const METRICS: &[Metric] = &[
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
        value: Value::Summed(|sums| known(sums, sums.metrics.requeues as f64)),
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
        value: Value::Summed(|sums| known(sums, sums.metrics.lost_work as f64 / 1e9)),
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
        value: Value::Summed(|sums| known(sums, sums.metrics.destroyed as f64)),
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
        value: Value::Summed(|sums| {
            let goodput = sums.metrics.goodput(sums.nodes);
            known(sums, goodput / sums.existing_share)
        }),
    },
];

/// Returns which nodes were out of service from when until when, and why; without an end if they
/// still were at the end of the run.
fn table(run: &Run) -> Option<Table> {
    let heading = ["from", "until", "first_node", "nodes", "state"].map(str::to_owned);
    let row = |span: &OutSpan| {
        let until = Some(span.until).filter(|until| *until < Time::MAX);
        vec![
            span.from.to_string(),
            until.map_or(String::new(), |until| until.to_string()),
            span.first.to_string(),
            span.count.to_string(),
            state_name(span.state).to_owned(),
        ]
    };
    let rows = run.outages()?.spans.iter().map(row);
    let rows = std::iter::once(heading.to_vec()).chain(rows).collect();
    Some(("outages.csv", rows))
}
