//! Invariants of any run in which nodes go out of service: no job is lost, none is on a
//! node it may not be on.

use cosched_core::engine::{Setup, Stream};
use cosched_core::machine::Interrupted;
use cosched_core::random::Random;
use cosched_core::{Metrics, Simulation};

use super::{CONSERVATIVE, EASY, FCFS, Guard, at, draw};
use crate::common::{Boxed, Buffers, every_choice, workload};
use crate::watch::NODES;

#[test]
fn no_job_is_lost_or_on_a_node_out_of_service() {
    let (mut requeues, mut lost) = (0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed, 90);
        let jobs = workload(&mut random, 40, NODES);
        let drawn = draw(&mut random);
        // All of them in turn, and those without orders each time.
        let others = every_choice();
        let other = others[seed as usize % others.len()];
        for choice in [FCFS, EASY, CONSERVATIVE, other] {
            let setup = Setup::cluster(&jobs, NODES)
                .with_kill_at_estimate(seed % 3 > 0)
                .with_outages(drawn.outages());
            let mut buffers = Buffers::of(&setup);
            let mut storage = Boxed::with_outages(&setup);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            let mut sink = (Guard::new(setup), Metrics::new());
            let name = format!("seed {seed}, {choice:?}");
            let mut policy = buffers.policy(choice);
            while simulation.step(&mut policy, &mut sink).is_some() {
                assert!(
                    simulation.view().now() < at(1_000_000),
                    "{name} does not end"
                );
            }
            let (guard, metrics) = sink;
            guard.ends(&name);
            assert_eq!(guard.requeues, metrics.requeues, "{name}");
            if drawn.interrupted != Interrupted::TakenUp {
                assert_eq!(guard.lost, metrics.lost_work, "{name}");
            }
            requeues += metrics.requeues;
            lost += metrics.lost_work;
        }
    }
    assert!(requeues > 1_000 && lost > 0, "{requeues} requeues");
}

/// The run as a stream, one job after another on slots that are reused.
#[test]
fn a_stream_with_outages_is_the_simulation() {
    for seed in 0..200 {
        let mut random = Random::new(seed, 91);
        let jobs = workload(&mut random, 40, NODES);
        let drawn = draw(&mut random);
        for choice in [FCFS, EASY, CONSERVATIVE] {
            let whole = Setup::cluster(&jobs, NODES).with_outages(drawn.outages());
            let mut storage = Boxed::with_outages(&whole);
            let mut buffers = Buffers::of(&whole);
            let mut simulation = Simulation::new(whole, storage.as_storage()).unwrap();
            let mut expected = Metrics::new();
            simulation.run(&mut buffers.policy(choice), &mut expected);

            let open = Setup::open(jobs.len() as u32, NODES).with_outages(drawn.outages());
            let mut storage = Boxed::with_outages(&open);
            let mut buffers = Buffers::of(&open);
            let mut stream = Stream::new(open, storage.as_storage()).unwrap();
            let mut source = jobs.iter().copied().enumerate().peekable();
            let mut found = Metrics::new();
            let ran = stream.run(&mut source, &mut buffers.policy(choice), &mut found);
            assert!(ran.is_ok());
            assert_eq!(found, expected, "seed {seed}, {choice:?}");
        }
    }
}
