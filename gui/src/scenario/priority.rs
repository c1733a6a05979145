//! Multifactor priority in a scenario: what factors weigh, who has which shares, how usage is forgotten.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::fields::{self, within};

/// How often priorities may be calculated, in seconds: once a minute at most, as Slurm counts.
pub(crate) const PERIODS: std::ops::RangeInclusive<f64> = 60.0..=fields::LONGEST;

/// How the queue is ordered by multifactor priority.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Priority {
    /// What each factor weighs.
    pub weights: Weights,
    /// Who has waited for so long, in seconds, is as old as can be.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub max_age: f64,
    /// Whether small jobs have the larger factor.
    pub favour_small: bool,
    /// How factors of fairshare are made.
    pub fairshare: Algorithm,
    /// What the exponent of the classic formula is divided by.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub dampening: u32,
    /// After how many seconds half of all usage is forgotten; none ever if 0.
    #[serde(deserialize_with = "fields::seconds")]
    pub half_life: f64,
    /// Seconds between two calculations.
    #[serde(deserialize_with = "period")]
    pub period: f64,
    /// Shares of accounts; the others have one, below the root.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountShares>,
    /// Shares of users; the others have one in each of their accounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<UserShares>,
    /// Priorities of qualities of service by name, 0 for the others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub qos: BTreeMap<String, u32>,
    /// Priorities of partitions by name, 0 for the others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partitions: BTreeMap<String, u32>,
}

impl Default for Priority {
    /// What a Slurm does that is told no more than `PriorityType=priority/multifactor`.
    fn default() -> Self {
        const DAY: f64 = 86_400.0;
        Self {
            weights: Weights::default(),
            max_age: 7.0 * DAY,
            favour_small: false,
            fairshare: Algorithm::Tree,
            dampening: 1,
            half_life: 7.0 * DAY,
            period: 300.0,
            accounts: Vec::new(),
            users: Vec::new(),
            qos: BTreeMap::new(),
            partitions: BTreeMap::new(),
        }
    }
}

/// What each factor of a priority weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// How long a job has waited.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub age: u32,
    /// How little its user has had of the promised share.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub fairshare: u32,
    /// How large it is, or how small.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub job_size: u32,
    /// The priority of its partition.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub partition: u32,
    /// The priority of its quality of service.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub qos: u32,
}

/// How factors of fairshare are made of shares and usage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Algorithm {
    /// Fair Tree.
    #[default]
    Tree,
    /// The classic formula.
    Classic,
}

/// The shares of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountShares {
    /// What it is called.
    pub name: String,
    /// How many it has, beside those below the same account.
    #[serde(default = "one", deserialize_with = "fields::whole_or_none")]
    pub shares: u32,
    /// The account it is below; the root if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// The shares of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserShares {
    /// What the user is called.
    pub name: String,
    /// In which account; in each that is not named if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// How many there.
    #[serde(default = "one", deserialize_with = "fields::whole_or_none")]
    pub shares: u32,
}

const fn one() -> u32 {
    1
}

fn period<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let what = "how many seconds there are between two calculations";
    within(f64::deserialize(deserializer)?, &PERIODS, what)
}
