//! Nodes that fail, are drained or in maintenance: cases worked by hand, and what must hold in any.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::engine::{
    Engine, HoldReason, Interruption, Jobs, KillReason, Phase, Setup, StartReason, Stream, each,
};
use cosched_core::error::{EngineError, OutageError};
use cosched_core::machine::{
    Change, Faults, Interrupted, Intervals, Lifetime, Maintenance, NodeChange, NodeState, Outages,
};
use cosched_core::policy::Order;
use cosched_core::random::Random;
use cosched_core::workload::{Checkpoint, Request};
use cosched_core::{
    Digest, Duration, Event, JobId, JobSpec, Memory, Metrics, ScenarioError, Simulation, Sink,
    Time, View,
};

use crate::common::{Boxed, Buffers, Choice, every_choice, job, workload};
use crate::watch::NODES;

const FCFS: Choice = Choice::Fcfs(Order::Submitted);
const EASY: Choice = Choice::Easy(Order::Submitted, None, usize::MAX);
const CONSERVATIVE: Choice = Choice::Conservative(Order::Submitted, usize::MAX);

fn at(seconds: u64) -> Time {
    Time::from_seconds(seconds)
}

fn change(seconds: u64, first: u32, count: u32, change: Change) -> NodeChange {
    NodeChange {
        at: at(seconds),
        first,
        count,
        change,
    }
}

fn maintenance(from: u64, until: u64, first: u32, count: u32) -> Maintenance {
    Maintenance {
        from: at(from),
        until: at(until),
        first,
        count,
    }
}

/// What `choice` makes of `setup`: starts and ends in seconds of those that ended, sums
/// and events.
struct Ran {
    times: Vec<Option<(u64, u64)>>,
    phases: Vec<Phase>,
    metrics: Metrics,
    events: Vec<(u64, Event)>,
}

fn run(setup: Setup<'_>, choice: Choice) -> Ran {
    let mut buffers = Buffers::new(setup.profiled());
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut metrics, mut events) = (Metrics::new(), Vec::new());
    let seconds = |at: Time| at.0 / 1_000_000_000;
    let heard = each(|at: Time, event| events.push((seconds(at), event)));
    let mut sink = (&mut metrics, (heard, Asking));
    simulation.run(&mut buffers.policy(choice), &mut sink);
    let view = simulation.view();
    let jobs = (0..setup.workload.len()).map(JobId::new);
    let times = jobs.clone().map(|job| {
        let (start, end) = (view.started(job)?, view.completed(job)?);
        Some((seconds(start), seconds(end)))
    });
    Ran {
        times: times.collect(),
        phases: jobs.map(|job| view.phase(job)).collect(),
        metrics,
        events,
    }
}

/// Wants to hear why jobs wait.
struct Asking;

impl Sink for Asking {
    fn record(&mut self, _: Time, _: Event) {}

    fn asks_why(&self) -> bool {
        true
    }
}

