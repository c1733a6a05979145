//! Nodes of different performance and price, and what the policy that buys windows on them can be told.

use std::ops::RangeInclusive;

use cosched_core::slots::Criterion;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::fields::{self, MOST_NODES, Seen};
use super::names;

/// The most of a performance, a price, a quality or a budget.
const MOST: f64 = 1e9;

/// The least performance: a billionth, what is counted in.
const LEAST: f64 = 1e-9;

/// Nodes that are equal to one another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeKind {
    /// How many.
    #[serde(deserialize_with = "count")]
    pub count: u32,
    /// How many times as fast as a node on which a job runs for its runtime.
    #[serde(default = "one", deserialize_with = "performance")]
    pub performance: f64,
    /// What a second costs.
    #[serde(default = "one", deserialize_with = "price")]
    pub price: f64,
    /// How good it is, in whatever its owner measures it.
    #[serde(default = "one", deserialize_with = "quality")]
    pub quality: f64,
}

fn one() -> f64 {
    1.0
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    fields::named_whole(f64::deserialize(deserializer)?, MOST_NODES)
}

fn performance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    match (LEAST..=MOST).contains(&value) {
        true => Ok(value),
        false => Err(D::Error::custom(format_args!(
            "{} is not a performance: more than 0 and up to {MOST} is allowed",
            Seen(value)
        ))),
    }
}

fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "price")
}

fn quality<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "quality")
}

/// What a job pays at most, or nothing.
pub(super) fn optional_budget<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value.map(|value| amount(value, "budget")).transpose()
}

/// The least performance of a job's nodes, or nothing.
pub(super) fn optional_least<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value
        .map(|value| amount(value, "least performance"))
        .transpose()
}

fn amount<E: Error>(value: f64, what: &str) -> Result<f64, E> {
    const ALLOWED: RangeInclusive<f64> = 0.0..=MOST;
    match ALLOWED.contains(&value) {
        true => Ok(value),
        false => Err(E::custom(format_args!(
            "{} is not a {what}: 0 to {MOST} is allowed",
            Seen(value)
        ))),
    }
}

/// Whether nodes of these kinds make a machine of so many nodes, if that is said.
///
/// # Errors
/// They do not, in one sentence.
pub(super) fn check(kinds: &[NodeKind], nodes: Option<u32>) -> Result<(), String> {
    let count: u64 = kinds.iter().map(|kind| u64::from(kind.count)).sum();
    if count > u64::from(MOST_NODES) {
        return Err(format!(
            "the kinds have {count} nodes together; {MOST_NODES} are allowed"
        ));
    }
    match nodes {
        Some(nodes) if !kinds.is_empty() && u64::from(nodes) != count => Err(format!(
            "`nodes: {nodes}` does not go with kinds that have {count} nodes together: leave one of them out"
        )),
        _ => Ok(()),
    }
}

/// What the policy that buys windows can be told: what holds for jobs that do not
/// say it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Windowing {
    /// What makes a window the best.
    #[serde(with = "names::CriterionName")]
    pub criterion: Criterion,
    /// The most a job pays; any price if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_budget"
    )]
    pub budget: Option<f64>,
    /// Parts into which a unit of the budget is divided where the greatest quality
    /// is asked for.
    #[serde(deserialize_with = "scale")]
    pub scale: u32,
    /// When all windows must have ended, in seconds; there is no end if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub horizon: Option<f64>,
}

impl Default for Windowing {
    fn default() -> Self {
        Self {
            criterion: Criterion::MinCost,
            budget: None,
            scale: 1,
            horizon: None,
        }
    }
}

/// The most parts of a unit of the budget.
const MOST_SCALE: u32 = 1_000_000;

fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    fields::named_whole(f64::deserialize(deserializer)?, MOST_SCALE)
}
