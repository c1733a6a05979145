//! Levels of blocks of nodes, of which Slurm keeps each job to one block.

use super::{Blocks, ClusterRequest, ClusterSetup, UnitCount};

/// Blocks of the level that a job needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockLevel {
    /// Number of base blocks of one of them.
    pub(crate) base: usize,
    /// Number of blocks.
    pub(crate) count: usize,
    /// Number of base blocks of a block of the level below.
    pub(crate) lower: usize,
    /// Most blocks of the level below that a job may have nodes of.
    pub(crate) most_lower: u32,
    /// Whether that keeps it from some of them.
    pub(crate) is_bounded: bool,
}

impl BlockLevel {
    /// Base blocks of the block with this index, of `all`.
    pub(crate) fn base_of(&self, block: usize, all: usize) -> core::ops::Range<usize> {
        let first = block.saturating_mul(self.base).min(all);
        first..first.saturating_add(self.base).min(all)
    }

    /// Indices of the blocks of the level below, among all of that level, of which a job with nodes of the block
    /// with this index may have some. A last one that has fewer base blocks than the others counts in a block of
    /// full size only: so it does in Slurm.
    pub(crate) fn lower_of(&self, block: usize, all: usize) -> core::ops::Range<usize> {
        let each = self.base / self.lower.max(1);
        let (first, end) = (block.saturating_mul(each), all.div_ceil(self.lower.max(1)));
        first.min(end)..first.saturating_add(each).min(end)
    }
}

impl Blocks<'_> {
    /// Blocks of the smallest level that have room for so many nodes, else all nodes as one block.
    pub(crate) fn level_for(&self, nodes: u32) -> BlockLevel {
        let size = self.size.max(1);
        let needed = nodes.div_ceil(size).max(1);
        let needed = needed.checked_next_power_of_two().map_or(32, u32::ilog2);
        let above = u32::from(self.levels).checked_shr(needed).unwrap_or(0);
        let below = u32::from(self.levels) & ((1_u32 << needed.min(31)) - 1);
        let lower = 1 << below.checked_ilog2().unwrap_or(0);
        let all = self.base.len();
        let (base, count) = if above == 0 {
            (all, 1)
        } else {
            let base = 1 << (needed + above.trailing_zeros()).min(31);
            (base, all.div_ceil(base))
        };
        let lower_size = (lower as u32).saturating_mul(size);
        let most_lower = nodes.div_ceil(lower_size);
        BlockLevel {
            base,
            count,
            lower,
            most_lower,
            is_bounded: base != lower.saturating_mul(most_lower as usize),
        }
    }

    /// Whether there is one.
    pub(crate) const fn is_empty(&self) -> bool {
        self.base.is_empty()
    }
}

/// Sum of the `most` largest of these values.
pub(crate) fn sum_of_largest(values: impl Iterator<Item = u64> + Clone, most: u32) -> u64 {
    let (mut sum, mut left, mut last) = (0_u64, u64::from(most), None);
    while left > 0 {
        let lower = values
            .clone()
            .filter(|&value| last.is_none_or(|last| value < last));
        let Some(next) = lower.max() else { break };
        let count = values.clone().filter(|&value| value == next).count() as u64;
        sum = sum.saturating_add(next.saturating_mul(count.min(left)));
        left = left.saturating_sub(count);
        last = Some(next);
    }
    sum
}

impl ClusterSetup<'_> {
    /// First of the `jobs` for which no block, if there are such, has room while the cluster is empty.
    pub(crate) fn first_without_block(&self, jobs: usize) -> Option<usize> {
        if self.blocks.is_empty() {
            return None;
        }
        self.first_refused(jobs, |request| self.has_block_for(request))
    }

    /// Whether a block has room for `request` while the cluster is empty, or it can use nodes of none only.
    fn has_block_for(&self, request: &ClusterRequest) -> bool {
        let all = self.blocks.base;
        let room = |blocks: core::ops::Range<usize>| {
            let own = all.get(blocks).unwrap_or_default();
            let nodes = |word: usize| {
                let words = own.iter().filter_map(|nodes| nodes.get(word));
                words.fold(0, |all, own| all | own)
            };
            self.room_among(request, nodes)
        };
        if room(0..all.len()) == 0 {
            return true;
        }
        let UnitCount::Nodes(count) = request.shape else {
            // Slurm takes it that tasks may all be on one node.
            let level = self.blocks.level_for(1);
            let mut blocks = 0..level.count;
            return blocks
                .any(|block| room(level.base_of(block, all.len())) >= u64::from(request.units()));
        };
        let level = self.blocks.level_for(count);
        let mut blocks = 0..level.count;
        blocks.any(|block| {
            let own = level.base_of(block, all.len());
            let nodes = if level.is_bounded {
                let lower = level.lower_of(block, all.len());
                let rooms = lower.map(|one| {
                    let first = one.saturating_mul(level.lower);
                    room(first..(first + level.lower).min(all.len()))
                });
                sum_of_largest(rooms, level.most_lower)
            } else {
                room(own)
            };
            nodes >= u64::from(count)
        })
    }
}
