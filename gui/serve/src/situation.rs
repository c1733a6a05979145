//! A queue as it stands: what a source says at an instant, with nothing predicted yet.

use std::collections::HashMap;
use std::sync::Arc;

use cosched_core::Time;
use laboratory::base::problem::Problem;
use laboratory::load::queue::{JobStart, NotPredicted, Pool, QueueState, Waiting};
use laboratory::record::Run;
use laboratory::record::choice::Choice;
use laboratory::run::predict::queue::as_run;
use laboratory::run::predict::standing::StandingQueue;

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
    pub pools: Vec<Arc<PoolRun>>,
    /// Starts of jobs that have started.
    pub starts: Vec<JobStart>,
    /// Waiting jobs that are not predicted, with reasons.
    pub not_predicted: Vec<NotPredicted>,
    /// What was assumed, a sentence each.
    pub remarks: Vec<String>,
    /// Time between two passes of the scheduler that start jobs, in seconds; 0 if it starts them at once.
    pub pass_every: f64,
}

/// A pool with what has happened in it as a run.
#[derive(Debug)]
pub struct PoolRun {
    /// Names of its partitions.
    pub name: String,
    /// What has happened there, as a run that goes on under its policy from any instant.
    pub run: Run,
    /// The present.
    pub at: Time,
    /// Waiting jobs by their indices in the run, in the order in which they are tried.
    pub order: Vec<usize>,
    /// The same jobs.
    pub waiting: Vec<Waiting>,
    /// Number of running jobs.
    pub running: usize,
    /// Names of running and waiting jobs, by their indices in the run.
    pub names: HashMap<usize, String>,
    /// What it has many of: "node" or "core".
    pub unit: &'static str,
}

impl PoolRun {
    /// That of `pool`, decided by `choice` from now on.
    fn of(pool: Pool, choice: &Choice) -> Result<Self, Problem> {
        let run = as_run(&pool, choice)?;
        Ok(Self {
            name: pool.name,
            run,
            at: pool.now,
            order: pool.waiting.iter().map(|waiting| waiting.job).collect(),
            waiting: pool.waiting,
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
    pub fn standing<T>(&self, ask: impl FnOnce(&StandingQueue<'_>) -> T) -> T {
        let name = |job: usize| self.names.get(&job).cloned().unwrap_or_default();
        ask(&StandingQueue {
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
            pools: pools
                .map(|pool| PoolRun::of(pool, choice).map(Arc::new))
                .collect::<Result<_, _>>()?,
            starts: state.starts,
            not_predicted: state.not_predicted,
            remarks: state.remarks,
            pass_every: 0.0,
        })
    }
}
