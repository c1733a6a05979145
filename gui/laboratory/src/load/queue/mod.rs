//! Present queue of a cluster, read from squeue, sinfo, slurmrestd, qstat or pbsnodes and prepared for
//! predictions.

mod classify;
mod job;
mod json;
mod limits;
mod node;
mod node_files;
mod pbs;
mod pool_builder;
mod pools;
mod reasons;
mod starts;
mod text;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cosched_core::Time;
use jiff::tz::TimeZone;

use super::account;
use super::slurm::text::rows::Row;
use super::slurm::text::{Stamp, Status, time};
use crate::base::format::counted;
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::record::{Experiment, Outcome};
use crate::scenario::cluster::Limits;
use crate::scenario::{Sizing, TableWorkload};
use job::Queued;
use limits::CountedLimits;
pub use pbs::{PBSNODES_OPTIONS, QSTAT_OPTIONS};

/// Options of squeue.
pub const FORMAT: &str = "-a -r -o \"%i|%u|%a|%P|%T|%V|%S|%M|%l|%D|%C|%Q|%N|%r|%E|%q\"";

/// Options of sinfo.
pub const NODES_FORMAT: &str = "-a -N -o \"%N|%P|%T|%C|%l|%h\"";

/// Sources of a queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueRequest {
    /// Output of squeue or qstat, or JSON.
    pub queue: PathBuf,
    /// Output of sinfo or pbsnodes, or JSON.
    pub nodes_file: Option<PathBuf>,
    /// Log or accounting of earlier jobs.
    pub history: Option<PathBuf>,
    /// Number of nodes (or cores, as `size` has it), without a file of nodes.
    pub nodes: Option<u32>,
    /// Unit of sizes; by default cores if all are known, and nodes if they are given whole.
    pub size: Option<Sizing>,
    /// Time zone of times without one; UTC if absent.
    pub zone: Option<String>,
    /// Instant of the queue, if the files do not have it.
    pub at: Option<String>,
}

/// Present queue; each of its jobs is in one of the counts.
#[derive(Debug)]
pub struct QueueState {
    /// Jobs read.
    pub read: usize,
    /// Jobs that run, or have just ended.
    pub running: usize,
    /// Jobs that are over.
    pub over: usize,
    /// Jobs that are not predicted, with reasons.
    pub not_predicted: Vec<NotPredicted>,
    /// Groups of partitions that share nodes and have waiting jobs; each is predicted by itself.
    pub pools: Vec<Pool>,
    /// Those in which no job waits.
    pub idle_pools: Vec<Pool>,
    /// Jobs that have started, as far as the queue and the history show them.
    pub starts: Vec<JobStart>,
    /// Remarks on what was read and assumed, a sentence each.
    pub remarks: Vec<String>,
}

/// Start of a job that has started.
#[derive(Clone, PartialEq, Debug)]
pub struct JobStart {
    /// Name, as of a waiting job.
    pub name: String,
    /// Start, in seconds of the epoch.
    pub start: f64,
}

/// Jobs that are not predicted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPredicted {
    /// Reason.
    pub why: String,
    /// Names.
    pub jobs: Vec<String>,
}

/// Partitions that share nodes with each other and no others.
#[derive(Debug)]
pub struct Pool {
    /// Their names.
    pub name: String,
    /// Earlier, running and waiting jobs.
    pub experiment: Arc<Experiment>,
    /// Outcome of each job; of running and waiting ones, as far as it is known.
    pub outcomes: Vec<Outcome>,
    /// Present time.
    pub now: Time,
    /// Waiting jobs, in the order of the queue.
    pub waiting: Vec<Waiting>,
    /// Number of running jobs.
    pub running: usize,
    /// Nodes in use.
    pub nodes_in_use: u32,
    /// Unit of its nodes: "node" or "core".
    pub unit: &'static str,
    /// Names of running and waiting jobs, by index in the experiment.
    pub names: HashMap<usize, String>,
}

/// Waiting job.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// Index in the experiment.
    pub job: usize,
    /// Name.
    pub name: String,
    /// Partitions that it may run in, with commas between them.
    pub partition: String,
    /// User, if known.
    pub user: Option<String>,
    /// Time that it has waited, in seconds, if known.
    pub waited: Option<f64>,
    /// Start that the cluster plans, in seconds from now, if known.
    pub planned: Option<f64>,
    /// Reason for waiting, in the words of Slurm or PBS.
    pub reason: String,
}

