//! Names of the core's enumerations in a scenario.

use cosched_core::machine::{Charge, Fit, Swapping};
use cosched_core::policy::Order;
use cosched_core::policy::formula::Formula;
use cosched_core::policy::slicing::Backfilling;
use cosched_core::slots::Criterion;
use cosched_core::workload::jann::Sizes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::policy::orders;

/// [`Order`] for serde, variant by variant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Order")]
pub(crate) enum OrderName {
    Submitted,
    ShortestEstimate,
    LongestEstimate,
    FewestNodes,
    MostNodes,
    LargestArea,
    Wfp3,
    Unicef,
    Formula(#[serde(with = "orders::formula")] Formula),
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Named(#[serde(with = "OrderName")] Order);

/// For `#[serde(with = …)]` on a field of type `Option<Order>`.
pub(crate) mod optional_order {
    use super::*;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Order>, D::Error> {
        Ok(Option::<Named>::deserialize(deserializer)?.map(|Named(order)| order))
    }

    pub(crate) fn serialize<S: Serializer>(
        order: &Option<Order>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        order.map(Named).serialize(serializer)
    }
}

/// [`Backfilling`] for serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Backfilling")]
pub(crate) enum BackfillingName {
    Easy,
    Conservative,
}

/// [`Fit`] for serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Fit")]
pub(crate) enum FitName {
    Best,
    Worst,
    First,
}

/// [`Swapping`] for serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Swapping")]
pub(crate) enum SwappingName {
    Exact,
    Literal,
}

/// [`Charge`] for serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Charge")]
pub(crate) enum ChargeName {
    Period,
    Event,
}

/// [`Sizes`] for serde.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Sizes", rename = "Sizes")]
pub(crate) enum SizesName {
    Uniform,
    UpperBound,
    Empirical,
}

/// [`Criterion`] for serde, variant by variant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Criterion", rename = "Criterion")]
pub(crate) enum CriterionName {
    FirstFit,
    GroupFirst,
    MinFinish,
    MinRuntime,
    MinCost,
    MaxQ,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct NamedCriterion(#[serde(with = "CriterionName")] Criterion);

/// For `#[serde(with = …)]` on a field of type `Option<Criterion>`.
pub(crate) mod optional_criterion {
    use super::*;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Criterion>, D::Error> {
        let named = Option::<NamedCriterion>::deserialize(deserializer)?;
        Ok(named.map(|NamedCriterion(criterion)| criterion))
    }

    pub(crate) fn serialize<S: Serializer>(
        criterion: &Option<Criterion>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        criterion.map(NamedCriterion).serialize(serializer)
    }
}
