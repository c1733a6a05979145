//! Invariants of any run in which nodes go out of service, and such runs, drawn.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::engine::{Detail, KillReason, Setup};
use cosched_core::machine::{
    Change, Faults, Interrupted, Intervals, Lifetime, Maintenance, NodeChange, NodeState, Outages,
};
use cosched_core::random::Random;
use cosched_core::workload::Checkpoint;
use cosched_core::{Duration, Event, JobId, Sink, Time, View};

use super::{change, maintenance};
use crate::watch::NODES;

/// Checks that no job is on a node that is out of service, or starts on one that is drained
/// or whose maintenance begins before its estimated end.
pub(crate) struct Guard<'a> {
    setup: Setup<'a>,
    states: Vec<NodeState>,
    held: BTreeMap<u32, JobId>,
    waiting: BTreeSet<JobId>,
    // Start of each running job, to count lost work.
    since: BTreeMap<JobId, Time>,
    pub(crate) lost: u128,
    pub(crate) requeues: u64,
    ended: usize,
    submitted: usize,
    // Whether the job that gets nodes starts, rather than resumes.
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

    /// Fails after a run in which not every job has ended.
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
            Event::Killed(job, KillReason::Dropped) => {
                assert!(self.waiting.remove(&job));
                self.ended += 1;
            }
            Event::Completed(job) | Event::Killed(job, _) => {
                let since = self.since.remove(&job).expect("it ran");
                let nodes = self.held.len();
                self.held.retain(|_, holder| *holder != job);
                let nodes = (nodes - self.held.len()) as u128;
                match event {
                    Event::Killed(_, KillReason::OutOfService(why)) => {
                        // A suspended job has none of the nodes.
                        assert!(nodes == 0 || nodes == u128::from(why.nodes));
                        assert!(why.kept == Duration::ZERO || why.is_requeued);
                        self.lost += nodes * u128::from(now.since(since).0);
                        self.requeues += u64::from(why.is_requeued);
                        if why.is_requeued {
                            assert!(self.waiting.insert(job))
                        } else {
                            self.ended += 1
                        }
                    }
                    _ => self.ended += 1,
                }
            }
            _ => {}
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

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Holds { job, ref nodes } => self.holds(job, nodes.clone()),
            Detail::NodeState {
                first,
                count,
                state,
            } => self.node_state(first, count, state),
            _ => {}
        }
    }
}

impl Guard<'_> {
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
            // Earlier work is kept only in some runs; windows have their own lengths.
            if self.setup.outages.interrupted != Interrupted::TakenUp && self.setup.molds.is_empty()
            {
                let mut windows = self.setup.outages.maintenance.iter();
                let end = since.after(spec.estimate);
                let is_hit =
                    windows.any(|one| one.includes(node) && one.from < end && one.until > since);
                assert!(
                    !(is_hit && self.starts),
                    "{job:?} started at {since} s into maintenance"
                );
            }
        }
    }

    fn node_state(&mut self, first: u32, count: u32, state: NodeState) {
        for node in first..first + count {
            self.states[node as usize] = state;
        }
    }
}

/// All kinds of outages, drawn.
pub(crate) struct RandomOutages {
    maintenance: Vec<Maintenance>,
    pub(crate) changes: Vec<NodeChange>,
    pub(crate) faults: Option<Faults>,
    pub(crate) interrupted: Interrupted,
    checkpoint: Checkpoint,
}

pub(crate) fn draw(random: &mut Random) -> RandomOutages {
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
    // In the end all are repaired, so that no job waits forever.
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
    RandomOutages {
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

impl RandomOutages {
    pub(crate) fn outages(&self) -> Outages<'_> {
        Outages {
            maintenance: &self.maintenance,
            changes: &self.changes,
            faults: self.faults,
            interrupted: self.interrupted,
            max_requeues: 50,
            checkpoints: std::slice::from_ref(&self.checkpoint),
            ..Outages::NONE
        }
    }
}
