//! Choice among nodes that switches connect, as `topology/tree` makes it: on few leaf switches.

use super::best_fit::Attempt;
use super::switch_tree::SwitchTree;
use crate::machine::bits::{is_member, members};

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> Attempt<'_, W, E> {
    /// Takes the nodes of lighter weights that are not enough, then of the heaviest weight needed
    /// those beside them, then those of the best leaf switch, until there are enough nodes and CPUs.
    pub(super) fn by_switches(&mut self, mut tree: SwitchTree<'_>) -> bool {
        if tree.has_several_roots() && !self.keep_to_a_tree(&mut tree) {
            return false;
        }
        let heaviest = self.heaviest_needed(&tree);
        self.count(&mut tree, heaviest);
        self.take_lighter(heaviest, |node| tree.has(node));
        self.use_switches(&mut tree, heaviest);
        while !self.is_satisfied() && self.taken < self.request.most {
            let Some((leaf, nodes)) = tree.best_leaf((self.nodes_left, self.cpus_left)) else {
                break;
            };
            tree.add_distances(leaf);
            let before = self.taken;
            self.take_of(nodes, heaviest);
            let own = tree.state(leaf).nodes;
            tree.change_up(leaf, |state| state.nodes = state.nodes.saturating_sub(own));
            if self.taken == before {
                break;
            }
        }
        self.is_enough()
    }

    /// Keeps to the tree of a switch that has enough nodes and CPUs, if there is one: going up through these by
    /// level, each takes the place of the last whose lightest nodes are not lighter.
    fn keep_to_a_tree(&self, tree: &mut SwitchTree<'_>) -> bool {
        self.count(tree, u32::MAX);
        let (mut lightest, mut top) = (u32::MAX, None);
        for switch in tree.sufficient(self.request.least, self.request.cpus) {
            let nodes = tree.leaves_below(switch).flat_map(members);
            let open = nodes.filter(|&node| self.is_open(node));
            let own = open.map(|node| self.weight(node)).min();
            if let Some(own) = own.filter(|&own| own <= lightest) {
                (lightest, top) = (own, Some(switch));
            }
        }
        if let Some(top) = top {
            tree.keep_to(top);
        }
        top.is_some()
    }

    pub(super) fn weight(&self, node: u32) -> u32 {
        (self.all.weight_and_size)(node).0
    }

    /// Weight of the heaviest nodes that are needed: with all lighter ones they offer what is wanted,
    /// or all that there is.
    fn heaviest_needed(&self, tree: &SwitchTree<'_>) -> u32 {
        let open = members(self.all.usable);
        self.heaviest_among(open.filter(|&node| self.is_open(node) && tree.has(node)))
    }

    /// The same of these nodes.
    pub(super) fn heaviest_among(&self, all: impl Iterator<Item = u32> + Clone) -> u32 {
        let (mut nodes, mut cpus, mut heaviest) = (0_u32, 0_u64, None);
        loop {
            let open = all.clone();
            let heavier = open.clone().map(|node| self.weight(node));
            let next = heavier
                .filter(|&weight| heaviest.is_none_or(|last| weight > last))
                .min();
            let Some(next) = next else {
                return heaviest.unwrap_or_default();
            };
            for node in open.filter(|&node| self.weight(node) == next) {
                nodes += 1;
                cpus += u64::from(self.offer(node));
            }
            heaviest = Some(next);
            if nodes >= self.nodes_left && cpus >= u64::from(self.cpus_left) {
                return next;
            }
        }
    }

    /// Counts the open nodes up to a weight, and the CPUs of all, by switch.
    fn count(&self, tree: &mut SwitchTree<'_>, heaviest: u32) {
        for (leaf, nodes) in tree.leaves() {
            let open = members(nodes).filter(|&node| self.is_open(node));
            for node in open {
                let is_needed = self.weight(node) <= heaviest;
                let cpus = self.offer(node);
                tree.change_up(leaf, |state| {
                    state.nodes += u32::from(is_needed);
                    state.cpus = state.cpus.saturating_add(cpus);
                });
            }
        }
    }

    /// Takes all of these nodes below a weight.
    pub(super) fn take_lighter(&mut self, heaviest: u32, has: impl Fn(u32) -> bool) {
        let all = self.all;
        for node in members(all.usable) {
            if self.taken < self.request.most
                && self.is_open(node)
                && self.weight(node) < heaviest
                && has(node)
            {
                self.take(node, self.share(node));
            }
        }
    }

    /// Takes more nodes of the leaf switches that have nodes of those taken, which are in use then,
    /// as are all switches above them.
    fn use_switches(&mut self, tree: &mut SwitchTree<'_>, heaviest: u32) {
        let lighter = self.taken;
        for (leaf, nodes) in tree.leaves() {
            if lighter > 0 && members(nodes).any(|node| is_member(self.chosen, node)) {
                tree.change_up(leaf, |state| state.is_used = true);
            }
        }
        for (leaf, nodes) in tree.leaves() {
            if tree.state(leaf).is_used {
                self.take_of(nodes, heaviest);
                // Those of the leaf switches before are counted again: so does Slurm.
                let taken = self.taken - lighter;
                tree.change_up(leaf, |state| {
                    state.nodes = state.nodes.saturating_sub(taken)
                });
            }
        }
        for index in 0..tree.all.len() {
            if tree.state(index).is_used {
                tree.add_distances(index);
            }
        }
    }

    /// Takes open nodes of a set up to a weight, in their order, until there are enough.
    pub(super) fn take_of(&mut self, nodes: &[u64], heaviest: u32) {
        for node in members(nodes) {
            if self.is_satisfied() || self.taken >= self.request.most {
                return;
            }
            if self.is_open(node) && self.weight(node) <= heaviest {
                self.take(node, self.share(node));
            }
        }
    }
}
