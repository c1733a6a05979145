//! Kinds of nodes and partitions, as far as the names of the nodes on which jobs ran show them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

use super::evidence::{Evidence, RanJob, Room};
use crate::base::format::counted;
use crate::load::slurm::text::hosts;
use crate::scenario::cluster::{NodeKind, Partition, check_name};

/// Kinds of nodes and partitions by the names of nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedMachine {
    /// Kinds, each called after its first node.
    pub kinds: Vec<NodeKind>,
    /// Partitions, each of the kinds on which its jobs ran.
    pub partitions: Vec<Partition>,
    /// Indices of the partitions' names.
    indices: Vec<u32>,
    /// Names of the nodes, kind by kind.
    names: Vec<String>,
}

/// Nodes of each job, by their indices on a machine.
#[derive(Debug)]
pub(super) struct NodesOfJobs {
    /// The list of each job.
    jobs: Vec<Option<u32>>,
    lists: HashMap<u32, Vec<u32>>,
}

/// A node, as it was used.
#[derive(Clone, Default, Debug)]
struct NodeUse {
    cores: Level,
    gpus: Level,
    partitions: BTreeSet<u32>,
}

/// Cores, those with most first, GPUs and partitions of the nodes of a kind.
type KindKey = (Reverse<u32>, u32, BTreeSet<u32>);

/// Amount in use now, and the most that ever was.
#[derive(Clone, Copy, Default, Debug)]
struct Level {
    now: u32,
    most: u32,
}

impl Level {
    fn add(&mut self, more: u32) {
        self.now = self.now.saturating_add(more);
        self.most = self.most.max(self.now);
    }

    fn take(&mut self, less: u32) {
        self.now = self.now.saturating_sub(less);
    }
}

/// How often each of the most hosts of a cluster may be named in different lists.
const TIMES: u32 = 64;

/// The machine that the names of nodes in `evidence` show; `None` if jobs have no such names, or some
/// that cannot be read.
///
/// A node has as many cores as jobs had there at once, each an equal share on each of its nodes; and
/// as many as any other node with a name that differs in the last digits alone, as such nodes were
/// bought together. Nodes with the same cores, GPUs and partitions are of one kind.
pub(super) fn machine(evidence: &Evidence<'_>) -> Option<ProposedMachine> {
    let lists = node_lists(evidence)?;
    let mut nodes = used_nodes(evidence, &lists);
    if nodes.is_empty() {
        return None;
    }
    equalise(&mut nodes, |node| &mut node.cores);
    equalise(&mut nodes, |node| &mut node.gpus);
    let mut kinds: BTreeMap<KindKey, Vec<String>> = BTreeMap::new();
    for (name, node) in nodes {
        let key = (
            Reverse(node.cores.most.max(1)),
            node.gpus.most,
            node.partitions,
        );
        kinds.entry(key).or_default().push(name);
    }
    if kinds.values().any(|names| check_name(&names[0]).is_err()) {
        return None;
    }
    let names = evidence.accounts.names.partitions.names();
    let all: BTreeSet<u32> = kinds.keys().flat_map(|key| key.2.iter().copied()).collect();
    let indices: Vec<u32> = all
        .into_iter()
        .filter(|&index| check_name(&names[index as usize]).is_ok())
        .collect();
    let partitions = indices.iter().map(|&index| {
        let own = kinds.iter().filter(|(key, _)| key.2.contains(&index));
        Partition {
            nodes: own.map(|(_, names)| names[0].clone()).collect(),
            ..Partition::of(&*names[index as usize])
        }
    });
    let mut partitions: Vec<Partition> = partitions.collect();
    if let [only] = &mut *partitions {
        only.default = true;
    }
    let list = kinds
        .iter()
        .map(|((Reverse(cores), gpus, _), names)| NodeKind {
            name: names.first().cloned(),
            cores: Some(*cores),
            gpus: *gpus,
            ..NodeKind::with_count(names.len() as u32)
        });
    Some(ProposedMachine {
        kinds: list.collect(),
        partitions,
        indices,
        names: kinds.into_values().flatten().collect(),
    })
}

