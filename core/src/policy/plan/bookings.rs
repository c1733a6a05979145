//! Bookings of a plan: made, moved up, released and started.

use super::buffers::{Booking, Holding, PoolCandidate};
use super::pools::Site;
use super::search::PlanRequest;
use super::{Plan, Term, site_of};
use crate::engine::{Context, Outlook, StartReason};
use crate::error::StartError;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl Plan<'_> {
    /// Books what `job`, which runs, holds `until` it ends.
    pub(super) fn book_running(&mut self, context: &Context<'_, '_>, job: JobId, until: Time) {
        let now = context.now();
        let held = context.held(job);
        let nodes = held.flat_map(|(first, count)| first..first + count);
        let mut booking = Booking {
            from: now,
            until,
            first: 0,
            plan: self.number,
        };
        for node in nodes.filter(|&node| !context.node_state(node).is_out_for_long()) {
            let units = context
                .outlook()
                .map_or(1, |outlook| units_on(&outlook, node, job));
            let pool = self.pool_of.get(node as usize).copied().unwrap_or(0);
            let known = self.budget[pool as usize];
            if known == 0 {
                booking.first = self.add_holding(Holding {
                    pool,
                    units,
                    times: 0,
                    next: booking.first,
                });
                self.budget[pool as usize] = booking.first;
            }
            let index = (self.budget[pool as usize] as usize).wrapping_sub(1);
            if let Some(holding) = self.holdings.get_mut(index) {
                // A whole node counts once, whatever is on it.
                let is_whole = self.pools[pool as usize].is_whole;
                holding.units += if known == 0 { 0 } else { units };
                holding.times += if is_whole { 1 } else { units };
            }
        }
        if let Some(slot) = self.bookings.get_mut(job.index()) {
            *slot = booking;
        }
        self.each_holding(booking.first, |plan, holding| {
            plan.budget[holding.pool as usize] = 0
        });
        self.change_all(context, job, now, true);
    }

    pub(super) fn add_holding(&mut self, holding: Holding) -> u32 {
        let index = self.unused;
        match self.holdings.get_mut((index as usize).wrapping_sub(1)) {
            Some(slot) => {
                self.unused = slot.next;
                *slot = holding;
                index
            }
            None => 0, // there are enough of them: it has been checked
        }
    }

    pub(super) fn each_holding(&mut self, first: u32, mut of: impl FnMut(&mut Self, Holding)) {
        let mut next = first;
        while let Some(&holding) = self.holdings.get((next as usize).wrapping_sub(1)) {
            of(self, holding);
            next = holding.next;
        }
    }

    /// Begin and end of `job`, if it is planned or runs.
    #[inline]
    pub(in crate::policy) fn booked(&self, job: JobId) -> Option<(Time, Time)> {
        let booking = self.bookings.get(job.index())?;
        let is_valid = booking.plan == self.number && booking.first != 0;
        is_valid.then_some((booking.from, booking.until))
    }

    /// Takes the holdings of `job` from `from` on out of the pools, or gives them back.
    pub(super) fn change_all(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        from: Time,
        is_taken: bool,
    ) {
        let site = site_of(context);
        let request = site.request(job, context.nodes_of(job));
        let booking = self.bookings[job.index()];
        let (from, until) = (from.max(booking.from), booking.until);
        self.each_holding(booking.first, |plan, holding| {
            let pool = &mut plan.pools[holding.pool as usize];
            if let Some(demand) = site.demand(pool, &request) {
                let what = (&demand, holding.times);
                let pool = (pool, context.now());
                plan.timeline.change(pool, what, (from, until), is_taken);
            }
        });
    }

    /// Releases the booking of `job` from now on; returns its former end.
    pub(in crate::policy) fn release(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
    ) -> Option<Time> {
        let (_, until) = self.booked(job)?;
        let now = context.now();
        self.change_all(context, job, now, false);
        self.forget(job);
        (until > now).then_some(until)
    }

    /// Frees its holdings; the pools are not changed.
    pub(super) fn forget(&mut self, job: JobId) {
        let mut next = core::mem::replace(&mut self.bookings[job.index()], Booking::EMPTY).first;
        while let Some(holding) = self.holdings.get_mut((next as usize).wrapping_sub(1)) {
            let index = core::mem::replace(&mut next, holding.next);
            holding.next = self.unused;
            self.unused = index;
        }
    }

    /// Plans `job` for the earliest start with room, and returns it.
    pub(in crate::policy) fn book(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        term: &Term<'_>,
    ) -> Option<Time> {
        let (site, demand) = plan_request(context, job, term);
        let start = self.earliest(context, &site, &demand, Time::MAX)?;
        self.book_at(context, job, (&site, &demand), start);
        Some(start)
    }

    /// Plans `job` for an earlier start before `limit`, if there is one.
    pub(in crate::policy) fn move_up(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        term: &Term<'_>,
        limit: Time,
    ) -> Option<Time> {
        let (site, demand) = plan_request(context, job, term);
        let (from, _) = self.booked(job)?;
        let now = context.now();
        self.change_all(context, job, now, false);
        let Some(start) = self.earliest(context, &site, &demand, limit.min(from)) else {
            self.change_all(context, job, now, true);
            return None;
        };
        self.forget(job);
        self.book_at(context, job, (&site, &demand), start);
        Some(start)
    }

    /// Books `job` on the nodes chosen first at `start`, when there is room.
    fn book_at(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        (site, demand): (&Site<'_>, &PlanRequest<'_>),
        start: Time,
    ) {
        let count = self.list(context, site, demand, start);
        let request = &demand.request;
        let mut booking = Booking {
            from: start,
            until: start.after(demand.span),
            first: 0,
            plan: self.number,
        };
        let mut left = request.units();
        for index in 0..count {
            let PoolCandidate { pool, units, .. } = self.candidates[index];
            let units = units.min(left);
            let per = site
                .demand(&self.pools[pool as usize], request)
                .map_or(1, |demand| demand.per);
            booking.first = self.add_holding(Holding {
                pool,
                units,
                times: units.div_ceil(per.max(1)),
                next: booking.first,
            });
            left -= units;
            if left == 0 {
                break;
            }
        }
        self.bookings[job.index()] = booking;
        self.change_all(context, job, start, true);
    }

    /// Starts `job` on its planned nodes.
    pub(in crate::policy) fn start(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        reason: StartReason,
    ) -> Result<(), StartError> {
        let first = self.bookings[job.index()].first;
        self.each_holding(first, |plan, holding| {
            plan.budget[holding.pool as usize] += holding.units;
        });
        let (pools, pool_of, budget) = (&*self.pools, &*self.pool_of, &mut *self.budget);
        let mut planned = |node: u32, units: u32| {
            let Some(&pool) = pool_of.get(node as usize) else {
                return 0;
            };
            let left = &mut budget[pool as usize];
            let units = units.min(*left);
            // A shared node is tried twice for tasks (all on one node, or not): no countdown.
            if pools[pool as usize].is_whole {
                *left -= units;
            }
            units
        };
        let started = if context.cluster().is_some() {
            let mut usable = |_: &Outlook<'_, '_>, node: u32, units: u32| planned(node, units);
            context.start_in_rounds(job, &mut [&mut usable], reason)
        } else {
            context.start_filtered(job, |node| planned(node, 1) > 0, reason)
        };
        self.each_holding(first, |plan, holding| {
            plan.budget[holding.pool as usize] = 0
        });
        started
    }
}

/// Number of units of `job` on `node`.
fn units_on(outlook: &Outlook<'_, '_>, node: u32, job: JobId) -> u32 {
    let mut on = outlook.cluster().jobs_on(node);
    on.find(|(other, _)| *other == job)
        .map_or(0, |(_, units)| units)
}

/// Search parameters for `job`, and the nodes.
fn plan_request<'a, 'b>(
    context: &Context<'_, 'a>,
    job: JobId,
    term: &Term<'b>,
) -> (Site<'a>, PlanRequest<'b>) {
    let site = site_of(context);
    let demand = PlanRequest {
        request: site.request(job, context.nodes_of(job)),
        span: term.span,
        stay: term.stay,
        bound: term.bound,
    };
    (site, demand)
}
