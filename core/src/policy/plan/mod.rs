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

mod bookings;
mod buffers;
mod pools;
mod search;
mod timeline;

#[cfg(feature = "alloc")]
pub use buffers::BoxedPlan;
pub use buffers::{Booking, Holding, PlanBuffers, PlanSizes, PoolCandidate};
pub use pools::Pool;
pub use timeline::Segment;

use crate::engine::{Context, Setup};
use crate::error::CapacityError;
use crate::machine::Maintenance;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use pools::{Demand, Site};
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
}

/// The nodes, distinguished by maintenance that is still ahead.
fn site_of<'a>(context: &Context<'_, 'a>) -> Site<'a> {
    Site::of(context.setup()).with_maintenance(context.maintenance_ahead())
}
