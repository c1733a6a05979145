//! Nodes that sleep in the slow and simple reference: each is awake, falls asleep, sleeps or boots, second by second.

use cosched_core::Duration;
use cosched_core::machine::cluster::NodeSleep;

use super::{Run, World};

/// Nodes that sleep, and how long that takes.
#[derive(Clone, Debug)]
pub(crate) struct Sleep {
    pub(crate) nodes: Vec<bool>,
    pub(crate) suspend_time: u64,
    pub(crate) suspend_timeout: u64,
    pub(crate) boot_time: u64,
}

impl Sleep {
    pub(crate) fn bits(&self) -> Vec<u64> {
        let words = self.nodes.chunks(64);
        let word = |nodes: &[bool]| {
            (0..)
                .zip(nodes)
                .map(|(bit, &is)| u64::from(is) << bit)
                .sum()
        };
        words.map(word).collect()
    }

    pub(crate) fn as_core<'s>(&self, nodes: &'s [u64]) -> NodeSleep<'s> {
        NodeSleep {
            nodes,
            suspend_time: Duration::from_seconds(self.suspend_time),
            suspend_timeout: Duration::from_seconds(self.suspend_timeout),
            boot_time: Duration::from_seconds(self.boot_time),
        }
    }
}

/// State of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
enum NodeState {
    Awake,
    /// Told to sleep in this second.
    Suspending(u64),
    Asleep,
    /// Up in this second.
    Booting(u64),
}

/// A node, and the last second in which it was busy or came up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sleeper {
    state: NodeState,
    last_busy: u64,
}

impl Sleeper {
    /// Awake in this second.
    pub(super) const fn awake(now: u64) -> Self {
        Self {
            state: NodeState::Awake,
            last_busy: now,
        }
    }
}

impl World<'_> {
    fn sleep_of(&self, node: usize) -> Option<&Sleep> {
        self.case.sleep.iter().find(|one| one.nodes[node])
    }

    fn is_busy(&self, node: usize) -> bool {
        let is_on = |run: &Run| run.places.iter().any(|(own, _)| *own == node);
        self.running.iter().any(is_on)
    }

    /// Goes on by a second, before jobs end in it.
    pub(in super::super) fn note_busy(&mut self) {
        for node in 0..self.case.nodes() {
            if self.is_busy(node) {
                self.sleepers[node].last_busy = self.now;
            }
        }
    }

    /// Changes the states of nodes, once jobs have ended in this second.
    pub(in super::super) fn sleep_and_wake(&mut self) {
        for node in 0..self.case.nodes() {
            let Some(sleep) = self.sleep_of(node).cloned() else {
                continue;
            };
            let (is_busy, now) = (self.is_busy(node), self.now);
            let Sleeper { state, last_busy } = &mut self.sleepers[node];
            if let NodeState::Booting(up) = *state
                && up <= now
            {
                (*state, *last_busy) = (NodeState::Awake, now);
            }
            if *state == NodeState::Awake && !is_busy && *last_busy + sleep.suspend_time < now {
                *state = NodeState::Suspending(now);
            }
            if let NodeState::Suspending(since) = *state
                && since + sleep.suspend_timeout < now
            {
                *state = NodeState::Asleep;
            }
        }
    }

    /// Whether `node` is of no use, as it falls asleep.
    pub(super) fn is_suspending(&self, node: usize) -> bool {
        matches!(self.sleepers[node].state, NodeState::Suspending(_))
    }

    /// Order in which a pass takes `node`: by how awake it is, then by its kind.
    pub(in super::super) fn weight(&self, node: usize) -> usize {
        let behind = match self.sleepers[node].state {
            NodeState::Awake => 0,
            _ if self.is_planning => 1,
            NodeState::Booting(_) => 1,
            NodeState::Asleep | NodeState::Suspending(_) => 2,
        };
        1000 * behind + self.case.kind_of(node)
    }

    /// Wakes the nodes of a job that starts now; returns when they are up.
    pub(super) fn wake(&mut self, places: &[(usize, u32)]) -> u64 {
        let mut up = self.now;
        for &(node, _) in places {
            let boot_time = self.sleep_of(node).map_or(0, |sleep| sleep.boot_time);
            let now = self.now;
            let Sleeper { state, last_busy } = &mut self.sleepers[node];
            *last_busy = now;
            match *state {
                NodeState::Asleep if boot_time == 0 => *state = NodeState::Awake,
                NodeState::Asleep => *state = NodeState::Booting(now + boot_time),
                NodeState::Suspending(_) => panic!("node {node} is of no use"),
                _ => {}
            }
            if let NodeState::Booting(end) = *state {
                up = up.max(end);
            }
        }
        up
    }

    /// Since when the limit of a running job counts.
    pub(in super::super) fn runs_since(&self, run: &Run) -> u64 {
        if run.up <= self.now {
            run.up
        } else {
            run.start
        }
    }
}
