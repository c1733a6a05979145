//! Nodes that sleep while no job uses them: record, metrics, a table, and a column of each job.

use crate::family::Addition;
use crate::family::room::{Columns, Table};
use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::record::power::{SleepRecord, SleepRecorder};
use crate::scenario::reference::sources::OUR_OWN;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    line_metrics: |run| {
        if has_sleep(run) { &[METRICS] } else { &[] }
    },
    columns: Some(COLUMNS),
    tables: |run| table(run).into_iter().collect(),
    add_recorders: |experiment, choice, _, recorders| {
        // Other policies keep all nodes awake, and each part of a branch begins with all awake.
        let is_of_slurm = choice.policy.is_of_slurm() && choice.branch.is_none();
        if let Some(recorder) = SleepRecorder::of(experiment).filter(|_| is_of_slurm) {
            recorders.add(recorder);
        }
        Ok(())
    },
    ..Addition::NONE
};

fn has_sleep(run: &Run) -> bool {
    run.sleep().is_some()
}

/// Makes a metric of sleep.
const fn of_sleep(
    [name, title, unit]: [&'static str; 3],
    (decimals, better): (usize, Better),
    sentence: &'static str,
    value: fn(&Run) -> Option<f64>,
) -> Metric {
    Metric {
        name,
        title,
        unit,
        decimals,
        better,
        least: 0.0,
        sentence,
        source: OUR_OWN,
        is_defined: has_sleep,
        value: Value::Kept(value),
    }
}

/// The metrics.
const METRICS: &[Metric] = &[
    of_sleep(
        ["asleep", "asleep", ""],
        (4, Better::More),
        "Part of the time of all nodes, from the first submission to the last end, in which they slept",
        |run| Some(asleep(run, run.sleep()?)),
    ),
    of_sleep(
        ["wakes", "wakes", ""],
        (0, Better::Less),
        "How often a node that slept was woken for a job",
        |run| Some(run.sleep()?.wakes as f64),
    ),
    of_sleep(
        ["mean_boot", "mean boot", "s"],
        (2, Better::Less),
        "How long jobs waited in the mean, once they had their nodes, for these to boot; it is part of the response and no wait",
        |run| {
            let boots = &run.sleep()?.boots;
            let all: f64 = boots.iter().map(|boot| boot.seconds()).sum();
            (run.metrics.jobs > 0).then(|| all / run.metrics.jobs as f64)
        },
    ),
];

/// Part of the time of all nodes in which they slept.
fn asleep(run: &Run, sleep: &SleepRecord) -> f64 {
    let begin = run.metrics.first_submit;
    let spans = sleep.spans.iter();
    let asleep: f64 = spans
        .map(|span| span.until.since(span.from.max(begin)).seconds())
        .sum();
    let all = f64::from(run.experiment.whole_nodes()) * run.metrics.makespan().seconds();
    if all > 0.0 { asleep / all } else { 0.0 }
}

/// Further column of `jobs.csv`: how long a job waited for its nodes to boot, in seconds.
const COLUMNS: Columns = Columns {
    names: &["boot"],
    applies: has_sleep,
    cells: |run, job| {
        let boot = run.sleep().and_then(|sleep| sleep.boots.get(job));
        vec![boot.map_or(String::new(), |boot| boot.seconds().to_string())]
    },
};

/// Returns which node slept from when until when, if any may have.
fn table(run: &Run) -> Option<Table> {
    let heading = ["node", "from", "until"].map(str::to_owned).to_vec();
    let spans = run.sleep()?.spans.iter();
    let rows = spans.map(|span| {
        vec![
            span.node.to_string(),
            span.from.to_string(),
            span.until.to_string(),
        ]
    });
    let rows = std::iter::once(heading).chain(rows).collect();
    Some(("sleep.csv", rows))
}
