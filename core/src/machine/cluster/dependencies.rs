//! Dependencies of jobs on others: those that must have started or ended before.

use super::ClusterSetup;
use crate::error::ClusterError;
use crate::units::ids::JobId;

/// State that another job must have reached before one may start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Started (`after`).
    Start,
    /// Ended, in whatever way (`afterany`).
    End,
}

/// A job that must have started or ended before another starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// The job, which is ahead of the other in the workload.
    pub job: JobId,
    /// State that it must have reached.
    pub awaited: Awaited,
}

/// Dependencies of every job, job by job; [`Dependencies::NONE`] if there are none.
///
/// A job waits in the queue meanwhile, is considered by no policy, and delays no job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependencies<'a> {
    all: &'a [Dependency],
    first: &'a [u32],
}

impl<'a> Dependencies<'a> {
    /// No job depends on another.
    pub const NONE: Self = Self {
        all: &[],
        first: &[],
    };

    /// Job `j` depends on `all[first[j]..first[j + 1]]`.
    pub const fn new(all: &'a [Dependency], first: &'a [u32]) -> Self {
        Self { all, first }
    }

    /// Dependencies of `job`.
    #[inline]
    pub fn of(&self, job: JobId) -> &'a [Dependency] {
        if self.all.is_empty() {
            return &[];
        }
        let bounds = [job.index(), job.index() + 1].map(|row| self.first.get(row));
        let [Some(&from), Some(&to)] = bounds else {
            return &[];
        };
        let own = self.all.get(from as usize..to as usize);
        own.unwrap_or_default()
    }
}

impl ClusterSetup<'_> {
    /// Checks the dependencies of `jobs` jobs.
    ///
    /// # Errors
    /// The lists do not fit them, or a job does not wait for one ahead of it.
    pub(super) fn check_dependencies(&self, jobs: usize) -> Result<(), ClusterError> {
        let Dependencies { all, first } = self.dependencies;
        if all.is_empty() {
            return Ok(());
        }
        let is_whole = first.first() == Some(&0) && first.last() == Some(&(all.len() as u32));
        if first.len() != jobs + 1 || !is_whole || !first.is_sorted() {
            return Err(ClusterError::DependencyTable {
                rows: first.len(),
                jobs,
            });
        }
        for job in (0..jobs).map(JobId::new) {
            let mut behind = self.dependencies.of(job).iter();
            if let Some(wrong) = behind.find(|one| one.job >= job) {
                let other = wrong.job;
                return Err(ClusterError::Dependency { job, other });
            }
        }
        Ok(())
    }
}
