//! Events of jobs, and their reasons.

use super::explanation::Explanation;
use crate::exact::Exact;
use crate::machine::cluster::LimitOwner;
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};
use crate::workload::Class;

/// Event of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// It entered the queue.
    Submitted(JobId),
    /// It still waits, with the reason. Reported only to sinks that
    /// [ask](crate::Sink::wants_reasons).
    StillWaiting(JobId, WaitReason),
    /// It got its nodes and started, with the reason.
    Started(JobId, StartReason),
    /// It stopped making progress, and its nodes became available to others.
    Suspended(JobId),
    /// It goes on, on the same nodes.
    Resumed(JobId),
    /// Just started or resumed, it first loads its memory.
    Loading(JobId, Load),
    /// Its memory is loaded; now it runs.
    Loaded(JobId),
    /// Its load was cut short, with this much of it left; loaded memory stays.
    LoadCut(JobId, Load),
    /// Memory of it was displaced: this time is added to its work.
    SwappedOut(JobId, SwapOut),
    /// It got processors and the work for that number of them, all of it still to be done.
    Molded(JobId, Mold),
    /// It moved from the background to the foreground.
    Promoted(JobId),
    /// It finished its work.
    Completed(JobId),
    /// It was stopped for good, or sent back to the queue with nothing done.
    Killed(JobId, KillReason),
}

impl Event {
    /// The event with another job, for sinks that name jobs differently. Jobs in its reason
    /// stay.
    #[must_use]
    pub const fn with_job(self, job: JobId) -> Self {
        match self {
            Self::Submitted(_) => Self::Submitted(job),
            Self::StillWaiting(_, why) => Self::StillWaiting(job, why),
            Self::Started(_, why) => Self::Started(job, why),
            Self::Suspended(_) => Self::Suspended(job),
            Self::Resumed(_) => Self::Resumed(job),
            Self::Loading(_, load) => Self::Loading(job, load),
            Self::Loaded(_) => Self::Loaded(job),
            Self::LoadCut(_, load) => Self::LoadCut(job, load),
            Self::SwappedOut(_, swap) => Self::SwappedOut(job, swap),
            Self::Molded(_, mold) => Self::Molded(job, mold),
            Self::Promoted(_) => Self::Promoted(job),
            Self::Completed(_) => Self::Completed(job),
            Self::Killed(_, why) => Self::Killed(job, why),
        }
    }

    /// The job it happened to.
    pub const fn job(self) -> JobId {
        match self {
            Self::Submitted(job)
            | Self::StillWaiting(job, _)
            | Self::Started(job, _)
            | Self::Suspended(job)
            | Self::Resumed(job)
            | Self::Loading(job, _)
            | Self::Loaded(job)
            | Self::LoadCut(job, _)
            | Self::SwappedOut(job, _)
            | Self::Molded(job, _)
            | Self::Promoted(job)
            | Self::Completed(job)
            | Self::Killed(job, _) => job,
        }
    }
}

/// Size given to a moldable job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mold {
    /// Number of processors.
    pub nodes: u32,
    /// Progress at another size, which is lost.
    pub lost: Duration,
    /// Whether it gets the share of them that the foreground leaves.
    pub background: bool,
}

/// A load of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// Duration of the load.
    pub time: Exact,
    /// Number of nodes of the job, which all load at once.
    pub nodes: u32,
    /// Whether the job has never been loaded before.
    pub first: bool,
}

/// Memory of a job displaced by another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwapOut {
    /// The job that needed the room.
    pub by: JobId,
    /// Time the owner pays.
    pub time: Exact,
    /// Number of nodes of the owner.
    pub nodes: u32,
}

/// Reason for the start of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StartReason {
    /// First in the queue, and enough nodes were free.
    Head,
    /// It passed `head` because, by its estimate, it ends by `shadow`, before `head` could
    /// start in any case.
    BeforeShadow {
        /// The blocked head of the queue.
        head: JobId,
        /// Start of `head` by the estimates of the running jobs.
        shadow: Time,
    },
    /// It passed `head` on nodes that `head` will not need even when it starts.
    ExtraNodes {
        /// The blocked head of the queue.
        head: JobId,
        /// Start of `head` by the estimates of the running jobs.
        shadow: Time,
        /// Nodes then left over, before this job took its own.
        extra: u32,
    },
    /// It passed `head`, for which too few nodes are in service.
    BeforeRepair {
        /// The blocked head of the queue.
        head: JobId,
    },
    /// Its reservation came due.
    Reserved {
        /// The first job ahead of it in the queue that still waits.
        passed: Option<JobId>,
    },
    /// Placed on a server, to share it with others.
    Placed {
        /// The server.
        server: ServerId,
        /// Rule for the choice of the server.
        why: Placement,
    },
    /// Admitted by a policy that assigns nodes itself and sets the rate.
    Admitted,
    /// In a slice of its own class, and enough nodes were free.
    OwnSlice {
        /// The first job of its class ahead of it that still waits, and is not delayed.
        passed: Option<JobId>,
    },
    /// By another rule of a policy, in its own words.
    Other {
        /// The reason, to continue "started": "started: its user has run least".
        why: Explanation,
        /// The first job ahead of it in the queue that still waits.
        passed: Option<JobId>,
    },
    /// In a slice of another class, on nodes left over.
    OtherSlice {
        /// The class whose slice it is.
        slice: Class,
        /// The first job of its own class ahead of it that still waits, and is
        /// not delayed.
        passed: Option<JobId>,
    },
}

