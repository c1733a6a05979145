//! EASY backfilling on a cluster: a reservation for the head of each partition.

use super::heads::{Head, HeadBuffers, Heads};
use super::memo::Memo;
use super::queue::{Queue, explain_wait_by_rule};
use crate::engine::{Context, NodeFilter, Outlook, Policy, Setup, StartReason, WaitReason};
use crate::error::PolicyError;
use crate::machine::cluster::{Cluster, ClusterRequest, UnitCount};
use crate::policy::{LastPass, Order};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// First come, first served, but jobs behind the blocked head of a partition may start if
/// they do not delay it; see [the module](super).
#[derive(Debug)]
pub struct Easy<'a> {
    queue: Queue,
    last_pass: LastPass,
    heads: Heads<'a>,
    memo: Memo,
    // Number of node changes at the end of the last pass, if no job started in it.
    changes: u64,
    // Number of the pass in which the whole queue was last considered.
    pass: u64,
    // Number of jobs that had entered the queue by then.
    queued: u64,
}

impl<'a> Easy<'a> {
    /// EASY with the queue in `order`.
    pub fn new(order: Order, buffers: HeadBuffers<'a>) -> Self {
        Self {
            queue: Queue { order },
            last_pass: LastPass::new(),
            heads: Heads::new(buffers),
            memo: Memo::new(),
            changes: 0,
            pass: 0,
            queued: 0,
        }
    }

    /// If no node has changed since the last pass, so that only jobs queued since need to
    /// be considered: the number of jobs queued before.
    fn is_quiet(&mut self, context: &mut Context<'_, '_>) -> Option<u64> {
        let passed = self.last_pass.next(context);
        if passed.is_none() {
            self.heads.forget();
            self.memo.forget();
        }
        let kept = self.queue.apply(context, passed.is_some());
        let changes = context.cluster().map_or(0, |cluster| cluster.changes());
        let is_quiet = kept
            && changes == self.changes
            && context.kills_at_estimate()
            && !context.has_unavailability_ahead()
            && !context.wants_reasons()
            && !(self.queue.has_tiers(context) && context.have_predecessors());
        if !is_quiet {
            self.pass = context.passes();
            return None;
        }
        Some(self.queued)
    }

