//! Advance reservations, as a scenario says them: nodes that some jobs alone may have for a time.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::name;
use crate::scenario::fields;

/// Nodes that are there for a time only for the jobs that name it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Reservation {
    /// What it is called.
    #[serde(deserialize_with = "needed_name")]
    pub name: String,
    /// Its nodes, named as those of a partition; all nodes if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// From when on, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub from: f64,
    /// Until when, in seconds.
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
    /// What it is, in a line.
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
    // What is there is some name.
    Ok(name(deserializer)?.unwrap_or_default())
}
