//! Layout of a cluster for the core, with numbers for names, and the names they stand for.

use cosched_core::machine::cluster::{self as core, Amounts, RESOURCES};
use cosched_core::{Duration, Time};

use super::node_set::{mark_nodes, set_bits};
use super::sleep::{self, LayoutSleep};
use super::topology::blocks::{self, LayoutBlocks};
use super::topology::switches::{self, LayoutSwitch};
use super::{LayoutError, NodeChoice, NodeKind, Partition, Qos, Reservation, qos};
use crate::scenario::fields::MOST_NODES;
use crate::scenario::machine::Cluster;
use crate::scenario::nanoseconds;

/// Number of resources without a field of their own.
const OTHERS: usize = RESOURCES - 3;

/// Cluster with numbers for names.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// Kinds of nodes.
    pub kinds: Vec<LayoutKind>,
    /// Which of them a job gets first.
    pub node_choice: NodeChoice,
    /// Partitions.
    pub partitions: Vec<LayoutPartition>,
    /// Advance reservations.
    pub reservations: Vec<LayoutReservation>,
    /// Switches that connect the nodes, each behind its parent.
    pub switches: Vec<LayoutSwitch>,
    /// Blocks of nodes.
    pub blocks: LayoutBlocks,
    /// Nodes that sleep while nobody uses them.
    pub sleep: Vec<LayoutSleep>,
    /// How many licences there are of each name.
    pub licences: Vec<(String, u32)>,
    /// Qualities of service that preempt others or are preempted.
    pub qos: Vec<Qos>,
    /// Index of the default partition.
    pub default_partition: Option<u32>,
    /// Features, by their bit.
    pub features: Vec<String>,
    /// Resources besides cores, memory and GPUs, in the order of the amounts.
    pub resources: Vec<String>,
}

/// Kind of nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutKind {
    /// Name, if any.
    pub name: Option<String>,
    /// Number of nodes and their resources; memory in MiB.
    pub node: core::NodeKind,
}

/// Partition.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutPartition {
    /// Name.
    pub name: String,
    /// Nodes, a bit each.
    pub nodes: Vec<u64>,
    /// Number of its nodes of each kind.
    pub counts: Vec<u32>,
    /// Longest estimate of a job in it.
    pub longest_estimate: Duration,
    /// Largest number of nodes of a job.
    pub most_nodes: u32,
    /// Jobs of a higher tier are considered first.
    pub tier: u32,
    /// Whether its jobs start.
    pub is_up: bool,
    /// Whether they get nodes whole.
    pub whole_nodes: bool,
    /// How they are preempted for those of higher tiers.
    pub preemption: core::Preemption,
    /// Index of the amount that counts the cores of its jobs on a node, if they are bounded.
    pub bounded_cores: Option<usize>,
}

/// Advance reservation.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutReservation {
    /// Name.
    pub name: String,
    /// Nodes, a bit each.
    pub nodes: Vec<u64>,
    /// Beginning.
    pub from: Time,
    /// End.
    pub until: Time,
}

impl LayoutReservation {
    /// Converts it for the core.
    pub fn as_core(&self) -> core::AdvanceReservation<'_> {
        core::AdvanceReservation {
            nodes: &self.nodes,
            from: self.from,
            until: self.until,
        }
    }
}

impl LayoutPartition {
    /// Converts it for the core.
    pub fn as_core(&self) -> core::Partition<'_> {
        core::Partition {
            nodes: &self.nodes,
            max_time: self.longest_estimate,
            max_nodes: self.most_nodes,
            tier: self.tier,
            is_up: self.is_up,
            whole_nodes: self.whole_nodes,
            preemption: self.preemption,
        }
    }
}

