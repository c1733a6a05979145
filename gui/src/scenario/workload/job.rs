//! A job written out in a scenario.

use cosched_core::slots::Criterion;
use serde::{Deserialize, Serialize};

use crate::scenario::coscheduling::GrainClass;
use crate::scenario::fields::{self, names};
use crate::scenario::moldable::SpeedupName;
use crate::scenario::{moldable, placement, slicing, slots};

/// A job written out in a scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number in results; the place in the list, from 1, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// When it enters the queue, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub submit: f64,
    /// How long it runs, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub runtime: f64,
    /// Nodes it needs.
    #[serde(deserialize_with = "fields::width")]
    pub nodes: u32,
    /// The user's estimate of the runtime, in seconds; the runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub estimate: Option<f64>,
    /// Memory it needs on each node, in MiB.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_memory"
    )]
    pub memory: Option<f64>,
    /// Its class, if its estimate is not to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<slicing::Class>,
    /// How often its processes wait for one another, if not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub barrier: Option<f64>,
    /// The share of a node that each process uses; all of it if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "placement::server_fields::optional_utilisation"
    )]
    pub utilisation: Option<f64>,
    /// How much faster it is on more processors, if it is moldable.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "moldable::optional_speedup"
    )]
    pub speedup: Option<SpeedupName>,
    /// Time on one processor of a moldable job, in seconds; what goes with its
    /// runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub work: Option<f64>,
    /// When it should have ended, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_time"
    )]
    pub deadline: Option<f64>,
    /// The most it pays for its nodes, if not as usual.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_budget"
    )]
    pub budget: Option<f64>,
    /// What makes a window the best for it, if not as usual.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "names::optional_criterion"
    )]
    pub criterion: Option<Criterion>,
    /// The least performance of its nodes; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_least"
    )]
    pub least: Option<f64>,
}

impl Job {
    /// A job whose user knows the runtime; times in seconds.
    pub const fn new(submit: f64, runtime: f64, nodes: u32) -> Self {
        Self {
            id: None,
            submit,
            runtime,
            nodes,
            estimate: None,
            memory: None,
            class: None,
            grain: None,
            barrier: None,
            utilisation: None,
            speedup: None,
            work: None,
            deadline: None,
            budget: None,
            criterion: None,
            least: None,
        }
    }
}
