//! Kinds of nodes: their number, resources and value.

use std::collections::BTreeMap;

use cosched_parameters::parameters;
use serde::{Deserialize, Deserializer};

use crate::base::format::counted;
use crate::scenario::fields::{self, MOST_CORES, MOST_NODES, NODE_MEMORIES};
use crate::scenario::machine::power::KindPower;
use crate::scenario::reference::Kind;
use crate::scenario::reference::kind::{COUNT_OR_NONE, up_to};
use crate::scenario::reference::sources::SLOTS;
use crate::scenario::slots::{PERFORMANCE, PRICE, QUALITY};

/// Nodes that are equal to one another.
#[parameters(within = Machine, path = "Cluster(kinds: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct NodeKind {
    /// Name, by which partitions refer to them.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "name")]
    pub name: Option<String>,
    /// How many nodes there are of this kind; the limit is that of all kinds together, too.
    #[parameter(name = "Nodes of a kind", kind = up_to(MOST_NODES), needed)]
    pub count: u32,
    /// Cores of each node: with them, jobs share nodes by what they ask for on each.
    #[parameter(name = "Cores of a node", kind = up_to(MOST_CORES),
        absent = "nodes are not shared", beside = ", count: 1")]
    pub cores: Option<u32>,
    /// Memory of each node, counted in whole MiB.
    #[parameter(name = "Memory of a node", kind = NODE_MEMORY, absent = "not counted",
        beside = OTHERS)]
    pub memory: Option<f64>,
    /// GPUs of each node.
    #[parameter(name = "GPUs of a node", kind = COUNT_OR_NONE, quiet, beside = OTHERS)]
    pub gpus: u32,
    /// Other resources per node, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, u32>,
    /// Features that jobs may request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Power per node, if not as the `power` of the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<KindPower>,
    /// How many times as fast as a node on which a job runs for its runtime.
    #[parameter(name = "Performance", kind = PERFORMANCE, usual = 1.0, quiet, source = SLOTS,
        beside = ", count: 1")]
    pub performance: f64,
    /// What a second on a node costs.
    #[parameter(name = "Price", kind = PRICE, usual = 1.0, quiet, source = SLOTS,
        beside = ", count: 1")]
    pub price: f64,
    /// How good a node is, in whatever its owner measures it.
    #[parameter(name = "Quality", kind = QUALITY, usual = 1.0, quiet, source = SLOTS,
        beside = ", count: 1")]
    pub quality: f64,
}

/// Fields beside what jobs share of a node.
const OTHERS: &str = ", count: 1, cores: 1";

/// Memory of a node that jobs share.
const NODE_MEMORY: Kind = Kind::number(
    NODE_MEMORIES,
    "{} is not memory of a node in MiB: {least} to {most} is allowed",
)
.of("MiB");

impl NodeKind {
    /// `count` nodes with default values.
    pub const fn with_count(count: u32) -> Self {
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
    pub fn summary(&self) -> String {
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
        if let Some(KindPower { idle, busy, asleep }) = self.power {
            text += &format!(", {idle} W idle, {busy} W busy");
            text += &asleep.map_or(String::new(), |asleep| format!(", {asleep} W asleep"));
        }
        text
    }

    /// Whether it has resources, as jobs need them that share nodes.
    pub(in crate::scenario) fn has_resources(&self) -> bool {
        self.cores.is_some()
            || self.memory.is_some()
            || self.gpus > 0
            || !self.resources.is_empty()
            || !self.features.is_empty()
            || self.power.is_some()
    }
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
