//! Predictions of a log: at an instant of it, and how often they held.

use cosched_core::Time;

use super::output::{Row, aligned, cells_of, table_of};
use super::{cancelled, settings};
use crate::base::problem::Problem;
use crate::base::words;
use crate::cli::arguments::Predict;
use crate::cli::explain::instant;
use crate::cli::run::{chosen, simulate_with_bar};
use crate::cli::show::bar::follow;
use crate::cli::show::output::print;
use crate::record::Run;
use crate::run::predict::calibrate::{Calibration, calibrate, learned};
use crate::run::predict::recalibrate::Recalibration;
use crate::run::predict::why::whys;
use crate::run::predict::{self, Settings, Start};

/// What is said of each job; in files with times in seconds.
pub(super) const COLUMNS: [&str; 11] = [
    "policy", "job", "user", "nodes", "estimate", "median", "from", "until", "samples", "whose",
    "reason",
];

/// The percent of the interval that is said.
const PERCENT: u32 = 90;

/// Answers what is asked of every run of a log: rows of a file, and how often predictions held.
pub(super) fn predict(asked: &Predict) -> Result<(Vec<Row>, Vec<(String, Calibration)>), Problem> {
    let subject = &asked.subject;
    let (experiment, choices) = chosen(subject)?;
    let at = match &asked.at {
        Some(text) => Some(instant::parse(text, &experiment.clock)?),
        None => None,
    };
    let settings = settings(asked, experiment.scenario.seed);
    let (mut rows, mut calibrations) = (Vec::new(), Vec::new());
    for choice in &choices {
        let run = simulate_with_bar(&experiment, choice, false, subject.quiet)?;
        predict::check(&run).map_err(|problem| problem.in_file(&subject.file))?;
        match at {
            Some(at) => rows.extend(starts(&run, at, settings, asked)?),
            None => {
                let found = follow(&run.label, subject.quiet, |progress| {
                    calibrate(&run, asked.instants(), settings, progress)
                })?;
                let found = found.ok_or_else(cancelled)?;
                print(&table_of(&run.label, &found))?;
                rows.extend(cells_of(&run.label, &found));
                calibrations.push((run.label.clone(), found));
            }
        }
    }
    Ok((rows, calibrations))
}

/// Prints when who waits in `run` at `at` may start; the same for files.
fn starts(run: &Run, at: Time, settings: Settings, asked: &Predict) -> Result<Vec<Row>, Problem> {
    let quiet = asked.subject.quiet;
    let learned = follow("learning", quiet, |progress| {
        learned(run, at, asked.instants(), settings, progress)
    })?;
    let found = follow(&run.label, quiet, |progress| {
        predict::starts(run, at, settings, progress)
    })?;
    let found = found.ok_or_else(cancelled)?;
    let whys = follow(&run.label, quiet, |progress| whys(run, at, progress))?;
    let whys = whys.ok_or_else(cancelled)?;
    let now = predict::now(run, at);
    let mut text = format!(
        "{} at {}: {} running, {} waiting, {} free; {} draws, intervals as those of {} of before had to be\n",
        run.label,
        run.instant(at),
        words::counted(now.running, "job"),
        words::count(found.len() as u64),
        words::counted(now.free as usize, "node"),
        words::count(u64::from(settings.draws)),
        words::counted(learned.predictions(), "prediction"),
    );
    let mut shown =
        vec![["job", "nodes", "estimate", "median", "90 % within", "by"].map(str::to_owned)];
    let mut rows = Vec::new();
    for (start, why) in found.iter().zip(&whys) {
        shown.push(in_words(run, start, &learned));
        rows.push(in_seconds(run, at, (start, &learned), &why.sentence));
    }
    for (place, line) in aligned(&shown).iter().enumerate() {
        let why = place.checked_sub(1).map_or("", |place| &*whys[place].sentence);
        text += format!("  {line}  {why}").trim_end();
        text += "\n";
    }
    if found.is_empty() {
        text += "  nobody waits\n";
    }
    print(&text)?;
    Ok(rows)
}

fn in_words(run: &Run, start: &Start, learned: &Recalibration) -> [String; 6] {
    let spec = run.experiment.jobs[start.job];
    let [from, until] = learned.interval(start, PERCENT);
    [
        run.experiment.labels[start.job].number.to_string(),
        words::count(u64::from(spec.nodes)),
        words::span(spec.estimate.seconds()),
        format!("in {}", words::span(learned.quantile(start, 0.5))),
        format!("{} to {}", words::span(from), words::span(until)),
        start.from_whom(),
    ]
}

/// The same for files: instants in seconds.
fn in_seconds(run: &Run, at: Time, (start, learned): (&Start, &Recalibration), why: &str) -> Row {
    let (spec, label) = (
        run.experiment.jobs[start.job],
        &run.experiment.labels[start.job],
    );
    let [from, until] = learned.interval(start, PERCENT);
    let instant = |wait: f64| format!("{:.0}", at.seconds() + wait);
    vec![
        run.label.clone(),
        label.number.to_string(),
        label.user.map_or_else(String::new, |user| user.to_string()),
        spec.nodes.to_string(),
        format!("{:.0}", spec.estimate.seconds()),
        instant(learned.quantile(start, 0.5)),
        instant(from),
        instant(until),
        start.samples.to_string(),
        start.whose.words().to_owned(),
        why.to_owned(),
    ]
}
