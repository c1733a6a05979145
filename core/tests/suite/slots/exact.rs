//! Windows with lengths of fractional nanoseconds: by hand, and against a slow search in
//! whole ticks.

use super::cutting::alternatives;
use super::*;
use cosched_core::random::Random;
use cosched_core::slots::cuts_of;

/// Number of windows that FirstFit finds one after another on a node that is idle from 0 to
/// `end`, and the end of the last one.
fn filled(performance: u64, volume: u64, end: u64) -> (usize, Exact) {
    let environment = Environment::new(
        &[(performance, 1, 1)],
        &[(0, 0, end)],
        Request::new(1, volume, 1_000_000),
    );
    let (all, best) = alternatives(&environment);
    assert_eq!(best.unwrap().count, all.len());
    (all.len(), all.last().unwrap().finish())
}

#[test]
fn three_windows_of_two_thirds_of_ten_fill_twenty_seconds() {
    assert_eq!(filled(3, 20, 20), (3, seconds(20).into()));
}

#[test]
fn seven_sevenths_of_sixty_seconds_fill_them() {
    assert_eq!(filled(7, 60, 60), (7, seconds(60).into()));
}

/// Volumes of 20, 60 and 40 at 6 a second are done in 20 s; with the first and the last
/// rounded up to the nanosecond they would not be.
#[test]
fn a_batch_of_different_fractions_fills_a_slot() {
    let environment = Environment::new(&[(6, 1, 1)], &[(0, 0, 20)], Request::new(1, 20, 1_000_000));
    let requested = [20, 60, 40].map(|volume| {
        let request = Request::new(1, volume, 1_000_000);
        (request, Criterion::MinFinish)
    });
    let mut ends = Vec::new();
    let left = environment.with(cuts_of(&requested), |domain, search| {
        let report = |_, window: Option<&Window<'_>>| ends.push(window.map(Window::finish));
        let placed = search.batch(domain, &requested, report).unwrap();
        assert_eq!((placed.found, placed.finish), (3, seconds(20)));
        domain.slots().len()
    });
    assert_eq!(left.unwrap(), 0);
    let ends: Vec<_> = ends.into_iter().flatten().collect();
    let expected = [20, 80, 120].map(|volume| Exact::ratio(volume * 1_000_000_000, 6));
    assert_eq!(ends, expected);
    assert_eq!(ends[2], seconds(20).into());
}

/// Two nodes are idle again at one instant, by different sums: a third and a half of a
/// second, and five sixths.
#[test]
fn nodes_are_idle_at_once_whatever_their_fractions() {
    let environment = Environment::new(
        &[(6, 1, 1), (6, 1, 1)],
        &[(0, 0, 2), (1, 0, 2)],
        Request::new(2, 7, 1_000_000),
    );
    let window = |start: Exact, length: Exact, nodes| Window {
        start,
        length,
        performance: Performance::from_units(6),
        cost: Cost::ZERO,
        quality: Quality::ZERO,
        nodes,
    };
    let sixths = |count: u32| Exact::ratio(u128::from(count) * 1_000_000_000, 6);
    let found = environment.with(8, |domain, search| {
        let third = sixths(2);
        domain.take(&window(Exact::ZERO, third, &[0])).unwrap();
        domain.take(&window(third, sixths(3), &[0])).unwrap();
        domain.take(&window(Exact::ZERO, sixths(5), &[1])).unwrap();
        let found = search.find(domain, &environment.request, Criterion::FirstFit);
        let found = found.unwrap().map(|window| (window.start, window.finish()));
        assert_eq!(found, Some((sixths(5), seconds(2).into())));
        let all = [0, 1].map(|node| Slot::new(node, sixths(5), seconds(2)));
        assert_eq!(domain.slots(), all);
    });
    found.unwrap();
}

/// The third of three windows ends at the deadline, and not a nanosecond later.
#[test]
fn a_deadline_is_met_exactly() {
    let found = |deadline| {
        let request = Request {
            deadline,
            ..Request::new(1, 20, 1_000_000)
        };
        let environment = Environment::new(&[(3, 1, 1)], &[(0, 0, 30)], request);
        alternatives(&environment).0.len()
    };
    assert_eq!(found(seconds(20)), 3);
    assert_eq!(found(Time(19_999_999_999)), 2);
    assert_eq!(found(seconds(27)), 4);
}

/// Ticks of a nanosecond: all lengths of windows here are whole ticks.
const TICKS: i128 = 3 * 7 * 13 * 37;

/// A slot in ticks: start, node, end.
type Ticks = (i128, u32, i128);

/// A window in ticks: start, end, and its nodes.
type TickWindow = (i128, i128, Vec<u32>);

fn ticks_of(slots: &[Slot]) -> Vec<Ticks> {
    let ticks = |at: Exact| i128::from(at.round_up().0) * TICKS;
    let each = slots
        .iter()
        .map(|slot| (ticks(slot.start), slot.node, ticks(slot.end)));
    each.collect()
}

