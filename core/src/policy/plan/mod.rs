//! Plans of jobs: the earliest start with room, and the nodes held from then on.
//!
//! A job needs the same nodes from its start to its end. The number of free nodes at each
//! instant is not enough where some of them go into maintenance in between, or are not for
//! all jobs. So the machine is divided into pools of interchangeable nodes. In a pool
//! counting is enough: jobs that never need more nodes at once than there are can be put on
//! them one after the other, each on whatever is free when it starts (an interval graph has
//! as many colours as its widest instant has intervals; Golumbic, "Algorithmic graph theory
//! and perfect graphs", 1980). A planned job holds a number of nodes of each pool, and
//! later jobs do not take them away.

mod buffers;
mod pools;
mod search;
mod timeline;

#[cfg(feature = "alloc")]
pub use buffers::BoxedPlan;
pub use buffers::{Booking, Holding, PlanBuffers, PlanSizes, PoolCandidate};
pub use pools::Pool;
pub use timeline::Segment;

use crate::engine::{Context, Outlook, Setup, StartReason};
use crate::error::{CapacityError, StartError};
use crate::machine::Maintenance;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use pools::{Demand, Site};
use search::PlanRequest;
use timeline::Timeline;

/// A further restriction besides nodes: if there is no room from an instant until another,
/// the earliest time when there may be.
pub(super) type Bound<'b> = &'b dyn Fn(Time, Time) -> Option<Time>;

/// Duration for which a job is planned.
#[derive(Clone, Copy)]
pub(super) struct Term<'b> {
    /// Expected runtime.
    pub(super) span: Duration,
    /// Time for which its nodes must be available: its estimate.
    pub(super) stay: Duration,
    /// Further restriction.
    pub(super) bound: Bound<'b>,
}

#[cfg(feature = "cluster")]
impl Term<'_> {
    /// The estimated runtime, without further restrictions.
    pub(super) fn estimate(context: &Context<'_, '_>, job: JobId) -> Self {
        let estimate = context.estimate(job).round_up();
        Self {
            span: estimate,
            stay: estimate,
            bound: &|_, _| None,
        }
    }
}

/// Planned starts and nodes of jobs.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pools: &'a mut [Pool],
    count: usize,
    pool_of: &'a mut [u32],
    budget: &'a mut [u32],
    candidates: &'a mut [PoolCandidate],
    timeline: Timeline<'a>,
    bookings: &'a mut [Booking],
    holdings: &'a mut [Holding],
    unused: u32,
    // Number of this plan: bookings of others are void.
    number: u32,
    sizes: PlanSizes,
}

impl<'a> Plan<'a> {
    pub(super) fn new(buffers: PlanBuffers<'a>) -> Self {
        let sizes = buffers.sizes();
        let PlanBuffers {
            pools,
            pool_of,
            budget,
            candidates,
            segments,
            bookings,
            holdings,
        } = buffers;
        budget.fill(0);
        bookings.fill(Booking::EMPTY);
        Self {
            pools,
            count: 0,
            pool_of,
            budget,
            candidates,
            timeline: Timeline::new(segments),
            bookings,
            holdings,
            unused: 0,
            number: 0,
            sizes,
        }
    }

    /// Checks that there is room for the first `depth` waiting jobs of `setup`.
    pub(super) fn check(&self, setup: &Setup<'_>, depth: usize) -> Result<(), CapacityError> {
        self.sizes.check(&PlanSizes::of(setup, depth))
    }

