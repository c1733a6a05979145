//! Buffers of a plan: sizes and entries.

use super::pools::{Pool, Site};
use super::timeline::Segment;
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

/// Buffers of a plan, with the sizes of [`PlanSizes`].
#[derive(Debug)]
#[expect(missing_docs, reason = "they are named as in `PlanSizes`")]
pub struct PlanBuffers<'a> {
    pub pools: &'a mut [Pool],
    pub pool_of: &'a mut [u32],
    pub budget: &'a mut [u32],
    pub candidates: &'a mut [PoolCandidate],
    pub segments: &'a mut [Segment],
    pub bookings: &'a mut [Booking],
    pub holdings: &'a mut [Holding],
}

/// Number of entries of the [buffers](PlanBuffers) of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanSizes {
    /// Entries of `pools`, `pool_of`, `budget` and `candidates` each: nodes.
    pub nodes: usize,
    /// Entries of `bookings`: jobs.
    pub jobs: usize,
    /// Entries of `holdings`: maximum held at once by all waiting and running jobs.
    pub holdings: usize,
    /// Entries of `segments`: one for each pool, and two for each of those holdings and for
    /// maintenance.
    pub segments: usize,
}

impl PlanSizes {
    /// Computes the sizes for `setup`, if only the first `depth` waiting jobs are planned.
    pub fn of(setup: &Setup<'_>, depth: usize) -> Self {
        let site = Site::of(setup);
        let pools = site.count(setup.nodes);
        let of = |units: u32| (units as usize).min(pools);
        // Running jobs on equal nodes have each node exclusively.
        let (all, most, running) = match &site.cluster {
            Some(cluster) => {
                let asks = cluster.requests.iter().map(|ask| of(ask.units()));
                let all = asks.clone().fold(0, usize::saturating_add);
                (all, asks.max().unwrap_or(0), cluster.pieces())
            }
            None if setup.slots > 0 => {
                let all = setup.jobs().saturating_mul(pools);
                (all, pools, setup.nodes as usize)
            }
            None => {
                let asks = setup.workload.iter().map(|spec| of(spec.nodes));
                let all = asks.clone().fold(0, usize::saturating_add);
                (all, asks.max().unwrap_or(0), setup.nodes as usize)
            }
        };
        // Nodes in maintenance are planned as if a job held them.
        let windows = setup.outages.maintenance.iter();
        let open = windows.map(|window| of(window.count));
        let open = open
            .fold(0, usize::saturating_add)
            .min(setup.nodes as usize);
        let waiting = depth.saturating_mul(most);
        let holdings = all.min(running.saturating_add(waiting));
        Self {
            nodes: setup.nodes as usize,
            jobs: setup.jobs(),
            holdings,
            segments: pools
                .saturating_add(holdings.saturating_mul(2))
                .saturating_add(open.saturating_mul(2)),
        }
    }
}
