//! Explanations without a window, and errors.

use super::exhaustive::drawn;
use super::*;
use cosched_core::random::Random;
use cosched_core::slots::{NoWindowReason, idle_for, idle_slots};

pub(super) fn why(environment: &Environment) -> NoWindowReason {
    let request = &environment.request;
    let found = environment.with(0, |domain, search| search.explain(domain, request));
    found.unwrap().unwrap()
}

#[test]
fn explains_why_there_is_no_window() {
    let nodes = [(2, 3, 1), (4, 3, 1), (4, 3, 1)];
    let on = |slots: &[(u32, u64, u64)], nodes_asked, least, budget| {
        let request = Request {
            least: Performance::from_units(least),
            ..Request::new(nodes_asked, 40, budget)
        };
        let environment = Environment::new(&nodes, slots, request);
        for criterion in Criterion::ALL {
            assert_eq!(environment.find(criterion), None);
        }
        why(&environment).to_string()
    };
    let idle = [(0, 0, 30), (1, 0, 8), (1, 10, 20), (2, 8, 30)];
    assert_eq!(
        on(&idle, 3, 3, 900),
        "fewer nodes are fast enough than are asked for: 2"
    );
    assert_eq!(
        on(&[(0, 0, 30), (1, 0, 8), (2, 8, 30)], 2, 3, 900),
        "fewer of the nodes that are fast enough are ever idle at once than are asked for: 1"
    );
    assert_eq!(
        on(&idle, 3, 0, 900),
        "so many nodes are idle at once, but never for as long as they need, which is 20 s or more"
    );
    assert_eq!(
        on(&idle, 2, 3, 59),
        "the cheapest window costs 60, above the budget"
    );
}

/// The first reason that holds, found in another way.
#[test]
fn the_reason_is_the_right_one() {
    let mut random = Random::new(2018, 6);
    let mut seen = [0; 4];
    for _ in 0..6_000 {
        let mut environment = drawn(&mut random, false);
        environment.request.nodes = 1 + random.below(environment.nodes.len() as u64) as u32;
        environment.request.budget = Cost(environment.request.budget.0 / 3);
        if environment.find(Criterion::FirstFit).is_some() {
            continue;
        }
        let Environment {
            nodes,
            slots,
            request,
        } = &environment;
        let fast = |node: u32| nodes[node as usize].performance >= request.least;
        let capable = (0..nodes.len() as u32).filter(|&node| fast(node)).count() as u32;
        let at = |time: Exact| {
            let idle = slots.iter().filter(|slot| fast(slot.node));
            idle.filter(|slot| slot.start <= time && time < slot.end)
                .count() as u32
        };
        let together = slots.iter().map(|slot| at(slot.start)).max().unwrap();
        let mut rich = environment.clone();
        rich.request.budget = Cost::from_units(1_000_000);
        rich.request.scale = 1;
        let dear = plain::find(&rich, Criterion::MinCost, None);
        let (index, expected) = match dear {
            _ if capable < request.nodes => (0, NoWindowReason::TooFew { capable }),
            _ if together < request.nodes => (1, NoWindowReason::Apart { together }),
            None => {
                let mut by_speed: Vec<Performance> =
                    nodes.iter().map(|node| node.performance).collect();
                by_speed.sort_by(|one, other| other.cmp(one));
                let least = by_speed[request.nodes as usize - 1].time_for(request.volume);
                (2, NoWindowReason::TooShort { least })
            }
            Some(window) => (
                3,
                NoWindowReason::TooDear {
                    cheapest: window.cost,
                },
            ),
        };
        assert_eq!(why(&environment), expected, "{environment:?}");
        seen[index] += 1;
    }
    assert!(seen.iter().all(|times| *times > 50), "{seen:?}");
}

/// A node's cost of 25.7 counts as 26 parts of 1, and 34.3 as 35.
#[test]
fn a_budget_may_be_too_coarse() {
    let mut environment = Environment::new(
        &[(7, 3, 1), (7, 4, 1)],
        &[(0, 0, 9), (1, 0, 9)],
        Request::new(2, 60, 60),
    );
    let cheapest = Cost::from_units(60);
    assert_eq!(environment.find(Criterion::MaxQ), None);
    assert_eq!(why(&environment), NoWindowReason::TooCoarse { cheapest });
    environment.request.scale = 10;
    assert_eq!(environment.find(Criterion::MaxQ), None);
    environment.request.scale = 7;
    assert!(environment.find(Criterion::MaxQ).is_some());
}

