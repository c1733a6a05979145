//! Jobs as `flux jobs -a --json` of Flux lists them.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::Path;

use serde_json::{Map, Value};

use super::Accounts;
use super::entry::{Entry, NameList, Names};
use super::tally::{Change, Changes, Dropped};
use crate::base::problem::Problem;
use crate::base::text_file::{self, Input, read_problem};
use crate::load::slurm::text::{Limit, Stamp, State};
use crate::scenario::TableWorkload;

/// Whether the file at `path` is such a list.
///
/// # Errors
/// The file cannot be read.
pub(super) fn is_list(path: &Path) -> Result<bool, Problem> {
    let mut input = Input::open(path)?;
    let start = input.bytes.fill_buf();
    let start = start.map_err(|error| read_problem(path, &error))?;
    Ok(is_start_of_list(start))
}

/// Whether a file that begins with `start` is such a list: an object, whose jobs have the instants of
/// Flux.
pub(super) fn is_start_of_list(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    text.trim_start().starts_with('{')
        && ["\"jobs\"", "\"t_submit\"", "\"id\""]
            .iter()
            .all(|name| text.contains(name))
}

/// Reads the list at `path` until `is_enough`.
///
/// # Errors
/// It is no JSON, or a value of a job cannot be read.
pub(super) fn read(
    options: &TableWorkload,
    path: &Path,
    is_enough: impl Fn(&Accounts) -> bool,
) -> Result<Accounts, Problem> {
    let named = |problem: Problem| problem.in_file(path);
    let text = text_file::read(path, "Flux lists jobs as JSON")?;
    let whole: Map<String, Value> = serde_json::from_str(&text).map_err(|error| {
        let sentence = format!("not JSON as `flux jobs -a --json` writes it: {error}");
        named(Problem::input(sentence).at(error.line(), error.column().max(1)))
    })?;
    let Some(Value::Array(jobs)) = whole.get("jobs") else {
        let sentence = "there is no list `jobs` in it, as `flux jobs -a --json` writes it";
        return Err(named(Problem::input(sentence)));
    };
    let mut accounts = Accounts {
        has_calendar: true,
        zone: options.zone.clone(),
        noun: "row",
        ..Accounts::default()
    };
    let mut seen = HashSet::new();
    for (index, value) in (1..).zip(jobs) {
        accounts.tally.read += 1;
        let job = FluxJob { index, value };
        let Some(entry) = job.entry(&mut accounts.names).map_err(named)? else {
            accounts.tally.drop(Dropped::NoSubmit);
            continue;
        };
        if !seen.insert(entry.number) {
            accounts.tally.drop(Dropped::Twice);
            continue;
        }
        accounts.entries.push(entry);
        if is_enough(&accounts) {
            break;
        }
    }
    Ok(accounts)
}

/// Job of a list.
struct FluxJob<'v> {
    /// Position in the list, from 1.
    index: usize,
    value: &'v Value,
}

impl FluxJob<'_> {
    /// Value called `name`; those that Flux has not set are absent, empty or null.
    fn get(&self, name: &str) -> Option<&Value> {
        let value = self.value.get(name)?;
        let is_empty = value.is_null() || value.as_str() == Some("");
        (!is_empty).then_some(value)
    }

    fn wrong(&self, name: &str, allowed: &str) -> Problem {
        let seen = self.value.get(name).unwrap_or(&Value::Null);
        Problem::input(format!(
            "job {}: `{name}` is {seen}: {allowed} is allowed",
            self.index
        ))
    }

    fn number<T>(
        &self,
        name: &str,
        allowed: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let read = |value| read(value).ok_or_else(|| self.wrong(name, allowed));
        self.get(name).map(read).transpose()
    }

    /// Seconds in milliseconds; 0 stands for none.
    fn milliseconds(&self, name: &str) -> Result<Option<u64>, Problem> {
        let found = self.number(name, "a number of seconds from 0 on", |value| {
            let scaled = (value.as_f64()? * 1000.0).round();
            (0.0..9e15).contains(&scaled).then_some(scaled as u64)
        })?;
        Ok(found.filter(|span| *span > 0))
    }

    fn instant(&self, name: &str) -> Result<Option<Stamp>, Problem> {
        Ok(self.milliseconds(name)?.map(|at| Stamp(at as i64)))
    }

    fn count(&self, name: &str) -> Result<Option<u32>, Problem> {
        self.number(name, "a whole number from 0 on", |value| {
            value.as_u64()?.try_into().ok()
        })
    }

    /// Value of the first of these names that it has.
    fn text(&self, names: &[&str]) -> Option<String> {
        let mut names = names.iter().filter_map(|name| self.get(name));
        match names.next()? {
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    /// Its entry, or `None` if it does not say when it was submitted.
    fn entry(&self, names: &mut Names) -> Result<Option<Entry>, Problem> {
        let Some(submit) = self.instant("t_submit")? else {
            return Ok(None);
        };
        let number = self.number("id", "a whole number", Value::as_u64)?;
        let number = number.ok_or_else(|| self.wrong("id", "a whole number"))?;
        let start = self.instant("t_run")?;
        let (end, runtime) = match (start, self.instant("t_cleanup")?) {
            (None, cleanup) => (cleanup, None),
            (Some(start), Some(end)) => (Some(end), u64::try_from(end.since(start)).ok()),
            // What runs has run for so long when the list is written.
            (Some(start), None) => {
                let runtime = self.milliseconds("runtime")?;
                let end = runtime.map(|runtime| Stamp(start.0.saturating_add_unsigned(runtime)));
                (end, runtime)
            }
        };
        let mut changes = Changes::default();
        let state = self.state(&mut changes);
        if state == State::Running && runtime.is_some() {
            changes.add(Change::StillRunning);
        }
        let cores = self.count("ncores")?;
        let mut name = |own: &[&str], list: fn(&mut Names) -> &mut NameList| {
            Some(list(names).index_of(&self.text(own)?))
        };
        Ok(Some(Entry {
            line: self.index,
            number,
            task: None,
            submit,
            eligible: self.instant("t_sched")?,
            start,
            end,
            runtime,
            limit: self
                .milliseconds("duration")?
                .map_or(Limit::Unlimited, Limit::of),
            state,
            nodes: self.count("nnodes")?,
            cores,
            requested: (None, cores),
            memory: None,
            gpus: None,
            gpu_share: None,
            partition: name(&["queue"], |names| &mut names.partitions),
            qos: None,
            account: name(&["bank", "project"], |names| &mut names.accounts),
            group: None,
            user: name(&["username", "userid"], |names| &mut names.users),
            features: None,
            licences: Vec::new(),
            reservation: None,
            hosts: name(&["nodelist"], |names| &mut names.hosts),
            dependency: None,
            restarts: 0,
            changes,
        }))
    }

    /// State: what became of it, or how far it is.
    fn state(&self, changes: &mut Changes) -> State {
        let text = |name| self.get(name).and_then(Value::as_str);
        match (text("result"), text("state")) {
            (Some("COMPLETED"), _) => State::Completed,
            (Some("FAILED"), _) => State::Failed,
            (Some("CANCELED"), _) => State::Cancelled,
            (Some("TIMEOUT"), _) => State::Timeout,
            (None, Some("RUN" | "CLEANUP")) => State::Running,
            (None, Some("DEPEND" | "PRIORITY" | "SCHED")) => State::Pending,
            _ => {
                changes.add(Change::OtherState);
                State::Unknown
            }
        }
    }
}
