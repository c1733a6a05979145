//! The order of the queue, to find which job is ahead of another.

use std::cmp::Reverse;

use cosched_core::Time;
use cosched_core::policy::{Order, Rank};

use crate::record::Experiment;
use crate::record::choice::Choice;

/// The order of the queue under `choice`: by submission where the policy has no other.
pub(crate) fn order_of(choice: &Choice) -> Order {
    if choice.policy.is_queue() {
        choice.parameters.order
    } else {
        Order::Submitted
    }
}

/// Sort key of a waiting job: the least is the first.
pub(crate) type QueueKey = (Reverse<u32>, Rank, usize);

/// The order of jobs in the queue of a run.
pub(crate) struct QueueOrder<'e> {
    experiment: &'e Experiment,
    order: Order,
    /// Which partitions of a cluster have a node in common, row by row.
    rivals: Vec<Vec<bool>>,
}

impl<'e> QueueOrder<'e> {
    /// Makes a queue in `order`.
    pub(crate) fn new(experiment: &'e Experiment, order: Order) -> Self {
        let cluster = experiment.cluster.as_ref();
        Self {
            experiment,
            order,
            rivals: cluster.map_or_else(Vec::new, |cluster| cluster.layout.shares_nodes()),
        }
    }

    /// Returns the sort key of `job` among those that wait at `now`: the highest tier first, then
    /// by the order; of equals, the one submitted first.
    pub(crate) fn key(&self, job: usize, now: Time) -> QueueKey {
        let request = self.experiment.jobs[job].request();
        let cluster = self.experiment.cluster.as_ref();
        let tier = cluster.map_or(0, |cluster| cluster.partition_of(job).tier);
        (Reverse(tier), self.order.rank(request, now), job)
    }

    /// Whether these two may wait for the same nodes.
    pub(super) fn compete(&self, one: usize, other: usize) -> bool {
        self.experiment.cluster.as_ref().is_none_or(|cluster| {
            let partition = |job: usize| cluster.requests[job].partition as usize;
            self.rivals[partition(one)][partition(other)]
        })
    }

    /// Whether `other` is ahead of `job` at `now`, if both wait.
    pub(super) fn is_ahead(&self, other: usize, job: usize, now: Time) -> bool {
        self.key(other, now) < self.key(job, now)
    }

    /// Returns those of `others` that compete with `job` and are ahead of it at `now`, in order.
    pub(super) fn ahead_of(
        &self,
        job: usize,
        others: impl Iterator<Item = usize>,
        now: Time,
    ) -> Vec<usize> {
        let mut ahead: Vec<usize> = others
            .filter(|&other| other != job && self.compete(other, job))
            .filter(|&other| self.is_ahead(other, job, now))
            .collect();
        ahead.sort_unstable_by_key(|&other| self.key(other, now));
        ahead
    }
}
