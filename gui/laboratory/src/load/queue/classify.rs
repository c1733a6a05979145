//! Sorting of a queue's jobs into running, waiting and not predicted, in the order of the queue.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::job::{KnownLimits, Queued};
use super::node::Machine;
use super::pools::MachineParts;
use super::reasons::{is_counted_limit, not_predicted_reason};
use super::{NotPredicted, ParsedQueue};
use crate::base::format::{count, counted};
use crate::base::problem::Problem;
use crate::load::slurm::text::{Availability, Limit, Stamp, Status};

/// Job with the part of the machine it belongs to, its size, and its time limit in milliseconds.
pub(super) struct AssignedJob {
    pub(super) job: Queued,
    pub(super) part: usize,
    pub(super) units: u32,
    pub(super) limit: u64,
}

/// All jobs of a queue.
pub(super) struct ClassifiedQueue {
    pub(super) pools: MachineParts,
    pub(super) read: usize,
    /// Number of jobs with nodes, including nodes that take no new jobs.
    pub(super) running_count: usize,
    pub(super) ended_count: usize,
    /// Jobs that run on nodes that take new jobs.
    pub(super) running: Vec<AssignedJob>,
    /// Waiting jobs that are predicted, in the order of the queue.
    pub(super) waiting: Vec<AssignedJob>,
    pub(super) not_predicted: Vec<NotPredicted>,
    pub(super) remarks: Vec<String>,
}

/// Names of nodes that take no new jobs, and limits of partitions.
struct ClusterFacts<'m> {
    excluded: HashSet<&'m str>,
    limits: BTreeMap<&'m str, Limit>,
}

/// Sorts the jobs of `found`, written at `now`.
///
/// # Errors
/// The running jobs do not fit on the nodes.
pub(super) fn classify(
    found: ParsedQueue,
    now: Stamp,
    machine: Option<&Machine>,
    pools: MachineParts,
) -> Result<ClassifiedQueue, Problem> {
    let nodes = machine.map_or(&[][..], |machine| &machine.nodes);
    let out = nodes
        .iter()
        .filter(|node| node.availability != Availability::Up);
    let limits = machine.iter().flat_map(|machine| &machine.limits);
    let known = ClusterFacts {
        excluded: out.map(|node| node.name.as_str()).collect(),
        limits: limits
            .map(|(name, limit)| (name.as_str(), *limit))
            .collect(),
    };
    let mut sorted = ClassifiedQueue {
        pools,
        read: found.jobs.len(),
        running_count: 0,
        ended_count: 0,
        running: Vec::new(),
        waiting: Vec::new(),
        not_predicted: Vec::new(),
        remarks: machine.map(node_counts).into_iter().collect(),
    };
    let mut left: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut tasks = tasks_running(&found.jobs);
    let mut jobs = found.jobs;
    let is_by_priority = order(&mut jobs, found.has_submit);
    sorted.remarks.push(is_by_priority.to_owned());
    let mut unlimited = 0;
    for job in jobs {
        let name = job.name.clone();
        match sorted.add(job, now, &known, &mut tasks, &mut unlimited)? {
            Ok(()) => {}
            Err(why) => left.entry(why).or_default().push(name),
        }
    }
    if unlimited > 0 {
        sorted.remarks.push(format!(
            "{} without a limit of time: 365 days, as Slurm plans",
            counted(unlimited, "job")
        ));
    }
    sorted.not_predicted = left
        .into_iter()
        .map(|(why, jobs)| NotPredicted { why, jobs })
        .collect();
    sorted.check()?;
    Ok(sorted)
}

/// Puts waiting jobs in the order in which they are tried, and returns a remark on it.
fn order(jobs: &mut [Queued], has_submit: bool) -> &'static str {
    if jobs.iter().any(|job| job.priority.is_some()) {
        jobs.sort_by(|one, other| {
            let [mine, yours] = [one, other].map(|job| job.priority.unwrap_or(0.0));
            yours.total_cmp(&mine).then(one.submit.cmp(&other.submit))
        });
        "who waits is tried in the order of priorities"
    } else if has_submit {
        jobs.sort_by_key(|job| job.submit);
        "no priorities are said: who waits is tried in the order of submissions"
    } else {
        "neither priorities nor submissions are said: who waits is tried in the order of the list"
    }
}

/// Number of running tasks of each array.
fn tasks_running(jobs: &[Queued]) -> HashMap<String, u32> {
    let mut tasks = HashMap::new();
    let holds = |job: &&Queued| matches!(job.status, Status::Running | Status::Suspended);
    for job in jobs.iter().filter(holds) {
        if let Some((array, _)) = job.name.split_once('_') {
            *tasks.entry(array.to_owned()).or_default() += 1;
        }
    }
    tasks
}

/// Counts of the nodes of sinfo.
fn node_counts(machine: &Machine) -> String {
    let parts = Availability::WORDS.iter().filter_map(|(one, words)| {
        let nodes = machine.nodes.iter();
        let number = nodes.filter(|node| node.availability == *one).count();
        (number > 0).then(|| format!("{} {words}", count(number as u64)))
    });
    let parts: Vec<String> = parts.collect();
    let without = match parts.len() {
        0 | 1 => "",
        _ => "; those that are not up are counted out",
    };
    format!(
        "{}: {}{without}",
        counted(machine.nodes.len(), "node"),
        parts.join(", ")
    )
}

