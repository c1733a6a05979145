//! Nodes of different performance and price, and parameters of the policy that buys windows on
//! them.

pub(crate) mod told;

use std::ops::RangeInclusive;

use cosched_core::slots::Criterion;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::PolicyName;
use super::cluster::NodeKind;
use super::fields::{self, MOST_NODES, Seen, names};
use super::policy::published::Published;
use super::policy::published::Terms;

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Slots under a budget",
    policies: &[Published {
        knows_runtimes: true,
        tells_nodes_apart: true,
        ..Published::new(
            PolicyName::Slots,
            "slots",
            "Slots",
            "Each job buys the best nodes for a window as it arrives, or is refused",
        )
    }],
    told: told::ALL,
};

/// Largest performance, price, quality or budget.
pub(crate) const MOST: f64 = 1e9;

/// Least performance: a billionth, the unit in which it is counted.
pub(crate) const LEAST: f64 = 1e-9;

/// Prices, qualities and budgets.
pub(crate) const AMOUNTS: RangeInclusive<f64> = 0.0..=MOST;

pub(crate) fn performance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "performance", LEAST)
}

pub(crate) fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "price", 0.0)
}

pub(crate) fn quality<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "quality", 0.0)
}

/// Optional budget of a job.
pub(super) fn optional_budget<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value.map(|value| amount(value, "budget", 0.0)).transpose()
}

/// Optional least performance of a job's nodes.
pub(super) fn optional_least<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value
        .map(|value| amount(value, "least performance", 0.0))
        .transpose()
}

/// `value` if it is allowed for a `what`, which is at least `least`.
pub(crate) fn amount<E: Error>(value: f64, what: &str, least: f64) -> Result<f64, E> {
    allowed(value, what, least).map_err(E::custom)
}

/// `value` if it is allowed for a `what`; an error is a sentence with the range.
pub(crate) fn allowed(value: f64, what: &str, least: f64) -> Result<f64, String> {
    if (least..=MOST).contains(&value) {
        return Ok(value);
    }
    let from = if least > 0.0 {
        "more than 0 and up"
    } else {
        "0"
    };
    let seen = Seen(value);
    Err(format!(
        "{seen} is not a {what}: {from} to {MOST} is allowed"
    ))
}

/// Checks that nodes of these kinds make a machine of `nodes` nodes, if given.
///
/// # Errors
/// They do not; a sentence says why.
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

/// Parameters of the policy that buys windows, for jobs without their own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Buying {
    /// Criterion by which a window is the best.
    #[serde(with = "names::CriterionName")]
    pub criterion: Criterion,
    /// Budget of a job; any price if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_budget"
    )]
    pub budget: Option<f64>,
    /// Parts of a unit of the budget where the greatest quality is sought.
    #[serde(deserialize_with = "scale")]
    pub scale: u32,
    /// Time by which all windows must have ended, in seconds; no end if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub horizon: Option<f64>,
}

impl Default for Buying {
    fn default() -> Self {
        Self {
            criterion: Criterion::MinCost,
            budget: None,
            scale: 1,
            horizon: None,
        }
    }
}

/// Largest number of parts of a unit of the budget.
pub(crate) const MOST_SCALE: u32 = 1_000_000;

fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    fields::named_whole(f64::deserialize(deserializer)?, MOST_SCALE)
}
