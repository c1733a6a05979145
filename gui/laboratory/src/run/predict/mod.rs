//! When waiting jobs will start: a distribution of each start, from earlier runtimes.

mod as_scenario;
pub mod calibrate;
mod counted;
mod first_starts;
pub mod forecast;
mod futures;
mod history;
pub mod log;
pub mod queue;
pub mod reasons;
pub mod recalibrate;
mod sample;
pub mod standing;
mod state;
pub mod tables;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cosched_core::{Metrics, Time};

use crate::base::format::listed;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::system::threads;
use crate::record::choice::Choice;
use crate::record::details::Details;
use crate::record::{Experiment, Outcome, Run, Segments};
use crate::run::explain::snapshot::choice_of;
use crate::scenario::PolicyName;
use crate::scenario::policy::registry::Registry;
use crate::scenario::queue::Predictor;
use first_starts::starts_of;
use futures::Futures;
use history::RuntimeHistory;
use state::State;

/// Settings of a prediction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of draws of the future.
    pub draws: u32,
    /// Seed of the draws.
    pub seed: u64,
}

/// Usual number of earlier instants at which the positions of quantiles are learned.
pub const INSTANTS: u32 = 60;

impl Default for Settings {
    fn default() -> Self {
        Self {
            draws: 200,
            seed: 1,
        }
    }
}

/// Predicted start of a waiting job.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// Index of the job in the workload.
    pub job: usize,
    /// Its further wait in each draw, in seconds, ascending.
    pub waits: Vec<f64>,
    /// Number of earlier runtimes that its own is drawn from.
    pub samples: usize,
    /// Whose runtimes they are.
    pub source: SampleSource,
}

/// Whose runtimes a job's runtime is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSource {
    /// The user's jobs with the same estimate.
    SameEstimate,
    /// The user's jobs, as shares of their estimates.
    User,
    /// The group's jobs, as shares of their estimates.
    Group,
    /// All jobs, as shares of their estimates.
    All,
    /// None: all runtimes up to the estimate are equally likely.
    Uniform,
}

impl SampleSource {
    /// In words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::SameEstimate => "same user and estimate",
            Self::User => "same user",
            Self::Group => "same group",
            Self::All => "all users",
            Self::Uniform => "nobody",
        }
    }
}

impl Start {
    /// Number of runtimes its own is drawn from and whose they are, in words.
    pub fn source_in_words(&self) -> String {
        match self.samples {
            0 => "no runtimes yet".to_owned(),
            samples => format!("{samples} of {}", self.source.description()),
        }
    }

    /// Returns the wait that is not exceeded in a share `part` of the draws: nearest rank.
    pub fn quantile(&self, part: f64) -> f64 {
        let rank = (part * self.waits.len() as f64).ceil() as usize;
        let last = self.waits.len().saturating_sub(1);
        let index = rank.saturating_sub(1).min(last);
        self.waits.get(index).copied().unwrap_or(f64::NAN)
    }
}

/// Checks that starts can be predicted in a run such as `run`.
///
/// # Errors
/// Why they cannot.
pub fn check(run: &Run) -> Result<(), Problem> {
    let experiment = &run.experiment;
    let refuse = |why: &str| Err(Problem::input(format!("starts are not predicted {why}")));
    if !run.policy.is_queue() {
        let queues: Vec<_> = PolicyName::queues().map(PolicyName::kebab).collect();
        let queues = listed(&queues, "and");
        return refuse(&format!("under this policy; they are under {queues}"));
    }
    if run.parameters.order.changes_with_time()
        || run
            .parameters
            .backfill_order
            .is_some_and(|order| order.changes_with_time())
    {
        return refuse("under an order that changes with time");
    }
    if run.parameters.priority.is_some() {
        return refuse("in a queue by `priority`, which changes with time");
    }
    if run.parameters.predictor != Predictor::Estimate {
        return refuse("under a policy that predicts itself; `predictor: Estimate` is allowed");
    }
    if let Some(cluster) = &experiment.cluster {
        if !cluster.layout.reservations.is_empty() {
            return refuse("where there are advance reservations");
        }
        if cluster.has_gpu_shares() {
            return refuse("where jobs have parts of GPUs");
        }
        if !cluster.dependencies.all.is_empty() {
            return refuse("where jobs start after others");
        }
        let has_places = !run.segments.is_empty() || cluster.has_equal_cores();
        if !has_places && !run.outcomes.is_empty() {
            return refuse("of runs on shared nodes of which it is not kept who ran where");
        }
    }
    if run.branch.is_some()
        || !experiment.precedents.as_core().is_empty()
        || experiment.molds.iter().any(Option::is_some)
        || experiment.limits().are_possible()
    {
        return refuse(
            "of branches, workflows, moldable jobs and machines with outages or a cap on power",
        );
    }
    Ok(())
}

