//! Proposals for a scenario, each with what a log shows of it.

use super::arrays::proposed::ProposedArrays;
use super::evidence::Hold;
use super::evidence::RanJob;
use super::node_names::ProposedMachine;
use super::outages::{
    ProposedMaintenance, ProposedNodeOutages, ProposedOutages, ProposedReservations,
};
use super::owner::Owner;
use super::period::ProposedPeriod;
use super::ranks::ProposedRanks;
use crate::base::format::{count, counted, number, span};
use crate::scenario::cluster::Limit;
use crate::scenario::{PolicyName, Scenario};

/// Proposal for a scenario.
#[derive(Clone, PartialEq, Debug)]
pub enum Proposal {
    /// Kinds of nodes and partitions, by the names of nodes.
    Machine(ProposedMachine),
    /// Limit of an owner.
    Limit(ProposedLimit),
    /// Limits of arrays on their own tasks.
    Arrays(ProposedArrays),
    /// Period of the scheduler's passes, by the grid that starts are on.
    Period(ProposedPeriod),
    /// Priorities of qualities of service, by who passed whom.
    Ranks(ProposedRanks),
    /// Advance reservations, as accounting names them.
    Reservations(ProposedReservations),
    /// Maintenance of the whole machine that was known beforehand, by limits of the jobs before it.
    Maintenance(ProposedMaintenance),
    /// Outages of the whole machine, by spans without a start.
    Outages(ProposedOutages),
    /// Outages of single nodes, by spans in which one was idle while jobs that it suited waited.
    NodeOutages(ProposedNodeOutages),
    /// Policy, by its distance from the log.
    Policy(ProposedPolicy),
}

/// Limit of an owner, as a log shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedLimit {
    /// Owner.
    pub owner: Owner,
    /// Index of its name.
    pub(super) index: u32,
    /// Name.
    pub name: String,
    /// How it was held by it.
    pub hold: Hold,
}

/// Policy whose waits are nearest to the recorded ones.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedPolicy {
    /// The policy.
    pub policy: PolicyName,
    /// Wasserstein's distance under each that was tried, in seconds.
    pub distances: Vec<(PolicyName, f64)>,
}

impl ProposedLimit {
    /// Whether it holds for the job.
    pub(super) fn is_of(&self, job: &RanJob) -> bool {
        job.owners[self.owner as usize] == Some(self.index)
    }

    /// The limit itself.
    fn limit(&self) -> Limit {
        Limit {
            name: Some(self.name.clone()),
            parent: None,
            running: self.hold.running,
            nodes: None,
            cores: self
                .hold
                .size
                .map(|size| u32::try_from(size).unwrap_or(u32::MAX)),
            gpus: None,
            submitted: None,
        }
    }

    fn in_words(&self) -> String {
        let most = match (self.hold.running, self.hold.size) {
            (Some(running), _) => counted(running as usize, "running job"),
            (None, size) => format!("{} cores at once", count(size.unwrap_or_default())),
        };
        format!("limit of {} {} to {most}", self.owner.noun(), self.name)
    }

    fn evidence(&self) -> String {
        let most = match (self.hold.running, self.hold.size) {
            (Some(1), _) => "one ran".to_owned(),
            (Some(running), _) => format!("{running} ran"),
            (None, size) => format!(
                "the next would have made it more than {}",
                count(size.unwrap_or_default())
            ),
        };
        format!(
            "{} of its jobs waited though there was room, {} in all: in {} % of that time {most}, and never more",
            count(u64::from(self.hold.jobs)),
            span(self.hold.held as f64 / 1e3),
            number((1000.0 * self.hold.share).floor() / 10.0),
        )
    }
}

impl Proposal {
    /// Whether it is a limit of the owner with that index.
    pub(super) fn is_limit_of(&self, owner: Owner, index: u32) -> bool {
        matches!(self, Self::Limit(limit) if (limit.owner, limit.index) == (owner, index))
    }

    /// The machine, if it is one.
    pub(super) fn machine(&self) -> Option<&ProposedMachine> {
        match self {
            Self::Machine(machine) => Some(machine),
            _ => None,
        }
    }

    /// The advance reservations, if it is some.
    pub(super) fn reservations(&self) -> Option<&ProposedReservations> {
        match self {
            Self::Reservations(reservations) => Some(reservations),
            _ => None,
        }
    }

    /// Proposed setting.
    pub fn in_words(&self) -> String {
        match self {
            Self::Machine(machine) => machine.in_words(),
            Self::Limit(limit) => limit.in_words(),
            Self::Arrays(arrays) => arrays.in_words(),
            Self::Period(period) => period.in_words(),
            Self::Ranks(ranks) => ranks.in_words(),
            Self::Reservations(reservations) => reservations.in_words(),
            Self::Maintenance(maintenance) => maintenance.in_words(),
            Self::Outages(outages) => outages.in_words(),
            Self::NodeOutages(outages) => outages.in_words(),
            Self::Policy(found) => format!("policy {}", found.policy.title()),
        }
    }

    /// Evidence of the log for it.
    pub fn evidence(&self) -> String {
        match self {
            Self::Machine(machine) => machine.evidence(),
            Self::Limit(limit) => limit.evidence(),
            Self::Arrays(arrays) => arrays.evidence(),
            Self::Period(period) => period.evidence(),
            Self::Ranks(ranks) => ranks.evidence(),
            Self::Reservations(reservations) => reservations.evidence(),
            Self::Maintenance(maintenance) => maintenance.evidence(),
            Self::Outages(outages) => outages.evidence(),
            Self::NodeOutages(outages) => outages.evidence(),
            Self::Policy(found) => {
                let distances = found.distances.iter();
                let distances: Vec<String> = distances
                    .map(|(policy, apart)| format!("{} {}", policy.title(), span(*apart)))
                    .collect();
                format!(
                    "of those tried its waits are nearest to the recorded ones (Wasserstein’s distance: {})",
                    distances.join(", ")
                )
            }
        }
    }

    /// Takes it into `scenario`.
    pub fn apply(&self, scenario: &mut Scenario) {
        match self {
            Self::Policy(found) => {
                (scenario.policies, scenario.variants) = (vec![found.policy], Vec::new());
            }
            Self::Arrays(arrays) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    arrays.apply(cluster);
                }
            }
            Self::Period(period) => period.apply(scenario),
            Self::Ranks(ranks) => ranks.apply(scenario),
            Self::Reservations(reservations) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    reservations.apply(cluster);
                }
            }
            Self::Maintenance(maintenance) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    maintenance.apply(cluster);
                }
            }
            Self::Outages(outages) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    outages.apply(cluster);
                }
            }
            Self::NodeOutages(outages) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    outages.apply(cluster);
                }
            }
            Self::Machine(machine) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    (cluster.nodes, cluster.kinds) = (None, machine.kinds.clone());
                    cluster.partitions = machine.partitions.clone();
                }
            }
            Self::Limit(found) => {
                if let Some(cluster) = scenario.machine.nodes_mut() {
                    let limits = found.owner.limits(&mut cluster.limits);
                    let is_same = |one: &Limit| one.name.as_ref() == Some(&found.name);
                    let known = limits.iter().find(|one| is_same(one));
                    let parent = known.and_then(|one| one.parent.clone());
                    limits.retain(|one| !is_same(one));
                    limits.push(Limit {
                        parent,
                        ..found.limit()
                    });
                }
            }
        }
    }
}
