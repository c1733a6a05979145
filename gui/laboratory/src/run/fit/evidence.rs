//! Evidence of a log on its machine and the rules there: jobs as they ran, and the room there was.

use crate::load::account::{Accounts, Limit, State};
use crate::scenario::TableWorkload;

/// Instants beyond, before or after the epoch, are taken for this one, 73 million years away: no
/// difference of two overflows.
const FAR: i64 = i64::MAX / 4;

/// Job as it ran; instants in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RanJob {
    /// When it was submitted, or could have started if that was later.
    pub(super) ready: i64,
    /// When it was submitted.
    pub(super) submit: i64,
    /// Start.
    pub(super) start: i64,
    /// End.
    pub(super) end: i64,
    /// Size.
    pub(super) size: u32,
    /// Limit in milliseconds, if known.
    pub(super) limit: Option<u64>,
    /// GPUs.
    pub(super) gpus: u32,
    /// User, account (or group) and quality of service, by index.
    pub(super) owners: [Option<u32>; 3],
    /// Partition, likewise.
    pub(super) partition: Option<u32>,
    /// List of its nodes, likewise.
    pub(super) hosts: Option<u32>,
    /// Number of the array that it is a task of.
    pub(super) array: Option<u64>,
    /// Advance reservation that it ran in, by index.
    pub(super) reservation: Option<u32>,
    /// Whether it was killed as one of its nodes failed.
    pub(super) failed: bool,
}

/// How jobs of an owner, or of an array, were held by a limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hold {
    /// Most running jobs, if there were as many meanwhile.
    pub running: Option<u32>,
    /// Most cores, or nodes where those are not shared, if not, and the next job would have made it
    /// more.
    pub size: Option<u64>,
    /// Milliseconds in which a job waited though there was room for it.
    pub held: i64,
    /// Share of them in which that was so.
    pub share: f64,
    /// Jobs that were held for long enough.
    pub jobs: u32,
}

#[cfg(test)]
impl RanJob {
    /// Job of size 1 without a user, at instant 0.
    pub(super) const EXAMPLE: Self = Self {
        ready: 0,
        submit: 0,
        start: 0,
        end: 0,
        size: 1,
        limit: None,
        gpus: 0,
        owners: [None; 3],
        partition: None,
        hosts: None,
        array: None,
        reservation: None,
        failed: false,
    };
}

/// Jobs of a log as they ran, with what they are called.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    /// The log.
    pub(super) accounts: &'a Accounts,
    /// Jobs that ran, in order of submission.
    pub(super) jobs: Vec<RanJob>,
}

impl<'a> Evidence<'a> {
    /// Jobs of `accounts` that ran, with sizes as `options` count them.
    pub(super) fn of(accounts: &'a Accounts, options: &TableWorkload) -> Self {
        let size = accounts.sizing(options);
        let jobs = accounts.entries.iter().filter_map(|entry| {
            let (start, runtime) = (entry.start?, entry.executed_for().ok()?);
            let ready = entry
                .eligible
                .map_or(entry.submit, |at| at.max(entry.submit));
            let start = start.0.clamp(-FAR, FAR);
            let (had, requested) = size.of(&entry);
            Some(RanJob {
                ready: ready.0.clamp(-FAR, FAR),
                submit: entry.submit.0.clamp(-FAR, FAR),
                start,
                end: start.saturating_add_unsigned(runtime).min(2 * FAR),
                size: had.or(requested)?,
                limit: match entry.limit {
                    Limit::Within(limit) => Some(limit),
                    _ => None,
                },
                gpus: entry.gpus.unwrap_or(0),
                owners: [entry.user, entry.account.or(entry.group), entry.qos],
                partition: entry.partition,
                hosts: entry.hosts,
                array: entry.task.map(|task| task.array),
                reservation: entry.reservation,
                failed: entry.state == State::NodeFail,
            })
        });
        let mut jobs: Vec<RanJob> = jobs.collect();
        jobs.sort_by_key(|job| (job.ready, job.start));
        Self { accounts, jobs }
    }

    /// Evidence at the instant `until`: jobs that had started by then.
    pub(super) fn until(&self, until: i64) -> Self {
        let jobs = self.jobs.iter().copied();
        Self {
            accounts: self.accounts,
            jobs: jobs.filter(|job| job.start < until).collect(),
        }
    }

    /// Whether jobs ran in advance reservations that the log names.
    pub(super) fn names_reservations(&self) -> bool {
        self.jobs.iter().any(|job| job.reservation.is_some())
    }

    /// The instant by which half of the jobs were submitted.
    pub(super) fn half(&self) -> Option<i64> {
        self.jobs.get(self.jobs.len() / 2).map(|job| job.ready)
    }

    /// Sentence on the time before jobs could start, if that is much of their wait: they waited for
    /// others, or for a time of their own.
    pub(super) fn held_before(&self) -> Option<String> {
        let entries = self.accounts.entries.iter();
        let (mut held, mut waited, mut jobs) = (0.0, 0.0, 0_usize);
        for entry in entries {
            let Some(start) = entry.start else { continue };
            let eligible = entry.eligible.unwrap_or(entry.submit);
            let late = eligible.since(entry.submit).max(0) as f64;
            waited += start.since(entry.submit).max(0) as f64;
            held += late;
            jobs += usize::from(late >= 1000.0);
        }
        let share = held / f64::max(waited, 1.0);
        (share >= 0.01).then(|| {
            format!(
                "{:.0} % of all wait was before jobs could start ({jobs} of them: dependencies, --begin, tasks of arrays held back); a simulation has that only as far as it has their dependencies",
                100.0 * share
            )
        })
    }
}

/// How much of something there is: of everything, and of each partition if it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Room {
    /// Of the whole machine.
    pub(super) all: u64,
    /// Of each partition, by index; `None` for all of the machine.
    pub(super) partitions: Vec<Option<u64>>,
}

impl Room {
    /// Room of a partition.
    pub(super) fn of(&self, partition: Option<u32>) -> u64 {
        let known = partition.and_then(|index| self.partitions.get(index as usize));
        known.copied().flatten().unwrap_or(self.all).min(self.all)
    }
}
