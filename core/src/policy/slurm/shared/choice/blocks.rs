//! Choice among nodes in blocks, as `topology/block` makes it: in one block, on few of its base blocks.

use super::best_fit::Attempt;
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
    level: BlockLevel,
    states: &'n mut [SwitchState],
    // Those of the chosen block.
    own: core::ops::Range<usize>,
    // Number of blocks of the level below of which nodes may be taken besides those in use.
    lower_left: u32,
}

/// Base block to take nodes of next.
#[derive(Clone, Copy)]
struct Candidate {
    index: usize,
    // Whether it has all that is wanted.
    suffices: bool,
    // Whether its block of the level below is in use, or it does not matter whether it is.
    is_near: bool,
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

    fn state(&self, index: usize) -> SwitchState {
        self.states
            .get(index)
            .copied()
            .unwrap_or(SwitchState::EMPTY)
    }

    fn nodes(&self, index: usize) -> &'n [u64] {
        self.blocks.base.get(index).copied().unwrap_or_default()
    }

    /// Number of base blocks.
    fn count(&self) -> usize {
        self.blocks.base.len()
    }

    /// Base blocks of the same block of the level below.
    fn beside(&self, index: usize) -> core::ops::Range<usize> {
        let first = index - index % self.level.lower;
        first..first.saturating_add(self.level.lower).min(self.count())
    }

    /// Whether the chosen block has a node.
    fn has(&self, node: u32) -> bool {
        let mut own = self.own.clone();
        own.any(|index| is_member(self.nodes(index), node))
    }

    /// Number of open nodes in these base blocks.
    fn open_in(&self, all: core::ops::Range<usize>) -> u64 {
        all.map(|index| u64::from(self.state(index).nodes)).sum()
    }

    /// Number of open nodes in a block that a job may have at once, of so many.
    fn within_reach(&self, block: usize, open: u64) -> u64 {
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
    fn best(&self, wanted: u32) -> Option<Candidate> {
        let unused = self.own.clone().filter(|&index| !self.state(index).is_used);
        unused.fold(None, |best, index| {
            self.better(index, best, wanted).or(best)
        })
    }

    /// Marks a base block as used; returns whether it is the first of its block of the level below.
    fn mark_used(&mut self, index: usize) -> bool {
        let is_first = !self.beside(index).any(|one| self.state(one).is_used);
        if let Some(state) = self.states.get_mut(index) {
            state.is_used = true;
        }
        is_first
    }

    /// Notes how many open nodes a base block has.
    fn set_open(&mut self, index: usize, nodes: u32) {
        if let Some(state) = self.states.get_mut(index) {
            state.nodes = nodes;
        }
    }
}

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> Attempt<'_, W, E> {
    /// Takes nodes of the best block: those of lighter weights that are not enough, then those beside them, then
    /// those of the best base block, until there are enough nodes and CPUs.
    pub(super) fn by_blocks(&mut self, mut choice: BlockChoice<'_>) -> bool {
        self.nodes_left = self.request.least;
        let Some(block) = self.best_block(&mut choice) else {
            return false;
        };
        choice.own = choice.level.base_of(block, choice.count());
        let heaviest = self.heaviest_of(&choice);
        if !self.take_lighter_of(&mut choice, heaviest) {
            return false;
        }
        self.count_unused(&mut choice, heaviest);
        while !self.is_satisfied() && self.taken < self.request.most {
            let Some(best) = choice.best(self.nodes_left) else {
                break;
            };
            if choice.lower_left == 0 && !best.is_near {
                break;
            }
            let before = self.taken;
            choice.mark_used(best.index);
            self.take_of(choice.nodes(best.index), heaviest);
            if self.taken == before {
                break;
            }
            if !best.is_near {
                choice.lower_left -= 1;
            }
        }
        self.is_enough()
    }

    /// Of the blocks that have enough nodes within reach and CPUs, that with the lightest node, then that with
    /// the fewest nodes, of equals the last.
    fn best_block(&self, choice: &mut BlockChoice<'_>) -> Option<usize> {
        for index in 0..choice.count() {
            let open = members(choice.nodes(index)).filter(|&node| self.is_open(node));
            choice.set_open(index, open.count() as u32);
        }
        let mut best: Option<(usize, (u32, u64))> = None;
        for block in 0..choice.level.count {
            let own = choice.level.base_of(block, choice.count());
            let nodes = choice.open_in(own.clone());
            if choice.within_reach(block, nodes) < u64::from(self.nodes_left) {
                continue;
            }
            let all = own.flat_map(|index| members(choice.nodes(index)));
            let open = all.filter(|&node| self.is_open(node));
            let weighed = open.map(|node| (self.weight(node), u64::from(self.offer(node))));
            let (lightest, cpus) = weighed
                .fold((u32::MAX, 0), |(lightest, sum), (weight, cpus)| {
                    (lightest.min(weight), sum + cpus)
                });
            let order = (lightest, nodes);
            if cpus >= u64::from(self.cpus_left) && best.is_none_or(|(_, other)| order <= other) {
                best = Some((block, order));
            }
        }
        best.map(|(block, _)| block)
    }

    /// Open nodes of the chosen block.
    fn open_of<'s>(
        &'s self,
        choice: &'s BlockChoice<'_>,
    ) -> impl Iterator<Item = u32> + Clone + 's {
        let own = choice.own.clone();
        let all = own.flat_map(move |index| members(choice.nodes(index)));
        all.filter(|&node| self.is_open(node))
    }

    /// Weight of the heaviest nodes of the chosen block that are needed.
    fn heaviest_of(&self, choice: &BlockChoice<'_>) -> u32 {
        self.heaviest_among(self.open_of(choice))
    }

    /// Takes all nodes of the chosen block below a weight, then more of their base blocks; returns whether they
    /// are not in too many blocks of the level below.
    fn take_lighter_of(&mut self, choice: &mut BlockChoice<'_>, heaviest: u32) -> bool {
        self.take_lighter(heaviest, |node| choice.has(node));
        let own = choice.own.clone();
        for index in own.clone() {
            let mut nodes = members(choice.nodes(index));
            if nodes.any(|node| is_member(self.chosen, node)) && choice.mark_used(index) {
                match choice.lower_left.checked_sub(1) {
                    Some(left) => choice.lower_left = left,
                    None => return false,
                }
            }
        }
        for index in own {
            if choice.state(index).is_used {
                self.take_of(choice.nodes(index), heaviest);
            }
        }
        true
    }

    /// Counts the open nodes up to a weight of the base blocks that are not in use, and of those beside them.
    fn count_unused(&self, choice: &mut BlockChoice<'_>, heaviest: u32) {
        for index in 0..choice.count() {
            let is_counted = choice.own.contains(&index) && !choice.state(index).is_used;
            let open = members(choice.nodes(index))
                .filter(|&node| is_counted && self.is_open(node) && self.weight(node) <= heaviest);
            choice.set_open(index, open.count() as u32);
        }
        for index in choice.own.clone() {
            let beside = choice.open_in(choice.beside(index));
            if let Some(state) = choice.states.get_mut(index) {
                state.beside = u32::try_from(beside).unwrap_or(u32::MAX);
            }
        }
    }
}
