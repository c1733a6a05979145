//! Characterisation of the threads of each job, measured in isolation.

use crate::error::{ScenarioError, ThreadError};
use crate::units::ids::JobId;
use crate::units::time::Duration;

/// Equal threads of a job, as measured when nothing else runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThreadGroup {
    /// Number of threads.
    pub count: u32,
    /// Processor time of each.
    pub demand: Duration,
    /// Share of time each is busy, above 0 and up to 1.
    pub utilisation: f64,
    /// Memory bandwidth demand of each while it is busy, in GB/s.
    pub bandwidth: f64,
    /// Relative deviation of the utilisation of an interval, 0 to below 1 (equations 8 and
    /// 9); only [`super::Cycles`] draw it.
    pub deviation: f64,
    /// Whether this entry is the next phase of the threads of the entry ahead: utilisation
    /// as a function of the time executed.
    pub continues: bool,
}

impl ThreadGroup {
    /// `count` threads that are always busy, for `demand` each.
    pub const fn busy(count: u32, demand: Duration, bandwidth: f64) -> Self {
        Self {
            count,
            demand,
            utilisation: 1.0,
            bandwidth,
            deviation: 0.0,
            continues: false,
        }
    }

    /// Runtime of each in isolation, in seconds.
    pub fn alone(&self) -> f64 {
        self.demand.seconds() / self.utilisation
    }
}

/// The thread groups of every job on every kind of server, job by job and
/// within a job kind by kind: read-only, so that it may lie in flash.
///
/// A job that is not in the table has one group of as many busy threads as its requested
/// nodes, with its runtime and no bandwidth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThreadTable<'a> {
    groups: &'a [ThreadGroup],
    first: &'a [u32],
    kinds: u32,
}

impl<'a> ThreadTable<'a> {
    /// An empty table.
    pub const NONE: Self = Self {
        groups: &[],
        first: &[],
        kinds: 1,
    };

    /// Groups of jobs on servers that are all of one kind: those of job `j` are
    /// `groups[first[j]..first[j + 1]]`.
    pub const fn new(groups: &'a [ThreadGroup], first: &'a [u32]) -> Self {
        Self::by_kind(groups, first, 1)
    }

    /// Groups of jobs on `kinds` kinds of servers: those of job `j` on kind `k` begin at
    /// `first[j * kinds + k]` and end where the next begin.
    pub const fn by_kind(groups: &'a [ThreadGroup], first: &'a [u32], kinds: u32) -> Self {
        Self {
            groups,
            first,
            kinds,
        }
    }

    /// Whether it has no jobs.
    pub const fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Number of kinds of servers.
    pub const fn kinds(&self) -> u32 {
        self.kinds
    }

    /// Range of the groups of `job` on servers of `kind`.
    #[inline]
    pub fn entries(&self, job: JobId, kind: u32) -> core::ops::Range<usize> {
        let index = job.index() * self.kinds as usize + kind as usize;
        self.first[index] as usize..self.first[index + 1] as usize
    }

    /// All groups.
    #[inline]
    pub const fn groups(&self) -> &'a [ThreadGroup] {
        self.groups
    }

    /// The groups of `job` on servers of `kind`; none if it is not in the table.
    pub fn of(&self, job: JobId, kind: u32) -> &'a [ThreadGroup] {
        if self.is_empty() {
            &[]
        } else {
            &self.groups[self.entries(job, kind)]
        }
    }

    /// Checks that it describes `jobs` jobs on `kinds` kinds of servers.
    ///
    /// # Errors
    /// The first error in it.
    pub(crate) fn check(&self, jobs: usize, kinds: u32) -> Result<(), ScenarioError> {
        if self.is_empty() {
            return Ok(());
        }
        let rows = jobs * self.kinds as usize;
        let ends_well = self.first.last().copied() == Some(self.groups.len() as u32);
        let ascends = self.first.windows(2).all(|pair| pair[0] <= pair[1]);
        if self.first.len() != rows + 1 || !ends_well || !ascends || kinds > self.kinds {
            return Err(ScenarioError::ThreadTable { rows: rows + 1 });
        }
        for job in (0..jobs).map(JobId::new) {
            for kind in 0..self.kinds {
                check_job(self.of(job, kind))
                    .map_err(|error| ScenarioError::Threads(job, error))?;
            }
        }
        Ok(())
    }
}

fn check_job(groups: &[ThreadGroup]) -> Result<(), ThreadError> {
    let first = groups.first().ok_or(ThreadError::NoThreads)?;
    if first.continues {
        return Err(ThreadError::ContinuesNothing);
    }
    let mut count = first.count;
    for group in groups {
        let within = |value: f64, most: f64| (0.0..=most).contains(&value);
        if group.continues && group.count != count {
            return Err(ThreadError::PhaseCount(count, group.count));
        }
        count = group.count;
        if count == 0 {
            return Err(ThreadError::NoThreads);
        }
        if group.demand == Duration::ZERO {
            return Err(ThreadError::NoDemand);
        }
        if !within(group.utilisation, 1.0) || group.utilisation < f64::from(f32::MIN_POSITIVE) {
            return Err(ThreadError::Utilisation(group.utilisation));
        }
        if !within(group.bandwidth, f64::MAX) {
            return Err(ThreadError::Bandwidth(group.bandwidth));
        }
        if !within(group.deviation, 1.0) || group.deviation >= 1.0 {
            return Err(ThreadError::Deviation(group.deviation));
        }
    }
    Ok(())
}
