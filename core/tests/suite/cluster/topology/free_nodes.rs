//! The choice of nodes by switches and blocks, against the slow programs, and when there are enough.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::machine::cluster::{Blocks, Switch};
use cosched_core::policy::slurm::{
    BoxedSharedPlanner, Grid, NodeChoice, NodeOffers, NodeRequest, Selection, SharedPlanner,
    SharedPlannerSizes, WindowGrowth,
};
use cosched_core::random::Random;
use cosched_core::{Duration, Time};

use super::Topology;
use super::blocks::{BlockSet, drawn_blocks};
use super::switches::{TreeSwitch, as_core, bits_of, drawn_tree};
use crate::cluster::best_fit::{Offers, Wanted, best_fit};

/// End in seconds of a running job, and the nodes that it has whole.
type Running<'t> = (u64, &'t [usize]);

/// Nodes as a job sees them.
struct Nodes<'t> {
    request: NodeRequest,
    offers: &'t Offers,
    partition: &'t [u64],
    switches: &'t [Switch<'t>],
    blocks: Blocks<'t>,
    running: &'t [Running<'t>],
}

impl NodeOffers for Nodes<'_> {
    fn request(&self) -> NodeRequest {
        self.request
    }

    fn partition(&self) -> &[u64] {
        self.partition
    }

    fn weight_and_size(&self, node: u32) -> (u32, u32) {
        let weight = self.offers.get(&(node as usize)).map_or(0, |offer| offer.1);
        (weight as u32, 8)
    }

    fn switches(&self) -> &[Switch<'_>] {
        self.switches
    }

    fn blocks(&self) -> Blocks<'_> {
        self.blocks
    }

    fn is_busy(&self, _node: u32) -> bool {
        false
    }

    fn write_offers(&mut self, offers: &mut [u32], large: &mut [u64]) {
        offers.fill(0);
        large.fill(u64::MAX);
        for (&node, &(cpus, _)) in self.offers {
            offers[node] = cpus;
        }
        for node in self.running.iter().flat_map(|(_, nodes)| *nodes) {
            offers[*node] = 0;
        }
    }

    fn end_of(&self, index: usize) -> Option<Time> {
        let job = self.running.get(index);
        job.map(|(end, _)| Time::from_seconds(*end))
    }

    fn take_away(&mut self, index: usize, _large: &[u64], freed: &mut dyn FnMut(u32, u32)) {
        for node in self.running[index].1 {
            freed(*node as u32, self.offers[node].0);
        }
    }
}

/// Nodes that the core chooses of so many, and how many CPUs each gives.
fn chosen(
    request: NodeRequest,
    offers: &Offers,
    topology: &Topology,
    nodes: usize,
) -> Option<BTreeMap<u32, u32>> {
    on_planner(nodes, (request, offers, topology), &[], |planner, job| {
        let blocked = vec![0; nodes.div_ceil(64)];
        let is_found = planner.choose_now(job, Time::MAX, &blocked);
        let own = planner
            .chosen()
            .map(|node| (node, planner.share(node).unwrap()));
        is_found.then(|| own.collect())
    })
}

