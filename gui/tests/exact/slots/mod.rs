//! Windows of slots: the published search (fixtures/papers/slots.md, 4), by enumeration where
//! a sum is maximised.

mod market;
pub(crate) mod search;

use crate::rational::{Exact, Number, whole};

/// A node that is idle in slots.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    pub(crate) performance: Number,
    pub(crate) price: Number,
    pub(crate) quality: Number,
    pub(crate) slots: Vec<(Number, Number)>,
}

/// A request for a window.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Request {
    pub(crate) nodes: usize,
    pub(crate) volume: Number,
    pub(crate) budget: Number,
    pub(crate) least: Number,
    /// Parts of a unit that costs are rounded up to where a sum is maximised.
    pub(crate) scale: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Criterion {
    FirstFit,
    GroupFirst,
    MinFinish,
    MinRuntime,
    MinCost,
    MaxQ,
}

impl Criterion {
    pub(crate) const ALL: [Self; 6] = [
        Self::FirstFit,
        Self::GroupFirst,
        Self::MinFinish,
        Self::MinRuntime,
        Self::MinCost,
        Self::MaxQ,
    ];
}

/// So many nodes for the same span.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) start: Exact,
    pub(crate) length: Exact,
    pub(crate) cost: Exact,
    pub(crate) quality: Exact,
    /// By their indices, the lowest first.
    pub(crate) nodes: Vec<usize>,
}

impl Window {
    pub(crate) fn finish(&self) -> Exact {
        &self.start + &self.length
    }

    /// The value by which `criterion` compares: the larger the better.
    fn value(&self, criterion: Criterion) -> Exact {
        match criterion {
            Criterion::FirstFit | Criterion::GroupFirst => -self.start.clone(),
            Criterion::MinFinish => -self.finish(),
            Criterion::MinRuntime => -self.length.clone(),
            Criterion::MinCost => -self.cost.clone(),
            Criterion::MaxQ => self.quality.clone(),
        }
    }
}

/// An idle span of a node.
#[derive(Clone, PartialEq, PartialOrd, Eq, Ord, Debug)]
pub(crate) struct Slot {
    pub(crate) start: Exact,
    pub(crate) node: usize,
    pub(crate) end: Exact,
}

/// All slots, by start and node.
pub(crate) fn slots(nodes: &[Node]) -> Vec<Slot> {
    let each = nodes.iter().enumerate().flat_map(|(node, known)| {
        known.slots.iter().map(move |(start, end)| Slot {
            start: start.exact.clone(),
            node,
            end: end.exact.clone(),
        })
    });
    let mut slots: Vec<_> = each.collect();
    slots.sort();
    slots
}

/// The best window by `criterion`: from the fastest nodes to the slowest, better ones only.
pub(crate) fn best(
    nodes: &[Node],
    slots: &[Slot],
    request: &Request,
    criterion: Criterion,
) -> Option<Window> {
    let mut groups: Vec<_> = nodes.iter().map(|node| &node.performance.exact).collect();
    groups.sort();
    groups.dedup();
    groups.retain(|performance| **performance >= request.least.exact);
    let mut best: Option<(Exact, Window)> = None;
    for performance in groups.into_iter().rev() {
        let length = &request.volume.exact / performance;
        let mut idle: Vec<&Slot> = Vec::new();
        for slot in slots {
            let is_capable = nodes[slot.node].performance.exact >= *performance;
            if !is_capable || &slot.end - &slot.start < length {
                continue;
            }
            idle.push(slot);
            idle.retain(|other| &slot.start + &length <= other.end);
            let slowest = |slot: &&&Slot| nodes[slot.node].performance.exact == *performance;
            if !idle.iter().any(|slot| slowest(&slot)) || idle.len() < request.nodes {
                continue;
            }
            let among: Vec<_> = idle.iter().map(|slot| slot.node).collect();
            let Some(chosen) = select(nodes, &among, request, &length, criterion) else {
                continue;
            };
            let window = window(nodes, chosen, &slot.start, &length);
            let value = window.value(criterion);
            if best.as_ref().is_none_or(|(other, _)| value > *other) {
                best = Some((value, window));
            }
        }
        if criterion == Criterion::GroupFirst && best.is_some() {
            break;
        }
    }
    best.map(|(_, window)| window)
}

