//! Counted starts and places against those of the engine, on random machines, queues and limits.

use std::sync::Arc;

use cosched_core::machine::cluster::{Amounts, ClusterRequest, LimitTables, Limits, NodeUnits};
use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

use super::super::first_starts::by_engine;
use super::super::state::NEXT;
use super::*;
use crate::base::progress::Progress;
use crate::record::JobLabel;
use crate::run::explain::holders::holders_of_each;
use crate::run::simulate;
use crate::scenario::Parameters;
use crate::scenario::cluster::OwnerLimits;
use crate::scenario::moldable::Deadlines;

const SECOND: u64 = 1_000_000_000;

fn easy() -> Choice {
    let usual = Parameters::default();
    Choice::plain(PolicyName::Easy, &usual)
}

/// Limits on as many owners of each kind; one in three has none.
fn limits(random: &mut Random, owners: u64, units: u32) -> OwnerLimits {
    let mut table = || {
        let each = (0..owners).map(|_| match random.below(3) {
            0 => Limits::NONE,
            1 => Limits {
                running: 1 + random.below(4) as u32,
                ..Limits::NONE
            },
            // Nobody asks for more than it may ever have.
            _ => Limits {
                nodes: units + random.below(u64::from(units)) as u32,
                ..Limits::NONE
            },
        });
        each.collect::<Vec<_>>()
    };
    let tables = [table(), table(), table(), table()];
    // Each account is below one behind it.
    let parents = (1..owners as u32).chain([LimitTables::TOP]).collect();
    OwnerLimits {
        tables,
        parents,
        ..OwnerLimits::default()
    }
}

/// A future of some who run, many who wait and some who come later, on some nodes.
fn future(random: &mut Random, waiting: u64) -> Experiment {
    let widest = 1 + random.below(12) as u32;
    let nodes = 2 * widest + random.below(20) as u32;
    let owners = 1 + random.below(6);
    let request = |random: &mut Random, units: u32| {
        // Some have no limits at all.
        let mut one = || random.below(owners + 1) as u32;
        ClusterRequest {
            user: one(),
            account: one(),
            qos: one(),
            user_of_qos: one(),
            ..ClusterRequest::nodes(units, Amounts::new(1, 0, 0))
        }
    };
    let (mut jobs, mut requests, mut places, mut used) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut later = 0;
    for index in 0..waiting + random.below(40) {
        let units = 1 + random.below(u64::from(widest)) as u32;
        let (limit, part) = (1 + random.below(50), 1 + random.below(4));
        let runs = index < 6 && used + units <= nodes;
        let is_late = index > waiting;
        later += if is_late { random.below(5) } else { 0 };
        let submit = match (runs, is_late) {
            (true, _) => Time::ZERO,
            (_, false) => NEXT,
            _ => NEXT.after(Duration(SECOND * later)),
        };
        if runs && places.len() == index as usize {
            let own = used..used + units;
            places.push(own.map(|node| NodeUnits { node, units: 1 }).collect());
            used += units;
        } else if submit == Time::ZERO {
            continue;
        }
        let estimate = Duration(SECOND * limit);
        let spec = JobSpec::exact(submit, Duration(SECOND * limit.div_ceil(part)), units);
        jobs.push(spec.with_estimate(estimate));
        requests.push(request(random, units));
    }
    let limits = limits(random, owners, widest);
    let mut cluster = ClusterData::of_units(nodes, requests, limits).unwrap();
    cluster.running_places = places;
    let text = format!(
        "(machine: Cluster(nodes: {nodes}), policies: [Easy], workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))"
    );
    let scenario = crate::scenario::parse(&text, None).unwrap();
    let plain = crate::load::prepare(&scenario, None, &Progress::default()).unwrap();
    Experiment {
        cluster: Some(cluster),
        labels: (1..).map(JobLabel::numbered).take(jobs.len()).collect(),
        jobs,
        ..plain
    }
}

/// Starts of all from the `first` on in `future`, which are the same as counted and by the engine.
fn starts_both_ways(future: &Experiment, first: usize, round: u32) -> Vec<f64> {
    let jobs = first..future.jobs.len();
    let counted = starts_of(future, &easy(), jobs.clone()).expect("counted");
    let counted: Vec<f64> = counted.into_iter().map(Time::seconds).collect();
    let engine = by_engine(future, &easy(), jobs).unwrap();
    assert_eq!(counted, engine, "round {round}");
    engine
}