/// Two nodes. A (both nodes, 100 s) starts at 0; B (one node, 30 s) comes at 10. Node 1
/// fails at 40 and is up again at 70: A is sent back to the head of the queue, 40 s on
/// two nodes are lost.
fn failing() -> ([JobSpec; 2], [NodeChange; 2]) {
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
    let setup = Setup {
        outages,
        ..Setup::cluster(&jobs, 2)
    };
    // Nobody passes A, which needs both nodes: it starts when node 1 is up, and B behind it.
    let ran = run(setup, FCFS);
    assert_eq!(ran.times, [Some((70, 170)), Some((170, 200))]);
    assert_eq!(
        (ran.metrics.requeues, ran.metrics.lost),
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
        goes_on: true,
    };
    assert!(why.eq([(40, KillReason::OutOfService(interruption))]));

    // Nobody knows when A can start, so B is in nobody's way: 40 to 70 on node 0.
    for choice in [EASY, CONSERVATIVE] {
        let ran = run(setup, choice);
        assert_eq!(ran.times, [Some((70, 170)), Some((40, 70))], "{choice:?}");
    }
    let passed = StartReason::BeforeRepair {
        head: JobId::new(0),
    };
    let easy = run(setup, EASY).events;
    assert!(easy.contains(&(40, Event::Started(JobId::new(1), passed))));
    let waits = HoldReason::OutOfService { free: 1, out: 1 };
    assert!(easy.contains(&(40, Event::Held(JobId::new(0), waits))));

    // Killed instead, A is gone, and only half of the machine's work was good.
    let killed = Outages {
        interrupted: Interrupted::Killed,
        ..outages
    };
    let killed = Setup {
        outages: killed,
        ..setup
    };
    let ran = run(killed, FCFS);
    assert_eq!(ran.times, [Some((0, 40)), Some((40, 70))]);
    assert_eq!(ran.phases, [Phase::Killed, Phase::Completed]);
    assert_eq!((ran.metrics.killed, ran.metrics.requeues), (1, 0));
    assert_eq!(ran.metrics.good, 30_000_000_000);
    let never_again = Outages {
        most_requeues: 0,
        ..outages
    };
    let never_again = Setup {
        outages: never_again,
        ..setup
    };
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
    let setup = Setup {
        outages,
        ..Setup::cluster(&jobs, 1)
    };
    for choice in [FCFS, EASY, CONSERVATIVE] {
        let ran = run(setup, choice);
        assert_eq!(ran.times, [Some((300, 350))], "{choice:?}");
        assert_eq!(ran.metrics.lost, 5_000_000_000);
        assert_eq!(ran.metrics.work, 270_000_000_000);
        assert_eq!(
            ran.metrics.good, 250_000_000_000,
            "20 s went into checkpoints"
        );
    }
    // With nothing kept it does all of it again.
    let again = Outages {
        interrupted: Interrupted::Requeued,
        ..outages
    };
    let again = Setup {
        outages: again,
        ..setup
    };
    let ran = run(again, FCFS);
    assert_eq!(ran.times, [Some((300, 570))]);
    assert_eq!(ran.metrics.lost, 225_000_000_000);
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
    let setup = Setup {
        outages,
        ..Setup::cluster(&jobs, 4)
    };
    let ran = run(setup, EASY);
    let ends = [(0, 120), (0, 90), (120, 180), (90, 98), (150, 170)];
    assert_eq!(ran.times, ends.map(Some));
    let (head, shadow) = (JobId::new(2), at(120));
    let told = [
        Event::Started(JobId::new(3), StartReason::BeforeShadow { head, shadow }),
        Event::Held(head, HoldReason::HeadUntil { shadow, free: 2 }),
    ];
    for event in told {
        assert!(ran.events.contains(&(90, event)), "{event:?}");
    }
    assert_eq!((ran.metrics.lost, ran.metrics.requeues), (0, 0));
    // First come, first served: nobody passes C.
    let ends = [(0, 120), (0, 90), (120, 180), (150, 158), (158, 178)];
    assert_eq!(run(setup, FCFS).times, ends.map(Some));
    // Who outruns its estimate into maintenance, where nobody is killed for that, is
    // interrupted: B runs 200 s.
    let jobs = [job(0, 2, 120, 120), job(0, 2, 200, 90)];
    let late = Setup {
        kill_at_estimate: false,
        outages,
        ..Setup::cluster(&jobs, 4)
    };
    let ran = run(late, EASY);
    assert_eq!(ran.times, [Some((0, 120)), Some((120, 320))]);
    assert_eq!(ran.metrics.lost, 200_000_000_000);
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
    let setup = Setup {
        outages,
        ..Setup::cluster(&jobs, 2)
    };
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
    let setup = Setup {
        outages,
        ..Setup::cluster(&jobs, 2)
    };
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
    let ran = run(Setup { outages, ..setup }, EASY);
    assert_eq!(ran.times, [Some((0, 50)), Some((10, 30)), Some((50, 60))]);
}

/// Watches that nobody is on a node that is out of service, or starts on one that is
/// drained or whose maintenance begins before its estimated end.
pub(crate) struct Guard<'a> {
    setup: Setup<'a>,
    states: Vec<NodeState>,
    held: BTreeMap<u32, JobId>,
    waiting: BTreeSet<JobId>,
    // Since when each job runs, for what is lost.
    since: BTreeMap<JobId, Time>,
    lost: u128,
    pub(crate) requeues: u64,
    ended: usize,
    submitted: usize,
    // Whether the job that gets nodes starts, rather than goes on.
    starts: bool,
}

