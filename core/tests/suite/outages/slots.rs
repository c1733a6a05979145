//! Nodes out of service under the policy that buys windows: by hand, and any.

use std::collections::BTreeSet;

use cosched_core::engine::{Detail, KillReason, Setup};
use cosched_core::machine::{Change, Interrupted, Intervals, Maintenance, NodeState, Outages};
use cosched_core::policy::slots::Slots;
use cosched_core::random::Random;
use cosched_core::slots::{Criterion, Node, Request, Window};
use cosched_core::workload::Checkpoint;
use cosched_core::{Duration, Event, Exact, JobId, Metrics, Simulation, Sink, Storage, Time, View};

use super::{Guard, at, change, draw, maintenance};
use crate::common::Boxed;
use crate::slot_policy::{Buffers, SlotJob, at_any_price, jobs, molds};
use crate::slots::OwnedWindow;
use crate::watch::NODES;

/// A request of `nodes` nodes and `volume`, submitted at `submit`.
fn slot_request(submit: u64, nodes: u32, volume: u64) -> SlotJob {
    (at(submit), at_any_price(nodes, volume), Criterion::FirstFit)
}

/// Simulates these on `nodes`, with checks; returns the checker.
fn simulate(
    nodes: &[Node],
    requested: &[SlotJob],
    (outages, horizon): (Outages<'_>, Time),
    name: &str,
) -> (Vec<Option<(Time, Time)>>, WindowGuard, Metrics) {
    let (specs, requests) = jobs(requested);
    let molds = molds(&specs);
    let setup = Setup::cluster(&specs, nodes.len() as u32)
        .with_molds(&molds)
        .with_kill_at_estimate(false)
        .with_outages(outages);
    let mut buffers = Buffers::around(&setup, &requests);
    let mut policy = Slots::new(&setup, nodes, &requests, horizon, buffers.buffers()).unwrap();
    let mut storage = Boxed::with_outages(&setup);
    let storage = Storage {
        molded: &mut vec![Exact::ZERO; specs.len()],
        ..storage.as_storage()
    };
    let mut simulation = Simulation::new(setup, storage).unwrap();
    let mut sink = (Guard::new(setup), (WindowGuard::new(setup), Metrics::new()));
    simulation.run(&mut policy, &mut sink);
    let (guard, (kept, metrics)) = sink;
    guard.ends(name);
    let ended = (0..specs.len()).map(|job| {
        let view = simulation.view();
        let completed = view.completed(JobId::new(job))?;
        Some((simulation.started(job)?, completed))
    });
    let ended = ended.collect();
    assert_eq!(policy.totals().skipped, kept.refused, "{name}");
    assert_eq!(policy.totals().found, kept.reserved, "{name}");
    (ended, kept, metrics)
}

/// Checks that windows are kept, and that maintenance is in none.
struct WindowGuard {
    // Nodes that are down or drained.
    out: BTreeSet<u32>,
    interrupted: BTreeSet<JobId>,
    windows: Vec<Option<OwnedWindow>>,
    maintenance: Vec<Maintenance>,
    refused: usize,
    reserved: usize,
    again: usize,
}

impl WindowGuard {
    fn new(setup: Setup<'_>) -> Self {
        Self {
            out: BTreeSet::new(),
            interrupted: BTreeSet::new(),
            windows: vec![None; setup.jobs()],
            maintenance: setup.outages.maintenance.to_vec(),
            refused: 0,
            reserved: 0,
            again: 0,
        }
    }
}

impl Sink for WindowGuard {
    fn record(&mut self, now: Time, event: Event) {
        let window = |job: JobId| self.windows[job.index()].as_ref();
        match event {
            Event::Started(job, _) => {
                let window = window(job).expect("it was reserved");
                assert_eq!(window.start.instant(), now, "{job:?}");
            }
            Event::Completed(job) => {
                let window = window(job).expect("it was reserved");
                assert_eq!(window.finish().instant(), now, "{job:?}");
            }
            Event::Killed(_, KillReason::Dropped) => self.refused += 1,
            Event::Killed(job, _) => drop(self.interrupted.insert(job)),
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        // Every window ahead is of nodes that no other job has then.
        let ahead = view.queue().filter_map(|job| {
            let window = self.windows[job.index()].as_ref()?;
            Some(
                window
                    .nodes
                    .iter()
                    .map(|&node| (node, window.start, window.finish())),
            )
        });
        let mut ahead: Vec<_> = ahead.flatten().collect();
        ahead.sort_unstable();
        for pair in ahead.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
        }
        for (node, start, _) in ahead {
            let state = view.node_state(node);
            let stays = state.is_up() || (state.is_in_maintenance() && start > view.now().into());
            assert!(stays && !state.is_down() && !state.is_drained(), "{node}");
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Holds { job, ref nodes } => self.holds(job, nodes.clone()),
            Detail::Reserves { job, window } => self.reserves(at, job, window),
            Detail::NodeState {
                first,
                count,
                state,
            } => self.node_state(first, count, state),
            _ => {}
        }
    }
}

impl WindowGuard {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let nodes = nodes.flat_map(|(first, count)| first..first + count);
        let window = self.windows[job.index()].as_ref();
        assert!(window.is_some_and(|window| nodes.eq(window.nodes.iter().copied())));
    }

    fn reserves(&mut self, now: Time, job: JobId, window: &Window<'_>) {
        assert!(window.start >= now.into(), "a window begins in the past");
        for one in &self.maintenance {
            let (from, until) = (Exact::from(one.from), Exact::from(one.until));
            let overlaps = window.start < until && from < window.finish();
            let is_of = window.nodes.iter().any(|&node| one.includes(node));
            assert!(!(overlaps && is_of), "{job:?} is in {one:?}");
        }
        let before = self.windows[job.index()].replace(window.into());
        self.reserved += 1;
        if let Some(before) = before {
            // Only for a reason.
            let is_lost = before.nodes.iter().any(|node| self.out.contains(node));
            assert!(self.interrupted.remove(&job) || is_lost, "{job:?}");
            self.again += 1;
        }
    }

    fn node_state(&mut self, first: u32, count: u32, state: NodeState) {
        for node in first..first + count {
            if state.is_down() || state.is_drained() {
                self.out.insert(node)
            } else {
                self.out.remove(&node)
            };
        }
    }
}

