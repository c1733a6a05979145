//! Backfilling made for another setup.

use cosched_core::PolicyError;
use cosched_core::engine::Setup;
use cosched_core::policy::{Conservative, Easy, Order};

use super::{NODES, jobs, points, profile, refusal, too_small};

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
