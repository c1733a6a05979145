//! What experiments leave behind, in columns: the source of every plot, table and export.

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::{Duration, JobSpec, Metrics, Time};

use crate::scenario::{Parameters, PolicyName, Scenario};

/// A scenario made ready: files read, models drawn, jobs in order of submission.
#[derive(Debug)]
pub struct Experiment {
    /// What was asked for.
    pub scenario: Scenario,
    /// Nodes of the machine.
    pub nodes: u32,
    /// The jobs as simulated, by submit time.
    pub jobs: Vec<JobSpec>,
    /// What else is known of each job, in the same order.
    pub labels: Vec<JobLabel>,
    /// What was dropped or changed while reading, as sentences with counts.
    pub remarks: Vec<String>,
    /// The file the scenario or log came from, if any.
    pub source: Option<PathBuf>,
    /// The second of the epoch that time zero stands for, if a log said so.
    pub unix_start: Option<i64>,
}

/// What the simulation does not need to know of a job, but a person may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobLabel {
    /// Its number in the log or the scenario.
    pub number: u64,
    /// Its user, if known.
    pub user: Option<u32>,
    /// Its queue, if known; the Lublin model's type (0 interactive, 1 batch).
    pub queue: Option<u32>,
}

/// What became of a job in one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// When it first started.
    pub started: Time,
    /// When it completed or was killed.
    pub completed: Time,
    /// Whether it was killed before its work was done.
    pub killed: bool,
}

/// Consecutive nodes on which a job ran without interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// From when.
    pub from: Time,
    /// Until when.
    pub until: Time,
    /// The job, as an index into [`Experiment::jobs`].
    pub job: u32,
    /// The first node.
    pub first_node: u32,
    /// How many nodes from there on.
    pub nodes: u32,
}

/// One policy's run of one experiment.
#[derive(Debug)]
pub struct Run {
    /// The experiment it ran.
    pub experiment: Arc<Experiment>,
    /// Its name in results.
    pub label: String,
    /// The policy.
    pub policy: PolicyName,
    /// The policy's parameters.
    pub parameters: Parameters,
    /// What became of each job, in the order of [`Experiment::jobs`].
    pub outcomes: Vec<Outcome>,
    /// Who ran where and when, by start; empty if segments were not asked for.
    pub segments: Vec<Segment>,
    /// Sums and means over all jobs.
    pub metrics: Metrics,
    /// The digest of all events.
    pub digest: u64,
}

impl Run {
    /// How long `job` waited before its first start.
    pub fn wait(&self, job: usize) -> Duration {
        self.outcomes[job]
            .started
            .since(self.experiment.jobs[job].submit)
    }

    /// How long `job` was in the system.
    pub fn response(&self, job: usize) -> Duration {
        self.outcomes[job]
            .completed
            .since(self.experiment.jobs[job].submit)
    }

    /// max(1, response / max(executed, 10 s)).
    pub fn bounded_slowdown(&self, job: usize) -> f64 {
        let Outcome {
            started, completed, ..
        } = self.outcomes[job];
        Metrics::bounded_slowdown_of(self.response(job), completed.since(started))
    }
}
