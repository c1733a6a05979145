//! `cosched predict`: when waiting jobs will start, and how often such predictions hold.

mod log;
mod output;
mod queue;

use super::arguments::Predict;
use crate::base::problem::Problem;
use crate::export::write_whole;
use crate::load::queue::is_queue;
use crate::run::predict::Settings;
use output::{LEVEL_COLUMNS, drawn, ending, write};

/// Predicts the starts in a log or a queue.
pub(super) fn predict(asked: &Predict) -> Result<(), Problem> {
    if let Some(out) = &asked.out {
        ending(out, "--out", &["csv", "json"])?;
    }
    if let Some(figure) = &asked.figure {
        ending(figure, "--figure", &["svg"])?;
    }
    let file = &asked.subject.file;
    // Without either option it is a queue, even one that is not well written.
    let is_log = (asked.at.is_some() || asked.calibrate) && !asked.is_of_queue();
    let is_queue = !is_log || is_queue(file);
    let (rows, calibrations) = match is_queue {
        true => queue::predict(asked)?,
        false => log::predict(asked)?,
    };
    if let Some(out) = &asked.out {
        let columns: &[&str] = match (asked.calibrate, is_queue) {
            (true, _) => &LEVEL_COLUMNS,
            (false, true) => &queue::COLUMNS,
            (false, false) => &log::COLUMNS,
        };
        write(out, columns, rows)?;
    }
    match &asked.figure {
        Some(figure) => write_whole(figure, drawn(&calibrations)?.as_bytes()),
        None => Ok(()),
    }
}

fn settings(asked: &Predict, seed: u64) -> Settings {
    Settings {
        draws: asked.draws,
        seed,
    }
}

fn cancelled() -> Problem {
    Problem::output("the run was cancelled")
}