/// The best window, by trying every slot, by start and node, for every group: the cheapest
/// nodes that are idle from its start on, for long enough; without a budget.
fn slowly(
    nodes: &[Node],
    slots: &[Ticks],
    request: &Request,
    criterion: Criterion,
) -> Option<TickWindow> {
    let mut groups: Vec<u64> = nodes.iter().map(|node| node.performance.0).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut best: Option<(i128, TickWindow)> = None;
    for group in groups.into_iter().rev() {
        let work = i128::from(request.volume.0) * 1_000_000_000 * TICKS;
        assert_eq!(work % i128::from(group), 0, "whole ticks");
        let length = work / i128::from(group);
        for (index, &(start, _, _)) in slots.iter().enumerate() {
            if start + length > i128::from(request.deadline.0) * TICKS {
                continue;
            }
            let mut idle: Vec<u32> = slots[..=index]
                .iter()
                .filter(|slot| start + length <= slot.2)
                .map(|slot| slot.1)
                .filter(|node| nodes[*node as usize].performance.0 >= group)
                .collect();
            if idle.len() < request.nodes as usize {
                continue;
            }
            idle.sort_by_key(|node| (nodes[*node as usize].price.0, *node));
            idle.truncate(request.nodes as usize);
            idle.sort_unstable();
            let prices: u64 = idle.iter().map(|node| nodes[*node as usize].price.0).sum();
            let score = match criterion {
                Criterion::FirstFit => start,
                Criterion::MinFinish => start + length,
                Criterion::MinCost => i128::from(prices) * length,
                _ => length,
            };
            if best.as_ref().is_none_or(|(best, _)| score < *best) {
                best = Some((score, (start, start + length, idle)));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// Rest of `slots` without a window.
fn without(slots: &[Ticks], (start, end, nodes): &TickWindow) -> Vec<Ticks> {
    let parts = slots.iter().flat_map(|slot| {
        let cut = nodes.contains(&slot.1) && slot.0 <= *start && *end <= slot.2;
        if cut {
            vec![(slot.0, slot.1, *start), (*end, slot.1, slot.2)]
        } else {
            vec![*slot]
        }
    });
    let mut left: Vec<_> = parts.filter(|slot| slot.0 < slot.2).collect();
    left.sort_unstable();
    left
}

/// Checks that `exact` is `ticks` ticks.
fn check(exact: Exact, ticks: i128) {
    let ratio = Exact::ratio(ticks as u128, TICKS as u64);
    assert_eq!(exact, ratio);
    assert_eq!(exact.is_whole(), ticks % TICKS == 0);
    assert_eq!(i128::from(exact.round_up().0), (ticks + TICKS - 1) / TICKS);
}

/// Up to four nodes of performances that divide no second, with slots that are often a
/// multiple of a window long; requests of the same or another volume by any criterion but
/// the one that maximises, at any price, some with a deadline.
fn drawn(random: &mut Random) -> (Environment, Vec<(Request, Criterion)>) {
    let mut draw = |bound: u64| random.below(bound);
    let volume = 1 + draw(20);
    let mut slots = Vec::new();
    let nodes = (0..1 + draw(4)).map(|node| {
        let mut at = draw(3);
        for _ in 0..1 + draw(2) {
            // As many as the performance is, or five or ten times as many.
            let end = at + [volume, 5 * volume, 10 * volume, 1 + draw(60)][draw(4) as usize];
            slots.push(Slot::new(node as u32, seconds(at), seconds(end)));
            at = end + draw(3) + 1;
        }
        let tenths = [30, 70, 26, 37, 10, 60, 52, 15][draw(8) as usize];
        Node {
            performance: Performance(tenths * 100_000_000),
            ..Node::new(1, draw(3), draw(5))
        }
    });
    let nodes: Vec<Node> = nodes.collect();
    let queue = (0..60).map(|_| {
        let requested = [volume, volume, 1 + draw(20)][draw(3) as usize];
        let request = Request {
            budget: Cost::MAX,
            deadline: match draw(4) {
                0 => seconds(1 + draw(60)),
                _ => Time::MAX,
            },
            ..Request::new(1 + draw(nodes.len() as u64) as u32, requested, 0)
        };
        (request, Criterion::ALL[draw(5) as usize])
    });
    let queue: Vec<_> = queue.collect();
    let most = queue.iter().map(|(request, _)| request.nodes).max();
    let environment = Environment {
        request: Request::new(most.unwrap(), volume, 1),
        nodes,
        slots,
    };
    (environment, queue)
}

#[test]
fn batches_are_those_of_exact_fractions() {
    let mut random = Random::new(2018, 12);
    let (mut placed, mut parts, mut whole, mut filled) = (0, 0, 0, 0);
    for _ in 0..600 {
        let (environment, queue) = drawn(&mut random);
        let mut found = Vec::new();
        let left = environment.with(cuts_of(&queue), |domain, search| {
            let report = |_, window: Option<&Window<'_>>| found.push(window.map(OwnedWindow::from));
            search.batch(domain, &queue, report).unwrap();
            domain.slots().to_vec()
        });
        let mut slots = ticks_of(&environment.slots);
        slots.sort_unstable();
        for ((request, criterion), window) in queue.iter().zip(&found) {
            let expected = slowly(&environment.nodes, &slots, request, *criterion);
            let Some((start, end, nodes)) = &expected else {
                assert_eq!(*window, None, "{environment:?}");
                continue;
            };
            let window = window.as_ref().expect("there is one");
            assert_eq!(window.nodes, *nodes, "{environment:?}");
            check(window.start, *start);
            check(window.finish(), *end);
            slots = without(&slots, &(*start, *end, nodes.clone()));
            placed += 1;
            parts += usize::from(start % TICKS != 0);
            whole += usize::from(start % TICKS != 0 && end % TICKS == 0);
        }
        let left = left.unwrap();
        assert_eq!(left.len(), slots.len());
        for (slot, (start, node, end)) in left.iter().zip(&slots) {
            assert_eq!(slot.node, *node);
            check(slot.start, *start);
            check(slot.end, *end);
        }
        filled += usize::from(slots.is_empty());
    }
    // Enough that begin at parts of nanoseconds, and that end at whole ones all the same.
    assert!(placed > 5_000, "{placed}");
    assert!(parts > 2_000, "{parts}");
    assert!(whole > 200, "{whole}");
    assert!(filled > 10, "{filled}");
}