    /// Clears all but the running jobs, until `ends`; in a new run, or where nodes are no
    /// longer equal, the pools as well.
    pub(super) fn begin(
        &mut self,
        context: &Context<'_, '_>,
        is_new: bool,
        ends: impl Fn(JobId) -> Time,
    ) {
        let site = site_of(context);
        if is_new {
            self.count = site.divide(self.pools, self.pool_of);
        }
        self.number = self.number.wrapping_add(1).max(1);
        let holdings = self.holdings.len();
        for (index, holding) in self.holdings.iter_mut().enumerate() {
            holding.next = if index + 1 < holdings {
                index as u32 + 2
            } else {
                0
            };
        }
        self.unused = u32::from(holdings > 0);
        self.lay_out(context, &site);
        let mut running = context.walk_running();
        while let Some(job) = running.next(context) {
            self.book_running(context, job, ends(job));
        }
    }

    /// Sets up every pool as on an idle machine.
    fn lay_out(&mut self, context: &Context<'_, '_>, site: &Site<'_>) {
        self.timeline.clear();
        if context.out_of_service() > 0 {
            for (node, &pool) in (0..).zip(&*self.pool_of) {
                let is_out = context.node_state(node).is_out_for_long();
                self.budget[pool as usize] += u32::from(is_out);
            }
        }
        for index in 0..self.count {
            let out = core::mem::take(&mut self.budget[index]);
            let pool = &mut self.pools[index];
            let free = site.capacity(pool, out);
            self.timeline.begin(pool, free);
        }
        let now = context.now();
        let open = context.maintenance().filter(|window| window.from <= now);
        for window in open {
            self.book_maintenance(context, window);
        }
    }

    /// Takes the whole nodes away that are in maintenance now, until its end, as if a job
    /// held them.
    fn book_maintenance(&mut self, context: &Context<'_, '_>, window: &Maintenance) {
        let now = context.now();
        let nodes = window.first..window.first.saturating_add(window.count);
        let stays = |node: &u32| !context.node_state(*node).is_out_for_long();
        for node in nodes.clone().filter(stays) {
            let pool = self.pool_of.get(node as usize).copied().unwrap_or(0);
            self.budget[pool as usize] += u32::from(self.pools[pool as usize].is_whole);
        }
        for node in nodes {
            let pool = self.pool_of.get(node as usize).copied().unwrap_or(0);
            let count = core::mem::take(&mut self.budget[pool as usize]);
            if count > 0 {
                let pool = &mut self.pools[pool as usize];
                let when = (now, window.until);
                self.timeline
                    .change((pool, now), (&Demand::NODE, count), when, true);
            }
        }
    }

    /// Joins pools when maintenance has begun: nodes that differed by that alone are equal
    /// now. Planned jobs keep their starts and nodes.
    pub(super) fn join_pools(&mut self, context: &Context<'_, '_>) {
        let site = site_of(context);
        // Pools are found again by one of their nodes.
        for holding in self.holdings.iter_mut() {
            let pool = self.pools.get(holding.pool as usize);
            holding.pool = pool.map_or(0, |pool| pool.node);
        }
        self.count = site.divide(self.pools, self.pool_of);
        for holding in self.holdings.iter_mut() {
            let pool = self.pool_of.get(holding.pool as usize);
            holding.pool = pool.copied().unwrap_or(0);
        }
        self.lay_out(context, &site);
        for mut list in [context.walk_running(), context.walk()] {
            while let Some(job) = list.next(context) {
                if self.booked(job).is_some() {
                    self.change_all(context, job, context.now(), true);
                }
            }
        }
    }