/// Error of a domain or a request.
fn complaint(environment: &Environment) -> String {
    let request = &environment.request;
    let requested = environment.with(0, |domain, search| {
        search.find(domain, request, Criterion::MinCost).map(|_| ())
    });
    requested
        .and_then(|requested| requested)
        .unwrap_err()
        .to_string()
}

#[test]
fn names_errors() {
    let good = Environment::new(
        &[(2, 3, 1), (4, 3, 1)],
        &[(0, 0, 30)],
        Request::new(1, 40, 9),
    );
    let with_slots = |slots: &[(u32, u64, u64)]| {
        let bad = Environment::new(&[(2, 3, 1), (4, 3, 1)], slots, good.request);
        complaint(&bad)
    };
    assert_eq!(
        with_slots(&[(2, 0, 9)]),
        "a slot is of node 3; there are 2 nodes, counted from 1"
    );
    assert_eq!(
        with_slots(&[(1, 9, 4)]),
        "a slot of node 2 starts at 9 s and ends at 4 s; it must end later than it starts"
    );
    assert_eq!(
        with_slots(&[(0, 7, 9), (1, 0, 9), (0, 0, 8)]),
        "a slot of node 1 starts at 7 s, before the one ahead of it ends at 8 s; join them or end the one sooner"
    );
    assert_eq!(
        with_slots(&[(0, 0, 10_000_000_000)]),
        "a slot of node 1 ends at 10000000000 s; it must end within 292 years"
    );
    let mut bad = good.clone();
    bad.nodes[1].performance = Performance::ZERO;
    assert_eq!(
        complaint(&bad),
        "node 2 has a performance of 0; it must be above 0"
    );
    let with = |change: fn(&mut Request)| {
        let mut bad = good.clone();
        change(&mut bad.request);
        complaint(&bad)
    };
    assert_eq!(
        with(|request| request.nodes = 0),
        "0 nodes are asked for; at least 1 is needed"
    );
    assert_eq!(
        with(|request| request.nodes = 3),
        "3 nodes are asked for; there are 2: ask for fewer"
    );
    assert_eq!(
        with(|request| request.volume.0 = 0),
        "the volume is 0; it must be above 0"
    );
    assert_eq!(
        with(|request| request.scale = 0),
        "the scale of the budget is 0; it must be at least 1"
    );
    let mut bad = good.clone();
    bad.request.nodes = 2;
    bad.nodes[0].price.0 = u64::MAX / 2 + 1;
    assert_eq!(
        complaint(&bad),
        "the prices of 2 nodes may add up to more than 18 446 744 073 a second; count in a larger unit"
    );
    let mut bad = good.clone();
    bad.nodes[0].quality.0 = u64::MAX;
    assert_eq!(
        complaint(&bad),
        "the qualities of 1 nodes may add up to more than 1 152 921 504; count in a larger unit"
    );
}

