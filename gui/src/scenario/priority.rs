//! Multifactor priority in a scenario: weights of factors, shares, and decay of usage.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::fields::{self, within};

/// Seconds between two calculations of priorities: a minute at least, as Slurm counts.
pub(crate) const PERIODS: std::ops::RangeInclusive<f64> = 60.0..=fields::LONGEST;

/// Multifactor priority that orders the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Priority {
    /// Weights of the factors.
    pub weights: Weights,
    /// Wait at which the factor of age is largest, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub max_age: f64,
    /// Whether small jobs have the larger factor.
    pub favour_small: bool,
    /// Algorithm of the fairshare factor.
    pub fairshare: Algorithm,
    /// Divisor of the exponent in the classic formula.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub dampening: u32,
    /// Half-life of usage, in seconds; no decay if 0.
    #[serde(deserialize_with = "fields::seconds")]
    pub half_life: f64,
    /// Seconds between two calculations.
    #[serde(deserialize_with = "period")]
    pub period: f64,
    /// Shares of accounts; all others have one, below the root.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountShares>,
    /// Shares of users; all others have one in each of their accounts.
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
    /// As Slurm with only `PriorityType=priority/multifactor` set.
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

/// Weights of a priority's factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Wait of the job.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub age: u32,
    /// Unused part of its user's promised share.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub fairshare: u32,
    /// Size of the job, large or small.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub job_size: u32,
    /// Priority of its partition.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub partition: u32,
    /// Priority of its quality of service.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub qos: u32,
}

/// Algorithm of the fairshare factor, from shares and usage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Algorithm {
    /// Fair Tree.
    #[default]
    Tree,
    /// The classic formula.
    Classic,
}

/// Shares of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountShares {
    /// Name.
    pub name: String,
    /// Number of shares, relative to the accounts below the same parent.
    #[serde(default = "one", deserialize_with = "fields::whole_or_none")]
    pub shares: u32,
    /// Parent account; the root if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// Shares of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserShares {
    /// Name.
    pub name: String,
    /// Account; each that is not named if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Number of shares there.
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
