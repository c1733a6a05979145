//! Preempted jobs that go on until their graces end.

use crate::units::ids::JobId;
use crate::units::time::Time;

/// Preempted jobs that go on until their graces end.
#[derive(Debug)]
pub(super) struct Leaving<'a> {
    // When the grace of each job ends; 0 if it is not leaving.
    ends: &'a mut [Time],
    // When the first may end; that job may have ended before by itself.
    pub(super) next: Time,
}

impl<'a> Leaving<'a> {
    pub(super) fn new(ends: &'a mut [Time]) -> Self {
        let next = Time::MAX;
        Self { ends, next }
    }

    pub(super) fn restart(&mut self) {
        self.ends.fill(Time::ZERO);
        self.next = Time::MAX;
    }

    /// Time before which no grace ends.
    pub(super) fn next(&self) -> Time {
        self.next
    }

    /// End of the grace of `job`, which runs, if it is leaving.
    pub(super) fn end_of(&self, job: JobId) -> Option<Time> {
        let end = self.ends.get(job.index()).copied();
        end.filter(|end| *end > Time::ZERO)
    }

    pub(super) fn add(&mut self, job: JobId, end: Time) {
        if let Some(own) = self.ends.get_mut(job.index()) {
            *own = end;
            self.next = self.next.min(end);
        }
    }

    pub(super) fn remove(&mut self, job: JobId) {
        if let Some(own) = self.ends.get_mut(job.index()) {
            *own = Time::ZERO;
        }
    }
}
