//! Advance reservations in a scenario: nodes that some jobs alone may have for a time.

use cosched_parameters::parameters;
use serde::Deserializer;

use super::kinds::name;
use crate::scenario::reference::kind::TIME;

/// Nodes that for a time are only available to the jobs that name the reservation.
#[parameters(within = Machine, path = "Cluster(reservations: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Reservation {
    /// Name.
    #[parameter(needed)]
    #[serde(deserialize_with = "required_name")]
    pub name: String,
    /// Nodes, named as those of a partition; all nodes if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// When a reservation begins: from then on its nodes are there for the jobs that name it, and
    /// for no other.
    #[parameter(name = "Reserved from", kind = TIME, needed,
        beside = ", until: 9000000000, name: \"a\"||, kinds: [(count: 1, cores: 1)]")]
    pub from: f64,
    /// When a reservation ends; its jobs start only if they end by then by their estimates.
    #[parameter(name = "Reserved until", kind = TIME, needed,
        beside = ", from: 0, name: \"a\"||, kinds: [(count: 1, cores: 1)]")]
    pub until: f64,
}

impl Reservation {
    /// Summary in a line.
    pub fn summary(&self) -> String {
        let nodes = match &*self.nodes.join(", ") {
            "" => "all nodes".to_owned(),
            nodes => nodes.to_owned(),
        };
        let Self {
            name, from, until, ..
        } = self;
        format!("Reservation {name}: {nodes}, from {from} s until {until} s")
    }
}

pub(super) fn required_name<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    // A name is mandatory here, so that `None` does not occur.
    Ok(name(deserializer)?.unwrap_or_default())
}
