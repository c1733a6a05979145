//! Windows that are cut out of the idle slots: alternatives and batches.

use super::exhaustive::drawn;
use super::*;
use cosched_core::random::Random;
use cosched_core::slots::{Alternatives, BatchResult, room_for, windows_for};

/// All alternatives and the best of them.
pub(super) fn alternatives(environment: &Environment) -> (Vec<OwnedWindow>, Option<Alternatives>) {
    let request = &environment.request;
    let most = windows_for(&environment.nodes, &environment.slots, request);
    let mut all = Vec::new();
    let best = environment.with(most * request.nodes as usize, |domain, search| {
        let report = |window: &Window<'_>| all.push(OwnedWindow::from(window));
        search
            .alternatives(domain, request, usize::MAX, report)
            .unwrap()
    });
    (all, best.unwrap())
}

/// Each is inside slots, and no node is in two at once.
fn check_apart(environment: &Environment, windows: &[OwnedWindow]) {
    let mut taken = Vec::new();
    for window in windows {
        let end = window.finish();
        for &node in &window.nodes {
            let inside =
                |slot: &Slot| slot.node == node && slot.start <= window.start && end <= slot.end;
            assert!(environment.slots.iter().any(inside), "{window:?}");
            taken.push((node, window.start, end));
        }
    }
    taken.sort_unstable();
    for pair in taken.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
    }
}

/// Rest of the slots once `windows` are cut out, instant by instant: slots begin and end at
/// whole seconds, or where windows do.
fn left(environment: &Environment, windows: &[OwnedWindow]) -> Vec<Slot> {
    let mut slots = environment.slots.clone();
    for window in windows {
        let end = window.finish();
        slots = slots
            .iter()
            .flat_map(|slot| {
                let cut = window.nodes.contains(&slot.node)
                    && slot.start <= window.start
                    && end <= slot.end;
                if cut {
                    vec![
                        Slot::new(slot.node, slot.start, window.start),
                        Slot::new(slot.node, end, slot.end),
                    ]
                } else {
                    vec![*slot]
                }
            })
            .filter(|slot| slot.start < slot.end)
            .collect();
    }
    slots.sort_by_key(|slot| (slot.start, slot.node));
    slots
}

/// fixtures/papers/slots.md, 4.5, S3.
#[test]
fn alternatives_by_hand() {
    let environment = Environment::new(
        &[(6, 3, 2), (5, 2, 9), (3, 1, 4), (6, 5, 7)],
        &[(0, 0, 8), (0, 20, 60), (1, 5, 40), (2, 0, 100), (3, 10, 50)],
        Request::new(2, 60, 100),
    );
    let (all, best) = alternatives(&environment);
    let all: Vec<(f64, Vec<u32>, f64)> = all
        .into_iter()
        .map(|one| (one.start.seconds(), one.nodes, one.cost.units()))
        .collect();
    assert_eq!(
        all,
        [
            (5.0, vec![1, 2], 60.0),
            (20.0, vec![0, 3], 80.0),
            (30.0, vec![0, 3], 80.0),
            (40.0, vec![0, 3], 80.0),
        ]
    );
    let best = best.unwrap();
    assert_eq!((best.count, best.earliest.index), (4, 0));
    assert_eq!(best.earliest.start, seconds(5).into());
    assert_eq!(best.first_done.finish(), seconds(25).into());
    assert_eq!(
        (best.shortest.index, best.shortest.length.round_up().0),
        (1, 10_000_000_000)
    );
    assert_eq!((best.cheapest.index, best.cheapest.cost.units()), (0, 60.0));
    assert_eq!((best.finest.index, best.finest.quality.units()), (0, 13.0));
}

#[test]
fn alternatives_are_apart_and_first_fits() {
    let mut random = Random::new(2018, 4);
    let mut several = 0;
    for round in 0..3_000 {
        let environment = drawn(&mut random, round % 2 == 0);
        let (all, best) = alternatives(&environment);
        check_apart(&environment, &all);
        assert_eq!(best.map_or(0, |best| best.count), all.len());
        // Each is the first fit in what those before it left.
        for index in 0..=all.len() {
            let rest = Environment {
                slots: left(&environment, &all[..index]),
                ..environment.clone()
            };
            let first = rest.find(Criterion::FirstFit);
            assert_eq!(first.as_ref(), all.get(index));
        }
        several += usize::from(all.len() > 1);
    }
    assert!(several > 1_000, "{several}");
}

#[test]
fn a_batch_is_placed_one_after_another() {
    let mut random = Random::new(2018, 5);
    let (mut placed, mut skipped) = (0, 0);
    for _ in 0..2_000 {
        let mut environment = drawn(&mut random, false);
        // The buffers must be enough for the most demanding request.
        environment.request.budget = Cost::from_units(300);
        environment.request.nodes = environment.nodes.len() as u32;
        let queue: Vec<(Request, Criterion)> = (0..6)
            .map(|_| {
                let request = Request {
                    nodes: 1 + random.below(environment.nodes.len() as u64) as u32,
                    budget: Cost::from_units(30 + random.below(270)),
                    ..environment.request
                };
                (request, Criterion::ALL[random.below(6) as usize])
            })
            .collect();
        let cuts = queue
            .iter()
            .map(|(request, _)| request.nodes as usize)
            .sum();
        let mut all = Vec::new();
        let (totals, rest) = environment
            .with(room_for(0, cuts), |domain, search| {
                let report =
                    |_, window: Option<&Window<'_>>| all.push(window.map(OwnedWindow::from));
                let totals = search.batch(domain, &queue, report).unwrap();
                (totals, domain.slots().to_vec())
            })
            .unwrap();
        let mut found = Vec::new();
        for ((request, criterion), window) in queue.iter().zip(&all) {
            let now = Environment {
                slots: left(&environment, &found),
                request: *request,
                ..environment.clone()
            };
            assert_eq!(now.find(*criterion), *window);
            found.extend(window.clone());
        }
        assert_eq!(rest, left(&environment, &found));
        check_apart(&environment, &found);
        let expected = BatchResult {
            found: found.len(),
            skipped: queue.len() - found.len(),
            cost: Cost(found.iter().map(|window| window.cost.0).sum()),
            finish: found
                .iter()
                .map(|window| window.finish().instant())
                .max()
                .unwrap_or_default(),
            quality: Quality(found.iter().map(|window| window.quality.0).sum()),
        };
        assert_eq!(totals, expected);
        placed += totals.found;
        skipped += totals.skipped;
    }
    assert!(placed > 2_000 && skipped > 2_000, "{placed} {skipped}");
}
