//! A queue as it stands: what a source says at an instant, with nothing predicted yet.

use std::collections::HashMap;

use cosched_core::Time;
use laboratory::base::problem::Problem;
use laboratory::load::queue::{Begun, NotPredicted, Pool, QueueState};
use laboratory::record::Run;
use laboratory::record::choice::Choice;
use laboratory::run::predict::queue::as_run;
use laboratory::run::predict::standing::Standing;

/// What can be asked what waits now.
pub trait Source: Send {
    /// The queue as it stands.
    ///
    /// # Errors
    /// The source does not answer, or not in a way that can be read.
    fn look(&mut self) -> Result<Situation, Problem>;

    /// Whether it never changes, so that one look is enough.
    fn is_still(&self) -> bool;
}

/// A cluster at an instant.
#[derive(Debug)]
pub struct Situation {
    /// The instant, in seconds of the epoch; of a log without dates in its own seconds.
    pub at: f64,
    /// Groups of partitions that share nodes, of which each is predicted by itself.
    pub parts: Vec<Part>,
    /// Jobs that have started.
    pub begun: Vec<Begun>,
    /// Waiting jobs that are not predicted, with reasons.
    pub not_predicted: Vec<NotPredicted>,
    /// What was assumed, a sentence each.
    pub remarks: Vec<String>,
}

/// Partitions that share nodes with each other and no others.
#[derive(Debug)]
pub struct Part {
    /// Their names.
    pub name: String,
    /// What has happened there, as a run that goes on under its policy from any instant.
    pub run: Run,
    /// The present.
    pub at: Time,
    /// Waiting jobs by their indices in the run, in the order in which they are tried.
    pub order: Vec<usize>,
    /// The same jobs.
    pub waiting: Vec<Waiter>,
    /// Number of running jobs.
    pub running: usize,
    /// Names of running and waiting jobs, by their indices in the run.
    pub names: HashMap<usize, String>,
    /// What it has many of: "node" or "core".
    pub unit: &'static str,
}

/// A waiting job.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiter {
    /// Index in the run.
    pub job: usize,
    /// Name.
    pub name: String,
    /// Partitions that it may run in.
    pub partition: String,
    /// User, if known.
    pub user: Option<String>,
    /// Time that it has waited, in seconds, if known.
    pub waited: Option<f64>,
    /// Start that the cluster plans, in seconds from now, if it plans one.
    pub planned: Option<f64>,
    /// Reason for waiting in the cluster's words, if it says one.
    pub reason: String,
}

impl Part {
    /// The part of a pool, decided by `choice` from now on.
    fn of(pool: Pool, choice: &Choice) -> Result<Self, Problem> {
        let run = as_run(&pool, choice)?;
        let waiting: Vec<Waiter> = pool
            .waiting
            .into_iter()
            .map(|waiting| Waiter {
                job: waiting.job,
                name: waiting.name,
                partition: waiting.partition,
                user: waiting.user,
                waited: waiting.waited,
                planned: waiting.planned,
                reason: waiting.reason,
            })
            .collect();
        Ok(Self {
            name: pool.name,
            run,
            at: pool.now,
            order: waiting.iter().map(|waiter| waiter.job).collect(),
            waiting,
            running: pool.running,
            names: pool.names,
            unit: pool.unit,
        })
    }

    /// Its present in seconds of the epoch; of a log without dates in its own seconds.
    pub fn now(&self) -> f64 {
        self.run.experiment.unix_start.unwrap_or(0) as f64 + self.at.seconds()
    }

    /// The instant `wait` seconds from now in words.
    pub fn in_words(&self, wait: f64) -> String {
        let clock = &self.run.experiment.clock;
        clock.instant_to(self.at.seconds() + wait, 60.0)
    }

    /// Gives `ask` its queue.
    pub fn standing<T>(&self, ask: impl FnOnce(&Standing<'_>) -> T) -> T {
        let name = |job: usize| self.names.get(&job).cloned().unwrap_or_default();
        ask(&Standing {
            run: &self.run,
            at: self.at,
            order: Some(&self.order),
            name: &name,
            unit: self.unit,
        })
    }
}

impl Situation {
    /// The situation of a queue that was read `at` an instant, in seconds of the epoch; `choice`
    /// decides from now on.
    ///
    /// # Errors
    /// Starts are not predicted under that policy.
    pub fn of(state: QueueState, at: f64, choice: &Choice) -> Result<Self, Problem> {
        let pools = state.pools.into_iter().chain(state.idle_pools);
        Ok(Self {
            at,
            parts: pools
                .map(|pool| Part::of(pool, choice))
                .collect::<Result<_, _>>()?,
            begun: state.begun,
            not_predicted: state.not_predicted,
            remarks: state.remarks,
        })
    }
}
