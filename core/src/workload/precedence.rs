//! Predecessors of jobs.

use crate::error::ScenarioError;
use crate::families;
use crate::units::ids::JobId;

/// Predecessors of every job, job by job: read-only, so that they may lie in flash.
/// [`Precedence::NONE`] if there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Precedence<'a> {
    predecessors: &'a [JobId],
    first: &'a [u32],
}

impl<'a> Precedence<'a> {
    /// No job has a predecessor.
    pub const NONE: Self = Self {
        predecessors: &[],
        first: &[],
    };

    /// Job `j` has the predecessors `predecessors[first[j]..first[j + 1]]`.
    pub const fn new(predecessors: &'a [JobId], first: &'a [u32]) -> Self {
        Self {
            predecessors,
            first,
        }
    }

    /// Total number of predecessors.
    pub const fn len(&self) -> usize {
        self.predecessors.len()
    }

    /// Whether no job has a predecessor.
    pub const fn is_empty(&self) -> bool {
        !families::PLACEMENT || self.predecessors.is_empty()
    }

    /// Predecessors of all jobs, job by job.
    pub const fn all(&self) -> &'a [JobId] {
        self.predecessors
    }

    /// Predecessors of `job`.
    #[inline]
    pub fn of(&self, job: JobId) -> &'a [JobId] {
        if self.is_empty() {
            return &[];
        }
        let [first, end] = [job.index(), job.index() + 1].map(|row| self.first[row] as usize);
        &self.predecessors[first..end]
    }

    /// Checks that the lists fit a workload of `jobs` jobs.
    pub(crate) fn check(&self, jobs: usize) -> Result<(), ScenarioError> {
        if self.is_empty() {
            return Ok(());
        }
        let ends_well = self.first.last().copied() == Some(self.len() as u32);
        let ascends = self.first.windows(2).all(|pair| pair[0] <= pair[1]);
        if self.first.len() != jobs + 1 || !ends_well || !ascends {
            return Err(ScenarioError::Precedence { rows: jobs + 1 });
        }
        for job in (0..jobs).map(JobId::new) {
            for after in self.of(job) {
                if after.index() >= jobs {
                    let after = after.index();
                    return Err(ScenarioError::NoSuchJob { job, after });
                }
                if *after == job {
                    return Err(ScenarioError::Cyclic(job));
                }
            }
        }
        Ok(())
    }
}
