//! Buffers of a cluster.

use super::{ClusterSetup, GpuUse, NodeChoice, NodePiece, NodeUnits, NodeUse, RankedNode, Usage};
use crate::buffers::buffers;

buffers! {
    /// The buffers of a cluster.
    pub struct ClusterBuffers, ClusterSizes, BoxedCluster::as_buffers, "cluster." {
        /// One for each node.
        rooms: [NodeUse; nodes] = NodeUse::EMPTY,
        /// One for each core, or each node where all are allocated whole;
        /// [`Storage::intervals`](crate::Storage::intervals) needs as many.
        pieces: [NodePiece; setup.pieces()] = NodePiece::EMPTY,
        /// A bit for each node, for each possible number of free cores of a node, from 0.
        by_free: [u64; nodes.div_ceil(64).saturating_mul(levels)] = 0,
        /// One for each such number.
        levels: [u32; levels] = 0,
        /// One for each node.
        chosen: [NodeUnits; nodes] = NodeUnits::EMPTY,
        /// One for each node.
        changed: [u32; nodes] = 0,
        /// One for each entry of the tables of limits.
        usage: [Usage; setup.limits.len()] = Usage::NONE,
        /// One for each node if these are chosen by a score, else none.
        ranked: [RankedNode; ranked] = RankedNode::EMPTY,
        /// One for each GPU if a job asks for a part of one or fragmentation counts, else none.
        gpus: [GpuUse; setup.counted_gpus()] = GpuUse::EMPTY,
        /// One for each GPU and core then, else none.
        gpu_parts: [NodePiece; setup.gpu_parts()] = NodePiece::EMPTY,
    }
    with {}
    /// Computes the sizes for `setup`.
    sizes of(setup: &ClusterSetup<'_>) {
        let counts = setup.kinds.iter().map(|kind| kind.count as usize);
        let nodes = counts.fold(0, usize::saturating_add);
        let ranked = match setup.node_choice {
            NodeChoice::ByCores => 0,
            _ => nodes,
        };
        let levels = setup.max_cores() as usize + 1;
    }
}
