//! Tables of a report: metrics and their changes, intervals, and how to reproduce them.

use laboratory::base::change;
use laboratory::base::format::span;
use laboratory::metrics::features::additions;
use laboratory::metrics::job_metrics::values_of_jobs;
use laboratory::metrics::select::batches::BATCHES;
use laboratory::metrics::select::paired::{Measure, PairedSummary, Pairs};
use laboratory::metrics::{self, Values, general};
use laboratory::record::Run;
use laboratory::record::metric::Metric;

use super::Report;
use super::differences::is_same_work;
use super::format::VERSION;
use super::page::Page;

/// Most runs that have a column in one table: more do not fit a page.
const COLUMNS: usize = 5;

/// Writes a column for each run: every general metric, and its change against the first run.
pub(super) fn results(page: &mut Page, report: &Report<'_>) {
    let (runs, scope) = (report.runs, report.scope);
    let values: Vec<Values> = runs
        .iter()
        .map(|(_, run)| {
            if scope.is_all() {
                metrics::values(run)
            } else {
                values_of_jobs(run, &scope.jobs(run))
            }
        })
        .collect();
    // Metrics of features, where they are known.
    let added = additions().filter(|addition| addition.is_in_report);
    let added = added
        .flat_map(|addition| addition.metrics)
        .filter(|metric| {
            let known = values.iter().map(|values| values.value(metric.name));
            known.flatten().next().is_some()
        });
    let metrics: Vec<&Metric> = general::METRICS.iter().chain(added).collect();
    let of = if scope.is_all() {
        ""
    } else {
        " of the selected jobs"
    };
    let caption = match runs {
        [_] => format!("What came of the run{of}."),
        _ => format!(
            "What came of each run{of}, and in brackets the change against {}.",
            runs[0].0
        ),
    };
    let indices: Vec<usize> = (0..runs.len()).collect();
    for indices in indices.chunks(COLUMNS) {
        let names = indices.iter().map(|&index| runs[index].0.to_owned());
        let heading: Vec<String> = std::iter::once("metric".to_owned()).chain(names).collect();
        let rows: Vec<Vec<String>> = metrics
            .iter()
            .map(|metric| {
                let cells = indices.iter().map(|&index| {
                    let value = values[index].value(metric.name);
                    let before = values[0].value(metric.name).filter(|_| index > 0);
                    format_value(metric, value, before)
                });
                std::iter::once(title_of(metric)).chain(cells).collect()
            })
            .collect();
        page.table(&caption, &heading, &rows);
    }
    let meanings: Vec<String> = metrics
        .iter()
        .map(|metric| format!("{}: {}.", metric.title, metric.sentence))
        .collect();
    page.list(&meanings);
}

/// Returns the title of `metric` with its unit; spans of time have theirs beside each value.
fn title_of(metric: &Metric) -> String {
    match metric.unit {
        // Spans have their units in the text.
        "" | "s" => metric.title.to_owned(),
        unit => format!("{} in {unit}", metric.title),
    }
}

/// Returns a value, and its change against the one `before` in percent; without that, if it was 0.
fn format_value(metric: &Metric, value: Option<f64>, before: Option<f64>) -> String {
    let Some(value) = value else {
        return "–".to_owned();
    };
    let text = match metric.unit {
        "s" => span(value),
        _ => format!("{value:.*}", metric.decimals),
    };
    match before {
        Some(before) if before == value => format!("{text} (=)"),
        Some(before) if before != 0.0 => {
            format!("{text} ({})", change::in_words((value - before) / before))
        }
        _ => text,
    }
}

/// Writes intervals of the changes of means, of the same jobs in pairs.
pub(super) fn intervals(page: &mut Page, runs: &[(&str, &Run)]) {
    let Some((&(baseline, first), others)) = runs.split_first() else {
        return;
    };
    let same = others.iter().filter(|(_, run)| is_same_work(first, run));
    let jobs: Vec<u32> = (0..first.outcomes.len() as u32).collect();
    let mut reasons: Vec<String> = Vec::new();
    let rows: Vec<Vec<String>> = same
        .map(|&(label, run)| {
            let cells = MEASURES.map(|(measure, _)| {
                let found = Pairs::of(measure, first, run, &jobs).summary();
                if found.interval.is_none() {
                    reasons.push(format!("{label}: {}", found.interval_sentence()));
                }
                interval_text(&found)
            });
            std::iter::once(label.to_owned()).chain(cells).collect()
        })
        .collect();
    if rows.is_empty() {
        page.paragraph(
            "No intervals are given: that takes another run of the same jobs. How sure a mean \
             itself is takes several seeds.",
        );
        return;
    }
    let titles = MEASURES.map(|(_, title)| title.to_owned());
    let heading: Vec<String> = std::iter::once("run".to_owned()).chain(titles).collect();
    let caption = format!(
        "By how much means change against {baseline}, and where that lies in 95 of 100 cases, by \
         the means of {BATCHES} batches of the same jobs in the order of submission."
    );
    page.table(&caption, &heading, &rows);
    reasons.dedup();
    if !reasons.is_empty() {
        page.list(&reasons);
    }
}

/// Measures whose changes have intervals.
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Wait, "mean wait"),
    (Measure::Response, "mean response"),
    (Measure::Slowdown, "mean bounded slowdown"),
];

/// Returns the change and its interval.
fn interval_text(found: &PairedSummary) -> String {
    let change = found
        .change
        .map_or_else(|| "–".to_owned(), change::in_words);
    format!("{change} ({})", found.interval_words())
}

/// Writes seeds, digests and versions.
pub(super) fn identity(page: &mut Page, runs: &[(&str, &Run)]) {
    let heading = ["run", "policy", "seed", "digest of all events"].map(str::to_owned);
    let row = |&(label, run): &(&str, &Run)| {
        vec![
            label.to_owned(),
            run.policy.kebab().to_owned(),
            run.experiment.scenario.seed.to_string(),
            format!("{:016x}", run.digest),
        ]
    };
    let rows: Vec<Vec<String>> = runs.iter().map(row).collect();
    let caption = format!("Made by cosched {VERSION}. Equal digests mean equal runs.");
    page.table(&caption, &heading, &rows);
}
