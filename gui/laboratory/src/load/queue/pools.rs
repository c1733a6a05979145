//! Partitions that share nodes: each such group is a machine of its own.

use std::collections::{BTreeMap, HashMap};

use super::QueueRequest;
use super::job::Queued;
use super::node::{Machine, Node};
use crate::base::format::counted;
use crate::base::problem::Problem;
use crate::load::slurm::text::{Availability, Status};
use crate::scenario::{MOST_NODES, Sizing};

/// Parts of the machine that have no node in common.
#[derive(Debug)]
pub(super) struct MachineParts {
    /// Unit of sizes.
    pub(super) size: Sizing,
    /// Parts.
    pub(super) parts: Vec<Part>,
    /// Index of each partition's part; without sinfo, there is only one part.
    part_indices: Option<BTreeMap<String, usize>>,
}

/// Nodes that some partitions share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Partitions.
    pub(super) partitions: Vec<String>,
    /// Nodes that take jobs, or their cores.
    pub(super) nodes: u32,
}

impl MachineParts {
    /// Index of the part in which a job of `partitions` runs.
    ///
    /// # Errors
    /// There is none, or not just one.
    pub(super) fn part_of(&self, partitions: &[String]) -> Result<usize, String> {
        let Some(indices) = &self.part_indices else {
            return Ok(0);
        };
        let mut found = partitions.iter().map(|name| {
            let index = indices.get(name).copied();
            index.ok_or_else(|| format!("its partition {name} has no nodes"))
        });
        let first = found.next().unwrap_or_else(|| match self.parts.len() {
            1 => Ok(0),
            _ => Err("it is not said which partition it is in".to_owned()),
        })?;
        if found.all(|other| other == Ok(first)) {
            Ok(first)
        } else {
            Err("it may run in partitions that have no nodes in common".to_owned())
        }
    }
}

/// Unit of sizes: the requested one; nodes where they are given whole, as who waits asks for fewer
/// cores than he gets there; or cores if all are known, or nodes.
fn sizing(
    request: &QueueRequest,
    machine: Option<&Machine>,
    jobs: &[Queued],
) -> Result<Sizing, Problem> {
    let mut here = jobs.iter().filter(|job| job.status != Status::Over);
    let nodes = machine.map_or(&[][..], |machine| &machine.nodes);
    let cores = here.clone().all(|job| job.cores.is_some())
        && nodes.iter().all(|node| node.cores.is_some());
    let counts = here.all(|job| job.nodes.is_some());
    let whole = !nodes.is_empty() && nodes.iter().all(|node| node.is_given_whole);
    let requested = request.size;
    match (
        requested.or((whole && counts).then_some(Sizing::Nodes)),
        cores,
        counts,
    ) {
        (Some(Sizing::Gpus), ..) => Err(Problem::input(
            "--size: a queue does not say the GPUs of all jobs; cores and nodes are allowed",
        )),
        (Some(Sizing::Cores), true, _) | (None, true, _) => Ok(Sizing::Cores),
        (Some(Sizing::Nodes), _, true) | (None, false, true) => Ok(Sizing::Nodes),
        _ => Err(Problem::input(format!(
            "the size of some jobs or nodes is not said: squeue has NODES and CPUS, sinfo CPUS; ask with `squeue {}` and `sinfo {}`",
            super::FORMAT,
            super::NODES_FORMAT
        ))),
    }
}

/// Least number of running jobs that say something of how nodes are given.
const LEAST_RUNNING: usize = 3;

/// Remark on waiting jobs whose sizes may be too small: where whoever runs has the nodes whole, that
/// may be the rule, or chance.
pub(super) fn whole_nodes_remark(
    size: Sizing,
    machine: Option<&Machine>,
    jobs: &[Queued],
) -> Option<String> {
    let nodes = &machine.filter(|_| size == Sizing::Cores)?.nodes;
    // A text may claim any number of each, so that their sum needs more room.
    let cores: HashMap<&str, u64> = nodes
        .iter()
        .filter_map(|node| Some((node.name.as_str(), u64::from(node.cores?))))
        .collect();
    let least = cores.values().copied().min().filter(|least| *least > 1)?;
    let with = |status: Status| jobs.iter().filter(move |job| job.status == status);
    let has_whole = |job: &Queued| {
        let there = job.hosts.iter().map(|name| cores.get(name.as_str()));
        let there: Option<u64> = there.sum();
        !job.hosts.is_empty() && there == job.cores.map(u64::from)
    };
    let running = with(Status::Running).count();
    if running < LEAST_RUNNING || !with(Status::Running).all(has_whole) {
        return None;
    }
    let asks_for_less = |job: &&Queued| {
        let whole = job
            .nodes
            .map(|nodes| u64::from(nodes).saturating_mul(least));
        job.cores.map(u64::from) < whole
    };
    let smaller = with(Status::Waiting).filter(asks_for_less).count();
    (smaller > 0).then(|| {
        format!(
            "all {} have whole nodes, and of those that wait {smaller} ask for fewer cores: where jobs do not share nodes, say --size nodes",
            counted(running, "running job"),
        )
    })
}

