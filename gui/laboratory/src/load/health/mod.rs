//! Quality of a log: what it covers, contradictions, how machine and users behaved, and the effect
//! of each way of cleaning it.

mod capacity;
mod cleaning;
mod estimates;
mod users;
mod weekly;

use std::path::Path;

use super::account::extract::EndExtract;
use super::account::{self, Accounts, Change, Dropped, Entry, Stamp};
use super::formats::open;
use super::scenario_log;
use crate::base::format::{self, count, counted};
use crate::base::problem::Problem;
use crate::record::clock::Clock;
use crate::scenario::{Scenario, Sizing, TableWorkload};
pub use capacity::Capacity;

/// Report on a log.
#[derive(Clone, PartialEq, Debug)]
pub struct Health {
    /// Sections in the order in which they are read.
    pub sections: Vec<Section>,
    /// Resources in use over time.
    pub capacity: Capacity,
    /// Submissions in each hour of the week, from Monday at midnight on.
    pub week: Vec<u64>,
}

/// Lines under one heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Heading.
    pub title: &'static str,
    /// A sentence each.
    pub lines: Vec<String>,
}

/// Log, and how it is inspected.
pub(super) struct InspectedLog<'a> {
    accounts: &'a Accounts,
    options: &'a TableWorkload,
    size: Sizing,
    /// Size of the machine, if known.
    machine: Option<u32>,
    clock: Clock,
    /// Beginning of the clock.
    zero: Stamp,
}

/// Inspects the log or table at `path`, or the one that the scenario there names, with options for
/// a table and the size of the machine in `nodes`.
///
/// # Errors
/// It cannot be read or parsed.
pub fn inspect(
    path: &Path,
    options: &TableWorkload,
    nodes: Option<u32>,
) -> Result<Health, Problem> {
    let (accounts, options, machine) = read(path, options)?;
    Ok(health(&accounts, &options, nodes.or(machine)))
}

/// Inspects the log or table that `scenario` names, whose paths are relative to the file `source`.
///
/// # Errors
/// It cannot be read or parsed, or there is none.
pub fn inspect_scenario(scenario: &Scenario, source: Option<&Path>) -> Result<Health, Problem> {
    let options = TableWorkload::default();
    let path = source.unwrap_or(Path::new(""));
    let (accounts, options, machine) = scenario_log::read(scenario, path, &options)?;
    Ok(health(&accounts, &options, machine))
}

/// Whether `scenario` names a log or a table, which can be inspected.
pub const fn can_inspect(scenario: &Scenario) -> bool {
    scenario.workload.is_log()
}

/// Jobs of the log or table at `path`.
///
/// # Errors
/// It cannot be read or parsed.
pub(super) fn accounts(path: &Path) -> Result<Accounts, Problem> {
    let options = TableWorkload::with_path(path.to_path_buf());
    Ok(read(path, &options)?.0)
}

/// Reads the jobs, their options, and the size of the machine if known.
fn read(
    path: &Path,
    options: &TableWorkload,
) -> Result<(Accounts, TableWorkload, Option<u32>), Problem> {
    scenario_log::read(&open(path)?, path, options)
}

/// Inspects `accounts` of a machine with `machine` nodes if known.
pub fn health(accounts: &Accounts, requested: &TableWorkload, machine: Option<u32>) -> Health {
    let first = accounts.entries.iter().map(|entry| entry.submit).min();
    let zero = first.unwrap_or(Stamp(0));
    let clock = if accounts.has_calendar {
        Clock::new(zero.0.div_euclid(1000), accounts.zone.as_deref())
    } else {
        Clock::default()
    };
    let subject = InspectedLog {
        accounts,
        options: requested,
        size: accounts.sizing(requested),
        machine,
        clock,
        zero,
    };
    let capacity = Capacity::of(&subject);
    let week = weekly::week(&subject);
    let sections = [
        ("What it covers", coverage(&subject)),
        ("What cannot be", contradictions(&subject)),
        ("Capacity", capacity.lines(&subject)),
        ("Estimates", estimates::lines(&subject)),
        ("Week", weekly::lines(&subject, &week)),
        ("Users", users::lines(&subject)),
        ("What cleaning would change", cleaning::lines(&subject)),
    ];
    Health {
        sections: sections
            .into_iter()
            .map(|(title, lines)| Section { title, lines })
            .collect(),
        capacity,
        week,
    }
}

impl Health {
    /// The whole report as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for Section { title, lines } in &self.sections {
            text += title;
            text.push('\n');
            for line in lines {
                text += &format!("  {line}\n");
            }
        }
        text
    }
}

impl InspectedLog<'_> {
    /// An instant as text.
    fn instant(&self, stamp: Stamp) -> String {
        let seconds = self.seconds(stamp);
        match self.clock.date(seconds) {
            // Logs span years.
            Some(date) => date.strftime("%-d %b %Y %H:%M").to_string(),
            None => self.clock.instant(seconds),
        }
    }

    /// Seconds from the first submission on.
    fn seconds(&self, stamp: Stamp) -> f64 {
        stamp.since(self.zero) as f64 / 1000.0
    }

    /// Entries that ran, with runtime in milliseconds and cores or nodes.
    fn executed(&self) -> impl Iterator<Item = (Entry, u64, u32)> + Clone {
        self.accounts.entries.iter().filter_map(|entry| {
            let (had, requested) = self.size.of(&entry);
            let runtime = entry.executed_for().ok()?;
            Some((entry, runtime, had.or(requested)?))
        })
    }
}

