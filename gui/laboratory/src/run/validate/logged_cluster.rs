//! A measured machine and its jobs as a cluster of the simulation.

use std::collections::HashMap;

use cosched_core::JobId;
use cosched_core::machine::cluster::{
    Amounts, Awaited, ClusterRequest, ClusterSetup, Dependency, LimitTables, Limits, NodeKind,
    Partition, Preemption, QosPreemption,
};

use crate::load::slurm::measured::{Job, MeasuredMachine, MeasuredNode, NodesRequested, node_set};
use crate::load::slurm::settings::Settings;
use crate::record::cluster::DependencyLists;

/// Cluster of a log: its nodes are in the order of their weights.
#[derive(Clone, Debug)]
pub(super) struct LoggedCluster {
    kinds: Vec<NodeKind>,
    // Nodes, tier, whether jobs get whole nodes, and how they are preempted.
    partitions: Vec<(Vec<u64>, u32, bool, Preemption)>,
    qos_preemption: Vec<QosPreemption>,
    requests: Vec<ClusterRequest>,
    // How many tasks of each array may run at once.
    limits: Vec<Limits>,
    dependencies: DependencyLists,
    // Index in the cluster of each node of the log.
    indices: Vec<u32>,
}

/// Fewest nodes that `job` may get.
pub(super) fn least_nodes(job: &Job, machine: &MeasuredMachine) -> u32 {
    let largest = machine.nodes.iter().map(|node| node.cpus).max();
    match job.nodes {
        NodesRequested::Exactly(count) => count,
        NodesRequested::AnyNumber => job.request().cpus.div_ceil(largest.unwrap_or(1)),
    }
}

impl LoggedCluster {
    /// That of `machine` and its `jobs`, of which some may outrun their limits; `None` if only the
    /// number of nodes of a job counts.
    pub(super) fn of(
        machine: &MeasuredMachine,
        settings: &Settings,
        (jobs, outrun): (&[&Job], bool),
    ) -> Option<Self> {
        let is_held =
            |job: &&Job| job.at_once.is_some() || job.is_singleton || !job.depends_on.is_empty();
        if machine.is_of_equal_nodes()
            && machine.qos.is_empty()
            && !settings.slurm.bf_busy_nodes
            && !outrun
            && !jobs.iter().any(is_held)
        {
            return None;
        }
        let mut order: Vec<usize> = (0..machine.nodes.len()).collect();
        order.sort_by_key(|&node| machine.nodes[node].weight);
        let mut kinds: Vec<NodeKind> = Vec::new();
        let mut last: Option<MeasuredNode> = None;
        for node in order.iter().map(|&node| machine.nodes[node]) {
            match kinds.last_mut() {
                Some(kind) if last == Some(node) => kind.count += 1,
                _ => kinds.push(NodeKind {
                    count: 1,
                    room: Amounts::new(node.cpus, node.memory.map_or(0, mebibytes), 0),
                    features: 0,
                }),
            }
            last = Some(node);
        }
        let partitions = machine.partitions.iter().map(|partition| {
            let own = (0..)
                .zip(&order)
                .filter(|(_, node)| partition.nodes[**node / 64] >> (**node % 64) & 1 == 1);
            let own: Vec<u32> = own.map(|(index, _)| index).collect();
            let nodes = node_set(&own, machine.nodes.len() as u32);
            let preemption = partition.preemption;
            (nodes, partition.tier, partition.whole_nodes, preemption)
        });
        let mut indices = vec![0; order.len()];
        for (index, &node) in (0..).zip(&order) {
            indices[node] = index;
        }
        let counts_memory = machine.nodes.iter().any(|node| node.memory.is_some());
        let mut requests: Vec<ClusterRequest> =
            jobs.iter().map(|job| request(job, counts_memory)).collect();
        let limits = limit_arrays(jobs, &mut requests);
        let rows = (0..jobs.len()).map(|job| dependencies_of(jobs, job));
        Some(Self {
            kinds,
            partitions: partitions.collect(),
            qos_preemption: machine.qos.iter().map(|(_, rules)| *rules).collect(),
            requests,
            limits,
            dependencies: DependencyLists::of(rows),
            indices,
        })
    }