/// Parts of the machine.
///
/// # Errors
/// The size of the machine is not known.
pub(super) fn pools(
    machine: Option<&Machine>,
    options: &QueueRequest,
    jobs: &[Queued],
) -> Result<MachineParts, Problem> {
    let size = sizing(options, machine, jobs)?;
    let Some(machine) = machine else {
        let nodes = options.nodes.ok_or_else(|| {
            Problem::input(format!(
                "how large the machine is is not said: add --sinfo FILE with what `sinfo {}` prints, or --nodes N",
                super::NODES_FORMAT
            ))
        })?;
        return Ok(MachineParts {
            size,
            parts: vec![Part {
                partitions: vec!["all partitions".to_owned()],
                nodes,
            }],
            part_indices: None,
        });
    };
    if options.nodes.is_some() {
        return Err(Problem::input(
            "--nodes: sinfo says how many there are; leave out one of the two",
        ));
    }
    let (mut all, indices) = (Vec::new(), part_indices(machine));
    for (name, &index) in &indices {
        if all.len() <= index {
            all.resize(
                index + 1,
                Part {
                    partitions: Vec::new(),
                    nodes: 0,
                },
            );
        }
        all[index].partitions.push(name.clone());
    }
    let up = |node: &&Node| node.availability == Availability::Up;
    for node in machine.nodes.iter().filter(up) {
        let units = match size {
            Sizing::Cores => node.cores.unwrap_or(0),
            _ => 1,
        };
        if let Some(&index) = node.partitions.first().and_then(|name| indices.get(name)) {
            all[index].nodes = all[index].nodes.saturating_add(units);
        }
    }
    match all.iter().find(|part| part.nodes > MOST_NODES) {
        None => Ok(MachineParts {
            size,
            parts: all,
            part_indices: Some(indices),
        }),
        Some(part) => Err(Problem::input(format!(
            "{} {} in {}; up to {MOST_NODES} are allowed",
            part.nodes,
            size.noun(),
            part.partitions.join(", ")
        ))),
    }
}

/// Index of each partition's part, from 0: the same for partitions that share a node, directly or
/// through others.
fn part_indices(machine: &Machine) -> BTreeMap<String, usize> {
    let mut of: BTreeMap<&str, usize> = BTreeMap::new();
    for node in &machine.nodes {
        let found = node
            .partitions
            .iter()
            .filter_map(|name| of.get(name.as_str()));
        let old: Vec<usize> = found.copied().collect();
        let new = old.iter().min().copied().unwrap_or(of.len());
        for index in of.values_mut().filter(|index| old.contains(index)) {
            *index = new;
        }
        of.extend(node.partitions.iter().map(|name| (name.as_str(), new)));
    }
    let mut numbers: Vec<usize> = of.values().copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let number = |index: usize| numbers.partition_point(|one| *one < index);
    of.into_iter()
        .map(|(name, index)| (name.to_owned(), number(index)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_that_share_a_node_are_one_part() {
        let node = |name: &str, partitions: &[&str]| Node {
            name: name.to_owned(),
            partitions: partitions.iter().map(|&one| one.to_owned()).collect(),
            cores: Some(4),
            limit: None,
            availability: Availability::Up,
            is_given_whole: false,
        };
        let machine = Machine {
            nodes: vec![
                node("a", &["short"]),
                node("b", &["long"]),
                node("g", &["gpu"]),
                node("c", &["long", "short"]),
            ],
            limits: BTreeMap::new(),
        };
        let found = part_indices(&machine);
        assert_eq!(found["short"], found["long"]);
        assert_ne!(found["short"], found["gpu"]);
        assert_eq!(found.values().max(), Some(&1));
    }
}