impl QueueState {
    /// Number of jobs that are predicted.
    pub fn predicted(&self) -> usize {
        self.pools.iter().map(|pool| pool.waiting.len()).sum()
    }
}

/// Contents of a queue.
#[derive(Debug, Default)]
struct ParsedQueue {
    jobs: Vec<Queued>,
    /// Letters kept for tasks of arrays.
    letters: usize,
    /// Instant at which it was written, if known.
    written_at: Option<Stamp>,
    /// Last evaluation of a job by the scheduler.
    last_evaluation: Option<Stamp>,
    /// Whether submissions are known.
    has_submit: bool,
    /// Remarks on what was assumed, a sentence each.
    remarks: Vec<String>,
}

/// Whether the file at `path` is a queue.
pub fn is_queue(path: &Path) -> bool {
    let Ok(text) = text_file::read(path, "a queue is text") else {
        return false;
    };
    if pbs::is_queue(&text) {
        true
    } else if text.trim_start().starts_with('{') {
        // Workloads of Batsim have jobs as well.
        text.contains("\"jobs\"") && text.contains("\"job_state\"")
    } else {
        text.lines().take(3).any(text::is_header)
    }
}

/// Reads a queue and the files beside it.
///
/// # Errors
/// A file cannot be read or parsed, with line and column where they are known.
pub fn read(request: &QueueRequest) -> Result<QueueState, Problem> {
    read_under(request, &Limits::NONE)
}

/// The same where users, accounts and qualities of service have limits: who waits for one is predicted
/// as well. Each pool counts what they have there.
///
/// # Errors
/// Those of [`read`].
pub fn read_under(request: &QueueRequest, limits: &Limits) -> Result<QueueState, Problem> {
    let named = |problem: Problem| problem.in_file(&request.queue);
    let zone = TableWorkload {
        zone: request.zone.clone(),
        ..TableWorkload::default()
    };
    let zone = account::zone(&zone)?;
    let text = text_file::read(&request.queue, "squeue and qstat print text or JSON")?;
    let found = if pbs::is_queue(&text) {
        pbs::jobs(&text, &zone)
    } else if text.trim_start().starts_with('{') {
        json::jobs(&text)
    } else {
        text::read(&text, &zone)
    };
    let mut found = found.map_err(named)?;
    let remarks = std::mem::take(&mut found.remarks);
    let remarks = remarks.into_iter().chain(licences_remark(&found.jobs));
    let remarks: Vec<String> = remarks.collect();
    let now = written_at(&found, request, &zone).map_err(named)?;
    let machine = match &request.nodes_file {
        Some(path) => Some(node_files::read(path, &found.jobs)?),
        None => None,
    };
    let pools = pools::pools(machine.as_ref(), request, &found.jobs).map_err(named)?;
    let whole = pools::whole_nodes_remark(pools.size, machine.as_ref(), &found.jobs);
    let mut starts = starts::in_queue(&found.jobs, now.0);
    let history = match &request.history {
        Some(path) => Some(super::health::accounts(path)?),
        None => None,
    };
    let owners = found.jobs.iter().map(limits::owners_of);
    let owners = owners.chain(history.iter().flat_map(limits::owners_in));
    let mut counted = CountedLimits::of(limits, pools.size, machine.as_ref(), owners);
    if let Some(counted) = &mut counted {
        counted.mark(&mut found.jobs, pools.size);
    }
    let sorted = classify::classify(found, now.0, machine.as_ref(), pools).map_err(named)?;
    let zone = request.zone.as_deref();
    let mut standing = pool_builder::build(sorted, now.0, history.as_ref(), zone, counted);
    starts.extend(history.iter().flat_map(starts::in_history));
    standing.starts = starts;
    standing.remarks.insert(0, now.1);
    standing.remarks.extend(remarks.into_iter().chain(whole));
    Ok(standing)
}

/// Remark on waiting jobs that ask for licences: how many of these there are, no queue says.
fn licences_remark(jobs: &[Queued]) -> Option<String> {
    let waits = |job: &&Queued| job.status == Status::Waiting && job.has_licences;
    let number = jobs.iter().filter(waits).count();
    (number > 0).then(|| {
        let jobs = counted(number, "waiting job");
        let verb = if number == 1 { "is" } else { "are" };
        format!("licences are not simulated, as a queue does not say how many there are: {jobs} that asked for some {verb} taken to get them")
    })
}