impl Layout {
    /// Layout of `cluster`.
    ///
    /// # Errors
    /// The description of the cluster is contradictory.
    pub fn new(cluster: &Cluster) -> Result<Self, LayoutError> {
        check_kinds(cluster)?;
        cluster.limits.check_parents()?;
        qos::check(&cluster.qos, &cluster.partitions)?;
        let mut layout = Self {
            qos: cluster.qos.to_vec(),
            node_choice: cluster.node_choice,
            ..Self::default()
        };
        layout.set_licences(&cluster.licences)?;
        for kind in &cluster.kinds {
            let node = layout.node(kind)?;
            let name = kind.name.clone();
            layout.kinds.push(LayoutKind { name, node });
        }
        for (index, partition) in cluster.partitions.iter().enumerate() {
            let found = layout.partition(partition, &cluster.partitions[..index]);
            let found = found.and_then(|found| {
                let bounded_cores = layout.add_core_bound(partition)?;
                Ok(LayoutPartition {
                    bounded_cores,
                    ..found
                })
            });
            layout
                .partitions
                .push(found.map_err(LayoutError::at("partitions", index))?);
        }
        for (index, reservation) in cluster.reservations.iter().enumerate() {
            let found = layout.reservation(reservation);
            let wrong = LayoutError::at("reservations", index);
            layout.reservations.push(found.map_err(wrong)?);
        }
        let (switches, nodes) = (&cluster.switches, layout.nodes());
        layout.switches = switches::in_order(switches, nodes, |names| layout.node_bits(names))?;
        let (blocks, words) = (
            (&*cluster.blocks, &*cluster.block_sizes),
            nodes.div_ceil(64),
        );
        layout.blocks = blocks::layout(blocks, words as usize, |names| layout.node_bits(names))?;
        layout.sleep = sleep::layout(&cluster.sleep, |names| layout.node_bits(names))?;
        if !layout.switches.is_empty() && !layout.blocks.base.is_empty() {
            return LayoutError::of(
                "nodes are chosen by `switches` or by `blocks`, and there are both; one of the two is allowed",
            );
        }
        let mut usual = cluster.partitions.iter().enumerate();
        layout.default_partition = match &*cluster.partitions {
            [] => {
                let all = layout.partition(&Partition::of("all"), &[]);
                layout
                    .partitions
                    .push(all.map_err(LayoutError::at("partitions", 0))?);
                Some(0)
            }
            [_] => Some(0),
            _ => usual
                .find(|(_, partition)| partition.default)
                .map(|(index, _)| index as u32),
        };
        Ok(layout)
    }

    fn node(&mut self, kind: &NodeKind) -> Result<core::NodeKind, LayoutError> {
        // `check_kinds` has made sure that there are cores.
        let mut room = Amounts::new(kind.cores.unwrap_or(1), u32::MAX, kind.gpus);
        if let Some(memory) = kind.memory {
            room.0[1] = memory as u32;
        }
        for (name, amount) in &kind.resources {
            let index = index_of(name, &mut self.resources);
            if index >= OTHERS {
                return LayoutError::of(format!(
                    "`{name}` is one more resource than can be counted; {OTHERS} are allowed besides cores, memory and GPUs: {}",
                    self.resources[..OTHERS].join(", ")
                ));
            }
            room.0[3 + index] = *amount;
        }
        let mut features = 0;
        for name in &kind.features {
            let index = index_of(name, &mut self.features);
            if index >= 64 {
                return LayoutError::of(format!(
                    "`{name}` is the feature number {}; 64 are allowed",
                    index + 1
                ));
            }
            features |= 1 << index;
        }
        let count = kind.count;
        Ok(core::NodeKind {
            count,
            room,
            features,
        })
    }

    fn partition(
        &self,
        described: &Partition,
        before: &[Partition],
    ) -> Result<LayoutPartition, String> {
        let name = &described.name;
        if before.iter().any(|other| other.name == *name) {
            return Err(format!(
                "two partitions are called `{name}`; each needs a name of its own"
            ));
        }
        if let Some(other) = before
            .iter()
            .find(|other| described.default && other.default)
        {
            return Err(format!(
                "jobs that name no partition can go to one only, and `{}` is `default: true` as well as `{name}`",
                other.name
            ));
        }
        let nodes = self.node_bits(&described.nodes);
        let nodes = nodes.map_err(|wrong| format!("partition `{name}`: {wrong}"))?;
        let mut first = 0;
        let counts = self.kinds.iter().map(|kind| {
            let own = first;
            first += kind.node.count;
            let has = |node: &u32| nodes[*node as usize / 64] >> (node % 64) & 1 == 1;
            (own..first).filter(has).count() as u32
        });
        let counts = counts.collect();
        let most_time = described
            .most_time
            .map_or(Duration::MAX, |seconds| Duration(nanoseconds(seconds)));
        Ok(LayoutPartition {
            name: name.clone(),
            nodes,
            counts,
            longest_estimate: most_time,
            most_nodes: described.most_nodes.unwrap_or(u32::MAX),
            tier: described.tier,
            is_up: described.up,
            whole_nodes: described.whole_nodes,
            preemption: described.preemption(),
            bounded_cores: None,
        })
    }

