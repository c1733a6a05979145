//! Nodes that fail, are drained or in maintenance: cases worked by hand.

mod any;
mod assignments;
mod coscheduled;
mod driver_reports;
mod guard;
pub(crate) mod known;
pub(crate) mod promises;
mod shared;
mod slots;
mod tier_guard;
mod tiers;

pub(crate) use guard::{Guard, RandomOutages, draw};

use cosched_core::engine::{Interruption, KillReason, Phase, Setup, StartReason, WaitReason, each};
use cosched_core::machine::{Change, Interrupted, Maintenance, NodeChange, Outages};
use cosched_core::policy::Order;
use cosched_core::workload::Checkpoint;
use cosched_core::{Duration, Event, JobId, JobSpec, Metrics, Simulation, Sink, Time};

use crate::common::{Boxed, Buffers, Choice, job};

pub(crate) const FCFS: Choice = Choice::Fcfs(Order::Submitted);
pub(crate) const EASY: Choice = Choice::Easy(Order::Submitted, None, usize::MAX);
pub(crate) const CONSERVATIVE: Choice = Choice::Conservative(Order::Submitted, usize::MAX);

pub(crate) fn at(seconds: u64) -> Time {
    Time::from_seconds(seconds)
}

pub(crate) fn change(seconds: u64, first: u32, count: u32, change: Change) -> NodeChange {
    NodeChange {
        at: at(seconds),
        first,
        count,
        change,
    }
}

pub(crate) fn maintenance(from: u64, until: u64, first: u32, count: u32) -> Maintenance {
    Maintenance {
        from: at(from),
        until: at(until),
        first,
        count,
    }
}

/// Result of `setup` under `choice`: starts and ends in seconds of the jobs that ended,
/// sums and events.
struct RunResult {
    times: Vec<Option<(u64, u64)>>,
    phases: Vec<Phase>,
    metrics: Metrics,
    events: Vec<(u64, Event)>,
}

fn run(setup: Setup<'_>, choice: Choice) -> RunResult {
    let mut buffers = Buffers::of(&setup);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut metrics, mut events) = (Metrics::new(), Vec::new());
    let seconds = |at: Time| at.0 / 1_000_000_000;
    let heard = each(|at: Time, event| events.push((seconds(at), event)));
    let mut sink = (&mut metrics, (heard, ReasonSink));
    simulation.run(&mut buffers.policy(choice), &mut sink);
    let view = simulation.view();
    let jobs = (0..setup.workload.len()).map(JobId::new);
    let times = jobs.clone().map(|job| {
        let (start, end) = (view.started(job)?, view.completed(job)?);
        Some((seconds(start), seconds(end)))
    });
    RunResult {
        times: times.collect(),
        phases: jobs.map(|job| view.phase(job)).collect(),
        metrics,
        events,
    }
}

/// A sink that wants reasons of waits.
pub(crate) struct ReasonSink;

impl Sink for ReasonSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// Two nodes. A (both nodes, 100 s) starts at 0; B (one node, 30 s) comes at 10. Node 1
/// fails at 40 and is up again at 70: A is sent back to the head of the queue, 40 s on
/// two nodes are lost.
pub(crate) fn failing() -> ([JobSpec; 2], [NodeChange; 2]) {
    (
        [job(0, 2, 100, 100), job(10, 1, 30, 30)],
        [change(40, 1, 1, Change::Down), change(70, 1, 1, Change::Up)],
    )
}

