//! Logs as workloads, and options for reading them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::scenario::fields;
use crate::scenario::slicing::MemorySource;

/// Log and options for reading it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwfWorkload {
    /// File, relative to the scenario's.
    pub path: PathBuf,
    /// Number of usable jobs, the first ones in the order of the file; all if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub jobs: Option<u32>,
    /// Offered load to scale interarrival times to; unchanged if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_load"
    )]
    pub load: Option<f64>,
    /// Whether time zero is the first submission instead of the log's own start.
    #[serde(default)]
    pub rebase: bool,
    /// Whether a job with a runtime of 0 (under half a second) runs 1 s
    /// instead of being dropped.
    #[serde(default)]
    pub keep_zero_runtimes: bool,
    /// Whether the requested size goes before the allocated one.
    #[serde(default)]
    pub prefer_requested: bool,
    /// Whether a job wider than the machine gets the whole machine instead of
    /// being dropped.
    #[serde(default)]
    pub clip_wide: bool,
    /// Whether the estimate is raised to the runtime where a job outran it.
    #[serde(default)]
    pub raise_estimates: bool,
    /// Whether users are taken to know the runtime, whatever they estimated.
    #[serde(default)]
    pub exact_estimates: bool,
    /// Whether a job with a preceding one is submitted its think time after that has ended in the
    /// simulation, not at the log's time; only for jobs that come one by one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub feedback: bool,
    /// Source of the jobs' memory; they need none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
    /// Meaning of fields beyond the eighteenth; as in the header if absent, else they are ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
}

/// Meaning of fields beyond the eighteenth, and which of the eighteen differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dialect {
    /// Frontier's log of 2024: nodes in the last field; the runtime in field 4 is unreliable.
    Frontier,
    /// AleaNG's: GPUs, soft wall time and properties in the fields 19 to 21.
    AleaNg,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl SwfWorkload {
    /// The log at `path`, read as in published simulations.
    pub fn of(path: PathBuf) -> Self {
        Self {
            path,
            jobs: None,
            load: None,
            rebase: false,
            keep_zero_runtimes: false,
            prefer_requested: false,
            clip_wide: false,
            raise_estimates: false,
            exact_estimates: false,
            feedback: false,
            memory: None,
            dialect: None,
        }
    }
}