    fn consider_all(&mut self, context: &mut Context<'_, '_>) {
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            self.consider(context, job);
        }
    }

    /// Considers the jobs queued after the first `before`.
    fn consider_new(&mut self, context: &mut Context<'_, '_>, before: u64) {
        if !self.queue.has_tiers(context) {
            let mut next = context.first_of_last_queued(context.queued() - before);
            while let Some(job) = next {
                next = context.after(job);
                self.consider(context, job);
            }
            return;
        }
        let (mut queue, mut is_moved) = (context.walk(), false);
        while let Some(job) = queue.next(context) {
            // The queue is in the order of the workload.
            if !is_moved && u64::from(context.order_of(job)) < before {
                continue;
            }
            let known = context.cluster().map_or(0, Cluster::changes);
            self.consider(context, job);
            let Some(cluster) = context.cluster() else {
                return;
            };
            if cluster.changes() != known && !is_moved {
                // All jobs behind it are considered again: those of lower tiers, with heads
                // among them.
                let partition = cluster.setup().request(job.index()).partition;
                self.heads
                    .drop_below(cluster.setup().partition(partition).tier);
                is_moved = true;
            }
        }
    }

    /// Considers one job.
    fn consider(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        if !context.is_allowed(job) {
            return explain_wait_by_rule(context, job);
        }
        let Some(cluster) = context.cluster() else {
            return;
        };
        let request = cluster.setup().request(job.index());
        if !self.memo.has_room(cluster, &request) {
            return self.explain_wait_for_room(context, job, &request);
        }
        let end = context.completion_if_started(job);
        let (heads, spare) = self
            .heads
            .late_key(self.pass, end, request.partition, cluster);
        if heads != 0
            && !context.wants_reasons()
            && !self.memo.may_find(cluster, &request, heads, spare)
        {
            return;
        }
        let reason = self.reason(cluster, &request, end);
        match self.start(context, (job, &request), end, reason) {
            Ok(()) => self.heads.update_all(context, self.pass),
            Err(_) if heads == 0 => self.explain_wait_for_room(context, job, &request),
            Err(_)
                if context.has_unavailability_ahead()
                    && !has_room_until_end(context, job, &request) =>
            {
                self.explain_wait_for_room(context, job, &request);
            }
            Err(harmless) => {
                let is_known = matches!(request.shape, UnitCount::Nodes(_))
                    && !context.has_unavailability_ahead();
                if is_known && let Some(cluster) = context.cluster() {
                    self.memo.note_found(cluster, &request, heads, harmless);
                }
                self.explain_wait_for_heads(context, job, end);
            }
        }
    }

    /// Starts `job`, unless that delays a head; returns the number of units it found then
    /// that take nothing from any head.
    fn start(
        &mut self,
        context: &mut Context<'_, '_>,
        (job, request): (JobId, &ClusterRequest),
        end: Time,
        reason: StartReason,
    ) -> Result<(), u32> {
        let (pass, mut harmless) = (self.pass, 0u32);
        let partition = |cluster: &Cluster<'_>| cluster.setup().partition(request.partition).tier;
        let tier = context.cluster().map_or(0, partition);
        let mut spare = core::mem::take(&mut self.heads.buffers.spare);
        for (index, head) in self.heads.late(pass, end, tier) {
            if let Some(spare) = spare.get_mut(index) {
                *spare = head.extra();
            }
        }
        let heads = &self.heads;
        let mut free_of_harm = |outlook: &Outlook<'_, '_>, node: u32, units: u32| {
            let mut late = heads.late(pass, end, tier);
            if late.any(|late| heads.loses(outlook, late, (node, request, units)) > 0) {
                0
            } else {
                harmless = harmless.saturating_add(units);
                units
            }
        };
        let budget = &mut spare;
        let mut within_spare = |outlook: &Outlook<'_, '_>, node: u32, units: u32| {
            let loss = |late| heads.loses(outlook, late, (node, request, units));
            let fits = |late: (usize, _)| loss(late) <= budget.get(late.0).copied().unwrap_or(0);
            let takes = heads.late(pass, end, tier).any(|late| loss(late) > 0);
            if !takes || !heads.late(pass, end, tier).all(fits) {
                return 0; // or it was chosen already
            }
            for late in heads.late(pass, end, tier) {
                if let Some(spare) = budget.get_mut(late.0) {
                    *spare -= loss(late);
                }
            }
            units
        };
        let rounds: &mut [NodeFilter<'_>] = &mut [&mut free_of_harm, &mut within_spare];
        let started = context.start_in_rounds(job, rounds, reason);
        self.heads.buffers.spare = spare;
        started.map_err(|_| harmless)
    }

    fn reason(&self, cluster: &Cluster<'_>, request: &ClusterRequest, end: Time) -> StartReason {
        let of_all = self.heads.buffers.heads.iter().flatten();
        let setup = cluster.setup();
        let tier = setup.partition(request.partition).tier;
        let is_ahead = |head: &&Head| head.pass == self.pass && head.tier >= tier;
        // A job that waits for other nodes only is not passed.
        let partition = |head: &Head| setup.request(head.job.index()).partition;
        let mut ahead = of_all
            .filter(is_ahead)
            .filter(|head| setup.share_nodes(partition(head), request.partition));
        let own = self.heads.head_of(setup.line(request), self.pass);
        match own.or_else(|| ahead.next()) {
            None => StartReason::Head,
            Some(head) if end <= head.shadow => StartReason::BeforeShadow {
                head: head.job,
                shadow: head.shadow,
            },
            Some(head) => StartReason::ExtraNodes {
                head: head.job,
                shadow: head.shadow,
                extra: head.extra(),
            },
        }
    }

    /// `job` finds no room: makes it the head of its partition, unless that has one.
    fn explain_wait_for_room(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        request: &ClusterRequest,
    ) {
        let line = context
            .cluster()
            .map_or(0, |cluster| cluster.setup().line(request));
        if self.heads.head_of(line, self.pass).is_none() && self.heads.set(context, job, self.pass)
        {
            if let Some(head) = self.heads.head_of(line, self.pass) {
                let shadow = head.shadow;
                if context.wants_reasons() {
                    let free = context.room_on_cluster(job).map_or(0, |(now, _)| now);
                    context.explain_wait(job, WaitReason::HeadUntil { shadow, free });
                }
            }
            return;
        }
        context.explain_wait_for_room(job);
    }

    fn explain_wait_for_heads(&self, context: &mut Context<'_, '_>, job: JobId, end: Time) {
        if !context.wants_reasons() {
            return;
        }
        let mut late = self.heads.late(self.pass, end, 0).map(|(_, head)| head);
        if let Some(head) = late.find(|head| context.share_nodes(head.job, job)) {
            let reason = WaitReason::WouldDelay {
                head: head.job,
                shadow: head.shadow,
                extra: head.extra(),
            };
            context.explain_wait(job, reason);
        }
    }
}

/// Whether there is room now for `job` on nodes that stay available until it would end.
fn has_room_until_end(context: &Context<'_, '_>, job: JobId, request: &ClusterRequest) -> bool {
    let room = context.room_on_cluster(job);
    room.is_some_and(|(_, staying)| staying >= request.units())
}

impl Policy for Easy<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        if setup.simulated_cluster().is_none() {
            return Err(PolicyError::NoCluster);
        }
        Ok(self.heads.buffers.check(setup)?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let before = context.cluster().map_or(0, Cluster::changes);
        if let Some(queued) = self.is_quiet(context) {
            self.consider_new(context, queued);
        } else {
            self.consider_all(context);
        }
        self.queued = context.queued();
        // A start on nodes that a head can spare may leave room for a job ahead of it: only
        // a pass without starts need not be repeated.
        let after = context.cluster().map_or(0, Cluster::changes);
        self.changes = if after == before { after } else { u64::MAX };
        context.wake_for_advance(None);
    }
}
