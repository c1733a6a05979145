//! Running jobs that are preempted for one that may preempt them.

use super::SharedNodes;
use super::leaving::Leaving;
use super::offers::{JobOffers, Pass};
use super::runners::pieces_of;
use super::sleep::Sleepers;
use crate::engine::{Context, Fate};
use crate::machine::cluster::{
    Amounts, Cluster, ClusterRequest, ClusterSetup, NodeUnits, PreemptMode,
};
use crate::policy::slurm::{PreemptOutcome, limit, whole_second};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// After how long a preempted job may start again: 120 s after which its credential has
/// expired, and one, as measured.
const HELD: Duration = Duration::from_seconds(121);

/// Order in which jobs are preempted: those that are leaving already first, then those of lower tiers or
/// priorities, then those with fewer nodes.
/// Where a measured run had several to choose from, four times, this and a second attempt in which
/// the last one comes first (`preempt_reorder_count`, usually 1) gave who was.
type PreemptionOrder = (bool, u32, usize, JobId);

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

/// Whole second from which on `job`, which runs, has run for long enough to be preempted.
fn exempt_until(
    context: &Context<'_, '_>,
    (setup, sleepers): (&ClusterSetup<'_>, &Sleepers<'_>),
    job: JobId,
) -> Time {
    let own = setup.preemption(&setup.request(job.index()));
    whole_second(sleepers.runs_since(context, job)).after(own.exempt)
}

/// Whether `other`, which runs, may be preempted now for a job with this request.
fn is_preemptable(
    context: &Context<'_, '_>,
    (setup, sleepers): (&ClusterSetup<'_>, &Sleepers<'_>),
    other: JobId,
    request: &ClusterRequest,
) -> bool {
    setup.is_preemptable_by(&setup.request(other.index()), request)
        && exempt_until(context, (setup, sleepers), other) <= whole_second(context.now())
}