/// The node is in maintenance from 10 to 20. The first job (8 s) gets it from 0 to 8, the
/// second (5 s) would end at 13 there: from 20 to 25. The third (2 s) fits between them.
#[test]
fn maintenance_is_not_idle() {
    let windows = [maintenance(10, 20, 0, 1)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let requested = [
        slot_request(0, 1, 8),
        slot_request(0, 1, 5),
        slot_request(1, 1, 2),
    ];
    let nodes = [Node::new(1, 1, 1)];
    let (ran, ..) = simulate(&nodes, &requested, (outages, at(100)), "by hand");
    let ends = [(0, 8), (20, 25), (8, 10)];
    assert_eq!(ran, ends.map(|(start, end)| Some((at(start), at(end)))));
    // It ends beyond the horizon: there is nothing left for the second.
    let (ran, kept, _) = simulate(&nodes, &requested, (outages, at(15)), "by hand");
    assert_eq!((ran[1], kept.refused), (None, 1));
}

/// Two equal nodes, of which 1 fails at 10 and is up at 40. A and B (20 s each, at 0) have
/// 0 and 1. C (both, 5 s, at 1) is to follow at 20, and D (4 s, at 2) at 25 on the cheapest
/// and lowest, 0.
///
/// At 10 B is interrupted, and C loses its window; D keeps its own, and A runs on. B finds
/// 20 s on node 0 only behind D, from 29 to 49. C finds no two nodes, and is refused, though
/// they will be there again at 40. E (both, 3 s, at 41) follows B at 49.
#[test]
fn windows_on_a_node_that_fails_are_lost() {
    let changes = [change(10, 1, 1, Change::Down), change(40, 1, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let requested = [
        slot_request(0, 1, 20),
        slot_request(0, 1, 20),
        slot_request(1, 2, 5),
        slot_request(2, 1, 4),
        slot_request(41, 2, 3),
    ];
    let nodes = [Node::new(1, 1, 1); 2];
    let seconds = |start, end| Some((at(start), at(end)));
    let (ran, kept, metrics) = simulate(&nodes, &requested, (outages, at(100)), "by hand");
    let (b, e) = (seconds(29, 49), seconds(49, 52));
    assert_eq!(ran, [seconds(0, 20), b, None, seconds(25, 29), e]);
    assert_eq!((kept.refused, kept.reserved, kept.again), (1, 6, 1));
    assert_eq!((metrics.requeues, metrics.lost_work), (1, 10_000_000_000));
    // With a checkpoint every 4 s, 8 of its 10 s are kept, and 12 are left.
    let outages = Outages {
        interrupted: Interrupted::TakenUp,
        checkpoints: &[Checkpoint {
            interval: Duration::from_seconds(4),
            cost: Duration::ZERO,
        }],
        ..outages
    };
    let (ran, _, metrics) = simulate(&nodes, &requested, (outages, at(100)), "by hand");
    let (b, e) = (seconds(29, 41), seconds(41, 44));
    assert_eq!(ran, [seconds(0, 20), b, None, seconds(25, 29), e]);
    assert_eq!((metrics.requeues, metrics.lost_work), (1, 2_000_000_000));
    // On a node that is twice as fast, half as long.
    let faster = [Node::new(2, 1, 1), Node::new(1, 0, 1)];
    let cheapest = |mut one: SlotJob| {
        one.2 = Criterion::MinCost;
        one
    };
    let only = [cheapest(requested[0])];
    let (ran, ..) = simulate(&faster, &only, (outages, at(100)), "by hand");
    // On 1, which costs nothing, until 10; then the 12 s that are left on 0, in 6.
    assert_eq!(ran, [seconds(10, 16)]);
}

#[test]
fn no_job_is_lost_among_windows() {
    let (mut requeues, mut refused, mut again, mut ended) = (0, 0, 0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed, 93);
        let drawn = draw(&mut random);
        let mut draw = |bound: u64| random.below(bound);
        let nodes: Vec<Node> = (0..NODES)
            .map(|_| Node::new(1 + draw(3), draw(4), draw(9)))
            .collect();
        let mut submit = 0;
        let requested = (0..40).map(|_| {
            submit += draw(8);
            let request = Request {
                scale: 1,
                ..Request::new(1 + draw(6) as u32, 1 + draw(60), 20 + draw(400))
            };
            let criterion = Criterion::ALL[draw(6) as usize];
            (at(submit), request, criterion)
        });
        let requested: Vec<SlotJob> = requested.collect();
        let horizon = at(300 + draw(600));
        let name = format!("seed {seed}");
        let (ran, kept, metrics) = simulate(&nodes, &requested, (drawn.outages(), horizon), &name);
        requeues += metrics.requeues;
        refused += kept.refused;
        again += kept.again;
        ended += ran.iter().flatten().count();
    }
    assert!(requeues > 500 && again > 1_000, "{requeues} {again}");
    assert!(refused > 1_000 && ended > 10_000, "{refused} {ended}");
}
