//! The experiment of a branch: with its added jobs and nodes.

use std::sync::Arc;

use cosched_core::{Duration, JobSpec, Time};

use crate::base::format::{counted, span};
use crate::base::problem::Problem;
use crate::record::branch::Branching;
use crate::record::choice::Choice;
use crate::record::{AddedNodes, Experiment, Growth, JobLabel};
use crate::scenario::branch::{Change, Nodes, Place, Submitted};
use crate::scenario::{MOST_NODES, nanoseconds};

/// Returns `experiment` with the jobs and nodes that the branch of `choice` adds; unchanged where
/// there are none.
///
/// # Errors
/// Obstacle to the branch, in one sentence.
pub(crate) fn grown(
    experiment: &Arc<Experiment>,
    choice: &Choice,
) -> Result<Arc<Experiment>, Problem> {
    let Some(branch) = &choice.branch else {
        return Ok(Arc::clone(experiment));
    };
    let named =
        |problem: Problem| Problem::input(format!("{}: {}", choice.label, problem.sentence));
    let grown = with_additions(experiment, branch).map_err(named)?;
    check(&grown, branch).map_err(named)?;
    Ok(grown)
}

fn with_additions(
    experiment: &Arc<Experiment>,
    branch: &Branching,
) -> Result<Arc<Experiment>, Problem> {
    let is_new = |change: &Change| matches!(change, Change::Submit(_) | Change::Add(_));
    if !branch.changes().any(|(_, change)| is_new(change)) {
        return Ok(Arc::clone(experiment));
    }
    let mut grown = Experiment::clone(experiment);
    let mut added = Vec::new();
    for (at, change) in branch.changes() {
        match change {
            Change::Add(count) => {
                let nodes = grown.nodes.checked_add(*count);
                let nodes = nodes.filter(|&nodes| nodes <= MOST_NODES).ok_or_else(|| {
                    Problem::input(format!(
                        "{count} more than {} {} are too many; up to {MOST_NODES} are allowed",
                        grown.nodes,
                        grown.size_unit.many()
                    ))
                })?;
                let first = std::mem::replace(&mut grown.nodes, nodes);
                let count = *count;
                added.push(AddedNodes { at, first, count });
            }
            Change::Submit(job) => submit(&mut grown, at, job, experiment.nodes, &added)?,
            _ => {}
        }
    }
    if let Some(power) = &mut grown.power {
        power.bound(grown.nodes)?;
    }
    let from = Arc::clone(experiment);
    grown.growth = Some(Growth { from, added });
    Ok(Arc::new(grown))
}

/// Adds a job, behind those that are submitted at the same instant.
fn submit(
    grown: &mut Experiment,
    branched: Time,
    job: &Submitted,
    nodes: u32,
    added: &[AddedNodes],
) -> Result<(), Problem> {
    let at = job.submit.map_or(branched, |at| Time(nanoseconds(at)));
    if at < branched {
        return Err(Problem::input(format!(
            "a job is submitted at {}, before the branch at {}",
            span(at.seconds()),
            span(branched.seconds())
        )));
    }
    let new: u32 = added.iter().map(|added| added.count).sum();
    if job.nodes > nodes + new {
        return Err(Problem::input(format!(
            "a job is submitted that needs {}; the machine has {}",
            counted(job.nodes as usize, grown.size_unit.one()),
            nodes + new
        )));
    }
    let numbers = grown.labels.iter().map(|label| label.number());
    let number = match job.id {
        Some(id) if grown.labels.iter().any(|label| label.number() == id) => {
            return Err(Problem::input(format!(
                "a job with the number {id} is submitted, and there is one already"
            )));
        }
        Some(id) => id,
        None => numbers.max().unwrap_or(0) + 1,
    };
    let runtime = Duration(nanoseconds(job.runtime));
    let mut spec = JobSpec::exact(at, runtime, job.nodes).with_estimate(
        job.estimate
            .map_or(runtime, |seconds| Duration(nanoseconds(seconds))),
    );
    grown.outages.write_checkpoints(&mut spec);
    let index = grown.jobs.partition_point(|other| other.submit <= at);
    grown.jobs.insert(index, spec);
    grown.labels.insert(index, JobLabel::numbered(number));
    if !grown.molds.is_empty() {
        grown.molds.insert(index, None);
    }
    if !grown.names.is_empty() {
        grown.names.insert(index, String::new());
    }
    Ok(())
}

/// Checks that the nodes and jobs that the branch changes exist.
fn check(experiment: &Experiment, branch: &Branching) -> Result<(), Problem> {
    let mut new = 0;
    for (at, change) in branch.changes() {
        match change {
            Change::Add(_) => new += 1,
            Change::Drain(nodes) => first_drained(experiment, new, nodes).map(|_| ())?,
            Change::Cancel(job) => submitted_by(experiment, at, *job).map(|_| ())?,
            Change::Move(moved) => {
                submitted_by(experiment, at, moved.job)?;
                if let Place::Before(other) = moved.to {
                    submitted_by(experiment, at, other)?;
                    if other == moved.job {
                        return Err(Problem::input(format!(
                            "job {other} is to be moved before itself"
                        )));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the index of the job with that number, which has been submitted by `at`.
pub(super) fn submitted_by(
    experiment: &Experiment,
    at: Time,
    number: u64,
) -> Result<usize, Problem> {
    let mut labels = experiment.labels.iter();
    let index = labels.position(|label| label.number() == number);
    let index = index.ok_or_else(|| Problem::input(format!("there is no job {number}")))?;
    let submit = experiment.jobs[index].submit;
    if submit <= at {
        Ok(index)
    } else {
        Err(Problem::input(format!(
            "job {number} is submitted only at {}, after {}",
            span(submit.seconds()),
            span(at.seconds())
        )))
    }
}

/// Returns the first of the nodes that are drained after `new` additions of nodes.
pub(super) fn first_drained(
    experiment: &Experiment,
    new: usize,
    nodes: &Nodes,
) -> Result<u32, Problem> {
    // Nodes added later do not exist yet.
    let later = experiment.added().get(new..).unwrap_or_default();
    let there = experiment.whole_nodes() - later.iter().map(|added| added.count).sum::<u32>();
    let first = nodes.first.or(there.checked_sub(nodes.count));
    let end = first.and_then(|first| first.checked_add(nodes.count));
    match first.zip(end) {
        Some((first, end)) if end <= there => Ok(first),
        _ => Err(Problem::input(match nodes.first {
            None => format!(
                "{} {} are to be drained; the machine has {there}",
                nodes.count,
                experiment.size_unit.many()
            ),
            Some(first) => format!(
                "{} up to {} are to be drained; the machine has 0 to {}",
                experiment.size_unit.many(),
                u64::from(first) + u64::from(nodes.count) - 1,
                there.saturating_sub(1)
            ),
        })),
    }
}
