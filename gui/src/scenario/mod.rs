//! A scenario: the machine, the workload, the policies, and what is expected of them.

mod cluster;
pub mod coscheduling;
mod expect;
pub(crate) mod families;
pub(crate) mod fields;
mod limits;
mod models;
pub mod moldable;
mod names;
mod orders;
pub mod outages;
mod parameters;
mod parse;
pub mod placement;
pub mod policy;
pub(crate) mod queue;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window shows it, and the guide")
)]
pub(crate) mod reference;
pub mod slicing;
pub mod slots;

pub use cluster::{Cluster, Machine};
pub use expect::{Expectation, ExpectedMetric};
pub(crate) use fields::Seen;
pub use fields::nanoseconds;
pub use limits::{
    LEAST_UTILISATION, LOADS, LONGEST, MOST_DRAWN, MOST_JOBS, MOST_NODES, MOST_USERS,
};
pub use models::{Estimates, JannWorkload, LublinSet, LublinWorkload, ReactingUsers};
pub use orders::{NamedOrder, order_of};
pub use parameters::Parameters;
pub use parse::{parse, to_ron};
pub(crate) use parse::{read_ron, write_ron};
pub use policy::PolicyName;

use std::path::PathBuf;

use cosched_core::slots::Criterion;
use serde::{Deserialize, Serialize};

use coscheduling::GrainClass;
use moldable::{MoldableJobs, SpeedupName};
use placement::workflow::WorkflowWorkload;
use slicing::MemorySource;

/// Everything that decides a simulation. Times are in seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// One line for lists and headings.
    #[serde(default)]
    pub title: String,
    /// The machine jobs run on.
    pub machine: Machine,
    /// The jobs.
    pub workload: Workload,
    /// How jobs are moldable that do not say so themselves, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moldable: Option<MoldableJobs>,
    /// Policies to run under, each with the common `parameters`.
    #[serde(default)]
    pub policies: Vec<PolicyName>,
    /// Further runs with parameters of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Parameters of every run that has none of its own.
    #[serde(default)]
    pub parameters: Parameters,
    /// Seed of everything drawn at random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// What must come out; compared by `cosched check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

fn default_seed() -> u64 {
    1
}

/// Where the jobs come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Workload {
    /// Written out.
    Jobs(Vec<Job>),
    /// A log in the Standard Workload Format, plain or compressed.
    Swf(SwfWorkload),
    /// The model of Lublin and Feitelson, 2003.
    Lublin(LublinWorkload),
    /// The model of Jann and others, 1997, by its re-fit.
    Jann(JannWorkload),
    /// Jobs that follow one another.
    Workflow(WorkflowWorkload),
}

/// A job written out in a scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number in results; the place in the list, from 1, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// When it enters the queue, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub submit: f64,
    /// How long it runs, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub runtime: f64,
    /// Nodes it needs.
    #[serde(deserialize_with = "fields::width")]
    pub nodes: u32,
    /// The user's estimate of the runtime, in seconds; the runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub estimate: Option<f64>,
    /// Memory it needs on each node, in MiB.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_memory"
    )]
    pub memory: Option<f64>,
    /// Its class, if its estimate is not to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<slicing::Class>,
    /// How often its processes wait for one another, if not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub barrier: Option<f64>,
    /// The share of a node that each process uses; all of it if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "placement::server_fields::optional_utilisation"
    )]
    pub utilisation: Option<f64>,
    /// How much faster it is on more processors, if it is moldable.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "moldable::optional_speedup"
    )]
    pub speedup: Option<SpeedupName>,
    /// Time on one processor of a moldable job, in seconds; what goes with its
    /// runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub work: Option<f64>,
    /// When it should have ended, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_time"
    )]
    pub deadline: Option<f64>,
    /// The most it pays for its nodes, if not as usual.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_budget"
    )]
    pub budget: Option<f64>,
    /// What makes a window the best for it, if not as usual.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "names::optional_criterion"
    )]
    pub criterion: Option<Criterion>,
    /// The least performance of its nodes; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_least"
    )]
    pub least: Option<f64>,
}

impl Job {
    /// A job whose user knows the runtime; times in seconds.
    pub const fn new(submit: f64, runtime: f64, nodes: u32) -> Self {
        Self {
            id: None,
            submit,
            runtime,
            nodes,
            estimate: None,
            memory: None,
            class: None,
            grain: None,
            barrier: None,
            utilisation: None,
            speedup: None,
            work: None,
            deadline: None,
            budget: None,
            criterion: None,
            least: None,
        }
    }
}

/// A log and how it is read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwfWorkload {
    /// The file, relative to the scenario's.
    pub path: PathBuf,
    /// Only the first so many usable jobs, in the order of the file.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub jobs: Option<u32>,
    /// Offered load to scale interarrival times to; unchanged if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_load"
    )]
    pub load: Option<f64>,
    /// Whether time zero is the first submission instead of the log's own start.
    #[serde(default)]
    pub rebase: bool,
    /// Whether a job with a runtime of 0 (under half a second) runs 1 s
    /// instead of being dropped.
    #[serde(default)]
    pub keep_zero_runtimes: bool,
    /// Whether the requested size goes before the allocated one.
    #[serde(default)]
    pub prefer_requested: bool,
    /// Whether a job wider than the machine gets the whole machine instead of
    /// being dropped.
    #[serde(default)]
    pub clip_wide: bool,
    /// Whether the estimate is raised to the runtime where a job outran it.
    #[serde(default)]
    pub raise_estimates: bool,
    /// Whether users are taken to know the runtime, whatever they estimated.
    #[serde(default)]
    pub exact_estimates: bool,
    /// Whether a job that names a preceding one is submitted its think time after that
    /// has ended in the simulation, and not when the log says; only for jobs that come
    /// one by one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub feedback: bool,
    /// Where the jobs' memory comes from; they need none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl SwfWorkload {
    /// The log at `path`, read as published simulations do.
    pub fn of(path: PathBuf) -> Self {
        Self {
            path,
            jobs: None,
            load: None,
            rebase: false,
            keep_zero_runtimes: false,
            prefer_requested: false,
            clip_wide: false,
            raise_estimates: false,
            exact_estimates: false,
            feedback: false,
            memory: None,
        }
    }
}

/// A run with parameters of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The policy.
    pub policy: PolicyName,
    /// Its name in results; the policy's and its place in the list if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub label: Option<String>,
    /// Its parameters.
    #[serde(default)]
    pub parameters: Parameters,
}
