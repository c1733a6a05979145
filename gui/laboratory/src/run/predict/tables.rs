//! Predictions as rows of tables for programs: times in seconds, shares as numbers.

use super::calibrate::Calibration;
use super::forecast::Forecast;
use super::recalibrate::LEVELS;
use crate::record::Run;

/// Columns of the prediction of a start.
pub const START_COLUMNS: [&str; 12] = [
    "policy", "job", "user", "nodes", "estimate", "waited", "p5", "median", "p95", "samples",
    "whose", "reason",
];

/// Columns of the coverage of intervals of a level.
pub const LEVEL_COLUMNS: [&str; 7] = [
    "policy",
    "nominal",
    "held",
    "standard_error",
    "median_length",
    "predictions",
    "instants",
];

/// Rows of [`START_COLUMNS`], one for each job that waits.
pub fn start_rows(run: &Run, found: &Forecast) -> Vec<Vec<String>> {
    let row = |index| start_row(run, found, index);
    (0..found.starts.len()).map(row).collect()
}

fn start_row(run: &Run, found: &Forecast, index: usize) -> Vec<String> {
    let start = &found.starts[index];
    let (spec, label) = (
        run.experiment.jobs[start.job],
        &run.experiment.labels[start.job],
    );
    let waited = found.at.since(run.outcomes[start.job].entered);
    let [p5, p50, p95] = found
        .quantiles(index)
        .map(|wait| format!("{:.0}", found.at.seconds() + wait));
    vec![
        run.label.clone(),
        label.number().to_string(),
        label
            .user()
            .map_or_else(String::new, |user| user.to_string()),
        spec.nodes.to_string(),
        format!("{:.0}", spec.estimate.seconds()),
        format!("{:.0}", waited.seconds()),
        p5,
        p50,
        p95,
        start.samples.to_string(),
        start.source.description().to_owned(),
        found.reasons[index].sentence.clone(),
    ]
}

/// Rows of [`LEVEL_COLUMNS`], one for each level; `label` names the run.
pub fn level_rows(label: &str, found: &Calibration) -> Vec<Vec<String>> {
    let row = |index: usize| {
        vec![
            label.to_owned(),
            format!("{:.2}", f64::from(LEVELS[index]) / 100.0),
            format!("{:.4}", found.coverage[index]),
            format!("{:.4}", found.error[index]),
            format!("{:.0}", found.length[index]),
            found.predictions.to_string(),
            found.instants.to_string(),
        ]
    };
    (0..LEVELS.len()).map(row).collect()
}
