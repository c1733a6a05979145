//! Partitions, and limits of users, accounts and qualities of service, in a scenario.

use cosched_core::Duration;
use cosched_core::machine::cluster::{PreemptMode, Preemption};
use cosched_parameters::parameters;
use serde::{Deserialize, Serialize};

use super::reservations::required_name;
use crate::base::format::counted;
use crate::scenario::nanoseconds;
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, SPAN};

/// Fields beside one of a partition.
const OTHERS: &str = ", name: \"a\"||, kinds: [(count: 1, cores: 1)]";

/// Set of nodes to which jobs are submitted; such sets may overlap.
#[parameters(within = Machine, path = "Cluster(partitions: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Partition {
    /// Name.
    #[parameter(needed)]
    #[serde(deserialize_with = "required_name")]
    pub name: String,
    /// Nodes: kinds by name, as `cpu`, or some of a kind, as `cpu[0-3,7]`, counted from 0; all
    /// nodes if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// The longest estimate of a job in the partition.
    #[parameter(name = "Longest estimate", kind = SPAN, absent = "any", beside = OTHERS)]
    pub most_time: Option<f64>,
    /// The most nodes that a job may ask for in the partition.
    #[parameter(name = "Most nodes", kind = COUNT.of("nodes"), absent = "any", beside = OTHERS)]
    pub most_nodes: Option<u32>,
    /// The most cores of a node that the jobs of the partition have together (MaxCPUsPerNode); of jobs that get nodes
    /// whole, those count that they ask for. There is room for four such bounds and resources with names.
    #[parameter(name = "Most cores on a node", kind = COUNT.of("cores"), absent = "any", beside = OTHERS)]
    pub most_cores_on_node: Option<u32>,
    /// Jobs of partitions of a higher tier are considered before all of lower ones.
    #[parameter(name = "Tier", kind = COUNT_OR_NONE, quiet, beside = OTHERS)]
    pub tier: u32,
    /// Jobs that name no partition go here; to the only one where there is one.
    #[parameter(name = "Default partition", quiet, beside = OTHERS)]
    pub default: bool,
    /// Its jobs start; who asks for one that is down is refused.
    #[parameter(name = "Partition up", usual = true, quiet, beside = OTHERS)]
    pub up: bool,
    /// Its jobs get nodes whole, whatever they ask for on them.
    #[parameter(name = "Whole nodes", quiet, beside = OTHERS)]
    pub whole_nodes: bool,
    /// What becomes of its running jobs that are preempted for jobs of partitions of higher tiers under
    /// Slurm (PreemptMode). Other policies let them run.
    #[parameter(name = "Preempted jobs are", quiet, beside = OTHERS)]
    pub preempt_mode: PreemptMode,
    /// How long its jobs that are preempted go on, on their nodes (GraceTime).
    #[parameter(name = "Grace of preempted jobs", kind = SPAN, absent = "none", beside = OTHERS)]
    pub preempt_grace: Option<f64>,
    /// How long its jobs have run at least before they are preempted (PreemptExemptTime).
    #[parameter(name = "Running before preemption", kind = SPAN, absent = "any time", beside = OTHERS)]
    pub preempt_exempt: Option<f64>,
}

impl Partition {
    /// Summary in a line.
    pub fn summary(&self) -> String {
        let nodes = match &*self.nodes.join(", ") {
            "" => "all nodes".to_owned(),
            nodes => nodes.to_owned(),
        };
        let mut text = format!("Partition {}: {nodes}", self.name);
        let facts = [
            (self.tier > 0).then(|| format!("tier {}", self.tier)),
            self.most_time.map(|most| format!("up to {most} s")),
            self.most_nodes
                .map(|most| format!("up to {}", counted(most as usize, "node"))),
            self.most_cores_on_node
                .map(|most| format!("up to {} of a node", counted(most as usize, "core"))),
            self.whole_nodes.then(|| "whole nodes".to_owned()),
            preempted_in_words(&self.preemption()),
            self.default.then(|| "default".to_owned()),
            (!self.up).then(|| "down".to_owned()),
        ];
        for fact in facts.into_iter().flatten() {
            text += &format!(", {fact}");
        }
        text
    }

    /// Partition of all nodes, without limits.
    pub fn of(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            nodes: Vec::new(),
            most_time: None,
            most_nodes: None,
            most_cores_on_node: None,
            tier: 0,
            default: false,
            up: true,
            whole_nodes: false,
            preempt_mode: PreemptMode::Off,
            preempt_grace: None,
            preempt_exempt: None,
        }
    }

    /// How its running jobs are preempted, in the core's form.
    pub(super) fn preemption(&self) -> Preemption {
        preemption(self.preempt_mode, self.preempt_grace, self.preempt_exempt)
    }
}