impl<'a> Guard<'a> {
    pub(crate) fn new(setup: Setup<'a>) -> Self {
        Self {
            setup,
            states: vec![NodeState::UP; setup.nodes as usize],
            held: BTreeMap::new(),
            waiting: BTreeSet::new(),
            since: BTreeMap::new(),
            lost: 0,
            requeues: 0,
            ended: 0,
            submitted: 0,
            starts: false,
        }
    }

    /// Objects to a run after which not every job has ended.
    pub(crate) fn ends(&self, name: &str) {
        assert_eq!(self.submitted, self.setup.workload.len(), "{name}");
        let left = self.waiting.len() + self.since.len();
        assert_eq!(self.submitted, self.ended + left, "{name}");
        assert_eq!(left, 0, "{name}: all nodes are repaired in the end");
    }
}

impl Sink for Guard<'_> {
    fn record(&mut self, now: Time, event: Event) {
        match event {
            Event::Submitted(job) => {
                self.submitted += 1;
                assert!(self.waiting.insert(job));
            }
            Event::Started(job, _) => {
                assert!(self.waiting.remove(&job));
                self.since.insert(job, now);
                self.starts = true;
            }
            Event::Suspended(job) => self.held.retain(|_, holder| *holder != job),
            Event::Resumed(_) => self.starts = false,
            Event::Completed(job) | Event::Killed(job, _) => {
                let since = self.since.remove(&job).expect("it ran");
                let nodes = self.held.len();
                self.held.retain(|_, holder| *holder != job);
                let nodes = (nodes - self.held.len()) as u128;
                match event {
                    Event::Killed(_, KillReason::OutOfService(why)) => {
                        // What is suspended has none of the nodes.
                        assert!(nodes == 0 || nodes == u128::from(why.nodes));
                        assert!(why.kept == Duration::ZERO || why.goes_on);
                        self.lost += nodes * u128::from(now.since(since).0);
                        self.requeues += u64::from(why.goes_on);
                        match why.goes_on {
                            true => assert!(self.waiting.insert(job)),
                            false => self.ended += 1,
                        }
                    }
                    _ => self.ended += 1,
                }
            }
            _ => {}
        }
    }

    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let spec = self.setup.workload[job.index()];
        let since = self.since[&job];
        for node in nodes.flat_map(|(first, count)| first..first + count) {
            assert!(
                self.states[node as usize].is_up(),
                "node {node} is out of service"
            );
            assert_eq!(
                self.held.insert(node, job),
                None,
                "node {node} is held twice"
            );
            // What was done before is kept only in some runs.
            if self.setup.outages.interrupted != Interrupted::TakenUp {
                let mut windows = self.setup.outages.maintenance.iter();
                let end = since.after(spec.estimate);
                let is_hit =
                    windows.any(|one| one.is_of(node) && one.from < end && one.until > since);
                assert!(
                    !(is_hit && self.starts),
                    "{job:?} started at {since} s into maintenance"
                );
            }
        }
    }

    fn node_state(&mut self, _: Time, first: u32, count: u32, state: NodeState) {
        for node in first..first + count {
            self.states[node as usize] = state;
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for (&node, job) in &self.held {
            let state = self.states[node as usize];
            assert_eq!(state, view.node_state(node));
            let stays = state.is_up() || (!state.is_down() && !state.is_in_maintenance());
            assert!(stays, "{job:?} is on node {node}, which is out of service");
        }
        let out = self.states.iter().filter(|state| !state.is_up()).count();
        assert_eq!(out as u32, view.out_of_service());
        let held = |node: &u32| self.held.contains_key(node);
        let up = |node: &u32| self.states[*node as usize].is_up();
        let free = (0..self.setup.nodes)
            .filter(|node| up(node) && !held(node))
            .count();
        assert_eq!(free as u32, view.free_nodes());
        for window in self.setup.outages.maintenance {
            let is_open = window.from <= view.now() && view.now() < window.until;
            for node in window.first..window.first + window.count {
                assert!(
                    !is_open || !self.held.contains_key(&node),
                    "held in maintenance"
                );
            }
        }
    }
}