    /// Nodes with these names, a bit each; all if there is no name.
    fn node_bits(&self, names: &[String]) -> Result<Vec<u64>, String> {
        let mut nodes = vec![0; self.nodes().div_ceil(64) as usize];
        let kinds = self.kinds.iter();
        let named: Vec<_> = kinds
            .map(|kind| (kind.name.as_deref(), kind.node.count))
            .collect();
        for text in names {
            mark_nodes(text, &named, &mut nodes)?;
        }
        if names.is_empty() {
            set_bits(&mut nodes, 0, self.nodes());
        }
        Ok(nodes)
    }

    fn reservation(&self, described: &Reservation) -> Result<LayoutReservation, String> {
        let name = &described.name;
        if self.reservations.iter().any(|other| other.name == *name) {
            return Err(format!(
                "two reservations are called `{name}`; each needs a name of its own"
            ));
        }
        let nodes = self.node_bits(&described.nodes);
        let nodes = nodes.map_err(|wrong| format!("reservation `{name}`: {wrong}"))?;
        let (from, until) = (
            Time(nanoseconds(described.from)),
            Time(nanoseconds(described.until)),
        );
        let found = LayoutReservation {
            name: name.clone(),
            nodes,
            from,
            until,
        };
        let mut before = self.reservations.iter();
        match before.find(|one| one.as_core().overlaps(&found.as_core())) {
            Some(other) => Err(format!(
                "reservations `{}` and `{name}` have a node at the same time",
                other.name
            )),
            None => Ok(found),
        }
    }

    /// Names of the partitions, joined.
    pub(super) fn partition_names(&self) -> String {
        let names: Vec<_> = self.partitions.iter().map(|one| &*one.name).collect();
        names.join(", ")
    }
}

/// Index of `name`, which is added if it is new.
fn index_of(name: &str, names: &mut Vec<String>) -> usize {
    if let Some(index) = names.iter().position(|known| known == name) {
        return index;
    }
    names.push(name.to_owned());
    names.len() - 1
}

/// Checks that the kinds are suitable for a cluster whose nodes jobs share.
fn check_kinds(cluster: &Cluster) -> Result<(), LayoutError> {
    if cluster.kinds.is_empty() {
        return LayoutError::of(
            "`partitions`, `reservations`, `limits` and `node_choice` are of nodes whose cores are known: `kinds: [(count: …, cores: …)]` is needed",
        );
    }
    for (index, kind) in cluster.kinds.iter().enumerate() {
        let name = kind.name.as_deref().map_or_else(
            || format!("the kind in place {}", index + 1),
            |name| format!("the kind `{name}`"),
        );
        if kind.cores.is_none() {
            return LayoutError::of(format!(
                "{name} does not say how many cores a node has, as `cores: 64` would"
            ));
        }
        let before = &cluster.kinds[..index];
        if kind.name.is_some() && before.iter().any(|other| other.name == kind.name) {
            return LayoutError::of(format!(
                "two kinds of nodes are called `{}`; each needs a name of its own",
                kind.name.as_deref().unwrap_or_default()
            ));
        }
        if [kind.performance, kind.price, kind.quality] != [1.0; 3] {
            return LayoutError::of(format!(
                "{name} has a performance, a price or a quality, which only Slots makes use of, and cores, which it does not: one of the two is allowed"
            ));
        }
    }
    if cluster.memory.is_some() || cluster.transfer_rate.is_some() {
        return LayoutError::of(
            "`memory` and `transfer_rate` are of nodes that jobs share in time; where nodes have cores, each kind has its `memory`",
        );
    }
    let cores = cluster.kinds.iter();
    let cores: u64 = cores
        .map(|kind| u64::from(kind.count) * u64::from(kind.cores.unwrap_or(1)))
        .sum();
    if cores <= u64::from(MOST_NODES) {
        Ok(())
    } else {
        LayoutError::of(format!(
            "the nodes have {cores} cores together; {MOST_NODES} are allowed"
        ))
    }
}
