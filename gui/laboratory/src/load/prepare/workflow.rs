//! Workflows: written out in a scenario, read from files, or drawn.

use std::collections::HashMap;
use std::path::Path;

use cosched_core::machine::contention::ThreadGroup;
use cosched_core::random::Random;
use cosched_core::workflow::Stream;
use cosched_core::{Duration, JobId, JobSpec, Time};

use crate::base::problem::Problem;
use crate::load::workflow_file;
use crate::load::workflow_file::cycle;
use crate::record::JobLabel;
use crate::scenario::placement::server_data::{Precedents, ThreadData};
use crate::scenario::placement::workflow::{
    Defaults, Shape, StreamBandwidth, Task, WorkflowWorkload,
};
use crate::scenario::{LEAST_UTILISATION, Machine, nanoseconds};

use super::threads::threads_by_kind;
use super::{Draft, resolve};

/// Stream of shapes and the jobs in them among those of a seed.
const WORKFLOW: u64 = 102;

/// Workflow ready to be run, in the order of submission.
#[derive(Debug, Default)]
pub(super) struct Workflow {
    pub(super) jobs: Vec<JobSpec>,
    pub(super) labels: Vec<JobLabel>,
    pub(super) names: Vec<String>,
    pub(super) threads: ThreadData,
    pub(super) precedents: Precedents,
    pub(super) remarks: Vec<String>,
}

/// Job before it is put in order.
#[derive(Debug)]
struct WorkflowJob {
    number: u64,
    name: String,
    submit: f64,
    after: Vec<usize>,
    // Threads on servers of each kind.
    groups: Vec<Vec<ThreadGroup>>,
}

/// Reads or draws a workflow.
///
/// # Errors
/// A job or a setting is wrong; the message names the job.
pub(super) fn read(
    described: &WorkflowWorkload,
    machine: &Machine,
    source: Option<&Path>,
    seed: u64,
) -> Result<Workflow, Problem> {
    let kinds = match machine {
        Machine::Servers(servers) => servers.kinds.iter().map(|kind| &*kind.name).collect(),
        Machine::Cluster(_) => Vec::new(),
    };
    let mut remarks = Vec::new();
    let entries = match (&*described.jobs, &described.path, described.shape) {
        (jobs @ [_, ..], None, None) => written_jobs(jobs, &kinds)?,
        ([], Some(path), None) => {
            let path = resolve(path, source);
            from_file(
                &path,
                &described.defaults,
                described.deviation,
                &mut remarks,
            )
            .map_err(|problem| problem.in_file(&path))?
        }
        ([], None, Some(shape)) => draw_shape(shape, described.stream, described.deviation, seed),
        _ => {
            return Err(Problem::input(not_one_source(described)));
        }
    };
    refuse_cycles(&entries)?;
    let mut workflow = in_submit_order(entries, kinds.len().max(1));
    workflow.remarks = remarks;
    Ok(workflow)
}

/// Message for several sources of jobs, or none.
fn not_one_source(described: &WorkflowWorkload) -> String {
    let given = [
        (!described.jobs.is_empty()).then_some("`jobs`"),
        described.path.is_some().then_some("`path`"),
        described.shape.is_some().then_some("`shape`"),
    ];
    let given: Vec<_> = given.into_iter().flatten().collect();
    let given = match &*given {
        [] => "none of them".to_owned(),
        given => given.join(" and "),
    };
    format!(
        "a workflow needs just one of `jobs` (at least one), `path` and `shape`; this one has {given}"
    )
}

/// Jobs written out in the scenario.
fn written_jobs(jobs: &[Task], kinds: &[&str]) -> Result<Vec<WorkflowJob>, Problem> {
    let mut index_of = HashMap::new();
    for (index, job) in jobs.iter().enumerate() {
        let number = job.number(index);
        if index_of.insert(number, index).is_some() {
            return Err(Problem::input(format!(
                "two jobs have the id {number}; each needs its own, or none of them one"
            )));
        }
    }
    let entry = |(index, job): (usize, &Task)| {
        let number = job.number(index);
        let find = |after: &u64| match index_of.get(after) {
            Some(&before) if before == index => Err(Problem::input(format!(
                "job {number}: `after` names the job itself"
            ))),
            Some(&before) => Ok(before),
            None => Err(Problem::input(format!(
                "job {number}: `after` names job {after}, which the workflow does not have"
            ))),
        };
        let after = job.after.iter().map(find).collect::<Result<_, _>>()?;
        Ok(WorkflowJob {
            number,
            name: String::new(),
            submit: job.submit,
            after,
            groups: threads_by_kind(number, job, kinds)?,
        })
    };
    jobs.iter().enumerate().map(entry).collect()
}

