//! Trees of switches while nodes are chosen: what is left below each, and how near it is to those in use.

use crate::machine::bits::is_member;
use crate::machine::cluster::{Switch, have_several_roots, root_of};

/// State of a switch or of a base block while nodes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchState {
    // Nodes in or below it that are open, less those of the leaf switches that have been used up.
    pub(super) nodes: u32,
    // CPUs that all nodes below it offered at first.
    pub(super) cpus: u32,
    // Number of switches between it and the farthest leaf switch below it; 0 for a leaf.
    level: u32,
    // Links between it and each switch in use, added up.
    distance: u32,
    // Open nodes of a base block and of those beside it in a block of the level below that of the job.
    pub(super) beside: u32,
    pub(super) is_used: bool,
}

impl SwitchState {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        nodes: 0,
        cpus: 0,
        level: 0,
        distance: 0,
        beside: 0,
        is_used: false,
    };
}

/// Switches, while nodes are chosen.
pub(super) struct SwitchTree<'n> {
    pub(super) all: &'n [Switch<'n>],
    states: &'n mut [SwitchState],
    // Of several trees the root of that to which the job keeps.
    root: Option<usize>,
}

impl<'n> SwitchTree<'n> {
    /// Makes the tree of `all`, with an entry of `states` for each.
    pub(super) fn new(all: &'n [Switch<'n>], states: &'n mut [SwitchState]) -> Self {
        let tree = Self {
            all,
            states,
            root: None,
        };
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

    pub(super) fn state(&self, index: usize) -> SwitchState {
        self.states
            .get(index)
            .copied()
            .unwrap_or(SwitchState::EMPTY)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let above = self.all.get(index).and_then(|own| own.parent);
        above.map(|above| above as usize)
    }

    /// The leaf switches with their nodes, by index; of several trees those of the tree to which the job keeps.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (usize, &'n [u64])> + use<'n> {
        let (all, root) = (self.all, self.root);
        let leaves = all.iter().enumerate().filter(|(_, one)| one.is_leaf());
        let own =
            leaves.filter(move |(index, _)| root.is_none_or(|root| root_of(all, *index) == root));
        own.map(|(index, one)| (index, one.nodes))
    }

    /// Whether a node is one of the tree to which the job keeps.
    pub(super) fn has(&self, node: u32) -> bool {
        self.root.is_none() || self.leaves().any(|(_, nodes)| is_member(nodes, node))
    }

    /// Whether there are several trees, of which a job has to keep to one.
    pub(super) fn has_several_roots(&self) -> bool {
        have_several_roots(self.all)
    }

    /// The switches that have so many nodes and CPUs, lower levels first.
    pub(super) fn sufficient(&self, nodes: u32, cpus: u32) -> impl Iterator<Item = usize> {
        let levels = self.states.iter().map(|state| state.level);
        let ordered = (0..=levels.max().unwrap_or(0)).flat_map(|level| {
            let all = 0..self.all.len();
            all.map(move |index| (level, index))
        });
        let found = ordered.filter(move |&(level, index)| {
            let own = self.state(index);
            own.level == level && own.nodes >= nodes && own.cpus >= cpus
        });
        found.map(|(_, index)| index)
    }

    /// The leaf switches below one, with their nodes.
    pub(super) fn leaves_below(&self, top: usize) -> impl Iterator<Item = &'n [u64]> {
        let is_below = move |leaf: usize| {
            let path = core::iter::successors(Some(leaf), |&index| self.parent(index));
            path.into_iter().any(|above| above == top)
        };
        self.leaves()
            .filter(move |(leaf, _)| is_below(*leaf))
            .map(|(_, nodes)| nodes)
    }

    /// Keeps to the tree of a switch, with nothing counted.
    pub(super) fn keep_to(&mut self, switch: usize) {
        self.root = Some(root_of(self.all, switch));
        for state in self.states.iter_mut() {
            (state.nodes, state.cpus) = (0, 0);
        }
    }

    /// Calls `change` with the state of a switch and with those of all above it.
    pub(super) fn change_up(&mut self, index: usize, change: impl Fn(&mut SwitchState)) {
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
    pub(super) fn add_distances(&mut self, used: usize) {
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
    pub(super) fn best_leaf(&self, left: (u32, u32)) -> Option<(usize, &'n [u64])> {
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
