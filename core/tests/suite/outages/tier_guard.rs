//! Checks of jobs on two tiers while processors go out of service.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::engine::{Detail, Event, KillReason, Setup};
use cosched_core::machine::NodeState;
use cosched_core::{JobId, Sink, Time, View};

/// Checks that no job is on a processor that is out of service, on either tier, and that
/// none in the foreground is there when its maintenance begins.
pub(super) struct TierGuard<'a> {
    setup: Setup<'a>,
    states: Vec<NodeState>,
    // Foreground and background.
    held: [BTreeMap<u32, JobId>; 2],
    // Jobs that got processors at this instant, and those of them that had some before.
    placed: BTreeSet<JobId>,
    promoted: BTreeSet<JobId>,
    pub(super) waiting: BTreeSet<JobId>,
    pub(super) submitted: usize,
    pub(super) ended: usize,
    pub(super) refused: usize,
    pub(super) requeues: u64,
    pub(super) running: usize,
}

impl<'a> TierGuard<'a> {
    pub(super) fn new(setup: Setup<'a>) -> Self {
        Self {
            setup,
            states: vec![NodeState::UP; setup.nodes as usize],
            held: [BTreeMap::new(), BTreeMap::new()],
            placed: BTreeSet::new(),
            promoted: BTreeSet::new(),
            waiting: BTreeSet::new(),
            submitted: 0,
            ended: 0,
            refused: 0,
            requeues: 0,
            running: 0,
        }
    }

    fn leave(&mut self, job: JobId) {
        self.placed.remove(&job);
        for held in &mut self.held {
            held.retain(|_, holder| *holder != job);
        }
    }
}

impl Sink for TierGuard<'_> {
    fn record(&mut self, _: Time, event: Event) {
        if let Event::Promoted(job) = event {
            self.promoted.insert(job);
        }
        match event {
            Event::Submitted(job) => {
                self.submitted += 1;
                assert!(self.waiting.insert(job));
            }
            Event::Started(job, _) => {
                assert!(self.waiting.remove(&job));
                self.running += 1;
            }
            Event::Molded(job, _) | Event::Promoted(job) => self.leave(job),
            Event::Killed(job, KillReason::Dropped) => {
                assert!(self.waiting.remove(&job));
                self.refused += 1;
            }
            Event::Completed(job) | Event::Killed(job, _) => {
                self.leave(job);
                self.running -= 1;
                match event {
                    Event::Killed(_, KillReason::OutOfService(why)) => {
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

    fn wants_quanta(&self) -> bool {
        true
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        let now = view.now();
        assert_eq!(self.waiting.len(), view.waiting() as usize);
        assert_eq!(self.running, view.running() as usize);
        for (index, held) in self.held.iter().enumerate() {
            for (&node, &job) in held {
                let state = self.states[node as usize];
                assert!(
                    !state.is_down() && !state.is_in_maintenance(),
                    "node {node}"
                );
                let is_new = self.placed.contains(&job);
                // A job that is promoted in place may be on a drained node.
                let stays = !is_new || self.promoted.contains(&job);
                assert!(state.is_up() || stays, "{job:?} on {node}");
                // In the foreground jobs run at full rate; one that has just come into the
                // background would end in time if it did.
                if index > 0 && !is_new {
                    continue;
                }
                let work = self.setup.molds[job.index()]
                    .time(view.nodes_of(job))
                    .round_up();
                let left = work.0.saturating_sub(view.executed(job).0);
                let mut windows = self.setup.outages.maintenance.iter();
                let is_hit = windows.any(|one| {
                    // Sums of parts that are rounded up are at most 2 ns too long.
                    one.includes(node) && one.until > now && one.from.0 + 2 < now.0 + left
                });
                assert!(!is_hit, "{job:?} at {now} for {left} on node {node}");
            }
        }
        self.placed.clear();
        self.promoted.clear();
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Tiered {
                job,
                in_background,
                processors,
            } => self.tiered(job, in_background, processors),
            Detail::NodeState {
                first,
                count,
                state,
            } => self.node_state(first, count, state),
            _ => {}
        }
    }
}

impl TierGuard<'_> {
    fn tiered(&mut self, job: JobId, in_background: bool, processors: &[u64]) {
        self.leave(job);
        let of = |node: &u32| processors[*node as usize / 64] >> (node % 64) & 1 == 1;
        for node in (0..self.setup.nodes).filter(of) {
            let before = self.held[usize::from(in_background)].insert(node, job);
            assert_eq!(before, None, "node {node} is held twice");
        }
        self.placed.insert(job);
    }

    fn node_state(&mut self, first: u32, count: u32, state: NodeState) {
        for node in first..first + count {
            self.states[node as usize] = state;
        }
    }
}