/// Each buffer one entry short.
#[test]
fn names_the_buffer_that_is_too_small() {
    let environment = Environment::new(
        &[(2, 3, 1), (4, 3, 1)],
        &[(0, 0, 30), (1, 0, 30)],
        Request::new(2, 40, 900),
    );
    type Shorten = fn(&mut cosched_core::slots::SearchBuffers<'_>);
    fn short<T>(buffer: &mut &mut [T]) {
        let whole = core::mem::take(buffer);
        *buffer = &mut whole[1..];
    }
    let each: [(Shorten, &str); 9] = [
        (
            |buffers| short(&mut buffers.live),
            "`live` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.prices),
            "`prices` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.price_words),
            "`price_words` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.chosen),
            "`chosen` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.scores),
            "`scores` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.score_words),
            "`score_words` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.items),
            "`items` holds 1 entries, 2",
        ),
        (
            |buffers| short(&mut buffers.table),
            "`table` holds 1801 entries, 1802",
        ),
        (
            |buffers| short(&mut buffers.taken),
            "`taken` holds 29 entries, 30",
        ),
    ];
    for (shorten, said) in each {
        let error = environment.with(0, |domain, _| {
            let mut boxed = boxed(2, &environment.request);
            let mut buffers = boxed.as_buffers();
            shorten(&mut buffers);
            let mut search = Search::new(buffers);
            let found = search.find(domain, &environment.request, Criterion::MaxQ);
            found.map(|_| ()).unwrap_err().to_string()
        });
        assert_eq!(error.unwrap(), format!("buffer {said} are needed"));
    }
    let error = environment.with(2, |domain, search| {
        let found = search.alternatives(domain, &environment.request, 2, |_| ());
        found.unwrap_err().to_string()
    });
    let said = "buffer `by_start` holds 4 entries, 6 are needed";
    assert_eq!(error.unwrap(), said);
    let queue = [(environment.request, Criterion::MinCost); 2];
    let error = environment.with(3, |domain, search| {
        let found = search.batch(domain, &queue, |_, _| ());
        found.unwrap_err().to_string()
    });
    assert_eq!(
        error.unwrap(),
        "buffer `by_start` holds 5 entries, 6 are needed"
    );
}

/// Only idle time can be taken, and nothing is if a part cannot be.
#[test]
fn only_idle_time_can_be_taken() {
    let environment = Environment::new(
        &[(2, 3, 1), (4, 3, 1)],
        &[(0, 0, 30), (1, 0, 20)],
        Request::new(2, 40, 900),
    );
    let window = |length, nodes| Window {
        start: seconds(5).into(),
        length: Duration::from_seconds(length).into(),
        performance: Performance::from_units(2),
        cost: Cost::ZERO,
        quality: Quality::ZERO,
        nodes,
    };
    environment
        .with(4, |domain, _| {
            let error = domain.take(&window(16, &[0, 1])).unwrap_err().to_string();
            assert_eq!(
                error,
                "node 2 is not idle for 16 s from 5 s on; only idle time can be taken"
            );
            assert!(domain.take(&window(15, &[0, 0])).is_err());
            assert!(domain.take(&window(15, &[0, 2])).is_err());
            assert_eq!(domain.slots(), environment.slots);
            domain.take(&window(15, &[0, 1])).unwrap();
            let left = [(0, 0, 5), (1, 0, 5), (0, 20, 30)];
            let left = left.map(|(node, start, end)| Slot::new(node, seconds(start), seconds(end)));
            assert_eq!(domain.slots(), left);
        })
        .unwrap();
}

/// By instants: a node is idle at each where nothing of it is booked.
#[test]
fn idle_time_is_the_complement_of_bookings() {
    let mut random = Random::new(2018, 7);
    for _ in 0..2_000 {
        let (nodes, horizon) = (1 + random.below(4), 5 + random.below(30));
        let mut booked = Vec::new();
        for node in 0..nodes {
            let mut at = random.below(6);
            for _ in 0..random.below(5) {
                let end = at + 1 + random.below(8);
                booked.push(Slot::new(node as u32, Time(at), Time(end)));
                at = end + random.below(5);
            }
        }
        booked.reverse();
        let mut idle = vec![Slot::EMPTY; idle_for(nodes as usize, booked.len())];
        let found = idle_slots(nodes as usize, &mut booked, Time(horizon), &mut idle).unwrap();
        let idle = &idle[..found];
        assert!(idle.is_sorted_by_key(|slot| (slot.start, slot.node)));
        let covers = |slots: &[Slot], node: u32, time: Time| {
            let of = |slot: &&Slot| {
                slot.node == node && slot.start.instant() <= time && time < slot.end.instant()
            };
            slots.iter().filter(of).count()
        };
        for node in 0..nodes as u32 {
            for time in (0..60).map(Time) {
                let free = time < Time(horizon) && covers(&booked, node, time) == 0;
                assert_eq!(covers(idle, node, time), usize::from(free));
            }
            // Maximal: none begins where another ends.
            let own: Vec<&Slot> = idle.iter().filter(|slot| slot.node == node).collect();
            assert!(own.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
    let twice = [(0, 5), (4, 6)].map(|(start, end)| Slot::new(0, Time(start), Time(end)));
    assert!(idle_slots(1, &mut twice.clone(), Time(9), &mut [Slot::EMPTY; 3]).is_err());
    let error = idle_slots(1, &mut twice.clone(), Time(9), &mut [Slot::EMPTY; 2]);
    let said = "buffer `idle` holds 2 entries, 3 are needed";
    assert_eq!(error.unwrap_err().to_string(), said);
}
