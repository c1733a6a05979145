//! Successors of jobs, by inverting the lists of predecessors.

use super::{Attachment, Job};
use crate::units::ids::JobId;
use crate::workload::Precedence;

/// Inverts the lists of predecessors into `links`: the offset of the successors of each
/// job, the end, and then the successors. Counts in each of `jobs` the predecessors it
/// still waits for.
pub(in crate::engine) fn invert(precedence: &Precedence<'_>, jobs: &mut [Job], links: &mut [u32]) {
    if precedence.is_empty() {
        return;
    }
    let count = jobs.len();
    let (first, successors) = links.split_at_mut(count + 1);
    first.fill(0);
    for after in precedence.all() {
        first[after.index()] += 1;
    }
    let mut end = 0;
    for position in first.iter_mut() {
        end += *position;
        *position = end;
    }
    // Backwards, so that each list comes out ascending.
    for (index, job) in jobs.iter_mut().enumerate().rev() {
        let predecessors = precedence.of(JobId::new(index));
        job.held = Attachment::predecessors(predecessors.len() as u32);
        for after in predecessors {
            let position = &mut first[after.index()];
            *position -= 1;
            successors[*position as usize] = index as u32;
        }
    }
}

/// The successors of `job` in inverted lists.
pub(in crate::engine) fn successors(
    links: &[u32],
    jobs: usize,
    job: JobId,
) -> core::ops::Range<usize> {
    let [first, end] = [job.index(), job.index() + 1].map(|row| links[row] as usize);
    jobs + 1 + first..jobs + 1 + end
}
