//! Outages in a scenario: maintenance, events, random failures, and checkpoints of jobs.

use serde::{Deserialize, Deserializer, Serialize};

use cosched_core::machine::Interrupted;

use crate::scenario::fields;
use crate::scenario::slots::amount;

/// Outages of nodes, and their effect on jobs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outages {
    /// Maintenance, known beforehand: no job starts that would not end before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maintenance: Vec<MaintenanceWindow>,
    /// Events at given times, which policies do not know beforehand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NodeEvent>,
    /// Random failures of each node by itself, drawn from the scenario's seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
    /// Treatment of a job when one of its nodes goes out of service.
    #[serde(default, skip_serializing_if = "is_requeued", with = "InterruptedName")]
    pub interrupted: Interrupted,
    /// Number of times that a job is requeued for that; the next time it is killed.
    #[serde(
        default = "most_requeues",
        skip_serializing_if = "is_most_requeues",
        deserialize_with = "fields::whole_or_none"
    )]
    pub most_requeues: u32,
    /// Checkpoints that all jobs write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoints>,
}

impl Default for Outages {
    fn default() -> Self {
        Self {
            maintenance: Vec::new(),
            events: Vec::new(),
            failures: None,
            interrupted: Interrupted::default(),
            most_requeues: MOST_REQUEUES,
            checkpoint: None,
        }
    }
}

/// Nodes in maintenance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaintenanceWindow {
    /// Beginning, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub from: f64,
    /// End, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub until: f64,
    /// The first of the nodes, counted from 0.
    #[serde(default, deserialize_with = "fields::whole_or_none")]
    pub first: u32,
    /// Number of nodes; all further ones if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub count: Option<u32>,
}

/// Event of nodes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeEvent {
    /// Time, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub at: f64,
    /// Kind of event.
    pub what: What,
    /// The first of the nodes, counted from 0.
    #[serde(default, deserialize_with = "fields::whole_or_none")]
    pub first: u32,
    /// Number of nodes; one if absent.
    #[serde(default = "one", deserialize_with = "fields::at_least_one")]
    pub count: u32,
}

/// Kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// The nodes fail.
    Down,
    /// The nodes take no more jobs.
    Drain,
    /// The nodes are in service again.
    Up,
}

/// Random failures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failures {
    /// Time that a node is up.
    pub time_to_failure: Lifetime,
    /// Time that it is then down.
    pub time_to_repair: Lifetime,
}

/// Random length of time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Lifetime {
    /// Exponentially distributed.
    Exponential {
        /// Mean, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        mean: f64,
    },
    /// Weibull distributed.
    Weibull {
        /// Shape.
        #[serde(deserialize_with = "shape")]
        shape: f64,
        /// Scale, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        scale: f64,
    },
}

/// Checkpoints of a job.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoints {
    /// Seconds of work between two checkpoints.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub interval: f64,
    /// Seconds that writing one takes.
    #[serde(default, deserialize_with = "fields::seconds")]
    pub cost: f64,
}

/// [`Interrupted`] for serde, variant by variant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Interrupted", rename = "Interrupted")]
enum InterruptedName {
    Requeued,
    TakenUp,
    Killed,
}

/// Shapes of Weibull distributions that occur in practice, and far beyond.
pub(crate) const SHAPES: std::ops::RangeInclusive<f64> = 0.05..=100.0;

fn shape<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = amount(f64::deserialize(deserializer)?, "shape", *SHAPES.start())?;
    match value <= *SHAPES.end() {
        true => Ok(value),
        false => Err(serde::de::Error::custom(format_args!(
            "a shape of {value}; it must be from {} to {}",
            SHAPES.start(),
            SHAPES.end()
        ))),
    }
}

/// Default number of times that a job is requeued.
const MOST_REQUEUES: u32 = 20;

const fn most_requeues() -> u32 {
    MOST_REQUEUES
}

const fn is_most_requeues(value: &u32) -> bool {
    *value == MOST_REQUEUES
}

fn is_requeued(value: &Interrupted) -> bool {
    *value == Interrupted::Requeued
}

const fn one() -> u32 {
    1
}
