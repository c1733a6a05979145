//! Results as files, each written whole or not at all.

mod accounts;
mod batsim;
pub(crate) mod columns;
mod lock;
mod paje;
pub(crate) mod parquet;
mod paths;
mod swf;
mod table;
mod whole;

use std::path::Path;

use cosched_core::workload::JobSpec;
use cosched_core::{Duration, Time};

pub use accounts::{accounts_csv, accounts_swf};
pub use batsim::{out_jobs, out_schedule};
pub use columns::{ColumnValues, columns_of_rows};
pub use lock::Lock;
pub use paje::trace as paje_trace;
pub use parquet::of_rows as parquet_of_rows;
pub use paths::{make_paths_absolute, make_paths_plain};
pub use swf::schedule_swf;
pub use swf::{workload_header, workload_line};
pub use table::{Cell, Table};
pub use whole::{UnfinishedFile, check_file, check_folder, create, write_whole};

use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::base::sanitize::cell;
use crate::metrics::{self, Values, features};
use crate::record::Run;

/// Writes `jobs.csv`, `schedule.swf` and the tables of families and features of `run` into `folder`.
///
/// # Errors
/// Those of [`write_whole`].
pub fn write_run(folder: &Path, run: &Run) -> Result<(), Problem> {
    write_whole(&folder.join("jobs.csv"), jobs_csv(run)?.as_bytes())?;
    write_whole(&folder.join("schedule.swf"), schedule_swf(run).as_bytes())?;
    for addition in features::additions() {
        for (name, rows) in (addition.tables)(run) {
            write_rows(&folder.join(name), rows)?;
        }
    }
    Ok(())
}

/// A format that other programs read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Other {
    /// Batsim's `out_jobs.csv` and `out_schedule.csv`, which Evalys draws.
    Batsim,
    /// A trace of Pajé, `schedule.trace`.
    Paje,
}

/// Writes `run` for another program into `folder`.
///
/// # Errors
/// Those of [`write_whole`]; a trace of Pajé has no place for jobs that share nodes.
pub fn write_for(folder: &Path, run: &Run, other: Other) -> Result<(), Problem> {
    let write = |name: &str, text: String| write_whole(&folder.join(name), text.as_bytes());
    match other {
        Other::Batsim => {
            write("out_jobs.csv", out_jobs(run)?)?;
            write("out_schedule.csv", out_schedule(run)?)
        }
        Other::Paje => write("schedule.trace", paje_trace(run)?),
    }
}

/// Removes the `summary.csv` of `folder`, if there is one: its runs are about to be written over.
///
/// # Errors
/// It is there and cannot be removed.
pub fn remove_summary(folder: &Path) -> Result<(), Problem> {
    whole::remove(&folder.join("summary.csv"))
}

/// Writes `summary.csv` with one row per run into `folder`.
///
/// # Errors
/// Those of [`write_whole`].
pub fn write_summary(folder: &Path, rows: &[Values]) -> Result<(), Problem> {
    write_whole(&folder.join("summary.csv"), summary_csv(rows)?.as_bytes())
}

/// Writes rows of text as comma-separated values.
///
/// # Errors
/// Those of [`write_whole`].
pub fn write_rows(file: &Path, rows: Vec<Vec<String>>) -> Result<(), Problem> {
    write_whole(file, csv_of(rows)?.as_bytes())
}

/// Returns a run's folder name: its label in small letters and hyphens.
pub fn folder_name(label: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = label.trim().chars().map(safe).collect();
    match name.trim_matches('-') {
        "" => "run".to_owned(),
        name => name.to_owned(),
    }
}