    /// Books what `job`, which runs, holds `until` it ends.
    fn book_running(&mut self, context: &Context<'_, '_>, job: JobId, until: Time) {
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

    fn add_holding(&mut self, holding: Holding) -> u32 {
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

    fn each_holding(&mut self, first: u32, mut of: impl FnMut(&mut Self, Holding)) {
        let mut next = first;
        while let Some(&holding) = self.holdings.get((next as usize).wrapping_sub(1)) {
            of(self, holding);
            next = holding.next;
        }
    }

    /// Begin and end of `job`, if it is planned or runs.
    #[inline]
    pub(super) fn booked(&self, job: JobId) -> Option<(Time, Time)> {
        let booking = self.bookings.get(job.index())?;
        let is_valid = booking.plan == self.number && booking.first != 0;
        is_valid.then_some((booking.from, booking.until))
    }

    /// Takes the holdings of `job` from `from` on out of the pools, or gives them back.
    fn change_all(&mut self, context: &Context<'_, '_>, job: JobId, from: Time, is_taken: bool) {
        let site = site_of(context);
        let ask = site.request(job, context.nodes_of(job));
        let booking = self.bookings[job.index()];
        let (from, until) = (from.max(booking.from), booking.until);
        self.each_holding(booking.first, |plan, holding| {
            let pool = &mut plan.pools[holding.pool as usize];
            if let Some(demand) = site.demand(pool, &ask) {
                let what = (&demand, holding.times);
                let pool = (pool, context.now());
                plan.timeline.change(pool, what, (from, until), is_taken);
            }
        });
    }

    /// Releases the booking of `job` from now on; returns its former end.
    pub(super) fn release(&mut self, context: &Context<'_, '_>, job: JobId) -> Option<Time> {
        let (_, until) = self.booked(job)?;
        let now = context.now();
        self.change_all(context, job, now, false);
        self.forget(job);
        (until > now).then_some(until)
    }

    /// Frees its holdings; the pools are not changed.
    fn forget(&mut self, job: JobId) {
        let mut next = core::mem::replace(&mut self.bookings[job.index()], Booking::EMPTY).first;
        while let Some(holding) = self.holdings.get_mut((next as usize).wrapping_sub(1)) {
            let index = core::mem::replace(&mut next, holding.next);
            holding.next = self.unused;
            self.unused = index;
        }
    }

    /// Plans `job` for the earliest start with room, and returns it.
    pub(super) fn book(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        term: &Term<'_>,
    ) -> Option<Time> {
        let (site, wish) = plan_request(context, job, term);
        let start = self.earliest(context, &site, &wish, Time::MAX)?;
        self.book_at(context, job, (&site, &wish), start);
        Some(start)
    }

    /// Plans `job` for an earlier start before `limit`, if there is one.
    pub(super) fn move_up(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        term: &Term<'_>,
        limit: Time,
    ) -> Option<Time> {
        let (site, wish) = plan_request(context, job, term);
        let (from, _) = self.booked(job)?;
        let now = context.now();
        self.change_all(context, job, now, false);
        let Some(start) = self.earliest(context, &site, &wish, limit.min(from)) else {
            self.change_all(context, job, now, true);
            return None;
        };
        self.forget(job);
        self.book_at(context, job, (&site, &wish), start);
        Some(start)
    }

    /// Books `job` on the nodes chosen first at `start`, when there is room.
    fn book_at(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        (site, wish): (&Site<'_>, &PlanRequest<'_>),
        start: Time,
    ) {
        let count = self.list(context, site, wish, start);
        let ask = &wish.ask;
        let mut booking = Booking {
            from: start,
            until: start.after(wish.span),
            first: 0,
            plan: self.number,
        };
        let mut left = ask.units();
        for index in 0..count {
            let PoolCandidate { pool, units, .. } = self.candidates[index];
            let units = units.min(left);
            let per = site
                .demand(&self.pools[pool as usize], ask)
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
    pub(super) fn start(
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

/// The nodes, distinguished by maintenance that is still ahead.
fn site_of<'a>(context: &Context<'_, 'a>) -> Site<'a> {
    Site::of(context.setup()).with_maintenance(context.maintenance_ahead())
}

/// Search parameters for `job`, and the nodes.
fn plan_request<'a, 'b>(
    context: &Context<'_, 'a>,
    job: JobId,
    term: &Term<'b>,
) -> (Site<'a>, PlanRequest<'b>) {
    let site = site_of(context);
    let wish = PlanRequest {
        ask: site.request(job, context.nodes_of(job)),
        span: term.span,
        stay: term.stay,
        bound: term.bound,
    };
    (site, wish)
}
