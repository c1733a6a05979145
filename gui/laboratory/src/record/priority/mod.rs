//! Multifactor priority in the core's form: the tree of accounts and users, and the standing of
//! each job.

mod over_time;
mod tree;
mod tres;

pub use over_time::FairshareRecord;
pub(crate) use over_time::FairshareRecorder;
pub(crate) use tree::Tree;
use tres::AllWeights;
pub(crate) use tres::{JobResources, PartitionWeights};

use std::collections::BTreeMap;

use cosched_core::Duration;
use cosched_core::machine::cluster::UnitCount;
use cosched_core::policy::priority::{
    Algorithm, Decay, Fairshare, Member, Multifactor, PriorityAttributes, Weights,
};

use super::{Experiment, JobLabel, NameTables};
use crate::base::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::priority::Priority;

/// Data of priorities in an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct PriorityData {
    /// Parameters of priorities.
    pub multifactor: Multifactor,
    /// How factors of fairshare are computed.
    pub algorithm: Algorithm,
    /// How usage decays.
    pub decay: Decay,
    /// Accounts, then users.
    pub members: Vec<Member>,
    /// Names of the members.
    pub names: Vec<String>,
    /// Number of accounts among them.
    pub accounts: usize,
    /// Standing of each job, in the order of [`Experiment::jobs`].
    pub standings: Vec<PriorityAttributes>,
}

impl PriorityData {
    /// Makes the data of `experiment` with the parameters `priority`.
    ///
    /// # Errors
    /// The accounts are no tree, or one is given twice.
    pub fn new(experiment: &Experiment, priority: &Priority) -> Result<Self, Problem> {
        let mut tree = Tree::of(priority)?;
        let index = |label: &JobLabel| tree.index(experiment, priority, label);
        let users: Vec<u32> = experiment.labels.iter().map(index).collect();
        let weights = AllWeights::of(experiment, priority);
        let standings = users.into_iter().enumerate();
        let standings = standings
            .map(|(job, user)| {
                let standing = standing(experiment, priority, job, user);
                weights.apply(experiment, job, standing)
            })
            .collect();
        let nodes = experiment.cluster.as_ref().map(|cluster| {
            let kinds = cluster.layout.kinds.iter();
            kinds.map(|kind| kind.node.count).sum()
        });
        let machine = (nodes.unwrap_or(experiment.nodes), experiment.nodes);
        Ok(tree.into_data(multifactor(machine, priority), priority, standings))
    }

    /// Returns all members for an order of the queue: under Fair Tree, Slurm's user `root` of the
    /// account `root` is among those that are ranked. It has used nothing.
    pub fn ranked_members(&self) -> Vec<Member> {
        let users = self.names.iter().skip(self.accounts);
        let mut members = self.members.clone();
        if self.algorithm == Algorithm::Tree && users.into_iter().all(|name| name != ROOT) {
            members.push(Member::user(None, 1));
        }
        members
    }

    /// Returns the usage of all members, which is none yet, on these buffers.
    ///
    /// # Errors
    /// None: the accounts are a tree.
    pub fn fairshare<'a>(
        &self,
        members: &'a mut [Member],
        stack: &'a mut [u32],
    ) -> Result<Fairshare<'a>, Problem> {
        let made = Fairshare::new(self.algorithm, self.decay, members, stack);
        made.map_err(|error| Problem::input(error.to_string()))
    }
}

fn span(seconds: f64) -> Duration {
    Duration(nanoseconds(seconds))
}

/// The parameters of priorities on a machine of so many nodes and CPUs.
pub(crate) fn multifactor((nodes, cpus): (u32, u32), priority: &Priority) -> Multifactor {
    let greatest = |by: &BTreeMap<String, u32>| by.values().copied().max().unwrap_or(0);
    let weights = priority.weights;
    Multifactor {
        weights: Weights {
            age: weights.age,
            fairshare: weights.fairshare,
            job_size: weights.job_size,
            partition: weights.partition,
            qos: weights.qos,
        },
        max_age: span(priority.max_age),
        favour_small: priority.favour_small,
        nodes,
        cpus,
        greatest_partition: greatest(&priority.partitions).max(USUAL_PARTITION),
        greatest_qos: greatest(&priority.qos),
    }
}

/// Priority of partitions that none is given (`PriorityJobFactor`).
const USUAL_PARTITION: u32 = 1;

/// The standing of the job at index `job`, of the user at index `user`.
fn standing(
    experiment: &Experiment,
    priority: &Priority,
    job: usize,
    user: u32,
) -> PriorityAttributes {
    let (label, called) = (experiment.labels.get(job), &experiment.label_names);
    let by = |by: &BTreeMap<String, u32>, name: Option<String>, usual: u32| {
        let priority = name.and_then(|name| by.get(&name));
        priority.copied().unwrap_or(usual)
    };
    let qos = label.and_then(|label| label.qos());
    let of_cluster = experiment.cluster.as_ref().and_then(|cluster| {
        let request = cluster.requests.get(job)?;
        let partition = cluster.layout.partitions.get(request.partition as usize)?;
        Some(partition.name.clone())
    });
    let queue = label.and_then(|label| label.queue());
    let partition = of_cluster.or(queue.map(|queue| NameTables::name(&called.partitions, queue)));
    PriorityAttributes {
        user,
        qos: by(
            &priority.qos,
            qos.map(|qos| NameTables::name(&called.qos, qos)),
            0,
        ),
        partition: by(&priority.partitions, partition, USUAL_PARTITION),
        charged: experiment.size(job),
        ..requested(experiment, job)
    }
}

/// Request of a job of an unknown user.
fn requested(experiment: &Experiment, job: usize) -> PriorityAttributes {
    let request = experiment
        .cluster
        .as_ref()
        .and_then(|cluster| cluster.requests.get(job));
    match request {
        None => {
            let nodes = experiment.size(job);
            PriorityAttributes::of_unknown_user(nodes, nodes)
        }
        Some(request) => {
            let nodes = match request.shape {
                UnitCount::Nodes(count) => count,
                // Slurm counts one where none are requested.
                UnitCount::Tasks(_) => 1,
            };
            PriorityAttributes::of_unknown_user(nodes, request.cores())
        }
    }
}

/// Name of Slurm's own user.
const ROOT: &str = "root";
