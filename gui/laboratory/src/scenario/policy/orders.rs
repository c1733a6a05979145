//! Orders of the queue with their names, and formulas as text.

use cosched_core::policy::Order;
use cosched_core::policy::formula::Formula;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Order with a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedOrder {
    /// Order.
    pub order: Order,
    /// Name in scenarios.
    pub name: &'static str,
    /// Name on the command line.
    pub kebab: &'static str,
    /// Name as shown.
    pub title: &'static str,
    /// Meaning.
    pub sentence: &'static str,
}

impl NamedOrder {
    const fn new(
        order: Order,
        name: &'static str,
        kebab: &'static str,
        title: &'static str,
        sentence: &'static str,
    ) -> Self {
        Self {
            order,
            name,
            kebab,
            title,
            sentence,
        }
    }

    /// All named orders, in the order of menus.
    pub const ALL: [Self; 8] = [
        Self::new(
            Order::Submitted,
            "Submitted",
            "submitted",
            "submitted",
            "First submitted, first considered",
        ),
        Self::new(
            Order::ShortestEstimate,
            "ShortestEstimate",
            "shortest-estimate",
            "shortest estimate",
            "Shortest estimate first",
        ),
        Self::new(
            Order::LongestEstimate,
            "LongestEstimate",
            "longest-estimate",
            "longest estimate",
            "Longest estimate first",
        ),
        Self::new(
            Order::FewestNodes,
            "FewestNodes",
            "fewest-nodes",
            "fewest nodes",
            "Fewest nodes first",
        ),
        Self::new(
            Order::MostNodes,
            "MostNodes",
            "most-nodes",
            "most nodes",
            "Most nodes first",
        ),
        Self::new(
            Order::LargestArea,
            "LargestArea",
            "largest-area",
            "largest area",
            "Largest nodes × estimate first",
        ),
        Self::new(
            Order::Wfp3,
            "Wfp3",
            "wfp3",
            "WFP3",
            "Greatest (wait / estimate)³ × nodes first; changes with time",
        ),
        Self::new(
            Order::Unicef,
            "Unicef",
            "unicef",
            "UNICEF",
            "Greatest wait / (log2(nodes) × estimate) first; changes with time",
        ),
    ];
}

/// Parses an order: a name on the command line, or a formula.
///
/// # Errors
/// The names that are allowed, and why the text is not a formula.
pub fn order_of(text: &str) -> Result<Order, String> {
    let named = NamedOrder::ALL.into_iter().find(|one| one.kebab == text);
    if let Some(named) = named {
        return Ok(named.order);
    }
    text.parse().map(Order::Formula).map_err(|error| {
        let names = NamedOrder::ALL.map(|one| one.kebab).join(", ");
        format!("allowed are {names}, and formulas, of which this is not one: {error}")
    })
}

/// For `#[serde(with = …)]` on a formula: its text.
pub(in crate::scenario) mod formula {
    use super::*;

    pub(in crate::scenario) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Formula, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|error| D::Error::custom(format_args!("formula `{text}`, {error}")))
    }

    pub(in crate::scenario) fn serialize<S: Serializer>(
        formula: &Formula,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(formula)
    }
}
