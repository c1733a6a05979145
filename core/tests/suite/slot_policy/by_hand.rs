//! Worked out on paper, on the nodes of fixtures/papers/slots.md, 4.5, S1.

use super::*;
use crate::slots::seconds;
use cosched_core::PolicyError;
use cosched_core::engine::Policy;
use cosched_core::error::CapacityError;

/// Performance, price and quality; all idle until 100 s.
fn cluster() -> [Node; 4] {
    [(6, 3, 2), (5, 2, 9), (3, 1, 4), (6, 5, 7)].map(|(p, c, q)| Node::new(p, c, q))
}

/// Start and finish in seconds, nodes counted from 1, cost and quality.
type WindowFigures = (f64, f64, Vec<u32>, f64, f64);

/// Two nodes that do 60 units each, by 100 s: submission, budget, criterion.
fn windows(requested: &[(u64, u64, Criterion)]) -> Vec<Option<WindowFigures>> {
    let requested: Vec<SlotJob> = requested
        .iter()
        .map(|&(submit, budget, by)| (seconds(submit), Request::new(2, 60, budget), by))
        .collect();
    let (windows, _) = run(&cluster(), &requested, seconds(100));
    let owned = |window: OwnedWindow| {
        let finish = window.finish();
        let nodes = window.nodes.iter().map(|node| node + 1).collect();
        let (cost, quality) = (window.cost.units(), window.quality.units());
        (
            window.start.seconds(),
            finish.seconds(),
            nodes,
            cost,
            quality,
        )
    };
    windows
        .into_iter()
        .map(|window| window.map(owned))
        .collect()
}

