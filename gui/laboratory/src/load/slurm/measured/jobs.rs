//! Jobs of a measured run, from the tables beside its log.

use std::path::Path;

use cosched_core::machine::cluster::Awaited;
use cosched_core::policy::slurm::NodeRequest;
use serde::Deserialize;

use super::machine::MeasuredMachine;
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::decisions::Number;
use crate::load::slurm::text::amount;
use crate::load::slurm::text::hosts::Room;
use crate::scenario::{MemoryFor, MemoryUnit};

/// Row of the table of jobs; what older tables do not have is left out.
#[derive(Deserialize)]
struct Row {
    id: Number,
    #[serde(default)]
    name: String,
    submit: u64,
    // Below 0 if it never started.
    start: i64,
    nodes: u32,
    limit: u64,
    #[serde(default)]
    eligible: Option<i64>,
    #[serde(default)]
    tasks: String,
    #[serde(default)]
    cpus_per_task: String,
    #[serde(default)]
    mem: String,
    #[serde(default)]
    partition: String,
    #[serde(default)]
    user: String,
    #[serde(default)]
    account: String,
    #[serde(default)]
    qos: String,
    #[serde(default)]
    restarts: String,
    #[serde(default)]
    array: Option<Number>,
    #[serde(default)]
    task: String,
    #[serde(default)]
    dependency: String,
    #[serde(default)]
    exclusive: String,
    #[serde(default)]
    allocation: String,
}

/// Nodes that a job requested, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodesRequested {
    /// So many: those that it was given, if no more is known.
    Exactly(u32),
    /// No number: as few as its tasks need.
    AnyNumber,
}

/// Job as recorded by Slurm, in whole seconds since the first submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Number.
    pub id: Number,
    /// Name.
    pub name: String,
    /// Submission.
    pub submit: u64,
    /// Whether it waits for other jobs first, and no pass tests it before.
    pub has_dependency: bool,
    /// Start; the submission if it never started.
    pub start: u64,
    /// Requested nodes.
    pub nodes: NodesRequested,
    /// Number of tasks.
    pub tasks: u32,
    /// Number of CPUs of a task.
    pub cpus_per_task: u32,
    /// Memory on each of its nodes, in KiB.
    pub memory: u64,
    /// Index of its partition.
    pub partition: usize,
    /// Its user.
    pub user: String,
    /// Its account.
    pub account: String,
    /// Index of its quality of service among those that preempt others, or that others preempt.
    pub qos: Option<usize>,
    /// Number of the array that it is a task of.
    pub array: Option<Number>,
    /// Index of the task in its array.
    pub task: Option<u32>,
    /// Numbers of jobs and arrays that it depends on, and what they must have done; empty where
    /// it is not known.
    pub depends_on: Vec<(Number, Awaited)>,
    /// Whether jobs of the same name and user must have ended before.
    pub is_singleton: bool,
    /// How many tasks of its array may run at once; `None` if any number.
    pub at_once: Option<u32>,
    /// Whether it wants its nodes whole.
    pub whole_nodes: bool,
    /// Numbers of CPUs that it was given by host; empty if they are not recorded.
    pub allocation: Vec<(String, u32)>,
    /// Time limit.
    pub limit: u64,
}

impl Job {
    /// Its request, as `select/cons_tres` counts it.
    pub fn request(&self) -> NodeRequest {
        let cpus = self.tasks.saturating_mul(self.cpus_per_task);
        let request = match self.nodes {
            NodesRequested::Exactly(count) => NodeRequest {
                cpus: cpus.max(count),
                cpus_per_task: self.cpus_per_task,
                ..NodeRequest::nodes(count, 1)
            },
            NodesRequested::AnyNumber => NodeRequest::tasks(self.tasks, self.cpus_per_task),
        };
        NodeRequest {
            whole_nodes: self.whole_nodes,
            ..request
        }
    }
}

/// Reads the table of jobs in `path`.
///
/// # Errors
/// It cannot be read, or a job cannot be.
pub(super) fn read(path: &Path, machine: &MeasuredMachine) -> Result<Vec<Job>, Problem> {
    let text = text_file::read(path, "the jobs of a run are a table (.csv)")?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut jobs = Vec::new();
    for row in reader.deserialize() {
        let row: Row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Problem::input(format!(
                "{error}; the columns id, submit, start, nodes and limit are needed, in whole seconds"
            ))
            .at(line as usize, 1)
        })?;
        let job = job(row, machine);
        jobs.push(job.map_err(|sentence| Problem::input(sentence).at(jobs.len() + 2, 1))?);
    }
    if jobs.is_empty() {
        Err(Problem::input("it has no jobs"))
    } else {
        Ok(jobs)
    }
}