#[test]
fn a_job_on_a_node_that_fails_starts_again() {
    let (jobs, changes) = failing();
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 2).with_outages(outages);
    // No job passes A, which needs both nodes: it starts when node 1 is up, and B behind
    // it.
    let ran = run(setup, FCFS);
    assert_eq!(ran.times, [Some((70, 170)), Some((170, 200))]);
    assert_eq!(
        (ran.metrics.requeues, ran.metrics.lost_work),
        (1, 80_000_000_000)
    );
    // 230 s of work on 400 s of nodes; nothing of it was in vain in the end.
    assert_eq!(ran.metrics.goodput(2), 230.0 / 400.0);
    let why = ran.events.iter().filter_map(|&(at, event)| match event {
        Event::Killed(_, reason) => Some((at, reason)),
        _ => None,
    });
    let interruption = Interruption {
        node: 1,
        nodes: 2,
        kept: Duration::ZERO,
        lost: Duration::from_seconds(40),
        is_requeued: true,
    };
    assert!(why.eq([(40, KillReason::OutOfService(interruption))]));

    // The start of A is unknown, so B delays no job: 40 to 70 on node 0.
    for choice in [EASY, CONSERVATIVE] {
        let ran = run(setup, choice);
        assert_eq!(ran.times, [Some((70, 170)), Some((40, 70))], "{choice:?}");
    }
    let passed = StartReason::BeforeRepair {
        head: JobId::new(0),
    };
    let easy = run(setup, EASY).events;
    assert!(easy.contains(&(40, Event::Started(JobId::new(1), passed))));
    let waits = WaitReason::OutOfService { free: 1, out: 1 };
    assert!(easy.contains(&(40, Event::StillWaiting(JobId::new(0), waits))));

    // Killed instead, A is gone, and only half of the machine's work was good.
    let killed = Outages {
        interrupted: Interrupted::Killed,
        ..outages
    };
    let killed = setup.with_outages(killed);
    let ran = run(killed, FCFS);
    assert_eq!(ran.times, [Some((0, 40)), Some((40, 70))]);
    assert_eq!(ran.phases, [Phase::Killed, Phase::Completed]);
    assert_eq!((ran.metrics.killed, ran.metrics.requeues), (1, 0));
    assert_eq!(ran.metrics.useful_work, 30_000_000_000);
    let never_again = Outages {
        max_requeues: 0,
        ..outages
    };
    let never_again = setup.with_outages(never_again);
    assert_eq!(run(never_again, FCFS).phases, ran.phases);
}

/// One node, one job of 250 s that writes a checkpoint of 10 s after each 100 s: 270 s.
/// The node fails at 225 s. Two checkpoints are whole, at 110 and 220 s: 5 s are lost and
/// 50 are left when the node is up at 300.
#[test]
fn a_job_is_taken_up_from_its_last_checkpoint() {
    let checkpoint = Checkpoint {
        interval: Duration::from_seconds(100),
        cost: Duration::from_seconds(10),
    };
    let span = checkpoint.time(Duration::from_seconds(250));
    assert_eq!(span, Duration::from_seconds(270));
    let jobs = [JobSpec::exact(Time::ZERO, span, 1)];
    let changes = [
        change(225, 0, 1, Change::Down),
        change(300, 0, 1, Change::Up),
    ];
    let outages = Outages {
        changes: &changes,
        interrupted: Interrupted::TakenUp,
        checkpoints: &[checkpoint],
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 1).with_outages(outages);
    for choice in [FCFS, EASY, CONSERVATIVE] {
        let ran = run(setup, choice);
        assert_eq!(ran.times, [Some((300, 350))], "{choice:?}");
        assert_eq!(ran.metrics.lost_work, 5_000_000_000);
        assert_eq!(ran.metrics.work, 270_000_000_000);
        assert_eq!(
            ran.metrics.useful_work, 250_000_000_000,
            "20 s went into checkpoints"
        );
    }
    // With nothing kept it does all of it again.
    let again = Outages {
        interrupted: Interrupted::Requeued,
        ..outages
    };
    let again = setup.with_outages(again);
    let ran = run(again, FCFS);
    assert_eq!(ran.times, [Some((300, 570))]);
    assert_eq!(ran.metrics.lost_work, 225_000_000_000);
}

