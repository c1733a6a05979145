//! Scenarios: the machine, the workload, the policies, and the expected results.

pub mod branch;
pub mod cases;
pub mod cluster;
pub mod edit;
mod expect;
mod family;
pub(crate) mod fields;
mod machine;
pub(crate) mod param_path;
mod parameters;
mod parse;
pub mod policy;
pub mod priority;
pub mod reference;
mod seed_dependence;
pub mod sweep;
mod workload;

pub use branch::Branch;
pub use expect::{Expectation, ExpectedMetric};
pub use family::*;
pub(crate) use fields::Seen;
pub use fields::{
    LEAST_UTILISATION, LOADS, LONGEST, MOST_DRAWN, MOST_JOBS, MOST_NODES, MOST_USERS, nanoseconds,
};
pub use machine::{Cluster, Machine, outages, power};
pub use param_path::with_parameter;
pub use parameters::Parameters;
pub use parse::{from_json, parse, to_json, to_ron};
pub use policy::PolicyName;
pub use policy::orders::{NamedOrder, order_of};
pub use reference::nearest::{policy_of, takes_a_name};
pub use sweep::Sweep;
pub use workload::{
    Columns, CountUnit, Dialect, Estimates, InstantUnit, JannWorkload, Job, LublinSet,
    LublinWorkload, MemoryFor, MemoryUnit, ReactingUsers, Says, Sizing, SpanUnit, SwfWorkload,
    TableWorkload, Units, WarmUp, Workload,
};

use serde::{Deserialize, Serialize};

use moldable::MoldableJobs;

/// Everything that decides a simulation. Times are in seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Title, one line for lists and headings.
    #[serde(default)]
    pub title: String,
    /// Machine that jobs run on.
    pub machine: Machine,
    /// Jobs.
    pub workload: Workload,
    /// Molds of jobs that have none of their own; not moldable if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moldable: Option<MoldableJobs>,
    /// Policies to run, each with the common `parameters`.
    #[serde(default)]
    pub policies: Vec<PolicyName>,
    /// Further runs with parameters of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Further runs that follow another one until an instant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// Parameters of every run that has none of its own.
    #[serde(default)]
    pub parameters: Parameters,
    /// Seed of everything drawn at random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Expected results; compared by `cosched check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// Experiment over values of parameters, run by `cosched sweep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Scenario {
    /// The policies to run: those of the list, then those of the variants.
    pub fn all_policies(&self) -> impl Iterator<Item = PolicyName> + '_ {
        let variants = self.variants.iter().map(|variant| variant.policy);
        self.policies.iter().copied().chain(variants)
    }

    /// The policies to run, and those that branches change to.
    pub fn all_deciding(&self) -> impl Iterator<Item = PolicyName> + '_ {
        let changes = self.branches.iter().flat_map(|branch| &branch.changes);
        self.all_policies()
            .chain(changes.filter_map(|change| match change {
                branch::Change::Policy(policy) => Some(*policy),
                _ => None,
            }))
    }

    /// Scenario of a machine and a workload, with defaults for the rest.
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

/// Run with parameters of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Policy.
    pub policy: PolicyName,
    /// Name in results; that of the policy with the position in the list if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub label: Option<String>,
    /// Parameters.
    #[serde(default)]
    pub parameters: Parameters,
}
