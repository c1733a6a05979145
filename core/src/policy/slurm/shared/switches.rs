//! Choice among nodes that switches connect, as `topology/tree` makes it: on few leaf switches.

use super::best_fit::Attempt;
use crate::machine::bits::{is_member, members};
use crate::machine::cluster::Switch;

/// State of a switch while nodes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchState {
    // Nodes below it that are open, less those of the leaf switches that have been used up.
    nodes: u32,
    // CPUs that all nodes below it offered at first.
    cpus: u32,
    // Number of switches between it and the farthest leaf switch below it; 0 for a leaf.
    level: u32,
    // Links between it and each switch in use, added up.
    distance: u32,
    is_used: bool,
}

impl SwitchState {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        nodes: 0,
        cpus: 0,
        level: 0,
        distance: 0,
        is_used: false,
    };
}

/// Switches, while nodes are chosen.
pub(super) struct SwitchTree<'n> {
    all: &'n [Switch<'n>],
    states: &'n mut [SwitchState],
}

impl<'n> SwitchTree<'n> {
    /// Makes the tree of `all`, with an entry of `states` for each.
    pub(super) fn new(all: &'n [Switch<'n>], states: &'n mut [SwitchState]) -> Self {
        let tree = Self { all, states };
        tree.states.fill(SwitchState::EMPTY);
        // Those above stand before those below.
        for index in (0..tree.all.len()).rev() {
            let level = tree.state(index).level;
            if let Some(above) = tree.parent(index)
                && let Some(above) = tree.states.get_mut(above)
            {
                above.level = above.level.max(level + 1);
            }
        }
        tree
    }

    fn state(&self, index: usize) -> SwitchState {
        self.states
            .get(index)
            .copied()
            .unwrap_or(SwitchState::EMPTY)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let above = self.all.get(index).and_then(|own| own.parent);
        above.map(|above| above as usize)
    }

    /// The leaf switches with their nodes, by index.
    fn leaves(&self) -> impl Iterator<Item = (usize, &'n [u64])> + use<'n> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, one)| one.is_leaf())
            .map(|(index, one)| (index, one.nodes))
    }

    /// Calls `change` with the state of a switch and with those of all above it.
    fn change_up(&mut self, index: usize, change: impl Fn(&mut SwitchState)) {
        let mut next = Some(index);
        while let Some(index) = next {
            if let Some(state) = self.states.get_mut(index) {
                change(state);
            }
            next = self.parent(index);
        }
    }

    /// Number of links between two switches.
    fn links(&self, one: usize, other: usize) -> u32 {
        let (mut one, mut other, mut links) = (one, other, 0);
        while one != other {
            // The later of the two is not above the earlier.
            if one < other {
                (one, other) = (other, one);
            }
            one = self.parent(one).unwrap_or(other);
            links += 1;
        }
        links
    }

    /// Adds the links to a switch in use to all distances.
    fn add_distances(&mut self, used: usize) {
        for index in 0..self.all.len() {
            let links = self.links(used, index);
            if let Some(state) = self.states.get_mut(index) {
                state.distance = state.distance.saturating_add(links);
            }
        }
    }

    /// Whether a leaf switch comes before `best`, which stands before it, for the nodes and CPUs left:
    /// it is nearer to the switches in use and suffices, or it is as near and fits better.
    fn is_better(&self, leaf: usize, best: usize, (nodes, cpus): (u32, u32)) -> bool {
        let (mut new, mut old) = (leaf, best);
        let suffices = |index: usize| {
            let state = self.state(index);
            state.nodes >= nodes && state.cpus >= cpus
        };
        let (is_enough, fits_better) = loop {
            let [own, other] = [new, old].map(|index| self.state(index));
            match [new, old].map(suffices) {
                [true, true] if own.nodes != other.nodes => break (true, own.nodes < other.nodes),
                [false, true] => break (false, false),
                [true, false] => break (true, true),
                // If neither is enough, that decides of which more lies near by.
                [false, false] if self.parent(new) != self.parent(old) => {
                    let (Some(above_new), Some(above_old)) = (self.parent(new), self.parent(old))
                    else {
                        break (false, own.nodes > other.nodes);
                    };
                    (new, old) = (above_new, above_old);
                }
                [is_enough, _] => {
                    let order = (own.nodes, other.level).cmp(&(other.nodes, own.level));
                    break (is_enough, order.is_gt());
                }
            }
        };
        let [own, other] = [leaf, best].map(|index| self.state(index).distance);
        own < other && is_enough || own == other && fits_better
    }

    /// The leaf switch to take nodes of next, with its nodes, for the nodes and CPUs left.
    fn best_leaf(&self, left: (u32, u32)) -> Option<(usize, &'n [u64])> {
        let open = self.leaves().filter(|&(index, _)| {
            let state = self.state(index);
            !state.is_used && state.nodes > 0
        });
        open.reduce(|best, leaf| {
            if self.is_better(leaf.0, best.0, left) {
                leaf
            } else {
                best
            }
        })
    }
}

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> Attempt<'_, W, E> {
    /// Takes the nodes of lighter weights that are not enough, then of the heaviest weight needed
    /// those beside them, then those of the best leaf switch, until there are enough nodes and CPUs.
    pub(super) fn by_switches(&mut self, mut tree: SwitchTree<'_>) -> bool {
        let heaviest = self.heaviest_needed();
        self.count(&mut tree, heaviest);
        self.take_lighter(heaviest);
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

    fn weight(&self, node: u32) -> u32 {
        (self.all.weight_and_size)(node).0
    }

    /// Weight of the heaviest nodes that are needed: with all lighter ones they offer what is wanted,
    /// or all that there is.
    fn heaviest_needed(&self) -> u32 {
        let (mut nodes, mut cpus, mut heaviest) = (0_u32, 0_u64, None);
        loop {
            let open = members(self.all.usable).filter(|&node| self.is_open(node));
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

    /// Takes all nodes below a weight.
    fn take_lighter(&mut self, heaviest: u32) {
        let all = self.all;
        for node in members(all.usable) {
            if self.taken < self.request.most && self.is_open(node) && self.weight(node) < heaviest
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
    fn take_of(&mut self, nodes: &[u64], heaviest: u32) {
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
