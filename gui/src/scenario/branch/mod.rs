//! Branches in time: a run that goes on differently from an instant on, in a scenario.

mod text;

use cosched_core::policy::Order;
use serde::{Deserialize, Deserializer, Serialize};

use super::fields::names::OrderName;
use super::{PolicyName, fields};

/// A run beside another: the same until an instant, at which something is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Its name in results; the other run's, and the instant, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub name: Option<String>,
    /// Which run it is beside: a policy of the scenario, or the label of a variant or of a
    /// branch before it; the only run there is, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub from: Option<String>,
    /// At what instant, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub at: f64,
    /// What is done then.
    pub changes: Vec<Change>,
}

/// What is done to a run at an instant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Another policy decides from then on.
    Policy(PolicyName),
    /// The queue has another order from then on.
    Order(#[serde(with = "OrderName")] Order),
    /// Those that EASY tries behind the head have another order from then on.
    BackfillOrder(#[serde(with = "OrderName")] Order),
    /// Backfilling looks at so many waiting jobs from then on.
    Depth(#[serde(deserialize_with = "fields::at_least_one")] u32),
    /// Nodes take no more jobs; those on them stay.
    Drain(Nodes),
    /// So many nodes are new in the machine.
    Add(#[serde(deserialize_with = "fields::at_least_one")] u32),
    /// One more job is submitted.
    Submit(Submitted),
    /// The job of that number is taken back by its user, whether it waits or runs.
    Cancel(u64),
    /// A job that waits gets another place in the queue.
    Move(Moved),
}

/// Some nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// The first of them, counted from 0; they are the last ones of the machine if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_place"
    )]
    pub first: Option<u32>,
    /// How many.
    #[serde(default = "one", deserialize_with = "fields::at_least_one")]
    pub count: u32,
}

/// A job that somebody submits.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submitted {
    /// Its number in results; one more than the largest of the workload, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// When it enters the queue, in seconds; at the instant of the branch, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_time"
    )]
    pub submit: Option<f64>,
    /// How long it runs, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub runtime: f64,
    /// Nodes it needs.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub nodes: u32,
    /// The user's estimate of the runtime, in seconds; the runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub estimate: Option<f64>,
}

/// A job that gets another place in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Its number.
    pub job: u64,
    /// Where to.
    pub to: Place,
}

/// A place in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// Before all others, whatever the order of the queue.
    Front,
    /// Behind all others, also those who come later.
    Back,
    /// Directly before the job of that number.
    Before(u64),
}

const fn one() -> u32 {
    1
}

fn optional_place<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    fields::whole_or_none(deserializer).map(Some)
}
