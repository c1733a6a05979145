//! Run of a real Slurm: its jobs, its configuration and its decisions, in files beside each other.

mod jobs;
mod machine;
mod submissions;

use std::path::{Path, PathBuf};

use cosched_core::machine::cluster::QosPreemption;

pub use self::jobs::{Job, NodesRequested};
pub(crate) use self::machine::node_set;
pub use self::machine::{MeasuredMachine, MeasuredNode, MeasuredPartition};
use super::conf::Conf;
use super::decisions::{Decisions, Event};
use super::limits::PrintedLimits;
use super::machine::{UsualPreemption, preempt_by_qos};
use super::settings::Settings;
use crate::base::problem::Problem;
use crate::base::system::files;
use crate::load::slurm::text::hosts::Hosts;
use crate::scenario::cluster::qos_preemption;

/// Measured run.
#[derive(Clone, Debug)]
pub struct MeasuredRun {
    /// Jobs.
    pub jobs: Vec<Job>,
    /// Nodes by name.
    pub hosts: Hosts,
    /// Nodes and partitions.
    pub machine: MeasuredMachine,
    /// Settings of its scheduler.
    pub settings: Settings,
    /// Decisions of its scheduler.
    pub decisions: Decisions,
}

impl MeasuredRun {
    /// Reads `prefix.csv`, `prefix.slurm.conf` and `prefix.slurmctld.log.gz`, and of
    /// `prefix.workload.csv`, where it is there, what the table of jobs does not have: whether a
    /// number of nodes was requested, how many tasks of an array may run at once, and dependencies. Where
    /// qualities of service preempt others, `prefix.qos.txt` has what `sacctmgr -P show qos` prints.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn read(prefix: &Path) -> Result<Self, Problem> {
        let path = with_ending(prefix, "slurm.conf");
        let conf = Conf::read(&path)?;
        let hosts = conf.hosts().map_err(|problem| problem.in_file(&path))?;
        let mut settings = Settings::of(&conf).map_err(|problem| problem.in_file(&path))?;
        let machine = MeasuredMachine::of(&conf, &hosts);
        let mut machine = machine.map_err(|problem| problem.in_file(&path))?;
        let usual = preempt_by_qos(&conf).map_err(|problem| problem.in_file(&path))?;
        let path = with_ending(prefix, "qos.txt");
        if let Some(usual) = usual.filter(|_| files::exists(&path)) {
            machine.qos = read_qos(&path, usual)?;
            settings
                .not_simulated
                .retain(|one| !one.starts_with("preempttype="));
        }
        let path = with_ending(prefix, "csv");
        let mut jobs = jobs::read(&path, &machine).map_err(|problem| problem.in_file(&path))?;
        let path = with_ending(prefix, "workload.csv");
        if files::exists(&path) {
            submissions::read(&path, &mut jobs).map_err(|problem| problem.in_file(&path))?;
        }
        let packed = with_ending(prefix, "slurmctld.log.gz");
        let log = if files::exists(&packed) {
            packed
        } else {
            with_ending(prefix, "slurmctld.log")
        };
        Ok(Self {
            jobs,
            decisions: Decisions::read(&log, &hosts)?,
            hosts,
            machine,
            settings,
        })
    }
}

impl MeasuredRun {
    /// Features of it that whole runs do not simulate, though each decision is replayed with them.
    pub fn left_out_of_whole_runs(&self) -> Vec<&'static str> {
        let jobs = || self.jobs.iter();
        let yields = self.decisions.lines.iter();
        let all = [
            (
                jobs().any(|job| {
                    job.has_dependency && job.depends_on.is_empty() && !job.is_singleton
                }),
                "dependencies that no table has",
            ),
            (
                !self.settings.slurm.has_long_passes()
                    && yields.into_iter().any(|line| line.event == Event::Yields),
                "passes that yield now and then",
            ),
        ];
        all.iter()
            .filter(|(is_there, _)| *is_there)
            .map(|(_, name)| *name)
            .collect()
    }
}

/// Qualities of service in `path`, with what is `usual`, that preempt others or are preempted.
///
/// # Errors
/// It cannot be read, or has more than can be told apart.
fn read_qos(path: &Path, usual: UsualPreemption) -> Result<Vec<(String, QosPreemption)>, Problem> {
    let all = PrintedLimits::read(path)?.preempting_qos(usual);
    let names: Vec<String> = all.iter().map(|one| one.name.clone()).collect();
    let rules = qos_preemption(&all, &names);
    let rules = rules.map_err(|what| Problem::input(what).in_file(path))?;
    Ok(names.into_iter().zip(rules).collect())
}

/// `prefix` with an ending.
fn with_ending(prefix: &Path, ending: &str) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
