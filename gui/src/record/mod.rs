//! What experiments leave behind, in columns: the source of every plot, table and export.

pub mod branch;
pub(crate) mod choice;
pub(crate) mod choices;
pub mod clock;
pub mod cluster;
pub mod colour;
pub mod details;
pub(crate) mod held;
pub(crate) mod lanes;
pub mod metric;
pub mod outages;
pub mod power;
pub mod priority;
pub(crate) mod segments;
pub mod spread;
pub mod unit;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::machine::Outages;
use cosched_core::machine::contention::Cycles;
use cosched_core::slots::{Cost, Criterion, Performance};
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Metrics, Rate, Time, TransferRate};

use crate::scenario::coscheduling::GrainClass;
use crate::scenario::moldable::mold::Mold;
use crate::scenario::placement::hosting::{HostingData, Precedents};
use crate::scenario::{Parameters, PolicyName, Scenario};
use branch::Branched;
use clock::Clock;
use cluster::ClusterData;
use details::Details;
use outages::{OutageData, OutageRecord};
use power::PowerData;

/// A scenario made ready: files read, models drawn, jobs in order of submission.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What was asked for.
    pub scenario: Scenario,
    /// Nodes of the machine; of servers and of nodes that jobs share, all cores.
    pub nodes: u32,
    /// What nodes and the sizes of jobs count where no nodes are shared.
    pub counted_in: unit::Unit,
    /// The nodes that jobs share, and what they ask for there.
    pub cluster: Option<ClusterData>,
    /// The servers, and what is known of jobs on them; empty without servers.
    pub hosting: HostingData,
    /// Which jobs follow which.
    pub precedents: Precedents,
    /// What the tasks of a workflow are called, empty where they have no name;
    /// no entries without a workflow.
    pub names: Vec<String>,
    /// Memory of a node; 0 if it was not said.
    pub memory: Memory,
    /// How fast memory is loaded and swapped out.
    pub transfer: TransferRate,
    /// When nodes are out of service.
    pub outages: OutageData,
    /// What its nodes draw, if that is known.
    pub power: Option<PowerData>,
    /// What it has besides another, if it is that of a branch.
    pub grown: Option<Grown>,
    /// The jobs as simulated, by submit time.
    pub jobs: Vec<JobSpec>,
    /// What else is known of each job, in the same order.
    pub labels: Vec<JobLabel>,
    /// What is known of moldable jobs, in the same order; empty if nothing is.
    pub molds: Vec<Option<Mold>>,
    /// What was dropped or changed while reading, as sentences with counts.
    pub remarks: Vec<String>,
    /// The file the scenario or log came from, if any.
    pub source: Option<PathBuf>,
    /// The second of the epoch that time zero stands for, if a log said so.
    pub unix_start: Option<i64>,
    /// What instants are called.
    pub clock: Clock,
    /// What users, accounts and the like are called.
    pub called: Called,
}

impl Experiment {
    /// The same with another seed of the stochastic engine; what was drawn
    /// before stays as it is.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let cycles = self.hosting.cycles;
        Self {
            hosting: HostingData {
                cycles: cycles.map(|cycles| Cycles { seed, ..cycles }),
                ..self.hosting.clone()
            },
            ..self.clone()
        }
    }

    /// The class of each job: as the scenario says, or by its estimate.
    pub fn classes(&self, parameters: &Parameters) -> Vec<Class> {
        let bounds = parameters.slicing.bounds();
        let jobs = self.jobs.iter().zip(&self.labels);
        jobs.map(|(job, label)| label.class.unwrap_or_else(|| bounds.class_of(job.estimate)))
            .collect()
    }

    /// When nodes are out of service, and how many may be busy, as the core wants it.
    pub fn limits(&self) -> Outages<'_> {
        Outages {
            caps: self.power.as_ref().map_or(&[], |power| &power.caps),
            ..self.outages.as_outages()
        }
    }

    /// Nodes that are new at an instant.
    pub fn added(&self) -> &[Added] {
        self.grown.as_ref().map_or(&[], |grown| &grown.added)
    }

    /// Whether any job has a deadline.
    pub fn has_deadlines(&self) -> bool {
        let molds = self.molds.iter().flatten();
        molds.clone().any(|mold| mold.deadline.is_some())
    }

    /// The same with all utilisations so far off at times.
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

/// How the experiment of a branch has grown: it has more jobs, or more nodes.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The experiment of the run it is beside.
    pub from: Arc<Experiment>,
    /// Nodes that are new at an instant, the last ones of the machine.
    pub added: Vec<Added>,
}

/// Nodes that are new in a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Added {
    /// From when on they are there.
    pub at: Time,
    /// The first of them.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// What the simulation does not need to know of a job, but a person may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobLabel {
    /// Its number in the log or the scenario.
    pub number: u64,
    /// Its user, if known.
    pub user: Option<u32>,
    /// The user's group, if known.
    pub group: Option<u32>,
    /// Its quality of service, if known.
    pub qos: Option<u32>,
    /// Its queue, if known; the Lublin model's type (0 interactive, 1 batch).
    pub queue: Option<u32>,
    /// Its class, if the scenario said so.
    pub class: Option<Class>,
    /// How often its processes wait for one another, if the scenario said so.
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers, if the scenario said so.
    pub barrier: Option<Duration>,
    /// The share of a node that each process uses, if the scenario said so.
    pub utilisation: Option<Rate>,
    /// How long it waited, if a log has recorded it.
    pub recorded_wait: Option<Duration>,
    /// What it asks of nodes that it buys.
    pub bid: Bid,
}

