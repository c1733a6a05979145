//! Caps on the number of busy nodes: by hand, against a slow reference, and against a
//! smaller machine.

mod oracle;

use cosched_core::engine::{Setup, WaitReason, each};
use cosched_core::error::OutageError;
use cosched_core::machine::{Cap, Change, Outages};
use cosched_core::random::Random;
use cosched_core::{Digest, Event, JobId, JobSpec, ScenarioError, Simulation, Time};

use crate::common::{Boxed, Buffers, Choice, every_choice, job, workload};
use crate::outages::{CONSERVATIVE, EASY, FCFS, ReasonSink, at, change, maintenance};
use crate::queue::oracle::{Policy, Schedule};
use oracle::{Scenario, schedule};

/// Name of the draws here.
const CAPS: u64 = 0x6361_7073;

fn cap(from: u64, nodes: u32) -> Cap {
    Cap {
        from: at(from),
        nodes,
    }
}

fn capped<'a>(jobs: &'a [JobSpec], nodes: u32, caps: &'a [Cap]) -> Setup<'a> {
    let outages = Outages {
        caps,
        ..Outages::NONE
    };
    Setup::cluster(jobs, nodes).with_outages(outages)
}

/// Start and end of each job in seconds, and the events.
fn run(setup: Setup<'_>, choice: Choice) -> (Schedule, Vec<(u64, Event)>) {
    let mut buffers = Buffers::of(&setup);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut events, seconds) = (Vec::new(), |at: Time| at.0 / 1_000_000_000);
    let heard = each(|at: Time, event| events.push((seconds(at), event)));
    simulation.run(&mut buffers.policy(choice), &mut (heard, ReasonSink));
    let view = simulation.view();
    let times = (0..setup.workload.len()).map(JobId::new).map(|job| {
        let (start, end) = (view.started(job).unwrap(), view.completed(job).unwrap());
        (seconds(start), seconds(end))
    });
    (times.collect(), events)
}

fn times(setup: Setup<'_>, choice: Choice) -> Schedule {
    run(setup, choice).0
}

/// Four nodes, of which at most two may be busy.
///
/// A (2 nodes) starts at 0. B (2 nodes) waits for it, although two nodes are idle, and C
/// (1 node) behind it.
#[test]
fn idle_nodes_stay_idle_under_a_cap() {
    let jobs = [job(0, 2, 10, 10), job(0, 2, 10, 10), job(1, 1, 5, 5)];
    let caps = [cap(0, 2)];
    let setup = capped(&jobs, 4, &caps);
    for choice in [FCFS, EASY, CONSERVATIVE] {
        let (times, events) = run(setup, choice);
        assert_eq!(times, [(0, 10), (10, 20), (20, 25)], "{choice:?}");
        if matches!(choice, Choice::Fcfs(_)) {
            let why = WaitReason::Cap { idle: 2, free: 0 };
            assert!(events.contains(&(0, Event::StillWaiting(JobId::new(1), why))));
        }
    }
}

/// Four nodes; from 100 to 200 two of them may be busy, as is known.
///
/// A (3 nodes, 120 s) would by its estimate run into that: it starts at 200. B (2 nodes,
/// 150 s) may run all the time, but with A ahead only backfilling starts it. C (2 nodes,
/// 100 s) is done when the cap begins; beside B, which then has the two nodes alone.
#[test]
fn no_job_starts_that_would_run_into_a_lower_cap() {
    let jobs = [
        job(0, 3, 120, 120),
        job(0, 2, 150, 150),
        job(0, 2, 100, 100),
    ];
    let caps = [cap(100, 2), cap(200, 4)];
    let setup = capped(&jobs, 4, &caps);
    for choice in [EASY, CONSERVATIVE] {
        let expected = [(200, 320), (0, 150), (0, 100)];
        assert_eq!(times(setup, choice), expected, "{choice:?}");
    }
    assert_eq!(times(setup, FCFS), [(200, 320), (320, 470), (320, 420)]);
    // A second longer, and C cannot be beside B: it runs alone before A.
    let jobs = [jobs[0], jobs[1], job(0, 2, 101, 101)];
    let setup = capped(&jobs, 4, &caps);
    let expected = [(200, 320), (0, 150), (320, 421)];
    assert_eq!(times(setup, EASY), expected);
    assert_eq!(times(setup, CONSERVATIVE), expected);
}