/// Returns rows of text as CSV: numbers as they are, and nothing that a spreadsheet takes for a
/// formula or a terminal for a command.
fn csv_of(rows: impl IntoIterator<Item = Vec<String>>) -> Result<String, Problem> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: &dyn std::fmt::Display| Problem::output(format!("as CSV: {error}"));
    for row in rows {
        for text in &row {
            let written = writer.write_field(cell(text).as_bytes());
            written.map_err(|error| failed(&error))?;
        }
        let ended = writer.write_record(None::<&[u8]>);
        ended.map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

/// Columns of Batsim's jobs file that mean something here.
pub(crate) const JOB_COLUMNS: [&str; 12] = [
    "job_id",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
];

/// A job in [`JOB_COLUMNS`].
pub(crate) struct JobRow {
    /// Start of the era by whose clock the instants are.
    pub(crate) era: LongTime,
    pub(crate) number: u64,
    pub(crate) nodes: u32,
    pub(crate) estimate: Duration,
    pub(crate) is_success: bool,
    pub(crate) entered: Time,
    pub(crate) started: Time,
    pub(crate) completed: Time,
    pub(crate) executed: Duration,
    pub(crate) wait: Duration,
    pub(crate) response: Duration,
}

impl JobRow {
    /// Returns the cells of a job that held these nodes.
    pub(crate) fn cells(&self, held: String) -> Vec<String> {
        vec![
            self.number.to_string(),
            self.era.after(self.entered).to_string(),
            self.nodes.to_string(),
            self.estimate.to_string(),
            u8::from(self.is_success).to_string(),
            self.era.after(self.started).to_string(),
            self.completed.since(self.started).to_string(),
            self.era.after(self.completed).to_string(),
            self.wait.to_string(),
            self.response.to_string(),
            (self.response.0 as f64 / self.executed.0.max(1) as f64).to_string(),
            held,
        ]
    }
}

/// Returns the nodes of a job; on servers, the threads it had where it was placed.
fn width(run: &Run, job: usize) -> u32 {
    let nodes = run.experiment.jobs[job].nodes;
    run.on_server(job).map_or(nodes, |(threads, _)| threads)
}

/// Returns `run` job by job, in the columns of Batsim's jobs file.
///
/// # Errors
/// None in practice.
pub fn jobs_csv(run: &Run) -> Result<String, Problem> {
    let mut heading = JOB_COLUMNS.map(str::to_owned).to_vec();
    let added = features::additions().filter_map(|addition| addition.columns);
    let added: Vec<_> = added.filter(|columns| (columns.applies)(run)).collect();
    for columns in &added {
        heading.extend(columns.names.iter().copied().map(str::to_owned));
    }
    let held = allocated(run);
    let rows = held.into_iter().enumerate().map(|(job, held)| {
        let mut cells = job_row(run, job).cells(held);
        for columns in &added {
            cells.extend((columns.cells)(run, job));
        }
        cells
    });
    csv_of(std::iter::once(heading).chain(rows))
}

/// Returns a job of `run`, without the nodes it held.
fn job_row(run: &Run, job: usize) -> JobRow {
    let (JobSpec { estimate, .. }, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    // A job that was cancelled while it waited is not counted.
    let if_it_ran = |span: Duration| {
        if outcome.refused {
            Duration::ZERO
        } else {
            span
        }
    };
    JobRow {
        era: LongTime::ZERO,
        number: run.experiment.labels[job].number(),
        nodes: width(run, job),
        estimate,
        is_success: outcome.is_success(),
        entered: outcome.entered,
        started: outcome.started,
        completed: outcome.completed,
        executed: outcome.executed,
        wait: if_it_ran(run.wait(job)),
        response: if_it_ran(run.response(job)),
    }
}

/// Returns the nodes of each job as intervals, `0-3 7`.
pub fn allocated(run: &Run) -> Vec<String> {
    let mut held: Vec<Vec<(u32, u32)>> = vec![Vec::new(); run.outcomes.len()];
    for segment in run.segments.iter() {
        // A suspended job resumes on the nodes it had; a moldable one may have another size at
        // once.
        let begins = segment.from == run.outcomes[segment.job as usize].started;
        if !begins || segment.until <= segment.from {
            continue;
        }
        let spans = &mut held[segment.job as usize];
        let first = run.node_of(segment.first_node);
        if run.experiment.cluster.is_none() {
            spans.push((first, segment.nodes));
            continue;
        }
        // Cores of one node may lie apart, and those of several side by side.
        let last = run.node_of(segment.first_node + segment.nodes - 1);
        match spans.last_mut() {
            Some((from, count)) if *from + *count >= first => *count = last + 1 - *from,
            _ => spans.push((first, last + 1 - first)),
        }
    }
    let text = |spans: Vec<(u32, u32)>| {
        let mut text = String::new();
        spans.into_iter().for_each(|span| append(&mut text, span));
        text
    };
    held.into_iter().map(text).collect()
}

/// Appends an interval of `count` nodes to those of a job.
pub(crate) fn append(text: &mut String, (first, count): (u32, u32)) {
    if !text.is_empty() {
        text.push(' ');
    }
    *text += &first.to_string();
    if count > 1 {
        *text += &format!("-{}", first + count - 1);
    }
}

/// Returns one row per run.
///
/// # Errors
/// None in practice.
pub fn summary_csv(rows: &[Values]) -> Result<String, Problem> {
    let heading = std::iter::once("run").chain(metrics::all().iter().map(|metric| metric.name));
    let heading: Vec<_> = heading.chain(["digest"]).map(str::to_owned).collect();
    let rows = rows.iter().map(|row| {
        let mut cells = vec![row.label.clone()];
        // A metric that says nothing of a run is empty, not 0.
        let values = row.values.iter();
        cells.extend(values.map(|value| value.map_or_else(String::new, |value| value.to_string())));
        cells.push(format!("{:016x}", row.digest));
        cells
    });
    csv_of(std::iter::once(heading).chain(rows))
}
