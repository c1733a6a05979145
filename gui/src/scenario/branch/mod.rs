//! Branches in a scenario: runs that go on differently from an instant on.

mod text;

use cosched_core::policy::Order;
use serde::{Deserialize, Deserializer, Serialize};

use super::fields::names::OrderName;
use super::{PolicyName, fields};

/// Run beside another: the same until an instant, at which changes are made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Name in results; the other run's, and the instant, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub name: Option<String>,
    /// Run it branches from: a policy of the scenario, or the label of a variant or of an earlier
    /// branch; the only run of the scenario, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub from: Option<String>,
    /// Instant, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub at: f64,
    /// Changes at that instant.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// The first of them, counted from 0; they are the last ones of the machine if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_index"
    )]
    pub first: Option<u32>,
    /// Number of nodes.
    #[serde(default = "one", deserialize_with = "fields::at_least_one")]
    pub count: u32,
}

/// Job to be submitted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submitted {
    /// Number in results; one more than the largest of the workload, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Submission in seconds; the instant of the branch, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_time"
    )]
    pub submit: Option<f64>,
    /// Runtime in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub runtime: f64,
    /// Nodes it needs.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub nodes: u32,
    /// Estimate of the runtime, in seconds; the runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
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

const fn one() -> u32 {
    1
}

fn optional_index<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    fields::whole_or_none(deserializer).map(Some)
}
