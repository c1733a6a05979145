//! A job as accounting has it: one row of the table that every reader fills.

use std::collections::HashMap;

use super::tally::Changes;

/// An instant, in milliseconds: of the epoch where the calendar is known, else from some start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Stamp(pub i64);

impl Stamp {
    /// Milliseconds from `earlier` on; negative if it is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// What accounting says of a job. What it does not say is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line or row it stands on, from 1.
    pub line: usize,
    /// Its number; that of the array for a task without one of its own.
    pub number: u64,
    /// Which task of an array it is.
    pub task: Option<Task>,
    /// When it was submitted.
    pub submit: Stamp,
    /// When it might have started.
    pub eligible: Option<Stamp>,
    /// When it started; never if it was cancelled before.
    pub start: Option<Stamp>,
    /// When it ended, or the table was written while it ran.
    pub end: Option<Stamp>,
    /// How long it ran, in milliseconds.
    pub runtime: Option<u64>,
    /// How long it was allowed to run.
    pub limit: Limit,
    /// What became of it.
    pub state: State,
    /// Nodes it had, or asked for if it had none.
    pub nodes: Option<u32>,
    /// Cores it had, all together, or asked for if it had none.
    pub cores: Option<u32>,
    /// Nodes and cores it asked for.
    pub requested: (Option<u32>, Option<u32>),
    /// Memory of the whole job, in KiB.
    pub memory: Option<u64>,
    /// GPUs of the whole job.
    pub gpus: Option<u32>,
    /// Its partition, by its place among the [`Names`].
    pub partition: Option<u32>,
    /// Its quality of service, likewise.
    pub qos: Option<u32>,
    /// Its account, likewise.
    pub account: Option<u32>,
    /// The group of its user, likewise.
    pub group: Option<u32>,
    /// Its user, likewise.
    pub user: Option<u32>,
    /// The advance reservation that it was for, likewise.
    pub reservation: Option<u32>,
    /// On what it depends, as it was written.
    pub dependency: Option<Box<str>>,
    /// How often it was started before this.
    pub restarts: u32,
    /// What was changed in it while it was read.
    pub changes: Changes,
}

/// A task of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Task {
    /// The number of the array.
    pub array: u64,
    /// Its place in it.
    pub index: u64,
}

/// How long a job was allowed to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// It is not said.
    Unknown,
    /// As long as its partition allows, which is not said.
    OfPartition,
    /// Without end: Slurm plans with 365 days.
    Unlimited,
    /// So many milliseconds.
    Within(u64),
}

/// What became of a job, or of one execution of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "Slurm's own names of states")]
pub enum State {
    Unknown,
    Pending,
    Running,
    Completed,
    Failed,
    Timeout,
    Cancelled,
    NodeFail,
    Preempted,
    OutOfMemory,
    Requeued,
    Deadline,
}

impl Limit {
    /// What Slurm plans with where there is no limit: 365 days, in milliseconds.
    pub const PLANNED: u64 = 365 * 86_400_000;
}

impl State {
    /// The state that `text` begins with, as `CANCELLED by 1000`; `None` if there is none of
    /// that name.
    pub fn of(text: &str) -> Option<Self> {
        let word = text.split([' ', '+', '-']).next().unwrap_or_default();
        Some(match word.to_ascii_uppercase().as_str() {
            "" | "UNKNOWN" => Self::Unknown,
            "PENDING" | "PD" | "CONFIGURING" | "REQUEUE_HOLD" => Self::Pending,
            "RUNNING" | "R" | "SUSPENDED" | "STOPPED" | "COMPLETING" | "RESIZING" | "STAGE_OUT"
            | "SIGNALING" => Self::Running,
            "COMPLETED" | "CD" | "SUCCEEDED" | "EXT" => Self::Completed,
            "FAILED" | "F" | "NM" => Self::Failed,
            "TIMEOUT" | "TO" => Self::Timeout,
            "CANCELLED" | "CA" | "REVOKED" => Self::Cancelled,
            "NODE_FAIL" | "NF" | "BOOT_FAIL" | "LAUNCH_FAILED" => Self::NodeFail,
            "PREEMPTED" | "PR" => Self::Preempted,
            "OUT_OF_MEMORY" | "OOM" => Self::OutOfMemory,
            "REQUEUED" | "RQ" | "SPECIAL_EXIT" => Self::Requeued,
            "DEADLINE" | "DL" => Self::Deadline,
            _ => return None,
        })
    }

    /// The status that the Standard Workload Format has for it.
    pub const fn status(self) -> i8 {
        match self {
            Self::Completed => 1,
            Self::Cancelled => 5,
            Self::Unknown | Self::Pending | Self::Running => -1,
            _ => 0,
        }
    }
}

/// Names in the order in which they were seen, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl List {
    /// The place of `name`, from 0.
    pub(super) fn place(&mut self, name: &str) -> u32 {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    /// All of them, by place.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// What partitions, users and the like are called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Partitions.
    pub partitions: List,
    /// Qualities of service.
    pub qos: List,
    /// Accounts.
    pub accounts: List,
    /// Groups.
    pub groups: List,
    /// Users.
    pub users: List,
    /// Advance reservations.
    pub reservations: List,
}
