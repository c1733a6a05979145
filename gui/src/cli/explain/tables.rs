//! The queue at an instant and idle spans, in lines and columns.

use laboratory::base::format;
use laboratory::record::Run;
use laboratory::run::explain::idle::IdleSpan;
use laboratory::run::explain::snapshot::QueueSnapshot;
use laboratory::run::explain::tables::{cells, columns, heading, idle_heading, idle_reasons};

/// Most waiting jobs that are printed of an idle span.
const MOST: usize = 6;

/// Returns the queue at an instant, a line per job.
pub(super) fn queue(run: &Run, moment: &QueueSnapshot) -> String {
    let mut text = heading(run, moment) + "\n";
    if moment.queue.is_empty() {
        return text;
    }
    let mut rows = vec![columns(run).map(|(name, _)| name.to_owned())];
    rows.extend((0..moment.queue.len()).map(|index| cells(run, moment, index)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..rows[0].len())
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

/// Returns idle spans, each with the reason why no waiting job ran there.
pub(super) fn idle(run: &Run, spans: &[IdleSpan]) -> String {
    if spans.is_empty() {
        return format!(
            "{}: no {} was idle while a job waited\n",
            run.label,
            run.experiment.unit().one()
        );
    }
    let mut text = format!("{}: where most was idle though jobs waited\n", run.label);
    for span in spans {
        text += &format!("  {}\n", idle_heading(run, span));
        for remark in idle_reasons(run, span, MOST) {
            let clock = &run.experiment.clock;
            let said = format::humanize_seconds(&remark.sentence, |at| clock.instant(at));
            text += &format!("    {said}\n");
        }
        if span.waiting.len() > MOST {
            let more = (span.waiting.len() - MOST) as u64;
            text += &format!("    and {} more\n", format::count(more));
        }
    }
    text
}