/// The job of a row.
fn job(row: Row, machine: &MeasuredMachine) -> Result<Job, String> {
    let (id, most) = (row.id, machine.nodes.len());
    let start = u64::try_from(row.start).unwrap_or(row.submit);
    if row.nodes == 0 || row.nodes as usize > most || start < row.submit {
        return Err(format!(
            "job {id} has {} nodes, is submitted at {} s and starts at {} s; 1 to {most} nodes and no start before the submission are allowed",
            row.nodes, row.submit, start
        ));
    }
    let partition = machine.partition(&row.partition).ok_or_else(|| {
        format!(
            "job {id} is in the partition {}, which slurm.conf does not name",
            row.partition
        )
    })?;
    let memory = match row.mem.as_str() {
        "" => 0,
        text => amount::memory(text, MemoryUnit::MiB, MemoryFor::Node)
            .map(|(kibibytes, ..)| kibibytes)
            .ok_or_else(|| format!("job {id}: mem is `{text}`, which is no amount of memory"))?,
    };
    // A singleton is eligible later than it is submitted, and so is what nothing names; one that
    // was preempted is as well. What never was is before all.
    let has_restarted = known(&row.restarts).is_some_and(|times| times > 0);
    let is_late = |at: i64| !has_restarted && (at < 0 || at.unsigned_abs() > row.submit);
    let has_dependency = !["", "(null)"].contains(&row.dependency.as_str())
        || (row.array.is_none() && row.eligible.is_some_and(is_late));
    // scontrol writes `OverSubscribe=NO` for jobs that want to be alone.
    let whole_nodes = row.exclusive == "NO" || machine.partitions[partition].whole_nodes;
    let job = Job {
        id,
        name: row.name,
        submit: row.submit,
        has_dependency,
        start,
        nodes: NodesRequested::Exactly(row.nodes),
        tasks: known(&row.tasks).unwrap_or(row.nodes).max(1),
        cpus_per_task: known(&row.cpus_per_task).unwrap_or(1).max(1),
        memory,
        partition,
        user: row.user,
        account: row.account,
        qos: machine.qos.iter().position(|(name, _)| *name == row.qos),
        array: row.array,
        task: known(&row.task),
        depends_on: Vec::new(),
        is_singleton: false,
        at_once: None,
        whole_nodes,
        allocation: allocation(&row.allocation).map_err(|what| format!("job {id}: {what}"))?,
        limit: row.limit,
    };
    if !machine.counts_nodes {
        return Ok(job);
    }
    Ok(Job {
        tasks: row.nodes,
        cpus_per_task: 1,
        allocation: Vec::new(),
        ..job
    })
}

/// A number, if there is one: of jobs that never started scontrol writes `N/A`.
fn known(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Parses `Nodes=n1 CPU_IDs=1-2 Nodes=n[2-3] CPU_IDs=0,4`.
fn allocation(text: &str) -> Result<Vec<(String, u32)>, String> {
    let (mut all, mut room) = (Vec::new(), Room::default());
    let mut hosts = Vec::new();
    for word in text.split_whitespace() {
        if let Some(list) = word.strip_prefix("Nodes=") {
            hosts = room.expand(list)?;
        } else if let Some(ids) = word.strip_prefix("CPU_IDs=") {
            let cpus = cpu_count(ids).ok_or_else(|| format!("`{ids}` is no list of CPUs"))?;
            all.extend(hosts.drain(..).map(|host| (host, cpus)));
        } else {
            return Err(format!(
                "`{word}` is no part of an allocation like `Nodes=n1 CPU_IDs=0-3`"
            ));
        }
    }
    Ok(all)
}

/// Number of CPUs in a list such as `0-3,7`.
fn cpu_count(ids: &str) -> Option<u32> {
    let mut count = 0_u32;
    for part in ids.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        count = count.checked_add(last.checked_sub(first)?.checked_add(1)?)?;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_counted_by_host() {
        let found = allocation("Nodes=n1 CPU_IDs=1-2 Nodes=n[2-3] CPU_IDs=0,4-5").unwrap();
        let named = |host: &str, cpus| (host.to_owned(), cpus);
        assert_eq!(found, [named("n1", 2), named("n2", 3), named("n3", 3)]);
        assert_eq!(allocation(""), Ok(Vec::new()));
        assert!(allocation("Nodes=n1 CPU_IDs=4-2").is_err());
        assert!(allocation("n1").is_err());
    }
}
