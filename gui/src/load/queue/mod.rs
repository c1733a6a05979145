//! A queue as it stands now: what squeue, sinfo or slurmrestd say, made ready to be predicted.

mod build;
mod job;
mod json;
mod names;
mod node;
mod nodes;
mod pools;
mod reasons;
mod sort;
mod text;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cosched_core::Time;
use jiff::tz::TimeZone;

use super::account::{self, Stamp};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::record::{Experiment, Outcome};
use crate::scenario::{Sizing, TableWorkload};
use job::Queued;
use names::Number;

/// What to ask squeue for.
pub const FORMAT: &str = "-a -r -o \"%i|%u|%a|%P|%T|%V|%S|%M|%l|%D|%C|%Q|%N|%r|%E\"";

/// What to ask sinfo for.
pub const NODES_FORMAT: &str = "-a -N -o \"%N|%P|%T|%C|%l\"";

/// What a queue is read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// What squeue printed, or JSON.
    pub queue: PathBuf,
    /// What sinfo printed, or JSON.
    pub nodes_file: Option<PathBuf>,
    /// A log or accounting of what ran before.
    pub history: Option<PathBuf>,
    /// How many nodes (or cores, as `size` has it) there are, if nobody says which.
    pub nodes: Option<u32>,
    /// What sizes count; cores if all are known.
    pub size: Option<Sizing>,
    /// The time zone of times that do not say theirs; UTC if absent.
    pub zone: Option<String>,
    /// The instant that it was written at, if nothing in it says so.
    pub at: Option<String>,
}

/// A queue as it stands, each job of it in one of the counts.
#[derive(Debug)]
pub struct Standing {
    /// How many jobs were read.
    pub read: usize,
    /// How many of them run, or have just ended.
    pub running: usize,
    /// How many are over.
    pub over: usize,
    /// Who is not predicted, and why.
    pub left: Vec<Left>,
    /// What is predicted by itself: partitions that share nodes.
    pub pools: Vec<Pool>,
    /// What was read and taken for granted, a sentence each.
    pub remarks: Vec<String>,
}

/// Jobs that are not predicted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Why not.
    pub why: String,
    /// What they are called.
    pub jobs: Vec<String>,
}

/// Partitions that share nodes, and nobody else's.
#[derive(Debug)]
pub struct Pool {
    /// What they are called.
    pub name: String,
    /// Who ran there, runs and waits.
    pub experiment: Arc<Experiment>,
    /// What became of each; of who runs and waits, as far as it is known.
    pub outcomes: Vec<Outcome>,
    /// Now.
    pub now: Time,
    /// Who waits, in the order of the queue.
    pub waiting: Vec<Waiting>,
    /// How many run on its nodes.
    pub running: usize,
    /// How many of its nodes they have.
    pub taken: u32,
    /// What it has many of: nodes or cores.
    pub unit: &'static str,
    /// What those who run and wait are called, by their places in the experiment.
    pub names: HashMap<usize, String>,
}

/// A job that waits.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// Its place in the experiment.
    pub job: usize,
    /// What it is called.
    pub name: String,
    /// Its user, if that is said.
    pub user: Option<String>,
    /// How long it has waited, in seconds, if that is said.
    pub waited: Option<f64>,
    /// When Slurm plans to start it, in seconds from now, if that is said.
    pub planned: Option<f64>,
    /// Why it waits, as Slurm calls that.
    pub reason: String,
}

impl Standing {
    /// How many are predicted.
    pub fn predicted(&self) -> usize {
        self.pools.iter().map(|pool| pool.waiting.len()).sum()
    }
}

/// What is found in a queue.
#[derive(Debug, Default)]
struct Found {
    jobs: Vec<Queued>,
    /// How many letters are kept of tasks of arrays.
    letters: usize,
    /// When it was written, if that is said.
    now: Option<Stamp>,
    /// When the scheduler last looked at a job.
    looked: Option<Stamp>,
    /// Whether it is said when jobs were submitted.
    has_submit: bool,
}

/// Whether the file at `path` is a queue.
pub fn is_queue(path: &Path) -> bool {
    let Ok(text) = text_file::read(path, "a queue is text") else {
        return false;
    };
    match text.trim_start().starts_with('{') {
        // Workloads of Batsim have jobs as well.
        true => text.contains("\"jobs\"") && text.contains("\"job_state\""),
        false => text.lines().take(3).any(text::is_header),
    }
}