/// Everything that can befall nodes, drawn.
pub(crate) struct Drawn {
    maintenance: Vec<Maintenance>,
    changes: Vec<NodeChange>,
    faults: Option<Faults>,
    interrupted: Interrupted,
    checkpoint: Checkpoint,
}

pub(crate) fn draw(random: &mut Random) -> Drawn {
    let nodes = u64::from(NODES);
    let (mut from, mut windows) = (0, Vec::new());
    for _ in 0..random.below(4) {
        from += 5 + random.below(120);
        let (until, first) = (from + 1 + random.below(60), random.below(nodes));
        let count = match random.below(3) {
            0 => nodes - first,
            _ => 1 + random.below(nodes - first),
        };
        windows.push(match random.below(3) {
            0 => maintenance(from, until, 0, NODES),
            _ => maintenance(from, until, first as u32, count as u32),
        });
        from = until;
    }
    let mut changes = Vec::new();
    let mut when = 0;
    for _ in 0..random.below(12) {
        when += random.below(40);
        let first = random.below(nodes);
        let count = 1 + random.below((nodes - first).min(4));
        let what = [Change::Down, Change::Drain, Change::Up, Change::Up][random.below(4) as usize];
        changes.push(change(when, first as u32, count as u32, what));
    }
    // In the end all are repaired, so that nobody waits for ever.
    changes.push(change(when + 200, 0, NODES, Change::Up));
    let faults = (random.below(2) == 0).then(|| Faults {
        seed: random.bits(),
        failure: match random.below(2) {
            0 => Lifetime::Exponential {
                mean: Duration::from_seconds(100 + random.below(4_000)),
            },
            _ => Lifetime::Weibull {
                shape: 0.7,
                scale: Duration::from_seconds(100 + random.below(4_000)),
            },
        },
        repair: Lifetime::Exponential {
            mean: Duration::from_seconds(1 + random.below(30)),
        },
    });
    let kinds = [
        Interrupted::Requeued,
        Interrupted::TakenUp,
        Interrupted::Killed,
    ];
    Drawn {
        maintenance: windows,
        changes,
        faults,
        interrupted: kinds[random.below(3) as usize],
        checkpoint: Checkpoint {
            interval: Duration::from_seconds(1 + random.below(10)),
            cost: Duration::from_seconds(random.below(2)),
        },
    }
}

impl Drawn {
    pub(crate) fn outages(&self) -> Outages<'_> {
        Outages {
            maintenance: &self.maintenance,
            changes: &self.changes,
            faults: self.faults,
            interrupted: self.interrupted,
            most_requeues: 50,
            checkpoints: std::slice::from_ref(&self.checkpoint),
            ..Outages::NONE
        }
    }
}

#[test]
fn no_job_is_lost_and_nobody_is_on_a_node_out_of_service() {
    let (mut requeues, mut lost) = (0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed, 90);
        let jobs = workload(&mut random, 40, NODES);
        let drawn = draw(&mut random);
        // All of them in turn, and those without orders each time.
        let others = every_choice();
        let other = others[seed as usize % others.len()];
        for choice in [FCFS, EASY, CONSERVATIVE, other] {
            let setup = Setup {
                kill_at_estimate: seed % 3 > 0,
                outages: drawn.outages(),
                ..Setup::cluster(&jobs, NODES)
            };
            let mut buffers = Buffers::new(setup.profiled());
            let mut storage = Boxed::with_outages(&setup);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            let mut sink = (Guard::new(setup), Metrics::new());
            let name = format!("seed {seed}, {choice:?}");
            let mut policy = buffers.policy(choice);
            while simulation.step(&mut policy, &mut sink).is_some() {
                assert!(
                    simulation.view().now() < at(1_000_000),
                    "{name} does not end"
                );
            }
            let (guard, metrics) = sink;
            guard.ends(&name);
            assert_eq!(guard.requeues, metrics.requeues, "{name}");
            if drawn.interrupted != Interrupted::TakenUp {
                assert_eq!(guard.lost, metrics.lost, "{name}");
            }
            requeues += metrics.requeues;
            lost += metrics.lost;
        }
    }
    assert!(requeues > 1_000 && lost > 0, "{requeues} requeues");
}

