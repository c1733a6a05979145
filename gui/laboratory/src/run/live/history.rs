//! Outcome of each command: in words, and as a log that can be replayed.

use std::io::Write;
use std::path::Path;

use cosched_core::{Duration, Time};

use super::jobs::QueuedCommand;
use crate::base::problem::Problem;
use crate::base::system::clock;
use crate::base::system::files::File;
use crate::export::{create, write_whole};
use crate::load::reason;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With status 0.
    Completed,
    /// With another status.
    Failed,
    /// Killed when it had run as long as its estimate.
    Killed,
    /// Stopped together with all others.
    Cancelled,
}

/// Outcome of a command.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Instant of its submission.
    pub submitted: Option<Time>,
    /// Instant of its start.
    pub started: Option<Time>,
    /// Instant of its end, and how it ended.
    pub ended: Option<(Time, End)>,
    /// Extension of its estimate, as the command itself began later than its job: the machine or
    /// this program was held up.
    pub(crate) extension: Duration,
    /// The processors it had, `0-3 7`.
    pub processors: String,
}

impl Record {
    /// Returns how long it may run: `job`'s estimate and the extension.
    pub(super) fn allowed(&self, job: &QueuedCommand) -> Duration {
        Duration(job.estimate.0.saturating_add(self.extension.0))
    }

    /// Its state or outcome, in a word.
    pub fn state_name(&self) -> &'static str {
        match (self.ended, self.started) {
            (Some((_, End::Completed)), _) => "completed",
            (Some((_, End::Failed)), _) => "failed",
            (Some((_, End::Killed)), _) => "killed at its estimate",
            (Some((_, End::Cancelled)), _) => "stopped",
            (None, Some(_)) => "running",
            (None, None) => "waiting",
        }
    }
}

/// A log in the Standard Workload Format, in a file that grows with every command that ends:
/// simulated under the same policy, the same jobs start at the same instants.
pub struct Log<'p> {
    path: &'p Path,
    file: File,
    header: String,
    // The first line that could not be written, after which none is tried.
    failure: Option<Problem>,
}

impl<'p> Log<'p> {
    /// Begins the log at `path` of `count` commands on `nodes` processors under `policy`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(path: &'p Path, count: usize, nodes: u32, policy: &str) -> Result<Self, Problem> {
        let began = clock::since_1970().as_secs();
        let header = format!(
            "; Version: 2.2\n; MaxJobs: {count}\n; MaxRecords: {count}\n; UnixStartTime: {began}\n; MaxNodes: {nodes}\n; MaxProcs: {nodes}\n; Note: run live under {policy}\n"
        );
        let mut log = Self {
            path,
            file: create(path)?,
            header,
            failure: None,
        };
        let header = log.header.clone();
        log.append(&header);
        match log.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(log),
        }
    }

    /// Appends the line of the job at index `index`, which has ended, before anything else happens.
    pub(super) fn append_record(&mut self, index: usize, job: &QueuedCommand, record: &Record) {
        if let Some(line) = line(index, job, record) {
            self.append(&line);
        }
    }

    /// Writes the whole log again, in the sequence of submission.
    ///
    /// # Errors
    /// It cannot be written, now or before.
    pub fn finish(self, jobs: &[QueuedCommand], records: &[Record]) -> Result<(), Problem> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut text = self.header;
        let rows = jobs.iter().zip(records).enumerate();
        text.extend(rows.filter_map(|(index, (job, record))| line(index, job, record)));
        write_whole(self.path, text.as_bytes())
    }

    /// Without a buffer: what is written stays, however the program ends.
    fn append(&mut self, text: &str) {
        if self.failure.is_some() {
            return;
        }
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            let sentence = format!("cannot be written: {}", reason(&error));
            self.failure = Some(Problem::output(sentence).in_file(self.path));
        }
    }
}

/// The line of a job that was submitted.
fn line(index: usize, job: &QueuedCommand, record: &Record) -> Option<String> {
    let submitted = record.submitted?;
    let wait = record.started.map(|started| started.since(submitted));
    let ran = record.started.zip(record.ended);
    let ran = ran.map(|(started, (ended, _))| ended.since(started));
    let status = match record.ended {
        Some((_, End::Completed)) => 1,
        Some((_, End::Failed | End::Killed)) => 0,
        Some((_, End::Cancelled)) => 5,
        None => -1,
    };
    let known = |span: Option<Duration>| span.map_or_else(|| "-1".to_owned(), |s| s.to_string());
    Some(format!(
        "{} {submitted} {} {} {} -1 -1 {} {} -1 {status} -1 -1 -1 -1 -1 -1 -1\n",
        index + 1,
        known(wait),
        known(ran),
        job.nodes,
        job.nodes,
        record.allowed(job),
    ))
}
