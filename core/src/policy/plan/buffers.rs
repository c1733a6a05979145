//! The buffers of a plan, how large they must be, and what is in them.

use super::pools::{Pool, Site};
use super::timeline::Segment;
use crate::engine::Setup;
use crate::units::time::Time;

/// Until when a job holds what, if it is planned or runs.
#[derive(Clone, Copy, Debug)]
pub struct Booking {
    pub(super) from: Time,
    pub(super) until: Time,
    // The first of what it holds: position + 1.
    pub(super) first: u32,
    // Which of the plans it belongs to.
    pub(super) plan: u32,
}

impl Booking {
    /// None. All zero bytes.
    pub const EMPTY: Self = Self {
        from: Time::ZERO,
        until: Time::ZERO,
        first: 0,
        plan: 0,
    };
}

/// What a job holds of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    pub(super) pool: u32,
    // Nodes or tasks of the job that are there.
    pub(super) units: u32,
    // How often it takes what goes with these: of whole nodes, how many.
    pub(super) times: u32,
    // The next one of the job, or the next one not used: position + 1.
    pub(super) next: u32,
}

impl Holding {
    /// None. All zero bytes.
    pub const EMPTY: Self = Self {
        pool: 0,
        units: 0,
        times: 0,
        next: 0,
    };
}

/// A pool in which there is room for a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Candidate {
    pub(super) kind: u32,
    pub(super) cores: u32,
    /// Whether it has no maintenance ahead: others need these.
    pub(super) is_last: bool,
    pub(super) node: u32,
    pub(super) pool: u32,
    pub(super) units: u32,
}

impl Candidate {
    /// None. All zero bytes.
    pub const EMPTY: Self = Self {
        kind: 0,
        cores: 0,
        is_last: false,
        node: 0,
        pool: 0,
        units: 0,
    };
}

/// Buffers of a plan; how large they must be, [`PlanSizes`] says.
#[derive(Debug)]
#[expect(missing_docs, reason = "they are named as in `PlanSizes`")]
pub struct PlanBuffers<'a> {
    pub pools: &'a mut [Pool],
    pub pool_of: &'a mut [u32],
    pub budget: &'a mut [u32],
    pub candidates: &'a mut [Candidate],
    pub segments: &'a mut [Segment],
    pub bookings: &'a mut [Booking],
    pub holdings: &'a mut [Holding],
}

/// How many entries the [buffers](PlanBuffers) of a plan need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanSizes {
    /// Of `pools`, `pool_of`, `budget` and `candidates`: nodes.
    pub nodes: usize,
    /// Of `bookings`: jobs.
    pub jobs: usize,
    /// Of `holdings`: what all who wait and run may hold at once.
    pub holdings: usize,
    /// Of `segments`: one for each pool, two for each of those, and for what is in
    /// maintenance.
    pub segments: usize,
}

impl PlanSizes {
    /// Those for `setup`, if only the first `depth` of those who wait are planned.
    pub fn of(setup: &Setup<'_>, depth: usize) -> Self {
        let site = Site::of(setup);
        let pools = site.count(setup.nodes);
        let of = |units: u32| (units as usize).min(pools);
        // Who runs on equal nodes has each alone.
        let (all, most, running) = match &site.cluster {
            Some(cluster) => {
                let asks = cluster.asks.iter().map(|ask| of(ask.units()));
                let all = asks.clone().fold(0, usize::saturating_add);
                (all, asks.max().unwrap_or(0), cluster.sizes().pieces)
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
