//! The memory of nodes against workings by hand, and against the engine.

use std::sync::Arc;

use cosched_core::engine::View;
use cosched_core::{Event, Sink};

use super::*;
use crate::base::progress::Progress;
use crate::load;
use crate::record::{Experiment, Run};
use crate::run::{choices, drive, simulate};

fn experiment(text: &str) -> Arc<Experiment> {
    let scenario = crate::scenario::parse(text, None).unwrap();
    Arc::new(load::prepare(&scenario, None, &Progress::default()).unwrap())
}

fn run(text: &str) -> Run {
    let experiment = experiment(text);
    let choice = &choices(&experiment.scenario)[0];
    let run = simulate(&experiment, choice, true, &Progress::default());
    run.unwrap().unwrap()
}

const LUBLIN: &str = "(machine: Cluster(nodes: 32, memory: 400),
    workload: Lublin(jobs: 300, load: 0.9, memory: Uniform), policies: [ScojoPect], seed: 5)";

/// Two jobs displace each other; worked out in the fixture.
#[test]
fn residents_are_those_worked_out_by_hand() {
    let run = run(include_str!(
        "../../../../../../fixtures/by_hand/slicing/two_jobs_displace_each_other.ron"
    ));
    let record = run.memory().unwrap();
    let mebibytes = |at| {
        let residents = record.residents_at(0, Time::from_seconds(at));
        let whole = residents
            .into_iter()
            .map(|(job, there)| (job, there.mebibytes()));
        let mut whole: Vec<_> = whole.collect();
        whole.sort_by_key(|(job, _)| *job);
        whole
    };
    for (from, until, expected) in [
        (0, 20, vec![(1, 6.0)]),
        (20, 40, vec![(0, 7.0), (1, 3.0)]),
        (40, 57, vec![(0, 4.0), (1, 6.0)]),
        (57, 60, vec![(0, 4.0)]),
        (60, 83, vec![(0, 7.0)]),
        (83, 90, vec![]),
    ] {
        assert_eq!(mebibytes(from), expected, "from {from}");
        assert_eq!(mebibytes(until - 1), expected, "until {until}");
        let total: f64 = expected.iter().map(|(_, there)| there).sum();
        assert_eq!(
            record.total_at(0, Time::from_seconds(from)).mebibytes(),
            total
        );
    }
    assert!(record.is_complete());
    assert_eq!(record.states(0).len(), 6);
    let paid = record
        .swap_outs()
        .iter()
        .map(|swap| (swap.job, swap.time, swap.at));
    let three = Duration::from_seconds(3);
    assert!(paid.eq([
        (1, three, Time::from_seconds(20)),
        (0, three, Time::from_seconds(40))
    ]));
}

#[test]
fn a_node_never_has_more_than_it_can_hold() {
    let run = run(LUBLIN);
    let record = run.memory().unwrap();
    let mut full = 0;
    for node in 0..record.nodes() {
        let states = record.states(node);
        assert!(states.is_sorted_by(|one, other| one.from < other.from));
        for state in states {
            let sum: u32 = state.residents().map(|(_, there)| there.0).sum();
            assert!(state.total <= record.capacity(), "{state:?}");
            // Each job's memory is rounded down.
            assert!(sum <= state.total.0 && state.total.0 - sum < 3, "{state:?}");
            full += usize::from(state.total == record.capacity());
        }
        assert!(states.last().is_some_and(|last| last.total == Memory::ZERO));
    }
    assert!(full > 100, "the nodes are short of memory: {full}");
}

/// The mean KiB on `node` from one second to another, state by state.
fn mean(record: &MemoryRecord, node: u32, from: f64, until: f64) -> f64 {
    let states = record.states(node);
    let parts = states.iter().enumerate().map(|(index, state)| {
        let low = state.from.seconds().max(from);
        let high = record.until(node, index).seconds().min(until);
        f64::from(state.total.0) * (high - low).max(0.0)
    });
    parts.sum::<f64>() / (until - from)
}