    /// Its index of the node that has the index `node` in the log.
    pub(super) fn index_of(&self, node: u32) -> u32 {
        self.indices.get(node as usize).copied().unwrap_or(node)
    }

    /// Its partitions.
    pub(super) fn partitions(&self) -> Vec<Partition<'_>> {
        let all = self.partitions.iter();
        all.map(|(nodes, tier, whole_nodes, preemption)| Partition {
            tier: *tier,
            whole_nodes: *whole_nodes,
            preemption: *preemption,
            ..Partition::of(nodes)
        })
        .collect()
    }

    /// It, with these partitions.
    pub(super) fn setup<'s>(&'s self, partitions: &'s [Partition<'s>]) -> ClusterSetup<'s> {
        ClusterSetup {
            limits: LimitTables {
                users: &self.limits,
                ..LimitTables::default()
            },
            qos_preemption: &self.qos_preemption,
            dependencies: self.dependencies.as_core(),
            ..ClusterSetup::new(&self.kinds, partitions, &self.requests)
        }
    }
}

/// Limits on how many tasks of an array run at once, which are those of a user of its own in
/// `requests`.
fn limit_arrays(jobs: &[&Job], requests: &mut [ClusterRequest]) -> Vec<Limits> {
    let mut limits = vec![Limits::NONE];
    let mut indices = HashMap::new();
    for (job, request) in jobs.iter().zip(requests) {
        let (Some(array), Some(running)) = (job.array, job.at_once) else {
            continue;
        };
        request.user = *indices.entry(array).or_insert_with(|| {
            limits.push(Limits {
                running,
                ..Limits::NONE
            });
            (limits.len() - 1) as u32
        });
    }
    limits
}

/// Jobs ahead of that with this index that it depends on.
fn dependencies_of(jobs: &[&Job], index: usize) -> Vec<Dependency> {
    let (job, ahead) = (jobs[index], &jobs[..index]);
    let awaited = |other: &Job| {
        let of_number = |number| other.id == number || other.array == Some(number);
        let named = job.depends_on.iter().find(|(number, _)| of_number(*number));
        let is_same = job.is_singleton && (&other.name, &other.user) == (&job.name, &job.user);
        let singleton = is_same.then_some(Awaited::End);
        named.map(|(_, awaited)| *awaited).or(singleton)
    };
    let found = ahead.iter().enumerate().filter_map(|(other, known)| {
        let awaited = awaited(known)?;
        let job = JobId::new(other);
        Some(Dependency { job, awaited })
    });
    found.collect()
}

/// Memory in KiB in whole MiB, rounded up.
fn mebibytes(memory: u64) -> u32 {
    u32::try_from(memory.div_ceil(1024)).unwrap_or(u32::MAX)
}

/// The request of `job`; the memory of a log is that on each node.
fn request(job: &Job, counts_memory: bool) -> ClusterRequest {
    let memory = if counts_memory {
        mebibytes(job.memory)
    } else {
        0
    };
    let request = match job.nodes {
        NodesRequested::Exactly(count) => {
            let cores = job.request().cpus.div_ceil(count);
            ClusterRequest::nodes(count, Amounts::new(cores, memory, 0))
        }
        NodesRequested::AnyNumber => {
            let each = Amounts::new(job.cpus_per_task, 0, 0);
            ClusterRequest {
                per_node: Amounts::new(0, memory, 0),
                ..ClusterRequest::tasks(job.tasks, each)
            }
        }
    };
    ClusterRequest {
        partition: job.partition as u32,
        // Of none it is like of one without rules.
        qos: job.qos.map_or(u32::MAX, |qos| qos as u32),
        whole_nodes: job.whole_nodes,
        ..request
    }
}
