//! Errors in servers, threads or precedence, found before a run.

use super::Boxed;
use cosched_core::engine::Setup;
use cosched_core::error::ThreadError;
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{
    Cycles, Remote, ServerSpec, Sharing, ThreadGroup, ThreadTable,
};
use cosched_core::workload::Precedence;
use cosched_core::{Duration, JobId, JobSpec, ScenarioError, Simulation, Time};

const SECOND: Duration = Duration::from_seconds(1);
const JOBS: [JobSpec; 3] = [JobSpec::exact(Time::ZERO, SECOND, 1); 3];
const SERVERS: &[ServerSpec] = &[ServerSpec::new(4, 40.0)];
const GOOD: ThreadGroup = ThreadGroup::busy(2, SECOND, 5.0);

fn refusal(setup: Setup<'_>) -> ScenarioError {
    let mut storage = Boxed::of(&setup);
    Simulation::new(setup, storage.as_storage()).unwrap_err()
}

#[test]
fn wrong_threads_are_refused_with_the_job() {
    let groups = |change: fn(&mut ThreadGroup)| {
        let mut groups = [GOOD; 3];
        change(&mut groups[1]);
        groups
    };
    for (groups, expected) in [
        (groups(|group| group.count = 0), ThreadError::NoThreads),
        (
            groups(|group| group.demand = Duration::ZERO),
            ThreadError::NoDemand,
        ),
        (
            groups(|group| group.utilisation = 1.5),
            ThreadError::Utilisation(1.5),
        ),
        (
            groups(|group| group.utilisation = 0.0),
            ThreadError::Utilisation(0.0),
        ),
        (
            groups(|group| group.bandwidth = -1.0),
            ThreadError::Bandwidth(-1.0),
        ),
        (
            groups(|group| group.deviation = 1.0),
            ThreadError::Deviation(1.0),
        ),
        (
            groups(|group| group.continues = true),
            ThreadError::ContinuesNothing,
        ),
    ] {
        let hosting = ServerSetup {
            servers: SERVERS,
            threads: ThreadTable::new(&groups, &[0, 1, 2, 3]),
            ..ServerSetup::NONE
        };
        let error = refusal(Setup::cluster(&JOBS, 0).with_server_setup(hosting));
        assert_eq!(error, ScenarioError::Threads(JobId::new(1), expected));
        assert!(error.to_string().contains("place 2"), "{error}");
    }
}

#[test]
fn phases_have_as_many_threads_as_the_first() {
    let mut groups = [GOOD; 4];
    (groups[2].continues, groups[2].count) = (true, 3);
    let hosting = ServerSetup {
        servers: SERVERS,
        threads: ThreadTable::new(&groups, &[0, 1, 3, 4]),
        ..ServerSetup::NONE
    };
    let error = refusal(Setup::cluster(&JOBS, 0).with_server_setup(hosting));
    let expected = ThreadError::PhaseCount(2, 3);
    assert_eq!(error, ScenarioError::Threads(JobId::new(1), expected));
}

#[test]
fn wrong_servers_are_refused() {
    let hosting = ServerSetup {
        servers: SERVERS,
        ..ServerSetup::NONE
    };
    let remote = Remote {
        latency: 0.5,
        always: false,
    };
    let zero = Cycles {
        interval: Duration::ZERO,
        seed: 1,
    };
    let (no_cores, no_bandwidth) = (
        [ServerSpec::new(0, 1.0)],
        [SERVERS[0], ServerSpec::new(1, 0.0)],
    );
    for (hosting, expected) in [
        (
            ServerSetup {
                servers: &no_cores,
                ..hosting
            },
            ScenarioError::NoProcessors { server: 0 },
        ),
        (
            ServerSetup {
                servers: &no_bandwidth,
                ..hosting
            },
            ScenarioError::NoBandwidth { server: 1 },
        ),
        (
            ServerSetup {
                sharing: Sharing {
                    remote: Some(remote),
                    ..Sharing::default()
                },
                ..hosting
            },
            ScenarioError::RemoteLatency(0.5),
        ),
        (
            ServerSetup {
                cycles: Some(zero),
                ..hosting
            },
            ScenarioError::NoInterval,
        ),
        (
            ServerSetup {
                threads: ThreadTable::new(&[GOOD; 3], &[0, 1, 2]),
                ..hosting
            },
            ScenarioError::ThreadTable { rows: 4 },
        ),
    ] {
        let setup = Setup::cluster(&JOBS, 0).with_server_setup(hosting);
        assert_eq!(refusal(setup), expected);
    }
}

#[test]
fn cycles_and_unknown_jobs_are_refused() {
    let [a, b, c] = [0, 1, 2].map(JobId::new);
    let stranger = [JobId::new(7)];
    for (predecessors, first, expected) in [
        (&[a][..], [0, 1, 1, 1], ScenarioError::Cyclic(a)),
        (&[c, b][..], [0, 0, 1, 2], ScenarioError::Cyclic(b)),
        // Job 0 only waits for the cycle of the other two.
        (&[b, c, b][..], [0, 1, 2, 3], ScenarioError::Cyclic(b)),
        (
            &stranger[..],
            [0, 0, 0, 1],
            ScenarioError::NoSuchJob { job: c, after: 7 },
        ),
        (
            &[a][..],
            [0, 0, 1, 0],
            ScenarioError::Precedence { rows: 4 },
        ),
    ] {
        let precedence = Precedence::new(predecessors, &first);
        let setup = Setup::servers(&JOBS, SERVERS).with_precedence(precedence);
        let error = refusal(setup);
        match (error, expected) {
            // Any of those on the cycle is correct.
            (ScenarioError::Cyclic(job), ScenarioError::Cyclic(_)) if predecessors.len() > 1 => {
                assert!(job == b || job == c);
            }
            (error, expected) => assert_eq!(error, expected),
        }
    }
}
