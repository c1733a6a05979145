//! Errors in a scenario and buffers that are too small, found before a run.

use crate::common::job;
use cosched_core::engine::Setup;
use cosched_core::machine::contention::ServerSpec;
use cosched_core::policy::{Conservative, Easy};
use cosched_core::{
    CapacityError, Duration, JobId, JobSpec, Profile, ScenarioError, Simulation, StaticServers,
    StaticStorage, Storage, Time,
};

type Small = StaticStorage<4, 6, 8, 1>;

fn refusal(setup: Setup<'_>) -> ScenarioError {
    Simulation::new(setup, Small::new().as_storage()).unwrap_err()
}

#[test]
fn a_wrong_scenario_is_refused_with_the_reason() {
    let good = job(5, 8, 1, 1);
    let with = |change: fn(&mut JobSpec)| {
        let mut jobs = [good, good];
        change(&mut jobs[1]);
        jobs
    };
    let id = JobId::new(1);
    for (jobs, expected) in [
        (with(|job| job.nodes = 0), ScenarioError::NoWidth(id)),
        (
            with(|job| job.nodes = 9),
            ScenarioError::TooWide {
                job: id,
                nodes: 9,
                machine: 8,
            },
        ),
        (
            with(|job| job.runtime = Duration::ZERO),
            ScenarioError::NoRuntime(id),
        ),
        (
            with(|job| job.estimate = Duration::ZERO),
            ScenarioError::NoEstimate(id),
        ),
        (
            with(|job| job.runtime = Duration::MAX),
            ScenarioError::TooLong(id),
        ),
        (
            with(|job| job.submit = Time::MAX),
            ScenarioError::TooLong(id),
        ),
        (
            with(|job| job.submit = Time::from_seconds(4)),
            ScenarioError::OutOfOrder {
                job: id,
                submit: Time::from_seconds(4),
                previous: Time::from_seconds(5),
            },
        ),
    ] {
        let error = refusal(Setup::cluster(&jobs, 8));
        assert_eq!(error, expected);
        assert!(error.to_string().contains("place 2"), "{error}");
    }
    assert_eq!(refusal(Setup::cluster(&[good], 0)), ScenarioError::NoNodes);
    let no_processors = ScenarioError::NoProcessors { server: 1 };
    assert_eq!(
        refusal(Setup::servers(&[good], &[4, 0].map(ServerSpec::of_cores))),
        no_processors
    );
}

#[test]
fn a_small_buffer_is_named_with_the_size_needed() {
    let jobs = [job(0, 1, 1, 1); 5];
    let error = refusal(Setup::cluster(&jobs, 8));
    assert_eq!(
        error.to_string(),
        "buffer `jobs` holds 4 entries, 5 are needed"
    );
    type Shrink = fn(&mut Storage<'_>);
    let cases: [(&str, Shrink); 8] = [
        ("jobs", |storage| storage.jobs = &mut []),
        ("free_words", |storage| storage.free_words = &mut []),
        ("intervals", |storage| storage.intervals = &mut []),
        ("heap", |storage| storage.heap = &mut []),
        ("heap_positions", |storage| storage.heap_positions = &mut []),
        ("servers", |storage| storage.servers = &mut []),
        ("threads", |storage| storage.threads = &mut []),
        ("scratch", |storage| storage.scratch = &mut []),
    ];
    for (buffer, shrink) in cases {
        let servers = [ServerSpec::of_cores(2)];
        let setup = Setup::servers(&jobs[..4], &servers).with_nodes(8);
        let (mut storage, mut shared) = (Small::new(), StaticServers::<1, 8>::new());
        let mut storage = storage.as_storage().with_servers(&mut shared);
        shrink(&mut storage);
        match Simulation::new(setup, storage) {
            Err(ScenarioError::Capacity(error)) => {
                assert_eq!((error.buffer, error.capacity), (buffer, 0))
            }
            other => panic!("{buffer}: {other:?}"),
        }
    }
}

#[test]
fn a_policy_says_which_of_its_buffers_is_too_small() {
    let (mut times, mut free) = ([Time::ZERO; 9], [0; 20]);
    let needed = CapacityError {
        buffer: "profile",
        needed: 10,
        capacity: 9,
    };
    assert_eq!(
        Easy::new(Profile::new(&mut times, &mut free), 4).unwrap_err(),
        needed
    );
    assert_eq!(
        Conservative::new(Profile::new(&mut times, &mut free), 4).unwrap_err(),
        needed
    );
    let easy = Easy::new(Profile::new(&mut times, &mut free), 3).unwrap();
    let error = easy
        .backfilling_by(Default::default(), &mut [None; 2], 3)
        .unwrap_err();
    assert_eq!((error.buffer, error.needed), ("candidates", 3));
}

#[test]
fn state_per_job_is_at_most_100_bytes() {
    use cosched_core::engine::storage::{Job, TimerEntry};
    let engine = size_of::<Job>() + size_of::<TimerEntry>() + size_of::<u32>();
    let profile = 2 * (size_of::<Time>() + size_of::<u32>());
    assert!(engine + profile <= 100, "{engine} + {profile}");
}

/// Requests of a caller's own policy are clamped to the nodes there are, and to 0.
#[test]
fn a_profile_saturates() {
    let (mut times, mut free) = ([Time::ZERO; 16], [0; 16]);
    let mut profile = Profile::new(&mut times, &mut free);
    profile.reset(Time::ZERO, 3);
    let [from, until] = [0, 10].map(Time::from_seconds);
    profile.take(from, until, 5);
    assert_eq!(profile.free_now(), 0);
    profile.give(from, until, u32::MAX);
    profile.give(from, until, 7);
    assert_eq!(profile.free_now(), u32::MAX);
}