impl NodesOfJobs {
    /// The nodes of the jobs of `evidence` on the `machine` that it shows.
    pub(super) fn new(evidence: &Evidence<'_>, machine: &ProposedMachine) -> Option<Self> {
        let numbers: HashMap<&str, u32> =
            machine.names.iter().map(String::as_str).zip(0..).collect();
        let lists = node_lists(evidence)?.into_iter().map(|(list, names)| {
            let nodes = names.iter().filter_map(|name| numbers.get(&**name));
            (list, nodes.copied().collect())
        });
        Some(Self {
            jobs: evidence.jobs.iter().map(|job| job.hosts).collect(),
            lists: lists.collect(),
        })
    }

    /// Nodes of the job with that index in the evidence; none if they are not known.
    pub(super) fn of(&self, job: usize) -> &[u32] {
        let list = self.jobs.get(job).copied().flatten();
        list.and_then(|list| self.lists.get(&list))
            .map_or(&[], Vec::as_slice)
    }
}

/// Names of the nodes of each list, by index.
fn node_lists<'a>(evidence: &Evidence<'a>) -> Option<HashMap<u32, Vec<String>>> {
    let texts = evidence.accounts.names.hosts.names();
    let mut room = hosts::Room::of(TIMES);
    let mut lists = HashMap::new();
    for index in evidence.jobs.iter().filter_map(|job| job.hosts) {
        if let std::collections::hash_map::Entry::Vacant(free) = lists.entry(index) {
            free.insert(room.expand(&texts[index as usize]).ok()?);
        }
    }
    Some(lists)
}

/// The nodes on which jobs ran, by name.
fn used_nodes(
    evidence: &Evidence<'_>,
    lists: &HashMap<u32, Vec<String>>,
) -> BTreeMap<String, NodeUse> {
    let mut order: Vec<&RanJob> = evidence.jobs.iter().collect();
    order.sort_by_key(|job| job.start);
    let mut nodes: BTreeMap<String, NodeUse> = BTreeMap::new();
    let mut ends: BinaryHeap<(Reverse<i64>, usize)> = BinaryHeap::new();
    for (index, job) in order.iter().enumerate() {
        while let Some(&(Reverse(end), ended)) = ends.peek()
            && end <= job.start
        {
            ends.pop();
            let (names, cores, gpus) = shares(order[ended], lists);
            for name in names {
                if let Some(node) = nodes.get_mut(name) {
                    node.cores.take(cores);
                    node.gpus.take(gpus);
                }
            }
        }
        let (names, cores, gpus) = shares(job, lists);
        for name in names {
            let node = nodes.entry(name.clone()).or_default();
            node.cores.add(cores);
            node.gpus.add(gpus);
            node.partitions.extend(job.partition);
        }
        // Clocks show whole seconds: one that starts within the second follows.
        ends.push((Reverse((job.end - 1000).max(job.start + 1)), index));
    }
    nodes
}

/// Nodes of a job, and its cores and GPUs on each of them.
fn shares<'l>(job: &RanJob, lists: &'l HashMap<u32, Vec<String>>) -> (&'l [String], u32, u32) {
    let names = job.hosts.and_then(|index| lists.get(&index));
    let names = names.map_or(&[][..], Vec::as_slice);
    let each = |all: u32| all.div_ceil(u32::try_from(names.len().max(1)).unwrap_or(u32::MAX));
    (names, each(job.size), each(job.gpus))
}

/// Sets the most of each node to that of all with its name but for the last digits.
fn equalise(nodes: &mut BTreeMap<String, NodeUse>, level: fn(&mut NodeUse) -> &mut Level) {
    let stem = |name: &str| {
        name.trim_end_matches(|letter: char| letter.is_ascii_digit())
            .to_owned()
    };
    let mut most: HashMap<String, u32> = HashMap::new();
    for (name, node) in nodes.iter_mut() {
        let known = most.entry(stem(name)).or_default();
        *known = level(node).most.max(*known);
    }
    for (name, node) in nodes.iter_mut() {
        level(node).most = most[&stem(name)];
    }
}

