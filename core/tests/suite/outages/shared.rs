//! Jobs that take turns on nodes that go out of service: cases worked by hand.

use cosched_core::engine::{Interruption, KillReason, Setup, WaitReason, each};
use cosched_core::machine::{Change, Interrupted, NodeChange, Outages};
use cosched_core::policy::coscheduling::TurnRules;
use cosched_core::workload::GrainClass::{self, Coarse, Fine, Independent, Medium};
use cosched_core::workload::{Checkpoint, Grain, ProcessSpec};
use cosched_core::{Duration, Event, JobId, JobSpec, Metrics, Rate, Time};

use super::coscheduled::{ALL, CoschedulingCase, PolicyKind};
use super::{ReasonSink, change, maintenance};
use crate::common::job;

const QUANTUM: Duration = Duration::from_seconds(10);

fn case(nodes: u32, jobs: &[JobSpec], class: GrainClass, switch: u64) -> CoschedulingCase {
    let spec = ProcessSpec {
        class,
        grain: match class {
            Fine => Grain::Lockstep,
            Medium | Coarse => Grain::Every(Duration::from_seconds(1)),
            Independent => Grain::Independent,
        },
        utilisation: Rate::FULL,
    };
    let turns = TurnRules {
        switch: Duration::from_seconds(switch),
        ..TurnRules::of(QUANTUM)
    };
    CoschedulingCase::new(nodes, jobs.to_vec(), vec![spec; jobs.len()], turns)
}

/// Last start and end of jobs, in seconds, sums and events.
type RunResult = (Vec<(u64, u64)>, Metrics, Vec<(u64, Event)>);

fn run(drawn: &CoschedulingCase, outages: Outages<'_>, nodes: u32, which: PolicyKind) -> RunResult {
    let setup = Setup::cluster(&drawn.jobs, nodes)
        .with_processes(drawn.processes())
        .with_outages(outages);
    let seconds = |at: Time| at.0 / 1_000_000_000;
    let (mut metrics, mut events, mut times) = (Metrics::new(), Vec::new(), Vec::new());
    let heard = each(|at: Time, event| events.push((seconds(at), event)));
    let mut sink = (&mut metrics, (heard, ReasonSink));
    drawn.simulate(setup, which, &mut sink, |view| {
        for job in (0..drawn.jobs.len()).map(JobId::new) {
            let (start, end) = (view.started(job).unwrap(), view.completed(job).unwrap());
            times.push((seconds(start), seconds(end)));
        }
    });
    (times, metrics, events)
}

fn changing(changes: &[NodeChange]) -> Outages<'_> {
    Outages {
        changes,
        ..Outages::NONE
    }
}

/// Four nodes, quanta of 10 s. A (30 s) needs all of them; B (30 s) and C (20 s) two each,
/// which share the second row: B has nodes 0 and 1, C has 2 and 3.
///
/// A runs in [0, 10) and [20, 25), B and C in [10, 20). At 25 node 3 fails: A, which was on
/// it, has done 15 s, and C, whose turn it was not, 10 s. B goes on alone. A needs four
/// nodes of three and no job passes it. At 41 node 3 is up: B has done 10 + 16 s, C is
/// beside it in its row again, and the turn is that of A's new row: [41, 51), [61, 71),
/// [81, 91). B needs 4 s more in [51, 61), C both that and [71, 81).
#[test]
fn jobs_on_a_failed_node_are_interrupted_in_any_turn() {
    let jobs = [job(0, 4, 30, 30), job(0, 2, 30, 30), job(0, 2, 20, 20)];
    let changes = [change(25, 3, 1, Change::Down), change(41, 3, 1, Change::Up)];
    for which in ALL {
        let drawn = case(4, &jobs, Fine, 0);
        let (times, metrics, events) = run(&drawn, changing(&changes), 4, which);
        assert_eq!(times, [(41, 91), (10, 55), (51, 81)], "{which:?}");
        let lost = 15 * 4 + 10 * 2;
        assert_eq!(
            (metrics.requeues, metrics.lost_work),
            (2, lost * 1_000_000_000)
        );
        let interruption = |nodes, lost| Interruption {
            node: 3,
            nodes,
            kept: Duration::ZERO,
            lost: Duration::from_seconds(lost),
            is_requeued: true,
        };
        for (job, nodes, lost) in [(0, 4, 15), (2, 2, 10)] {
            let why = KillReason::OutOfService(interruption(nodes, lost));
            let killed = (25, Event::Killed(JobId::new(job), why));
            assert!(events.contains(&killed), "{which:?} {killed:?}");
        }
        let reason = WaitReason::OutOfService { free: 3, out: 1 };
        let waits = (25, Event::StillWaiting(JobId::new(0), reason));
        assert!(events.contains(&waits), "{which:?}");
    }
}

