//! What is told in lines and columns: the queue at an instant, and idle spans.

use cosched_core::Time;

use crate::base::words::{self, counted};
use crate::record::Run;
use crate::run::explain::idle::Idle;
use crate::run::explain::moment::Moment;

/// As many of those that wait are told of in an idle span.
const MOST: usize = 6;

/// The queue at an instant, a line to a job.
pub(super) fn queue(run: &Run, moment: &Moment) -> String {
    let mut text = format!(
        "{} at {}: {} running, {} waiting, {} free\n",
        run.label,
        run.instant(moment.at),
        counted(moment.running as usize, "job"),
        moment.queue.len(),
        counted(moment.free as usize, "node"),
    );
    if moment.queue.is_empty() {
        return text;
    }
    let names = [
        "place", "job", "nodes", "estimate", "priority", "reserved", "expected",
    ];
    let mut rows = vec![names.map(str::to_owned)];
    let none = || "–".to_owned();
    for (place, waiting) in (1..).zip(&moment.queue) {
        let spec = run.experiment.jobs[waiting.job];
        let instant = |at: Option<Time>| at.map_or_else(none, |at| run.instant(at));
        rows.push([
            place.to_string(),
            run.experiment.labels[waiting.job].number.to_string(),
            words::count(u64::from(spec.nodes)),
            words::span(spec.estimate.seconds()),
            waiting.priority.map_or_else(none, words::number),
            instant(waiting.reserved),
            instant(waiting.expected),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..names.len())
        .map(|column| width(column).unwrap_or(0))
        .collect();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        text += &format!("  {}\n", cells.join("  "));
    }
    text
}

/// Idle spans, each with why nobody who waited ran there.
pub(super) fn idle(run: &Run, spans: &[Idle]) -> String {
    if spans.is_empty() {
        return format!("{}: no node was idle while a job waited\n", run.label);
    }
    let mut text = format!("{}: where most was idle though jobs waited\n", run.label);
    for span in spans {
        let nodes = match span.nodes {
            [least, most] if least == most => counted(least as usize, "node"),
            [least, most] => format!("{least} to {most} nodes"),
        };
        text += &format!(
            "  {} to {}: {nodes} idle, {} waiting as it began\n",
            run.instant(span.from),
            run.instant(span.until),
            counted(span.waiting.len(), "job"),
        );
        for (job, why) in span.waiting.iter().take(MOST) {
            let number = run.experiment.labels[*job].number;
            let why = why
                .as_deref()
                .unwrap_or("waits; the policy does not say why");
            let why = words::sentence(why, |at| run.experiment.clock.instant(at));
            text += &format!("    job {number} {why}\n");
        }
        if span.waiting.len() > MOST {
            let more = (span.waiting.len() - MOST) as u64;
            text += &format!("    and {} more\n", words::count(more));
        }
    }
    text
}
