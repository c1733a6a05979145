//! Equal nodes and unlimited budgets: where windows are conservative backfilling, and where
//! not.

use super::*;
use crate::common::{Buffers as Others, Choice};
use crate::slots::seconds;
use cosched_core::policy::Order;
use cosched_core::random::Random;

/// Starts of jobs (submission, size, runtime): windows by FirstFit, and conservative
/// backfilling.
fn starts(nodes: u32, listed: &[(u64, u32, u64)]) -> [Vec<Time>; 2] {
    let requested: Vec<SlotJob> = listed
        .iter()
        .map(|&(submit, size, runtime)| {
            let request = at_any_price(size, runtime);
            (seconds(submit), request, Criterion::FirstFit)
        })
        .collect();
    let equal = vec![Node::new(1, 1, 1); nodes as usize];
    let (windows, placed) = run(&equal, &requested, seconds(1_000_000));
    assert_eq!(placed.skipped, 0);
    let windows = windows
        .into_iter()
        .flatten()
        .map(|window| window.start.instant());
    let (specs, _) = jobs(&requested);
    let mut others = Others::new(specs.len());
    let mut policy = others.policy(Choice::Conservative(Order::Submitted, usize::MAX));
    let times = common::run(Setup::cluster(&specs, nodes), &mut policy, &mut ());
    let conservative = times.into_iter().map(|(start, _)| start);
    [windows.collect(), conservative.collect()]
}

/// Jobs of one length that are submitted together start at multiples of it under
/// both: between two of them the same nodes are idle all along, so that it is
/// enough to count them. On a machine of one node, or for jobs that take all nodes,
/// there is nothing to choose at all, whenever they are submitted.
#[test]
fn windows_are_reservations_where_counting_nodes_is_enough() {
    let mut random = Random::new(2001, 11);
    for round in 0..600 {
        let mut draw = |bound: u64| random.below(bound);
        let nodes = if round % 3 == 1 {
            1
        } else {
            1 + draw(9) as u32
        };
        let length = 1 + draw(20);
        let mut submit = 0;
        let jobs = (0..1 + draw(30)).map(|_| match round % 3 {
            0 => (0, 1 + draw(u64::from(nodes)) as u32, length),
            _ => {
                submit += draw(15);
                (submit, nodes, 1 + draw(20))
            }
        });
        let jobs: Vec<_> = jobs.collect();
        let [windows, conservative] = starts(nodes, &jobs);
        assert_eq!(windows, conservative, "{nodes} nodes: {jobs:?}");
    }
}

/// Three nodes: the first is idle from 1 s to 2 s, before the fourth job has it and the
/// second, and the third is idle from 2 s on. By numbers, one is idle from 1 s on, which is
/// enough for conservative backfilling. But a window is on the same nodes all along.
#[test]
fn a_window_needs_the_same_nodes_all_along() {
    let jobs = [(0, 1, 1), (0, 1, 2), (0, 1, 2), (0, 2, 1), (0, 1, 2)];
    let [windows, conservative] = starts(3, &jobs);
    assert_eq!(windows, [0, 0, 0, 2, 2].map(seconds));
    assert_eq!(conservative, [0, 0, 0, 2, 1].map(seconds));
}
