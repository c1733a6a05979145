//! The examples of fixtures/papers/slots.md, 4.5, worked out on paper.

use super::*;

/// The nodes and slots of S1, with a budget.
fn environment(budget: u64) -> Environment {
    Environment::new(
        &[(6, 3, 2), (5, 2, 9), (3, 1, 4), (6, 5, 7)],
        &[(0, 0, 8), (0, 20, 60), (1, 5, 40), (2, 0, 100), (3, 10, 50)],
        Request::new(2, 60, budget),
    )
}

/// Start and finish in seconds, nodes counted from 1, cost and quality.
fn found(budget: u64, criterion: Criterion) -> (f64, f64, Vec<u32>, f64, f64) {
    let window = environment(budget).find(criterion).unwrap();
    let nodes = window.nodes.iter().map(|node| node + 1).collect();
    let finish = window.finish();
    let (cost, quality) = (window.cost.units(), window.quality.units());
    (
        window.start.seconds(),
        finish.seconds(),
        nodes,
        cost,
        quality,
    )
}

/// S1: all six, with a budget of 100.
#[test]
fn each_criterion_finds_its_window() {
    let expected = [
        (Criterion::FirstFit, (5.0, 25.0, vec![2, 3], 60.0, 13.0)),
        (Criterion::GroupFirst, (20.0, 30.0, vec![1, 4], 80.0, 9.0)),
        (Criterion::MinFinish, (10.0, 22.0, vec![2, 4], 84.0, 16.0)),
        (Criterion::MinRuntime, (20.0, 30.0, vec![1, 4], 80.0, 9.0)),
        (Criterion::MinCost, (20.0, 32.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MaxQ, (10.0, 22.0, vec![2, 4], 84.0, 16.0)),
    ];
    for (criterion, window) in expected {
        assert_eq!(found(100, criterion), window, "{criterion:?}");
    }
}

/// S4: with 70 the windows for 80 and 84 are too dear.
#[test]
fn a_budget_rules_windows_out() {
    let expected = [
        (Criterion::FirstFit, (5.0, 25.0, vec![2, 3], 60.0, 13.0)),
        (Criterion::GroupFirst, (20.0, 32.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MinFinish, (5.0, 25.0, vec![2, 3], 60.0, 13.0)),
        (Criterion::MinRuntime, (20.0, 32.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MinCost, (20.0, 32.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MaxQ, (5.0, 25.0, vec![2, 3], 60.0, 13.0)),
    ];
    for (criterion, window) in expected {
        assert_eq!(found(70, criterion), window, "{criterion:?}");
    }
}

/// A budget that is met exactly is met, also where the length is not a whole number of
/// nanoseconds: 60 units at 7 a second, for 7 a second, cost 60.
#[test]
fn costs_are_exact_where_lengths_are_rounded() {
    let mut environment = Environment::new(
        &[(7, 3, 1), (7, 4, 1)],
        &[(0, 0, 9), (1, 0, 9)],
        Request::new(2, 60, 60),
    );
    for criterion in Criterion::ALL {
        let window = environment.find(criterion);
        if criterion == Criterion::MaxQ {
            // 25.7 and 34.3 are 26 and 35 parts of 1, which is too much.
            assert_eq!(window, None);
            environment.request.scale = 7;
            assert!(environment.find(criterion).is_some());
            continue;
        }
        let window = window.unwrap();
        assert_eq!(window.cost, Cost::from_units(60));
        assert_eq!(window.length.round_up(), Duration(8_571_428_572));
        assert_eq!(window.length, Exact::ratio(60_000_000_000, 7));
    }
    environment.request.budget = Cost(environment.request.budget.0 - 1);
    assert_eq!(environment.find(Criterion::MinCost), None);
}
