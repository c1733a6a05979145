//! Gang scheduling, by hand, by golden results and by what must always hold.

mod golden;

use crate::common::Boxed;
use crate::matrix::Buffers;
use cosched_core::engine::Setup;
use cosched_core::policy::coscheduling::{Gang, GangBuffers, Turns};
use cosched_core::{Duration, JobSpec, Simulation, Time};
use golden::{CASES, Job};

const SECOND: Duration = Duration::from_seconds(1);

/// When each job starts, in seconds, and ends, in milliseconds.
fn times(nodes: u32, jobs: &[Job], turns: Turns) -> Vec<(u64, u64)> {
    let spec = |&(submit, nodes, milliseconds): &Job| {
        JobSpec::exact(
            Time::from_seconds(submit),
            Duration(milliseconds * 1_000_000),
            nodes,
        )
    };
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&job| jobs[job].0);
    let specs: Vec<_> = order.iter().map(|&job| spec(&jobs[job])).collect();
    let setup = Setup::cluster(&specs, nodes);
    let mut storage = Boxed::of(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut buffers = Buffers::new(nodes, jobs.len());
    let (mut idle, mut bits) = (vec![0; 4], [vec![0; 4], vec![0; 4]]);
    let [chosen, ended] = &mut bits;
    let buffers = GangBuffers {
        matrix: buffers.as_buffers(),
        idle: &mut idle,
        chosen,
        ended,
    };
    let mut gang = Gang::new(turns, nodes, jobs.len(), buffers).unwrap();
    simulation.run(&mut gang, &mut ());
    let mut times = vec![(0, 0); jobs.len()];
    for (place, &job) in order.iter().enumerate() {
        let started = simulation.started(place).unwrap();
        let completed = simulation.completed(place).unwrap();
        times[job] = (started.0 / 1_000_000_000, completed.0 / 1_000_000);
    }
    times
}

#[test]
fn golden_workloads() {
    assert!(CASES.len() >= 80, "{}", CASES.len());
    for (number, case) in CASES.iter().enumerate() {
        let gang = times(case.nodes, case.jobs, Turns::of(SECOND));
        assert_eq!(gang, case.gang, "{number}");
        let alone = Turns {
            alone: true,
            ..Turns::of(SECOND)
        };
        let alone = times(case.nodes, case.jobs, alone);
        assert_eq!(alone, case.alone, "{number}, alone");
    }
}

/// Specification 3.7, G1 and G2.
#[test]
fn turns_by_hand() {
    let plain = Turns {
        alternates: false,
        unify: false,
        ..Turns::of(SECOND)
    };
    let jobs = [(0, 3, 2000), (0, 2, 1000), (0, 1, 3000), (0, 4, 1000)];
    let expected = [(0, 4000), (1, 2000), (0, 5000), (2, 3000)];
    assert_eq!(times(4, &jobs, plain), expected);
    let jobs = [(0, 2, 1000), (0, 2, 3000), (0, 2, 3000)];
    let expected = [(0, 1000), (0, 5000), (1, 6000)];
    assert_eq!(times(4, &jobs, plain), expected);
    let expected = [(0, 1000), (0, 3000), (1, 4000)];
    assert_eq!(times(4, &jobs, Turns::of(SECOND)), expected);
}

/// A job that ends in the middle of a quantum does not cut it short: the other
/// goes on at 6, not at 5. One that
/// comes in between waits for the next quantum. After an idle time quanta begin
/// with the next submission.
#[test]
fn quanta_begin_when_they_begin() {
    let jobs = [(0, 2, 3000), (1, 2, 3000), (21, 1, 1000)];
    let expected = [(0, 5000), (2, 7000), (21, 22_000)];
    assert_eq!(
        times(2, &jobs, Turns::of(Duration::from_seconds(2))),
        expected
    );
}
