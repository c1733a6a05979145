//! What decided when a job started, as data: who was ahead, who passed it, what was reserved for it.
//!
//! Each of these can be worked out from the schedule and the rules of the policy alone; a slow
//! program in the tests does.

use cosched_core::Time;
use cosched_core::engine::StartReason;

/// What decided when a job started. Jobs are places in the workload.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// When it entered the queue; more than once if it was sent back.
    pub entries: Vec<Entry>,
    /// Jobs that were ahead of it and started while it waited. On a cluster only jobs count,
    /// here as everywhere, whose partition has a node in common with its own.
    pub ahead_started: Vec<(Time, usize)>,
    /// Jobs behind it in the queue that started before it did.
    pub passers: Vec<Passer>,
    /// When it became the first in the queue.
    pub headed: Vec<Head>,
    /// When it could start by the estimates, each time that this became known or changed.
    pub reservations: Vec<Reservation>,
    /// Who had the nodes that it got, and left them while it waited: the last to leave first.
    pub held: Vec<Held>,
}

/// A job enters the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When.
    pub at: Time,
    /// Those in the queue before it, in the order of the queue, before anybody starts; nothing
    /// if that is not known, as it starts at once out of a queue by priority.
    pub ahead: Option<Vec<usize>>,
}

/// A job started before one that was ahead of it in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passer {
    /// When it did.
    pub at: Time,
    /// Which.
    pub job: usize,
    /// Why that was allowed.
    pub why: StartReason,
}

/// A job is the first in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// Since when.
    pub at: Time,
    /// Nodes free then; on a cluster, for how many of its nodes or tasks there was room, if the
    /// policy says so.
    pub free: Option<u32>,
}

/// When a job could start by the estimates, as it looked at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reservation {
    /// Since when it looked so.
    pub at: Time,
    /// When it could start.
    pub start: Time,
    /// Those running that would have ended by then, the first to end first.
    pub holders: Vec<usize>,
    /// Those whose end it waited for: by the estimates of those running, or by their own
    /// reservations, they would end just then.
    pub waits_for: Vec<usize>,
    /// Why it is not what it was.
    pub cause: Cause,
}

/// Why a reservation is not what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// There was none.
    First,
    /// These came ahead of it in the queue and started: it can start only later.
    Overtaken(Vec<usize>),
    /// These ended sooner than estimated.
    Ended(Vec<usize>),
    /// These run on beyond their estimates.
    Outran(Vec<usize>),
    /// Neither: nodes went out of service or came back.
    Other,
}

/// A job had nodes that another got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Which.
    pub job: usize,
    /// When it left them.
    pub until: Time,
    /// How many of them.
    pub nodes: u32,
}
