//! Jobs one by one, as they are simulated: from a log while it is read, or from a model.

use std::path::Path;

use cosched_core::engine::Source;
use cosched_core::{JobSpec, Time};

use super::{Scale, draw, load_of, log, resolve};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::JobLabel;
use crate::scenario::{Machine, Scenario, Workload};
use crate::text_file::Input;

/// The name by which a log on standard input is asked for.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Jobs of a scenario, none of which is kept.
pub(crate) struct OneByOne<'s> {
    from: From<'s>,
    progress: &'s Progress,
    // What was looked at and not yet submitted.
    next: Option<(u64, JobSpec)>,
    read: u64,
    limit: u64,
    // What the first submission is counted from, if not from 0.
    rebase: Option<Time>,
    rebases: bool,
    problem: Option<Problem>,
}

enum From<'s> {
    Log(Box<log::Reader<'s>>),
    Model {
        jobs: Box<dyn Iterator<Item = (JobSpec, JobLabel)>>,
        scale: Option<Scale>,
        total: u64,
    },
}

impl<'s> OneByOne<'s> {
    /// The jobs of `scenario`, which was read from `source`.
    ///
    /// # Errors
    /// What is wrong with it, or that its workload must be known as a whole.
    pub(crate) fn new(
        scenario: &'s Scenario,
        source: &Path,
        progress: &'s Progress,
    ) -> Result<Self, Problem> {
        let nodes = size_of_machine(scenario)?;
        let (mut limit, mut rebases) = (u64::MAX, false);
        let from = match &scenario.workload {
            Workload::Swf(asked) => {
                if asked.load.is_some() {
                    return Err(Problem::input(
                        "--load: the load of a log is known only when it was read to its end; it cannot be set while it is read",
                    ));
                }
                (limit, rebases) = (asked.jobs.map_or(u64::MAX, u64::from), asked.rebase);
                let (input, path) = match source.to_str() {
                    Some(STANDARD_INPUT) => (Input::standard()?, "standard input".into()),
                    _ => {
                        let path = resolve(&asked.path, Some(source));
                        (Input::open(&path)?, path)
                    }
                };
                From::Log(Box::new(log::Reader::over(asked, input, &path, nodes)))
            }
            Workload::Lublin(_) | Workload::Jann(_) => {
                let scale = match load_of(&scenario.workload) {
                    None => None,
                    Some(load) => Some(scale(model(scenario, nodes)?, nodes, load)?),
                };
                From::Model {
                    jobs: model(scenario, nodes)?,
                    scale,
                    total: total(&scenario.workload),
                }
            }
            Workload::Jobs(_) | Workload::Workflow(_) => {
                return Err(Problem::input(
                    "--stream: jobs that are written out or follow one another are known as a whole; logs and models come one by one",
                ));
            }
        };
        let mut jobs = Self {
            from,
            progress,
            next: None,
            read: 0,
            limit,
            rebase: None,
            rebases,
            problem: None,
        };
        jobs.look();
        match jobs.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(jobs),
        }
    }

    /// Nodes of the machine, if they are known.
    pub(crate) fn nodes(&self, scenario: &Scenario) -> Option<u32> {
        let said = size_of_machine(scenario).ok().flatten();
        said.or(match &self.from {
            From::Log(reader) => reader.machine(),
            From::Model { .. } => None,
        })
    }

    /// What was dropped and changed on the way.
    ///
    /// # Errors
    /// What was wrong with the workload: it went no further.
    pub(crate) fn finish(self) -> Result<Vec<String>, Problem> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        match self.from {
            From::Log(reader) => Ok(reader.finish(self.read == 0)?.remarks),
            From::Model { .. } => Ok(Vec::new()),
        }
    }

    /// Reads or draws the next job.
    fn look(&mut self) {
        self.next = None;
        if self.problem.is_some() || self.read >= self.limit {
            return;
        }
        let next = match &mut self.from {
            From::Log(reader) => reader.next(self.progress),
            From::Model { jobs, scale, total } => {
                if self.read.is_multiple_of(4096) {
                    self.progress.report(self.read, *total);
                }
                let next = jobs.next().map(|(mut job, label)| {
                    let scaled = scale.map_or(Ok(()), |scale| scale.apply(&mut job));
                    scaled.map(|()| (job, label))
                });
                next.transpose()
            }
        };
        match next {
            Ok(next) => self.next = next.map(|(job, label)| self.counted(job, &label)),
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn counted(&mut self, mut job: JobSpec, label: &JobLabel) -> (u64, JobSpec) {
        self.read += 1;
        if self.rebases {
            let zero = *self.rebase.get_or_insert(job.submit);
            job.submit = Time(job.submit.since(zero).0);
        }
        (label.number, job)
    }
}

impl Source for OneByOne<'_> {
    fn next_submit(&mut self) -> Option<Time> {
        self.next.map(|(_, job)| job.submit)
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let next = self.next?;
        self.look();
        if let (Some((_, after)), From::Log(reader)) = (self.next, &self.from)
            && after.submit < next.1.submit
        {
            let sentence = format!(
                "the job is submitted at {} s, before the one ahead of it at {} s; while a log is read it cannot be sorted: run it without --stream",
                after.submit, next.1.submit
            );
            (self.problem, self.next) = (Some(reader.here(1, sentence)), None);
        }
        Some(next)
    }
}

/// Nodes of a machine of equal nodes, if they are said.
fn size_of_machine(scenario: &Scenario) -> Result<Option<u32>, Problem> {
    match &scenario.machine {
        Machine::Cluster(cluster) if cluster.kinds.is_empty() => {
            cluster.check().map_err(Problem::input)?;
            Ok(cluster.count())
        }
        _ => Err(Problem::input(
            "--stream: jobs come one by one on equal nodes only: `machine: Cluster(nodes: …)`",
        )),
    }
}

/// The jobs of a model.
fn model(
    scenario: &Scenario,
    nodes: Option<u32>,
) -> Result<Box<dyn Iterator<Item = (JobSpec, JobLabel)>>, Problem> {
    match &scenario.workload {
        Workload::Lublin(asked) => Ok(Box::new(draw::lublin(asked, scenario.seed, nodes)?)),
        Workload::Jann(asked) => Ok(Box::new(draw::jann(asked, scenario.seed, nodes)?)),
        _ => Ok(Box::new(std::iter::empty())),
    }
}

fn total(workload: &Workload) -> u64 {
    match workload {
        Workload::Lublin(asked) => asked.jobs.into(),
        Workload::Jann(asked) => asked.jobs.into(),
        _ => 0,
    }
}

/// How the interarrival times of `jobs` are to be multiplied for `load`: they are
/// drawn once to be measured, and once more to be run.
fn scale(
    jobs: impl Iterator<Item = (JobSpec, JobLabel)>,
    nodes: Option<u32>,
    load: f64,
) -> Result<Scale, Problem> {
    let (mut work, mut first, mut last) = (0.0, None, Time::ZERO);
    for (job, _) in jobs {
        // Summed as of a workload that is kept whole, to the same bits.
        work += job.runtime.seconds() * f64::from(job.nodes);
        first.get_or_insert(job.submit);
        last = job.submit;
    }
    let span = last.since(first.unwrap_or(last)).seconds();
    let nodes = f64::from(nodes.unwrap_or_default());
    Scale::new((span > 0.0).then(|| work / (nodes * span)), first, load)
}
