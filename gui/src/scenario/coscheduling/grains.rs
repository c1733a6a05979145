//! Shares of the machine for jobs of several grains, and the measurement of their classes, in a
//! scenario.

use cosched_core::policy::coscheduling::{self, Measuring};
use cosched_core::{Duration, workload};
use serde::{Deserialize, Deserializer, Serialize};

use crate::scenario::fields;
use crate::scenario::fields::{PARTS, nanoseconds};

/// Shares of the machine for jobs of several grains under Agile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shares {
    /// All nodes, for a number of quanta one after the other; grains without jobs are skipped.
    Quanta(Quanta),
    /// Nodes of their own.
    Nodes(Nodes),
}

/// Quanta of each grain, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Quanta {
    /// For jobs that are gang scheduled.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub fine: u32,
    /// For jobs in the list of medium grain.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub medium: u32,
    /// For jobs in the lists of coarse grain.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub coarse: u32,
    /// For jobs in the list of independent processes.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub independent: u32,
}

/// Nodes of each grain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nodes {
    /// For jobs that are gang scheduled.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub fine: u32,
    /// For jobs in the list of medium grain.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub medium: u32,
    /// For jobs in the lists of coarse grain.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub coarse: u32,
    /// For jobs in the list of independent processes.
    #[serde(deserialize_with = "fields::whole_or_none")]
    pub independent: u32,
}

impl Default for Quanta {
    fn default() -> Self {
        Self {
            fine: 1,
            medium: 1,
            coarse: 1,
            independent: 1,
        }
    }
}

impl Default for Shares {
    fn default() -> Self {
        Self::Quanta(Quanta::default())
    }
}

impl Nodes {
    /// Nodes in the order of the grains.
    pub fn all(self) -> [u32; workload::GrainClass::COUNT] {
        [self.fine, self.medium, self.coarse, self.independent]
    }
}

impl From<Shares> for coscheduling::Shares {
    fn from(shares: Shares) -> Self {
        match shares {
            Shares::Quanta(of) => Self::Quanta([of.fine, of.medium, of.coarse, of.independent]),
            Shares::Nodes(nodes) => Self::Nodes(nodes.all()),
        }
    }
}

/// Source of the classes of jobs in flexible coscheduling.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Classes {
    /// The grain of a job.
    #[default]
    ByGrain,
    /// Measurement while they run.
    Measured(Measured),
}

/// Duration and thresholds of the measurement of a job.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Measured {
    /// A job with at least this processor time between two barriers, in seconds, need not run at
    /// once.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub granularity: f64,
    /// A job that uses at least this share of its processor time makes the best
    /// of running at once.
    #[serde(deserialize_with = "share")]
    pub efficiency: f64,
    /// Number of quanta in its own row during which a job is measured.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub quanta: u32,
    /// Seconds after which it is measured again; never if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub reset: Option<f64>,
}

impl Default for Measured {
    fn default() -> Self {
        Self {
            granularity: 60.0,
            efficiency: 0.9,
            quanta: 5,
            reset: Some(3600.0),
        }
    }
}

impl From<Measured> for Measuring {
    fn from(measured: Measured) -> Self {
        Self {
            granularity: Duration(nanoseconds(measured.granularity)),
            efficiency: (measured.efficiency * 1000.0).round() as u32,
            quanta: measured.quanta,
            reset: measured.reset.map(|reset| Duration(nanoseconds(reset))),
        }
    }
}

/// Share, from 0 to 1.
fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    fields::within(f64::deserialize(deserializer)?, &PARTS, "a share")
}
