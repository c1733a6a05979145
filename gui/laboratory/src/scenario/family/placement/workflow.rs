//! Workflows in a scenario.

use std::fmt;
use std::path::PathBuf;

use cosched_core::workflow;
use cosched_parameters::parameters;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::scenario::fields::{self, BANDWIDTHS, DEVIATIONS, MOST_THREADS, Seen, UTILISATIONS};
use crate::scenario::reference::Kind;
use crate::scenario::reference::kind::{SPAN, up_to};
use crate::scenario::reference::sources::DESIDE;

/// Workflow: written out, from a file, or drawn; just one of these.
#[parameters(within = Workload, path = "Workflow({})", first(jobs, path, shape, stream, deviation))]
#[derive(Clone, PartialEq, Debug)]
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
    #[parameter(nested)]
    #[serde(skip_serializing_if = "is_default")]
    pub defaults: Defaults,
    /// What bandwidth the threads of a drawn job ask for.
    #[parameter(name = "Bandwidths", quiet, source = DESIDE)]
    pub stream: StreamBandwidth,
    /// How far the utilisation of an interval is off in jobs that are drawn or in a file, as a share
    /// of it; only the stochastic engine draws it.
    #[parameter(name = "Deviation", kind = DEVIATION, quiet,
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 8 and 9")]
    pub deviation: f64,
}

/// Deviation of utilisations, as a share of them.
const DEVIATION: Kind = Kind::number(
    DEVIATIONS,
    "{} is not a deviation: {least} to {most} is allowed",
);

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

/// Share of time that a thread is busy.
pub(in crate::scenario) const UTILISATION: Kind = Kind::number(
    UTILISATIONS,
    "{} is not a utilisation: {least} to {most} is allowed",
);

/// Defaults for values that a workflow file may lack.
#[parameters(within = Workload, path = "Workflow(defaults: ({}))")]
#[derive(Clone, PartialEq, Debug)]
pub struct Defaults {
    /// Threads of a task whose cores the file does not say.
    #[parameter(name = "Threads", kind = up_to(MOST_THREADS), usual = 1,
        slider = 1.0..=64.0, step = (0.1, 0))]
    pub threads: u32,
    /// Share of time a thread is busy, where the file does not say it.
    #[parameter(name = "Utilisation", kind = UTILISATION, usual = 1.0, slider = 0.1..=1.0,
        step = (0.01, 3))]
    pub utilisation: f64,
    /// Memory bandwidth each thread asks for; no file format says it.
    #[parameter(name = "Bandwidth", kind = BANDWIDTH, slider = 0.1..=20.0, step = (0.1, 3))]
    pub bandwidth: f64,
    /// Runtime of a task whose runtime the file does not say.
    #[parameter(name = "Runtime", kind = SPAN, step = (1.0, 3),
        absent = "needed where the file does not say it")]
    pub runtime: Option<f64>,
}

/// Bandwidth that a thread requests.
const BANDWIDTH: Kind = Kind::number(
    BANDWIDTHS,
    "{} is not a bandwidth in GB/s: {least} to {most} is allowed",
)
.of("GB/s");

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
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StreamBandwidth {
    /// GB/s, uniformly.
    #[parameter(name = "3.6 to 10.5")]
    #[default]
    Uniform,
    /// 100.8 GB/s over the threads, at most 10.5.
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
    for (index, on) in task.on.iter().enumerate() {
        let kind = &on.kind;
        if task.on[..index].iter().any(|other| other.kind == *kind) {
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
    /// Number of the job, with the index `index` in the list.
    pub fn number(&self, index: usize) -> u64 {
        self.id.unwrap_or(index as u64 + 1)
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
