//! The machine of a scenario: nodes, equal or of several kinds, or servers.

pub mod outages;
pub mod power;

use serde::{Deserialize, Serialize};

use super::cluster::{Layout, Limits, NodeKind, Partition, Reservation};
use super::fields;
use super::placement::servers::Servers;
use super::slots as windows;
use outages::Outages;
use power::Power;

/// The machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Machine {
    /// Nodes, each running one job at a time, or shared by cores, memory and GPUs.
    Cluster(Cluster),
    /// Servers that jobs share, slowing one another down.
    Servers(Servers),
}

impl Machine {
    /// `nodes` equal nodes, if it is known how many.
    pub fn cluster(nodes: Option<u32>) -> Self {
        Self::Cluster(Cluster {
            nodes,
            ..Cluster::default()
        })
    }

    /// The nodes and their memory, if it has nodes.
    pub fn nodes(&self) -> Option<&Cluster> {
        match self {
            Self::Cluster(cluster) => Some(cluster),
            Self::Servers(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn nodes_mut(&mut self) -> Option<&mut Cluster> {
        match self {
            Self::Cluster(cluster) => Some(cluster),
            Self::Servers(_) => None,
        }
    }
}

/// Equal nodes, or of several kinds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    /// How many; without it, as many as the kinds have, or what the log's header
    /// says.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::machine"
    )]
    pub nodes: Option<u32>,
    /// Memory of each, in MiB. Only policies that share nodes in time use it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_memory"
    )]
    pub memory: Option<f64>,
    /// MiB a second that a node loads or swaps out; 1 % of its memory if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_transfer_rate"
    )]
    pub transfer_rate: Option<f64>,
    /// What nodes there are, in this order; all are equal if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<NodeKind>,
    /// Sets of nodes to which jobs are submitted, where kinds say what nodes have; one of all
    /// nodes if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partitions: Vec<Partition>,
    /// Nodes that are there for a time only for the jobs that name it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reservations: Vec<Reservation>,
    /// What users, accounts and qualities of service may have there at once.
    #[serde(default, skip_serializing_if = "has_none")]
    pub limits: Box<Limits>,
    /// When nodes are out of service; never, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outages: Option<Outages>,
    /// What its nodes draw; not counted, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Box<Power>>,
}

impl Cluster {
    /// How many nodes it has, if that is said.
    pub fn count(&self) -> Option<u32> {
        let kinds = self.kinds.iter().map(|kind| kind.count);
        let all = || kinds.fold(0, u32::saturating_add);
        let some = (!self.kinds.is_empty()).then(all);
        self.nodes.or(some)
    }

    /// Whether jobs get cores, memory and GPUs of its nodes, in partitions.
    pub fn is_shared(&self) -> bool {
        !self.partitions.is_empty()
            || !self.reservations.is_empty()
            || !self.limits.is_empty()
            || self.kinds.iter().any(NodeKind::says_what_is_there)
    }

    /// Its nodes and partitions by numbers, if it is shared.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn layout(&self) -> Result<Option<Layout>, String> {
        self.check()?;
        match self.is_shared() {
            true => Layout::new(self).map(Some).map_err(|wrong| wrong.sentence),
            false => Ok(None),
        }
    }

    /// Whether its kinds make a machine.
    ///
    /// # Errors
    /// They do not, in one sentence.
    pub fn check(&self) -> Result<(), String> {
        windows::check(&self.kinds, self.nodes)
    }
}

#[expect(clippy::borrowed_box, reason = "serde asks for what the field is")]
fn has_none(limits: &Box<Limits>) -> bool {
    limits.is_empty()
}
