//! Buffers of a cluster: sizes, borrowed and boxed forms.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec};

use super::{ClusterSetup, NodePiece, NodeUnits, NodeUse, Usage};
use crate::error::CapacityError;

/// The buffers of a cluster.
#[derive(Debug, Default)]
pub struct ClusterBuffers<'a> {
    /// One for each node.
    pub rooms: &'a mut [NodeUse],
    /// One for each core, or each node where all are allocated whole;
    /// [`Storage::intervals`](crate::Storage::intervals) needs as many.
    pub pieces: &'a mut [NodePiece],
    /// A bit for each node, for each possible number of free cores of a node, from 0.
    pub by_free: &'a mut [u64],
    /// One for each such number.
    pub levels: &'a mut [u32],
    /// One for each node.
    pub chosen: &'a mut [NodeUnits],
    /// One for each node.
    pub changed: &'a mut [u32],
    /// One for each entry of the tables of limits.
    pub usage: &'a mut [Usage],
}

/// Number of entries of each of [`ClusterBuffers`], by its name there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as in `ClusterBuffers`")]
pub struct ClusterSizes {
    /// Entries of `rooms`, `chosen` and `changed` each.
    pub nodes: usize,
    pub pieces: usize,
    pub by_free: usize,
    pub levels: usize,
    pub usage: usize,
}

impl ClusterSizes {
    /// No entries.
    pub const NONE: Self = Self {
        nodes: 0,
        pieces: 0,
        by_free: 0,
        levels: 0,
        usage: 0,
    };

    /// Size of all buffers in bytes.
    pub const fn bytes(&self) -> usize {
        let node = size_of::<NodeUse>() + size_of::<NodeUnits>() + size_of::<u32>();
        let nodes = self.nodes.saturating_mul(node);
        let pieces = self.pieces.saturating_mul(size_of::<NodePiece>());
        let by_free = self.by_free.saturating_mul(size_of::<u64>());
        let levels = self.levels.saturating_mul(size_of::<u32>());
        let usage = self.usage.saturating_mul(size_of::<Usage>());
        let bytes = nodes.saturating_add(pieces).saturating_add(by_free);
        bytes.saturating_add(levels).saturating_add(usage)
    }
}

impl ClusterSetup<'_> {
    /// Computes the sizes of its buffers.
    pub fn sizes(&self) -> ClusterSizes {
        let counts = self.kinds.iter().map(|kind| kind.count as usize);
        let nodes = counts.fold(0, usize::saturating_add);
        let levels = self.max_cores() as usize + 1;
        ClusterSizes {
            nodes,
            pieces: self.pieces(),
            by_free: nodes.div_ceil(64).saturating_mul(levels),
            levels,
            usage: self.limits.len(),
        }
    }
}

impl ClusterBuffers<'_> {
    /// Reborrows the buffers for a shorter lifetime.
    pub(crate) fn reborrow(&mut self) -> ClusterBuffers<'_> {
        ClusterBuffers {
            rooms: self.rooms,
            pieces: self.pieces,
            by_free: self.by_free,
            levels: self.levels,
            chosen: self.chosen,
            changed: self.changed,
            usage: self.usage,
        }
    }

    /// Checks that the buffers are large enough.
    pub(crate) fn check(&self, sizes: &ClusterSizes) -> Result<(), CapacityError> {
        let buffers = [
            ("cluster.rooms", sizes.nodes, self.rooms.len()),
            ("cluster.chosen", sizes.nodes, self.chosen.len()),
            ("cluster.changed", sizes.nodes, self.changed.len()),
            ("cluster.pieces", sizes.pieces, self.pieces.len()),
            ("cluster.by_free", sizes.by_free, self.by_free.len()),
            ("cluster.levels", sizes.levels, self.levels.len()),
            ("cluster.usage", sizes.usage, self.usage.len()),
        ];
        for (buffer, needed, capacity) in buffers {
            CapacityError::unless(buffer, needed, capacity)?;
        }
        Ok(())
    }
}

/// Owned buffers of a cluster on the heap.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct BoxedCluster {
    rooms: Box<[NodeUse]>,
    pieces: Box<[NodePiece]>,
    by_free: Box<[u64]>,
    levels: Box<[u32]>,
    chosen: Box<[NodeUnits]>,
    changed: Box<[u32]>,
    usage: Box<[Usage]>,
}

#[cfg(feature = "alloc")]
impl BoxedCluster {
    /// Allocates buffers of these sizes.
    pub fn new(sizes: &ClusterSizes) -> Self {
        Self {
            rooms: vec![NodeUse::EMPTY; sizes.nodes].into(),
            pieces: vec![NodePiece::EMPTY; sizes.pieces].into(),
            by_free: vec![0; sizes.by_free].into(),
            levels: vec![0; sizes.levels].into(),
            chosen: vec![NodeUnits::EMPTY; sizes.nodes].into(),
            changed: vec![0; sizes.nodes].into(),
            usage: vec![Usage::NONE; sizes.usage].into(),
        }
    }

    /// Borrows the buffers for the engine.
    pub fn as_buffers(&mut self) -> ClusterBuffers<'_> {
        ClusterBuffers {
            rooms: &mut self.rooms,
            pieces: &mut self.pieces,
            by_free: &mut self.by_free,
            levels: &mut self.levels,
            chosen: &mut self.chosen,
            changed: &mut self.changed,
            usage: &mut self.usage,
        }
    }
}
