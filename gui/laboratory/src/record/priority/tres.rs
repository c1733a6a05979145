//! Resources of jobs and partitions, and what they come to in priorities and in usage.

use std::collections::{HashMap, HashSet};

use cosched_core::machine::cluster::{ClusterRequest, UnitCount};
use cosched_core::policy::priority::{
    BilledUnits, Billing, PriorityAttributes, TresAmounts, TresFactors, TresWeights,
};

use crate::record::{Experiment, NameTables};
use crate::scenario::cluster::{Layout, LayoutPartition};
use crate::scenario::priority::Priority;

/// Resources of a job.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JobResources {
    /// Resources that it requests.
    pub(crate) requested: TresAmounts,
    /// Resources that it has while it runs.
    pub(crate) given: TresAmounts,
}

/// Weights of a partition's resources.
pub(crate) struct PartitionWeights {
    factors: Option<TresFactors>,
    billing: Option<Billing>,
    whole: TresAmounts,
}

impl PartitionWeights {
    /// Those of the partition of that name, if it has one, which has `whole` in all.
    pub(crate) fn of(priority: &Priority, name: Option<&str>, whole: TresAmounts) -> Self {
        let of = |name: Option<&str>| {
            let mut all = priority.billing.iter();
            all.find(|one| one.partition.as_deref() == name)
        };
        let billing = name.and_then(|name| of(Some(name))).or_else(|| of(None));
        let tres = priority.tres;
        let factors = TresFactors {
            weights: TresWeights {
                cores: tres.cores,
                memory: tres.memory,
                nodes: tres.nodes,
                billing: tres.billing,
                gpus: tres.gpus,
            },
            is_normalised: tres.normalised,
        };
        let mut weights = Self {
            factors: (factors.weights != TresWeights::default()).then_some(factors),
            billing: billing.map(|one| Billing {
                weights: TresWeights {
                    cores: one.cores,
                    memory: one.memory,
                    nodes: one.nodes,
                    billing: 0.0,
                    gpus: one.gpus,
                },
                rule: priority.billed,
            }),
            whole,
        };
        weights.whole = weights.with_billing(whole);
        weights
    }

    /// `amounts` with the whole units that are billed for them: for cores, if the partition has no
    /// weights.
    fn with_billing(&self, amounts: TresAmounts) -> TresAmounts {
        let billing = self.billing.map_or(amounts.cores, |billing| {
            // The conversion saturates.
            billing.units(&amounts) as u64
        });
        TresAmounts { billing, ..amounts }
    }

    /// `standing` with what the resources of its job come to.
    pub(crate) fn apply(
        &self,
        resources: &JobResources,
        standing: PriorityAttributes,
    ) -> PriorityAttributes {
        let requested = self.with_billing(resources.requested);
        let term = |factors: TresFactors| factors.term(&requested, &self.whole);
        let billed = |billing: Billing| BilledUnits::rounded(billing.units(&resources.given));
        PriorityAttributes {
            tres: self.factors.map(term).unwrap_or_default(),
            billed: self.billing.map(billed),
            ..standing
        }
    }
}

/// Weights of all partitions of an experiment.
pub(super) struct AllWeights {
    /// By the index of the partition in the cluster, or by the number of the queue on whole nodes.
    partitions: HashMap<u32, PartitionWeights>,
    /// Those of jobs in no partition.
    machine: PartitionWeights,
}

impl AllWeights {
    /// Those of `experiment`.
    pub(super) fn of(experiment: &Experiment, priority: &Priority) -> Self {
        let all_nodes = of_nodes(experiment.nodes);
        let partitions = match &experiment.cluster {
            Some(cluster) => {
                let partitions = cluster.layout.partitions.iter();
                let weights = partitions.map(|partition| {
                    let whole = whole(&cluster.layout, partition);
                    PartitionWeights::of(priority, Some(&partition.name), whole)
                });
                (0..).zip(weights).collect()
            }
            None => {
                let names = &experiment.label_names.partitions;
                let queues: HashSet<u32> = experiment
                    .labels
                    .iter()
                    .filter_map(|one| one.queue())
                    .collect();
                let weights = queues.into_iter().map(|queue| {
                    let name = NameTables::name(names, queue);
                    let weights = PartitionWeights::of(priority, Some(&name), all_nodes);
                    (queue, weights)
                });
                weights.collect()
            }
        };
        Self {
            partitions,
            machine: PartitionWeights::of(priority, None, all_nodes),
        }
    }

    /// `standing` of the job at index `job` with what its resources come to.
    pub(super) fn apply(
        &self,
        experiment: &Experiment,
        job: usize,
        standing: PriorityAttributes,
    ) -> PriorityAttributes {
        let partition = match &experiment.cluster {
            Some(cluster) => cluster.requests.get(job).map(|request| request.partition),
            None => experiment.labels.get(job).and_then(|label| label.queue()),
        };
        let weights = partition.and_then(|partition| self.partitions.get(&partition));
        let weights = weights.unwrap_or(&self.machine);
        weights.apply(&of_job(experiment, job), standing)
    }
}

/// So many nodes of one core, and nothing else that is counted.
fn of_nodes(nodes: u32) -> TresAmounts {
    TresAmounts {
        cores: nodes.into(),
        nodes: nodes.into(),
        ..TresAmounts::default()
    }
}

/// Resources of all nodes of `partition`.
fn whole(layout: &Layout, partition: &LayoutPartition) -> TresAmounts {
    let mut whole = TresAmounts::default();
    for (kind, &count) in layout.kinds.iter().zip(&partition.counts) {
        let [cores, memory, gpus, ..] = kind.node.room.0;
        // A node whose memory is not counted has no end of it.
        let memory = if memory == u32::MAX { 0 } else { memory };
        let all = |amount: u32| u64::from(amount) * u64::from(count);
        whole.cores += all(cores);
        whole.memory += all(memory);
        whole.gpus += all(gpus);
        whole.nodes += u64::from(count);
    }
    whole
}

/// Resources of the job at index `job`.
fn of_job(experiment: &Experiment, job: usize) -> JobResources {
    let size = experiment.size(job);
    let cluster = experiment.cluster.as_ref();
    let request = cluster.and_then(|cluster| Some((&cluster.layout, cluster.requests.get(job)?)));
    let Some((layout, request)) = request else {
        return JobResources {
            requested: of_nodes(size),
            given: of_nodes(size),
        };
    };
    let nodes = match request.shape {
        UnitCount::Nodes(count) => count,
        // Slurm counts one where none are requested.
        UnitCount::Tasks(_) => 1,
    };
    let given = TresAmounts {
        cores: size.into(),
        gpus: layout.gpus_given(request).into(),
        ..on_nodes(request, layout.fewest_nodes(request))
    };
    JobResources {
        requested: on_nodes(request, nodes),
        given,
    }
}

/// Resources that `request` asks for on so many nodes.
fn on_nodes(request: &ClusterRequest, nodes: u32) -> TresAmounts {
    let [_, each, ..] = request.each.0;
    let [_, per_node, ..] = request.per_node.0;
    let of_units = u64::from(request.units()) * u64::from(each);
    TresAmounts {
        cores: request.cores().into(),
        memory: of_units.saturating_add(u64::from(nodes) * u64::from(per_node)),
        nodes: nodes.into(),
        billing: 0,
        gpus: request.gpus().into(),
    }
}
