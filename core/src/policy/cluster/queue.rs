//! The queue on a cluster: by tier, then by an order.

use core::cmp::Reverse;

use crate::engine::{Context, WaitReason};
use crate::policy::Order;
use crate::units::ids::JobId;

/// Order in which jobs are considered.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::policy) struct Queue {
    pub(in crate::policy) order: Order,
}

impl Queue {
    /// Orders the queue; `kept` is whether it was in order after the last pass. Returns
    /// whether it is unchanged except for new jobs at its end.
    pub(in crate::policy) fn apply(&self, context: &mut Context<'_, '_>, kept: bool) -> bool {
        let Some(cluster) = context.cluster() else {
            return kept;
        };
        let partitions = cluster.setup().partitions;
        let requests = cluster.setup().requests;
        let tier = |index: u32| partitions.get(index as usize).map_or(0, |one| one.tier);
        if !self.has_tiers(context) && self.order == Order::Submitted {
            // A queue ordered in this very pass, by the caller of the policy, keeps that
            // order.
            let is_ordered = context.is_ordered();
            if !kept && !is_ordered {
                context.order_queue_by_key(|waiting| waiting.order);
            }
            return kept && !is_ordered;
        }
        if self.order == Order::Submitted && context.is_ordered() {
            // Keep that order within tiers.
            context.order_queue_by_key(|waiting| {
                let request = requests.get(waiting.job.index());
                Reverse(request.map_or(0, |request| tier(request.partition)))
            });
            return false;
        }
        if kept && !self.order.changes_with_time() && !context.queue_grew() {
            return true;
        }
        let now = context.now();
        context.order_queue_by_key(|waiting| {
            let request = requests.get(waiting.job.index());
            let tier = Reverse(request.map_or(0, |request| tier(request.partition)));
            (tier, self.order.rank(waiting.request, now), waiting.order)
        });
        // In the order of submission no job gets ahead of others of the same partition.
        kept && self.order == Order::Submitted
    }

    /// Whether some partitions are of a higher tier than others.
    #[inline]
    pub(super) fn has_tiers(&self, context: &Context<'_, '_>) -> bool {
        let partitions = context
            .cluster()
            .map_or(&[][..], |cluster| cluster.setup().partitions);
        let tiers = partitions.iter().map(|one| one.tier);
        tiers.clone().min() != tiers.max()
    }
}

/// Reports that `job` is held by a dependency, its partition, its advance reservation or a limit.
pub(in crate::policy) fn explain_wait_by_rule(context: &mut Context<'_, '_>, job: JobId) {
    if !context.wants_reasons() {
        return;
    }
    let Some(cluster) = context.cluster() else {
        return;
    };
    let behind = context.unmet_dependency(job);
    let (setup, request) = (cluster.setup(), cluster.setup().request(job.index()));
    let own = setup.advance_of(&request);
    let rule = if behind.is_some() {
        Some("it depends on that job")
    } else if !setup.partition(request.partition).is_up {
        Some("its partition is down")
    } else if own.is_some_and(|own| context.now() < own.from) {
        Some("its reservation has not begun")
    } else if own.is_some_and(|own| context.now() >= own.until) {
        Some("its reservation is over")
    } else {
        None
    };
    let reason = match (rule, context.reached_limit(job)) {
        (Some(why), _) => WaitReason::Other {
            why: why.into(),
            behind,
        },
        (None, Some(owner)) => WaitReason::Limit { owner },
        (None, None) => return,
    };
    context.explain_wait(job, reason);
}