/// Two nodes, one of which may be busy from 50 on. A and B (1 node each, estimated 50 s)
/// run 80 s, without kills. They are not stopped; C (1 node) waits until both are done.
#[test]
fn running_jobs_continue_when_the_cap_falls() {
    let jobs = [job(0, 1, 80, 50), job(0, 1, 80, 50), job(10, 1, 5, 5)];
    let caps = [cap(50, 1)];
    for choice in [FCFS, EASY, CONSERVATIVE] {
        let setup = capped(&jobs, 2, &caps).with_kill_at_estimate(false);
        let expected = [(0, 80), (0, 80), (80, 85)];
        assert_eq!(times(setup, choice), expected, "{choice:?}");
    }
}

/// Three nodes, of which two may be busy; node 0 fails from 5 to 20. The cap does not
/// matter then: two nodes are left. A (1 node) runs on node 0 and starts again, on another.
#[test]
fn a_node_out_of_service_is_not_busy() {
    let jobs = [job(0, 1, 30, 30), job(6, 1, 10, 10), job(7, 1, 10, 10)];
    let caps = [cap(0, 2)];
    let changes = [change(5, 0, 1, Change::Down), change(20, 0, 1, Change::Up)];
    let outages = Outages {
        caps: &caps,
        changes: &changes,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 3).with_outages(outages);
    for choice in [FCFS, EASY, CONSERVATIVE] {
        // A on node 1 from 5 to 35, B on node 2 to 16, C behind B though node 0 is back.
        let expected = [(5, 35), (6, 16), (16, 26)];
        assert_eq!(times(setup, choice), expected, "{choice:?}");
    }
}

/// Four nodes, of which three may be busy from 40 on; node 3 is in maintenance from 60 to
/// 100, which takes none of the three. A (3 nodes, 30 s) starts at 0, B (3 nodes, 100 s)
/// when it is done, as nodes 0 to 2 are enough.
#[test]
fn maintenance_and_a_cap_take_the_same_nodes() {
    let jobs = [job(0, 3, 30, 30), job(0, 3, 100, 100), job(0, 1, 60, 60)];
    let (caps, windows) = ([cap(40, 3)], [maintenance(60, 100, 3, 1)]);
    let outages = Outages {
        caps: &caps,
        maintenance: &windows,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 4).with_outages(outages);
    for choice in [EASY, CONSERVATIVE] {
        // C (1 node, 60 s) would have been done in time for the maintenance, but not for
        // the cap beside B: it waits for B.
        let expected = [(0, 30), (30, 130), (130, 190)];
        assert_eq!(times(setup, choice), expected, "{choice:?}");
    }
}

/// The lowest-numbered free nodes are taken, so a cap of `nodes` on more nodes leaves the
/// first ones: as on a machine without the others, event by event and node by node.
#[test]
fn one_cap_equals_a_smaller_machine() {
    let mut random = Random::new(17, CAPS);
    for round in 0..100 {
        let nodes = 2 + random.below(7) as u32;
        let jobs = workload(&mut random, 40, nodes);
        let kill_at_estimate = round % 2 == 0;
        let small = Setup::cluster(&jobs, nodes).with_kill_at_estimate(kill_at_estimate);
        let caps = [cap(0, nodes)];
        let large = capped(&jobs, nodes + 1 + random.below(5) as u32, &caps)
            .with_kill_at_estimate(kill_at_estimate);
        for choice in every_choice() {
            assert_eq!(digest(small, choice), digest(large, choice), "{choice:?}");
        }
    }
}

fn digest(setup: Setup<'_>, choice: Choice) -> Digest {
    let mut digest = Digest::default();
    let mut buffers = Buffers::of(&setup);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.run(&mut buffers.policy(choice), &mut digest);
    digest
}

/// Few nodes, many ties, caps that fall and rise while the jobs run.
fn draw(random: &mut Random, kills: bool) -> Scenario {
    let nodes = 1 + random.below(6) as u32;
    let mut submit = 0;
    let count = 1 + random.below(14);
    let jobs: Vec<_> = (0..count)
        .map(|_| {
            submit += random.below(8);
            let runtime = 1 + random.below(20);
            let estimate = match random.below(4) {
                0 => runtime,
                1 => 1 + random.below(runtime),
                _ => runtime + random.below(30),
            };
            let width = 1 + random.below(u64::from(nodes)) as u32;
            (submit, width, runtime, estimate)
        })
        .collect();
    let widest = jobs.iter().map(|job| job.1).max().unwrap_or(1);
    let mut from = random.below(20);
    let mut caps = Vec::new();
    for _ in 0..random.below(6) {
        caps.push((from, random.below(u64::from(nodes) + 2) as u32));
        from += 1 + random.below(25);
    }
    caps.push((from, widest + random.below(2) as u32));
    Scenario {
        jobs,
        nodes,
        caps,
        kills,
    }
}

