//! Predicted starts of the jobs waiting at an instant of a run, as text for the terminal and the
//! window.

use cosched_core::Time;

use super::calibrate::learn;
use super::reasons::{WaitExplanation, explain_waits};
use super::recalibrate::Recalibration;
use super::{Occupancy, Settings, Start, occupancy, starts};
use crate::base::format;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;
use crate::run::explain::tables::unit;

/// Predictions for the jobs waiting at an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The instant.
    pub at: Time,
    /// Running jobs and free nodes.
    pub occupancy: Occupancy,
    /// Number of draws of the future.
    pub draws: u32,
    /// Positions of quantiles, learned from earlier predictions.
    pub learned: Recalibration,
    /// Predicted start of each job, in the order of submission.
    pub starts: Vec<Start>,
    /// Why each job waits, in the same order.
    pub reasons: Vec<WaitExplanation>,
}

/// Fractions of the quantiles that are shown.
pub const SHOWN_QUANTILES: [f64; 3] = [0.05, 0.5, 0.95];

/// Columns of the predictions, each with its meaning, where sizes count nodes.
const COLUMNS: [(&str, &str); 9] = [
    ("job", "Its number"),
    ("user", "Who submitted it, if that is known"),
    ("nodes", "As many as it asks for"),
    ("estimate", "How long it runs by its estimate"),
    ("waited", "How long it has waited so far"),
    ("5 %", "It starts before that in one case of twenty"),
    ("50 %", "It starts before that in half of all cases"),
    ("95 %", "It starts after that in one case of twenty"),
    (
        "by",
        "How many runtimes of before were drawn from, and whose",
    ),
];

/// Returns the columns of the predictions in `run`, each with its meaning.
pub fn columns(run: &Run) -> [(&'static str, &'static str); 9] {
    let mut columns = COLUMNS;
    columns[2].0 = run.experiment.size_unit.many();
    columns
}

/// Predicts when each job that waits in `run` at `at` may start; `None` if cancelled. Positions of
/// quantiles are learned at `instants` earlier instants.
///
/// # Errors
/// Errors of [`check`](super::check) and of the runs.
pub fn forecast(
    run: &Run,
    at: Time,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Forecast>, Problem> {
    super::check(run)?;
    let learned = learn(run, at, instants, settings, progress)?;
    let Some(starts) = starts(run, at, settings, progress)? else {
        return Ok(None);
    };
    let whys = explain_waits(run, at, progress)?;
    Ok(whys.map(|whys| Forecast {
        at,
        occupancy: occupancy(run, at),
        draws: settings.draws,
        learned,
        starts,
        reasons: whys,
    }))
}

/// From when to when there are jobs in `run`, in words.
fn span_of(run: &Run) -> String {
    let outcomes = run.outcomes.iter();
    let first = outcomes.clone().map(|outcome| outcome.entered).min();
    let last = outcomes.map(|outcome| outcome.completed).max();
    let [first, last] = [first, last].map(|at| run.instant(at.unwrap_or(Time::ZERO)));
    format!(" (the first job is submitted at {first}, the last ends at {last})")
}

impl Forecast {
    /// Numbers of jobs and free nodes, and what intervals are made from.
    pub fn heading(&self, run: &Run) -> String {
        let is_idle = self.occupancy.running == 0 && self.starts.is_empty();
        let nothing = if is_idle { span_of(run) } else { String::new() };
        format!(
            "{} at {}: {} running, {} waiting, {} free{nothing}; {} draws, {}",
            run.label,
            run.instant(self.at),
            format::counted(self.occupancy.running, "job"),
            format::count(self.starts.len() as u64),
            format::counted(self.occupancy.free as usize, unit(run)),
            format::count(u64::from(self.draws)),
            self.learned.sentence(),
        )
    }

    /// Returns the cells of the job at index `index`.
    pub fn cells(&self, run: &Run, index: usize) -> [String; 9] {
        let start = &self.starts[index];
        let (spec, label) = (
            run.experiment.jobs[start.job],
            &run.experiment.labels[start.job],
        );
        let [p5, p50, p95] = self.quantiles(index).map(|wait| {
            let clock = &run.experiment.clock;
            clock.instant_to(self.at.seconds() + wait, 60.0)
        });
        let waited = self.at.since(run.outcomes[start.job].entered);
        [
            label.number().to_string(),
            label
                .user()
                .map_or_else(|| "–".to_owned(), |user| user.to_string()),
            format::count(u64::from(spec.nodes)),
            format::span(spec.estimate.seconds()),
            format::span(waited.seconds()),
            p5,
            p50,
            p95,
            start.source_in_words(),
        ]
    }

    /// Returns the further wait of the job at index `index` at the shown quantiles, in seconds.
    pub fn quantiles(&self, index: usize) -> [f64; 3] {
        SHOWN_QUANTILES.map(|part| self.learned.quantile(&self.starts[index], part))
    }
}
