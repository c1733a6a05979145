//! Drafts: jobs as read, before they are in order.

use cosched_core::machine::cluster::ClusterRequest;
use cosched_core::{JobSpec, Memory};

use super::draw::DrawnJob;
use super::shared;
use crate::base::long_time::LongTime;
use crate::base::memory::free_memory;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::unit::Unit;
use crate::record::{JobLabel, NameTables};
use crate::scenario::MOST_JOBS;
use crate::scenario::moldable::mold::Mold;

/// Job as read, with what goes with it.
#[derive(Clone, Debug)]
pub(in crate::load) struct DraftJob {
    pub(in crate::load) spec: JobSpec,
    pub(in crate::load) label: JobLabel,
    /// Mold, if it is moldable or has a deadline.
    pub(in crate::load) mold: Option<Box<Mold>>,
    /// Request on nodes that jobs share.
    pub(in crate::load) request: Option<Box<ClusterRequest>>,
    /// Numbers of the jobs that must have ended before.
    pub(in crate::load) after: Vec<u64>,
}

impl From<(JobSpec, JobLabel)> for DraftJob {
    fn from((spec, label): (JobSpec, JobLabel)) -> Self {
        Self {
            spec,
            label,
            mold: None,
            request: None,
            after: Vec::new(),
        }
    }
}

/// Jobs in their order, and what goes with them, as an experiment has it.
pub(in crate::load) struct Lists {
    pub(in crate::load) jobs: Vec<JobSpec>,
    pub(in crate::load) labels: Vec<JobLabel>,
    /// Molds; empty if no job has one.
    pub(in crate::load) molds: Vec<Option<Mold>>,
    /// Requests; empty if jobs do not share nodes.
    pub(in crate::load) requests: Vec<ClusterRequest>,
}

impl From<Vec<DraftJob>> for Lists {
    fn from(mut all: Vec<DraftJob>) -> Self {
        let jobs = all.iter().map(|job| job.spec).collect();
        let molds = if all.iter().any(|job| job.mold.is_some()) {
            let molds = all.iter_mut().map(|job| job.mold.take());
            molds.map(|mold| mold.map(|mold| *mold)).collect()
        } else {
            Vec::new()
        };
        let requests = all.iter_mut().filter_map(|job| job.request.take());
        let requests = requests.map(|request| *request).collect();
        // In the memory of the drafts, which are most of what a log takes.
        let mut labels: Vec<_> = all.into_iter().map(|job| job.label).collect();
        labels.shrink_to_fit();
        Self {
            jobs,
            labels,
            molds,
            requests,
        }
    }
}

/// Jobs and remarks made while reading, not yet in order.
#[derive(Clone, Debug, Default)]
pub(in crate::load) struct Draft {
    pub(in crate::load) jobs: Vec<DraftJob>,
    /// Names of users, accounts and qualities of service, by the numbers in requests.
    pub(in crate::load) owners: shared::OwnerLists,
    /// Names of the numbers in labels, where there are names.
    pub(in crate::load) called: NameTables,
    pub(in crate::load) remarks: Vec<String>,
    pub(in crate::load) nodes: Option<u32>,
    pub(in crate::load) memory: Option<Memory>,
    pub(in crate::load) unix_start: Option<i64>,
    /// Name of the time zone of a log.
    pub(in crate::load) zone: Option<String>,
    /// Unit of sizes.
    pub(in crate::load) counted_in: Unit,
}

/// Approximate bytes of a job with one run of it: the job itself, its label, and what the engine
/// and the record of the run keep.
const ROOM_OF_JOB: u64 = size_of::<JobSpec>() as u64 + size_of::<JobLabel>() as u64 + 400;

impl Draft {
    /// Collects the first `count` jobs of a model. Jobs beyond the clock's range are set to its
    /// end, where they are refused later. After a cancellation there are fewer, and no run follows.
    pub(in crate::load) fn of(
        count: u32,
        jobs: impl Iterator<Item = DrawnJob>,
        progress: &Progress,
    ) -> Result<Self, Problem> {
        if count > MOST_JOBS {
            return Err(Problem::input(format!(
                "{count} jobs are more than can be kept at once; up to {MOST_JOBS} are allowed, and more with `run --stream`, which keeps none"
            )));
        }
        let needed = u64::from(count) * ROOM_OF_JOB;
        if let Some(free) = free_memory().filter(|free| *free < needed) {
            return Err(Problem::input(format!(
                "{count} jobs need about {} MiB of memory, and {} MiB are free: fewer jobs are possible, or `run --stream`, which keeps none",
                needed >> 20,
                free >> 20
            )));
        }
        let goes_on = |index: usize| !index.is_multiple_of(4096) || !progress.is_cancelled();
        let jobs = jobs.enumerate().take_while(|(index, _)| goes_on(*index));
        let jobs = jobs.map(|(_, (at, job, label))| {
            let submit = at.in_era(LongTime::ZERO);
            (job.with_submit(submit), label).into()
        });
        Ok(Self {
            jobs: jobs.collect(),
            ..Self::default()
        })
    }
}
