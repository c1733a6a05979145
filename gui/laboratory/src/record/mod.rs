//! Records of experiments, in columns: the source of every plot, table and export.

pub mod branch;
pub mod choice;
pub mod choices;
pub mod clock;
pub mod cluster;
pub mod colour;
pub mod details;
pub mod held_nodes;
mod label;
pub mod metric;
pub mod outages;
pub mod power;
pub mod priority;
pub(crate) mod segments;
pub mod spread;
pub mod unit;
pub mod warm_up;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::machine::Outages;
use cosched_core::machine::contention::Cycles;
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Metrics, Time, TransferRate};

use crate::scenario::moldable::mold::Mold;
use crate::scenario::placement::server_data::{Precedents, ServerData};
use crate::scenario::{Parameters, PolicyName, Scenario};
use branch::Branching;
pub use branch::{AddedNodes, Growth};
use clock::Clock;
use cluster::ClusterData;
use details::Details;
pub use label::{Bid, JobAttributes, JobLabel, NameTables, Terms};
use outages::OutageData;
use power::PowerData;
pub use segments::{Period, Segment, Segments};

/// A scenario made ready: files read, models drawn, jobs in order of submission.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The scenario.
    pub scenario: Scenario,
    /// Number of nodes of the machine; for servers and for shared nodes, of all cores.
    pub nodes: u32,
    /// Unit of nodes and of the sizes of jobs where no nodes are shared.
    pub size_unit: unit::Unit,
    /// The shared nodes, and the requests of jobs there.
    pub cluster: Option<ClusterData>,
    /// The servers, and the data of jobs on them; empty without servers.
    pub hosting: ServerData,
    /// Which jobs follow which.
    pub precedents: Precedents,
    /// Names of the tasks of a workflow, empty where they have none; no entries without a workflow.
    pub names: Vec<String>,
    /// Memory of a node; 0 if it is not given.
    pub memory: Memory,
    /// Rate at which memory is loaded and swapped out.
    pub transfer: TransferRate,
    /// Outages of nodes.
    pub outages: OutageData,
    /// Power of its nodes, if known.
    pub power: Option<PowerData>,
    /// The warm-up, if it is of a log that begins with one.
    pub warm_up: Option<warm_up::WarmUp>,
    /// Jobs and nodes added in a branch, if it is one.
    pub growth: Option<Growth>,
    /// The jobs as simulated, by submit time.
    pub jobs: Vec<JobSpec>,
    /// Further data of each job, in the same order.
    pub labels: Vec<JobLabel>,
    /// Data of moldable jobs, in the same order; empty if there are none.
    pub molds: Vec<Option<Mold>>,
    /// Remarks on what was dropped or changed while reading, as sentences with counts.
    pub remarks: Vec<String>,
    /// The file the scenario or log came from, if any.
    pub source: Option<PathBuf>,
    /// Time zero in seconds since the epoch, if a log has it.
    pub unix_start: Option<i64>,
    /// Converts instants to words.
    pub clock: Clock,
    /// Names of users, accounts and the like.
    pub label_names: NameTables,
}

impl Experiment {
    /// Returns the experiment with another seed of the stochastic engine; what was drawn before
    /// stays as it is.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let cycles = self.hosting.cycles;
        Self {
            hosting: ServerData {
                cycles: cycles.map(|cycles| Cycles { seed, ..cycles }),
                ..self.hosting.clone()
            },
            ..self.clone()
        }
    }

    /// Returns the class of each job: that of the scenario, or by its estimate.
    pub fn classes(&self, parameters: &Parameters) -> Vec<Class> {
        let bounds = parameters.slicing.bounds();
        let jobs = self.jobs.iter().zip(&self.labels);
        jobs.map(|(job, label)| {
            label
                .terms()
                .class
                .unwrap_or_else(|| bounds.class_of(job.estimate))
        })
        .collect()
    }

    /// Returns the outages of nodes, and the caps on busy ones, in the core's form.
    pub fn limits(&self) -> Outages<'_> {
        Outages {
            caps: self.power.as_ref().map_or(&[], |power| &power.caps),
            ..self.outages.as_outages()
        }
    }

    /// Returns the nodes that are added at an instant.
    pub fn added(&self) -> &[AddedNodes] {
        self.growth.as_ref().map_or(&[], |grown| &grown.added)
    }

    /// Whether all nodes are equal, in service all the time, and no job's in part.
    pub fn has_equal_nodes(&self) -> bool {
        self.cluster.is_none()
            && self.hosting.servers.is_empty()
            && self.outages == OutageData::default()
    }

    /// Whether any job has a deadline.
    pub fn has_deadlines(&self) -> bool {
        let molds = self.molds.iter().flatten();
        molds.clone().any(|mold| mold.deadline.is_some())
    }

    /// Returns the experiment with all utilisations deviating by so much at times.
    #[must_use]
    pub fn with_deviation(&self, deviation: f64) -> Self {
        let mut hosting = self.hosting.clone();
        hosting.threads.set_deviation(deviation);
        Self {
            hosting,
            ..self.clone()
        }
    }
}

