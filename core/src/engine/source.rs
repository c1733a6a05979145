//! Where jobs come from that are not known beforehand.

use crate::time::Time;
use crate::workload::JobSpec;

/// Jobs one by one, by submit time: a log that is read as it runs, a model that
/// never ends, users who submit when they have seen what came of it.
pub trait Source {
    /// When the next job is submitted, as far as is known: by a user who waits for
    /// a job to end, nobody knows. Never before the present instant.
    fn next_submit(&mut self) -> Option<Time>;

    /// That job, with what the source calls it; `None` only if there is none.
    fn submit(&mut self) -> Option<(u64, JobSpec)>;

    /// The job of that `tag` has ended now, by itself if `completed`; else it was
    /// killed or refused. What a user submits thereupon may be at this very instant.
    fn ended(&mut self, tag: u64, now: Time, completed: bool) {
        let _ = (tag, now, completed);
    }
}

/// The jobs of an iterator, called by their place in it: a slice, a reader of a
/// log, a model.
///
/// ```
/// use cosched_core::engine::{Jobs, Source};
/// use cosched_core::{Duration, JobSpec, Time};
/// let workload = [JobSpec::exact(Time::from_seconds(5), Duration::from_seconds(1), 1)];
/// let mut jobs = Jobs::new(workload.iter().copied());
/// assert_eq!(jobs.next_submit(), Some(Time::from_seconds(5)));
/// assert_eq!(jobs.submit(), Some((0, workload[0])));
/// assert_eq!(jobs.next_submit(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Jobs<I> {
    jobs: I,
    // What was looked at and not yet submitted.
    next: Option<JobSpec>,
    count: u64,
}

impl<I: Iterator<Item = JobSpec>> Jobs<I> {
    /// What `jobs` yields, which must be by submit time.
    pub fn new(mut jobs: I) -> Self {
        let next = jobs.next();
        Self {
            jobs,
            next,
            count: 0,
        }
    }

    /// What it was made of.
    pub fn into_inner(self) -> I {
        self.jobs
    }
}

impl<I: Iterator<Item = JobSpec>> Source for Jobs<I> {
    #[inline]
    fn next_submit(&mut self) -> Option<Time> {
        self.next.map(|job| job.submit)
    }

    #[inline]
    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let job = self.next?;
        self.next = self.jobs.next();
        self.count += 1;
        Some((self.count - 1, job))
    }
}
