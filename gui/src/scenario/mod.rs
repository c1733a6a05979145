//! A scenario: the machine, the workload, the policies, and what is expected of them.

pub mod coscheduling;
mod expect;
pub(crate) mod fields;
mod machine;
pub mod moldable;
mod orders;
mod parameters;
mod parse;
pub mod placement;
pub mod policy;
#[cfg(any(test, feature = "window"))]
#[cfg_attr(
    not(test),
    allow(
        dead_code,
        unused_imports,
        reason = "the guide, which a test writes, has more than there are widgets"
    )
)]
pub(crate) mod reference;
pub mod slicing;
pub mod slots;
mod workload;

pub use expect::{Expectation, ExpectedMetric, Variant};
pub(crate) use fields::Seen;
pub use fields::{
    LEAST_UTILISATION, LOADS, LONGEST, MOST_DRAWN, MOST_JOBS, MOST_NODES, MOST_USERS, nanoseconds,
};
pub use machine::{Cluster, Machine, outages};
pub use orders::{NamedOrder, order_of};
pub use parameters::Parameters;
pub use parse::{parse, to_ron};
pub(crate) use parse::{read_ron, write_ron};
pub use policy::PolicyName;
pub use workload::{
    Estimates, JannWorkload, Job, LublinSet, LublinWorkload, ReactingUsers, SwfWorkload, Workload,
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
