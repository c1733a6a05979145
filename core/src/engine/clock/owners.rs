//! Numbering of timers: one for each job, the policy, each server and node.

use crate::engine::buffers::sizes::POLICY_TIMERS;
use crate::engine::state::State;
use crate::units::ids::{JobId, ServerId};

/// Owner of a timer. Timers are numbered in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimerOwner {
    /// A job: it ends, or has loaded its memory.
    Job(JobId),
    /// The policy, which is to be called.
    Policy,
    /// A server: a thread ends on it.
    Server(ServerId),
    /// Maintenance, caps and node changes that are known beforehand.
    Outages,
    /// A node: it fails or is repaired by chance.
    Node(u32),
}

impl State<'_> {
    /// Number of the timer of `owner`.
    #[inline]
    pub(crate) fn timer_of(&self, owner: TimerOwner) -> usize {
        let policy = self.jobs.len();
        let outages = policy + POLICY_TIMERS + self.servers.len();
        match owner {
            TimerOwner::Job(job) => job.index(),
            TimerOwner::Policy => policy,
            TimerOwner::Server(server) => policy + POLICY_TIMERS + server.index(),
            TimerOwner::Outages => outages,
            TimerOwner::Node(node) => outages + 1 + node as usize,
        }
    }

    /// Owner of timer number `timer`.
    #[inline]
    pub(crate) fn owner_of(&self, timer: usize) -> TimerOwner {
        let Some(behind) = timer.checked_sub(self.jobs.len()) else {
            return TimerOwner::Job(JobId::new(timer));
        };
        let Some(index) = behind.checked_sub(POLICY_TIMERS) else {
            return TimerOwner::Policy;
        };
        match index.checked_sub(self.servers.len()) {
            None => TimerOwner::Server(ServerId::new(index)),
            Some(0) => TimerOwner::Outages,
            Some(node) => TimerOwner::Node(node as u32 - 1),
        }
    }
}
