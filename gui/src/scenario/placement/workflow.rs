//! Workflows in a scenario.

use std::fmt;
use std::path::PathBuf;

use cosched_core::workflow;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::server_fields;
use crate::scenario::fields;
use crate::scenario::fields::Seen;

/// Workflow: written out, from a file, or drawn; just one of these.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WorkflowWorkload {
    /// Jobs, written out.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "checked")]
    pub jobs: Vec<Task>,
    /// Workflow file (WfFormat, DAX, STG), relative to the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Shape to draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Values that the file lacks.
    #[serde(skip_serializing_if = "is_default")]
    pub defaults: Defaults,
    /// Bandwidths of the jobs of a shape, which are variants of STREAM.
    #[serde(skip_serializing_if = "is_default")]
    pub stream: StreamBandwidth,
    /// Deviation of an interval's utilisation in the jobs of a shape or a file, as a share of it;
    /// only the stochastic engine draws it.
    #[serde(
        skip_serializing_if = "is_default",
        deserialize_with = "server_fields::deviation"
    )]
    pub deviation: f64,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Job of a workflow.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Number; the position in the list, from 1, if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_job_number"
    )]
    pub id: Option<u64>,
    /// Earliest time at which it can enter the queue, in seconds.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "fields::seconds"
    )]
    pub submit: f64,
    /// Numbers of its predecessors.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "fields::job_numbers"
    )]
    pub after: Vec<u64>,
    /// Threads.
    pub threads: Vec<Threads>,
    /// Threads on servers of some kinds, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<On>,
}

/// Threads of a job on servers of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct On {
    /// Name of the kind.
    pub kind: String,
    /// Threads on them.
    pub threads: Vec<Threads>,
}

/// Equal threads of a job, as measured when nothing else runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threads {
    /// Number of threads.
    #[serde(default = "one")]
    pub count: f64,
    /// Processor time that each needs, in seconds.
    pub demand: f64,
    /// Share of time that each is busy.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub utilisation: f64,
    /// Memory bandwidth that each requests, in GB/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bandwidth: f64,
    /// Deviation of an interval's utilisation, as a share of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deviation: f64,
    /// Further phases of the same threads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Phase>,
}

/// Further phase of threads.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Processor time that each thread needs in it, in seconds.
    pub demand: f64,
    /// Share of time that each is busy.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub utilisation: f64,
    /// Memory bandwidth that each requests, in GB/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bandwidth: f64,
}

fn one() -> f64 {
    1.0
}

fn all() -> f64 {
    1.0
}

fn is_all(utilisation: &f64) -> bool {
    *utilisation == 1.0
}

/// Defaults for values that a workflow file may lack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Defaults {
    /// Threads of a task whose cores are not known.
    #[serde(deserialize_with = "server_fields::threads")]
    pub threads: u32,
    /// Share of time that a thread is busy.
    #[serde(deserialize_with = "server_fields::utilisation")]
    pub utilisation: f64,
    /// Memory bandwidth that a thread requests, in GB/s; no format has it.
    #[serde(deserialize_with = "server_fields::bandwidth")]
    pub bandwidth: f64,
    /// Runtime of a task whose runtime is not known, in seconds.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub runtime: Option<f64>,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            threads: 1,
            utilisation: 1.0,
            bandwidth: 0.0,
            runtime: None,
        }
    }
}

/// Shape of a workflow with its number of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// Every job follows 1 or 2 of those shortly ahead of it.
    Batch(Batch),
    /// One, many side by side, one, and so on.
    ForkJoin(Wide),
    /// Jobs one after the other.
    Chain(Chain),
    /// Layers, each job following some of the layer above.
    Layers(Wide),
}

/// Graph in which every job follows 1 or 2 of those shortly ahead of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// Number of jobs.
    #[serde(deserialize_with = "fields::jobs")]
    pub jobs: u32,
    /// Distance of a job's predecessors in the list, at most.
    #[serde(default = "twelve", deserialize_with = "fields::at_least_one")]
    pub window: u32,
}

fn twelve() -> u32 {
    12
}

/// Jobs side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wide {
    /// Number of jobs.
    #[serde(deserialize_with = "fields::jobs")]
    pub jobs: u32,
    /// Number of jobs side by side.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub width: u32,
}

/// Jobs one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Number of jobs.
    #[serde(deserialize_with = "fields::jobs")]
    pub jobs: u32,
}