impl ProposedMachine {
    /// Kinds of the nodes of a partition.
    fn kinds_of<'p>(
        &'p self,
        partition: &'p Partition,
    ) -> impl Iterator<Item = &'p NodeKind> + Clone {
        self.kinds.iter().filter(|kind| {
            let name = kind.name.as_ref();
            name.is_some_and(|name| partition.nodes.contains(name))
        })
    }

    /// These nodes as a scenario names them, kind by kind.
    pub(super) fn in_scenario(&self, nodes: &BTreeSet<u32>) -> Vec<String> {
        let mut first = 0;
        let each = self.kinds.iter().filter_map(|kind| {
            let own = first..first + kind.count;
            first = own.end;
            let name = kind.name.as_deref()?;
            let chosen = nodes.range(own.clone());
            let chosen: Vec<String> = chosen.map(|node| (node - own.start).to_string()).collect();
            match chosen.len() {
                0 => None,
                all if all == own.len() => Some(name.to_owned()),
                _ => Some(format!("{name}[{}]", chosen.join(","))),
            }
        });
        each.collect()
    }

    /// Name of a node.
    pub(super) fn name(&self, node: u32) -> &str {
        self.names.get(node as usize).map_or("", String::as_str)
    }

    /// Whether jobs of a partition may run on nodes of the kind with that index; those of a partition
    /// that is not known may.
    pub(super) fn is_kind_of(&self, kind: usize, partition: Option<u32>) -> bool {
        let index = self.indices.iter().position(|one| Some(*one) == partition);
        index.is_none_or(|index| {
            let name = self.kinds.get(kind).and_then(|kind| kind.name.as_ref());
            name.is_some_and(|name| self.partitions[index].nodes.contains(name))
        })
    }

    /// Cores of all nodes, and of each partition by the index of its name.
    pub(super) fn room(&self) -> Room {
        let cores = |kind: &NodeKind| u64::from(kind.count) * u64::from(kind.cores.unwrap_or(1));
        let length = self
            .indices
            .iter()
            .max()
            .map_or(0, |most| *most as usize + 1);
        let mut partitions = vec![None; length];
        for (index, partition) in self.indices.iter().zip(&self.partitions) {
            let own = self.kinds_of(partition);
            partitions[*index as usize] = Some(own.map(cores).sum());
        }
        Room {
            all: self.kinds.iter().map(cores).sum(),
            partitions,
        }
    }

    pub(super) fn in_words(&self) -> String {
        let nodes: u32 = self.kinds.iter().map(|kind| kind.count).sum();
        format!(
            "machine of {} in {}, {}",
            counted(nodes as usize, "node"),
            counted(self.kinds.len(), "kind"),
            counted(self.partitions.len(), "partition")
        )
    }

    pub(super) fn evidence(&self) -> String {
        let partitions: Vec<String> = self
            .partitions
            .iter()
            .map(|partition| {
                let own = self.kinds_of(partition);
                let nodes: u32 = own.clone().map(|kind| kind.count).sum();
                let cores: Vec<u32> = own.filter_map(|kind| kind.cores).collect();
                let (least, most) = (cores.iter().min(), cores.iter().max());
                let cores = match (least, most) {
                    (Some(least), Some(most)) if least < most => format!("{least} to {most} cores"),
                    (_, most) => counted(*most.unwrap_or(&0) as usize, "core"),
                };
                format!(
                    "{} {} of {cores}",
                    partition.name,
                    counted(nodes as usize, "node")
                )
            })
            .collect();
        format!(
            "the nodes that jobs had, by their names: {}; nodes on which none ran, and cores that none had, are not known",
            partitions.join(", ")
        )
    }
}