impl ClassifiedQueue {
    /// Adds one job to its list, or returns why it is left out.
    fn add(
        &mut self,
        job: Queued,
        now: Stamp,
        known: &ClusterFacts<'_>,
        tasks: &mut HashMap<String, u32>,
        unlimited: &mut usize,
    ) -> Result<Result<(), String>, Problem> {
        match job.status {
            Status::Over => {
                self.ended_count += 1;
                return Ok(Ok(()));
            }
            Status::Ending => {
                self.running_count += 1;
                return Ok(Ok(()));
            }
            Status::Suspended => return Ok(Err("suspended".to_owned())),
            Status::Running | Status::Waiting => {}
        }
        let is_waiting = job.status == Status::Waiting;
        if is_waiting && let Some(why) = wait_reason(&job).or(hold_reason(&job)) {
            return Ok(Err(why));
        }
        let part = match self.pools.part_of(&job.partitions) {
            Ok(part) => part,
            Err(why) if is_waiting => return Ok(Err(why)),
            // No waiting job can run where it runs.
            Err(_) => {
                self.running_count += 1;
                return Ok(Ok(()));
            }
        };
        let limit = limit(&job, known).unwrap_or_else(|| {
            *unlimited += 1;
            Limit::PLANNED
        });
        let units = match self.pools.size {
            crate::scenario::Sizing::Cores => job.cores,
            _ => job.nodes,
        };
        let units = units.unwrap_or(1);
        if is_waiting {
            return Ok(self.add_waiting(
                AssignedJob {
                    job,
                    part,
                    units,
                    limit,
                },
                tasks,
            ));
        }
        if job.start.is_none() && job.used.is_none() {
            return Err(Problem::input(format!(
                "job {} runs, and it is not said since when; ask with `squeue {}`",
                job.name,
                super::FORMAT
            ))
            .at(job.line, 1));
        }
        let started = job.start.filter(|_| job.used.is_none());
        if started.is_some_and(|start| start > now) {
            return Err(Problem::input(format!(
                "job {} runs, and is to start only after the queue was written: squeue and --at are of different instants or zones",
                job.name
            ))
            .at(job.line, 1));
        }
        self.running_count += 1;
        let inside = units_inside(&job, units, known);
        if inside > 0 {
            self.running.push(AssignedJob {
                job,
                part,
                units: inside,
                limit,
            });
        }
        Ok(Ok(()))
    }

    fn add_waiting(
        &mut self,
        placed: AssignedJob,
        tasks: &mut HashMap<String, u32>,
    ) -> Result<(), String> {
        let there = self.pools.parts[placed.part].nodes;
        if placed.units > there {
            return Err(format!(
                "asks for more than the {} {} that are up in its partition",
                count(u64::from(there)),
                self.pools.size.noun()
            ));
        }
        if let (Some(most), Some((array, _))) =
            (placed.job.most_running, placed.job.name.split_once('_'))
        {
            let runs = tasks.entry(array.to_owned()).or_default();
            if *runs >= most {
                return Err(format!(
                    "beyond the {most} tasks that its array lets run at once"
                ));
            }
            *runs += 1;
        }
        self.waiting.push(placed);
        Ok(())
    }

    /// Checks that the running jobs fit on the nodes.
    fn check(&self) -> Result<(), Problem> {
        for (index, part) in self.pools.parts.iter().enumerate() {
            let here = self.running.iter().filter(|placed| placed.part == index);
            let taken: u64 = here.map(|placed| u64::from(placed.units)).sum();
            if taken > u64::from(part.nodes) {
                let noun = self.pools.size.noun();
                return Err(Problem::input(format!(
                    "{taken} {noun} are in use in {}, which has {} up: the files are of different instants, or jobs share nodes (--size cores) or have them alone (--size nodes)",
                    part.partitions.join(", "),
                    part.nodes
                )));
            }
        }
        Ok(())
    }
}

/// What a job waits for that is not simulated.
fn wait_reason(job: &Queued) -> Option<String> {
    let is_simulated = job.limits == KnownLimits::Counted && is_counted_limit(&job.reason);
    not_predicted_reason(&job.reason).filter(|_| !is_simulated)
}

/// Why a job that waits for nodes will not be tried.
fn hold_reason(job: &Queued) -> Option<String> {
    if job.is_het_part {
        return Some("a part of a job of several kinds of node, which start together".to_owned());
    }
    if job.limits == KnownLimits::Beyond {
        let why = "asks for more than its user, account or quality of service may have at once";
        return Some(why.to_owned());
    }
    (job.priority == Some(0.0)).then(|| "held: its priority is 0".to_owned())
}

/// Time limit in milliseconds, if any.
fn limit(job: &Queued, known: &ClusterFacts<'_>) -> Option<u64> {
    let of_partition = |name: &String| known.limits.get(name.as_str()).copied();
    let limits = [
        Some(job.limit),
        job.partitions.first().and_then(of_partition),
    ];
    limits.into_iter().flatten().find_map(|limit| match limit {
        Limit::Within(limit) if limit > 0 => Some(limit),
        _ => None,
    })
}

/// Part of a running job that lies on nodes that take new jobs once it has ended.
fn units_inside(job: &Queued, units: u32, known: &ClusterFacts<'_>) -> u32 {
    let out = job
        .hosts
        .iter()
        .filter(|name| known.excluded.contains(name.as_str()));
    let (out, all) = (out.count() as u64, job.hosts.len() as u64);
    match out {
        0 => units,
        // Equally much on each node.
        out => (u64::from(units) * (all - out) / all) as u32,
    }
}
