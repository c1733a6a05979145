//! Slow and simple reference of the choice of nodes by blocks, and random blocks.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::machine::cluster::Blocks;
use cosched_core::random::Random;

use super::Topology;
use crate::cluster::best_fit::{Offers, Taking, Wanted};
use crate::cluster::draw::Case;

/// Base blocks with their nodes, the number of nodes that each counts as having, and the levels of blocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct BlockSet {
    pub(crate) base: Vec<Vec<usize>>,
    pub(crate) size: usize,
    pub(crate) levels: BTreeSet<u32>,
}

impl BlockSet {
    /// Bits of the nodes of each, for [`as_core`](Self::as_core).
    pub(crate) fn bits(&self, nodes: usize) -> Vec<Vec<u64>> {
        let bits = |own: &Vec<usize>| {
            let mut words = vec![0; nodes.div_ceil(64)];
            own.iter()
                .for_each(|node| words[node / 64] |= 1 << (node % 64));
            words
        };
        self.base.iter().map(bits).collect()
    }

    pub(crate) fn as_core<'b>(&self, base: &'b [&'b [u64]]) -> Blocks<'b> {
        Blocks {
            base,
            size: self.size.max(1) as u32,
            levels: self
                .levels
                .iter()
                .fold(1, |levels, level| levels | 1 << level),
        }
    }

    /// Whether one of the nodes that offer something is in a block.
    pub(crate) fn has_some(&self, offers: &Offers) -> bool {
        let mut all = self.base.iter().flatten();
        all.any(|node| offers.contains_key(node))
    }
}

/// Random blocks of so many nodes: neighbours, or any; of some nodes none.
pub(crate) fn drawn_blocks(nodes: usize, random: &mut Random) -> BlockSet {
    let mut draw = |bound: usize| random.below(bound as u64) as usize;
    let size = 1 + draw(4);
    let count = match draw(3) {
        0 => 1 + draw(nodes),
        _ => nodes.div_ceil(size),
    };
    let mut base = vec![Vec::new(); count];
    let (is_scattered, leaves_out) = (draw(3) == 0, draw(4) == 0);
    for node in 0..nodes {
        let block = if is_scattered {
            draw(count)
        } else {
            (node / size).min(count - 1)
        };
        if !leaves_out || draw(6) > 0 {
            base[block].push(node);
        }
    }
    let all_levels = draw(3) == 0;
    let levels = (0..5).filter(|&level| level == 0 || all_levels || draw(3) == 0);
    BlockSet {
        base,
        size,
        levels: levels.collect(),
    }
}

/// Draws blocks, of which one has room for each job that can use nodes in blocks.
pub(crate) fn draw_blocks(case: &mut Case, random: &mut Random) {
    let mut drawn = (0..40).map(|_| drawn_blocks(case.nodes(), random));
    let has_room = |blocks: &BlockSet| (0..case.jobs.len()).all(|job| fits(case, job, blocks));
    case.topology = Topology {
        switches: Vec::new(),
        blocks: drawn.find(has_room).unwrap_or_default(),
    };
}

/// Whether idle nodes have room for a job, by blocks.
fn fits(case: &Case, job: usize, blocks: &BlockSet) -> bool {
    let units = |node| (case.units_on(job, node), case.kind_of(node));
    let all = (0..case.nodes()).map(|node| (node, units(node)));
    let offers: Offers = all.filter(|(_, (units, _))| *units > 0).collect();
    let job = &case.jobs[job];
    let wanted = Wanted {
        cpus: job.count,
        task: 1,
        least: if job.tasks { 1 } else { job.count as usize },
        most: job.count as usize,
        whole: false,
    };
    !blocks.has_some(&offers) || among_blocks(wanted, &offers, blocks).is_some()
}

/// Levels of the blocks that a job with so many nodes needs.
struct Level {
    /// Base blocks of each block.
    blocks: Vec<Vec<usize>>,
    /// Number of base blocks of a block of the level below.
    lower: usize,
    /// Number of those that count in a block.
    lowers: usize,
    /// Most of them that may be used.
    most: usize,
    is_bounded: bool,
}

impl Level {
    fn of(all: &BlockSet, nodes: usize) -> Self {
        let needed = (0..).find(|level| all.size << level >= nodes).unwrap();
        let above = all.levels.iter().find(|level| **level >= needed);
        let below = all.levels.iter().rfind(|level| **level < needed);
        let lower = 1 << below.copied().unwrap_or(0);
        let each = above.map_or(all.base.len(), |level| 1 << level);
        let most = nodes.div_ceil(lower * all.size);
        let indices: Vec<usize> = (0..all.base.len()).collect();
        Self {
            blocks: indices.chunks(each).map(<[usize]>::to_vec).collect(),
            lower,
            lowers: each / lower,
            most,
            is_bounded: each != lower * most,
        }
    }

