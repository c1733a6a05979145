//! Slow and simple reference of the choice of nodes by a tree of switches, and random trees.

use cosched_core::machine::cluster::Switch;
use cosched_core::random::Random;

use crate::cluster::best_fit::{Offers, Taking, Wanted};

/// A switch with the nodes connected to it, and the index of the one above it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TreeSwitch {
    pub(crate) parent: Option<usize>,
    pub(crate) nodes: Vec<usize>,
}

/// Random trees for so many nodes, often one: a few switches above others, and leaves with nodes.
pub(crate) fn drawn_tree(nodes: usize, random: &mut Random) -> Vec<TreeSwitch> {
    let mut draw = |bound: usize| random.below(bound as u64) as usize;
    let inner = draw(7);
    let roots = 1 + draw(2) * (1 + draw(2));
    let mut tree: Vec<TreeSwitch> = (0..inner)
        .map(|index| TreeSwitch {
            parent: (index >= roots).then(|| draw(index)),
            nodes: Vec::new(),
        })
        .collect();
    let leaves = if inner == 0 {
        roots
    } else {
        1 + draw(nodes.min(7))
    };
    let mut sets = vec![Vec::new(); leaves];
    for node in 0..nodes {
        sets[draw(leaves)].push(node);
    }
    for nodes in sets.into_iter().filter(|nodes| !nodes.is_empty()) {
        tree.push(TreeSwitch {
            parent: (inner > 0 && (roots == 1 || draw(4) > 0)).then(|| draw(inner)),
            nodes,
        });
    }
    tree
}

/// The bits of the nodes of each switch of `tree`, for [`as_core`].
pub(crate) fn bits_of(tree: &[TreeSwitch], nodes: usize) -> Vec<Vec<u64>> {
    let bits = |one: &TreeSwitch| {
        let mut words = vec![0; nodes.div_ceil(64)];
        one.nodes
            .iter()
            .for_each(|node| words[node / 64] |= 1 << (node % 64));
        words
    };
    tree.iter().map(bits).collect()
}

/// The core's form of `tree`, with its [bits](bits_of).
pub(crate) fn as_core<'b>(tree: &[TreeSwitch], bits: &'b [Vec<u64>]) -> Vec<Switch<'b>> {
    let all = tree.iter().zip(bits);
    let switch = |(one, nodes): (&TreeSwitch, &'b Vec<u64>)| Switch {
        nodes,
        parent: one.parent.map(|above| above as u32),
    };
    all.map(switch).collect()
}

/// The switch, those above it, and at last the root.
fn path(tree: &[TreeSwitch], index: usize) -> Vec<usize> {
    std::iter::successors(Some(index), |&index| tree[index].parent).collect()
}

fn links(tree: &[TreeSwitch], one: usize, other: usize) -> usize {
    let (one, other) = (path(tree, one), path(tree, other));
    let shared = one.iter().filter(|index| other.contains(index)).count();
    one.len() + other.len() - 2 * shared
}

fn level(tree: &[TreeSwitch], index: usize) -> usize {
    let below = (0..tree.len()).filter(|&other| tree[other].parent == Some(index));
    below.map(|other| level(tree, other) + 1).max().unwrap_or(0)
}

/// Numbers of each switch as leaf switches are used up.
struct Numbers<'t> {
    tree: &'t [TreeSwitch],
    nodes: Vec<usize>,
    cpus: Vec<i64>,
}

impl Numbers<'_> {
    /// Which of two leaf switches is the better fit, and whether the first suffices.
    fn compare(&self, one: usize, other: usize, (nodes, cpus): (usize, i64)) -> (i32, bool) {
        let (mut paths, mut last) = ((path(self.tree, one), path(self.tree, other)), (one, other));
        let fits = |index: usize| self.nodes[index] >= nodes && self.cpus[index] >= cpus;
        loop {
            let (new, old) = last;
            if fits(new) && fits(old) && self.nodes[new] != self.nodes[old] {
                return (
                    if self.nodes[new] < self.nodes[old] {
                        1
                    } else {
                        -1
                    },
                    true,
                );
            }
            if fits(new) != fits(old) {
                return (if fits(new) { 1 } else { -1 }, fits(new));
            }
            paths.0.remove(0);
            paths.1.remove(0);
            let differ = match (paths.0.first(), paths.1.first()) {
                (Some(new), Some(old)) => new != old,
                _ => false,
            };
            if fits(new) || !differ {
                break;
            }
            last = (paths.0[0], paths.1[0]);
        }
        let (new, old) = last;
        let by_nodes = self.nodes[new] as i32 - self.nodes[old] as i32;
        let by_level = level(self.tree, old) as i32 - level(self.tree, new) as i32;
        (if by_nodes == 0 { by_level } else { by_nodes }, fits(new))
    }

    fn use_up(&mut self, leaf: usize, nodes: usize) {
        for index in path(self.tree, leaf) {
            self.nodes[index] = self.nodes[index].saturating_sub(nodes);
        }
    }
}

/// Whether a switch is the other or above it.
pub(crate) fn is_above(tree: &[TreeSwitch], top: usize, below: usize) -> bool {
    path(tree, below).contains(&top)
}

