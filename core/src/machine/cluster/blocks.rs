//! Blocks of the nodes of a cluster, of which Slurm keeps each job to one.

use super::ClusterSetup;
use super::check::is_node_bitmap;
use crate::error::BlockError;

/// Blocks of nodes (Slurm's `topology/block`): base blocks, and larger ones of neighbouring base blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blocks<'a> {
    /// Nodes of each base block, a bit each, 64 to a word. No job has nodes of none beside nodes of one.
    pub base: &'a [&'a [u64]],
    /// Number of nodes that each of these counts as having, from 1 on.
    pub size: u32,
    /// Levels of blocks, a bit each: bit 0 for the base blocks, and bit n if 2ⁿ base blocks, counted from the
    /// first on, are a block.
    pub levels: u16,
}

impl<'a> Blocks<'a> {
    /// No blocks: nodes are not chosen by them.
    pub const NONE: Self = Self {
        base: &[],
        size: 1,
        levels: 1,
    };
}

impl ClusterSetup<'_> {
    /// Checks that its blocks have some of `nodes` nodes, none twice, and that there are no switches besides.
    pub(super) fn check_blocks(&self, nodes: u32) -> Result<(), BlockError> {
        let Blocks { base, size, levels } = self.blocks;
        if base.is_empty() {
            return Ok(());
        }
        if !self.switches.is_empty() {
            return Err(BlockError::Switches);
        }
        if size == 0 || levels & 1 == 0 {
            return Err(BlockError::Levels);
        }
        if let Some(block) = base.iter().position(|own| !is_node_bitmap(own, nodes)) {
            return Err(BlockError::Nodes { block });
        }
        let shares = |&block: &usize| {
            let (before, own) = (base.get(..block), base.get(block).copied());
            let mut others = before.unwrap_or_default().iter();
            others.any(|one| {
                let mut words = one.iter().zip(own.unwrap_or_default());
                words.any(|(one, own)| one & own != 0)
            })
        };
        match (0..base.len()).find(shares) {
            Some(block) => Err(BlockError::Shared { block }),
            None => Ok(()),
        }
    }
}
