//! What policies can be told.

use std::collections::BTreeMap;

use cosched_core::policy::Order;
use serde::{Deserialize, Serialize};

use super::coscheduling::Coscheduling;
use super::fields::{self, names};
use super::moldable::Molding;
use super::placement::Placing;
use super::slicing::{self, Slicing};
use super::slots::Buying;

/// What a policy can be told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// The order of the queue.
    #[serde(with = "names::OrderName")]
    pub order: Order,
    /// The order in which EASY tries jobs behind the head; that of the queue
    /// if absent.
    #[serde(
        with = "names::optional_order",
        skip_serializing_if = "Option::is_none"
    )]
    pub backfill_order: Option<Order>,
    /// How many waiting jobs backfilling looks at; all if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub depth: Option<u32>,
    /// Whether a job is killed when it has run as long as its estimate.
    pub kill_at_estimate: bool,
    /// What Scojo-PECT is told.
    #[serde(
        skip_serializing_if = "is_default",
        deserialize_with = "slicing::checked"
    )]
    pub slicing: Slicing,
    /// What policies with quanta are told.
    #[serde(skip_serializing_if = "is_default")]
    pub coscheduling: Coscheduling,
    /// What policies that place jobs on servers are told.
    #[serde(skip_serializing_if = "is_default")]
    pub placing: Placing,
    /// What policies that choose sizes are told.
    #[serde(skip_serializing_if = "is_default")]
    pub molding: Molding,
    /// What the policy that buys windows is told.
    #[serde(skip_serializing_if = "is_default")]
    pub slots: Buying,
    /// What policies are told that are built in besides, by the names of their parameters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, f64>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            order: Order::Submitted,
            backfill_order: None,
            depth: None,
            kill_at_estimate: true,
            slicing: Slicing::default(),
            coscheduling: Coscheduling::default(),
            placing: Placing::default(),
            molding: Molding::default(),
            slots: Buying::default(),
            own: BTreeMap::new(),
        }
    }
}