/// What `ask` says of a planner of so many nodes and of a job's request of them.
fn on_planner<T>(
    nodes: usize,
    (request, offers, topology): (NodeRequest, &Offers, &Topology),
    running: &[Running<'_>],
    ask: impl FnOnce(&mut SharedPlanner<'_>, &mut Nodes<'_>) -> T,
) -> T {
    let (tree, blocks) = (&topology.switches, &topology.blocks);
    let entries = tree.len().max(blocks.base.len());
    let pieces = 1 + running.iter().map(|(_, nodes)| nodes.len()).sum::<usize>();
    let sizes = SharedPlannerSizes::of(nodes as u32, entries, 1, pieces);
    let mut boxed = BoxedSharedPlanner::with_sizes(&sizes);
    let grid = Grid {
        resolution: Duration::from_seconds(60),
        origin: Duration::ZERO,
        window: Duration::from_seconds(36_000),
    };
    let selection = (
        Selection::ConsTres(WindowGrowth::Doubling),
        NodeChoice::BestFit,
    );
    let size = (nodes as u32, entries, 1, pieces);
    let mut planner = SharedPlanner::new(size, grid, selection, boxed.as_buffers()).unwrap();
    let (tree_bits, block_bits) = (bits_of(tree, nodes), blocks.bits(nodes));
    let base: Vec<&[u64]> = block_bits.iter().map(|own| &own[..]).collect();
    let words = nodes.div_ceil(64);
    let mut job = Nodes {
        request,
        offers,
        partition: &vec![u64::MAX; words],
        switches: &as_core(tree, &tree_bits),
        blocks: blocks.as_core(&base),
        running,
    };
    planner.begin(Time::ZERO);
    ask(&mut planner, &mut job)
}

/// Offers of most of so many nodes, of so many weights.
fn drawn_offers(nodes: usize, weights: u64, random: &mut Random) -> Offers {
    let some: Vec<usize> = (0..nodes).filter(|_| random.below(5) > 0).collect();
    let offer = |node| {
        let cpus = 1 + random.below(8) as u32;
        (node, (cpus, random.below(weights) as usize))
    };
    some.into_iter().map(offer).collect()
}

/// A request as the slow programs see it.
fn wanted(request: &NodeRequest) -> Wanted {
    Wanted {
        cpus: request.cpus,
        task: request.cpus_per_task,
        least: request.least as usize,
        most: request.most as usize,
        whole: request.whole_nodes,
    }
}

/// Many nodes and weights, so that several leaf switches are used.
#[test]
fn nodes_are_chosen_by_switches_as_the_slow_program_says() {
    let (mut found, mut several, mut lone) = (0, 0, 0);
    for number in 0..20_000 {
        let mut random = Random::new(number, 23);
        let nodes = 1 + random.below(24) as usize;
        let tree = drawn_tree(nodes, &mut random);
        let weights = 1 + random.below(3);
        let offers = drawn_offers(nodes, weights, &mut random);
        let least = 1 + random.below(nodes as u64) as u32;
        let request = NodeRequest {
            cpus: least + random.below(4 * least as u64) as u32,
            cpus_per_task: 1,
            least,
            most: least + random.below(3) as u32,
            wanted: least,
            whole_nodes: random.below(4) == 0,
        };
        let topology = Topology {
            switches: tree,
            ..Topology::default()
        };
        let own = agreed(number, request, &offers, &topology, nodes);
        let used = |one: &&TreeSwitch| {
            let own = own.as_ref();
            let mut nodes = one.nodes.iter();
            own.is_some_and(|own| nodes.any(|node| own.contains_key(&(*node as u32))))
        };
        let tree = &topology.switches;
        let is_found = own.is_some();
        found += usize::from(is_found);
        // One tree has to do, and all would.
        let roots = tree.iter().filter(|one| one.parent.is_none()).count();
        lone += usize::from(is_found && roots > 1);
        several += usize::from(tree.iter().filter(used).count() > 1);
    }
    assert!(
        found > 5000 && several > 3000 && lone > 1000,
        "{found}, {several}, {lone}"
    );
}

/// The nodes that are chosen, as the slow program chooses them.
fn agreed(
    number: u64,
    request: NodeRequest,
    offers: &Offers,
    topology: &Topology,
    nodes: usize,
) -> Option<BTreeMap<u32, u32>> {
    let own = chosen(request, offers, topology, nodes);
    let expected = best_fit(wanted(&request), offers, topology);
    assert_eq!(
        own, expected,
        "{number}: {request:?} {offers:?} {topology:?}"
    );
    own
}

/// Requests of nodes and of tasks among up to 100 nodes, many of which need blocks of several base blocks.
#[test]
fn nodes_are_chosen_by_blocks_as_the_slow_program_says() {
    let (mut found, mut several, mut apart, mut mixed) = (0, 0, 0, 0);
    for number in 0..20_000 {
        let mut random = Random::new(number, 29);
        let nodes = 1 + random.below(if number % 4 == 0 { 100 } else { 32 }) as usize;
        let blocks = drawn_blocks(nodes, &mut random);
        let weights = 1 + random.below(3);
        let mut offers = drawn_offers(nodes, weights, &mut random);
        let cpus = 1 + random.below(3) as u32;
        let request = NodeRequest {
            whole_nodes: random.below(4) == 0,
            ..match random.below(4) {
                0 => NodeRequest::tasks(1 + random.below(12) as u32, cpus),
                _ => NodeRequest::nodes(1 + random.below(nodes as u64) as u32, cpus),
            }
        };
        // Only whole tasks are offered.
        for offer in offers.values_mut() {
            offer.0 -= offer.0 % cpus;
        }
        offers.retain(|_, offer| offer.0 > 0);
        let topology = Topology {
            blocks,
            ..Topology::default()
        };
        let own = agreed(number, request, &offers, &topology, nodes);
        let Some(own) = own else { continue };
        let used = |one: &&Vec<usize>| one.iter().any(|node| own.contains_key(&(*node as u32)));
        let in_use = topology.blocks.base.iter().filter(used).count();
        let weights: BTreeSet<usize> = own.keys().map(|node| offers[&(*node as usize)].1).collect();
        found += 1;
        several += usize::from(in_use > 1);
        apart += usize::from(in_use > 4);
        mixed += usize::from(in_use > 1 && weights.len() > 1);
    }
    assert!(
        found > 8000 && several > 3000 && apart > 500 && mixed > 1000,
        "{found}, {several}, {apart}, {mixed}"
    );
}

/// Three base blocks of two nodes, of which only the last has light ones. A job of four nodes may have nodes of two
/// of them. When the heavy ones are given back at 100 s, these are enough, but ten seconds later there is a light one
/// besides, which comes first: with that three base blocks are needed. With both light ones two are.
#[test]
fn what_is_enough_with_fewer_nodes_may_not_be_with_more() {
    let offers: Offers = (0..6)
        .map(|node| (node, (4, usize::from(node < 4))))
        .collect();
    let topology = Topology {
        blocks: BlockSet {
            base: vec![vec![0, 1], vec![2, 3], vec![4, 5]],
            size: 2,
            levels: BTreeSet::from([0]),
        },
        ..Topology::default()
    };
    let start = |running: &[Running<'_>]| {
        let request = (NodeRequest::nodes(4, 1), &offers, &topology);
        let found = on_planner(6, request, running, |planner, job| {
            planner.earliest(job, Duration::from_seconds(600))
        });
        found.map(|at| at.0 / Duration::from_seconds(1).0)
    };
    let heavy: Running<'_> = (100, &[0, 1, 2, 3]);
    assert_eq!(start(&[heavy, (5000, &[4]), (5000, &[5])]), Some(100));
    assert_eq!(start(&[heavy, (110, &[4]), (5000, &[5])]), Some(5000));
    assert_eq!(start(&[heavy, (110, &[4, 5])]), Some(110));
}
