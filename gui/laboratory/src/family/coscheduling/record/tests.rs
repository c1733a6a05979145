//! Records of quanta, worked out by hand.

use cosched_core::engine::{Detail, QuantumUse};
use cosched_core::{JobId, Sink, Time};

use super::sink::QuantumSink;
use super::{QuantumRecord, Row};
use crate::record::Run;
use crate::run::sample::simulated as run;
use crate::scenario::coscheduling::GrainClass;

fn record(run: &Run) -> &QuantumRecord {
    run.quanta().unwrap()
}

/// Four nodes, quanta of 1 s, 0.25 s a switch. [0, 1): job 1 on 4 nodes loses a quarter. [1, 2):
/// job 2 on 2 nodes, for the first time, needs half a second; two nodes are idle. Alone in [2, 3),
/// job 1 was not in the quantum before; it needs the rest, a quarter of a second.
#[test]
fn quanta_have_their_uses_by_hand() {
    let run = run(
        "(machine: Cluster(nodes: 4), policies: [Gang], workload: Jobs([
        (submit: 0, runtime: 1, nodes: 4), (submit: 0, runtime: 0.5, nodes: 2)]),
        parameters: (coscheduling: (quantum: 1, switch: 0.25)))",
    );
    let shares = record(&run).quanta.iter().map(|quantum| quantum.shares(4));
    assert_eq!(
        shares.collect::<Vec<_>>(),
        [
            [0.75, 0.0, 0.25, 0.0, 0.0],
            [0.25, 0.0, 0.125, 0.125, 0.5],
            [0.25, 0.0, 0.25, 0.5, 0.0]
        ]
    );
    let total = record(&run).total();
    assert_eq!((total.useful, total.switching), (5.0, 2.5));
    assert_eq!(record(&run).quantum_at(Time::from_seconds(3)), None);
    let second = record(&run).quantum_at(Time(1_999_999_999)).unwrap();
    assert_eq!(second.from, Time::from_seconds(1));
}

/// fixtures/papers/agile.md, 3.7, F2: in every other quantum the process on node 1 runs
/// alone. In those between, node 0 catches up while node 1 spins; in the last of
/// them it does not, as its process is done.
#[test]
fn spinning_is_seen() {
    let run = run(
        "(machine: Cluster(nodes: 2), policies: [Flexible], workload: Jobs([
        (submit: 0, runtime: 3, nodes: 1, grain: Fine),
        (submit: 0, runtime: 3, nodes: 2, grain: Coarse, barrier: 1)]),
        parameters: (coscheduling: (quantum: 1, alternates: false, unify: false)))",
    );
    let quanta = record(&run).quanta.iter();
    let seconds: Vec<_> = quanta.map(|one| (one.useful, one.spinning)).collect();
    assert_eq!(
        seconds,
        [
            (2.0, 0.0),
            (1.0, 1.0),
            (2.0, 0.0),
            (1.0, 1.0),
            (2.0, 0.0),
            (1.0, 0.0)
        ]
    );
    assert_eq!(run.spun, 2.0);
}

/// A job on two of three nodes uses half of each: under every policy a third of the machine is
/// useful and two thirds are idle. Under flexible coscheduling another may use what it leaves: then
/// two thirds are useful.
#[test]
fn the_use_of_a_medium_job_does_not_depend_on_the_policy() {
    let shares = |policy, more| {
        let run = run(&format!(
            "(machine: Cluster(nodes: 3), policies: [{policy}], workload: Jobs([
            (submit: 0, runtime: 2, nodes: 2, grain: Medium, utilisation: 0.5){more}]),
            parameters: (coscheduling: (quantum: 1)))"
        ));
        let all = record(&run).quanta.iter();
        all.map(|quantum| quantum.shares(3)).collect::<Vec<_>>()
    };
    let third = 1.0 / 3.0;
    for policy in ["Gang", "Flexible", "Agile"] {
        let found = shares(policy, "");
        assert_eq!(found.len(), 2);
        for [useful, spinning, switching, unused, idle] in found {
            assert_eq!(
                [useful, spinning, switching, unused],
                [third, 0.0, 0.0, 0.0]
            );
            assert!((idle - 2.0 * third).abs() < 1e-12, "{policy}: {idle}");
        }
    }
    let filled = shares("Flexible", ", (submit: 0, runtime: 1, nodes: 2)");
    assert_eq!(filled[0][0], 2.0 * third);
}

/// fixtures/papers/agile.md, 3.7, G2: jobs 2 and 3 become one row when job 1 has ended.
#[test]
fn rows_are_those_of_the_matrix() {
    let run = run(
        "(machine: Cluster(nodes: 4), policies: [Gang], workload: Jobs([
        (submit: 0, runtime: 1, nodes: 2), (submit: 0, runtime: 3, nodes: 2),
        (submit: 0, runtime: 3, nodes: 2)]),
        parameters: (coscheduling: (quantum: 1, alternates: false)))",
    );
    let row = |number, jobs: &[u32]| Row {
        number,
        jobs: jobs.to_vec(),
    };
    let at = |second| {
        let at = Time::from_seconds(second);
        let has_ended = |job: u32| run.outcomes[job as usize].completed <= at;
        record(&run).matrix_at(at, has_ended)
    };
    assert_eq!(at(0), [row(0, &[0, 1]), row(1, &[2])]);
    assert_eq!(at(1), [row(0, &[1, 2])]);
    assert_eq!(at(4), []);
    assert_eq!(record(&run).columns(2, Time::ZERO), [(0, 2)]);
}

/// A class is reported from the instant at which it is measured.
#[test]
fn classes_change_when_they_are_measured() {
    let run = run(
        "(machine: Cluster(nodes: 1), policies: [Flexible], workload: Jobs([
        (submit: 0, runtime: 10, nodes: 1)]),
        parameters: (coscheduling: (quantum: 1,
            classes: Measured(granularity: 1, quanta: 2, reset: Some(3)))))",
    );
    let classes: Vec<_> = record(&run).classes_of(0).collect();
    let expected = [
        (0, GrainClass::Fine),
        (1, GrainClass::Coarse),
        (4, GrainClass::Fine),
        (5, GrainClass::Coarse),
        (8, GrainClass::Fine),
        (9, GrainClass::Coarse),
    ];
    assert_eq!(
        classes,
        expected.map(|(at, class)| (Time::from_seconds(at), class))
    );
    assert_eq!(
        record(&run).class_at(0, Time::from_seconds(4)),
        GrainClass::Fine
    );
}

/// Nothing is lost where several quanta are kept as one.
#[test]
fn many_quanta_are_kept_together() {
    let mut sink = QuantumSink::sized(2, vec![GrainClass::Fine]);
    sink.most = 10;
    for second in 0..100 {
        let used = QuantumUse {
            given: 2_000_000_000,
            useful: 1_000_000_000,
            ..QuantumUse::default()
        };
        let [from, until] = [second, second + 1].map(Time::from_seconds);
        let detail = Detail::Occupies {
            job: JobId::new(0),
            nodes: &[3],
            until,
            used,
        };
        sink.detail(from, &detail);
    }
    let record = sink.into_record();
    assert!(record.quanta.len() <= 10);
    assert_eq!(record.most_merged, 16);
    let total = record.total();
    assert_eq!((total.useful, total.unused), (100.0, 100.0));
    let follow = |pair: &[super::Quantum]| pair[0].until == pair[1].from;
    assert!(record.quanta.windows(2).all(follow));
}