/// The same run, one job after another on slots that are used again.
#[test]
fn a_stream_with_outages_is_the_simulation() {
    for seed in 0..200 {
        let mut random = Random::new(seed, 91);
        let jobs = workload(&mut random, 40, NODES);
        let drawn = draw(&mut random);
        for choice in [FCFS, EASY, CONSERVATIVE] {
            let whole = Setup {
                outages: drawn.outages(),
                ..Setup::cluster(&jobs, NODES)
            };
            let mut storage = Boxed::with_outages(&whole);
            let mut buffers = Buffers::new(whole.profiled());
            let mut simulation = Simulation::new(whole, storage.as_storage()).unwrap();
            let mut expected = Metrics::new();
            simulation.run(&mut buffers.policy(choice), &mut expected);

            let open = Setup {
                outages: drawn.outages(),
                ..Setup::open(jobs.len() as u32, NODES)
            };
            let mut storage = Boxed::with_outages(&open);
            let mut buffers = Buffers::new(open.profiled());
            let mut stream = Stream::new(open, storage.as_storage()).unwrap();
            let mut source = Jobs::new(jobs.iter().copied());
            let mut found = Metrics::new();
            let ran = stream.run(&mut source, &mut buffers.policy(choice), &mut found);
            assert!(ran.is_ok());
            assert_eq!(found, expected, "seed {seed}, {choice:?}");
        }
    }
}

/// What the verbs are told equals what a simulation knows.
#[test]
fn nodes_reported_by_hand_are_as_those_that_are_simulated() {
    let (jobs, changes) = failing();
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let whole = Setup {
        outages,
        ..Setup::cluster(&jobs, 2)
    };
    let mut storage = Boxed::with_outages(&whole);
    let mut simulation = Simulation::new(whole, storage.as_storage()).unwrap();
    let mut expected = Digest::default();
    simulation.run(
        &mut Buffers::new(whole.profiled()).policy(EASY),
        &mut expected,
    );

    let open = Setup {
        outages: Outages {
            by_hand: true,
            ..Outages::NONE
        },
        ..Setup::open(2, 2)
    };
    let mut storage = Boxed::with_outages(&open);
    let mut buffers = Buffers::new(open.profiled());
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
                // What ends comes before what befalls nodes, as in a simulation.
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
fn chance_is_the_same_for_all_and_as_asked_for() {
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
        let spans = (0..200_000).map(|node| faults.lasts(node, 0).seconds());
        let mean = spans.sum::<f64>() / 200_000.0;
        // Four standard errors: those of one draw are 1 and √20 - the fourth moment
        // of the shape is Γ(5) = 24, less 2² - times the scale.
        let deviation = if expected > 1_500.0 { 4_472.0 } else { 1_000.0 };
        let error = 4.0 * deviation / 200_000f64.sqrt();
        assert!((mean - expected).abs() < error, "{mean} of {expected}");
        assert_eq!(faults.lasts(7, 3), faults.lasts(7, 3));
        assert_ne!(faults.lasts(7, 3), faults.lasts(8, 3));
    }
}

#[test]
fn impossible_outages_are_refused() {
    let jobs = [job(0, 1, 5, 5)];
    let refused = |outages: Outages<'_>| {
        let setup = Setup {
            outages,
            ..Setup::cluster(&jobs, 4)
        };
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
    let beyond = OutageError::Beyond {
        last: 5,
        machine: 4,
    };
    assert_eq!(windows(&[maintenance(1, 2, 3, 2)]), beyond);
    assert_eq!(windows(&[maintenance(1, 2, 3, 0)]), OutageError::NoNodes);
    let twice = OutageError::Twice {
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
    let open = Setup {
        outages: Outages {
            maintenance: &windows,
            ..Outages::NONE
        },
        ..Setup::open(2, 2)
    };
    let mut storage = Boxed::with_outages(&open);
    let mut buffers = Buffers::new(open.profiled());
    let mut easy = buffers.policy(EASY);
    let mut engine = Engine::new(open, storage.as_storage()).unwrap();
    let request = Request {
        submit: Time::ZERO,
        estimate: Duration::from_seconds(11),
        nodes: 1,
        memory: Memory::ZERO,
    };
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
