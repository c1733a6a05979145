//! Base blocks and what is known of them while nodes are chosen.

use super::neighbours::OfferedNodes;
use super::switch_tree::SwitchState;
use crate::machine::bits::{is_member, members};
use crate::machine::cluster::{BlockLevel, Blocks, sum_of_largest};

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> OfferedNodes<'_, W, E> {
    /// Whether nodes are chosen by blocks: one that offers something is in a block.
    pub(super) fn are_in_blocks(&self) -> bool {
        let offers = |&node: &u32| self.cpus.get(node as usize).is_some_and(|&cpus| cpus > 0);
        let mut all = self.blocks.base.iter();
        all.any(|block| {
            let mut own = members(block).filter(|&node| is_member(self.usable, node));
            own.any(|node| offers(&node))
        })
    }

    /// Whether neither switches nor blocks choose nodes.
    pub(in crate::policy::slurm::shared) fn are_flat(&self) -> bool {
        self.switches.is_empty() && !self.are_in_blocks()
    }
}

/// Base blocks of the block of which nodes are chosen.
pub(super) struct BlockChoice<'n> {
    blocks: Blocks<'n>,
    pub(super) level: BlockLevel,
    pub(super) states: &'n mut [SwitchState],
    // Those of the chosen block.
    pub(super) own: core::ops::Range<usize>,
    // Number of blocks of the level below of which nodes may be taken besides those in use.
    pub(super) lower_left: u32,
}

/// Base block to take nodes of next.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) index: usize,
    // Whether it has all that is wanted.
    suffices: bool,
    // Whether its block of the level below is in use, or it does not matter whether it is.
    pub(super) is_near: bool,
}

impl<'n> BlockChoice<'n> {
    /// For a job that wants so many nodes, with an entry of `states` for each base block.
    pub(super) fn new(blocks: Blocks<'n>, nodes: u32, states: &'n mut [SwitchState]) -> Self {
        let level = blocks.level_for(nodes);
        states.fill(SwitchState::EMPTY);
        Self {
            blocks,
            level,
            states,
            own: 0..0,
            lower_left: level.most_lower,
        }
    }

    pub(super) fn state(&self, index: usize) -> SwitchState {
        self.states
            .get(index)
            .copied()
            .unwrap_or(SwitchState::EMPTY)
    }

    pub(super) fn nodes(&self, index: usize) -> &'n [u64] {
        self.blocks.base.get(index).copied().unwrap_or_default()
    }

    /// Number of base blocks.
    pub(super) fn count(&self) -> usize {
        self.blocks.base.len()
    }

    /// Base blocks of the same block of the level below.
    pub(super) fn beside(&self, index: usize) -> core::ops::Range<usize> {
        let first = index - index % self.level.lower;
        first..first.saturating_add(self.level.lower).min(self.count())
    }

    /// Whether the chosen block has a node.
    pub(super) fn has(&self, node: u32) -> bool {
        let mut own = self.own.clone();
        own.any(|index| is_member(self.nodes(index), node))
    }

    /// Number of open nodes in these base blocks.
    pub(super) fn open_in(&self, all: core::ops::Range<usize>) -> u64 {
        all.map(|index| u64::from(self.state(index).nodes)).sum()
    }

    /// Number of open nodes in a block that a job may have at once, of so many.
    pub(super) fn within_reach(&self, block: usize, open: u64) -> u64 {
        if !self.level.is_bounded {
            return open;
        }
        let lower = self.level.lower_of(block, self.count());
        let nodes = lower.map(|one| self.open_in(self.beside(one * self.level.lower)));
        sum_of_largest(nodes, self.level.most_lower)
    }

    /// Whether the base block with this index comes before `best`, if there is one, where so many nodes are
    /// wanted; then what is known of it.
    fn better(&self, index: usize, best: Option<Candidate>, wanted: u32) -> Option<Candidate> {
        let own = self.state(index).nodes;
        let suffices = own >= wanted;
        let is_bounded = self.level.is_bounded;
        let is_near = !is_bounded || self.beside(index).any(|one| self.state(one).is_used);
        let new = Candidate {
            index,
            suffices,
            is_near,
        };
        let Some(best) = best else { return Some(new) };
        let is_beside = self.beside(index).contains(&best.index);
        if is_bounded && !is_beside {
            if is_near != best.is_near {
                return is_near.then_some(new);
            }
            let [here, there] = [index, best.index].map(|one| self.state(one).beside);
            if here != there {
                // The smallest that has all that is wanted, else the largest.
                let is_better = match [here, there].map(|nodes| nodes >= wanted) {
                    [true, true] => here < there,
                    [true, false] => true,
                    [false, true] => false,
                    [false, false] => here > there,
                };
                return is_better.then_some(new);
            }
        }
        let other = self.state(best.index).nodes;
        let is_better = match [suffices, best.suffices] {
            [true, true] => own <= other,
            [true, false] => true,
            [false, true] => false,
            [false, false] => own >= other,
        };
        is_better.then_some(Candidate {
            is_near: best.is_near,
            ..new
        })
    }

    /// The base block to take nodes of next, where so many are wanted.
    pub(super) fn best(&self, wanted: u32) -> Option<Candidate> {
        let unused = self.own.clone().filter(|&index| !self.state(index).is_used);
        unused.fold(None, |best, index| {
            self.better(index, best, wanted).or(best)
        })
    }

    /// Marks a base block as used; returns whether it is the first of its block of the level below.
    pub(super) fn mark_used(&mut self, index: usize) -> bool {
        let is_first = !self.beside(index).any(|one| self.state(one).is_used);
        if let Some(state) = self.states.get_mut(index) {
            state.is_used = true;
        }
        is_first
    }

    /// Notes how many open nodes a base block has.
    pub(super) fn set_open(&mut self, index: usize, nodes: u32) {
        if let Some(state) = self.states.get_mut(index) {
            state.nodes = nodes;
        }
    }
}
