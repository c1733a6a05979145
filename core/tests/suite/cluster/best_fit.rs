//! Slow and simple reference of the choice among nodes that jobs share: lists of nodes, and sums.

use std::collections::BTreeMap;

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

/// Nodes for a job, and how many CPUs each gives; `None` if there are too few.
pub(super) fn best_fit(wanted: Wanted, offers: &Offers) -> Option<BTreeMap<u32, u32>> {
    let mut open = offers.clone();
    loop {
        if let Some(nodes) = among(wanted, &open) {
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
    let (mut cpus, mut taken) = (wanted.cpus as i64, BTreeMap::new());
    let mut rest = order.into_iter();
    while (cpus > 0 || taken.len() < wanted.least) && taken.len() < wanted.most {
        let Some(node) = rest.next() else { break };
        let offer = offers[&node].0 as i64;
        let to_come = wanted.least.saturating_sub(taken.len() + 1) as i64;
        let share = if wanted.whole {
            offer
        } else {
            offer.min((cpus - to_come).max(wanted.task as i64))
        };
        taken.insert(node as u32, share as u32);
        cpus -= share;
    }
    if cpus > 0 || taken.len() < wanted.least {
        return None;
    }
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
    let (mut open, mut taken): (Offers, Vec<(usize, i64)>) = (offers.clone(), Vec::new());
    let mut cpus = wanted.cpus as i64;
    while cpus > 0 || taken.len() < wanted.least {
        let nodes_left = wanted.least.saturating_sub(taken.len());
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
            taken.push((*node, cpus));
            cpus = 0;
            break;
        }
        let before = taken.len();
        for node in run.clone() {
            if (cpus <= 0 && taken.len() >= wanted.least) || taken.len() == wanted.most {
                break;
            }
            let to_come = wanted.least.saturating_sub(taken.len() + 1) as i64;
            let offer = open[&node].0 as i64;
            let share = if wanted.whole {
                offer
            } else {
                offer.min((cpus - to_come).max(wanted.task as i64))
            };
            if taken.len() + 1 < wanted.most || share >= cpus {
                open.remove(&node);
                taken.push((node, share));
                cpus -= share;
            }
        }
        if taken.len() == before {
            break;
        }
    }
    (cpus <= 0 && taken.len() >= wanted.least).then_some(taken)
}