/// Two nodes, of which 0 is in maintenance from 100 to 120.
///
/// A (one node, 101 s), at 0, would be there until 101: it gets node 1. B (one node, 100 s)
/// ends in time on node 0. C (both, 60 s), at 50, could not be done by 100 even alone, so
/// it is in no row until 120, when A and B are gone at 101 and 100; nor is D (one node, 5
/// s), behind it. Then C has [120, 130), D [130, 135), and C, alone, 50 s from 140 on.
#[test]
fn jobs_that_cannot_end_before_maintenance_get_no_row() {
    let jobs = [
        job(0, 1, 101, 101),
        job(0, 1, 100, 100),
        job(50, 2, 60, 60),
        job(60, 1, 5, 5),
    ];
    let windows = [maintenance(100, 120, 0, 1)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let drawn = case(2, &jobs, Fine, 0);
    for which in ALL {
        let (times, metrics, events) = run(&drawn, outages, 2, which);
        let ends = [(0, 101), (0, 100), (120, 190), (130, 135)];
        assert_eq!(times, ends, "{which:?}");
        assert_eq!((metrics.requeues, metrics.lost_work), (0, 0));
        let (from, free) = (Time::from_seconds(100), 1);
        let reason = WaitReason::Maintenance { from, free };
        let waits = (50, Event::StillWaiting(JobId::new(2), reason));
        assert!(events.contains(&waits), "{which:?} {events:?}");
    }
}

/// Two nodes, of which 1 is in maintenance from 80 to 90. A and B (both nodes, 50 s) could
/// each be done by then if they were alone, so both are in rows.
///
/// In turns A has [0, 10), ... [60, 70), B [10, 20), ... [70, 80): 40 s each by 80. Both are
/// interrupted, and neither fits on node 0. At 90 they begin anew: A ends at 180, B at 190.
/// With a checkpoint every 15 s, written in no time, they keep 30 s of the 40 and have 20 s
/// to do: A in [90, 100) and [110, 120), B until 130.
///
/// In lists jobs have nodes in their quanta only, and nothing is lost. Whole jobs wait for
/// ten seconds, and A is the one that was not served last: it ends at 100, B at 110. Of
/// independent processes one of A runs on node 0 meanwhile and is done; so B is next, to
/// 100, and A needs 10 s more for the other.
#[test]
fn maintenance_interrupts_unfinished_jobs() {
    let jobs = [job(0, 2, 50, 50), job(0, 2, 50, 50)];
    let windows = [maintenance(80, 90, 1, 1)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let in_turns = case(2, &jobs, Fine, 0);
    for which in ALL {
        let (times, metrics, _) = run(&in_turns, outages, 2, which);
        assert_eq!(times, [(90, 180), (100, 190)], "{which:?}");
        let lost = 2 * 40 * 2;
        assert_eq!(
            (metrics.requeues, metrics.lost_work),
            (2, lost * 1_000_000_000)
        );
        let checkpoint = Checkpoint {
            interval: Duration::from_seconds(15),
            cost: Duration::ZERO,
        };
        let taken_up = Outages {
            interrupted: Interrupted::TakenUp,
            checkpoints: &[checkpoint],
            ..outages
        };
        let (times, metrics, _) = run(&in_turns, taken_up, 2, which);
        assert_eq!(times, [(90, 120), (100, 130)], "{which:?}");
        assert_eq!(metrics.lost_work, 2 * 10 * 2 * 1_000_000_000);
    }
    for (class, ends) in [
        (Medium, [(0, 100), (10, 110)]),
        (Independent, [(0, 110), (10, 100)]),
    ] {
        let (times, metrics, _) = run(&case(2, &jobs, class, 0), outages, 2, PolicyKind::Agile);
        assert_eq!(times, ends, "{class:?}");
        assert_eq!((metrics.requeues, metrics.lost_work), (0, 0), "{class:?}");
    }
}

/// Four nodes, quanta of 10 s of which a switch takes 4, one job of 12 s on two nodes.
///
/// Node 3, which is idle, fails. At 2 the switch is not over: it begins anew, the job runs
/// from 6 on and ends at 18. At 5 it is over: the job has run since 4 and goes on, to 16.
/// If node 0 fails at 6, 2 s are lost, and on nodes 1 and 2 it has to be switched to: it
/// runs from 10 on and ends at 22.
#[test]
fn a_switch_that_is_cut_short_begins_anew() {
    let jobs = [job(0, 2, 12, 12)];
    for (at, node, started, ended, lost) in [(2, 3, 0, 18, 0), (5, 3, 0, 16, 0), (6, 0, 6, 22, 4)] {
        let changes = [change(at, node, 1, Change::Down)];
        for class in [Fine, Medium, Coarse, Independent] {
            for which in ALL {
                let (times, metrics, _) =
                    run(&case(4, &jobs, class, 4), changing(&changes), 4, which);
                assert_eq!(times, [(started, ended)], "{which:?} {class:?} at {at}");
                assert_eq!(metrics.lost_work, lost * 1_000_000_000);
            }
        }
    }
}

/// A node that fails and is repaired at the same instant has failed: the job on it, at 7,
/// starts again there.
#[test]
fn a_failure_of_zero_length_interrupts() {
    let jobs = [job(0, 1, 20, 20)];
    let changes = [change(7, 0, 1, Change::Down), change(7, 0, 1, Change::Up)];
    for class in [Fine, Medium, Coarse, Independent] {
        for which in ALL {
            let (times, metrics, _) = run(&case(1, &jobs, class, 0), changing(&changes), 1, which);
            assert_eq!(times, [(7, 27)], "{which:?} {class:?}");
            assert_eq!((metrics.requeues, metrics.lost_work), (1, 7_000_000_000));
        }
    }
}

/// Two nodes, of which 0 is drained from 5 to 40. A (both nodes, 20 s) has [0, 5), which is
/// cut short. B (one node, 20 s) has not started and had its place on node 0: it gets node
/// 1 and has [5, 15), A [15, 25), B [25, 35) and ends; A, with 15 s done, ends at 40.
#[test]
fn jobs_on_a_drained_node_continue() {
    let jobs = [job(0, 2, 20, 20), job(0, 1, 20, 20)];
    let changes = [change(5, 0, 1, Change::Drain), change(40, 0, 1, Change::Up)];
    let drawn = case(2, &jobs, Fine, 0);
    for which in ALL {
        let (times, metrics, _) = run(&drawn, changing(&changes), 2, which);
        assert_eq!(times, [(0, 40), (5, 35)], "{which:?}");
        assert_eq!(metrics.requeues, 0);
    }
}
