//! Slurm's scheduler: its name, and its parameters by the names of `slurm.conf`.

pub(crate) mod told;

use std::ops::RangeInclusive;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::PolicyName;
use super::fields::{self, Seen};
use super::policy::published::{Published, Terms};

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Slurm",
    policies: &[Published {
        knows_partitions: true,
        ..Published::new(
            PolicyName::Slurm,
            "slurm",
            "Slurm",
            "Slurm's main and backfill passes, at their own ticks",
        )
    }],
    told: told::ALL,
};

/// Version of Slurm that is simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Version {
    /// 22.05, whose decisions were measured.
    #[default]
    V2205,
    /// 26.05, by its manual.
    V2605,
}

/// Scheduler plugin (`SchedulerType`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Scheduler {
    /// `sched/backfill`.
    #[default]
    Backfill,
    /// `sched/builtin`: the main pass alone.
    Builtin,
}

/// Plugin that selects nodes (`SelectType`); jobs get whole nodes under both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Select {
    /// `select/linear`.
    #[default]
    Linear,
    /// `select/cons_tres`.
    ConsTres,
}

/// Parameters of Slurm's scheduler, by the names and with the defaults of `slurm.conf`; times are
/// in seconds, but for `bf_window`, which is in minutes there, too.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "they are described in `told`, for people")]
pub struct Slurm {
    pub version: Version,
    pub scheduler: Scheduler,
    pub select: Select,
    #[serde(deserialize_with = "interval")]
    pub bf_interval: f64,
    #[serde(deserialize_with = "resolution")]
    pub bf_resolution: f64,
    #[serde(deserialize_with = "at_least_one")]
    pub bf_window: u32,
    #[serde(deserialize_with = "at_least_one")]
    pub bf_max_job_test: u32,
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub bf_max_job_start: Option<u32>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub bf_job_part_count_reserve: Option<u32>,
    #[serde(deserialize_with = "whole_seconds")]
    pub bf_min_age_reserve: f64,
    #[serde(deserialize_with = "at_least_one")]
    pub default_queue_depth: u32,
    #[serde(deserialize_with = "whole_seconds")]
    pub batch_sched_delay: f64,
    #[serde(deserialize_with = "interval")]
    pub sched_interval: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<u64>,
}

impl Default for Slurm {
    fn default() -> Self {
        Self {
            version: Version::default(),
            scheduler: Scheduler::default(),
            select: Select::default(),
            bf_interval: 30.0,
            bf_resolution: 60.0,
            bf_window: 1440,
            bf_max_job_test: 500,
            bf_max_job_start: None,
            bf_job_part_count_reserve: None,
            bf_min_age_reserve: 0.0,
            default_queue_depth: 100,
            batch_sched_delay: 3.0,
            sched_interval: 60.0,
            phase: None,
        }
    }
}

/// Time between passes, which Slurm counts in whole seconds.
fn interval<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    of_whole_seconds(f64::deserialize(deserializer)?, &told::INTERVALS)
}

fn whole_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    of_whole_seconds(f64::deserialize(deserializer)?, &told::DELAYS)
}

fn of_whole_seconds<E: Error>(value: f64, allowed: &RangeInclusive<f64>) -> Result<f64, E> {
    if value.fract() == 0.0 && allowed.contains(&value) {
        return Ok(value);
    }
    Err(E::custom(format_args!(
        "{} s is not allowed: Slurm counts in whole seconds, from {} to {}",
        Seen(value),
        allowed.start(),
        allowed.end()
    )))
}

fn resolution<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    match value >= 1.0 && value.fract() == 0.0 && value <= told::MOST_RESOLUTION {
        true => Ok(value),
        false => Err(D::Error::custom(format!(
            "{} is not a resolution of plans: whole seconds from 1 to {} are allowed",
            Seen(value),
            told::MOST_RESOLUTION
        ))),
    }
}

fn at_least_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    fields::named_whole(f64::deserialize(deserializer)?, told::MOST)
}
