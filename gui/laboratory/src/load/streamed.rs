//! Jobs one by one, as they are simulated: from a log while it is read, or from a model.

use std::path::Path;

use cosched_core::engine::Source;
use cosched_core::users::Predecessor;
use cosched_core::{JobSpec, Time};

use super::model::ModelJobs;
use super::{draw::QUARTER, log, resolve};
use crate::base::input_file::STANDARD_INPUT;
use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::text_file::Input;
use crate::record::JobLabel;
use crate::record::outages::OutageData;
use crate::scenario::{LublinWorkload, Machine, Scenario, Workload};

/// Jobs of a scenario, none of which is kept.
pub(crate) struct StreamedJobs<'s> {
    source: JobSource<'s>,
    progress: &'s Progress,
    // Job that was read but not yet submitted.
    next_job: Option<NextJob>,
    // Beginning of the present era, and the latest submission in an era on an idle machine.
    era: LongTime,
    era_bound: Time,
    // Submission of the last job.
    last_submit: LongTime,
    read: u64,
    limit: u64,
    // First submission, subtracted from all if `rebases`.
    rebase: Option<LongTime>,
    rebases: bool,
    // Source of checkpoints; empty before the machine is known.
    outages: OutageData,
    problem: Option<Problem>,
}

/// Job read ahead.
#[derive(Clone, Copy)]
pub(crate) struct NextJob {
    pub(crate) number: u64,
    at: LongTime,
    /// The job, submitted by the clock of the first era.
    pub(crate) job: JobSpec,
    /// Its dependency, with feedback.
    pub(crate) dependency: Option<Predecessor>,
}

enum JobSource<'s> {
    Log(Box<log::Reader<'s>>),
    Model(ModelJobs),
}

