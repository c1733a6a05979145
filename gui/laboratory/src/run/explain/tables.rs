//! The queue at an instant and idle spans in words, for the terminal and the window.

use cosched_core::Time;

use super::Remark;
use super::idle::IdleSpan;
use super::snapshot::QueueSnapshot;
use crate::base::format;
use crate::record::Run;

/// Columns of the queue at an instant, each with its meaning, where sizes count nodes.
const COLUMNS: [(&str, &str); 7] = [
    ("place", "In the order of the queue"),
    ("job", "Its number"),
    ("nodes", "As many as it asks for"),
    ("estimate", "How long it runs by its estimate"),
    (
        "priority",
        "By what the queue is ordered, where not by submission",
    ),
    ("reserved", "When it starts at the latest by the estimates"),
    (
        "expected",
        "When it starts if nobody else is submitted and all run as long as estimated",
    ),
];

/// Returns the columns of the queue at an instant of `run`, each with its meaning.
pub fn columns(run: &Run) -> [(&'static str, &'static str); 7] {
    let mut columns = COLUMNS;
    columns[2].0 = run.experiment.size_unit.many();
    columns
}

/// Numbers of running and waiting jobs, and of free nodes, at an instant of `run`.
pub fn heading(run: &Run, moment: &QueueSnapshot) -> String {
    format!(
        "{} at {}: {} running, {} waiting, {} free",
        run.label,
        run.instant(moment.at),
        format::counted(moment.running as usize, "job"),
        format::count(moment.queue.len() as u64),
        format::counted(moment.free as usize, unit(run)),
    )
}

/// Returns the cells of the job at that position of the queue, counted from 0.
pub fn cells(run: &Run, moment: &QueueSnapshot, index: usize) -> [String; 7] {
    let waiting = &moment.queue[index];
    let spec = run.experiment.jobs[waiting.job];
    let none = || "–".to_owned();
    let instant = |at: Option<Time>| at.map_or_else(none, |at| run.instant(at));
    [
        (index + 1).to_string(),
        run.experiment.labels[waiting.job].number().to_string(),
        format::count(u64::from(spec.nodes)),
        format::span(spec.estimate.seconds()),
        waiting.priority.map_or_else(none, format::number),
        instant(waiting.reserved),
        instant(waiting.expected),
    ]
}

/// Returns the unit of free capacity in `run`: "node", "core" where jobs share nodes, or the unit
/// of its log.
pub fn unit(run: &Run) -> &'static str {
    run.experiment.unit().one()
}

/// Length of an idle span, idle nodes and waiting jobs.
pub fn idle_heading(run: &Run, span: &IdleSpan) -> String {
    let nodes = match span.nodes {
        [least, most] if least == most => format::counted(least as usize, unit(run)),
        [least, most] => format!("{least} to {most} {}s", unit(run)),
    };
    format!(
        "{} to {}: {nodes} idle, {} waiting as it began",
        run.instant(span.from),
        run.instant(span.until),
        format::counted(span.waiting.len(), "job"),
    )
}

/// Why each of the first `most` waiting jobs did not run there.
pub fn idle_reasons(run: &Run, span: &IdleSpan, most: usize) -> Vec<Remark> {
    let waiting = span.waiting.iter().take(most);
    let reasons = waiting.map(|(job, why)| {
        let number = run.experiment.labels[*job].number();
        let why = why.as_deref();
        let why = why.unwrap_or("waits; the policy does not say why");
        // A job that the reason names is a link as well.
        let others = span.waiting.iter().map(|(other, _)| *other);
        Remark {
            at: span.from,
            sentence: format!("job {number} {why}"),
            jobs: std::iter::once(*job).chain(others).collect(),
        }
    });
    reasons.collect()
}
