//! Kinds of nodes: their number, resources and value.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::base::words::counted;
use crate::scenario::fields::{self, MOST_CORES, MOST_NODES};
use crate::scenario::machine::power::KindPower;
use crate::scenario::slots::{performance, price, quality};

/// Nodes that are equal to one another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeKind {
    /// Name, by which partitions refer to them.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "name"
    )]
    pub name: Option<String>,
    /// Number of nodes.
    #[serde(deserialize_with = "count")]
    pub count: u32,
    /// Cores per node, if jobs get cores.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_cores"
    )]
    pub cores: Option<u32>,
    /// Memory per node, in MiB, if it is counted; requests for it are ignored otherwise.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "memory"
    )]
    pub memory: Option<f64>,
    /// GPUs per node.
    #[serde(
        default,
        skip_serializing_if = "is_zero",
        deserialize_with = "fields::whole_or_none"
    )]
    pub gpus: u32,
    /// Other resources per node, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, u32>,
    /// Features that jobs may request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Power per node, if not as the `power` of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<KindPower>,
    /// Speed relative to a node on which a job runs for its runtime.
    #[serde(
        default = "one",
        skip_serializing_if = "is_one",
        deserialize_with = "performance"
    )]
    pub performance: f64,
    /// Cost per second.
    #[serde(
        default = "one",
        skip_serializing_if = "is_one",
        deserialize_with = "price"
    )]
    pub price: f64,
    /// Quality, in any unit of the owner.
    #[serde(
        default = "one",
        skip_serializing_if = "is_one",
        deserialize_with = "quality"
    )]
    pub quality: f64,
}

impl NodeKind {
    /// `count` nodes with default values.
    pub const fn of(count: u32) -> Self {
        Self {
            name: None,
            count,
            cores: None,
            memory: None,
            gpus: 0,
            resources: BTreeMap::new(),
            features: Vec::new(),
            power: None,
            performance: 1.0,
            price: 1.0,
            quality: 1.0,
        }
    }

    /// Summary in a line.
    pub fn in_words(&self) -> String {
        let name = self.name.as_deref().unwrap_or("nodes");
        let Some(cores) = self.cores else {
            return format!(
                "{} of performance {}, price {}, quality {}",
                self.count, self.performance, self.price, self.quality
            );
        };
        let mut text = format!("{} {name}: {}", self.count, counted(cores as usize, "core"));
        if let Some(memory) = self.memory {
            text += &format!(", {memory} MiB");
        }
        if self.gpus > 0 {
            text += &format!(", {}", counted(self.gpus as usize, "GPU"));
        }
        for (name, amount) in &self.resources {
            text += &format!(", {amount} {name}");
        }
        for feature in &self.features {
            text += &format!(", {feature}");
        }
        if let Some(KindPower { idle, busy }) = self.power {
            text += &format!(", {idle} W idle, {busy} W busy");
        }
        text
    }

    /// Whether it has resources, as jobs need them that share nodes.
    pub(in crate::scenario) fn says_what_is_there(&self) -> bool {
        self.cores.is_some()
            || self.memory.is_some()
            || self.gpus > 0
            || !self.resources.is_empty()
            || !self.features.is_empty()
            || self.power.is_some()
    }
}

fn one() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_one(value: &f64) -> bool {
    *value == 1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
pub(in crate::scenario) fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    fields::named_whole(f64::deserialize(deserializer)?, MOST_NODES)
}

/// Optional number of cores, of a node or requested per node or task.
pub(in crate::scenario) fn optional_cores<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value
        .map(|value| fields::named_whole(value, MOST_CORES))
        .transpose()
}

/// Optional memory of a node in MiB.
fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value
        .map(|value| fields::within(value, &fields::NODE_MEMORIES, "memory of a node in MiB"))
        .transpose()
}

/// Optional name in one line without the characters used to write sets of nodes.
pub(super) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    match name.as_deref().map(check_name) {
        Some(Err(sentence)) => Err(serde::de::Error::custom(sentence)),
        _ => Ok(name),
    }
}

/// Checks that a kind or a partition can be called `name`.
///
/// # Errors
/// It cannot; a sentence says why.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    fields::check_label(name)?;
    if name.contains(['[', ']', ',']) {
        return Err(format!(
            "{name:?} is not a name: one without brackets and commas is allowed"
        ));
    }
    Ok(())
}
