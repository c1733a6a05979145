//! Buffers of a plan, and their entries.

use super::pools::{Pool, Site};
use super::timeline::Segment;
use crate::buffers::buffers;
use crate::engine::Setup;
use crate::units::time::Time;

/// Begin, end and holdings of a job that is planned or runs.
#[derive(Clone, Copy, Debug)]
pub struct Booking {
    pub(super) from: Time,
    pub(super) until: Time,
    // Position + 1 of the first of its holdings.
    pub(super) first: u32,
    // Number of the plan it belongs to.
    pub(super) plan: u32,
}

impl Booking {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        from: Time::ZERO,
        until: Time::ZERO,
        first: 0,
        plan: 0,
    };
}

/// Part of a pool held by a job.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    pub(super) pool: u32,
    // Nodes or tasks of the job there.
    pub(super) units: u32,
    // Number of times it takes the amounts of one unit: of whole nodes, their number.
    pub(super) times: u32,
    // Position + 1 of the next one of the job, or of the next unused one.
    pub(super) next: u32,
}

impl Holding {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        pool: 0,
        units: 0,
        times: 0,
        next: 0,
    };
}

/// A pool with room for a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PoolCandidate {
    pub(super) kind: u32,
    pub(super) cores: u32,
    /// Whether it has no maintenance ahead: other jobs need these.
    pub(super) has_no_maintenance: bool,
    pub(super) node: u32,
    pub(super) pool: u32,
    pub(super) units: u32,
}

impl PoolCandidate {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        kind: 0,
        cores: 0,
        has_no_maintenance: false,
        node: 0,
        pool: 0,
        units: 0,
    };
}

buffers! {
    /// Buffers of a plan.
    pub struct PlanBuffers, PlanSizes, BoxedPlan::as_buffers, "plan." {
        /// One for each node.
        pools: [Pool; nodes] = Pool::EMPTY,
        /// One for each node.
        pool_of: [u32; nodes] = 0,
        /// One for each node.
        budget: [u32; nodes] = 0,
        /// One for each node.
        candidates: [PoolCandidate; nodes] = PoolCandidate::EMPTY,
        /// One for each pool, and two for each of the holdings and for maintenance.
        segments: [Segment; pools
            .saturating_add(holdings.saturating_mul(2))
            .saturating_add(open.saturating_mul(2))] = Segment::EMPTY,
        /// One for each job.
        bookings: [Booking; setup.jobs()] = Booking::EMPTY,
        /// As many as are held at once by all waiting and running jobs.
        holdings: [Holding; holdings] = Holding::EMPTY,
    }
    with {}
    /// Computes the sizes for `setup`, if only the first `depth` waiting jobs are planned.
    sizes of(setup: &Setup<'_>, depth: usize) {
        let nodes = setup.nodes as usize;
        let site = Site::of(setup);
        let pools = site.count(setup.nodes);
        let of = |units: u32| (units as usize).min(pools);
        // Running jobs on equal nodes have each node exclusively.
        let (all, most, running) = match &site.cluster {
            Some(cluster) => {
                let requests = cluster.requests.iter().map(|request| of(request.units()));
                let all = requests.clone().fold(0, usize::saturating_add);
                (all, requests.max().unwrap_or(0), cluster.pieces())
            }
            None if setup.slots > 0 => (setup.jobs().saturating_mul(pools), pools, nodes),
            None => {
                let requests = setup.workload.iter().map(|spec| of(spec.nodes));
                let all = requests.clone().fold(0, usize::saturating_add);
                (all, requests.max().unwrap_or(0), nodes)
            }
        };
        // Nodes in maintenance are planned as if a job held them.
        let windows = setup.outages.maintenance.iter();
        let open = windows.map(|window| of(window.count));
        let open = open.fold(0, usize::saturating_add).min(nodes);
        let waiting = depth.saturating_mul(most);
        let holdings = all.min(running.saturating_add(waiting));
    }
}
