//! Moldable jobs, and parameters of the policies that choose their sizes, in a scenario.

pub mod mold;
pub(crate) mod told;

use std::ops::RangeInclusive;

use cosched_core::policy::moldable::Rule;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::PolicyName;
use super::fields::{Seen, within};
use super::policy::published::Published;
use super::policy::published::Terms;
use mold::Curve;

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Moldable jobs on two tiers",
    policies: &[
        Published {
            molds: true,
            ..Published::new(
                PolicyName::Kceasy,
                "kceasy",
                "KCEASY",
                "EASY; what the foreground leaves runs others in the background",
            )
        },
        Published {
            molds: true,
            ..Published::new(
                PolicyName::Parallel,
                "parallel",
                "Parallel",
                "Idle processors are shared as evenly as possible",
            )
        },
        Published {
            molds: true,
            ..Published::new(
                PolicyName::Fair,
                "fair",
                "Fair-shared",
                "As many idle processors as are of use to the first job",
            )
        },
        Published {
            molds: true,
            ..Published::new(
                PolicyName::Adasa,
                "adasa",
                "ADaSA",
                "The least size that meets each deadline, the most urgent first",
            )
        },
    ],
    told: told::ALL,
};

/// Speed-up of a job on more processors.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SpeedupName {
    /// Downey's model.
    Downey {
        /// Average parallelism, 1 or more.
        parallelism: f64,
        /// Coefficient of the variance of parallelism, 0 or more.
        variance: f64,
    },
    /// On 1, 2, 3 … processors; never falling.
    Table(Vec<f64>),
}

impl From<&SpeedupName> for Curve {
    fn from(name: &SpeedupName) -> Self {
        match name {
            &SpeedupName::Downey {
                parallelism,
                variance,
            } => Self::Downey {
                parallelism,
                variance,
            },
            SpeedupName::Table(table) => Self::Table(table.clone()),
        }
    }
}

/// Optional speed-up, checked to be one.
pub(super) fn optional_speedup<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SpeedupName>, D::Error> {
    let name = Option::<SpeedupName>::deserialize(deserializer)?;
    if let Some(name) = &name {
        let curve = Curve::from(name);
        curve.as_speedup().check().map_err(D::Error::custom)?;
    }
    Ok(name)
}

/// Molds of jobs that have none of their own: ranges from which values are drawn for each.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MoldableJobs {
    /// Range of the variance of parallelism. The average parallelism is the size that the workload
    /// gives the job, and its runtime is that at this size.
    #[serde(deserialize_with = "range")]
    pub variance: (f64, f64),
    /// Factor by which users request more than that size.
    #[serde(deserialize_with = "factor")]
    pub over_request: f64,
    /// Range of the time from submission to the deadline, in runtimes at the requested size; no
    /// deadlines if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_range"
    )]
    pub slack: Option<(f64, f64)>,
}

impl Default for MoldableJobs {
    fn default() -> Self {
        Self {
            variance: (0.0, 2.0),
            over_request: 1.0,
            slack: Some((2.0, 6.0)),
        }
    }
}

/// Largest of any of these factors.
const MOST_FACTOR: f64 = 1e6;

/// Variances of parallelism, and slacks.
pub(crate) const FACTORS: RangeInclusive<f64> = 0.0..=MOST_FACTOR;

fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    in_order(<(f64, f64)>::deserialize(deserializer)?)
}

fn optional_range<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<(f64, f64)>, D::Error> {
    let range = Option::<(f64, f64)>::deserialize(deserializer)?;
    range.map(in_order).transpose()
}

fn in_order<E: Error>((from, to): (f64, f64)) -> Result<(f64, f64), E> {
    match FACTORS.contains(&from) && (from..=MOST_FACTOR).contains(&to) {
        true => Ok((from, to)),
        false => Err(E::custom(format_args!(
            "({}, {}) is not a range: two numbers from 0 to {MOST_FACTOR} are allowed, the first not above the second",
            Seen(from),
            Seen(to)
        ))),
    }
}

/// Factors by which users may request more than a job's size.
pub(crate) const OVER_REQUESTS: RangeInclusive<f64> = 1e-3..=MOST_FACTOR;

fn factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    match OVER_REQUESTS.contains(&value) {
        true => Ok(value),
        false => Err(D::Error::custom(format_args!(
            "{} is not allowed: {} to {} is",
            Seen(value),
            OVER_REQUESTS.start(),
            OVER_REQUESTS.end()
        ))),
    }
}

/// Parameters of policies that choose sizes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Molding {
    /// Whether ADaSA gives processors that no job waits for to jobs that start.
    pub expand_idle: bool,
    /// Meaning of fair-shared scheduling.
    pub fair: Fair,
    /// Share of processor time that the virtual machines take.
    #[serde(deserialize_with = "loss")]
    pub loss: f64,
    /// Treatment of jobs that cannot meet their deadlines.
    pub deadlines: Deadlines,
}

/// Treatment of jobs that cannot meet their deadlines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Deadlines {
    /// They run, and are counted.
    #[default]
    Soft,
    /// They are refused on arrival.
    Hard,
}

/// Shares of processor time that virtual machines may take.
pub(crate) const LOSSES: RangeInclusive<f64> = 0.0..=0.9;

fn loss<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(f64::deserialize(deserializer)?, &LOSSES, "a loss")
}

/// Meaning of fair-shared scheduling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Fair {
    /// As many processors as possible to the first job, as in ADaSA's paper.
    #[default]
    First,
    /// Up to the share that a job has in all work, as in the work that the paper cites.
    Weighted,
}

impl Default for Molding {
    fn default() -> Self {
        Self {
            expand_idle: true,
            fair: Fair::default(),
            loss: 0.0,
            deadlines: Deadlines::default(),
        }
    }
}

impl Molding {
    /// Rule by which the policy `name` chooses sizes.
    pub fn rule(&self, name: PolicyName) -> Rule {
        match (name, self.fair) {
            (PolicyName::Parallel, _) => Rule::Parallel,
            (PolicyName::Fair, Fair::First) => Rule::Fair,
            (PolicyName::Fair, Fair::Weighted) => Rule::FairWeighted,
            (PolicyName::Adasa, _) => Rule::Adasa {
                expand: self.expand_idle,
            },
            _ => Rule::Kceasy,
        }
    }
}
