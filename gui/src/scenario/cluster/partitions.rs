//! Partitions, and what users, accounts and qualities of service may have at once, as a scenario says it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::is_zero;
use super::reservations::needed_name;
use crate::base::words::counted;
use crate::scenario::fields;

/// A set of nodes to which jobs are submitted; such sets may overlap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Partition {
    /// What it is called.
    #[serde(deserialize_with = "needed_name")]
    pub name: String,
    /// Its nodes: kinds by name, as `cpu`, or some of a kind, as `cpu[0-3,7]`, counted from 0;
    /// all nodes if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// The longest estimate of a job in it, in seconds; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub most_time: Option<f64>,
    /// The most nodes a job may ask for; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub most_nodes: Option<u32>,
    /// Jobs of partitions of a higher tier are considered before all of lower ones.
    #[serde(
        default,
        skip_serializing_if = "is_zero",
        deserialize_with = "fields::whole_or_none"
    )]
    pub tier: u32,
    /// Whether jobs go here that name no partition.
    #[serde(default, skip_serializing_if = "is_false")]
    pub default: bool,
    /// Whether its jobs start; those of one that is down wait.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub up: bool,
    /// Whether its jobs get nodes whole, whatever they ask for on them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole_nodes: bool,
}

impl<'de> Deserialize<'de> for Partition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let partition = Self::deserialize(deserializer)?;
        fields::refuse_if_told(fields::Part::Partition)?;
        Ok(partition)
    }
}

impl Serialize for Partition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl Partition {
    /// What it is, in a line.
    pub fn in_words(&self) -> String {
        let nodes = match &*self.nodes.join(", ") {
            "" => "all nodes".to_owned(),
            nodes => nodes.to_owned(),
        };
        let mut text = format!("Partition {}: {nodes}", self.name);
        let facts = [
            (self.tier > 0).then(|| format!("tier {}", self.tier)),
            self.most_time.map(|most| format!("up to {most} s")),
            self.most_nodes
                .map(|most| format!("up to {}", counted(most as usize, "node"))),
            self.whole_nodes.then(|| "whole nodes".to_owned()),
            self.default.then(|| "default".to_owned()),
            (!self.up).then(|| "down".to_owned()),
        ];
        for fact in facts.into_iter().flatten() {
            text += &format!(", {fact}");
        }
        text
    }

    /// All nodes, and no limits.
    pub fn of(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            nodes: Vec::new(),
            most_time: None,
            most_nodes: None,
            tier: 0,
            default: false,
            up: true,
            whole_nodes: false,
        }
    }
}

/// What users, accounts and qualities of service may have at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Of users.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<Limit>,
    /// Of accounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Limit>,
    /// Of qualities of service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qos: Vec<Limit>,
}

impl Limits {
    /// None.
    pub const NONE: Self = Self {
        users: Vec::new(),
        accounts: Vec::new(),
        qos: Vec::new(),
    };

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty() && self.accounts.is_empty() && self.qos.is_empty()
    }
}

/// What somebody may have at once; no limit where nothing is said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limit {
    /// Whose; of each of those who are not named if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Jobs that run.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub running: Option<u32>,
    /// Nodes that the running jobs asked for.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub nodes: Option<u32>,
    /// Cores that the running jobs asked for.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub cores: Option<u32>,
    /// Jobs that wait or run; who submits more is refused.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub submitted: Option<u32>,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_true(value: &bool) -> bool {
    *value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
pub(in crate::scenario) fn is_false(value: &bool) -> bool {
    !value
}