fn compare(scenario: &Scenario, policy: Policy, choice: Choice) {
    let jobs = scenario.jobs.iter();
    let jobs: Vec<_> = jobs
        .map(|&(at, nodes, runs, by)| job(at, nodes, runs, by))
        .collect();
    let caps: Vec<_> = scenario
        .caps
        .iter()
        .map(|&(from, nodes)| cap(from, nodes))
        .collect();
    let setup = capped(&jobs, scenario.nodes, &caps).with_kill_at_estimate(scenario.kills);
    let what = (
        &scenario.jobs,
        scenario.nodes,
        &scenario.caps,
        scenario.kills,
    );
    assert_eq!(
        times(setup, choice),
        schedule(policy, scenario),
        "{policy:?} {what:?}"
    );
}

#[test]
fn schedules_under_caps_are_those_of_the_slow_program() {
    let mut random = Random::new(2026, CAPS);
    for _ in 0..2_000 {
        let scenario = draw(&mut random, true);
        compare(&scenario, Policy::Fcfs, FCFS);
        compare(&scenario, Policy::Easy, EASY);
        compare(&scenario, Policy::Conservative, CONSERVATIVE);
    }
}

/// A job that outruns its estimate may run where the cap has no room for it; with
/// reservations for all, the consequences are not compared.
#[test]
fn schedules_without_kills_are_those_of_the_slow_program() {
    let mut random = Random::new(7, CAPS);
    for _ in 0..2_000 {
        let scenario = draw(&mut random, false);
        compare(&scenario, Policy::Fcfs, FCFS);
        compare(&scenario, Policy::Easy, EASY);
    }
}

/// In any case no job starts above the cap, and every job ends.
#[test]
fn no_job_starts_above_the_cap() {
    let mut random = Random::new(99, CAPS);
    for round in 0..500 {
        let scenario = draw(&mut random, round % 2 == 0);
        let jobs = scenario.jobs.iter();
        let jobs: Vec<_> = jobs
            .map(|&(at, nodes, runs, by)| job(at, nodes, runs, by))
            .collect();
        let caps: Vec<_> = scenario
            .caps
            .iter()
            .map(|&(from, nodes)| cap(from, nodes))
            .collect();
        let setup = capped(&jobs, scenario.nodes, &caps).with_kill_at_estimate(scenario.kills);
        for choice in every_choice() {
            let times = times(setup, choice);
            for (started, _) in &times {
                let busy: u32 = jobs
                    .iter()
                    .zip(&times)
                    .map(|(job, (start, end))| {
                        let runs = start <= started && started < end;
                        u32::from(runs) * job.nodes
                    })
                    .sum();
                let mut begun = scenario.caps.iter().filter(|(from, _)| from <= started);
                let allowed = begun
                    .next_back()
                    .map_or(scenario.nodes, |(_, nodes)| *nodes);
                assert!(
                    busy <= allowed,
                    "{choice:?} at {started}: {busy} > {allowed}"
                );
            }
        }
    }
}

#[test]
fn invalid_caps_are_refused() {
    let jobs = [job(0, 2, 10, 10)];
    let refused = |setup: Setup<'_>| match setup.check() {
        Err(ScenarioError::Outages(error)) => error,
        other => panic!("{other:?}"),
    };
    let caps = [cap(0, 4), cap(10, 1)];
    let low = refused(capped(&jobs, 4, &caps));
    let expected = OutageError::CapTooLow {
        job: JobId::new(0),
        nodes: 2,
        cap: 1,
    };
    assert_eq!(low, expected);
    let caps = [cap(10, 4), cap(10, 3)];
    let twice = refused(capped(&jobs, 4, &caps));
    assert!(matches!(twice, OutageError::CapOrder { .. }));
    let caps = [cap(0, 3)];
    let beside = refused(capped(&jobs, 4, &caps).with_suspended(1));
    let feature = "suspended jobs";
    assert_eq!(beside, OutageError::CapUnsupported { feature });
}
