//! The order of the queue, to tell who is ahead of whom.

use cosched_core::Time;
use cosched_core::policy::{Order, Rank};

use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::scenario::PolicyName;

/// The order of the queue under `choice`: that of submission where the policy has no other.
pub(crate) fn order_of(choice: &Choice) -> Order {
    match PolicyName::SPACE_SHARING.contains(&choice.policy) {
        true => choice.parameters.order,
        false => Order::Submitted,
    }
}

/// Who is ahead of whom in the queue of a run.
pub(crate) struct Queue<'e> {
    experiment: &'e Experiment,
    order: Order,
}

impl<'e> Queue<'e> {
    /// A queue in `order`.
    pub(crate) const fn new(experiment: &'e Experiment, order: Order) -> Self {
        Self { experiment, order }
    }

    /// The place of `job` among those that wait at `now`: the least is the first. Of
    /// equals, the one submitted first.
    pub(crate) fn place(&self, job: usize, now: Time) -> (Rank, usize) {
        let request = self.experiment.jobs[job].request();
        (self.order.rank(request, now), job)
    }

    /// Whether `other` is ahead of `job` at `now`, if both wait.
    pub(super) fn is_ahead(&self, other: usize, job: usize, now: Time) -> bool {
        self.place(other, now) < self.place(job, now)
    }

    /// Those of `others` that are ahead of `job` at `now`, the first first.
    pub(super) fn ahead_of(
        &self,
        job: usize,
        others: impl Iterator<Item = usize>,
        now: Time,
    ) -> Vec<usize> {
        let mut ahead: Vec<usize> = others
            .filter(|&other| other != job && self.is_ahead(other, job, now))
            .collect();
        ahead.sort_unstable_by_key(|&other| self.place(other, now));
        ahead
    }
}