/// Four nodes, of which 0 and 1 are in maintenance from 100 to 150. All jobs ask for two
/// nodes.
///
/// A (at 0, 120 s) would run into it there, so it gets nodes 2 and 3. B (at 0, 90 s) gets
/// nodes 0 and 1, which are free again at 90. C (at 10, 60 s), now the head, would end at
/// 150 on them and may not, but can start at 120, when A is done. D (at 20, 8 s) ends at
/// 98 and may pass. E (at 30, 20 s) would end at 110: it waits until 150.
#[test]
fn a_job_that_cannot_end_before_maintenance_does_not_start() {
    let jobs = [
        job(0, 2, 120, 120),
        job(0, 2, 90, 90),
        job(10, 2, 60, 60),
        job(20, 2, 8, 8),
        job(30, 2, 20, 20),
    ];
    let windows = [maintenance(100, 150, 0, 2)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 4).with_outages(outages);
    let ran = run(setup, EASY);
    let ends = [(0, 120), (0, 90), (120, 180), (90, 98), (150, 170)];
    assert_eq!(ran.times, ends.map(Some));
    let (head, shadow) = (JobId::new(2), at(120));
    let events = [
        Event::Started(JobId::new(3), StartReason::BeforeShadow { head, shadow }),
        Event::StillWaiting(head, WaitReason::HeadUntil { shadow, free: 2 }),
    ];
    for event in events {
        assert!(ran.events.contains(&(90, event)), "{event:?}");
    }
    assert_eq!((ran.metrics.lost_work, ran.metrics.requeues), (0, 0));
    // First come, first served: no job passes C.
    let ends = [(0, 120), (0, 90), (120, 180), (150, 158), (158, 178)];
    assert_eq!(run(setup, FCFS).times, ends.map(Some));
    // A job that outruns its estimate into maintenance, without kills, is interrupted: B
    // runs 200 s.
    let jobs = [job(0, 2, 120, 120), job(0, 2, 200, 90)];
    let late = Setup::cluster(&jobs, 4)
        .with_kill_at_estimate(false)
        .with_outages(outages);
    let ran = run(late, EASY);
    assert_eq!(ran.times, [Some((0, 120)), Some((120, 320))]);
    assert_eq!(ran.metrics.lost_work, 200_000_000_000);
}

/// Two nodes, both in maintenance from 100 to 200. A job of 150 s cannot start before,
/// one of 50 s can, and passes it.
#[test]
fn maintenance_of_the_whole_machine_is_a_wall() {
    let jobs = [
        job(0, 2, 150, 150),
        job(0, 1, 50, 50),
        job(60, 1, 40, 40),
        job(61, 1, 40, 40),
    ];
    let windows = [maintenance(100, 200, 0, 2)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 2).with_outages(outages);
    // The third ends when maintenance begins; the fourth would end a second later.
    let ends = [(200, 350), (0, 50), (60, 100), (350, 390)];
    for choice in [EASY, CONSERVATIVE] {
        assert_eq!(run(setup, choice).times, ends.map(Some), "{choice:?}");
    }
    let ends = [(200, 350), (350, 400), (350, 390), (390, 430)];
    assert_eq!(run(setup, FCFS).times, ends.map(Some));
}

#[test]
fn a_drained_node_keeps_its_job_and_gets_no_other() {
    let jobs = [job(0, 1, 50, 50), job(10, 1, 20, 20), job(20, 2, 10, 10)];
    let changes = [change(5, 0, 1, Change::Drain), change(80, 0, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let setup = Setup::cluster(&jobs, 2).with_outages(outages);
    for choice in [FCFS, EASY, CONSERVATIVE] {
        let ran = run(setup, choice);
        assert_eq!(ran.times, [Some((0, 50)), Some((10, 30)), Some((80, 90))]);
    }
    // Put back while the job is still there: it stays the job's.
    let changes = [change(5, 0, 1, Change::Drain), change(8, 0, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..outages
    };
    let ran = run(setup.with_outages(outages), EASY);
    assert_eq!(ran.times, [Some((0, 50)), Some((10, 30)), Some((50, 60))]);
}