#[test]
fn means_are_those_of_states() {
    let run = run(LUBLIN);
    let record = run.memory().unwrap();
    let middle = record.end().seconds() / 2.0;
    // Columns wider and narrower than the bins of the grid.
    for span in [middle / 2.0, 40.0] {
        for node in 0..record.nodes() {
            let mut columns = [0.0; 10];
            record.add_means(node, middle, middle + 10.0 * span, &mut columns);
            for (index, found) in (0..10).map(f64::from).zip(columns) {
                let from = middle + index * span;
                let exact = mean(record, node, from, from + span);
                let tolerance = 0.002 * f64::from(record.capacity().0);
                assert!(
                    (exact - f64::from(found)).abs() < tolerance,
                    "{exact} {found}"
                );
            }
        }
    }
}

/// Records all nodes at every instant.
#[derive(Default)]
struct TotalsSink(Vec<(Time, Vec<Memory>)>);

impl Sink for TotalsSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        let Some(memory) = view.memory() else { return };
        if self.0.last().is_some_and(|(at, _)| *at == view.now()) {
            self.0.pop();
        }
        let totals = (0..32).map(|node| memory.resident(node));
        self.0.push((view.now(), totals.collect()));
    }
}

#[test]
fn no_change_is_missed() {
    for swapping in ["Exact", "Literal"] {
        let parameters = format!("parameters: (slicing: (swapping: {swapping})), seed: 5");
        let experiment = experiment(&LUBLIN.replace("seed: 5", &parameters));
        let mut sinks = (MemorySink::new(&experiment), TotalsSink::default());
        let choice = &choices(&experiment.scenario)[0];
        drive(
            &experiment,
            choice,
            &Progress::default(),
            &mut sinks,
            |_| (),
        )
        .unwrap();
        let (record, watch) = (sinks.0.into_record(), sinks.1);
        assert!(watch.0.len() > 1000);
        for (at, totals) in watch.0 {
            for (node, total) in (0..).zip(totals) {
                assert_eq!(record.total_at(node, at), total, "{swapping}: node {node}");
            }
        }
    }
}

#[test]
fn beyond_the_bound_totals_remain() {
    let experiment = experiment(LUBLIN);
    let keep = |most| {
        let mut sink = MemorySink::new(&experiment);
        sink.most = most;
        let choice = &choices(&experiment.scenario)[0];
        drive(&experiment, choice, &Progress::default(), &mut sink, |_| ()).unwrap();
        sink.into_record()
    };
    let (whole, part) = (keep(usize::MAX), keep(1000));
    assert!(whole.is_complete() && !part.is_complete());
    let count =
        |record: &MemoryRecord| -> usize { (0..32).map(|node| record.states(node).len()).sum() };
    assert!(count(&whole) > 2000);
    assert_eq!(count(&part), 1000);
    let coarse = part.coarse_from().unwrap();
    let before = Time(coarse.0 - 1);
    for node in 0..32 {
        assert_eq!(whole.state_at(node, before), part.state_at(node, before));
        assert_eq!(part.state_at(node, coarse), None);
        assert!(part.residents_at(node, coarse).is_empty());
        assert!(part.total_at(node, coarse) <= part.capacity());
        let end = part.end().seconds();
        let mut columns = [0.0; 7];
        part.add_means(node, 0.0, end, &mut columns);
        let column = |index: f64| [index, index + 1.0].map(|edge| end * edge / 7.0);
        for (index, coarse) in (0..7).zip(columns) {
            let [from, until] = column(f64::from(index));
            let exact = mean(&whole, node, from, until);
            let tolerance = 0.01 * f64::from(whole.capacity().0);
            assert!(
                (exact - f64::from(coarse)).abs() < tolerance,
                "{exact} {coarse}"
            );
        }
    }
}

#[test]
fn without_a_request_no_memory_is_kept() {
    let experiment = experiment(LUBLIN);
    let choice = &choices(&experiment.scenario)[0];
    let run = simulate(&experiment, choice, false, &Progress::default());
    let run = run.unwrap().unwrap();
    assert!(run.memory().is_none() && run.loads().is_empty());
    assert_eq!(run.overheads().len(), experiment.jobs.len());
}