/// What users, accounts (or groups), qualities of service and partitions (or queues) are called,
/// by the numbers from 1 on that [`JobLabel`] has for them; numbers beyond have no name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Called {
    /// Users.
    pub users: Vec<String>,
    /// Accounts, or groups.
    pub accounts: Vec<String>,
    /// Qualities of service.
    pub qos: Vec<String>,
    /// Partitions, or queues.
    pub partitions: Vec<String>,
}

impl Called {
    /// The name in `names` of the one with this number, or the number.
    pub fn name(names: &[String], number: u32) -> String {
        let place = (number as usize).checked_sub(1);
        let name = place.and_then(|place| names.get(place));
        name.map_or_else(|| number.to_string(), Clone::clone)
    }
}

/// What a job asks of nodes that it buys, where the scenario says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bid {
    /// The most it pays.
    pub budget: Option<Cost>,
    /// What makes a window the best for it.
    pub criterion: Option<Criterion>,
    /// The least performance of its nodes.
    pub least: Option<Performance>,
}

impl Bid {
    /// Nothing is said.
    pub const NONE: Self = Self {
        budget: None,
        criterion: None,
        least: None,
    };
}

impl JobLabel {
    /// Only a number.
    pub const fn numbered(number: u64) -> Self {
        Self {
            number,
            user: None,
            group: None,
            qos: None,
            queue: None,
            class: None,
            grain: None,
            barrier: None,
            utilisation: None,
            recorded_wait: None,
            bid: Bid::NONE,
        }
    }
}

/// What became of a job in one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// When it entered the queue: was submitted, or its last predecessor
    /// completed if that was later.
    pub entered: Time,
    /// When it first started.
    pub started: Time,
    /// When it completed or was killed.
    pub completed: Time,
    /// Work done, as time at full rate.
    pub executed: Duration,
    /// Whether it was killed before its work was done.
    pub killed: bool,
    /// Whether it was refused as it entered the queue: it neither started nor
    /// completed, and the times of both are those of its entry; or taken back while it
    /// waited, and they are of then. Also whether it could not start any more, as its
    /// advance reservation had ended, see [`Run::never_started`].
    pub refused: bool,
}

impl Outcome {
    /// Whether it was done to its end.
    pub fn is_success(&self) -> bool {
        !self.killed && !self.refused && self.completed < Time::MAX
    }
}

/// Consecutive nodes, or cores of shared nodes, on which a job ran without interruption.
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
    /// What it is until when, if it is a branch; the policy is that which decides in the end.
    pub branch: Option<Branched>,
    /// What became of each job, in the order of [`Experiment::jobs`].
    pub outcomes: Vec<Outcome>,
    /// Who ran where and when, by start; empty if segments were not asked for.
    pub segments: Arc<[Segment]>,
    /// Which nodes were out of service when; `None` where all always are in service.
    pub outages: Option<Arc<OutageRecord>>,
    /// Processor time in which processes waited for others, in seconds summed
    /// over them.
    pub spun: f64,
    /// The class of each job, under the run's parameters.
    pub classes: Vec<Class>,
    /// Sums and means over all jobs.
    pub metrics: Metrics,
    /// The digest of all events.
    pub digest: u64,
    /// What families of policies keep besides.
    pub details: Details,
}

impl Run {
    /// The jobs that were not refused, by their places.
    pub fn admitted(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.outcomes.iter().enumerate();
        all.filter(|(_, outcome)| !outcome.refused)
            .map(|(job, _)| job)
    }

    /// Whether `job` ended because a node of its went out of service.
    pub fn is_destroyed(&self, job: usize) -> bool {
        let record = self.outages.as_ref();
        record.is_some_and(|record| record.destroyed.get(job) == Some(&true))
    }

    /// The jobs that could not start any more, as the advance reservation they name had ended,
    /// by their places. They count as refused.
    pub fn never_started(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.outcomes.len()).filter(|&job| self.is_never_started(job))
    }

    /// Whether `job` is one of [`Run::never_started`].
    pub fn is_never_started(&self, job: usize) -> bool {
        let outcome = self.outcomes[job];
        let cluster = self.experiment.cluster.as_ref();
        let ask = cluster.and_then(|cluster| cluster.asks.get(job));
        // Who is taken back while it waits is so later than it came.
        outcome.refused
            && outcome.completed == outcome.entered
            && ask.is_some_and(|ask| ask.reservation.is_some())
    }

    /// What is said of `job` instead of how long it waited, if it did not run.
    pub fn why_not_run(&self, job: usize) -> Option<&'static str> {
        if self.is_never_started(job) {
            return Some("never started");
        }
        self.outcomes[job].refused.then_some("refused")
    }

    /// The experiment it was asked of: that of a branch may have grown.
    pub fn asked(&self) -> &Arc<Experiment> {
        let grown = self.experiment.grown.as_ref();
        grown.map_or(&self.experiment, |grown| &grown.from)
    }

    /// The part of all node seconds of the makespan in which nodes were there: those that
    /// are new were not before.
    pub fn share_there(&self) -> f64 {
        let (from, span) = (self.metrics.first_submit, self.metrics.makespan());
        let all = f64::from(self.experiment.nodes) * span.seconds();
        let missing = self.experiment.added().iter().map(|added| {
            let until_then = added.at.since(from).min(span);
            f64::from(added.count) * until_then.seconds()
        });
        let missing: f64 = missing.sum();
        match missing > 0.0 && missing < all {
            true => 1.0 - missing / all,
            false => 1.0,
        }
    }

    /// What the instant `at` is called.
    pub fn instant(&self, at: Time) -> String {
        self.experiment.clock.instant(at.seconds())
    }

    /// How long `job` waited before its first start.
    pub fn wait(&self, job: usize) -> Duration {
        self.outcomes[job].started.since(self.outcomes[job].entered)
    }

    /// How long `job` was in the system.
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
