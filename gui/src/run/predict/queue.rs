//! When those will start who wait in a queue as it stands now.

use std::sync::Arc;

use cosched_core::Metrics;

use super::calibrate::{Calibration, calibrate, learned};
use super::recalibrate::Recalibration;
use super::state::State;
use super::why::{Why, Words, whys_of};
use super::{Settings, Start, check, drawn};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load::queue::Pool;
use crate::record::Run;
use crate::record::choice::Choice;
use crate::record::details::Details;

/// What there is to say of the queue of a pool.
#[derive(Debug)]
pub struct Predicted {
    /// What was before and is now, as a run whose starts are those of the cluster.
    pub run: Run,
    /// When each may start, in the order of the queue.
    pub starts: Vec<Start>,
    /// Where quantiles lie, by what became of who waited before.
    pub learned: Recalibration,
    /// Why each waits, in the same order.
    pub whys: Vec<Why>,
}

/// What was before and is now, as a run; decisions from now on are those of `choice`.
///
/// # Errors
/// Those of [`check`].
pub fn as_run(pool: &Pool, choice: &Choice) -> Result<Run, Problem> {
    let run = Run {
        experiment: Arc::clone(&pool.experiment),
        label: choice.label.clone(),
        policy: choice.policy,
        parameters: choice.parameters.clone(),
        branch: None,
        outcomes: pool.outcomes.clone(),
        segments: Arc::default(),
        outages: None,
        spun: 0.0,
        classes: pool.experiment.classes(&choice.parameters),
        metrics: Metrics::new(),
        digest: 0,
        details: Details::default(),
    };
    check(&run)?;
    Ok(run)
}

/// When each job that waits in `pool` may start under `choice`; `None` if cancelled. Where
/// quantiles lie is learned at `instants` instants of the history, from what became of them.
///
/// # Errors
/// Those of [`check`] and of the runs.
pub fn predict(
    pool: &Pool,
    choice: &Choice,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Predicted>, Problem> {
    let run = as_run(pool, choice)?;
    // Who runs now says too little of how sure predictions are.
    let has_past = run
        .outcomes
        .iter()
        .any(|outcome| outcome.completed <= pool.now);
    let learned = match has_past {
        true => learned(&run, pool.now, instants, settings, progress)?,
        false => Recalibration::default(),
    };
    let order = pool.waiting.iter().map(|waiting| waiting.job).collect();
    let state = State::of(&run, pool.now).in_order(order);
    let Some(starts) = drawn(&run, &state, settings, progress)? else {
        return Ok(None);
    };
    let name = |job: usize| pool.names.get(&job).cloned().unwrap_or_default();
    let words = Words {
        name: &name,
        unit: pool.unit,
    };
    let whys = whys_of(&run, &state, words, progress)?;
    Ok(whys.map(|whys| Predicted {
        run,
        starts,
        learned,
        whys,
    }))
}

/// How often predictions under `choice` held in the history of `pool`, against when the cluster
/// started the jobs; `None` if cancelled.
///
/// # Errors
/// Those of [`check`] and of the runs.
pub fn held(
    pool: &Pool,
    choice: &Choice,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Calibration>, Problem> {
    let run = as_run(pool, choice)?;
    calibrate(&run, instants, settings, progress)
}
