//! Partitions, and limits of users, accounts and qualities of service, in a scenario.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::is_zero;
use super::reservations::needed_name;
use crate::base::words::counted;
use crate::scenario::fields;

/// Set of nodes to which jobs are submitted; such sets may overlap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Partition {
    /// Name.
    #[serde(deserialize_with = "needed_name")]
    pub name: String,
    /// Nodes: kinds by name, as `cpu`, or some of a kind, as `cpu[0-3,7]`, counted from 0; all
    /// nodes if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// Longest estimate of a job in it, in seconds; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub most_time: Option<f64>,
    /// Largest number of nodes of a job; any if absent.
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
    /// Whether it is the partition of jobs that name none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub default: bool,
    /// Whether its jobs start; those of one that is down wait.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub up: bool,
    /// Whether its jobs get nodes whole, whatever they request per node.
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
    /// Summary in a line.
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

    /// Partition of all nodes, without limits.
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

/// Limits on what users, accounts and qualities of service have at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Limits of users.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<Limit>,
    /// Limits of accounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Limit>,
    /// Limits of qualities of service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qos: Vec<Limit>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        users: Vec::new(),
        accounts: Vec::new(),
        qos: Vec::new(),
    };

    /// Whether there are no limits.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty() && self.accounts.is_empty() && self.qos.is_empty()
    }
}

/// Limit of a user, an account or a quality of service; unlimited where absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limit {
    /// Name; if absent, the limit holds for each that has no limit of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Running jobs.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub running: Option<u32>,
    /// Nodes requested by running jobs.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub nodes: Option<u32>,
    /// Cores requested by running jobs.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub cores: Option<u32>,
    /// Waiting and running jobs; further ones are refused.
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
