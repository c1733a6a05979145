//! How many jobs passes consider, in all and of each user.

use crate::error::CapacityError;
use crate::units::ids::JobId;
use crate::units::time::Duration;

/// Depth of the passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassDepth {
    /// Number of jobs that an ordinary main pass considers (`default_queue_depth`), plus
    /// one.
    pub main: usize,
    /// Number of jobs that a backfill pass tests (`bf_max_job_test`); 0 without backfilling
    /// (`sched/builtin`). It also ends with a planned job when plans have cut time into as
    /// many spans.
    pub backfill: usize,
    /// Number of jobs with whose start a backfill pass ends (`bf_max_job_start`).
    pub starts: usize,
    /// Maximum number of jobs that a backfill pass plans; the others may only start at once
    /// (`bf_job_part_count_reserve`, with one partition).
    pub plans: usize,
    /// Waiting time from which on a job gets a plan, and blocks those behind it in a main
    /// pass (`bf_min_age_reserve`).
    pub least_age: Duration,
}

/// Limit of the jobs of each user that a backfill pass tests (`bf_max_job_user`). Those behind
/// are passed over without a plan; those that start count as well.
#[derive(Debug)]
pub struct UserLimit<'a> {
    users: &'a [u32],
    tested: &'a mut [u32],
    most: u32,
}

impl<'a> UserLimit<'a> {
    /// At most `most` jobs of each user. `users` has the index of the user of each job of the
    /// workload, by index; jobs beyond it, and users beyond `tested`, are not limited. `tested`
    /// has an entry for each user.
    pub fn new(users: &'a [u32], tested: &'a mut [u32], most: u32) -> Self {
        Self {
            users,
            tested,
            most,
        }
    }

    /// Checks that the user of each of `jobs` jobs is known.
    ///
    /// # Errors
    /// There are fewer.
    pub(super) fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("users", jobs, self.users.len())
    }

    /// Begins a pass.
    pub(super) fn begin(&mut self) {
        self.tested.fill(0);
    }

    /// Whether fewer jobs of the user of `job` have been tested than may be.
    pub(super) fn has_room_for(&self, job: JobId) -> bool {
        let user = self.users.get(job.index());
        let tested = user.and_then(|&user| self.tested.get(user as usize));
        tested.is_none_or(|&tested| tested < self.most)
    }

    /// Counts `job`, unless as many of its user have been tested; returns whether it is tested.
    pub(super) fn admits(&mut self, job: JobId) -> bool {
        let user = self.users.get(job.index());
        let tested = user.and_then(|&user| self.tested.get_mut(user as usize));
        tested.is_none_or(|tested| {
            let is_tested = *tested < self.most;
            *tested += u32::from(is_tested);
            is_tested
        })
    }
}
