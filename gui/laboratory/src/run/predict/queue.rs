//! When the jobs of a queue as it stands now will start.

use super::calibrate::{Calibration, calibrate, learn};
use super::reasons::WaitExplanation;
use super::recalibrate::Recalibration;
use super::standing::StandingQueue;
use super::{Settings, Start, continued};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load::queue::Pool;
use crate::record::choice::Choice;
use crate::record::{Run, Segments};

/// Predictions for the queue of a pool.
#[derive(Debug)]
pub struct QueuePrediction {
    /// History and present as a run whose starts are those of the cluster.
    pub run: Run,
    /// Predicted start of each job, in the order of the queue.
    pub starts: Vec<Start>,
    /// Positions of quantiles, learned from earlier predictions.
    pub learned: Recalibration,
    /// Why each job waits, in the same order.
    pub reasons: Vec<WaitExplanation>,
}

/// Makes a run of the history and the present; decisions from now on are those of `choice`.
///
/// # Errors
/// Errors of [`check`](super::check).
pub fn as_run(pool: &Pool, choice: &Choice) -> Result<Run, Problem> {
    let schedule = (pool.outcomes.clone(), Segments::default());
    continued(&pool.experiment, schedule, choice)
}

/// Predicts when each job that waits in `pool` may start under `choice`; `None` if cancelled.
/// Positions of quantiles are learned from actual starts, at `instants` instants of the history.
///
/// # Errors
/// Errors of [`check`](super::check) and of the runs.
pub fn predict(
    pool: &Pool,
    choice: &Choice,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<QueuePrediction>, Problem> {
    let run = as_run(pool, choice)?;
    // The jobs running now are too few to learn from.
    let has_past = run
        .outcomes
        .iter()
        .any(|outcome| outcome.completed <= pool.now);
    let learned = if has_past {
        learn(&run, pool.now, instants, settings, progress)?
    } else {
        Recalibration::default()
    };
    let order: Vec<usize> = pool.waiting.iter().map(|waiting| waiting.job).collect();
    let name = |job: usize| pool.names.get(&job).cloned().unwrap_or_default();
    let standing = StandingQueue {
        run: &run,
        at: pool.now,
        order: Some(&order),
        name: &name,
        unit: pool.unit,
    };
    let Some(starts) = standing.starts(settings, progress)? else {
        return Ok(None);
    };
    let whys = standing.reasons(progress)?;
    Ok(whys.map(|whys| QueuePrediction {
        run,
        starts,
        learned,
        reasons: whys,
    }))
}

/// Returns how often predictions under `choice` held in the history of `pool`, against the starts
/// on the cluster; `None` if cancelled.
///
/// # Errors
/// Errors of [`check`](super::check) and of the runs.
pub fn calibrate_queue(
    pool: &Pool,
    choice: &Choice,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Calibration>, Problem> {
    let run = as_run(pool, choice)?;
    calibrate(&run, instants, settings, progress)
}