/// Group 6 takes 10 s: {1, 4} for 80. Group 5 takes 12 s: {1, 2} for 60, {2, 4} for
/// 84. Group 3 takes 20 s: {2, 3} for 60. All could begin at 0.
#[test]
fn each_criterion_has_its_window() {
    let fastest = (0.0, 10.0, vec![1, 4], 80.0, 9.0);
    let expected = [
        (Criterion::FirstFit, fastest.clone()),
        (Criterion::GroupFirst, fastest.clone()),
        (Criterion::MinFinish, fastest.clone()),
        (Criterion::MinRuntime, fastest),
        (Criterion::MinCost, (0.0, 12.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MaxQ, (0.0, 12.0, vec![2, 4], 84.0, 16.0)),
    ];
    for (criterion, window) in expected {
        assert_eq!(
            windows(&[(0, 100, criterion)]),
            [Some(window)],
            "{criterion:?}"
        );
    }
}

/// Nodes 1 and 4 are taken until 10 s. Then 2 and 3 are the first available, 1 and 2 are as
/// cheap and in a faster group, and 1 and 4 are the fastest.
#[test]
fn a_second_job_gets_what_is_left() {
    let expected = [
        (Criterion::FirstFit, (0.0, 20.0, vec![2, 3], 60.0, 13.0)),
        (Criterion::MinCost, (10.0, 22.0, vec![1, 2], 60.0, 11.0)),
        (Criterion::MinRuntime, (10.0, 20.0, vec![1, 4], 80.0, 9.0)),
    ];
    for (criterion, window) in expected {
        let all = windows(&[(0, 100, Criterion::FirstFit), (0, 100, criterion)]);
        assert_eq!(all[1], Some(window), "{criterion:?}");
    }
}

/// The cheapest window costs 60. The next job is served as if none had been refused.
#[test]
fn a_job_that_cannot_pay_is_refused() {
    let all = windows(&[
        (0, 59, Criterion::MinCost),
        (0, 60, Criterion::MinCost),
        (1, 59, Criterion::FirstFit),
    ]);
    assert_eq!(all, [None, Some((0.0, 12.0, vec![1, 2], 60.0, 11.0)), None]);
}

/// All is idle from 0 on, but it is 7 s.
#[test]
fn no_window_begins_in_the_past() {
    let all = windows(&[
        (7, 100, Criterion::FirstFit),
        (8, 100, Criterion::FirstFit),
        (9, 100, Criterion::MinRuntime),
    ]);
    let expected = [
        (7.0, 17.0, vec![1, 4], 80.0, 9.0),
        (8.0, 28.0, vec![2, 3], 60.0, 13.0),
        (17.0, 27.0, vec![1, 4], 80.0, 9.0),
    ];
    assert_eq!(all, expected.map(Some));
}

/// At 90 s the fastest nodes are done at the horizon; a second later none is.
#[test]
fn no_window_ends_behind_the_horizon() {
    let last = Some((90.0, 100.0, vec![1, 4], 80.0, 9.0));
    assert_eq!(windows(&[(90, 100, Criterion::MinCost)]), [last]);
    assert_eq!(windows(&[(91, 100, Criterion::MinCost)]), [None]);
    assert_eq!(windows(&[(200, 100, Criterion::MinCost)]), [None]);
}

/// A second job that waits for node 2 is passed by a third that need not wait.
#[test]
fn a_job_passes_one_that_waits_for_its_window() {
    let nodes = [Node::new(1, 1, 0), Node::new(2, 1, 0)];
    let requested = [
        (Time::ZERO, at_any_price(1, 20), Criterion::MinRuntime),
        (Time::ZERO, at_any_price(2, 10), Criterion::FirstFit),
        (Time::ZERO, at_any_price(1, 10), Criterion::FirstFit),
    ];
    let (windows, placed) = run(&nodes, &requested, seconds(50));
    let starts = windows
        .iter()
        .flatten()
        .map(|window| window.start.instant());
    let starts: Vec<Time> = starts.collect();
    assert_eq!(starts, [seconds(0), seconds(10), seconds(0)]);
    // 10 s of one, 10 s of both, 10 s of the slow one.
    assert_eq!((placed.cost.units(), placed.finish), (40.0, seconds(20)));
}

/// A volume of 1 on a node of performance 3 takes a third of a second, reported rounded up,
/// and a budget of a third is just enough where it is rounded up as well.
#[test]
fn lengths_are_reported_rounded_up() {
    let request = Request {
        budget: Cost(333_333_334),
        ..Request::new(1, 1, 0)
    };
    let requested = [(Time(5), request, Criterion::FirstFit); 2];
    let (windows, placed) = run(&[Node::new(3, 1, 0)], &requested, seconds(9));
    let starts = windows
        .iter()
        .flatten()
        .map(|window| window.start.instant().0);
    assert_eq!(starts.collect::<Vec<_>>(), [5, 333_333_339]);
    assert_eq!(placed.cost, Cost(2 * 333_333_334));
}

/// Three thirds of a second are one, and there is no room for a fourth.
#[test]
fn windows_that_fill_a_node_end_with_it() {
    let requested = [(Time::ZERO, at_any_price(1, 1), Criterion::FirstFit); 4];
    let (windows, placed) = run(&[Node::new(3, 1, 0)], &requested, seconds(1));
    assert_eq!((placed.found, placed.skipped), (3, 1));
    assert_eq!(placed.finish, seconds(1));
    let thirds = [0, 333_333_334, 666_666_667].map(Time);
    let starts = windows
        .iter()
        .flatten()
        .map(|window| window.start.instant());
    assert_eq!(starts.collect::<Vec<_>>(), thirds);
}

/// Sevenths of 60 s, one job after another, and one more that is submitted in the
/// nanosecond in which the second ends: all are done at 60 s.
#[test]
fn jobs_that_follow_one_another_do_not_drift() {
    let mut requested = [(Time::ZERO, at_any_price(1, 60), Criterion::FirstFit); 8];
    requested[6].0 = Time(17_142_857_143);
    requested[7].0 = Time(17_142_857_143);
    let (windows, placed) = run(&[Node::new(7, 1, 0)], &requested, seconds(60));
    assert_eq!((placed.found, placed.finish), (7, seconds(60)));
    assert_eq!(windows[6].as_ref().unwrap().finish(), seconds(60).into());
}

/// A cost out of range is accepted without a limit.
#[test]
fn without_a_limit_nothing_is_too_dear() {
    let node = [Node::new(1, 10_000_000_000, 0)];
    let requested = [(Time::ZERO, at_any_price(1, 1_000), Criterion::MinCost)];
    let (windows, placed) = run(&node, &requested, seconds(2_000));
    assert_eq!((windows.len(), placed.cost), (1, Cost::MAX));
    let least = Request {
        budget: Cost(u64::MAX - 1),
        ..at_any_price(1, 1_000)
    };
    let (windows, _) = run(
        &node,
        &[(Time::ZERO, least, Criterion::MinCost)],
        seconds(2_000),
    );
    assert_eq!(windows, [None]);
}

#[test]
fn errors_are_found_beforehand() {
    let one = [(Time::ZERO, Request::new(1, 1, 9), Criterion::MinCost)];
    let slow = wrong(&[Node::new(0, 1, 1)], &one, seconds(9));
    assert_eq!(slow, SlotsError::NoPerformance { node: 0 });
    let nodes = [Node::new(1, 1, 1)];
    let horizon = wrong(&nodes, &one, Time::ZERO);
    assert!(matches!(horizon, SlotsError::Empty { .. }));
    assert!(matches!(
        wrong(&nodes, &one, Time::MAX),
        SlotsError::TooLate { .. }
    ));
    let nothing = [(Time::ZERO, Request::new(1, 0, 9), Criterion::MinCost)];
    assert_eq!(wrong(&nodes, &nothing, seconds(9)), SlotsError::NoVolume);
    let (specs, requests) = jobs(&one);
    let plain = Setup::cluster(&specs, 1);
    let mut buffers = Buffers::new(1, &requests);
    let policy = Slots::new(&plain, &nodes, &requests, seconds(9), buffers.buffers());
    let missing = CapacityError {
        buffer: "molds",
        needed: 1,
        capacity: 0,
    };
    assert_eq!(policy.unwrap_err(), SlotsError::Capacity(missing));
}

#[test]
fn windows_made_for_other_nodes_jobs_or_without_molds() {
    let nodes = cluster();
    let of = |jobs: usize| vec![(Time::ZERO, Request::new(2, 60, 900), Criterion::MinCost); jobs];
    let (two, three) = (jobs(&of(2)), jobs(&of(3)));
    let (molds_of_two, molds_of_three) = (molds(&two.0), molds(&three.0));
    let own = setup(&two.0, &molds_of_two, 4);
    let mut buffers = Buffers::new(4, &two.1);
    let policy = Slots::new(&own, &nodes, &two.1, seconds(9), buffers.buffers()).unwrap();
    let check = |setup: Setup<'_>| policy.check(&setup).unwrap_err();
    let of_three = PolicyError::Jobs {
        made_for: 2,
        workload: 3,
    };
    assert_eq!(check(setup(&three.0, &molds_of_three, 4)), of_three);
    let on_three = PolicyError::Nodes {
        expected: 4,
        machine: 3,
    };
    assert_eq!(check(setup(&two.0, &molds_of_two, 3)), on_three);
    assert_eq!(check(setup(&two.0, &[], 4)), PolicyError::NoMolds);
}
