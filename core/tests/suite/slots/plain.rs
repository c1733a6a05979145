//! The plain scheme of fixtures/papers/slots.md, 4.2, word by word: the reference of the
//! fast one.

use super::{Environment, OwnedWindow};
use cosched_core::slots::{
    Cost, Criterion, Node, Performance, Quality, Request, Slot, TotalQuality, Value,
};
use cosched_core::{Duration, Exact};

/// volume / performance * prices in billionths, as numerator and denominator.
fn cost_of(request: &Request, on: Performance, nodes: &[Node]) -> (u128, u128) {
    let prices = nodes.iter().map(|node| u128::from(node.price.0));
    (
        u128::from(request.volume.0) * prices.sum::<u128>(),
        u128::from(on.0),
    )
}

/// The best window by `criterion`, or by `value` where that is given.
pub(crate) fn find(
    environment: &Environment,
    criterion: Criterion,
    value: Option<&dyn Value>,
) -> Option<OwnedWindow> {
    let Environment {
        nodes,
        slots,
        request,
    } = environment;
    let mut slots = slots.clone();
    slots.sort_by_key(|slot| (slot.start, slot.node));
    let mut performances: Vec<Performance> = nodes.iter().map(|node| node.performance).collect();
    performances.retain(|one| *one >= request.least);
    performances.sort_by(|one, other| other.cmp(one));
    performances.dedup();
    let mut best: Option<(Score, OwnedWindow)> = None;
    for on in performances {
        let length = on.exact_time_for(request.volume);
        let mut free: Vec<Slot> = Vec::new();
        for slot in &slots {
            let performance = nodes[slot.node as usize].performance;
            if performance < on || slot.end - slot.start < length {
                continue;
            }
            let start = slot.start;
            free.push(*slot);
            free.retain(|slot| start + length <= slot.end);
            let slowest = |slot: &Slot| nodes[slot.node as usize].performance == on;
            if !free.iter().any(slowest) || free.len() < request.nodes as usize {
                continue;
            }
            let maximised = match criterion {
                Criterion::MaxQ => Some(value.unwrap_or(&TotalQuality)),
                _ => None,
            };
            let (chosen, worth) = match maximised {
                None => (cheapest(nodes, &free, request), 0),
                Some(value) => {
                    let Some(found) = most(nodes, &free, request, on, start, value) else {
                        continue;
                    };
                    found
                }
            };
            let data: Vec<Node> = chosen.iter().map(|&node| nodes[node as usize]).collect();
            let cost = cost_of(request, on, &data);
            if cost.0 > u128::from(request.budget.0) * cost.1 {
                continue;
            }
            let score = match criterion {
                Criterion::FirstFit => Score::Least(start),
                Criterion::GroupFirst => Score::Least(length),
                Criterion::MinFinish => Score::Least(start + length),
                Criterion::MinRuntime => Score::Least(length),
                Criterion::MinCost => Score::Cheap(cost),
                Criterion::MaxQ => Score::Most(worth),
            };
            if best.as_ref().is_none_or(|(best, _)| score.beats(best)) {
                let quality = data.iter().map(|node| node.quality.0).sum();
                let owned = OwnedWindow {
                    start,
                    length,
                    performance: on,
                    cost: Cost(cost.0.div_ceil(cost.1) as u64),
                    quality: Quality(quality),
                    nodes: chosen,
                };
                best = Some((score, owned));
            }
        }
    }
    best.map(|(_, window)| window)
}

/// Key that is compared.
enum Score {
    Least(Exact),
    Cheap((u128, u128)),
    Most(i64),
}

impl Score {
    fn beats(&self, best: &Self) -> bool {
        match (self, best) {
            (Self::Least(one), Self::Least(best)) => one < best,
            (Self::Cheap(one), Self::Cheap(best)) => one.0 * best.1 < best.0 * one.1,
            (Self::Most(one), Self::Most(best)) => one > best,
            _ => unreachable!("one criterion compares one thing"),
        }
    }
}

/// The cheapest nodes by (price, node).
fn cheapest(nodes: &[Node], free: &[Slot], request: &Request) -> Vec<u32> {
    let mut chosen: Vec<u32> = free.iter().map(|slot| slot.node).collect();
    chosen.sort_by_key(|&node| (nodes[node as usize].price, node));
    chosen.truncate(request.nodes as usize);
    chosen.sort_unstable();
    chosen
}

/// Recurrence (2), with back-tracking from the last item.
fn most(
    nodes: &[Node],
    free: &[Slot],
    request: &Request,
    on: Performance,
    start: Exact,
    value: &dyn Value,
) -> Option<(Vec<u32>, i64)> {
    const NONE: i64 = i64::MIN / 2;
    let (count, scale) = (request.nodes as usize, u128::from(request.scale));
    let budget = (u128::from(request.budget.0) * scale / 1_000_000_000) as usize;
    let length: Duration = on.time_for(request.volume);
    let items: Vec<(usize, i64)> = free
        .iter()
        .map(|slot| {
            let node = &nodes[slot.node as usize];
            let (cost, per) = cost_of(request, on, &[*node]);
            let parts = (cost * scale).div_ceil(per * 1_000_000_000);
            (parts as usize, value.of(node, start.instant(), length))
        })
        .collect();
    let mut f = vec![vec![vec![NONE; count + 1]; budget + 1]; items.len() + 1];
    for row in &mut f[0] {
        row[0] = 0;
    }
    for (i, &(cost, worth)) in items.iter().enumerate() {
        for c in 0..=budget {
            for k in 0..=count {
                let without = f[i][c][k];
                let with = if k > 0 && c >= cost && f[i][c - cost][k - 1] > NONE {
                    f[i][c - cost][k - 1] + worth
                } else {
                    NONE
                };
                f[i + 1][c][k] = without.max(with);
            }
        }
    }
    let best = f[items.len()][budget][count];
    if best == NONE {
        return None;
    }
    let (mut c, mut k, mut chosen) = (budget, count, Vec::new());
    for i in (0..items.len()).rev() {
        if f[i + 1][c][k] != f[i][c][k] {
            chosen.push(free[i].node);
            c -= items[i].0;
            k -= 1;
        }
    }
    chosen.sort_unstable();
    Some((chosen, best))
}
