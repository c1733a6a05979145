//! Nodes and partitions of a measured run, in the order of its `slurm.conf`.

use cosched_core::machine::cluster::{Preemption, QosPreemption};

use crate::base::problem::Problem;
use crate::load::slurm::conf::{Conf, whole};
use crate::load::slurm::machine::{is_exclusive, nodes_in_order, preemption};
use crate::load::slurm::text::hosts::Hosts;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasuredNode {
    /// Number of its CPUs.
    pub cpus: u32,
    /// Its memory, in KiB; `None` if memory is not consumed.
    pub memory: Option<u64>,
    /// Nodes of less weight come first.
    pub weight: u32,
}

/// A partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasuredPartition {
    /// Its name.
    pub name: String,
    /// Its nodes, a bit each, 64 to a word.
    pub nodes: Vec<u64>,
    /// Jobs of a higher tier come first.
    pub tier: u32,
    /// Whether its jobs get whole nodes.
    pub whole_nodes: bool,
    /// How its jobs are preempted for those of higher tiers.
    pub preemption: Preemption,
}

/// Nodes and partitions of a measured run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasuredMachine {
    /// Its nodes, by number.
    pub nodes: Vec<MeasuredNode>,
    /// Its partitions; at least one.
    pub partitions: Vec<MeasuredPartition>,
    /// Whether only whole nodes are counted (`select/linear`): each is as one CPU.
    pub counts_nodes: bool,
    /// Index of the partition of jobs that name none.
    pub usual: usize,
    /// Qualities of service that preempt others, or that others preempt, by name; none where partitions do.
    pub qos: Vec<(String, QosPreemption)>,
}

impl MeasuredMachine {
    /// Those of `conf`, whose nodes are `hosts`.
    ///
    /// # Errors
    /// A setting is not allowed, or a partition has an unknown node.
    pub(super) fn of(conf: &Conf, hosts: &Hosts) -> Result<Self, Problem> {
        let counts_nodes = conf.setting("selecttype") == Some("select/linear");
        let nodes: Vec<MeasuredNode> = nodes_in_order(conf)?
            .into_iter()
            .map(|(weight, kind)| MeasuredNode {
                cpus: kind.cores.filter(|_| !counts_nodes).unwrap_or(1),
                memory: kind.memory.map(|mebibytes| 1024 * mebibytes as u64),
                weight,
            })
            .collect();
        let (mut partitions, mut usual) = (Vec::new(), 0);
        for line in conf.all_partitions() {
            let list = line.get("nodes").map_or("ALL", String::as_str);
            let numbers = if list.eq_ignore_ascii_case("all") {
                (0..hosts.count()).collect()
            } else {
                let numbers = hosts.numbers(list);
                numbers
                    .map_err(|what| conf.list_problem(list, format!("the list of hosts {what}")))?
            };
            if line
                .get("default")
                .is_some_and(|is| is.eq_ignore_ascii_case("YES"))
            {
                usual = partitions.len();
            }
            let tier = line.get("prioritytier").or(line.get("priority"));
            let tier = tier.map_or(Ok(1), |tier| whole("PriorityTier", tier, ..=u32::MAX))?;
            partitions.push(MeasuredPartition {
                name: line.get("partitionname").cloned().unwrap_or_default(),
                nodes: node_set(&numbers, hosts.count()),
                tier,
                whole_nodes: is_exclusive(&line),
                preemption: preemption(conf, &line)?,
            });
        }
        if partitions.is_empty() {
            let numbers: Vec<u32> = (0..hosts.count()).collect();
            partitions.push(MeasuredPartition {
                name: String::new(),
                nodes: node_set(&numbers, hosts.count()),
                tier: 1,
                whole_nodes: false,
                preemption: Preemption::NONE,
            });
        }
        Ok(Self {
            nodes,
            partitions,
            counts_nodes,
            usual,
            qos: Vec::new(),
        })
    }

    /// Index of the partition of this name, which may be empty.
    pub(super) fn partition(&self, name: &str) -> Option<usize> {
        if name.is_empty() {
            return Some(self.usual);
        }
        self.partitions.iter().position(|one| one.name == name)
    }

    /// How running jobs of this partition and quality of service are preempted.
    pub fn preemption(&self, partition: usize, qos: Option<usize>) -> Preemption {
        if self.qos.is_empty() {
            return self.partitions[partition].preemption;
        }
        let own = qos.and_then(|qos| self.qos.get(qos));
        own.map_or(Preemption::NONE, |(_, own)| own.preemption)
    }

    /// Whether a job of the first of these partitions and qualities of service preempts one of the second.
    pub fn may_preempt(&self, own: (usize, Option<usize>), other: (usize, Option<usize>)) -> bool {
        if self.qos.is_empty() {
            return self.partitions[other.0].tier < self.partitions[own.0].tier;
        }
        let rules = own.1.and_then(|qos| self.qos.get(qos));
        rules
            .zip(other.1)
            .is_some_and(|((_, rules), other)| rules.preempts >> other & 1 == 1)
    }

    /// Whether a node has one CPU and all nodes are of one partition, so that only the number of
    /// nodes of a job counts.
    pub fn is_of_equal_nodes(&self) -> bool {
        self.partitions.len() == 1 && self.nodes.iter().all(|node| node.cpus == 1)
    }
}

/// Nodes as a set of bits.
pub(crate) fn node_set(nodes: &[u32], count: u32) -> Vec<u64> {
    let mut set = vec![0; count.div_ceil(64) as usize];
    for node in nodes {
        set[*node as usize / 64] |= 1 << (node % 64);
    }
    set
}
