//! Jobs written out in a scenario.

use std::collections::BTreeMap;

use cosched_core::slots::Criterion;
use cosched_parameters::parameters;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::coscheduling::GrainClass;
use crate::scenario::fields::{COUNTS, MOST_CORES};
use crate::scenario::moldable::SpeedupName;
use crate::scenario::placement::workflow::UTILISATION;
use crate::scenario::reference::Kind;
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, MEMORY, SPAN, TIME, up_to};
use crate::scenario::reference::sources::{ADASA, AGILE, FGD, FLEXIBLE, SLOTS, SWF};
use crate::scenario::{moldable, slicing, slots};

/// Fields that every job needs, beside others.
const NEEDED: &str = ", submit: 0, runtime: 1, nodes: 1";

/// Number of nodes of a job.
const WIDTH: Kind =
    Kind::whole(COUNTS, "{} nodes: a job needs a whole number from 1 on").of("nodes");

/// Share of a GPU.
const GPU_SHARE: Kind = Kind::number(
    0.001..=1.0,
    "{} is not a share of a GPU: {least} to {most} is allowed, in whole thousandths",
);

/// Job written out in a scenario.
#[parameters(within = Workload, path = "Jobs([({})])")]
#[derive(Clone, PartialEq, Debug)]
#[serde(remote = "Self")]
pub struct Job {
    /// Number in results; the position in the list, from 1, if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// When the job enters the queue.
    #[parameter(name = "Submit", kind = TIME, needed, source = SWF,
        beside = ", runtime: 1, nodes: 1")]
    pub submit: f64,
    /// How long the job runs.
    #[parameter(name = "Runtime", kind = SPAN, needed, source = SWF,
        beside = ", submit: 0, nodes: 1")]
    pub runtime: f64,
    /// How many nodes the job needs; no more than the machine has; not of one that asks for `tasks`.
    #[parameter(name = "Nodes", kind = WIDTH, absent = "needed", unsaid, quiet, source = SWF,
        beside = ", submit: 0, runtime: 1")]
    pub nodes: u32,
    /// Tasks that the job needs, on however many nodes, instead of `nodes`.
    #[parameter(name = "Tasks", kind = COUNT, absent = "it asks for nodes",
        beside = ", submit: 0, runtime: 1")]
    pub tasks: Option<u32>,
    /// Cores on each of its nodes, or of each of its tasks, where nodes are shared.
    #[parameter(name = "Cores on a node", kind = up_to(MOST_CORES), absent = "1", beside = NEEDED)]
    pub cores: Option<u32>,
    /// GPUs on each of its nodes, or of each of its tasks.
    #[parameter(name = "GPUs on a node", kind = COUNT_OR_NONE, quiet, beside = NEEDED)]
    pub gpus: u32,
    /// Share of one GPU on each of its nodes, or of each of its tasks, in thousandths, in place of whole
    /// ones: others may have the rest.
    #[parameter(name = "Share of a GPU", kind = GPU_SHARE, absent = "whole GPUs", source = FGD,
        beside = NEEDED)]
    pub gpu_share: Option<f64>,
    /// Other resources on each, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, u32>,
    /// Licences that the job holds as it runs, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub licences: BTreeMap<String, u32>,
    /// Features that its nodes must have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The job wants its nodes whole.
    #[parameter(name = "Whole nodes", quiet, beside = NEEDED)]
    pub whole_nodes: bool,
    /// Partition; the default one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Reservation in whose nodes it runs; if absent, it runs on nodes outside of reservations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reservation: Option<String>,
    /// Numbers of the jobs, submitted before it, that must have ended before it starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u64>,
    /// User who submitted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Account that it is charged to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Quality of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qos: Option<String>,
    /// The user's estimate of the runtime.
    #[parameter(name = "Estimate", kind = SPAN, absent = "the runtime", source = SWF,
        beside = NEEDED)]
    pub estimate: Option<f64>,
    /// What the job needs on each node, or for each task.
    #[parameter(name = "Memory", kind = MEMORY, absent = "none", source = SWF, beside = NEEDED,
        step = (1.0, 3))]
    pub memory: Option<f64>,
    /// What a job of `tasks` needs on each of its nodes besides, however many tasks run there, as
    /// Slurm's `--mem`.
    #[parameter(name = "Memory on a node", kind = MEMORY, absent = "none", beside = NEEDED,
        step = (1.0, 3))]
    pub memory_per_node: Option<f64>,
    /// The class of the job under Scojo-PECT, if its estimate is not to tell.
    #[parameter(name = "Class", absent = "by its estimate",
        source = "Esbaugh, 2010 (Scojo-PECT), table 1", beside = NEEDED)]
    pub class: Option<slicing::Class>,
    /// How often the processes of the job wait for one another.
    #[parameter(name = "Grain", absent = "as the parameters have it", source = AGILE,
        beside = NEEDED)]
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers of the job.
    #[parameter(name = "Barrier", kind = SPAN, absent = "by its grain", source = FLEXIBLE,
        beside = NEEDED)]
    pub barrier: Option<f64>,
    /// The share of a node that each process uses.
    #[parameter(name = "Utilisation", kind = UTILISATION, absent = "all of it", source = FLEXIBLE,
        beside = NEEDED)]
    pub utilisation: Option<f64>,
    /// Speed-up on more processors, if it is moldable.
    #[parameter(rows(&moldable::SPEEDUP, &moldable::PARALLELISM, &moldable::VARIANCE))]
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "moldable::optional_speedup"
    )]
    pub speedup: Option<SpeedupName>,
    /// Time that a moldable job takes on one processor.
    #[parameter(name = "Work", kind = SPAN, absent = "what goes with its runtime",
        beside = NEEDED)]
    pub work: Option<f64>,
    /// When the job should have ended.
    #[parameter(name = "Deadline", kind = TIME, absent = "none", source = ADASA, beside = NEEDED)]
    pub deadline: Option<f64>,
    /// The most the job pays for all its nodes together.
    #[parameter(name = "Budget", kind = slots::BUDGET, absent = "as the parameters have it",
        source = SLOTS, beside = NEEDED)]
    pub budget: Option<f64>,
    /// What makes a window the best for the job.
    #[parameter(name = "Criterion", absent = "as the parameters have it", source = SLOTS,
        beside = NEEDED)]
    pub criterion: Option<Criterion>,
    /// The least performance of the job's nodes.
    #[parameter(name = "Least performance", kind = slots::LEAST_PERFORMANCE, absent = "any",
        source = SLOTS, beside = NEEDED)]
    pub least: Option<f64>,
}

impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let job = Self::deserialize(deserializer)?;
        job.check_gpu_share().map_err(D::Error::custom)?;
        match (job.nodes, job.tasks) {
            (0, None) => Err(D::Error::custom(
                "the field `nodes` of `Job` is missing: it needs nodes or `tasks`",
            )),
            (0, Some(_)) => Ok(Self { nodes: 1, ..job }),
            (nodes, Some(tasks)) => Err(D::Error::custom(format_args!(
                "a job has `nodes: {nodes}` and `tasks: {tasks}`: one of the two is allowed"
            ))),
            (_, None) => Ok(job),
        }
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
    pub fn shared_only_field(&self) -> Option<&'static str> {
        let shared_only = [
            ("tasks", self.tasks.is_some()),
            ("cores", self.cores.is_some()),
            ("gpus", self.gpus > 0),
            ("gpu_share", self.gpu_share.is_some()),
            ("resources", !self.resources.is_empty()),
            ("licences", !self.licences.is_empty()),
            ("features", !self.features.is_empty()),
            ("whole_nodes", self.whole_nodes),
            ("memory_per_node", self.memory_per_node.is_some()),
            ("partition", self.partition.is_some()),
            ("reservation", self.reservation.is_some()),
            ("after", !self.after.is_empty()),
        ];
        let found = shared_only.into_iter().find(|(_, is_set)| *is_set);
        found.map(|(name, _)| name)
    }

    /// Thousandths of a GPU that it asks for; 0 if it asks for whole ones or none.
    pub fn gpu_thousandths(&self) -> u16 {
        (self.gpu_share.unwrap_or_default() * 1000.0).round() as u16
    }

    /// Checks that its share of a GPU is in whole thousandths, and not beside whole GPUs.
    fn check_gpu_share(&self) -> Result<(), String> {
        let Some(share) = self.gpu_share else {
            return Ok(());
        };
        if self.gpus > 0 {
            let gpus = self.gpus;
            return Err(format!(
                "a job has `gpus: {gpus}` and `gpu_share: {share}`: one of the two is allowed"
            ));
        }
        // Decimals of three digits are no exact binary fractions.
        let is_whole = (share * 1000.0 - f64::from(self.gpu_thousandths())).abs() < 1e-9;
        if is_whole {
            Ok(())
        } else {
            Err(format!(
                "a job has `gpu_share: {share}`: whole thousandths of a GPU are allowed, 0.001 to 1"
            ))
        }
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
            gpu_share: None,
            resources: BTreeMap::new(),
            licences: BTreeMap::new(),
            features: Vec::new(),
            whole_nodes: false,
            partition: None,
            reservation: None,
            after: Vec::new(),
            user: None,
            account: None,
            qos: None,
            estimate: None,
            memory: None,
            memory_per_node: None,
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
