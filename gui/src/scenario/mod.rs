//! A scenario: the machine, the workload, the policies, and what is expected of them.

pub mod branch;
mod chance;
pub mod cluster;
pub mod coscheduling;
pub(crate) mod edit;
mod expect;
pub(crate) mod families;
pub(crate) mod fields;
mod machine;
pub mod moldable;
pub(crate) mod named;
mod parameters;
mod parse;
pub mod placement;
pub mod policy;
pub mod priority;
pub mod queue;
#[cfg_attr(
    not(all(test, feature = "window")),
    allow(
        dead_code,
        unused_imports,
        reason = "the window shows some of it, and a test makes the guide of all"
    )
)]
pub(crate) mod reference;
pub mod slicing;
pub mod slots;
pub mod slurm;
pub mod sweep;
mod workload;

pub use branch::Branch;
pub use expect::{Expectation, ExpectedMetric};
pub(crate) use fields::Seen;
pub use fields::{
    LEAST_UTILISATION, LOADS, LONGEST, MOST_DRAWN, MOST_JOBS, MOST_NODES, MOST_USERS, nanoseconds,
};
pub use machine::{Cluster, Machine, outages, power};
pub use parameters::Parameters;
pub(crate) use parse::{is_of_unknown_field, read_ron, write_ron};
pub use parse::{parse, to_ron};
pub use policy::PolicyName;
pub use policy::orders::{NamedOrder, order_of};
pub use sweep::Sweep;
pub use workload::{
    Columns, CountUnit, Dialect, Estimates, InstantUnit, JannWorkload, Job, LublinSet,
    LublinWorkload, MemoryFor, MemoryUnit, ReactingUsers, Says, Sizing, SpanUnit, SwfWorkload,
    TableWorkload, Units, Workload,
};

use serde::{Deserialize, Serialize};

use moldable::MoldableJobs;

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
    /// Further runs that are others until an instant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// Parameters of every run that has none of its own.
    #[serde(default)]
    pub parameters: Parameters,
    /// Seed of everything drawn at random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// What must come out; compared by `cosched check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// What runs over and over with other values, by `cosched sweep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Scenario {
    /// These jobs on that machine, and nothing else said.
    pub fn of(machine: Machine, workload: Workload) -> Self {
        Self {
            title: String::new(),
            machine,
            workload,
            moldable: None,
            policies: Vec::new(),
            variants: Vec::new(),
            branches: Vec::new(),
            parameters: Parameters::default(),
            seed: default_seed(),
            expect: Vec::new(),
            sweep: None,
        }
    }
}

fn default_seed() -> u64 {
    1
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