/// Instant at which the queue was written, and a remark on how it is known.
fn written_at(
    found: &ParsedQueue,
    request: &QueueRequest,
    zone: &TimeZone,
) -> Result<(Stamp, String), Problem> {
    if let Some(text) = &request.at {
        let unit = crate::scenario::InstantUnit::UnixSeconds;
        let stamp = time::instant(text, unit, zone).ok_or_else(|| {
            Problem::input(format!(
                "--at: `{text}` is no instant of a queue: a date as in 2026-11-23T09:20 or seconds of the epoch are allowed"
            ))
        })?;
        let begun = |job: &Queued| match job.status {
            Status::Waiting => job.submit,
            _ => job.submit.max(job.start),
        };
        if found.jobs.iter().filter_map(begun).any(|at| at > stamp.0) {
            return Err(Problem::input(format!(
                "--at: at `{text}` some of its jobs had not been submitted or started; a queue is as it stands when it is written"
            )));
        }
        return Ok((stamp.0, "as of the instant asked for".to_owned()));
    }
    if let Some(now) = found.written_at {
        return Ok((now, "as of the instant that it says itself".to_owned()));
    }
    let runs = |job: &&Queued| job.status == Status::Running;
    let running = found.jobs.iter().filter(runs);
    let ran = running.filter_map(|job| {
        let used = i64::try_from(job.used?).ok()?;
        Some(Stamp(job.start?.0.checked_add(used)?))
    });
    if let Some(now) = ran.max() {
        let how = "as of the instant at which who runs has run for as long as they have";
        return Ok((now, how.to_owned()));
    }
    let submitted = found.jobs.iter().filter_map(|job| job.submit);
    let runs = found.jobs.iter().filter(runs).filter_map(|job| job.start);
    match submitted.chain(runs).chain(found.last_evaluation).max() {
        Some(now) => Ok((
            now,
            "when it was written is not said: taken to be at the last submission, start or look of the scheduler; --at says otherwise".to_owned(),
        )),
        None => Err(Problem::input(
            "it does not say when it was written, nor when anything happened: say so with --at 2026-11-23T09:20",
        )),
    }
}

/// Adds a job, or each task of the array that a line stands for.
fn add_expanded(
    job: Queued,
    tasks: &[u64],
    found: &mut ParsedQueue,
    wrong: impl Fn(String) -> Problem,
) -> Result<(), Problem> {
    /// Ten times Slurm's default (`MaxJobCount`).
    const MOST: usize = 100_000;
    /// Bound on the letters of tasks, as each keeps the texts of its line.
    const LETTERS: usize = 640 * MOST;
    if found.jobs.len() + tasks.len() > MOST {
        let sentence = format!(
            "more than {MOST} jobs with all tasks of arrays; as many are predicted at once"
        );
        return Err(wrong(sentence));
    }
    let letters = tasks.len().saturating_mul(job.letters());
    found.letters = found.letters.saturating_add(letters);
    if found.letters > LETTERS {
        let sentence = format!("more than {LETTERS} letters of what is said of tasks of arrays");
        return Err(wrong(sentence));
    }
    match tasks {
        [] | [_] => found.jobs.push(job),
        tasks => found.jobs.extend(tasks.iter().map(|task| Queued {
            name: format!("{}_{task}", job.number),
            ..job.clone()
        })),
    }
    Ok(())
}

/// Checks that `row`, which `command` printed, has as many cells as its header has names.
fn check_width(row: &Row<'_>, wanted: usize, command: &str, format: &str) -> Result<(), Problem> {
    let found = row.cells.len();
    if found == wanted {
        return Ok(());
    }
    let sentence = format!(
        "{found} fields, where the header names {wanted}: the line was cut off, or a field is empty or holds a blank or a bar; `{command} {format}` writes none of these"
    );
    Err(Problem::input(sentence).at(row.line, row.odd_column(wanted)))
}

fn no_queue() -> Problem {
    Problem::input(format!(
        "no queue: what `squeue {FORMAT}`, `squeue -l` or `squeue --json` prints is wanted, with its header, or what `qstat -f` prints; of a log, say --at TIME or --calibrate"
    ))
}
