//! Where and when there is room for a job: the earliest start, and what is chosen first there.

use super::pools::{Demand, Pool, Site};
use super::{Candidate, Plan};
use crate::engine::Context;
use crate::machine::Maintenance;
use crate::machine::cluster::{Ask, Shape};
use crate::units::time::{Duration, Time};

impl Plan<'_> {
    /// The earliest start before `limit` at which there is room for `ask`.
    pub(super) fn earliest(
        &self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        ask: &Ask,
        estimate: Duration,
        limit: Time,
    ) -> Option<Time> {
        let mut at = context.now();
        while at < limit {
            let (mut room, mut later) = (0u64, Time::MAX);
            for pool in &self.pools[..self.count] {
                let Some(demand) = site.demand(pool, ask) else {
                    continue;
                };
                let (units, _, next) =
                    self.room(context, site, (pool, &demand), ask, (at, estimate));
                room += u64::from(units);
                later = later.min(next);
                if room >= u64::from(ask.units()) {
                    return Some(at);
                }
            }
            at = later;
        }
        None
    }

    /// How many units of `ask` there is room for in `pool` from `at` on for as long as it is
    /// estimated to run, how many cores are free, and before when there cannot be more.
    fn room(
        &self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        (pool, demand): (&Pool, &Demand),
        ask: &Ask,
        (at, estimate): (Time, Duration),
    ) -> (u32, u32, Time) {
        let until = at.after(estimate);
        let own = site.cluster.advance_of(ask);
        if let Some(own) = own.filter(|own| at < own.from || until > own.until) {
            let later = if at < own.from { own.from } else { Time::MAX };
            return (0, 0, later);
        }
        let others = (0..).zip(site.cluster.advance);
        let others = others.filter(|&(place, _)| Some(place) != ask.reservation);
        let others = others.filter(|(_, one)| one.has(pool.node));
        let kept = others.map(|(_, one)| (one.from, one.until));
        let windows = context.maintenance().filter(|one| one.is_of(pool.node));
        let windows = windows.map(|one: &Maintenance| (one.from, one.until));
        let in_the_way = kept
            .chain(windows)
            .filter(|&(from, end)| from < until && end > at);
        match in_the_way.map(|(_, end)| end).max() {
            Some(end) => (0, 0, end),
            None => self.timeline.room(pool, demand, (at, until)),
        }
    }

    /// Lists where there is room for `ask` at `start`, what is chosen first at the beginning.
    pub(super) fn list(
        &mut self,
        context: &Context<'_, '_>,
        site: &Site<'_>,
        ask: &Ask,
        (start, estimate): (Time, Duration),
    ) -> usize {
        let (is_tasks, mut count) = (matches!(ask.shape, Shape::Tasks(_)), 0);
        let (mut together, most) = (None, u32::MAX);
        for (place, pool) in (0..).zip(&self.pools[..self.count]) {
            let Some(demand) = site.demand(pool, ask) else {
                continue;
            };
            let when = (start, estimate);
            let (units, free, _) = self.room(context, site, (pool, &demand), ask, when);
            if units == 0 {
                continue;
            }
            let Some((kind, what)) = site.kind(pool.node) else {
                continue;
            };
            let is_whole = pool.is_whole;
            let cores = if is_whole { what.room.cores() } else { free };
            let here = Candidate {
                kind,
                cores,
                node: pool.node,
                pool: place,
                units,
            };
            let on_one = if is_whole { demand.per } else { units };
            if is_tasks && on_one >= ask.units() {
                together = Some(together.map_or(here, |best: Candidate| best.min(here)));
            }
            self.candidates[count] = Candidate {
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
