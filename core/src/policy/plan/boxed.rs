//! Buffers of a plan on the heap.

use alloc::{boxed::Box, vec};

use super::{Booking, Holding, PlanBuffers, PlanSizes, Pool, PoolCandidate, Segment};

/// Owned buffers of a plan on the heap.
#[derive(Debug)]
pub struct BoxedPlan {
    pools: Box<[Pool]>,
    pool_of: Box<[u32]>,
    budget: Box<[u32]>,
    candidates: Box<[PoolCandidate]>,
    segments: Box<[Segment]>,
    bookings: Box<[Booking]>,
    holdings: Box<[Holding]>,
}

impl BoxedPlan {
    /// Allocates buffers of these sizes.
    pub fn new(sizes: &PlanSizes) -> Self {
        Self {
            pools: vec![Pool::EMPTY; sizes.nodes].into(),
            pool_of: vec![0; sizes.nodes].into(),
            budget: vec![0; sizes.nodes].into(),
            candidates: vec![PoolCandidate::EMPTY; sizes.nodes].into(),
            segments: vec![Segment::EMPTY; sizes.segments].into(),
            bookings: vec![Booking::EMPTY; sizes.jobs].into(),
            holdings: vec![Holding::EMPTY; sizes.holdings].into(),
        }
    }

    /// Borrows the buffers for the policy.
    pub fn as_buffers(&mut self) -> PlanBuffers<'_> {
        PlanBuffers {
            pools: &mut self.pools,
            pool_of: &mut self.pool_of,
            budget: &mut self.budget,
            candidates: &mut self.candidates,
            segments: &mut self.segments,
            bookings: &mut self.bookings,
            holdings: &mut self.holdings,
        }
    }
}