/// Reads a queue and what is beside it.
///
/// # Errors
/// What is wrong, with file, line and column where there are any.
pub fn read(asked: &Asked) -> Result<Standing, Problem> {
    let named = |problem: Problem| problem.in_file(&asked.queue);
    let zone = TableWorkload {
        zone: asked.zone.clone(),
        ..TableWorkload::default()
    };
    let zone = account::zone(&zone)?;
    let text = text_file::read(&asked.queue, "squeue prints text or JSON")?;
    let found = match text.trim_start().starts_with('{') {
        true => json::jobs(&text),
        false => text::read(&text, &zone),
    };
    let found = found.map_err(named)?;
    let now = now(&found, asked, &zone).map_err(named)?;
    let machine = match &asked.nodes_file {
        Some(path) => Some(nodes::read(path)?),
        None => None,
    };
    let pools = pools::pools(machine.as_ref(), asked, &found.jobs).map_err(named)?;
    let sorted = sort::sort(found, now.0, machine.as_ref(), pools).map_err(named)?;
    let history = match &asked.history {
        Some(path) => Some(super::health::accounts(path)?),
        None => None,
    };
    let mut standing = build::build(sorted, now.0, history.as_ref(), asked.zone.as_deref());
    standing.remarks.insert(0, now.1);
    Ok(standing)
}

/// When the queue was written, and how that is known.
fn now(found: &Found, asked: &Asked, zone: &TimeZone) -> Result<(Stamp, String), Problem> {
    if let Some(text) = &asked.at {
        let unit = crate::scenario::InstantUnit::UnixSeconds;
        let stamp = account::value::instant(text, unit, zone).ok_or_else(|| {
            Problem::input(format!(
                "--at: `{text}` is no instant of a queue: a date as in 2026-11-23T09:20 or seconds of the epoch are allowed"
            ))
        })?;
        let begun = |job: &Queued| match job.status {
            job::Status::Waiting => job.submit,
            _ => job.submit.max(job.start),
        };
        if found.jobs.iter().filter_map(begun).any(|at| at > stamp.0) {
            return Err(Problem::input(format!(
                "--at: at `{text}` some of its jobs had not been submitted or started; a queue is as it stands when it is written"
            )));
        }
        return Ok((stamp.0, "as of the instant asked for".to_owned()));
    }
    if let Some(now) = found.now {
        return Ok((now, "as of the instant that it says itself".to_owned()));
    }
    let runs = |job: &&Queued| job.status == job::Status::Running;
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
    match submitted.chain(runs).chain(found.looked).max() {
        Some(now) => Ok((
            now,
            "when it was written is not said: taken to be at the last submission, start or look of the scheduler; --at says otherwise".to_owned(),
        )),
        None => Err(Problem::input(
            "it does not say when it was written, nor when anything happened: say so with --at 2026-11-23T09:20",
        )),
    }
}

/// Adds a job, or each task of an array that the line stands for.
fn expanded(
    (job, number): (Queued, Number),
    found: &mut Found,
    wrong: impl Fn(String) -> Problem,
) -> Result<(), Problem> {
    /// Ten times what Slurm keeps if nothing else is said (`MaxJobCount`).
    const MOST: usize = 100_000;
    /// What is said of a job is kept for each task.
    const LETTERS: usize = 640 * MOST;
    if found.jobs.len() + number.tasks.len() > MOST {
        let sentence = format!(
            "more than {MOST} jobs with all tasks of arrays; as many are predicted at once"
        );
        return Err(wrong(sentence));
    }
    let letters = number.tasks.len().saturating_mul(job.letters());
    found.letters = found.letters.saturating_add(letters);
    if found.letters > LETTERS {
        let sentence = format!("more than {LETTERS} letters of what is said of tasks of arrays");
        return Err(wrong(sentence));
    }
    match &number.tasks[..] {
        [] | [_] => found.jobs.push(job),
        tasks => found.jobs.extend(tasks.iter().map(|task| Queued {
            name: format!("{}_{task}", number.number),
            ..job.clone()
        })),
    }
    Ok(())
}

fn no_queue() -> Problem {
    Problem::input(format!(
        "no queue: what `squeue {FORMAT}`, `squeue -l` or `squeue --json` prints is wanted, with its header; of a log, say --at TIME or --calibrate"
    ))
}