/// [`PreemptMode`] in a scenario.
#[parameters(remote = PreemptMode)]
enum PreemptModeName {
    /// They are not preempted.
    Off,
    /// They are stopped, and wait again, with nothing done.
    Requeue,
    /// They are stopped for good.
    Cancel,
}

/// How running jobs are preempted, in the core's form; spans are in seconds.
pub(super) fn preemption(mode: PreemptMode, grace: Option<f64>, exempt: Option<f64>) -> Preemption {
    let span = |seconds: Option<f64>| Duration(nanoseconds(seconds.unwrap_or(0.0)));
    Preemption {
        mode,
        grace: span(grace),
        exempt: span(exempt),
    }
}

/// What becomes of jobs that are preempted, and when; `None` if they are not.
pub(super) fn preempted_in_words(preemption: &Preemption) -> Option<String> {
    let mut words = match preemption.mode {
        PreemptMode::Off => return None,
        PreemptMode::Requeue => "requeued if preempted".to_owned(),
        PreemptMode::Cancel => "cancelled if preempted".to_owned(),
    };
    if preemption.grace > Duration::ZERO {
        words += &format!(" after {} s of grace", preemption.grace);
    }
    if preemption.exempt > Duration::ZERO {
        words += &format!(", not before {} s of running", preemption.exempt);
    }
    Some(words)
}

/// Limits on what users, accounts and qualities of service have at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Limits of users.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<Limit>,
    /// Limits of accounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Limit>,
    /// Limits of qualities of service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qos: Vec<Limit>,
    /// Limits of each user within a quality of service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users_of_qos: Vec<Limit>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        users: Vec::new(),
        accounts: Vec::new(),
        qos: Vec::new(),
        users_of_qos: Vec::new(),
    };

    /// Whether there are no limits.
    pub fn is_empty(&self) -> bool {
        self.all().iter().all(|limits| limits.is_empty())
    }

    /// Those of users, accounts, qualities of service, and users within these, to be changed.
    pub const fn all_mut(&mut self) -> [&mut Vec<Limit>; 4] {
        [
            &mut self.users,
            &mut self.accounts,
            &mut self.qos,
            &mut self.users_of_qos,
        ]
    }

    /// Those of users, accounts, qualities of service, and users within these.
    pub const fn all(&self) -> [&Vec<Limit>; 4] {
        [&self.users, &self.accounts, &self.qos, &self.users_of_qos]
    }
}

/// Fields beside a limit.
const BESIDE_LIMIT: &str = "|||, kinds: [(count: 1, cores: 1)]";

/// Limit of a user, an account or a quality of service; unlimited where absent.
#[parameters(within = Machine, path = "Cluster(limits: (users: [({})]))",
    also("Cluster(limits: (accounts: [({})]))", "Cluster(limits: (qos: [({})]))",
        "Cluster(limits: (users_of_qos: [({})]))"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Name; if absent, the limit holds for each that has no limit of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Account that an account is directly below, of `accounts` alone: its limits hold for its own jobs and those
    /// of all accounts below it together (Slurm's Grp limits).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Jobs that may run at once, of the user, account or quality of service with that `name`;
    /// without one, of each that is not named.
    #[parameter(name = "Running jobs", kind = COUNT, absent = "no limit", beside = BESIDE_LIMIT)]
    pub running: Option<u32>,
    /// Nodes that the running jobs may have asked for.
    #[parameter(name = "Nodes held", kind = COUNT, absent = "no limit", beside = BESIDE_LIMIT)]
    pub nodes: Option<u32>,
    /// Cores that the running jobs may have asked for.
    #[parameter(name = "Cores held", kind = COUNT, absent = "no limit", beside = BESIDE_LIMIT)]
    pub cores: Option<u32>,
    /// GPUs that the running jobs may have asked for.
    #[parameter(name = "GPUs held", kind = COUNT_OR_NONE, absent = "no limit", beside = BESIDE_LIMIT)]
    pub gpus: Option<u32>,
    /// Jobs that may wait or run at once; who submits more is refused.
    #[parameter(name = "Submitted jobs", kind = COUNT, absent = "no limit", beside = BESIDE_LIMIT)]
    pub submitted: Option<u32>,
}