/// Tasks of a workflow file, with `defaults` for missing values.
fn from_file(
    path: &Path,
    defaults: &Defaults,
    deviation: f64,
    remarks: &mut Vec<String>,
) -> Result<Vec<WorkflowJob>, Problem> {
    let file = workflow_file::read(path)?;
    remarks.extend(file.remarks);
    let mut entries = Vec::new();
    for (index, task) in file.tasks.into_iter().enumerate() {
        let runtime = match (task.runtime, defaults.runtime) {
            (Some(runtime), _) => runtime,
            (None, Some(runtime)) => runtime,
            (None, None) => {
                return Err(Problem::input(format!(
                    "task `{}` has no runtime; `defaults: (runtime: …)` can give one",
                    task.name
                )));
            }
        };
        let utilisation = task.utilisation.unwrap_or(defaults.utilisation);
        let utilisation = utilisation.max(LEAST_UTILISATION);
        let group = ThreadGroup {
            count: task.cores.unwrap_or(defaults.threads),
            // It ran for demand / utilisation.
            demand: Duration((runtime * utilisation * 1e9).round() as u64),
            utilisation,
            bandwidth: defaults.bandwidth,
            deviation,
            continues: false,
        };
        entries.push(WorkflowJob {
            number: index as u64 + 1,
            name: task.name,
            submit: 0.0,
            after: task.after,
            groups: vec![vec![group]],
        });
    }
    remarks.push(default_remark(defaults));
    let tasks = entries.len();
    let entries = leave_out_empty(entries);
    if entries.is_empty() {
        return Err(Problem::input("no task of the workflow takes any time"));
    }
    if entries.len() < tasks {
        let empty = tasks - entries.len();
        remarks.push(format!(
            "{empty} tasks take no time and were left out; whoever follows them follows what they followed"
        ));
    }
    Ok(entries)
}

/// Remark on the defaults for missing values.
fn default_remark(defaults: &Defaults) -> String {
    let Defaults {
        threads,
        utilisation,
        bandwidth,
        runtime,
    } = defaults;
    let runtime = match runtime {
        Some(runtime) => format!("a runtime of {runtime} s, "),
        None => String::new(),
    };
    let noun = if *threads == 1 { "thread" } else { "threads" };
    format!(
        "assumed where the file says nothing: {runtime}{threads} {noun} for each task, a utilisation of {utilisation}, {bandwidth} GB/s of memory bandwidth for each thread"
    )
}

/// Leaves out tasks without demand; their successors follow their predecessors.
fn leave_out_empty(entries: Vec<WorkflowJob>) -> Vec<WorkflowJob> {
    let is_empty = |entry: &WorkflowJob| entry.groups[0][0].demand == Duration::ZERO;
    if !entries.iter().any(is_empty) {
        return entries;
    }
    let mut index_of = vec![0; entries.len()];
    let mut kept = 0;
    for (index, entry) in entries.iter().enumerate() {
        index_of[index] = kept;
        kept += usize::from(!is_empty(entry));
    }
    let real = |index: usize| -> Vec<usize> {
        let (mut found, mut seen) = (Vec::new(), std::collections::HashSet::new());
        let mut todo = entries[index].after.clone();
        while let Some(before) = todo.pop() {
            if !seen.insert(before) {
                continue;
            }
            if is_empty(&entries[before]) {
                todo.extend(&entries[before].after)
            } else {
                found.push(index_of[before])
            }
        }
        found.sort_unstable();
        found
    };
    let after: Vec<_> = (0..entries.len()).map(real).collect();
    let all = entries.into_iter().zip(after);
    let left = all.filter(|(entry, _)| !is_empty(entry));
    left.map(|(entry, after)| WorkflowJob { after, ..entry })
        .collect()
}

