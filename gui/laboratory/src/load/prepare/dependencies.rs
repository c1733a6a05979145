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
    let mut lists = DependencyLists::default();
    if jobs.iter().all(|job| job.after.is_empty()) {
        return Ok(lists);
    }
    let numbers = jobs.iter().map(|job| job.label.number);
    let indices: HashMap<u64, usize> = numbers.zip(0..).collect();
    lists.first.push(0);
    for (index, job) in jobs.iter().enumerate() {
        for other in &job.after {
            let number = job.label.number;
            let refused = |why: &str| {
                Problem::input(format!(
                    "job {number} is to start after job {other}, {why}; a job that is submitted before it is needed"
                ))
            };
            let Some(&ahead) = indices.get(other) else {
                return Err(refused("which is not in the workload"));
            };
            if ahead >= index {
                return Err(refused("which is not ahead of it"));
            }
            lists.all.push(Dependency {
                job: JobId::new(ahead),
                awaited: Awaited::End,
            });
        }
        lists.first.push(lists.all.len() as u32);
    }
    Ok(lists)
}
