//! Multifactor priority of a measured run, as its configuration and its log say.

use cosched_core::engine::Policy;
use cosched_core::policy::priority::{
    Member, Prioritised, PriorityAttributes, StoredPriority, TresAmounts,
};

use super::state::phase_of;
use crate::base::problem::Problem;
use crate::load::slurm::decisions::Instant;
use crate::load::slurm::measured::{Job, MeasuredMachine, MeasuredRun, NodesRequested};
use crate::load::slurm::shares_log::{LoggedShares, ROOT};
use crate::record::priority::{JobResources, PartitionWeights, PriorityData, Tree, multifactor};
use crate::scenario::priority::{AccountShares, Priority, UserShares};

/// Priorities of the jobs of a log.
#[derive(Clone, Debug)]
pub(super) struct LoggedPriority {
    data: PriorityData,
}

impl LoggedPriority {
    /// That of `jobs`, in their order, whose first was submitted in the second `origin`; `None` if the run has
    /// `priority/basic`.
    ///
    /// # Errors
    /// The shares in the log are no tree.
    pub(super) fn of(
        measured: &MeasuredRun,
        origin: Instant,
        jobs: &[&Job],
    ) -> Result<Option<Self>, Problem> {
        let Some(priority) = &measured.settings.priority else {
            return Ok(None);
        };
        let mut priority = (**priority).clone();
        add_shares(&mut priority, &measured.decisions.shares.shares());
        let mut tree = Tree::of(&priority)?;
        let weights: Vec<_> = measured
            .machine
            .partitions
            .iter()
            .map(|partition| {
                let whole = whole(&measured.machine, &partition.nodes);
                PartitionWeights::of(&priority, Some(&partition.name), whole)
            })
            .collect();
        let standings = jobs
            .iter()
            .map(|job| {
                let account = known(&job.account).map(|name| tree.account(name));
                let user =
                    known(&job.user).map(|name| tree.user(&priority, account, name.to_owned()));
                let standing = standing(measured, &priority, job, user);
                weights[job.partition].apply(&resources(job, &standing), standing)
            })
            .collect();
        let cpus = measured.machine.nodes.iter().map(|node| node.cpus).sum();
        let machine = (measured.hosts.count(), cpus);
        let mut data = tree.into_data(multifactor(machine, &priority), &priority, standings);
        if let Some(first) = measured.decisions.shares.calculated.first() {
            data.decay.phase = phase_of(*first, origin, data.decay.period);
        }
        Ok(Some(Self { data }))
    }

    /// Buffers for a run.
    pub(super) fn buffers(&self) -> PriorityBuffers {
        let members = self.data.ranked_members();
        PriorityBuffers {
            stack: vec![0; members.len()],
            noted: vec![StoredPriority::NOTHING; self.data.standings.len()],
            members,
        }
    }

    /// `policy` with its queue ordered by them.
    ///
    /// # Errors
    /// None: the accounts are a tree.
    pub(super) fn wrap<'p, P: Policy>(
        &'p self,
        policy: P,
        buffers: &'p mut PriorityBuffers,
    ) -> Result<Prioritised<'p, P>, Problem> {
        let PriorityBuffers {
            members,
            stack,
            noted,
        } = buffers;
        let fairshare = self.data.fairshare(members, stack)?;
        let (multifactor, standings) = (self.data.multifactor, &self.data.standings);
        Ok(Prioritised::new(
            policy,
            multifactor,
            fairshare,
            standings,
            noted,
        ))
    }
}

/// Buffers of priorities in a run.
#[derive(Debug)]
pub(super) struct PriorityBuffers {
    members: Vec<Member>,
    stack: Vec<u32>,
    noted: Vec<StoredPriority>,
}

/// A name, if there is one.
fn known(name: &str) -> Option<&str> {
    (!name.is_empty() && name != "(null)").then_some(name)
}

/// Adds the shares in the log to those of `priority`.
fn add_shares(priority: &mut Priority, shares: &[LoggedShares]) {
    for one in shares {
        match &one.user {
            // It is among the members under Fair Tree.
            Some(_) if one.account == ROOT => {}
            Some(user) => priority.users.push(UserShares {
                name: user.clone(),
                account: Some(one.account.clone()),
                shares: one.shares,
            }),
            None => priority.accounts.push(AccountShares {
                name: one.account.clone(),
                shares: one.shares,
                parent: (one.parent != ROOT).then(|| one.parent.clone()),
            }),
        }
    }
}

fn standing(
    measured: &MeasuredRun,
    priority: &Priority,
    job: &Job,
    user: Option<u32>,
) -> PriorityAttributes {
    let nodes = match job.nodes {
        NodesRequested::Exactly(count) => count,
        NodesRequested::AnyNumber => 1,
    };
    let partition = &measured.machine.partitions[job.partition].name;
    let given: u32 = job.allocation.iter().map(|(_, cpus)| cpus).sum();
    let cpus = job.request().cpus;
    PriorityAttributes {
        user: user.unwrap_or(u32::MAX),
        partition: priority.partitions.get(partition).copied().unwrap_or(1),
        charged: cpus.max(given),
        ..PriorityAttributes::of_unknown_user(nodes, cpus)
    }
}

/// Resources of `nodes` of the machine, a bit each; GPUs are not recorded.
fn whole(machine: &MeasuredMachine, nodes: &[u64]) -> TresAmounts {
    let mut whole = TresAmounts::default();
    for (index, node) in machine.nodes.iter().enumerate() {
        if nodes[index / 64] >> (index % 64) & 1 == 1 {
            whole.cores += u64::from(node.cpus);
            whole.memory += node.memory.unwrap_or(0) / KIBIBYTES;
            whole.nodes += 1;
        }
    }
    whole
}

/// Resources that `job` requests and has.
fn resources(job: &Job, standing: &PriorityAttributes) -> JobResources {
    let on_nodes = |nodes: u64, cores: u32| TresAmounts {
        cores: cores.into(),
        memory: nodes.saturating_mul(job.memory) / KIBIBYTES,
        nodes,
        ..TresAmounts::default()
    };
    let given = job.allocation.len() as u64;
    let requested = u64::from(standing.nodes);
    JobResources {
        requested: on_nodes(requested, standing.cpus),
        given: on_nodes(given.max(requested), standing.charged),
    }
}

/// KiB in a MiB.
const KIBIBYTES: u64 = 1024;
