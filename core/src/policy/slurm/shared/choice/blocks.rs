//! Choice among nodes in blocks, as `topology/block` makes it: in one block, on few of its base blocks.

use super::best_fit::Attempt;
use super::block_choice::BlockChoice;
use crate::machine::bits::{is_member, members};

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