/// A run of this schedule, what happened on the machine, that goes on under `choice` from any
/// instant.
///
/// # Errors
/// Errors of [`check`].
fn continued(
    experiment: &Arc<Experiment>,
    (outcomes, segments): (Vec<Outcome>, Segments),
    choice: &Choice,
) -> Result<Run, Problem> {
    let run = Run {
        experiment: Arc::clone(experiment),
        label: choice.label.clone(),
        policy: choice.policy,
        parameters: choice.parameters.clone(),
        branch: None,
        outcomes,
        segments,
        spun: 0.0,
        classes: experiment.classes(&choice.parameters),
        metrics: Metrics::new(),
        digest: 0,
        details: Details::default(),
    };
    check(&run)?;
    Ok(run)
}

/// Load of the machine at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// Running jobs.
    pub running: usize,
    /// Nodes without a job; on a cluster cores.
    pub free: u32,
}

/// Returns the load of the machine in `run` at `at`.
pub fn occupancy(run: &Run, at: Time) -> Occupancy {
    let running = State::of(run, at).running;
    let taken: u32 = running
        .iter()
        .map(|&job| match run.experiment.cluster {
            None => run.experiment.jobs[job].nodes,
            Some(_) => run.size(job),
        })
        .sum();
    Occupancy {
        running: running.len(),
        free: run.experiment.nodes.saturating_sub(taken),
    }
}

/// Predicts when each job that waits in `run` at `at` may start, in the order of submission; `None`
/// if cancelled.
///
/// Only what would be known at `at` is used: the running jobs and their starts, the waiting jobs,
/// and the runtimes of those that have ended. The rest is drawn: runtimes from those of the same
/// user, and submissions after `at` from an earlier week.
///
/// # Errors
/// Errors of the runs, and of [`check`].
pub fn starts(
    run: &Run,
    at: Time,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Vec<Start>>, Problem> {
    check(run)?;
    predict_starts(run, &State::of(run, at), settings, progress)
}

/// Predicts the starts of the jobs waiting in `state`.
fn predict_starts(
    run: &Run,
    state: &State,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Vec<Start>>, Problem> {
    let past = RuntimeHistory::of(run, state.at);
    let futures = Futures::of(run, state, &past, settings.seed);
    let choice = choice_of(run);
    let waiting = state.waiting.iter().zip(futures.sources_of_waiting());
    let mut found: Vec<Start> = waiting
        .map(|(&job, runtimes)| {
            let (samples, whose) = runtimes.size();
            Start {
                job,
                waits: Vec::with_capacity(settings.draws as usize),
                samples,
                source: whose,
            }
        })
        .collect();
    if found.is_empty() {
        return Ok(Some(found));
    }
    let many = found.len();
    let waits_in = |draw: u32| -> Result<Option<Vec<f64>>, Problem> {
        progress.wait_while_paused();
        if progress.is_cancelled() {
            return Ok(None);
        }
        let future = futures.draw(draw);
        let first = state.running.len();
        starts_of(&future, &choice, first..first + many).map(Some)
    };
    // Each draw has a random stream of its own, so that they may be drawn in any order.
    let (next, drawn) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    let draw_some = || {
        loop {
            let draw = next.fetch_add(1, Ordering::Relaxed);
            if draw >= settings.draws {
                return;
            }
            let waits = waits_in(draw);
            let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            drawn.push((draw, waits));
        }
    };
    // Names of policies mean on each thread what they mean here.
    let registry = Registry::current();
    threads::work_on(threads::processors(), || registry.enter(draw_some));
    let mut drawn = drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
    drawn.sort_by_key(|(draw, _)| *draw);
    for (_, waits) in drawn {
        let Some(waits) = waits? else {
            return Ok(None);
        };
        for (start, wait) in found.iter_mut().zip(waits) {
            start.waits.push(wait);
        }
    }
    for start in &mut found {
        start.waits.sort_by(f64::total_cmp);
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests;
