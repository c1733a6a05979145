//! The service in numbers, as Prometheus reads them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::state::State;

/// A metric: its name, type and meaning.
type Metric = (&'static str, &'static str, &'static str);

const AGE: Metric = (
    "cosched_queue_age_seconds",
    "gauge",
    "Time since the queue was read",
);
const UP: Metric = (
    "cosched_queue_up",
    "gauge",
    "Whether the last look at the queue succeeded",
);
const TOOK: Metric = (
    "cosched_queue_predicting_seconds",
    "gauge",
    "Time that reading and predicting the queue took",
);
const WAITING: Metric = (
    "cosched_queue_waiting_jobs",
    "gauge",
    "Waiting jobs that are predicted",
);
const LOOKS: Metric = (
    "cosched_looks_total",
    "counter",
    "Looks at the queue, by outcome",
);
const ANSWERS: Metric = (
    "cosched_answers_total",
    "counter",
    "Answers to requests, by status",
);
const JUDGED: Metric = (
    "cosched_predictions_judged",
    "gauge",
    "Predictions in the record whose jobs have started",
);
const HELD: Metric = (
    "cosched_predictions_held",
    "gauge",
    "Those of them whose jobs started within their 90 % interval",
);
const OPEN: Metric = (
    "cosched_predictions_open",
    "gauge",
    "Predictions in the record whose jobs wait",
);

/// All of them.
pub(super) fn text(state: &State) -> String {
    let mut text = String::new();
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
    let one = |value: f64| vec![(String::new(), value)];
    if let Some(snapshot) = state.snapshot() {
        put(&mut text, AGE, state.age().map_or(Vec::new(), one));
        put(&mut text, TOOK, one(snapshot.took.as_secs_f64()));
        let mut partitions: BTreeMap<&str, f64> = BTreeMap::new();
        for answer in &snapshot.answers {
            *partitions.entry(&answer.partition).or_default() += 1.0;
        }
        let partitions = partitions.into_iter();
        let partitions = partitions.map(|(name, jobs)| (label("partition", name), jobs));
        put(&mut text, WAITING, partitions.collect());
    }
    let is_up = state.snapshot().is_some() && state.problem().is_none();
    put(&mut text, UP, one(f64::from(u8::from(is_up))));
    let counters = &state.counters;
    let looks = [
        ("read", &counters.looks),
        ("failed", &counters.failed_looks),
    ];
    let looks = looks.map(|(name, counter)| (label("outcome", name), count(counter)));
    put(&mut text, LOOKS, looks.to_vec());
    let answers = ["2xx", "3xx", "4xx", "5xx"].iter().zip(&counters.answers);
    let answers = answers.map(|(name, counter)| (label("status", name), count(counter)));
    put(&mut text, ANSWERS, answers.collect());
    if let Some(accuracy) = state.accuracy() {
        put(&mut text, OPEN, one(accuracy.open as f64));
        let of = |number: fn(&crate::record::Tally) -> u64| {
            let lines = accuracy.lines();
            let each = lines.map(|(partition, horizon, tally)| {
                let labels = format!(
                    "{},{}",
                    label("partition", partition),
                    label("horizon", horizon)
                );
                (labels, number(tally) as f64)
            });
            each.collect()
        };
        put(&mut text, JUDGED, of(|tally| tally.predictions));
        put(&mut text, HELD, of(|tally| tally.held));
    }
    text
}

/// A label, with what would end it escaped.
fn label(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\");
    let value = value.replace('"', "\\\"").replace('\n', "\\n");
    format!("{name}=\"{value}\"")
}

/// Adds a metric with its values by label, if it has any.
fn put(text: &mut String, (name, kind, help): Metric, values: Vec<(String, f64)>) {
    if values.is_empty() {
        return;
    }
    // Nothing goes wrong in writing to a text.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    for (labels, value) in values {
        let _ = if labels.is_empty() {
            writeln!(text, "{name} {value}")
        } else {
            writeln!(text, "{name}{{{labels}}} {value}")
        };
    }
}
