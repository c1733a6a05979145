//! Running jobs that are preempted for one that may preempt them.

use super::SharedNodes;
use super::offers::JobOffers;
use super::runners::pieces_of;
use crate::engine::{Context, Fate};
use crate::machine::cluster::{Amounts, Cluster, NodeUnits, PreemptMode};
use crate::policy::slurm::limit;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// After how long a preempted job may start again: 120 s after which its credential has
/// expired, and one, as measured.
const HELD: Duration = Duration::from_seconds(121);

/// Order in which jobs are preempted: those of lower tiers or priorities first, then those with fewer nodes.
/// Where a measured run had several to choose from, four times, this and a second attempt in which
/// the last one comes first (`preempt_reorder_count`, usually 1) gave who was.
type PreemptionOrder = (u32, usize, JobId);

/// Jobs to be preempted.
#[derive(Clone, Copy, Debug)]
struct Preempted {
    /// The one that made enough room.
    last: PreemptionOrder,
    /// The last of the others, if it was not enough alone.
    others: Option<PreemptionOrder>,
}

impl Preempted {
    fn has(&self, order: PreemptionOrder) -> bool {
        order == self.last || self.others.is_some_and(|others| order <= others)
    }
}

/// The next job after `last` that may be preempted for `job`, with its order.
fn next_preemptable(
    context: &Context<'_, '_>,
    cluster: &Cluster<'_>,
    job: JobId,
    last: Option<PreemptionOrder>,
) -> Option<(PreemptionOrder, JobId)> {
    let setup = cluster.setup();
    let request = setup.request(job.index());
    let preemptable = context.running().filter_map(|other| {
        let running = setup.request(other.index());
        setup.is_preemptable_by(&running, &request).then(|| {
            let nodes = pieces_of(context, cluster, other).count();
            ((setup.preempt_rank(&running), nodes, other), other)
        })
    });
    let rest = preemptable.filter(|(order, _)| last.is_none_or(|last| *order > last));
    rest.min()
}

/// Gives back in `rooms` what `job` holds.
fn give_back(context: &Context<'_, '_>, cluster: &Cluster<'_>, rooms: &mut [Amounts], job: JobId) {
    let request = cluster.setup().request(job.index());
    for NodeUnits { node, units } in pieces_of(context, cluster, job) {
        if let Some(room) = rooms.get_mut(node as usize) {
            *room = cluster.free_without(node, *room, (&request, units));
        }
    }
}

/// Writes to `rooms` what is free on each node.
fn write_free(cluster: &Cluster<'_>, rooms: &mut [Amounts]) {
    for (room, node) in rooms.iter_mut().zip(0..) {
        *room = cluster.free(node);
    }
}

impl SharedNodes<'_> {
    pub(super) fn has_preemptable(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let cluster = context.cluster();
        cluster.is_some_and(|cluster| next_preemptable(context, cluster, job, None).is_some())
    }

    pub(super) fn earliest_if_preempted(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        limit: Duration,
    ) -> Option<Time> {
        let cluster = context.cluster()?;
        let setup = cluster.setup();
        let request = setup.request(job.index());
        write_free(cluster, self.freed);
        for other in context.running() {
            if setup.is_preemptable_by(&setup.request(other.index()), &request) {
                give_back(context, cluster, self.freed, other);
            }
        }
        let preemptable =
            |other: JobId| setup.is_preemptable_by(&setup.request(other.index()), &request);
        let count = self.runners.leave_out(preemptable);
        let found = self.of_job_where(context, job, |planner, offers, _| {
            planner.earliest(offers, limit)
        });
        self.runners.restore(count);
        found
    }

    /// Stops jobs one after the other in their order until `job` has room; those of them that are
    /// not on its nodes stay.
    pub(super) fn preempt_for(&mut self, context: &mut Context<'_, '_>, job: JobId) -> bool {
        let Some(preempted) = self.enough_preempted(context, job) else {
            return false;
        };
        let mut order = None;
        while let Some(cluster) = context.cluster()
            && let Some((next, other)) = next_preemptable(context, cluster, job, order)
        {
            order = Some(next);
            let is_chosen = |node| self.planner.share(node).is_some();
            if !preempted.has(next)
                || !pieces_of(context, cluster, other).any(|piece| is_chosen(piece.node))
            {
                continue;
            }
            for NodeUnits { node, .. } in pieces_of(context, cluster, other) {
                if let Some(word) = self.blocked.get_mut(node as usize / 64) {
                    *word |= 1 << (node % 64);
                }
            }
            let request = cluster.setup().request(other.index());
            let mode = cluster.setup().preempt_mode(&request);
            self.stop(context, other, mode);
        }
        self.looked_at = None;
        self.runners.begin(context, self.now);
        true
    }

    /// Stops the running `job`, which is preempted now.
    fn stop(&mut self, context: &mut Context<'_, '_>, job: JobId, mode: PreemptMode) {
        let fate = match mode {
            PreemptMode::Off => return,
            PreemptMode::Requeue => Fate::Requeue,
            PreemptMode::Cancel => Fate::Cancel,
        };
        if context.kill(job, fate).is_ok()
            && fate == Fate::Requeue
            && let Some(held) = self.held.get_mut(job.index())
        {
            *held = context.now().after(HELD);
        }
    }

    /// Jobs that have to be preempted so that `job` has room.
    fn enough_preempted(&mut self, context: &Context<'_, '_>, job: JobId) -> Option<Preempted> {
        let cluster = context.cluster()?;
        write_free(cluster, self.freed);
        let (last, other) = self.preempt_until_room(context, job, None)?;
        // The last one first, then the others again.
        write_free(cluster, self.freed);
        give_back(context, cluster, self.freed, other);
        let others = if self.has_room(context, job) {
            None
        } else {
            let (others, _) = self.preempt_until_room(context, job, Some(last))?;
            Some(others)
        };
        Some(Preempted { last, others })
    }

    /// Gives back what jobs hold, one after the other in their order but for `given`, until `job`
    /// has room; returns the last of them.
    fn preempt_until_room(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        given: Option<PreemptionOrder>,
    ) -> Option<(PreemptionOrder, JobId)> {
        let cluster = context.cluster()?;
        let mut last = None;
        while let Some((order, other)) = next_preemptable(context, cluster, job, last) {
            last = Some(order);
            if given == Some(order) {
                continue;
            }
            give_back(context, cluster, self.freed, other);
            if self.has_room(context, job) {
                return Some((order, other));
            }
        }
        None
    }

    /// Whether `job` has room in what is freed, on chosen nodes.
    fn has_room(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let end = self.now.after(limit(context, job));
        let found = self.of_job_where(context, job, |planner, offers, blocked| {
            Some(planner.choose_now(offers, end, blocked))
        });
        found == Some(true)
    }

    /// As [`of_job`](Self::of_job), with the free amounts of `freed`.
    fn of_job_where<T>(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        ask: impl FnOnce(
            &mut super::SharedPlanner<'_>,
            &mut JobOffers<'_, '_, '_, '_>,
            &[u64],
        ) -> Option<T>,
    ) -> Option<T> {
        let state = (&mut self.runners, &mut *self.rooms);
        let selection = self.planner.selection();
        self.looked_at = None;
        let known = (&mut self.cache, &mut self.looked_at);
        let mut offers = JobOffers::of(context, job, selection, state, known)?.beside(self.freed);
        let found = ask(&mut self.planner, &mut offers, self.blocked);
        self.looked_at = None;
        found
    }
}
