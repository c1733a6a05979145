//! Names of the core's enumerations in a scenario.

use cosched_core::policy::Order;
use cosched_core::policy::formula::Formula;
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