/// Workflow of a random shape, with threads that are variants of STREAM.
fn draw_shape(
    shape: Shape,
    stream: StreamBandwidth,
    deviation: f64,
    seed: u64,
) -> Vec<WorkflowJob> {
    let mut random = Random::new(seed, WORKFLOW);
    let variants = Stream::new(stream.into(), &mut random);
    let (jobs, shape) = shape.to_core();
    let mut entries: Vec<_> = (0..jobs)
        .map(|index| WorkflowJob {
            number: u64::from(index) + 1,
            name: String::new(),
            submit: 0.0,
            after: Vec::new(),
            groups: vec![vec![ThreadGroup {
                deviation,
                ..variants.draw(&mut random)
            }]],
        })
        .collect();
    shape.draw(jobs as usize, &mut random, |job, before| {
        entries[job].after.push(before);
    });
    entries
}

fn refuse_cycles(entries: &[WorkflowJob]) -> Result<(), Problem> {
    let after: Vec<_> = entries.iter().map(|entry| entry.after.clone()).collect();
    let Some(found_cycle) = cycle(&after) else {
        return Ok(());
    };
    let name = |&index: &usize| match &*entries[index].name {
        "" => entries[index].number.to_string(),
        name => format!("`{name}`"),
    };
    let shown: Vec<_> = found_cycle.iter().take(8).map(name).collect();
    let more = if found_cycle.len() > 8 {
        " and others"
    } else {
        ""
    };
    Err(Problem::input(format!(
        "jobs follow one another in a circle, so none of them can start: {}{more}",
        shown.join(", ")
    )))
}

/// Sorts by submit time, and converts everything for the engine.
fn in_submit_order(mut entries: Vec<WorkflowJob>, kinds: usize) -> Workflow {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    // Stable: equal submit times keep the order of the list.
    order.sort_by(|&a, &b| entries[a].submit.total_cmp(&entries[b].submit));
    let mut index_of = vec![0; entries.len()];
    for (index, &entry) in order.iter().enumerate() {
        index_of[entry] = index;
    }
    let mut workflow = Workflow::default();
    workflow.threads.kinds = kinds as u32;
    for index in order {
        let entry = &mut entries[index];
        entry
            .after
            .iter_mut()
            .for_each(|before| *before = index_of[*before]);
        entry.after.sort_unstable();
        entry.after.dedup();
        workflow.push(entry, kinds);
    }
    workflow
}

impl Workflow {
    /// Takes the jobs as a draft, as from any other workload. They are in order already.
    pub(super) fn take_draft(&mut self) -> Draft {
        let jobs = std::mem::take(&mut self.jobs).into_iter();
        Draft {
            jobs: (jobs.zip(std::mem::take(&mut self.labels)))
                .map(Into::into)
                .collect(),
            remarks: std::mem::take(&mut self.remarks),
            ..Draft::default()
        }
    }

    fn push(&mut self, entry: &WorkflowJob, kinds: usize) {
        let alone = |groups: &Vec<ThreadGroup>| {
            // Phases add up; groups run side by side.
            let (mut longest, mut sum) = (0.0, 0.0);
            for group in groups {
                sum = if group.continues { sum } else { 0.0 } + group.alone();
                longest = f64::max(longest, sum);
            }
            longest
        };
        let threads = |groups: &Vec<ThreadGroup>| -> u32 {
            let first = groups.iter().filter(|group| !group.continues);
            first.map(|group| group.count).sum()
        };
        let first = &entry.groups[0];
        let submit = Time(nanoseconds(entry.submit));
        let runtime = Duration((alone(first) * 1e9).round().max(1.0) as u64);
        self.jobs
            .push(JobSpec::exact(submit, runtime, threads(first)));
        self.labels.push(JobLabel::numbered(entry.number));
        self.names.push(entry.name.clone());
        for kind in 0..kinds {
            let groups = entry.groups.get(kind).unwrap_or(first);
            self.threads.push(groups);
        }
        self.precedents
            .push(entry.after.iter().map(|&before| JobId::new(before)));
    }
}
