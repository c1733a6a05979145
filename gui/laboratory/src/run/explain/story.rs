//! Why a job started when it did, as data: jobs ahead of it, jobs that passed it, its reservations.
//!
//! All of it follows from the schedule and the rules of the policy alone; a slow program in the
//! tests derives it so.

use cosched_core::Time;
use cosched_core::engine::StartReason;

/// Why a job started when it did. Jobs are indices into the workload.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// Entries into the queue; more than one if the job was sent back.
    pub entries: Vec<Entry>,
    /// Jobs ahead of it that started while it waited. On a cluster only those count, here as
    /// everywhere, whose partition has a node in common with its own.
    pub ahead_started: Vec<(Time, usize)>,
    /// Jobs behind it in the queue that started before it did.
    pub passers: Vec<Passer>,
    /// Instants from which it was the first in the queue.
    pub headed: Vec<Head>,
    /// Preemptions of it for others, and of others for it.
    pub preemptions: Vec<Preemption>,
    /// Starts of it on nodes that slept or were booting, and when these were to be up.
    pub boots: Vec<(Time, Time)>,
    /// Its start by the estimates, each time that this became known or changed.
    pub reservations: Vec<Reservation>,
    /// Jobs that left the nodes it got while it waited: the last to leave first.
    pub holders: Vec<NodeHolder>,
}

/// Entry of a job into the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its instant.
    pub at: Time,
    /// Jobs in the queue before it, in order, before any starts; `None` if unknown, as it starts at
    /// once out of a queue by priority.
    pub ahead: Option<Vec<usize>>,
}

/// Start of a job before one that was ahead of it in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passer {
    /// Its instant.
    pub at: Time,
    /// The job that passes.
    pub job: usize,
    /// Why it was allowed to pass.
    pub why: StartReason,
}

/// A running job is preempted to make room for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preemption {
    /// Its instant.
    pub at: Time,
    /// The job that runs.
    pub job: usize,
    /// The job that it makes room for.
    pub by: usize,
    /// When it leaves its nodes at the latest: then, or when its grace ends.
    pub until: Time,
}

/// A job becomes the first in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its instant.
    pub at: Time,
    /// Nodes free then; on a cluster, the number of its nodes or tasks that there was room for, if
    /// the policy reports it.
    pub free: Option<u32>,
}

/// Planned start of a job by the estimates, as computed at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reservation {
    /// The instant of computing.
    pub at: Time,
    /// The planned start.
    pub start: Time,
    /// Running jobs that would have ended by then, the first to end first.
    pub holders: Vec<usize>,
    /// Jobs that would end just then, by their estimates or their own reservations.
    pub waits_for: Vec<usize>,
    /// Why it differs from the one before.
    pub cause: Cause,
}

/// Why a reservation differs from the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// There was none before.
    First,
    /// Jobs that came ahead of it in the queue and started: it can start only later.
    Overtaken(Vec<usize>),
    /// Jobs that ended sooner than estimated.
    Ended(Vec<usize>),
    /// Jobs that run on beyond their estimates.
    Outran(Vec<usize>),
    /// None of these: nodes went out of service or came back.
    Other,
}

/// A job that had nodes which another got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeHolder {
    /// The job that had them.
    pub job: usize,
    /// When it left them.
    pub until: Time,
    /// Number of those nodes.
    pub nodes: u32,
}
