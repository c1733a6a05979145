//! Backfilling made for another setup.

use cosched_core::PolicyError;
use cosched_core::engine::{Policy, Setup};
use cosched_core::machine::{Maintenance, Outages};
use cosched_core::policy::{Conservative, Easy, LastTwo, Order, Predictions};
use cosched_core::{Duration, Time};

use super::{NODES, jobs, points, profile, refusal, too_small};
use crate::common::job;

#[test]
fn backfilling_made_for_fewer_jobs() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut room = points(5);
    let mut easy = Easy::new(profile(&mut room), 5).unwrap();
    assert_eq!(too_small(setup, &mut easy), ("profile", 14));
    let mut room = points(5);
    let mut conservative = Conservative::new(profile(&mut room), 5).unwrap();
    assert_eq!(too_small(setup, &mut conservative), ("profile", 14));
}

/// Six jobs on three nodes: three at most run at once.
#[test]
fn easy_needs_room_for_jobs_that_run_at_once() {
    let jobs = [job(0, 1, 10, 10); 6];
    let setup = Setup::cluster(&jobs, 3);
    assert_eq!(setup.profiled_running_jobs(), 3);
    let (mut enough, mut less) = (points(3), points(2));
    let easy = Easy::new(profile(&mut enough), 3).unwrap();
    assert_eq!(easy.check(&setup), Ok(()));
    let mut easy = Easy::new(profile(&mut less), 2).unwrap();
    assert_eq!(too_small(setup, &mut easy), ("profile", 8));
    // A suspended job holds a node beside one that runs.
    assert_eq!(setup.with_suspended(1).profiled_running_jobs(), 6);
    // Conservative backfilling has reservations of waiting jobs in it as well.
    assert_eq!(setup.profiled_jobs(), 6);
}

/// There is a prediction for each job, and none for nodes that go out of service.
#[test]
fn easy_predicts_jobs_alone_where_there_is_maintenance() {
    let jobs = jobs();
    let windows = [Maintenance {
        first: 0,
        count: 2,
        from: Time::from_seconds(40),
        until: Time::from_seconds(50),
    }];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, NODES).with_outages(outages);
    let mut room = points(setup.profiled_running_jobs());
    let (mut last, mut noted) = ([LastTwo::EMPTY; 1], [Duration::ZERO; 6]);
    let predictions = Predictions::new(&[0; 6], &mut last, &mut noted, 6).unwrap();
    let easy = Easy::new(profile(&mut room), setup.profiled_running_jobs()).unwrap();
    assert_eq!(easy.predicting(predictions).check(&setup), Ok(()));
}

#[test]
fn easy_with_fewer_candidates_than_jobs() {
    let (jobs, mut candidates) = (jobs(), [None; 3]);
    let mut room = points(6);
    let easy = Easy::new(profile(&mut room), 6).unwrap();
    let by = easy.backfilling_by(Order::ShortestEstimate, &mut candidates, 3);
    let found = too_small(Setup::cluster(&jobs, NODES), &mut by.unwrap());
    assert_eq!(found, ("candidates", 6));
}

#[test]
fn conservative_of_depth_zero() {
    let jobs = jobs();
    let mut room = points(6);
    let conservative = Conservative::new(profile(&mut room), 6).unwrap();
    let found = refusal(Setup::cluster(&jobs, NODES), &mut conservative.to_depth(0));
    assert_eq!(found, PolicyError::ZeroDepth);
}
