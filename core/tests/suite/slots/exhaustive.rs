//! Small random domains: the fast search, the plain scheme, and exhaustive search.

use super::plain::find as plain;
use super::*;
use cosched_core::random::Random;
use cosched_core::slots::LeastCost;

/// Up to seven nodes with a few slots each.
///
/// Performances divide the volume of 60 if costs are to be whole; then they may be
/// fractions otherwise.
pub(super) fn drawn(random: &mut Random, whole: bool) -> Environment {
    let mut draw = |bound: u64| random.below(bound);
    let count = 2 + draw(6);
    let mut slots = Vec::new();
    let nodes: Vec<Node> = (0..count)
        .map(|node| {
            let mut at = draw(12);
            for _ in 0..1 + draw(3) {
                let end = at + 1 + draw(45);
                slots.push(Slot::new(node as u32, seconds(at), seconds(end)));
                at = end + draw(10);
            }
            let performance = [2, 3, 4, 5, 6, 10][draw(6) as usize];
            let mut node = Node::new(performance, draw(7), draw(6));
            if !whole {
                node.performance.0 += draw(3) * 100_000_000;
                node.price.0 += draw(1_000);
            }
            node
        })
        .collect();
    // Slots come in any order.
    slots.reverse();
    let request = Request {
        least: Performance::from_units(1 + 3 * (draw(4) / 3)),
        ..Request::new(1 + draw(count.min(4)) as u32, 60, 20 + draw(250))
    };
    Environment {
        nodes,
        slots,
        request,
    }
}

/// Windows of the set of `nodes` that begin with one of its slots: start, finish, length,
/// cost in units and quality of each.
fn windows_of(environment: &Environment, nodes: &[u32]) -> Vec<[u64; 5]> {
    let request = &environment.request;
    let data = || nodes.iter().map(|&node| environment.nodes[node as usize]);
    let slowest = data().map(|node| node.performance).min().unwrap();
    let length = slowest.exact_time_for(request.volume);
    let prices: u64 = data().map(|node| node.price.0).sum();
    let cost = u128::from(request.volume.0) * u128::from(prices) / u128::from(slowest.0);
    if slowest < request.least || cost > u128::from(request.budget.0) {
        return Vec::new();
    }
    let quality = data().map(|node| node.quality.0).sum();
    let fits = |start: Exact| {
        let end = start + length;
        let inside = |slot: &Slot| slot.start <= start && end <= slot.end;
        nodes.iter().all(|&node| {
            let mut own = environment.slots.iter().filter(|slot| slot.node == node);
            own.any(inside)
        })
    };
    let starts = environment.slots.iter().map(|slot| slot.start);
    starts
        .filter(|start| fits(*start))
        .map(|start| {
            [
                start.round_up().0,
                (start + length).round_up().0,
                length.round_up().0,
                cost as u64,
                quality,
            ]
        })
        .collect()
}

/// The best of each criterion over all sets of nodes and all starts of slots.
fn best_of_all(environment: &Environment) -> Option<[u64; 5]> {
    let count = environment.nodes.len() as u32;
    let sets = (0u32..1 << count).filter(|set| set.count_ones() == environment.request.nodes);
    let all: Vec<[u64; 5]> = sets
        .flat_map(|set| {
            let nodes: Vec<u32> = (0..count).filter(|node| set >> node & 1 == 1).collect();
            windows_of(environment, &nodes)
        })
        .collect();
    let least = |index: usize| all.iter().map(|window| window[index]).min();
    let most = all.iter().map(|window| window[4]).max()?;
    Some([least(0)?, least(1)?, least(2)?, least(3)?, most])
}

#[test]
fn nothing_is_better_than_what_is_found() {
    let mut random = Random::new(2018, 0);
    let mut found = 0;
    for _ in 0..4_000 {
        let environment = drawn(&mut random, true);
        let best = best_of_all(&environment);
        let windows = Criterion::ALL.map(|criterion| environment.find(criterion));
        let Some(best) = best else {
            assert!(windows.iter().all(Option::is_none), "{environment:?}");
            continue;
        };
        found += 1;
        let [first, group_first, finish, runtime, cost, quality] =
            windows.map(|window| window.expect("there is one"));
        let ours = [
            first.start.round_up().0,
            finish.finish().round_up().0,
            runtime.length.round_up().0,
            cost.cost.0,
            quality.quality.0,
        ];
        assert_eq!(ours, best, "{environment:?}");
        assert_eq!(group_first, runtime);
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn finds_what_the_plain_scheme_finds() {
    let mut random = Random::new(2018, 1);
    for round in 0..4_000 {
        let mut environment = drawn(&mut random, round % 2 == 0);
        environment.request.scale = 1 + random.below(3) as u32;
        for criterion in Criterion::ALL {
            let expected = plain(&environment, criterion, None);
            let found = environment.find(criterion);
            assert_eq!(found, expected, "{criterion:?} in {environment:?}");
        }
    }
}

/// A value that depends on start and length.
struct Soon;

impl Value for Soon {
    fn of(&self, node: &Node, start: Time, length: Duration) -> i64 {
        let quality = (node.quality.0 / 1_000_000_000) as i64;
        quality * 40 - (start.0 + length.0) as i64 / 1_000_000_000
    }
}

#[test]
fn maximises_any_value() {
    let mut random = Random::new(2018, 2);
    let mut cheapest = 0;
    for _ in 0..3_000 {
        let environment = drawn(&mut random, true);
        for value in [&Soon as &dyn Value, &LeastCost] {
            let expected = plain(&environment, Criterion::MaxQ, Some(value));
            assert_eq!(environment.maximise(value), expected, "{environment:?}");
        }
        let cost = environment
            .find(Criterion::MinCost)
            .map(|window| window.cost);
        let least = environment.maximise(&LeastCost);
        assert_eq!(least.map(|window| window.cost), cost);
        cheapest += usize::from(cost.is_some());
    }
    assert!(cheapest > 1_000, "{cheapest}");
}
