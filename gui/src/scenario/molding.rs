//! Moldable jobs, and what the policies that choose their sizes can be told, as a scenario says it.

use cosched_core::policy::moldable::Rule;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::PolicyName;
use crate::molds::Curve;

/// How much faster a job is on more processors.
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

/// One that is a speed-up, or nothing.
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

/// What policies that choose sizes can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Molding {
    /// Whether ADaSA gives processors that nobody waits for to jobs that start.
    pub expand_idle: bool,
    /// What fair-shared scheduling means.
    pub fair: Fair,
}

/// What fair-shared scheduling means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Fair {
    /// As many processors as possible to the first job, as ADaSA's paper says.
    #[default]
    First,
    /// Up to the part that goes with a job's part of all work, as the work it
    /// cites says.
    Weighted,
}

impl Default for Molding {
    fn default() -> Self {
        Self {
            expand_idle: true,
            fair: Fair::default(),
        }
    }
}

impl Molding {
    /// How the policy `name` chooses sizes.
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
