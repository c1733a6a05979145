//! Log of the image whose tasks are jobs, against a simulation of the same jobs.

#[path = "../firmware/live.rs"]
mod live;

use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::Easy;
use cosched_core::{Duration, JobSpec, Profile, Setup, Simulation, StaticStorage, Time};
use live::{Log, NODES, PLANS, TENTH};

const JOBS: usize = PLANS.len();

/// Output of the image; `.ci/bare-metal` compares with the same file.
const EXPECTED: &str = include_str!("../firmware/live.log");

#[test]
fn a_simulation_of_the_tasks_writes_the_log_of_the_image() {
    let workload = PLANS.each_ref().map(|plan| {
        let request = plan.request();
        JobSpec::exact(
            request.submit,
            Duration(plan.runtime * TENTH),
            request.nodes,
        )
        .with_estimate(request.estimate)
        .with_memory(request.memory)
    });
    let mut storage = StaticStorage::<
        JOBS,
        { timers_for(JOBS, 0) },
        { NODES as usize },
        { words_for(NODES as usize) },
    >::new();
    let setup = Setup::cluster(&workload, NODES);
    let mut simulation = Simulation::new(setup, storage.as_storage()).expect("the buffers suffice");
    let (mut times, mut free) = ([Time::ZERO; points_for(JOBS)], [0; points_for(JOBS)]);
    let mut easy = Easy::new(Profile::new(&mut times, &mut free), JOBS).expect("they suffice");
    let mut written = String::new();
    let mut log = Log::new(&mut written);
    simulation.run(&mut easy, &mut log);
    assert!(log.is_over());
    log.finish().expect("a string can be written");
    assert_eq!(written, EXPECTED);
}