/// The next job after `last` that may be preempted for `job`, with its order.
fn next_preemptable(
    context: &Context<'_, '_>,
    cluster: &Cluster<'_>,
    (job, leaving, sleepers): (JobId, &Leaving<'_>, &Sleepers<'_>),
    last: Option<PreemptionOrder>,
) -> Option<(PreemptionOrder, JobId)> {
    let setup = cluster.setup();
    let request = setup.request(job.index());
    let running = context.running();
    let preemptable =
        running.filter(|&other| is_preemptable(context, (setup, sleepers), other, &request));
    let preemptable = preemptable.map(|other| {
        let stays = leaving.end_of(other).is_none();
        let rank = setup.preempt_rank(&setup.request(other.index()));
        let nodes = pieces_of(context, cluster, other).count();
        ((stays, rank, nodes, other), other)
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
        cluster.is_some_and(|cluster| {
            let request = cluster.setup().request(job.index());
            let mut running = context.running();
            let by = (cluster.setup(), &self.sleepers);
            running.any(|other| is_preemptable(context, by, other, &request))
        })
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
        let by = (setup, &self.sleepers);
        write_free(cluster, self.freed);
        for other in context.running() {
            if is_preemptable(context, by, other, &request) {
                give_back(context, cluster, self.freed, other);
            }
        }
        let preemptable = |other: JobId| is_preemptable(context, by, other, &request);
        let count = self.runners.leave_out(preemptable);
        let found = self.of_job_where((context, job), Pass::Backfill, |planner, offers, _| {
            planner.earliest(offers, limit)
        });
        self.runners.restore(count);
        found
    }

    /// Preempts jobs one after the other in their order until `job` has room once they have gone; those
    /// of them that are not on its nodes stay, and those that are leaving already are left alone.
    pub(super) fn preempt_for(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
    ) -> PreemptOutcome {
        let mut outcome = PreemptOutcome::Unchanged;
        let Some(preempted) = self.enough_preempted(context, job) else {
            return outcome;
        };
        let mut order = None;
        while let Some(cluster) = context.cluster()
            && let Some((next, other)) = next_preemptable(
                context,
                cluster,
                (job, &self.leaving, &self.sleepers),
                order,
            )
        {
            order = Some(next);
            let is_chosen = |node| self.planner.share(node).is_some();
            if self.leaving.end_of(other).is_some()
                || !preempted.has(next)
                || !pieces_of(context, cluster, other).any(|piece| is_chosen(piece.node))
            {
                continue;
            }
            outcome = outcome.max(self.preempt_one(context, other, job));
        }
        self.looked_at = None;
        let ends = (&self.leaving, &self.sleepers);
        self.runners.begin(context, self.now, ends);
        outcome
    }

    /// Preempts the running `job` for `by`: at once, in which case its nodes are of no use in this pass, or
    /// once its grace is over.
    fn preempt_one(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        by: JobId,
    ) -> PreemptOutcome {
        let Some(cluster) = context.cluster() else {
            return PreemptOutcome::Unchanged;
        };
        let setup = cluster.setup();
        let own = setup.preemption(&setup.request(job.index()));
        if own.grace > Duration::ZERO {
            let end = context.now().after(own.grace);
            self.leaving.add(job, end);
            context.report_preemption(job, by, end);
            return PreemptOutcome::InGrace;
        }
        for NodeUnits { node, .. } in pieces_of(context, cluster, job) {
            if let Some(word) = self.blocked.get_mut(node as usize / 64) {
                *word |= 1 << (node % 64);
            }
        }
        context.report_preemption(job, by, context.now());
        self.stop(context, job, own.mode);
        PreemptOutcome::Stopped
    }

    /// Stops preempted jobs whose grace is over; returns whether there were such.
    pub(super) fn stop_at_ends_of_graces(&mut self, context: &mut Context<'_, '_>) -> bool {
        let now = context.now();
        if now < self.leaving.next {
            return false;
        }
        let mut is_any = false;
        loop {
            let leaving = &self.leaving;
            let is_over = |job: &JobId| leaving.end_of(*job).is_some_and(|end| end <= now);
            let Some(job) = context.running().find(is_over) else {
                break;
            };
            let setup = context.cluster().map(Cluster::setup);
            let mode = setup.map(|setup| setup.preemption(&setup.request(job.index())).mode);
            self.stop(context, job, mode.unwrap_or_default());
            is_any = true;
        }
        let ends = context.running().filter_map(|job| self.leaving.end_of(job));
        self.leaving.next = ends.min().unwrap_or(Time::MAX);
        is_any
    }

    /// First time from which on one more running job has run for long enough to be preempted.
    pub(super) fn first_exempt_end(&self, context: &Context<'_, '_>) -> Time {
        let setup = context.cluster().map(Cluster::setup);
        let setup = setup.filter(|_| !self.freed.is_empty());
        let ends = setup.into_iter().flat_map(|setup| {
            let running = context.running();
            running.map(|job| exempt_until(context, (setup, &self.sleepers), job))
        });
        let now = whole_second(context.now());
        ends.filter(|end| *end > now).min().unwrap_or(Time::MAX)
    }

    /// When the last of the jobs has ended that are leaving, and may be preempted for `job`.
    pub(super) fn last_grace_end(&self, context: &Context<'_, '_>, job: JobId) -> Option<Time> {
        let setup = context.cluster()?.setup();
        let request = setup.request(job.index());
        let leaving = context.running().filter_map(|other| {
            let end = self.leaving.end_of(other)?;
            is_preemptable(context, (setup, &self.sleepers), other, &request).then_some(end)
        });
        leaving.max()
    }

    /// Stops the running `job`, which is preempted now.
    fn stop(&mut self, context: &mut Context<'_, '_>, job: JobId, mode: PreemptMode) {
        let fate = match mode {
            PreemptMode::Off => return,
            PreemptMode::Requeue => Fate::Requeue,
            PreemptMode::Cancel => Fate::Cancel,
        };
        self.leaving.remove(job);
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
        while let Some((order, other)) =
            next_preemptable(context, cluster, (job, &self.leaving, &self.sleepers), last)
        {
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
        let found = self.of_job_where((context, job), Pass::Main, |planner, offers, blocked| {
            Some(planner.choose_now(offers, end, blocked))
        });
        found == Some(true)
    }

    /// As [`of_job`](Self::of_job), with the free amounts of `freed`.
    fn of_job_where<T>(
        &mut self,
        (context, job): (&Context<'_, '_>, JobId),
        pass: Pass,
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
        let seen = (pass, &self.sleepers);
        let offers = JobOffers::of((context, job), selection, state, known, seen)?;
        let mut offers = offers.beside(self.freed);
        let found = ask(&mut self.planner, &mut offers, self.blocked);
        self.looked_at = None;
        found
    }
}
