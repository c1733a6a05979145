//! Nodes out of service in a scenario: maintenance, events, failures by chance, and checkpoints of jobs.

use serde::{Deserialize, Deserializer, Serialize};

use cosched_core::machine::Interrupted;

use crate::scenario::fields;
use crate::scenario::slots::amount;

/// When nodes are out of service, and what becomes of jobs on them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outages {
    /// Known beforehand: no job starts that could not end before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maintenance: Vec<MaintenanceWindow>,
    /// What befalls nodes at given times, of which policies know nothing beforehand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NodeEvent>,
    /// Failures by chance, of each node by itself, drawn from the scenario's seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
    /// What becomes of a job of which a node goes out of service.
    #[serde(default, skip_serializing_if = "is_requeued", with = "InterruptedName")]
    pub interrupted: Interrupted,
    /// How often a job is sent back to the queue for that; the next time it is killed.
    #[serde(
        default = "most_requeues",
        skip_serializing_if = "is_most_requeues",
        deserialize_with = "fields::whole_or_none"
    )]
    pub most_requeues: u32,
    /// The checkpoints that all jobs write.
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
    /// From when on, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub from: f64,
    /// Until when, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub until: f64,
    /// The first of the nodes, counted from 0.
    #[serde(default, deserialize_with = "fields::whole_or_none")]
    pub first: u32,
    /// How many from there on; all the others if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub count: Option<u32>,
}

/// Something that befalls nodes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeEvent {
    /// When, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub at: f64,
    /// What.
    pub what: What,
    /// The first of the nodes, counted from 0.
    #[serde(default, deserialize_with = "fields::whole_or_none")]
    pub first: u32,
    /// How many from there on; one if absent.
    #[serde(default = "one", deserialize_with = "fields::at_least_one")]
    pub count: u32,
}

/// What befalls nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// They fail.
    Down,
    /// They take no more jobs.
    Drain,
    /// They are in service again.
    Up,
}

/// Failures by chance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failures {
    /// How long a node is up.
    pub time_to_failure: Lifetime,
    /// How long it is then down.
    pub time_to_repair: Lifetime,
}

/// How long something lasts that ends by chance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Lifetime {
    /// Exponentially distributed.
    Exponential {
        /// The mean, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        mean: f64,
    },
    /// Weibull distributed.
    Weibull {
        /// The shape.
        #[serde(deserialize_with = "shape")]
        shape: f64,
        /// The scale, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        scale: f64,
    },
}

/// Checkpoints that a job writes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoints {
    /// How much work, in seconds, a job does before it writes the next one.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub interval: f64,
    /// How long it writes, in seconds.
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

/// The shapes of Weibull distributions that are met in practice, and far beyond.
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

/// How often a job is sent back unless a scenario says otherwise.
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
