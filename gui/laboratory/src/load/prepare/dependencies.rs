//! Jobs that wait for others: numbers in a scenario, indices in the core.

use std::collections::HashMap;

use cosched_core::JobId;
use cosched_core::machine::cluster::{Awaited, Dependency};

use super::DraftJob;
use crate::base::problem::Problem;
use crate::record::cluster::DependencyLists;

/// The dependencies of `jobs`, which are in order.
///
/// # Errors
/// A job waits for one that is not there, or not submitted before it.
pub(super) fn of(jobs: &[DraftJob]) -> Result<DependencyLists, Problem> {
    if jobs.iter().all(|job| job.after.is_empty()) {
        return Ok(DependencyLists::default());
    }
    let numbers = jobs.iter().map(|job| job.label.number());
    let indices: HashMap<u64, usize> = numbers.zip(0..).collect();
    let rows = jobs.iter().enumerate().map(|(index, job)| {
        let ahead = |other: &u64| match indices.get(other) {
            Some(&ahead) if ahead < index => Ok(Dependency {
                job: JobId::new(ahead),
                awaited: Awaited::End,
            }),
            found => {
                let number = job.label.number();
                let why = found.map_or("in the workload", |_| "ahead of it");
                Err(Problem::input(format!(
                    "job {number} is to start after job {other}, which is not {why}; a job that is submitted before it is needed"
                )))
            }
        };
        job.after.iter().map(ahead).collect()
    });
    let rows: Result<Vec<Vec<Dependency>>, Problem> = rows.collect();
    Ok(DependencyLists::of(rows?.into_iter()))
}