impl Shape {
    /// Number of jobs, and the shape for the core.
    pub const fn to_core(self) -> (u32, workflow::Shape) {
        match self {
            Self::Batch(Batch { jobs, window }) => (jobs, workflow::Shape::Batch { window }),
            Self::ForkJoin(Wide { jobs, width }) => (jobs, workflow::Shape::ForkJoin { width }),
            Self::Chain(Chain { jobs }) => (jobs, workflow::Shape::Chain),
            Self::Layers(Wide { jobs, width }) => (jobs, workflow::Shape::Layers { width }),
        }
    }

    /// Number of jobs, to be changed.
    pub const fn jobs_mut(&mut self) -> &mut u32 {
        match self {
            Self::Batch(Batch { jobs, .. })
            | Self::ForkJoin(Wide { jobs, .. })
            | Self::Chain(Chain { jobs })
            | Self::Layers(Wide { jobs, .. }) => jobs,
        }
    }
}

/// Bandwidths of variants of STREAM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum StreamBandwidth {
    /// Uniformly from 3.6 to 10.5 GB/s a thread.
    #[default]
    Uniform,
    /// 100.8 GB/s over the threads of the job, at most 10.5.
    ByThreads,
}

impl From<StreamBandwidth> for workflow::StreamBandwidth {
    fn from(bandwidth: StreamBandwidth) -> Self {
        match bandwidth {
            StreamBandwidth::Uniform => Self::Uniform,
            StreamBandwidth::ByThreads => Self::ByThreads,
        }
    }
}

/// Jobs, each checked where it ends, so that a problem has its line.
fn checked<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Task>, D::Error> {
    deserializer.deserialize_seq(Tasks)
}

/// Visitor that reads jobs one by one.
struct Tasks;

impl<'de> Visitor<'de> for Tasks {
    type Value = Vec<Task>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of jobs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Task>, A::Error> {
        let mut tasks: Vec<Task> = Vec::new();
        while let Some(task) = list.next_element::<Task>()? {
            let number = task.number(tasks.len());
            check_task(&task)
                .map_err(|problem| A::Error::custom(format!("job {number}: {problem}")))?;
            tasks.push(task);
        }
        Ok(tasks)
    }
}

/// Checks a job, apart from its name.
fn check_task(task: &Task) -> Result<(), String> {
    check(&task.threads)?;
    for (place, on) in task.on.iter().enumerate() {
        let kind = &on.kind;
        if task.on[..place].iter().any(|other| other.kind == *kind) {
            return Err(format!(
                "`on` names the kind `{kind}` twice; once is allowed"
            ));
        }
        check(&on.threads)
            .map_err(|problem| format!("on servers of the kind `{kind}`: {problem}"))?;
    }
    Ok(())
}

impl Task {
    /// Number of the job, with the index `place` in the list.
    pub fn number(&self, place: usize) -> u64 {
        self.id.unwrap_or(place as u64 + 1)
    }
}

/// Checks the threads of a job; an error has field, value and values allowed.
fn check(threads: &[Threads]) -> Result<(), String> {
    if threads.is_empty() {
        return Err("`threads` is empty; at least one group is needed".to_owned());
    }
    for group in threads {
        let count = group.count;
        if count.fract() != 0.0 || !(1.0..=f64::from(fields::MOST_THREADS)).contains(&count) {
            return Err(format!(
                "`count` is {}; a whole number from 1 to {} is allowed",
                Seen(count),
                fields::MOST_THREADS
            ));
        }
        if !(0.0..1.0).contains(&group.deviation) {
            let deviation = Seen(group.deviation);
            return Err(format!(
                "`deviation` is {deviation}; 0 or more and below 1 is allowed"
            ));
        }
        let first = Phase {
            demand: group.demand,
            utilisation: group.utilisation,
            bandwidth: group.bandwidth,
        };
        std::iter::once(&first)
            .chain(&group.then)
            .try_for_each(check_phase)?;
    }
    Ok(())
}

fn check_phase(phase: &Phase) -> Result<(), String> {
    let Phase {
        demand,
        utilisation,
        bandwidth,
    } = phase;
    if !fields::SPANS.contains(demand) {
        return Err(format!(
            "`demand` is {}; more than 0 and up to {} seconds are allowed",
            Seen(*demand),
            fields::LONGEST
        ));
    }
    if !fields::UTILISATIONS.contains(utilisation) {
        return Err(format!(
            "`utilisation` is {}; {} to 1 is allowed",
            Seen(*utilisation),
            fields::LEAST_UTILISATION
        ));
    }
    if !fields::BANDWIDTHS.contains(bandwidth) {
        return Err(format!(
            "`bandwidth` is {}; 0 to {} GB/s is allowed",
            Seen(*bandwidth),
            fields::MOST_BANDWIDTH
        ));
    }
    Ok(())
}
