//! Search of a plan: the earliest start of a job, and the nodes chosen first there.

use super::pools::{Demand, Pool, Site};
use super::{Bound, Plan, PoolCandidate};
use crate::engine::Context;
use crate::machine::Maintenance;
use crate::machine::cluster::{ClusterRequest, ClusterSetup, UnitCount};
use crate::units::time::{Duration, Time};

/// A job to be planned.
#[derive(Clone, Copy)]
pub(super) struct PlanRequest<'w> {
    pub(super) request: ClusterRequest,
    /// Expected runtime.
    pub(super) span: Duration,
    /// Time for which its nodes must be available: its estimate.
    pub(super) stay: Duration,
    /// Further restriction.
    pub(super) bound: Bound<'w>,
}

impl Plan<'_> {
    /// Earliest start before `limit` with room for the job.
    pub(super) fn earliest(
        &self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        wish: &PlanRequest<'_>,
        limit: Time,
    ) -> Option<Time> {
        let mut at = context.now();
        while at < limit {
            if let Some(later) = (wish.bound)(at, at.after(wish.span)) {
                at = later;
                continue;
            }
            let (mut room, mut later) = (0u64, Time::MAX);
            for pool in &self.pools[..self.count] {
                let Some(demand) = site.demand(pool, &wish.request) else {
                    continue;
                };
                let (units, _, next) = self.room(context, site, (pool, &demand), wish, at);
                room += u64::from(units);
                later = later.min(next);
                if room >= u64::from(wish.request.units()) {
                    return Some(at);
                }
            }
            // No pool has more room before that.
            at = later;
        }
        None
    }

    /// Units with room in `pool` from `at` on, the number of free cores, and the time
    /// before which there cannot be more.
    fn room(
        &self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        (pool, demand): (&Pool, &Demand),
        wish: &PlanRequest<'_>,
        at: Time,
    ) -> (u32, u32, Time) {
        let (until, stays) = (at.after(wish.span), at.after(wish.stay));
        let blocked = match &site.cluster {
            Some(cluster) => blocked_by_advance(cluster, pool, &wish.request, (at, stays)),
            None => None,
        };
        // Nodes of a pool of whole ones that are in maintenance are booked.
        let counts = |from: Time| !pool.is_whole || from > context.now();
        let windows = context.maintenance().filter(|one| one.includes(pool.node));
        let windows = windows.map(|one: &Maintenance| (one.from, one.until));
        let in_the_way = windows
            .filter(|&(from, end)| counts(from) && from < stays && end > at)
            .map(|(_, end)| end);
        match in_the_way.chain(blocked).max() {
            Some(end) => (0, 0, end),
            None => self.timeline.room(pool, demand, (at, until)),
        }
    }

    /// Lists the pools with room for the job at `start`, in the order in which they are
    /// chosen.
    pub(super) fn list(
        &mut self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        wish: &PlanRequest<'_>,
        start: Time,
    ) -> usize {
        let (request, mut count) = (&wish.request, 0);
        let is_tasks = matches!(request.shape, UnitCount::Tasks(_));
        let (mut together, most) = (None, u32::MAX);
        for (index, pool) in (0..).zip(&self.pools[..self.count]) {
            let Some(demand) = site.demand(pool, request) else {
                continue;
            };
            let (units, free, _) = self.room(context, site, (pool, &demand), wish, start);
            if units == 0 {
                continue;
            }
            let Some((kind, all)) = site.kind_and_cores(pool.node) else {
                continue;
            };
            let is_whole = pool.is_whole;
            let cores = if is_whole { all } else { free };
            let here = PoolCandidate {
                kind,
                cores,
                has_no_maintenance: !has_maintenance_after(context, pool, start),
                node: pool.node,
                pool: index,
                units,
            };
            let on_one = if is_whole { demand.per } else { units };
            if is_tasks && on_one >= request.units() {
                together = Some(together.map_or(here, |best: PoolCandidate| best.min(here)));
            }
            self.candidates[count] = PoolCandidate {
                cores: if is_tasks { most - cores } else { cores },
                ..here
            };
            count += 1;
        }
        if let Some(one) = together {
            self.candidates[0] = one;
            return 1;
        }
        self.candidates[..count].sort_unstable();
        count
    }
}

/// Whether the nodes of `pool` have maintenance ahead that is not over at `at`.
fn has_maintenance_after(context: &Context<'_, '_>, pool: &Pool, at: Time) -> bool {
    let mut windows = context.maintenance_ahead().iter();
    windows.any(|one| one.until > at && one.includes(pool.node))
}

/// End of the advance reservations that keep `request` off `pool` in the given time.
fn blocked_by_advance(
    cluster: &ClusterSetup<'_>,
    pool: &Pool,
    request: &ClusterRequest,
    (at, until): (Time, Time),
) -> Option<Time> {
    let own = cluster.advance_of(request);
    if let Some(own) = own.filter(|own| at < own.from || until > own.until) {
        let later = if at < own.from { own.from } else { Time::MAX };
        return Some(later);
    }
    let others = (0..).zip(cluster.advance);
    let others = others.filter(|&(index, _)| Some(index) != request.reservation);
    let others = others.filter(|(_, one)| one.has(pool.node));
    let in_the_way = others.filter(|(_, one)| one.from < until && one.until > at);
    in_the_way.map(|(_, one)| one.until).max()
}
