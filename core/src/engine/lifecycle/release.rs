//! Release of jobs into the queue when all their predecessors have completed.

use crate::engine::jobs::links::successors;
use crate::engine::jobs::{Attachment, Job, Phase};
use crate::engine::observe::sink::Sink;
use crate::engine::state::State;
use crate::error::ScenarioError;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl State<'_> {
    /// Checks that the jobs can run in some order, each after its predecessors. Works on
    /// the lists and counts of a run about to begin, and restores them.
    pub(crate) fn check_order(&mut self) -> Result<(), ScenarioError> {
        if self.setup.precedence.is_empty() {
            return Ok(());
        }
        let count = self.jobs.len();
        // Remove jobs without predecessors until none is left: a list of those to be
        // removed is threaded through `next`.
        let mut list = None;
        for index in 0..count {
            if self.jobs[index].held.is_nothing() {
                self.jobs[index].next = list.replace(JobId::new(index));
            }
        }
        while let Some(job) = list {
            list = self.jobs[job.index()].next.take();
            for link in successors(self.links, count, job) {
                let successor = JobId::new(self.links[link] as usize);
                if self.jobs[successor.index()].held.complete_predecessor() {
                    self.jobs[successor.index()].next = list.replace(successor);
                }
            }
        }
        let circular = self.job_on_cycle();
        for index in 0..count {
            let predecessors = self.setup.precedence.of(JobId::new(index));
            self.jobs[index].held = Attachment::predecessors(predecessors.len() as u32);
        }
        circular.map_or(Ok(()), |job| Err(ScenarioError::Cyclic(job)))
    }

    /// A job on a cycle, if jobs are left that wait for others.
    fn job_on_cycle(&self) -> Option<JobId> {
        let waits = |job: JobId| !self.jobs[job.index()].held.is_nothing();
        let mut job = (0..self.jobs.len())
            .map(JobId::new)
            .find(|&job| waits(job))?;
        // Each job left has a predecessor among them: as many steps back as there are jobs
        // end on a cycle, from any start.
        for _ in 0..self.jobs.len() {
            let mut back = self.setup.precedence.of(job).iter();
            job = back.find(|&&before| waits(before)).copied()?;
        }
        Some(job)
    }

    /// Submits the jobs whose last predecessors completed at this instant.
    #[inline]
    pub(crate) fn release(&mut self, sink: &mut dyn Sink) {
        if self.setup.precedence.is_empty() {
            return;
        }
        let mut ended = self.ended.head;
        while let Some(id) = ended {
            let Job { next, phase, .. } = self.jobs[id.index()];
            ended = next;
            if phase != Phase::Completed {
                continue; // no job follows one that was stopped
            }
            for link in successors(self.links, self.jobs.len(), id) {
                let successor = JobId::new(self.links[link] as usize);
                let is_last = self.jobs[successor.index()].held.complete_predecessor();
                if is_last && successor.index() < self.submitted {
                    self.submit(successor, sink);
                }
            }
        }
    }

    /// Time when `job` entered the queue, or can enter it at the earliest as far as is
    /// known: after its submission and the completion of its predecessors.
    pub(crate) fn entered(&self, job: JobId) -> Time {
        let submit = self.specs.of(job).submit;
        let completed = |job: &JobId| self.jobs[job.index()].updated;
        let predecessors = self.setup.precedence.of(job).iter();
        predecessors.map(completed).fold(submit, Time::max)
    }
}