/// Rule by which a job was placed on its server. Of equals, the first was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Placement {
    /// It had the fewest threads per core.
    LeastLoad,
    /// There the job itself will end first.
    EarliestCompletion,
    /// There the last of the jobs then on the server will end first.
    EarliestLastCompletion,
    /// Of those with enough idle cores (or of all, if none had), it had the least load
    /// average.
    LeastAverage,
    /// The mapping given beforehand.
    Mapped,
}

impl StartReason {
    /// Whether the job started before one that was ahead of it in the queue.
    pub const fn is_backfilled(self) -> bool {
        matches!(
            self,
            Self::BeforeShadow { .. }
                | Self::ExtraNodes { .. }
                | Self::BeforeRepair { .. }
                | Self::Reserved { passed: Some(_) }
                | Self::OwnSlice { passed: Some(_) }
                | Self::Other {
                    passed: Some(_),
                    ..
                }
                | Self::OtherSlice {
                    passed: Some(_),
                    ..
                }
        )
    }
}

/// Reason for which a job still waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WaitReason {
    /// It needs more nodes than are free.
    TooFewNodes {
        /// Nodes free.
        free: u32,
    },
    /// No job may pass `head`.
    Behind {
        /// The blocked head of the queue.
        head: JobId,
    },
    /// It is the blocked head, and can start at `shadow` by the estimates.
    HeadUntil {
        /// Time when enough nodes will be free by the estimates.
        shadow: Time,
        /// Nodes free now; on a cluster, the number of its units (nodes or tasks) with
        /// room.
        free: u32,
    },
    /// It would fit now, but could delay `head`: by its estimate it ends after
    /// `shadow`, and it needs more than the `extra` nodes.
    WouldDelay {
        /// The blocked head of the queue.
        head: JobId,
        /// Start of `head` by the estimates of the running jobs.
        shadow: Time,
        /// Nodes then left over.
        extra: u32,
    },
    /// It would fit now, but not on nodes that stay in service for as long as it is
    /// estimated to run.
    Maintenance {
        /// Beginning of the first maintenance that is in its way.
        from: Time,
        /// Nodes free now that would stay in service.
        free: u32,
    },
    /// It needs more nodes than are free, and some are out of service.
    OutOfService {
        /// Nodes free.
        free: u32,
        /// Nodes out of service.
        out: u32,
    },
    /// On a cluster there is room for fewer of its units (nodes or tasks) than it requests,
    /// or not until it would end by its estimate; or it may not pass the jobs ahead of it.
    NoRoom {
        /// Units with room now on the nodes of its partition.
        now: u32,
        /// Units with room on those of these nodes that stay available until it would end:
        /// in service, and not reserved for others.
        staying: u32,
    },
    /// Enough nodes are free, but a cap does not allow them to be busy until it ends by its
    /// estimate.
    Cap {
        /// Nodes that would be free without the cap.
        idle: u32,
        /// Of these, those that may be busy for so long.
        free: u32,
    },
    /// It holds a reservation from `start` on.
    Reserved {
        /// Latest start.
        start: Time,
    },
    /// A limit on concurrent use does not let it start, whatever is free.
    Limit {
        /// Whose limit.
        owner: LimitOwner,
    },
    /// By another rule of a policy, in its own words.
    Other {
        /// The reason, to continue "waits": "waits: its user runs two jobs already".
        why: Explanation,
        /// The job it waits for, if any.
        behind: Option<JobId>,
    },
    /// The policy looks only at the jobs ahead of it in the queue.
    BeyondDepth,
    /// Of the free nodes, only some hold no suspended job of its class.
    NodesOfItsClass {
        /// Nodes it may have.
        eligible: u32,
    },
    /// It would fit now, but would delay jobs of its class ahead of it.
    WouldDelayItsClass {
        /// The first of them.
        first: JobId,
    },
    /// The slice ends too soon to be worth loading its memory.
    SliceTooShort {
        /// Duration of the load.
        load: Duration,
        /// End of the slice.
        until: Time,
    },
}

/// Reason for which a job was killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KillReason {
    /// It had run as long as its estimate lets it.
    EstimateReached,
    /// The policy wanted its nodes; it waits again, with nothing done.
    Requeued,
    /// The policy wanted its nodes; it is gone.
    Preempted,
    /// The policy gave it up.
    Dropped,
    /// Its user cancelled it.
    Cancelled,
    /// One of its nodes went out of service.
    OutOfService(Interruption),
}

/// Consequence of an outage for a job on the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interruption {
    /// The first of its nodes that went out of service.
    pub node: u32,
    /// Number of nodes it ran on.
    pub nodes: u32,
    /// Work done that it need not repeat.
    pub kept: Duration,
    /// Work done in vain.
    pub lost: Duration,
    /// Whether it waits again; otherwise it is gone.
    pub is_requeued: bool,
}

impl KillReason {
    /// Whether the job waits again.
    pub const fn is_requeued(self) -> bool {
        matches!(
            self,
            Self::Requeued
                | Self::OutOfService(Interruption {
                    is_requeued: true,
                    ..
                })
        )
    }
}
