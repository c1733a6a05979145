//! Machine of a scenario: nodes, equal or of several kinds, or servers.

pub mod outages;
pub mod power;

use std::collections::BTreeMap;

use cosched_parameters::parameters;
use serde::{Deserialize, Serialize};

use super::cluster::{
    Block, Layout, Limits, NodeChoice, NodeKind, Partition, Qos, Reservation, Sleep, Switch,
};
use super::fields::{MEMORIES, MOST_NODES};
use super::placement::servers::Servers;
use super::reference::Kind;
use super::reference::kind::{MEMORY, up_to};
use super::reference::sources::{FGD, SCOJO};
use super::slots as windows;
use outages::Outages;
use power::Power;

/// Machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Machine {
    /// Nodes, each running one job at a time, or shared by cores, memory and GPUs.
    Cluster(Cluster),
    /// Servers that jobs share, slowing one another down.
    Servers(Servers),
}

impl Machine {
    /// A machine of `nodes` equal nodes, if the number is known.
    pub fn cluster(nodes: Option<u32>) -> Self {
        Self::Cluster(Cluster {
            nodes,
            ..Cluster::default()
        })
    }

    /// Nodes and their memory, if it has nodes.
    pub fn nodes(&self) -> Option<&Cluster> {
        match self {
            Self::Cluster(cluster) => Some(cluster),
            Self::Servers(_) => None,
        }
    }

    /// Nodes, to be changed.
    pub fn nodes_mut(&mut self) -> Option<&mut Cluster> {
        match self {
            Self::Cluster(cluster) => Some(cluster),
            Self::Servers(_) => None,
        }
    }
}

/// Nodes, equal or of several kinds.
#[parameters(within = Machine, path = "Cluster({})")]
#[derive(Clone, PartialEq, Debug)]
pub struct Cluster {
    /// Equal nodes, each held by one job at a time.
    #[parameter(name = "Nodes", kind = up_to(MOST_NODES), step = (1.0, 0),
        absent = "as many as the kinds have, or as in the log")]
    pub nodes: Option<u32>,
    /// Memory of each node; policies that let jobs share nodes in time use it: Scojo-PECT, gang
    /// scheduling and flexible coscheduling.
    #[parameter(name = "Memory", kind = MEMORY, step = (5.0, 3),
        absent = "as in the log, or not simulated")]
    pub memory: Option<f64>,
    /// How fast a node loads a job's memory, or swaps it out; only Scojo-PECT swaps.
    #[parameter(name = "Transfer", kind = TRANSFER, step = (0.1, 3),
        absent = "1 % of the memory a second", source = SCOJO)]
    pub transfer_rate: Option<f64>,
    /// Kinds of nodes, in the order of the nodes; all nodes are equal if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<NodeKind>,
    /// Sets of nodes to which jobs are submitted, where kinds have resources; one of all nodes if
    /// absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partitions: Vec<Partition>,
    /// Nodes that for a time are only available to the jobs that name the reservation.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub reservations: Box<[Reservation]>,
    /// Which nodes a job gets first where nodes are shared; other policies than FCFS and EASY refuse what is not usual.
    #[parameter(name = "Choice of nodes", usual = NodeChoice::FewestCores, quiet, source = FGD,
        beside = ", kinds: [(count: 1, cores: 1)]")]
    pub node_choice: NodeChoice,
    /// Switches that connect the nodes, by which Slurm chooses them; none if absent.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub switches: Box<[Switch]>,
    /// Blocks of nodes, by which Slurm chooses them; none if absent.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub blocks: Box<[Block]>,
    /// Sizes of blocks in nodes: first that of a base block, then that times powers of two, of which a job is kept to
    /// the smallest that holds it, else to all blocks; if absent, the nodes of the first block, and 2, 4, 8 and 16 times
    /// as many.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub block_sizes: Box<[u32]>,
    /// Nodes that sleep while nobody uses them, under Slurm; none if absent.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sleep: Box<[Sleep]>,
    /// How many licences there are of each name, of which the running jobs that ask for them hold some.
    #[serde(skip_serializing_if = "are_none")]
    pub licences: Box<BTreeMap<String, u32>>,
    /// Qualities of service that preempt others or are preempted; none if absent.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub qos: Box<[Qos]>,
    /// Limits on what users, accounts and qualities of service have at once.
    #[serde(skip_serializing_if = "has_none")]
    pub limits: Box<Limits>,
    /// Outages of nodes; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outages: Option<Box<Outages>>,
    /// Power of nodes; not counted if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Box<Power>>,
}

/// Whether there are no licences.
#[expect(clippy::borrowed_box, reason = "serde asks for what the field is")]
fn are_none(licences: &Box<BTreeMap<String, u32>>) -> bool {
    licences.is_empty()
}

/// Memory that a node loads or swaps out in a second.
const TRANSFER: Kind = Kind::number(
    MEMORIES,
    "{} is not a transfer rate: {least} to {most} MiB a second are allowed",
)
.of("MiB/s");

impl Cluster {
    /// Number of nodes, if given.
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
            || !self.switches.is_empty()
            || !self.blocks.is_empty()
            || !self.block_sizes.is_empty()
            || !self.sleep.is_empty()
            || !self.limits.is_empty()
            || !self.qos.is_empty()
            || !self.licences.is_empty()
            || self.node_choice != NodeChoice::FewestCores
            || self.kinds.iter().any(NodeKind::has_resources)
    }

    /// Nodes and partitions by numbers, if it is shared.
    ///
    /// # Errors
    /// The description is contradictory; a sentence says how.
    pub fn layout(&self) -> Result<Option<Layout>, String> {
        self.check()?;
        if self.is_shared() {
            Layout::new(self).map(Some).map_err(|wrong| wrong.sentence)
        } else {
            Ok(None)
        }
    }

    /// Checks that its kinds make a machine.
    ///
    /// # Errors
    /// They do not; a sentence says why.
    pub fn check(&self) -> Result<(), String> {
        windows::check(&self.kinds, self.nodes)
    }
}

#[expect(clippy::borrowed_box, reason = "serde asks for what the field is")]
fn has_none(limits: &Box<Limits>) -> bool {
    limits.is_empty()
}