/// `part` of `all`, in percent.
fn percent(part: f64, all: f64) -> String {
    let share = part / all * 100.0;
    match share {
        _ if all <= 0.0 => "– %".to_owned(),
        // Not rounded to 0.
        share if share > 0.0 && share < 0.05 => "0.1 % or less".to_owned(),
        share => format!("{} %", format::number((share * 10.0).round() / 10.0 + 0.0)),
    }
}

/// Predicate on what is known of a job.
type IsKnown = fn(&Entry) -> bool;

fn coverage(subject: &InspectedLog<'_>) -> Vec<String> {
    let Accounts { entries, names, .. } = subject.accounts;
    let mut lines = vec![format!(
        "{}, {} that ran",
        counted(subject.accounts.tally.read as usize, subject.accounts.noun),
        counted(subject.executed().count(), "job")
    )];
    let last = entries.iter().map(|entry| entry.submit).max();
    let end = entries.iter().filter_map(|entry| entry.end).max();
    let ends = end.map_or(String::new(), |end| {
        format!("; the last end is {}", subject.instant(end))
    });
    let last = last.unwrap_or(subject.zero);
    lines.push(format!(
        "submitted from {} to {} ({}){ends}",
        subject.instant(subject.zero),
        subject.instant(last),
        format::span(last.since(subject.zero) as f64 / 1000.0)
    ));
    lines.extend(EndExtract::of(subject.accounts).map(|extract| extract.sentence()));
    let kinds = [
        (names.users.names().len(), "user"),
        (names.accounts.names().len(), "account"),
        (names.groups.names().len(), "group"),
        (names.partitions.names().len(), "partition"),
    ];
    let kinds = kinds.into_iter().filter(|(number, _)| *number > 0);
    let kinds: Vec<_> = kinds.map(|(number, one)| counted(number, one)).collect();
    if !kinds.is_empty() {
        lines.push(kinds.join(", "));
    }
    // A log has one size per job, in the unit of its header.
    let sizes: Vec<(&str, IsKnown)> = match subject.accounts.size_unit {
        Some(unit) => vec![(unit.many(), |entry| {
            entry.cores.is_some() || entry.nodes.is_some()
        })],
        None => vec![
            ("cores", |entry| entry.cores.is_some()),
            ("nodes", |entry| entry.nodes.is_some()),
        ],
    };
    let before: [(&str, IsKnown); 3] = [
        ("start", |entry| entry.start.is_some()),
        ("run time", |entry| entry.runtime.is_some()),
        ("limit", |entry| entry.limit != account::Limit::Unknown),
    ];
    let behind: [(&str, IsKnown); 3] = [
        ("memory", |entry| entry.memory.is_some()),
        ("GPUs", |entry| entry.gpus.is_some()),
        ("user", |entry| entry.user.is_some()),
    ];
    let known = before.into_iter().chain(sizes).chain(behind);
    let known = known.map(|(what, is)| {
        let number = entries.iter().filter(&is).count();
        format!("{what} {}", percent(number as f64, entries.len() as f64))
    });
    let known: Vec<String> = known.collect();
    lines.push(format!("known of jobs: {}", known.join(", ")));
    lines
}

fn contradictions(subject: &InspectedLog<'_>) -> Vec<String> {
    let tally = subject.accounts.tally();
    let entries = &subject.accounts.entries;
    let dropped = [
        (Dropped::CutOff, "lines cut off by the end of the file"),
        (Dropped::Twice, "lines that are there twice"),
        (Dropped::NoSubmit, "jobs that were never submitted"),
    ];
    let changed = [
        (
            Change::RanAgain,
            "executions of jobs that had run before (requeued)",
        ),
        (
            Change::ClockBack,
            "jobs that end before they start but say how long they ran: a clock was put back",
        ),
        (
            Change::OtherRuntime,
            "jobs whose run time is not the span from start to end",
        ),
        (
            Change::TwiceThatDay,
            "jobs at a time of day that was there twice",
        ),
        (Change::OtherState, "jobs in a state of unknown name"),
        (
            Change::MarkedMemory,
            "jobs with memory beyond all machines: Slurm’s mark for “of each core”",
        ),
    ];
    let mut counts = Vec::from(dropped.map(|(why, words)| (tally.dropped_for(why), words)));
    counts.extend(changed.map(|(change, words)| (tally.changed_for(change), words)));
    let number = |is: &dyn Fn(&Entry) -> bool| entries.iter().filter(|one| is(one)).count() as u64;
    counts.extend([
        (
            number(&|one| one.executed_for() == Err(Dropped::EndsBeforeStart)),
            "jobs that end before they start",
        ),
        (
            number(&|one| one.start.is_some_and(|start| start < one.submit)),
            "jobs that start before they are submitted",
        ),
        (
            number(&|one| one.executed_for() == Ok(0)),
            "jobs that ran for no time",
        ),
        (
            number(&|one| one.executed_for().is_ok() && subject.size.of(one) == (None, None)),
            "jobs that ran on nothing",
        ),
    ]);
    let steps = capacity::clock_steps(subject);
    let mut lines: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, words)| format!("{words}: {}", count(number)))
        .collect();
    lines.extend(steps);
    lines.extend(tally.malformed_remarks());
    if lines.is_empty() {
        lines.push("nothing that was found".to_owned());
    }
    lines
}
