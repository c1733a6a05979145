//! A job of a queue as it stands, whatever said so.

use crate::load::account::{Limit, Stamp};

/// A job that runs, waits, or is over.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Queued {
    /// The line, or the place in the list, that it stands in, from 1.
    pub(super) line: usize,
    /// What it is called: `42`, or `42_3` of an array.
    pub(super) name: String,
    /// Its number; that of its array for a task that waits.
    pub(super) number: u64,
    /// Its user.
    pub(super) user: Option<String>,
    /// The account or, if that is not said, the group of its user.
    pub(super) account: Option<String>,
    /// The partitions that it may run in.
    pub(super) partitions: Vec<String>,
    /// Where it is on its way.
    pub(super) status: Status,
    /// When it was submitted.
    pub(super) submit: Option<Stamp>,
    /// When it started; of who waits, when it is to start.
    pub(super) start: Option<Stamp>,
    /// How long it has run, in milliseconds.
    pub(super) used: Option<u64>,
    /// How long it may run.
    pub(super) limit: Limit,
    /// Nodes.
    pub(super) nodes: Option<u32>,
    /// Cores, all together.
    pub(super) cores: Option<u32>,
    /// What the queue is ordered by, the largest first.
    pub(super) priority: Option<f64>,
    /// The nodes it has; none if that is not said.
    pub(super) hosts: Vec<String>,
    /// Why it waits, as Slurm calls that.
    pub(super) reason: String,
    /// How many tasks of its array may run at once, if there is such a limit.
    pub(super) at_once: Option<u32>,
    /// Whether it is a part of a job of several kinds of node.
    pub(super) is_part: bool,
}

impl Queued {
    /// How many letters are kept of it.
    pub(super) fn letters(&self) -> usize {
        let owned = [&self.user, &self.account].map(|one| one.as_ref().map_or(0, String::len));
        let lists = self.partitions.iter().chain(&self.hosts).map(String::len);
        let own = self.name.len() + self.reason.len();
        own + owned.iter().sum::<usize>() + lists.sum::<usize>()
    }
}

/// Where a job is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// It waits.
    Waiting,
    /// It has nodes, and works or is about to.
    Running,
    /// It has ended, and its nodes are being cleaned.
    Ending,
    /// It has been stopped for a while.
    Suspended,
    /// It is over.
    Over,
}

impl Status {
    /// That of Slurm's name of a state, or its abbreviation.
    pub(super) fn of(text: &str) -> Option<Self> {
        Some(match text.to_ascii_uppercase().as_str() {
            "PENDING" | "PD" | "REQUEUED" | "RQ" | "REQUEUE_FED" | "REQUEUE_HOLD" | "RH"
            | "RESV_DEL_HOLD" | "RD" | "SPECIAL_EXIT" | "SE" => Self::Waiting,
            "RUNNING" | "R" | "CONFIGURING" | "CF" | "RESIZING" | "RS" | "SIGNALING" | "SI"
            | "STAGE_OUT" | "SO" => Self::Running,
            "COMPLETING" | "CG" => Self::Ending,
            "SUSPENDED" | "S" | "STOPPED" | "ST" => Self::Suspended,
            "COMPLETED" | "CD" | "FAILED" | "F" | "TIMEOUT" | "TO" | "CANCELLED" | "CA"
            | "NODE_FAIL" | "NF" | "BOOT_FAIL" | "BF" | "PREEMPTED" | "PR" | "OUT_OF_MEMORY"
            | "OOM" | "DEADLINE" | "DL" | "REVOKED" | "RV" => Self::Over,
            _ => return None,
        })
    }
}