    /// Most of the nodes of a block that a job may have, by their number in each base block.
    fn reach(&self, block: &[usize], open: impl Fn(usize) -> usize) -> usize {
        let sum = |part: &[usize]| -> usize { part.iter().map(|&base| open(base)).sum() };
        if !self.is_bounded {
            return sum(block);
        }
        let lowers = block.chunks(self.lower).take(self.lowers);
        let mut counts: Vec<usize> = lowers.map(sum).collect();
        counts.sort_unstable();
        counts.iter().rev().take(self.most).sum()
    }
}

/// What fits comes first, of that the smaller; of the others the larger.
fn by_fit(own: usize, wanted: usize) -> (bool, i64) {
    let fits = own >= wanted;
    (!fits, if fits { own as i64 } else { -(own as i64) })
}

/// Nodes for a job among all that offer it something, by blocks; `None` if they are too few.
pub(crate) fn among_blocks(
    wanted: Wanted,
    offers: &Offers,
    all: &BlockSet,
) -> Option<Vec<(usize, i64)>> {
    let level = Level::of(all, wanted.least);
    let open = |base: usize| -> Vec<usize> {
        let own = all.base[base].iter().copied();
        own.filter(|node| offers.contains_key(node)).collect()
    };
    let nodes_of =
        |block: &[usize]| -> Vec<usize> { block.iter().flat_map(|&base| open(base)).collect() };
    let cpus = |nodes: &[usize]| -> i64 { nodes.iter().map(|node| offers[node].0 as i64).sum() };
    let has_enough = |block: &&Vec<usize>| {
        let reach = level.reach(block, |base| open(base).len());
        reach >= wanted.least && cpus(&nodes_of(block)) >= wanted.cpus as i64
    };
    let order = |block: &&Vec<usize>| {
        let nodes = nodes_of(block);
        (nodes.iter().map(|node| offers[node].1).min(), nodes.len())
    };
    // Backwards, as the last of equals is wanted.
    let block = level
        .blocks
        .iter()
        .rev()
        .filter(has_enough)
        .min_by_key(order)?;
    let nodes = nodes_of(block);
    let mut weights: Vec<usize> = nodes.iter().map(|node| offers[node].1).collect();
    weights.sort_unstable();
    let heaviest = *weights.iter().find(|weight| {
        let up_to = nodes.iter().filter(|node| offers[node].1 <= **weight);
        let up_to: Vec<usize> = up_to.copied().collect();
        up_to.len() >= wanted.least && cpus(&up_to) >= wanted.cpus as i64
    })?;
    take(wanted, offers, (&level, block), heaviest, open)
}

/// Takes the nodes of a block up to a weight.
fn take(
    wanted: Wanted,
    offers: &Offers,
    (level, block): (&Level, &[usize]),
    heaviest: usize,
    open: impl Fn(usize) -> Vec<usize>,
) -> Option<Vec<(usize, i64)>> {
    let needed = |base: usize| -> Vec<usize> {
        let own = open(base).into_iter();
        own.filter(|node| offers[node].1 <= heaviest).collect()
    };
    let mut taking = Taking::new(wanted);
    for (&node, &(cpus, weight)) in offers {
        let is_in = block.iter().any(|&base| open(base).contains(&node));
        if is_in && weight < heaviest {
            taking.take(node, cpus);
        }
    }
    let has = |base: &usize| open(*base).iter().any(|node| taking.has(*node));
    let mut used: BTreeSet<usize> = block.iter().copied().filter(has).collect();
    let lower_of = |base: usize| base / level.lower;
    let lowers: BTreeSet<usize> = used.iter().map(|&base| lower_of(base)).collect();
    let mut left = level.most.checked_sub(lowers.len())?;
    let take_all = |taking: &mut Taking, base: usize| {
        for node in needed(base) {
            if !taking.has(node) && !taking.is_done() {
                taking.take(node, offers[&node].0);
            }
        }
    };
    used.iter().for_each(|&base| take_all(&mut taking, base));
    let unused = block.iter().filter(|base| !used.contains(base));
    let counts: BTreeMap<usize, usize> = unused.map(|&base| (base, needed(base).len())).collect();
    let beside = |base: usize| -> usize {
        let same = counts
            .iter()
            .filter(|(one, _)| lower_of(**one) == lower_of(base));
        same.map(|(_, count)| count).sum()
    };
    while !taking.is_done() {
        let wanted = taking.nodes_left();
        let is_near = |base: usize| {
            !level.is_bounded || used.iter().any(|&one| lower_of(one) == lower_of(base))
        };
        let order = |base: &usize| {
            let by_lower = level.is_bounded.then(|| by_fit(beside(*base), wanted));
            (!is_near(*base), by_lower, by_fit(counts[base], wanted))
        };
        let unused = counts.keys().rev().filter(|base| !used.contains(base));
        let best = *unused.min_by_key(|base| order(base))?;
        if !is_near(best) {
            left = left.checked_sub(1)?;
        }
        let before = taking.nodes.len();
        used.insert(best);
        take_all(&mut taking, best);
        if taking.nodes.len() == before {
            break;
        }
    }
    taking.is_enough().then_some(taking.nodes)
}
