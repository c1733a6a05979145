//! Jobs written out in a scenario.

use std::collections::BTreeMap;

use cosched_core::slots::Criterion;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::cluster::{is_false, is_zero, optional_cores};

use crate::scenario::coscheduling::GrainClass;
use crate::scenario::fields::{self, names};
use crate::scenario::moldable::SpeedupName;
use crate::scenario::{moldable, placement, slicing, slots};

/// Job written out in a scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Job {
    /// Number in results; the position in the list, from 1, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Submission, in seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub submit: f64,
    /// Runtime, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub runtime: f64,
    /// Number of nodes; 1 for a job that requests tasks.
    #[serde(
        default,
        skip_serializing_if = "is_zero",
        deserialize_with = "fields::width"
    )]
    pub nodes: u32,
    /// Number of tasks, on any number of nodes, instead of nodes.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub tasks: Option<u32>,
    /// Cores on each of its nodes, or of each task; 1 if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_cores"
    )]
    pub cores: Option<u32>,
    /// GPUs on each of its nodes, or of each task.
    #[serde(
        default,
        skip_serializing_if = "is_zero",
        deserialize_with = "fields::whole_or_none"
    )]
    pub gpus: u32,
    /// Other resources on each, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, u32>,
    /// Features that its nodes must have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Whether it gets its nodes whole.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole_nodes: bool,
    /// Partition; the default one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Reservation in whose nodes it runs; if absent, it runs on nodes outside of reservations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reservation: Option<String>,
    /// User who submitted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Account that it is charged to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Quality of service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qos: Option<String>,
    /// Estimate of the runtime, in seconds; the runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub estimate: Option<f64>,
    /// Memory it needs on each node, or for each task, in MiB.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_memory"
    )]
    pub memory: Option<f64>,
    /// Class; by its estimate if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<slicing::Class>,
    /// Class by how often its processes wait for one another; that of the parameters if absent.
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
    /// Speed-up on more processors, if it is moldable.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "moldable::optional_speedup"
    )]
    pub speedup: Option<SpeedupName>,
    /// Time on one processor of a moldable job, in seconds; by its runtime if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub work: Option<f64>,
    /// Deadline, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_time"
    )]
    pub deadline: Option<f64>,
    /// Budget for its nodes; that of the parameters if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_budget"
    )]
    pub budget: Option<f64>,
    /// Criterion by which a window is the best; that of the parameters if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "names::optional_criterion"
    )]
    pub criterion: Option<Criterion>,
    /// Least performance of its nodes; any if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "slots::optional_least"
    )]
    pub least: Option<f64>,
}

impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let job = Self::deserialize(deserializer)?;
        let job = match (job.nodes, job.tasks) {
            (0, None) => {
                return Err(D::Error::custom(
                    "Unexpected missing field named `nodes` in `Job`: it needs nodes or `tasks`",
                ));
            }
            (0, Some(_)) => Self { nodes: 1, ..job },
            (nodes, Some(tasks)) => {
                return Err(D::Error::custom(format_args!(
                    "a job has `nodes: {nodes}` and `tasks: {tasks}`: one of the two is allowed"
                )));
            }
            (_, None) => job,
        };
        fields::refuse_if_told(fields::Part::Job)?;
        Ok(job)
    }
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.tasks {
            None => Self::serialize(self, serializer),
            Some(_) => {
                let job = Self {
                    nodes: 0,
                    ..self.clone()
                };
                Self::serialize(&job, serializer)
            }
        }
    }
}

impl Job {
    /// Name of the first field that applies to shared nodes only, if any is set.
    pub fn asks_for_shares(&self) -> Option<&'static str> {
        let asked = [
            ("tasks", self.tasks.is_some()),
            ("cores", self.cores.is_some()),
            ("gpus", self.gpus > 0),
            ("resources", !self.resources.is_empty()),
            ("features", !self.features.is_empty()),
            ("whole_nodes", self.whole_nodes),
            ("partition", self.partition.is_some()),
            ("reservation", self.reservation.is_some()),
        ];
        let found = asked.into_iter().find(|(_, is_asked)| *is_asked);
        found.map(|(name, _)| name)
    }

    /// A job with its runtime as estimate; times in seconds.
    pub const fn new(submit: f64, runtime: f64, nodes: u32) -> Self {
        Self {
            id: None,
            submit,
            runtime,
            nodes,
            tasks: None,
            cores: None,
            gpus: 0,
            resources: BTreeMap::new(),
            features: Vec::new(),
            whole_nodes: false,
            partition: None,
            reservation: None,
            user: None,
            account: None,
            qos: None,
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
