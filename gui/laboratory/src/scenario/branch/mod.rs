//! Branches in a scenario: runs that go on differently from an instant on.

mod text;

use cosched_core::policy::Order;
use cosched_parameters::parameters;
use serde::{Deserialize, Serialize};

use super::fields::names::OrderName;
use super::reference::BRANCH_CHANGES;
use super::reference::kind::{COUNT, COUNT_OR_NONE, SPAN, TIME};
use super::{PolicyName, fields};

/// Run beside another: the same until an instant, at which changes are made.
#[parameters(within = Scenario, path = "branches: [({})]")]
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// Name in results; the other run's, and the instant, if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub name: Option<String>,
    /// Run it branches from: a policy of the scenario, or the label of a variant or of an earlier
    /// branch; the only run of the scenario, if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub from: Option<String>,
    /// The instant until which a branch is the run it is beside, `from`.
    #[parameter(name = "Instant", kind = TIME, needed, beside = ", changes: []")]
    pub at: f64,
    /// Changes at that instant.
    #[parameter(needed, rows(&BRANCH_CHANGES))]
    pub changes: Vec<Change>,
}

/// Change made to a run at an instant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Another policy decides from then on.
    Policy(PolicyName),
    /// The queue has another order from then on.
    Order(#[serde(with = "OrderName")] Order),
    /// Those that EASY tries behind the head have another order from then on.
    BackfillOrder(#[serde(with = "OrderName")] Order),
    /// The backfilling depth is changed from then on.
    Depth(#[serde(deserialize_with = "fields::at_least_one")] u32),
    /// Nodes take no more jobs; those on them stay.
    Drain(Nodes),
    /// Nodes are added to the machine.
    Add(#[serde(deserialize_with = "fields::at_least_one")] u32),
    /// One more job is submitted.
    Submit(Submitted),
    /// The job of that number is cancelled by its user, whether it waits or runs.
    Cancel(u64),
    /// A waiting job is moved in the queue.
    Move(Moved),
}

/// Consecutive nodes.
#[parameters(within = Scenario, path = "branches: [(changes: [Drain({})])]")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The first of them, counted from 0; they are the last ones of the machine if absent.
    #[parameter(kind = COUNT_OR_NONE)]
    pub first: Option<u32>,
    /// How many nodes are drained: from `first` on, counted from 0, or the last ones.
    #[parameter(name = "Drained nodes", kind = COUNT, usual = 1, beside = "||, at: 0")]
    pub count: u32,
}

/// Job to be submitted.
#[parameters(within = Scenario, path = "branches: [(changes: [Submit({})])]",
    first(nodes, runtime))]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Submitted {
    /// Number in results; one more than the largest of the workload, if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Submission in seconds; the instant of the branch, if absent.
    #[parameter(kind = TIME)]
    pub submit: Option<f64>,
    /// How long it runs; `submit`, `estimate` and `id` are as of jobs written out.
    #[parameter(name = "Runtime of the job", kind = SPAN, needed,
        beside = ", nodes: 1||, at: 0")]
    pub runtime: f64,
    /// Nodes that a job needs which is submitted besides.
    #[parameter(name = "Nodes of the job", kind = COUNT, needed,
        beside = ", runtime: 1||, at: 0")]
    pub nodes: u32,
    /// Estimate of the runtime, in seconds; the runtime if absent.
    #[parameter(kind = SPAN)]
    pub estimate: Option<f64>,
}

/// Job to be moved in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Number of the job.
    pub job: u64,
    /// New position.
    pub to: Place,
}

/// Position in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// Before all others, whatever the order of the queue.
    Front,
    /// Behind all others, including those submitted later.
    Back,
    /// Directly before the job of that number.
    Before(u64),
}
