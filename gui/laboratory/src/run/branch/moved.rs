//! A queue in which some jobs are moved from where its order puts them.

use std::collections::HashMap;

use cosched_core::JobId;
use cosched_core::engine::{Context, Policy, Setup};
use cosched_core::policy::{Order, Rank};
use cosched_core::{PolicyError, Time};

use crate::family::ReadyPolicy;

/// The moved jobs, after all moves so far.
#[derive(Clone, Debug, Default)]
pub(super) struct QueueMoves {
    // First of all first.
    front: Vec<JobId>,
    // Last of all last.
    back: Vec<JobId>,
    // The jobs directly before each job.
    before: Vec<(JobId, Vec<JobId>)>,
}

/// Sort key in the queue; smaller is considered first. Front, middle or back; the position in front
/// or back; the rank by the queue's order and the order of submission, for a job moved before
/// another those of the other; and the position before that one.
type Key = (u8, usize, Option<Rank>, u32, usize);

impl QueueMoves {
    /// Whether no job was moved.
    pub(super) fn is_empty(&self) -> bool {
        self.front.is_empty() && self.back.is_empty() && self.before.is_empty()
    }

    pub(super) fn put_first(&mut self, job: JobId) {
        self.remove(job);
        self.front.insert(0, job);
    }

    pub(super) fn put_last(&mut self, job: JobId) {
        self.remove(job);
        self.back.push(job);
    }

    /// Puts `job` directly before `other`, which may have been moved itself.
    pub(super) fn put_before(&mut self, job: JobId, other: JobId) {
        self.remove(job);
        let before = self.before.iter_mut().map(|(_, jobs)| jobs);
        let lists = [&mut self.front, &mut self.back].into_iter().chain(before);
        for list in lists {
            if let Some(index) = list.iter().position(|one| *one == other) {
                return list.insert(index, job);
            }
        }
        let known = self.before.iter_mut().find(|(one, _)| *one == other);
        match known {
            Some((_, jobs)) => jobs.push(job),
            None => self.before.push((other, vec![job])),
        }
    }

    /// Removes `job` from where it was moved to.
    fn remove(&mut self, job: JobId) {
        let before = self.before.iter_mut().map(|(_, jobs)| jobs);
        let lists = [&mut self.front, &mut self.back].into_iter().chain(before);
        lists.for_each(|list| list.retain(|one| *one != job));
    }

    /// Sorts the queue: by `order` except for the moved jobs.
    fn apply(&self, context: &mut Context<'_, '_>, order: &Order) {
        let now = context.now();
        let mut keys: HashMap<JobId, Key> = HashMap::new();
        for (zone, list) in [(0, &self.front), (2, &self.back)] {
            let indexed = list.iter().enumerate();
            keys.extend(indexed.map(|(index, &job)| (job, (zone, index, None, 0, 0))));
        }
        for (other, jobs) in &self.before {
            let rank = Some(order.rank(context.request(*other), now));
            let submitted = context.order_of(*other);
            let indexed = jobs.iter().enumerate();
            keys.extend(indexed.map(|(index, &job)| (job, (1, 0, rank, submitted, index))));
        }
        context.order_queue_by_key(|waiting| {
            let own = || unmoved_key(order, waiting, now);
            keys.get(&waiting.job).copied().unwrap_or_else(own)
        });
    }
}

/// The key of a job that was not moved.
fn unmoved_key(order: &Order, waiting: &cosched_core::engine::WaitingJob, now: Time) -> Key {
    let rank = order.rank(waiting.request, now);
    (1, 0, Some(rank), waiting.order, usize::MAX)
}

/// A policy whose queue has moved jobs. The policy itself does not sort the queue.
pub(super) struct MovedQueue<'p> {
    pub(super) inner: ReadyPolicy<'p>,
    pub(super) places: QueueMoves,
    pub(super) order: Order,
}

impl Policy for MovedQueue<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self.places.apply(context, &self.order);
        self.inner.schedule(context);
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        self.inner.check(setup)
    }
}
