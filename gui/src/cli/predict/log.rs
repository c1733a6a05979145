//! Predictions of a log: at an instant of it, and how often they held.

use cosched_core::Time;

use super::output::{Answers, Row, table_of};
use super::{cancelled, settings};
use crate::cli::arguments::Predict;
use crate::cli::explain::instant_at;
use crate::cli::run::{requested_runs, simulate_with_bar};
use crate::cli::show::bar::follow;
use crate::cli::show::output::{aligned, note, print};
use laboratory::base::problem::Problem;
use laboratory::load::recorded::remarks_on;
use laboratory::record::Run;
use laboratory::record::choice::Choice;
use laboratory::run::predict::calibrate::calibrate;
use laboratory::run::predict::forecast::{self, forecast};
use laboratory::run::predict::log::{continued, recorded};
use laboratory::run::predict::tables::{level_rows, start_rows};
use laboratory::run::predict::{self, Settings};

/// Predicts in every run of a log: rows of a file, and how often predictions held.
pub(super) fn predict(arguments: &Predict) -> Result<Answers, Problem> {
    let subject = &arguments.subject;
    let (experiment, choices) = requested_runs(subject)?;
    let at = match &arguments.at {
        Some(text) => Some(instant_at(text, &experiment.clock)?),
        None => None,
    };
    let settings = settings(arguments, experiment.scenario.seed);
    let (mut rows, mut calibrations) = (Vec::new(), Vec::new());
    // On shared nodes the explanation needs to know which job ran where.
    let with_segments = experiment.cluster.is_some();
    let simulated =
        |choice: &Choice| simulate_with_bar(&experiment, choice, with_segments, subject.quiet);
    let recorded = recorded(&experiment).filter(|_| !arguments.simulated);
    let recorded = recorded.map(|choice| simulated(&choice)).transpose()?;
    if recorded.is_some() && !subject.quiet {
        for remark in remarks_on(&experiment) {
            // Where the schedule as recorded is asked for as well, it is said already.
            if !experiment.remarks.contains(&remark) {
                note(&format!("  {remark}"));
            }
        }
    }
    // The schedule as recorded alone is refused below.
    let all_replay = choices.iter().all(|choice| choice.policy.replays());
    let decides = |choice: &&Choice| all_replay || !choice.policy.replays();
    for choice in choices.iter().filter(decides) {
        let run = match &recorded {
            Some(recorded) => continued(recorded, choice),
            None => simulated(choice).and_then(|run| predict::check(&run).map(|()| run)),
        };
        let run = run.map_err(|problem| problem.in_file(&subject.file))?;
        match at {
            Some(at) => rows.extend(starts(&run, at, settings, arguments)?),
            None => {
                let found = follow(&run.label, subject.quiet, |progress| {
                    calibrate(&run, arguments.instants(), settings, progress)
                })?;
                let found = found.ok_or_else(cancelled)?;
                print(&table_of(&run.label, &found))?;
                rows.extend(level_rows(&run.label, &found));
                calibrations.push((run.label.clone(), run.policy, found));
            }
        }
    }
    Ok((rows, calibrations))
}

/// Prints when the jobs that wait in `run` at `at` may start, and returns it as rows for files.
fn starts(
    run: &Run,
    at: Time,
    settings: Settings,
    arguments: &Predict,
) -> Result<Vec<Row>, Problem> {
    let found = follow(&run.label, arguments.subject.quiet, |progress| {
        forecast(run, at, arguments.instants(), settings, progress)
    })?;
    let found = found.ok_or_else(cancelled)?;
    let mut text = found.heading(run) + "\n";
    let mut shown = vec![forecast::columns(run).map(|(name, _)| name.to_owned())];
    shown.extend((0..found.starts.len()).map(|index| found.cells(run, index)));
    let mut lines = aligned(&shown).into_iter();
    text += &format!("  {}\n", lines.next().unwrap_or_default());
    for (line, why) in lines.zip(&found.reasons) {
        text += &format!("  {line}\n      {}\n", why.sentence);
    }
    if found.starts.is_empty() {
        text += "  nobody waits\n";
    }
    print(&text)?;
    Ok(start_rows(run, &found))
}
