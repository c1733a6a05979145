//! `cosched predict`: when waiting jobs will start, and how often such predictions hold.

mod log;
mod output;
mod queue;

use std::path::PathBuf;

use super::arguments::Predict;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;
use laboratory::load::queue::is_queue;
use laboratory::run::predict::Settings;
use laboratory::run::predict::tables::{LEVEL_COLUMNS, START_COLUMNS};
use output::{drawn, ending, write};
#[cfg(unix)]
pub(super) use queue::parameters;

impl Perform for Predict {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.subject.scene.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().chain(&self.figure).collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        predict(self)
    }
}

/// Predicts the starts in a log or a queue.
fn predict(arguments: &Predict) -> Result<(), Problem> {
    if let Some(out) = &arguments.out {
        ending(out, "--out", &["csv", "json"])?;
    }
    if let Some(figure) = &arguments.figure {
        ending(figure, "--figure", &["svg"])?;
    }
    let file = &arguments.subject.file;
    // Without either option it is a queue, even one that is not well written.
    let is_log = (arguments.at.is_some() || arguments.calibrate) && !arguments.is_of_queue();
    let is_queue = !is_log || is_queue(file);
    if is_queue && arguments.simulated {
        return Err(Problem::input(
            "--simulated applies only to a log, with --at or --calibrate; a queue is taken as it stands",
        ));
    }
    let (rows, calibrations) = if is_queue {
        queue::predict(arguments)?
    } else {
        log::predict(arguments)?
    };
    if let Some(out) = &arguments.out {
        let columns: &[&str] = match (arguments.calibrate, is_queue) {
            (true, _) => &LEVEL_COLUMNS,
            (false, true) => &queue::COLUMNS,
            (false, false) => &START_COLUMNS,
        };
        write(out, columns, rows)?;
    }
    match &arguments.figure {
        Some(figure) => write_whole(figure, drawn(&calibrations)?.as_bytes()),
        None => Ok(()),
    }
}

fn settings(arguments: &Predict, seed: u64) -> Settings {
    Settings {
        draws: arguments.draws,
        seed,
    }
}

fn cancelled() -> Problem {
    Problem::output("the run was cancelled")
}
