//! Policies on servers made for another setup.

use cosched_core::engine::Setup;
use cosched_core::machine::contention::{ServerSpec, Threads};
use cosched_core::policy::placement::{Goal, LoadAverage, LookAhead, Mapping, ServerAverage};
use cosched_core::{PolicyError, ServerId};

use super::{SECOND, jobs, refusal, too_small};

const SERVERS: &[ServerSpec] = &[ServerSpec::of_cores(4); 3];

#[test]
fn looking_ahead_on_nine_servers_of_three() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let (mut keys, mut scratch) = ([0.0; 9], [Threads::EMPTY; 12]);
    let goal = Goal::EarliestCompletion;
    let nine = PolicyError::Servers {
        made_for: 9,
        machine: 3,
    };
    let mut policy = LookAhead::new(goal, &mut keys, 9, &mut scratch, 12).unwrap();
    assert_eq!(refusal(setup, &mut policy), nine);
    let mut averages = [ServerAverage::IDLE; 9];
    let mut policy = LoadAverage::new(&mut averages, &mut keys, 9).unwrap();
    assert_eq!(refusal(setup, &mut policy), nine);
}

#[test]
fn looking_ahead_with_scratch_or_ranks_for_fewer_jobs() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let (mut keys, mut scratch) = ([0.0; 3], [Threads::EMPTY; 12]);
    let goal = Goal::LeastLoad;
    let mut policy = LookAhead::new(goal, &mut keys, 3, &mut scratch[..4], 4).unwrap();
    assert_eq!(too_small(setup, &mut policy), ("look_ahead", 12));
    let policy = LookAhead::new(goal, &mut keys, 3, &mut scratch, 12).unwrap();
    let mut policy = policy.by_rank(&[SECOND; 5]);
    assert_eq!(too_small(setup, &mut policy), ("ranks", 6));
}

#[test]
fn mapping_of_fewer_jobs_or_to_no_server() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let servers = [0, 1, 2, 0, 3, 0].map(ServerId::new);
    let mut policy = Mapping::new(&servers[..4], 4).unwrap();
    assert_eq!(too_small(setup, &mut policy), ("mapping", 6));
    let mut policy = Mapping::new(&servers, 6).unwrap();
    let fourth = PolicyError::NoSuchServer {
        server: 3,
        machine: 3,
    };
    assert_eq!(refusal(setup, &mut policy), fourth);
}
