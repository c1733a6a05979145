//! Workloads drawn from models, and estimates of their users.

use cosched_core::Duration;
use cosched_core::users::Habits;
use cosched_core::workload::jann::Sizes;
use serde::{Deserialize, Serialize};

use crate::scenario::fields::{self, names, nanoseconds};
use crate::scenario::slicing::MemorySource;

/// The model of Lublin and Feitelson and its parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LublinWorkload {
    /// Number of jobs.
    #[serde(deserialize_with = "fields::drawn")]
    pub jobs: u32,
    /// Published parameter set.
    #[serde(default)]
    pub set: LublinSet,
    /// Offered load to scale interarrival times to; the model's own if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_load"
    )]
    pub load: Option<f64>,
    /// Users' estimates, which the model does not have.
    #[serde(default, deserialize_with = "fields::estimates")]
    pub estimates: Estimates,
    /// Draw and round exactly as the published program does.
    #[serde(default)]
    pub bit_exact: bool,
    /// Users who submit these jobs as they react, whatever the model's arrivals; only for jobs that
    /// come one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub users: Option<ReactingUsers>,
    /// Source of the jobs' memory; they need none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
}

impl LublinWorkload {
    /// `jobs` jobs of one class, at the model's own load, whose users know the runtimes.
    pub const fn of(jobs: u32) -> Self {
        Self {
            jobs,
            set: LublinSet::Typeless,
            load: None,
            estimates: Estimates::Exact,
            bit_exact: false,
            users: None,
            memory: None,
        }
    }
}

/// Users who each submit a job, wait for its end, think, and submit the next or come back after a
/// break: [`cosched_core::users::Users`] has the model and its sources.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactingUsers {
    /// Number of users.
    #[serde(deserialize_with = "fields::users")]
    pub count: u32,
    /// Mean of their think times, in seconds.
    #[serde(default = "ReactingUsers::think", deserialize_with = "fields::think")]
    pub think: f64,
    /// Longest break between two sessions, in seconds.
    #[serde(
        default = "ReactingUsers::longest_break",
        deserialize_with = "fields::longest_break"
    )]
    pub longest_break: f64,
}

impl ReactingUsers {
    /// `count` users with default habits.
    pub fn of(count: u32) -> Self {
        Self {
            count,
            think: Self::think(),
            longest_break: Self::longest_break(),
        }
    }

    fn think() -> f64 {
        Habits::USUAL.think.seconds()
    }

    fn longest_break() -> f64 {
        Habits::USUAL.longest_break.seconds()
    }

    /// Their behaviour when a job has ended.
    pub(crate) fn habits(&self) -> Habits {
        Habits {
            think: Duration(nanoseconds(self.think)),
            longest_break: Duration(nanoseconds(self.longest_break)),
            ..Habits::USUAL
        }
    }
}

/// Parameter sets of the Lublin-Feitelson model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum LublinSet {
    /// One class of jobs.
    #[default]
    Typeless,
    /// Batch and interactive jobs as two streams.
    Typed,
}

/// The model of Jann and others by its re-fit, and its parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JannWorkload {
    /// Number of jobs.
    #[serde(deserialize_with = "fields::drawn")]
    pub jobs: u32,
    /// Sizes of jobs within their class, which the model does not have.
    #[serde(default, with = "names::SizesName")]
    pub sizes: Sizes,
    /// Offered load to scale interarrival times to; the model's own if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_load"
    )]
    pub load: Option<f64>,
    /// Users' estimates, which the model does not have.
    #[serde(default, deserialize_with = "fields::estimates")]
    pub estimates: Estimates,
    /// Source of the jobs' memory; they need none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
}

impl JannWorkload {
    /// Name wherever it is shown, so that it is not taken for the tables of the paper, which are
    /// not available.
    pub const NAME: &str = "jann97-refit";

    /// `jobs` jobs of uniform sizes, at the model's own load, whose users know
    /// the runtimes.
    pub const fn of(jobs: u32) -> Self {
        Self {
            jobs,
            sizes: Sizes::Uniform,
            load: None,
            estimates: Estimates::Exact,
            memory: None,
        }
    }
}

/// Source of users' estimates.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Estimates {
    /// Users know the runtime.
    #[default]
    Exact,
    /// Every estimate is this factor times the runtime.
    Times(f64),
    /// Each estimate is the runtime times a factor drawn from 1 to this.
    UpTo(f64),
}
