//! Slow and simple reference of the choice among nodes that jobs share: lists of nodes, and sums.

use std::collections::BTreeMap;

use super::topology::Topology;
use super::topology::blocks::among_blocks;
use super::topology::switches::among_switches;

/// CPUs wanted in all and for a task, and the least and greatest number of nodes, of which the
/// least is taken where there are as many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) cpus: u32,
    pub(super) task: u32,
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) whole: bool,
}

/// CPUs that nodes offer, and the weight of each node.
pub(super) type Offers = BTreeMap<usize, (u32, usize)>;

/// Nodes being taken for a job.
pub(super) struct Taking {
    wanted: Wanted,
    /// CPUs left.
    pub(super) cpus: i64,
    /// Nodes taken, and how many CPUs each gives.
    pub(super) nodes: Vec<(usize, i64)>,
}

impl Taking {
    pub(super) fn new(wanted: Wanted) -> Self {
        Self {
            wanted,
            cpus: wanted.cpus as i64,
            nodes: Vec::new(),
        }
    }

    pub(super) fn nodes_left(&self) -> usize {
        self.wanted.least.saturating_sub(self.nodes.len())
    }

    pub(super) fn has(&self, node: usize) -> bool {
        self.nodes.iter().any(|(own, _)| *own == node)
    }

    pub(super) fn is_enough(&self) -> bool {
        self.cpus <= 0 && self.nodes_left() == 0
    }

    /// Whether no more may be taken, or need be.
    pub(super) fn is_done(&self) -> bool {
        self.is_enough() || self.nodes.len() >= self.wanted.most
    }

    /// Number of CPUs that a node with this offer gives: one stays for each node still to come.
    pub(super) fn share(&self, offer: u32) -> i64 {
        let to_come = self.nodes_left().saturating_sub(1) as i64;
        let offer = offer as i64;
        if self.wanted.whole {
            offer
        } else {
            offer.min((self.cpus - to_come).max(self.wanted.task as i64))
        }
    }

    pub(super) fn take(&mut self, node: usize, offer: u32) {
        let share = self.share(offer);
        self.nodes.push((node, share));
        self.cpus -= share;
    }
}

/// Nodes for a job, and how many CPUs each gives; `None` if there are too few. Where there are switches
/// or blocks with some of the nodes these choose.
pub(super) fn best_fit(
    wanted: Wanted,
    offers: &Offers,
    topology: &Topology,
) -> Option<BTreeMap<u32, u32>> {
    let mut open = offers.clone();
    let are_in_blocks = topology.blocks.has_some(offers);
    loop {
        let found = match &topology.switches[..] {
            [] if are_in_blocks => among_blocks(wanted, &open, &topology.blocks),
            [] => among(wanted, &open),
            switches => among_switches(wanted, &open, switches),
        };
        if let Some(nodes) = found {
            let nodes = nodes.into_iter();
            return Some(
                nodes
                    .map(|(node, cpus)| (node as u32, cpus as u32))
                    .collect(),
            );
        }
        let smallest = open.values().map(|(cpus, _)| *cpus).min()?;
        if open.len() <= wanted.least {
            return None;
        }
        open.retain(|_, (cpus, _)| *cpus > smallest);
    }
}

/// Nodes by weight, of each weight those in use first, and where these were enough an idle one
/// besides.
pub(super) fn busy_first(
    wanted: Wanted,
    offers: &Offers,
    is_busy: impl Fn(usize) -> bool,
) -> Option<BTreeMap<u32, u32>> {
    let mut order: Vec<usize> = offers.keys().copied().collect();
    order.sort_by_key(|&node| (offers[&node].1, !is_busy(node), node));
    let (mut taking, mut rest) = (Taking::new(wanted), order.into_iter());
    while !taking.is_done() {
        let Some(node) = rest.next() else { break };
        taking.take(node, offers[&node].0);
    }
    if !taking.is_enough() {
        return None;
    }
    let nodes = taking.nodes.into_iter();
    let mut taken: BTreeMap<u32, u32> = nodes
        .map(|(node, cpus)| (node as u32, cpus as u32))
        .collect();
    if taken.keys().all(|&node| is_busy(node as usize))
        && let Some(idle) = offers.keys().find(|&&node| !is_busy(node))
    {
        taken.insert(*idle as u32, 0);
    }
    Some(taken)
}

/// Runs of neighbours of one weight.
fn runs(open: &Offers) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for (&node, (_, weight)) in open {
        match runs.last_mut() {
            Some(run) if run[run.len() - 1] + 1 == node && open[&run[0]].1 == *weight => {
                run.push(node)
            }
            _ => runs.push(vec![node]),
        }
    }
    runs
}

fn among(wanted: Wanted, offers: &Offers) -> Option<Vec<(usize, i64)>> {
    let (mut open, mut taking): (Offers, Taking) = (offers.clone(), Taking::new(wanted));
    while !taking.is_enough() {
        let (cpus, nodes_left) = (taking.cpus, taking.nodes_left());
        let sum = |run: &[usize]| -> i64 { run.iter().map(|node| open[node].0 as i64).sum() };
        let lowest = open.values().map(|(_, weight)| *weight).min()?;
        let mut all = runs(&open);
        all.retain(|run| open[&run[0]].1 == lowest);
        let enough = |run: &&Vec<usize>| sum(run) >= cpus && run.len() >= nodes_left;
        // `min_by_key` gives the first of equals.
        let run = match all.iter().filter(enough).min_by_key(|run| sum(run)) {
            Some(run) => run,
            None => all.iter().min_by_key(|run| -sum(run))?,
        };
        let holds = |node: &&usize| open[node].0 as i64 >= cpus && nodes_left <= 1;
        if let Some(node) = run.iter().filter(holds).min_by_key(|node| open[node].0) {
            taking.take(*node, cpus as u32);
            break;
        }
        let before = taking.nodes.len();
        for node in run.clone() {
            if taking.is_done() {
                break;
            }
            let offer = open[&node].0;
            if taking.nodes.len() + 1 < wanted.most || taking.share(offer) >= taking.cpus {
                open.remove(&node);
                taking.take(node, offer);
            }
        }
        if taking.nodes.len() == before {
            break;
        }
    }
    taking.is_enough().then_some(taking.nodes)
}
