//! Jobs written out in a scenario.

use std::collections::HashSet;

use cosched_core::slots::{Cost, Performance};
use cosched_core::workload::Work;
use cosched_core::{Duration, JobSpec, Rate, Time};

use super::shared::{self, SharedNodes};
use super::{Draft, DraftJob};
use crate::base::problem::Problem;
use crate::record::{Bid, JobAttributes, JobLabel, Terms};
use crate::scenario::moldable::mold::{Curve, Mold};
use crate::scenario::slicing::memory;
use crate::scenario::{Job, nanoseconds};

/// Converts jobs for the engine. Values were checked when they were read.
///
/// # Errors
/// Two jobs have the same number, or one requests what it can never have.
pub(super) fn jobs(written: &[Job], on: Option<SharedNodes<'_>>) -> Result<Draft, Problem> {
    let label = |index: usize, job: &Job| {
        let known = JobAttributes {
            terms: Some(terms(job)).filter(|terms| *terms != Terms::NONE),
            ..JobAttributes::default()
        };
        JobLabel::new(job.id.unwrap_or(index as u64 + 1), &known)
    };
    let spec = |job: &Job| {
        let runtime = Duration(nanoseconds(job.runtime));
        JobSpec::exact(Time(nanoseconds(job.submit)), runtime, job.nodes)
            .with_estimate(match job.estimate {
                Some(estimate) => Duration(nanoseconds(estimate)),
                None => runtime,
            })
            .with_memory(job.memory.map(memory).unwrap_or_default())
    };
    let jobs = written.iter().enumerate();
    let mut jobs: Vec<DraftJob> = jobs
        .map(|(index, job)| (spec(job), label(index, job)).into())
        .collect();
    let mut seen = HashSet::new();
    let mut numbers = jobs.iter().map(|job| job.label.number());
    if let Some(twice) = numbers.find(|number| !seen.insert(*number)) {
        return Err(Problem::input(format!(
            "two jobs have the id {twice}; each needs its own, or none of them one"
        )));
    }
    for (index, (job, DraftJob { spec, mold, .. })) in written.iter().zip(&mut jobs).enumerate() {
        let found = self::mold_of(index, job, spec)?;
        if let (Some(_), Some(found)) = (job.work, &found) {
            // The exact value that the decimals of the runtime round.
            spec.runtime = found.time(spec.nodes).round_up();
            if job.estimate.is_none() {
                spec.estimate = spec.runtime;
            }
        }
        *mold = found.map(Box::new);
    }
    let mut draft = Draft {
        jobs,
        ..Draft::default()
    };
    shared::set_requests(written, &mut draft, on)?;
    Ok(draft)
}

fn terms(job: &Job) -> Terms {
    Terms {
        class: job.class.map(Into::into),
        grain: job.grain,
        barrier: job.barrier.map(|seconds| Duration(nanoseconds(seconds))),
        utilisation: job.utilisation.map(Rate::of),
        bid: Bid {
            budget: job.budget.map(Cost::of),
            criterion: job.criterion,
            least: job.least.map(Performance::of),
        },
    }
}

/// Mold of a job that is moldable or has a deadline.
fn mold_of(index: usize, job: &Job, spec: &JobSpec) -> Result<Option<Mold>, Problem> {
    let refused =
        |sentence: String| Problem::input(format!("the job in place {} {sentence}", index + 1));
    let deadline = job.deadline.map(|seconds| Time(nanoseconds(seconds)));
    if deadline.is_some_and(|deadline| deadline < spec.submit) {
        return Err(refused(format!(
            "is to have ended at {} s, before it is submitted at {} s",
            job.deadline.unwrap_or_default(),
            job.submit
        )));
    }
    let Some(name) = &job.speedup else {
        if job.work.is_some() {
            return Err(refused("has a `work` but no `speedup`".to_owned()));
        }
        return Ok(deadline.map(|_| Mold {
            deadline,
            ..Mold::linear(spec)
        }));
    };
    let curve = Curve::from(name);
    let faster = curve.as_speedup().at(job.nodes);
    let work = job.work.unwrap_or(job.runtime * faster);
    let runtime = work / faster;
    if (runtime - job.runtime).abs() > 1e-6 * runtime.max(1e-3) {
        return Err(refused(format!(
            "has a runtime of {} s; its work on {} processors takes {runtime} s",
            job.runtime, job.nodes
        )));
    }
    let work = match job.work {
        Some(work) => Work::alone(Duration(nanoseconds(work))),
        None => Work::on(job.nodes, spec.runtime, &curve.as_speedup()),
    };
    Ok(Some(Mold {
        work,
        curve,
        deadline,
    }))
}
