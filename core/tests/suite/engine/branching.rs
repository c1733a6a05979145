//! Interventions in a simulation at an instant in its middle.

use crate::common::{Boxed, job};
use cosched_core::engine::Setup;
use cosched_core::error::EngineError;
use cosched_core::machine::{Change, Outages};
use cosched_core::policy::{Easy, Fcfs};
use cosched_core::{Digest, Simulation, Time};

const BY_HAND: Outages<'static> = Outages {
    is_external: true,
    ..Outages::NONE
};

fn at(seconds: u64) -> Time {
    Time::from_seconds(seconds)
}

/// Stopping at an instant without a change has no effect.
#[test]
fn a_pause_changes_nothing() {
    let jobs = [job(0, 2, 10, 10), job(3, 2, 4, 9), job(3, 1, 5, 5)];
    let setup = Setup::cluster(&jobs, 2);
    let run = |pause: Option<u64>| {
        let mut storage = Boxed::new(jobs.len(), 2, 0, 1);
        let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
        let (mut policy, mut digest) = (Fcfs::new(), Digest::default());
        if let Some(pause) = pause {
            simulation.steps_before(at(pause), &mut policy, &mut digest, usize::MAX);
            simulation.advance_to(at(pause), &mut digest).unwrap();
            simulation.decide(&mut policy, &mut digest).unwrap();
        }
        simulation.run(&mut policy, &mut digest);
        digest
    };
    for pause in 0..14 {
        assert_eq!(run(None), run(Some(pause)), "{pause}");
    }
}

/// Time neither runs backwards nor skips events, and an ended job cannot be cancelled.
#[test]
fn invalid_calls_are_refused_without_effect() {
    let jobs = [job(0, 2, 10, 10), job(0, 2, 5, 5), job(20, 1, 5, 5)];
    let setup = Setup::cluster(&jobs, 2).with_outages(BY_HAND);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut policy, sink) = (Fcfs::new(), &mut ());
    let skips = EngineError::Skips {
        now: at(5),
        next: at(0),
    };
    assert_eq!(simulation.advance_to(at(5), sink), Err(skips));
    assert_eq!(simulation.cancel(0, sink), Err(EngineError::NoSuchJob));
    assert_eq!(
        simulation.steps_before(at(11), &mut policy, sink, usize::MAX),
        2
    );
    assert_eq!(simulation.next_instant(), Some(at(15)));
    let backwards = EngineError::Backwards {
        now: at(9),
        before: at(10),
    };
    assert_eq!(simulation.advance_to(at(9), sink), Err(backwards));
    simulation.advance_to(at(12), sink).unwrap();
    assert_eq!(simulation.cancel(0, sink), Err(EngineError::NoSuchJob));
    assert_eq!(simulation.cancel(2, sink), Err(EngineError::NoSuchJob));
    assert_eq!(simulation.cancel(9, sink), Err(EngineError::NoSuchJob));
    let beyond = EngineError::NoSuchNode {
        node: 2,
        machine: 2,
    };
    assert_eq!(
        simulation.change_nodes(1, 2, Change::Drain, sink),
        Err(beyond)
    );
    // Job 1 runs from 10 s on: it ends now, and no job waits.
    simulation.cancel(1, sink).unwrap();
    simulation.decide(&mut policy, sink).unwrap();
    assert_eq!(simulation.completed(1), Some(at(12)));
    assert_eq!(simulation.run(&mut policy, sink), at(25));
}

/// A node that is drained from before the first job until an instant acts as a new one
/// then.
#[test]
fn a_node_can_be_new() {
    let jobs = [job(0, 1, 10, 10), job(1, 1, 10, 10)];
    let setup = Setup::cluster(&jobs, 2).with_outages(BY_HAND);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut times, mut free) = ([Time::ZERO; 9], [0; 9]);
    let profile = cosched_core::Profile::new(&mut times, &mut free);
    let (mut policy, sink) = (Easy::new(profile, setup.profiled_jobs()).unwrap(), &mut ());
    simulation.change_nodes(1, 1, Change::Drain, sink).unwrap();
    simulation.steps_before(at(4), &mut policy, sink, usize::MAX);
    assert_eq!(simulation.started(1), None);
    simulation.advance_to(at(4), sink).unwrap();
    simulation.change_nodes(1, 1, Change::Up, sink).unwrap();
    simulation.decide(&mut policy, sink).unwrap();
    assert_eq!(simulation.started(1), Some(at(4)));
}