/// Outcome of a job in one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// When it entered the queue: its submission, or the completion of its last predecessor if that
    /// was later.
    pub entered: Time,
    /// When it first started.
    pub started: Time,
    /// When it completed or was killed.
    pub completed: Time,
    /// Work done, as time at full rate.
    pub executed: Duration,
    /// Whether it was killed before its work was done.
    pub killed: bool,
    /// Whether it was refused as it entered the queue: it neither started nor completed, and the
    /// times of both are those of its entry; or cancelled while it waited, and they are of then.
    /// Also whether it could not start any more, as its advance reservation had ended, see
    /// [`Run::never_started`].
    pub refused: bool,
}

impl Outcome {
    /// Whether it was completed.
    pub fn is_success(&self) -> bool {
        !self.killed && !self.refused && self.completed < Time::MAX
    }
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
    /// Its branching, if it is a branch; the policy is the last one.
    pub branch: Option<Branching>,
    /// Outcome of each job, in the order of [`Experiment::jobs`].
    pub outcomes: Vec<Outcome>,
    /// Where and when jobs ran, by start; empty if segments were not kept.
    pub segments: Segments,
    /// Processor time in which processes waited for others, in seconds summed over them.
    pub spun: f64,
    /// The class of each job, under the run's parameters.
    pub classes: Vec<Class>,
    /// Sums and means over all jobs.
    pub metrics: Metrics,
    /// The digest of all events.
    pub digest: u64,
    /// Records of families of policies and of features of the machine.
    pub details: Details,
}

impl Run {
    /// Returns the indices of the jobs that were not refused.
    pub fn admitted(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.outcomes.iter().enumerate();
        all.filter(|(_, outcome)| !outcome.refused)
            .map(|(job, _)| job)
    }

    /// Returns the indices of the jobs that could not start any more, as the advance reservation
    /// they name had ended. They count as refused.
    pub fn never_started(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.outcomes.len()).filter(|&job| self.is_never_started(job))
    }

    /// Whether `job` is one of [`Run::never_started`].
    pub fn is_never_started(&self, job: usize) -> bool {
        let outcome = self.outcomes[job];
        let cluster = self.experiment.cluster.as_ref();
        let request = cluster.and_then(|cluster| cluster.requests.get(job));
        // A job cancelled while it waits ends later than it was submitted.
        outcome.refused
            && outcome.completed == outcome.entered
            && request.is_some_and(|request| request.reservation.is_some())
    }

    /// Returns the words in place of the wait of `job`, if it did not run.
    pub fn why_not_run(&self, job: usize) -> Option<&'static str> {
        if self.is_never_started(job) {
            return Some("never started");
        }
        self.outcomes[job].refused.then_some("refused")
    }

    /// Returns the experiment before branching: that of a branch may have grown.
    pub fn original_experiment(&self) -> &Arc<Experiment> {
        let grown = self.experiment.growth.as_ref();
        grown.map_or(&self.experiment, |grown| &grown.from)
    }

    /// Returns the share of all node-seconds of the makespan in which nodes existed: added nodes
    /// did not before.
    pub fn existing_share(&self) -> f64 {
        let (from, span) = (self.metrics.first_submit, self.metrics.makespan());
        let all = f64::from(self.experiment.nodes) * span.seconds();
        let missing = self.experiment.added().iter().map(|added| {
            let until_then = added.at.since(from).min(span);
            f64::from(added.count) * until_then.seconds()
        });
        let missing: f64 = missing.sum();
        if missing > 0.0 && missing < all {
            1.0 - missing / all
        } else {
            1.0
        }
    }

    /// Returns the instant `at` in words.
    pub fn instant(&self, at: Time) -> String {
        self.experiment.clock.instant(at.seconds())
    }

    /// Returns the wait of `job` before its first start.
    pub fn wait(&self, job: usize) -> Duration {
        self.outcomes[job].started.since(self.outcomes[job].entered)
    }

    /// Returns the time from entry to completion of `job`.
    pub fn response(&self, job: usize) -> Duration {
        self.outcomes[job]
            .completed
            .since(self.outcomes[job].entered)
    }

    /// max(1, response / max(executed, 10 s)).
    pub fn bounded_slowdown(&self, job: usize) -> f64 {
        Metrics::bounded_slowdown_of(self.response(job), self.outcomes[job].executed)
    }
}