/// Offers of the nodes of the tree to which a job keeps: of the switches with enough, level by level, each is
/// better than the last best one whose lightest node is as heavy or heavier. None where none has enough.
fn of_one_tree(wanted: Wanted, offers: &Offers, tree: &[TreeSwitch]) -> Offers {
    let below = |top: usize| -> Offers {
        let leaves = (0..tree.len()).filter(|&leaf| is_above(tree, top, leaf));
        let nodes: Vec<usize> = leaves.flat_map(|leaf| tree[leaf].nodes.clone()).collect();
        let own = offers.iter().filter(|(node, _)| nodes.contains(node));
        own.map(|(node, offer)| (*node, *offer)).collect()
    };
    let mut order: Vec<usize> = (0..tree.len()).collect();
    order.sort_by_key(|&index| level(tree, index));
    let mut best: Option<(usize, Offers)> = None;
    for index in order {
        let own = below(index);
        let cpus: u32 = own.values().map(|(cpus, _)| cpus).sum();
        let Some(lightest) = own.values().map(|(_, weight)| *weight).min() else {
            continue;
        };
        if own.len() >= wanted.least
            && cpus >= wanted.cpus
            && best.as_ref().is_none_or(|(last, _)| lightest <= *last)
        {
            best = Some((lightest, below(*path(tree, index).last().unwrap())));
        }
    }
    best.map_or_else(Offers::new, |(_, own)| own)
}

/// Nodes for a job among all that offer it something, by switches; `None` if they are too few.
pub(crate) fn among_switches(
    wanted: Wanted,
    offers: &Offers,
    tree: &[TreeSwitch],
) -> Option<Vec<(usize, i64)>> {
    let offers = &of_one_tree(wanted, offers, tree);
    let up_to = |weight: usize| offers.values().filter(move |(_, own)| *own <= weight);
    let suffices = |weight: &&usize| {
        let cpus: u32 = up_to(**weight).map(|(cpus, _)| cpus).sum();
        up_to(**weight).count() >= wanted.least && cpus >= wanted.cpus
    };
    let mut weights: Vec<usize> = offers.values().map(|(_, weight)| *weight).collect();
    weights.sort_unstable();
    let heaviest = *weights.iter().find(suffices).or(weights.last())?;
    let mut taking = Taking::new(wanted);
    for (&node, &(cpus, weight)) in offers {
        if weight < heaviest && taking.nodes.len() < wanted.most {
            taking.take(node, cpus);
        }
    }
    let has_leaf = |leaf: usize, index: &usize| path(tree, leaf).contains(index);
    let below = |index: usize| {
        let leaves = (0..tree.len()).filter(move |&leaf| has_leaf(leaf, &index));
        leaves.flat_map(|leaf| &tree[leaf].nodes)
    };
    let each = 0..tree.len();
    let is_needed = |node: &&usize| offers.get(node).is_some_and(|offer| offer.1 <= heaviest);
    let mut numbers = Numbers {
        tree,
        nodes: each
            .clone()
            .map(|index| below(index).filter(is_needed).count())
            .collect(),
        cpus: each
            .clone()
            .map(|index| {
                below(index)
                    .filter_map(|node| offers.get(node))
                    .map(|offer| offer.0 as i64)
                    .sum()
            })
            .collect(),
    };
    let mut used: Vec<usize> = each
        .clone()
        .filter(|&index| below(index).any(|node| taking.has(*node)))
        .collect();
    let mut spent = used.clone();
    let lighter = taking.nodes.len();
    let take_all = |taking: &mut Taking, leaf: usize| {
        for node in tree[leaf].nodes.iter().filter(is_needed) {
            if !taking.has(*node) && !taking.is_done() {
                taking.take(*node, offers[node].0);
            }
        }
    };
    for leaf in used
        .iter()
        .copied()
        .filter(|&index| !tree[index].nodes.is_empty())
    {
        take_all(&mut taking, leaf);
        numbers.use_up(leaf, taking.nodes.len() - lighter);
    }
    while !taking.is_done() {
        let is_open = |leaf: &usize| {
            !tree[*leaf].nodes.is_empty() && !spent.contains(leaf) && numbers.nodes[*leaf] > 0
        };
        let distance =
            |leaf: usize| -> usize { used.iter().map(|&one| links(tree, one, leaf)).sum() };
        let mut best = None;
        for leaf in each.clone().filter(is_open) {
            let Some(old) = best else {
                best = Some(leaf);
                continue;
            };
            let (order, fits) = numbers.compare(leaf, old, (taking.nodes_left(), taking.cpus));
            let (new_distance, old_distance) = (distance(leaf), distance(old));
            if new_distance < old_distance && fits || new_distance == old_distance && order > 0 {
                best = Some(leaf);
            }
        }
        let Some(leaf) = best else { break };
        let before = taking.nodes.len();
        take_all(&mut taking, leaf);
        let all = numbers.nodes[leaf];
        numbers.use_up(leaf, all);
        used.push(leaf);
        spent.push(leaf);
        if taking.nodes.len() == before {
            break;
        }
    }
    taking.is_enough().then_some(taking.nodes)
}
