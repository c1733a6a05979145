//! Run of a real Slurm: its jobs, its configuration and its decisions, in files beside each other.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::conf::Conf;
use super::decisions::{Decisions, Number};
use super::settings::Settings;
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::text::hosts::Hosts;

/// Job as recorded by Slurm, in whole seconds since the first submission.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Job {
    /// Number.
    pub id: Number,
    /// Submission.
    pub submit: u64,
    /// Start.
    pub start: u64,
    /// Number of nodes.
    pub nodes: u32,
    /// Time limit.
    pub limit: u64,
}

/// Measured run.
#[derive(Clone, Debug)]
pub struct MeasuredRun {
    /// Jobs.
    pub jobs: Vec<Job>,
    /// Nodes.
    pub hosts: Hosts,
    /// Settings of its scheduler.
    pub settings: Settings,
    /// Decisions of its scheduler.
    pub decisions: Decisions,
}

impl MeasuredRun {
    /// Reads `prefix.csv`, `prefix.slurm.conf` and `prefix.slurmctld.log.gz`.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn read(prefix: &Path) -> Result<Self, Problem> {
        let path = with_ending(prefix, "slurm.conf");
        let conf = Conf::read(&path)?;
        let hosts = conf.hosts().map_err(|problem| problem.in_file(&path))?;
        let mut settings = Settings::of(&conf).map_err(|problem| problem.in_file(&path))?;
        if let many @ 2.. = conf.all_partitions().len() {
            let as_one = format!("{many} partitions, which are taken as one");
            settings.not_simulated.push(as_one);
        }
        let path = with_ending(prefix, "csv");
        let jobs = jobs(&path, hosts.count()).map_err(|problem| problem.in_file(&path))?;
        let packed = with_ending(prefix, "slurmctld.log.gz");
        let log = if packed.exists() {
            packed
        } else {
            with_ending(prefix, "slurmctld.log")
        };
        Ok(Self {
            jobs,
            decisions: Decisions::read(&log, &hosts)?,
            hosts,
            settings,
        })
    }
}

/// `prefix` with an ending.
fn with_ending(prefix: &Path, ending: &str) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn jobs(path: &Path, nodes: u32) -> Result<Vec<Job>, Problem> {
    let text = text_file::read(path, "the jobs of a run are a table (.csv)")?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut jobs: Vec<Job> = Vec::new();
    for row in reader.deserialize() {
        let job: Job = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Problem::input(format!(
                "{error}; the columns id, submit, start, nodes and limit are needed, in whole seconds"
            ))
            .at(line as usize, 1)
        })?;
        if job.nodes == 0 || job.nodes > nodes || job.start < job.submit {
            let line = jobs.len() + 2;
            let sentence = format!(
                "job {} has {} nodes, is submitted at {} s and starts at {} s; 1 to {nodes} nodes and no start before the submission are allowed",
                job.id, job.nodes, job.submit, job.start
            );
            return Err(Problem::input(sentence).at(line, 1));
        }
        jobs.push(job);
    }
    if jobs.is_empty() {
        Err(Problem::input("it has no jobs"))
    } else {
        Ok(jobs)
    }
}