/// Of many queues, short ones and such as are searched by bounds of many leaves.
#[test]
fn counted_starts_are_those_of_the_engine() {
    let mut random = Random::new(12, 7);
    let mut held = 0;
    for round in 0..300 {
        let waiting = if round % 20 == 0 { 600 } else { 30 };
        let future = future(&mut random, waiting);
        let first = future.cluster.as_ref().unwrap().running_places.len();
        let engine = starts_both_ways(&future, first, round);
        let mut free = future.clone();
        free.cluster.as_mut().unwrap().limits = OwnerLimits::default();
        let jobs = first..future.jobs.len();
        held += u32::from(by_engine(&free, &easy(), jobs).unwrap() != engine);
    }
    assert!(held > 200, "limits decide too little: {held}");
}

/// Random queues without owners, on nodes that are no cluster.
#[test]
fn counted_starts_on_equal_nodes_are_those_of_the_engine() {
    let mut random = Random::new(12, 10);
    let mut passed = 0;
    for round in 0..300 {
        let waiting = if round % 20 == 0 { 600 } else { 30 };
        let mut future = future(&mut random, waiting);
        let cluster = future.cluster.take();
        let first = cluster.unwrap().running_places.len();
        let engine = starts_both_ways(&future, first, round);
        passed += u32::from(!engine.is_sorted());
    }
    assert!(passed > 200, "too few queues are backfilled: {passed}");
}

/// Few kinds of jobs, so that most wait behind others of their kind, and more of an owner who has a limit.
#[test]
fn counted_starts_of_few_kinds_are_those_of_the_engine() {
    let mut random = Random::new(12, 11);
    for round in 0..100 {
        let mut future = future(&mut random, 150);
        let cluster = future.cluster.as_mut().unwrap();
        let first = cluster.running_places.len();
        let widest = 1 + random.below(2) as u32;
        let requests = cluster.requests.iter_mut();
        for (job, request) in future.jobs.iter_mut().zip(requests).skip(first) {
            let units = job.nodes.min(widest);
            let limit = Duration(SECOND * [7, 20][random.below(2) as usize]);
            *job = JobSpec::exact(job.submit, limit.min(job.runtime), units).with_estimate(limit);
            *request = ClusterRequest {
                user: request.user % 2,
                account: 0,
                qos: 0,
                user_of_qos: 0,
                ..ClusterRequest::nodes(units, Amounts::new(1, 0, 0))
            };
        }
        starts_both_ways(&future, first, round);
    }
}

#[test]
fn counted_segments_have_the_holders_of_the_engine() {
    let mut random = Random::new(12, 8);
    for round in 0..100 {
        let future = Arc::new(future(&mut random, 40));
        let (outcomes, segments) = segments(&future, &easy()).unwrap();
        let run = simulate(&future, &easy(), true, &Progress::default());
        let run = run.unwrap().unwrap();
        assert_eq!(outcomes, run.outcomes, "round {round}");
        let holders = |segments| holders_of_each(segments, outcomes.len(), NEXT, &|row| row);
        assert_eq!(holders(&segments), holders(&run.segments), "round {round}");
    }
}

#[test]
fn what_is_more_than_numbers_is_left_to_the_engine() {
    let mut random = Random::new(12, 9);
    let whole = future(&mut random, 20);
    let is_counted =
        |future: &Experiment, choice: &Choice| starts_of(future, choice, 8..9).is_some();
    assert!(is_counted(&whole, &easy()));
    let mut fcfs = easy();
    fcfs.policy = PolicyName::Fcfs;
    assert!(!is_counted(&whole, &fcfs));
    let mut by_depth = easy();
    by_depth.parameters.depth = Some(3);
    assert!(!is_counted(&whole, &by_depth));
    let mut refusing = easy();
    refusing.parameters.molding.deadlines = Deadlines::Hard;
    assert!(!is_counted(&whole, &refusing));
    let changed = |change: &dyn Fn(&mut ClusterData)| {
        let mut future = whole.clone();
        change(future.cluster.as_mut().unwrap());
        !is_counted(&future, &easy())
    };
    assert!(changed(&|cluster| cluster.requests[9].whole_nodes = true));
    assert!(changed(
        &|cluster| cluster.requests[9].each = Amounts::new(1, 1, 0)
    ));
    assert!(changed(&|cluster| cluster.limits.licences = vec![1]));
    assert!(changed(&|cluster| cluster.layout.partitions.clear()));
    let mut future = whole.clone();
    future.cluster = None;
    assert!(segments(&future, &easy()).is_none());
    future.jobs[9].nodes = future.nodes + 1;
    assert!(!is_counted(&future, &easy()));
}
