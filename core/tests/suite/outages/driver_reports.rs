//! Outages reported by a driver of the engine; chance; refusals.

use cosched_core::engine::{Engine, Setup};
use cosched_core::error::{EngineError, OutageError};
use cosched_core::machine::{Faults, Lifetime, Maintenance, Outages};
use cosched_core::workload::Request;
use cosched_core::{Digest, Duration, ScenarioError, Simulation};

use super::{EASY, at, failing, maintenance};
use crate::common::{Boxed, Buffers, job};

/// Outages reported through the verbs equal those that a simulation knows.
#[test]
fn reported_outages_equal_simulated_ones() {
    let (jobs, changes) = failing();
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let whole = Setup::cluster(&jobs, 2).with_outages(outages);
    let mut storage = Boxed::with_outages(&whole);
    let mut simulation = Simulation::new(whole, storage.as_storage()).unwrap();
    let mut expected = Digest::default();
    simulation.run(&mut Buffers::of(&whole).policy(EASY), &mut expected);

    let open = Setup::open(2, 2).with_outages(Outages {
        is_external: true,
        ..Outages::NONE
    });
    let mut storage = Boxed::with_outages(&open);
    let mut buffers = Buffers::of(&open);
    let mut easy = buffers.policy(EASY);
    let mut engine = Engine::new(open, storage.as_storage()).unwrap();
    let mut found = Digest::default();
    let mut tickets = Vec::new();
    for now in [0, 10, 40, 70, 170] {
        engine.advance(at(now)).unwrap();
        match now {
            0 | 10 => {
                let spec = jobs[usize::from(now > 0)];
                let request = spec.request();
                tickets.push(engine.submit(request, 0, &mut found).unwrap());
            }
            40 => engine.node_down(1, &mut found).unwrap(),
            70 => {
                // Ends come before changes of nodes, as in a simulation.
                engine.complete(tickets[1], &mut found).unwrap();
                engine.node_up(1, &mut found).unwrap();
            }
            _ => engine.complete(tickets[0], &mut found).unwrap(),
        }
        engine.decide(&mut easy, &mut found).unwrap();
    }
    assert_eq!(found, expected);

    let error = engine.drain(2, &mut ()).unwrap_err();
    assert_eq!(
        error,
        EngineError::NoSuchNode {
            node: 2,
            machine: 2
        }
    );
    let mut storage = Boxed::new(2, 2, 0, 1);
    let mut engine = Engine::new(Setup::open(2, 2), storage.as_storage()).unwrap();
    assert_eq!(engine.node_down(0, &mut ()), Err(EngineError::NoOutages));
    assert!(engine.view().node_state(0).is_up());
}

#[test]
fn chance_failures_do_not_depend_on_the_policy_and_follow_their_distribution() {
    let mean = Duration::from_seconds(1_000);
    let exponential = Lifetime::Exponential { mean };
    // The mean of a Weibull distribution of shape 0.5 is Γ(1 + 2) = 2 times its scale.
    let weibull = Lifetime::Weibull {
        shape: 0.5,
        scale: mean,
    };
    for (failure, expected) in [(exponential, 1_000.0), (weibull, 2_000.0)] {
        let faults = Faults {
            seed: 5,
            failure,
            repair: exponential,
        };
        let spans = (0..200_000).map(|node| faults.duration(node, 0).seconds());
        let mean = spans.sum::<f64>() / 200_000.0;
        // Four standard errors: those of one draw are 1 and √20 - the fourth moment
        // of the shape is Γ(5) = 24, less 2² - times the scale.
        let deviation = if expected > 1_500.0 { 4_472.0 } else { 1_000.0 };
        let error = 4.0 * deviation / 200_000f64.sqrt();
        assert!((mean - expected).abs() < error, "{mean} of {expected}");
        assert_eq!(faults.duration(7, 3), faults.duration(7, 3));
        assert_ne!(faults.duration(7, 3), faults.duration(8, 3));
    }
}

#[test]
fn impossible_outages_are_refused() {
    let jobs = [job(0, 1, 5, 5)];
    let refused = |outages: Outages<'_>| {
        let setup = Setup::cluster(&jobs, 4).with_outages(outages);
        match setup.check() {
            Err(ScenarioError::Outages(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    let windows = |windows: &[Maintenance]| {
        refused(Outages {
            maintenance: windows,
            ..Outages::NONE
        })
    };
    let empty = OutageError::NoLength {
        from: at(9),
        until: at(9),
    };
    assert_eq!(windows(&[maintenance(9, 9, 0, 1)]), empty);
    let beyond = OutageError::NoSuchNodes {
        last: 5,
        machine: 4,
    };
    assert_eq!(windows(&[maintenance(1, 2, 3, 2)]), beyond);
    assert_eq!(windows(&[maintenance(1, 2, 3, 0)]), OutageError::NoNodes);
    let twice = OutageError::Overlap {
        from: at(5),
        until: at(6),
    };
    let both = [maintenance(1, 6, 0, 2), maintenance(5, 9, 1, 2)];
    assert_eq!(windows(&both), twice);
    let late = OutageError::OutOfOrder {
        at: at(1),
        before: at(5),
    };
    let both = [maintenance(5, 6, 0, 2), maintenance(1, 2, 1, 2)];
    assert_eq!(windows(&both), late);
    let never = Lifetime::Weibull {
        shape: f64::NAN,
        scale: Duration::from_seconds(1),
    };
    let faults = Some(Faults {
        seed: 1,
        failure: never,
        repair: never,
    });
    let error = refused(Outages {
        faults,
        ..Outages::NONE
    });
    assert_eq!(error, OutageError::Lifetime);
}

/// Nodes of two are in maintenance from 10 to 20: a job of 11 s that comes at 0 starts at 20.
#[test]
fn maintenance_is_known_to_live_engines() {
    let windows = [maintenance(10, 20, 0, 2)];
    let open = Setup::open(2, 2).with_outages(Outages {
        maintenance: &windows,
        ..Outages::NONE
    });
    let mut storage = Boxed::with_outages(&open);
    let mut buffers = Buffers::of(&open);
    let mut easy = buffers.policy(EASY);
    let mut engine = Engine::new(open, storage.as_storage()).unwrap();
    let request = Request::new(Duration::from_seconds(11), 1);
    let long = engine.submit(request, 0, &mut ()).unwrap();
    let mut starts = 0;
    while let Some(next) = engine.next_timeout() {
        engine.decide(&mut easy, &mut ()).unwrap();
        if engine.view().started(long.job()).is_some() {
            starts += 1;
            assert_eq!(engine.now(), at(20));
            break;
        }
        engine.advance(next).unwrap();
    }
    assert_eq!(starts, 1);
}