impl<'s> StreamedJobs<'s> {
    /// Jobs of `scenario`, which was read from `source`.
    ///
    /// # Errors
    /// A setting is wrong, or the workload must be known as a whole.
    pub(crate) fn new(
        scenario: &'s Scenario,
        source: &Path,
        progress: &'s Progress,
    ) -> Result<Self, Problem> {
        let nodes = size_of_machine(scenario)?;
        let (mut limit, mut rebases) = (u64::MAX, false);
        let from = match &scenario.workload {
            Workload::Lublin(LublinWorkload {
                users: Some(_),
                load: Some(_),
                ..
            }) => {
                return Err(Problem::input(
                    "users who react submit when they will: no load can be set; more or fewer users make more or less of it",
                ));
            }
            Workload::Swf(options) => {
                if options.load.is_some() {
                    return Err(Problem::input(
                        "--load: the load of a log is known only when it was read to its end; it cannot be set while it is read",
                    ));
                }
                (limit, rebases) = (options.jobs.map_or(u64::MAX, u64::from), options.rebase);
                let (input, path) = match source.to_str() {
                    Some(STANDARD_INPUT) => {
                        (Input::from_standard_input()?, "standard input".into())
                    }
                    _ => {
                        let path = resolve(&options.path, Some(source));
                        (Input::open(&path)?, path)
                    }
                };
                JobSource::Log(Box::new(log::Reader::from_input(
                    options, input, &path, nodes,
                )))
            }
            _ => match ModelJobs::new(scenario, nodes)? {
                Some(model) => JobSource::Model(model),
                None => {
                    return Err(Problem::input(
                        "--stream: jobs that are written out, follow one another or stand in a table are known as a whole; logs in SWF and models come one by one",
                    ));
                }
            },
        };
        let mut jobs = Self {
            source: from,
            progress,
            next_job: None,
            era: LongTime::ZERO,
            era_bound: QUARTER,
            last_submit: LongTime::ZERO,
            read: 0,
            limit,
            rebase: None,
            rebases,
            outages: OutageData::default(),
            problem: None,
        };
        jobs.read_ahead();
        match jobs.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(jobs),
        }
    }

    /// Lets eras begin when the clock is beyond `bound`.
    #[cfg(test)]
    pub(crate) fn with_bound(self, bound: Time) -> Self {
        Self {
            era_bound: bound,
            ..self
        }
    }

    /// Submission of the last job.
    pub(crate) fn last_submit(&self) -> LongTime {
        self.last_submit
    }

    /// Nodes of the machine, if known.
    pub(crate) fn nodes(&self, scenario: &Scenario) -> Option<u32> {
        let said = size_of_machine(scenario).ok().flatten();
        said.or(match &self.source {
            JobSource::Log(reader) => reader.machine(),
            JobSource::Model(_) => None,
        })
    }

    /// Remarks on what was dropped and changed.
    ///
    /// # Errors
    /// The problem in the workload at which the reading ended.
    pub(crate) fn finish(self) -> Result<Vec<String>, Problem> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        match self.source {
            JobSource::Log(reader) => Ok(reader.finish(self.read == 0)?.remarks),
            JobSource::Model(_) => Ok(Vec::new()),
        }
    }

    /// Reads or draws the next job.
    fn read_ahead(&mut self) {
        self.next_job = None;
        if self.problem.is_some() || self.read >= self.limit {
            return;
        }
        let next = match &mut self.source {
            JobSource::Log(reader) => reader.next_at_long_time(self.progress),
            JobSource::Model(model) => {
                if self.read.is_multiple_of(4096) {
                    self.progress.report(self.read, model.total);
                }
                Ok(model.next())
            }
        };
        match next {
            Ok(next) => self.next_job = next.map(|(at, job, label)| self.add_read(at, job, &label)),
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Adds checkpoints to the jobs, if requested.
    pub(crate) fn write_checkpoints(&mut self, outages: &OutageData) {
        self.outages = outages.clone();
        if let Some(next) = &mut self.next_job {
            self.outages.write_checkpoints(&mut next.job);
        }
    }

    fn add_read(&mut self, mut at: LongTime, mut job: JobSpec, label: &JobLabel) -> NextJob {
        self.read += 1;
        self.outages.write_checkpoints(&mut job);
        if self.rebases {
            at = at.since(*self.rebase.get_or_insert(at));
        }
        let submit = at.in_era(LongTime::ZERO);
        NextJob {
            number: label.number(),
            at,
            job: job.with_submit(submit),
            dependency: match &self.source {
                JobSource::Log(reader) => reader.dependency(),
                JobSource::Model(_) => None,
            },
        }
    }

    /// Takes the next job, to be submitted by the caller.
    pub(crate) fn take(&mut self) -> Option<NextJob> {
        let next = self.next_job?;
        self.last_submit = next.at;
        self.read_ahead();
        if let (Some(after), JobSource::Log(reader)) = (self.next_job, &self.source)
            && after.at < next.at
        {
            let sentence = format!(
                "the job is submitted at {} s, before the one ahead of it at {} s; while a log is read it cannot be sorted: run it without --stream",
                after.at, next.at
            );
            (self.problem, self.next_job) = (Some(reader.problem_here(1, sentence)), None);
        }
        Some(next)
    }
}

impl Source for StreamedJobs<'_> {
    fn next_submit(&mut self) -> Option<Time> {
        self.next_job.map(|next| next.at.in_era(self.era))
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let NextJob {
            number, at, job, ..
        } = self.take()?;
        let submit = at.in_era(self.era);
        Some((number, job.with_submit(submit)))
    }

    /// An era begins only if the next job comes late in the present one.
    fn begins_era(&mut self, now: Time) -> bool {
        let is_late = self.next_submit().is_some_and(|at| at > self.era_bound);
        if is_late {
            self.era = self.era.after(now);
        }
        is_late
    }
}

/// Nodes of a machine of equal nodes, if given.
fn size_of_machine(scenario: &Scenario) -> Result<Option<u32>, Problem> {
    match &scenario.machine {
        Machine::Cluster(cluster) if cluster.kinds.is_empty() && !cluster.is_shared() => {
            cluster.check().map_err(Problem::input)?;
            Ok(cluster.count())
        }
        _ => Err(Problem::input(
            "--stream: jobs come one by one on equal nodes only: `machine: Cluster(nodes: …)`",
        )),
    }
}
