//! Multifactor priority in a scenario: weights of factors and resources, shares, and decay of usage.

mod tres;

pub(crate) use tres::MOST_WEIGHT;
pub use tres::{PartitionBilling, TresWeights};

use std::collections::BTreeMap;

use cosched_core::policy::priority::BillingRule;
use cosched_parameters::parameters;

use crate::scenario::fields::LONGEST;
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, SPAN, TIME};
use crate::scenario::reference::{Field, Kind, Place, Where};

/// Documentation of the parameters.
const MANUAL: &str = "slurm.conf(5), priority/multifactor";

/// Seconds between two calculations of priorities: a minute at least, as Slurm counts.
const PERIOD: Kind = Kind::number(
    60.0..=LONGEST,
    "{} is not how many seconds there are between two calculations: {least} to {most} is allowed",
)
.of("s");

const DAY: f64 = 86_400.0;

/// Multifactor priority that orders the queue; by default as Slurm's with only
/// `PriorityType=priority/multifactor` set.
#[parameters(within = Parameters, path = "priority: ({})")]
#[derive(Clone, PartialEq, Debug)]
pub struct Priority {
    /// Weights of the factors.
    #[parameter(nested)]
    pub weights: Weights,
    /// Weights of resources.
    #[parameter(nested, quiet)]
    pub tres: TresWeights,
    /// Who has waited for so long is as old as can be (PriorityMaxAge).
    #[parameter(name = "Greatest age", kind = SPAN, usual = 7.0 * DAY, source = MANUAL)]
    pub max_age: f64,
    /// Whether small jobs have the larger factor of size (PriorityFavorSmall).
    #[parameter(name = "Small jobs first", source = MANUAL)]
    pub favour_small: bool,
    /// How the factor of a user comes from shares and usage.
    #[parameter(name = "Fairshare", source = MANUAL)]
    pub fairshare: Algorithm,
    /// What the exponent of the classic formula is divided by (FairShareDampeningFactor).
    #[parameter(name = "Dampening", kind = COUNT, usual = 1, source = MANUAL)]
    pub dampening: u32,
    /// After how long half of all usage is forgotten; 0: none ever is (PriorityDecayHalfLife).
    #[parameter(name = "Half-life of usage", kind = TIME, usual = 7.0 * DAY, source = MANUAL)]
    pub half_life: f64,
    /// How often usage is decayed and priorities are calculated (PriorityCalcPeriod).
    #[parameter(name = "Between calculations", kind = PERIOD, usual = 300.0, source = MANUAL)]
    pub period: f64,
    /// Whether jobs that end between two calculations are charged for what they ran since the
    /// last: Slurm does so only with AccountingStorageEnforce=limits, otherwise short jobs are free.
    #[parameter(name = "Charges ends", usual = true, source = MANUAL)]
    pub charges_ends: bool,
    /// What partitions bill for the resources of running jobs, which is what their users are charged for; each
    /// core is one unit if it is empty.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub billing: Vec<PartitionBilling>,
    /// How what is billed for each resource becomes what is billed for a job.
    #[parameter(name = "Billed", quiet, source = MANUAL)]
    pub billed: BillingRule,
    /// Shares of accounts; all others have one, below the root.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountShares>,
    /// Shares of users; all others have one in each of their accounts.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<UserShares>,
    /// Priorities of qualities of service by name, 0 for the others.
    #[parameter(rows(&QOS))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub qos: BTreeMap<String, u32>,
    /// Priorities of partitions by name, 1 for the others.
    #[parameter(rows(&PARTITIONS))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partitions: BTreeMap<String, u32>,
}

const QOS: Field = Field {
    within: Where::Parameters,
    places: &[Place("priority: (qos: {\"high\": {}})", "")],
    name: "Priority of a quality of service",
    absent: "0",
    sentence: "The priority of a quality of service, by name",
    source: MANUAL,
    ..Field::of(COUNT_OR_NONE)
};

const PARTITIONS: Field = Field {
    places: &[Place("priority: (partitions: {\"main\": {}})", "")],
    name: "Priority of a partition",
    absent: "1",
    sentence: "The priority of a partition, by name (PriorityJobFactor)",
    ..QOS
};

/// Weights of a priority's factors.
#[parameters(within = Parameters, path = "priority: (weights: ({}))")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What the age of a job weighs, from 0 as it enters the queue to 1 at the greatest age
    /// (PriorityWeightAge). `priority: (…)` orders the queue of FCFS, EASY, conservative and Slurm.
    #[parameter(name = "Weight of age", kind = COUNT_OR_NONE, source = MANUAL)]
    pub age: u32,
    /// What the user's factor of fairshare weighs (PriorityWeightFairshare).
    #[parameter(name = "Weight of fairshare", kind = COUNT_OR_NONE, source = MANUAL)]
    pub fairshare: u32,
    /// What the size of a job weighs: the mean of its parts of the machine's nodes and cores
    /// (PriorityWeightJobSize).
    #[parameter(name = "Weight of job size", kind = COUNT_OR_NONE, source = MANUAL)]
    pub job_size: u32,
    /// What the priority of the partition weighs, by the greatest there is
    /// (PriorityWeightPartition).
    #[parameter(name = "Weight of partition", kind = COUNT_OR_NONE, source = MANUAL)]
    pub partition: u32,
    /// What the priority of the quality of service weighs, by the greatest there is
    /// (PriorityWeightQOS).
    #[parameter(name = "Weight of quality of service", kind = COUNT_OR_NONE, source = MANUAL)]
    pub qos: u32,
}

/// Algorithm of the fairshare factor, from shares and usage.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Algorithm {
    /// Level by level, those with most shares for their usage are ranked first, with all below them.
    #[parameter(name = "Fair Tree")]
    #[default]
    Tree,
    /// 2^(-effective usage / share / dampening), PriorityFlags=NO_FAIR_TREE.
    Classic,
}

/// Shares of an account.
#[parameters(within = Parameters, path = "priority: (accounts: [({})])")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountShares {
    /// Name.
    #[parameter(needed)]
    pub name: String,
    /// The shares of an account beside those below the same `parent`, the root if none is named.
    /// Accounts that are not listed have 1 below the root.
    #[parameter(name = "Shares of an account", kind = COUNT_OR_NONE, usual = 1, source = MANUAL,
        beside = ", name: \"a\"")]
    pub shares: u32,
    /// Parent account; the root if absent.
    #[parameter(absent = "root")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// Shares of a user.
#[parameters(within = Parameters, path = "priority: (users: [({})])")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserShares {
    /// Name.
    #[parameter(needed)]
    pub name: String,
    /// Account; each that is not named if absent.
    #[parameter(absent = "each")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The shares of a user in an `account`, or in each that is not named; users that are not listed
    /// have 1.
    #[parameter(name = "Shares of a user", kind = COUNT_OR_NONE, usual = 1, source = MANUAL,
        beside = ", name: \"u\"")]
    pub shares: u32,
}
