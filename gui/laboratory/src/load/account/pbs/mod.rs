//! Accounting logs of PBS and Torque: from lines of events to jobs.

mod attempts;
mod events;
mod execution;
mod record;

use std::path::Path;

use attempts::attempts;
use events::{Events, JobEvents};
use execution::Execution;

use super::entry::Entry;
use super::tally::Dropped;
use super::{Accounts, zone};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::pbs::job_id::Part;
use crate::scenario::TableWorkload;

pub(super) use record::{is_log, is_start_of_log};

/// Reads the log at `path` until `is_enough`.
///
/// # Errors
/// The log cannot be read, or most of its lines are none of PBS.
pub(super) fn read(
    options: &TableWorkload,
    path: &Path,
    is_enough: impl Fn(&Accounts) -> bool,
) -> Result<Accounts, Problem> {
    let (text, latin) = text_file::read_with_latin(path, "accounting of PBS is text")?;
    let mut accounts = Accounts {
        has_calendar: true,
        zone: options.zone.clone(),
        noun: "line",
        ..Accounts::default()
    };
    let zone = zone(options).map_err(|problem| problem.in_file(path))?;
    let events = Events::read(&text, &latin, zone, &mut accounts.tally);
    let events = events.map_err(|problem| problem.in_file(path))?;
    let mut entries = Vec::new();
    for job in events.jobs() {
        entries.extend(job_entries(job, &events, &mut accounts));
    }
    // In the order of the file, whatever that is.
    entries.sort_by_key(|entry| entry.line);
    for entry in entries {
        accounts.entries.push(entry);
        if is_enough(&accounts) {
            break;
        }
    }
    Ok(accounts)
}

/// Entries of the executions of a job; what else is said of it is counted as dropped.
fn job_entries(job: &JobEvents<'_>, events: &Events<'_>, accounts: &mut Accounts) -> Vec<Entry> {
    let tally = &mut accounts.tally;
    let mut left = job.events.len();
    let mut drop = |why: Dropped, line: usize| {
        tally.drop_line(why, line);
        left = left.saturating_sub(1);
    };
    if job.id.part == Part::Array {
        for event in &job.events {
            drop(Dropped::WholeArray, event.record.line);
        }
        return Vec::new();
    }
    let found = attempts(job, events);
    for (why, line) in found.dropped {
        drop(why, line);
    }
    let mut entries: Vec<Entry> = Vec::new();
    for attempt in &found.attempts {
        let execution = Execution {
            id: job.id,
            attempt,
            // A job that runs again waits from the end of the time before.
            earlier_end: entries.last().and_then(|earlier| earlier.end),
            is_again: !entries.is_empty(),
            was_suspended: job.has(b'z'),
            dependency: job.dependency(),
        };
        match execution.entry(&mut accounts.names) {
            Ok(entry) => entries.push(entry),
            Err(why) => drop(why, attempt.event.record.line),
        }
    }
    let rest = left.saturating_sub(entries.len());
    (0..rest).for_each(|_| accounts.tally.drop(Dropped::OtherEvent));
    entries
}