fn window(nodes: &[Node], mut chosen: Vec<usize>, start: &Exact, length: &Exact) -> Window {
    chosen.sort();
    let prices: Exact = chosen.iter().map(|&node| &nodes[node].price.exact).sum();
    Window {
        start: start.clone(),
        length: length.clone(),
        cost: length * prices,
        quality: chosen.iter().map(|&node| &nodes[node].quality.exact).sum(),
        nodes: chosen,
    }
}

/// The chosen ones of the idle nodes `among`, if so many are affordable.
fn select(
    nodes: &[Node],
    among: &[usize],
    request: &Request,
    length: &Exact,
    criterion: Criterion,
) -> Option<Vec<usize>> {
    if criterion == Criterion::MaxQ {
        return finest(nodes, among, request, length);
    }
    let mut cheapest = among.to_vec();
    cheapest.sort_by_key(|&node| (&nodes[node].price.exact, node));
    cheapest.truncate(request.nodes);
    let prices: Exact = cheapest.iter().map(|&node| &nodes[node].price.exact).sum();
    (length * prices <= request.budget.exact).then_some(cheapest)
}

/// Of all affordable subsets (each node's cost rounded up to parts of a unit) one with the largest
/// sum of qualities. Of several the one that the recurrence leaves by back-tracking: the last nodes
/// are not taken where it does without them.
fn finest(
    nodes: &[Node],
    among: &[usize],
    request: &Request,
    length: &Exact,
) -> Option<Vec<usize>> {
    let scale = whole(request.scale);
    let budget = (&request.budget.exact * &scale).floor();
    let cost = |&node: &usize| (length * &nodes[node].price.exact * &scale).ceil();
    let mut best: Option<(Exact, Vec<usize>)> = None;
    // Counting up, the last node is the largest digit: subsets without it come first.
    for subset in 0_u32..1 << among.len() {
        if subset.count_ones() as usize != request.nodes {
            continue;
        }
        let places = (0..among.len()).filter(|index| subset & (1 << index) != 0);
        let chosen: Vec<_> = places.map(|index| among[index]).collect();
        if chosen.iter().map(cost).sum::<Exact>() > budget {
            continue;
        }
        let quality: Exact = chosen.iter().map(|&node| &nodes[node].quality.exact).sum();
        if best.as_ref().is_none_or(|(other, _)| quality > *other) {
            best = Some((quality, chosen));
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// `slots` without `window`: the remaining parts on both sides stay.
pub(crate) fn cut(slots: &[Slot], window: &Window) -> Vec<Slot> {
    let mut left = Vec::new();
    for slot in slots {
        let is_its = window.nodes.contains(&slot.node)
            && slot.start <= window.start
            && window.finish() <= slot.end;
        if !is_its {
            left.push(slot.clone());
            continue;
        }
        let before = Slot {
            end: window.start.clone(),
            ..slot.clone()
        };
        let after = Slot {
            start: window.finish(),
            ..slot.clone()
        };
        left.extend(
            [before, after]
                .into_iter()
                .filter(|slot| slot.start < slot.end),
        );
    }
    left.sort();
    left
}

/// Windows that FirstFit finds one after another.
pub(crate) fn alternatives(nodes: &[Node], request: &Request) -> Vec<Window> {
    let mut slots = slots(nodes);
    let mut found = Vec::new();
    while let Some(window) = best(nodes, &slots, request, Criterion::FirstFit) {
        slots = cut(&slots, &window);
        found.push(window);
        assert!(found.len() < 1000, "cutting ends");
    }
    found
}
