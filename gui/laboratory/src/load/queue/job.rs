//! Job of a queue, whatever file it comes from.

use crate::load::slurm::text::{Limit, Stamp, Status};

/// Job that runs, waits, or is over.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Queued {
    /// Line, or position in the list, from 1.
    pub(super) line: usize,
    /// Name: `42`, or `42_3` of an array, `42[3]` of one of PBS.
    pub(super) name: String,
    /// Number; that of its array for a task that waits.
    pub(super) number: u64,
    /// User.
    pub(super) user: Option<String>,
    /// Account or, without one, the group of the user.
    pub(super) account: Option<String>,
    /// Quality of service.
    pub(super) qos: Option<String>,
    /// Partitions that it may run in.
    pub(super) partitions: Vec<String>,
    /// Status.
    pub(super) status: Status,
    /// Submission.
    pub(super) submit: Option<Stamp>,
    /// Start; of a waiting job, the planned one.
    pub(super) start: Option<Stamp>,
    /// Time that it has run, in milliseconds.
    pub(super) used: Option<u64>,
    /// Time limit.
    pub(super) limit: Limit,
    /// Number of nodes.
    pub(super) nodes: Option<u32>,
    /// Number of cores in all.
    pub(super) cores: Option<u32>,
    /// Priority; the queue is ordered by it, the largest first.
    pub(super) priority: Option<f64>,
    /// Names of its nodes; empty if unknown.
    pub(super) hosts: Vec<String>,
    /// Reason for waiting, in the words of Slurm or PBS.
    pub(super) reason: String,
    /// Limit on tasks of its array that run at once, if any.
    pub(super) most_running: Option<u32>,
    /// Whether it asks for licences.
    pub(super) has_licences: bool,
    /// Whether it is a part of a heterogeneous job.
    pub(super) is_het_part: bool,
    /// What is known of the limits that it may wait for.
    pub(super) limits: KnownLimits,
}

/// What is known of the limits of a job's user, account and quality of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum KnownLimits {
    /// None that are simulated.
    #[default]
    None,
    /// They are simulated.
    Counted,
    /// It asks for more than they ever allow.
    Beyond,
}

impl Queued {
    /// Letters of all its texts.
    pub(super) fn letters(&self) -> usize {
        let owned =
            [&self.user, &self.account, &self.qos].map(|one| one.as_ref().map_or(0, String::len));
        let lists = self.partitions.iter().chain(&self.hosts).map(String::len);
        let own = self.name.len() + self.reason.len();
        own + owned.iter().sum::<usize>() + lists.sum::<usize>()
    }
}
