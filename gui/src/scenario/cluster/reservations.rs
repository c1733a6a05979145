//! Advance reservations in a scenario: nodes that some jobs alone may have for a time.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::name;
use crate::scenario::fields;

/// Nodes that for a time are only available to the jobs that name the reservation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Reservation {
    /// Name.
    #[serde(deserialize_with = "needed_name")]
    pub name: String,
    /// Nodes, named as those of a partition; all nodes if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// Beginning, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub from: f64,
    /// End, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub until: f64,
}

impl<'de> Deserialize<'de> for Reservation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reservation = Self::deserialize(deserializer)?;
        fields::refuse_if_told(fields::Part::Reservation)?;
        Ok(reservation)
    }
}

impl Serialize for Reservation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl Reservation {
    /// Summary in a line.
    pub fn in_words(&self) -> String {
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

pub(super) fn needed_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    // A name is mandatory here, so that `None` does not occur.
    Ok(name(deserializer)?.unwrap_or_default())
}
