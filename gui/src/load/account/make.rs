//! From a row to an entry: each cell is read, and errors have its position.

use std::collections::HashSet;

use jiff::tz::TimeZone;

use super::Accounts;
use super::entry::{Entry, Limit, Names, Stamp, State, Task};
use super::layout::Layout;
use super::rows::Row;
use super::tally::{Change, Changes, Dropped};
use super::value::{self, Tres};
use crate::base::problem::Problem;
use crate::scenario::{CountUnit, InstantUnit, MemoryFor, Says};

/// Builder of entries from rows.
pub(super) struct Maker {
    zone: TimeZone,
    /// Executions seen so far.
    seen: HashSet<Execution>,
    /// Numbers and tasks seen so far.
    numbers: HashSet<(u64, Option<Task>)>,
}

/// Identity of an execution: number, task, submission, start, end.
type Execution = (u64, Option<Task>, Stamp, Option<Stamp>, Option<Stamp>);

impl Maker {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            seen: HashSet::new(),
            numbers: HashSet::new(),
        }
    }

    /// Adds the entry of `row` to `accounts`.
    ///
    /// # Errors
    /// A cell cannot be read: its name, position, value and what is allowed.
    pub(super) fn take(
        &mut self,
        layout: &Layout,
        row: &Row<'_>,
        accounts: &mut Accounts,
    ) -> Result<(), Problem> {
        accounts.tally.read += 1;
        accounts.calendar &= !matches!(
            layout.units.instants,
            InstantUnit::Seconds | InstantUnit::Milliseconds
        ) || !layout.cell(row, Says::Submit).is_some_and(is_number);
        match self.entry(layout, row, &mut accounts.names)? {
            Ok(entry) => accounts.entries.push(entry),
            Err(why) => accounts.tally.drop(why),
        }
        Ok(())
    }

    fn entry(
        &mut self,
        layout: &Layout,
        row: &Row<'_>,
        names: &mut Names,
    ) -> Result<Result<Entry, Dropped>, Problem> {
        let mut reader = Reader {
            layout,
            row,
            zone: &self.zone,
            changes: Changes::default(),
        };
        let Some((number, task)) = reader.number()? else {
            return Ok(Err(Dropped::Step));
        };
        let Some(submit) = reader.instant(Says::Submit)? else {
            return Ok(Err(Dropped::NoSubmit));
        };
        let mut entry = reader.whole(number, task, submit, names)?;
        let execution = (number, task, submit, entry.start, entry.end);
        let has_number =
            layout.column(Says::Number).is_some() || layout.column(Says::RawNumber).is_some();
        if has_number && !self.seen.insert(execution) {
            return Ok(Err(Dropped::Twice));
        }
        if has_number && !self.numbers.insert((number, task)) {
            entry.changes.note(Change::RanAgain);
        }
        Ok(Ok(entry))
    }
}

fn is_number(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

impl Layout {
    /// Cell of `row` with this meaning, if it is not empty.
    fn cell<'r>(&self, row: &'r Row<'_>, says: Says) -> Option<&'r str> {
        let (_, cell) = row.cells.get(self.column(says)?)?;
        let text = cell.trim();
        (!value::is_nothing(text)).then_some(text)
    }
}

/// Row being read.
struct Reader<'r, 't> {
    layout: &'r Layout,
    row: &'r Row<'t>,
    zone: &'r TimeZone,
    changes: Changes,
}

impl Reader<'_, '_> {
    fn cell(&self, says: Says) -> Option<&str> {
        self.layout.cell(self.row, says)
    }

    /// Value of a cell, parsed by `read`.
    fn value<T>(
        &self,
        says: Says,
        allowed: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(text) = self.cell(says) else {
            return Ok(None);
        };
        match read(text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.wrong(says, text, allowed)),
        }
    }

    fn wrong(&self, says: Says, text: &str, allowed: &str) -> Problem {
        let column = self.layout.column(says).unwrap_or_default();
        let name = &self.layout.header[column];
        let place = self.row.cells.get(column).map_or(1, |cell| cell.0);
        Problem::input(format!("`{name}` is `{text}`: {allowed} is allowed"))
            .at(self.row.line, place)
    }

    fn instant(&mut self, says: Says) -> Result<Option<Stamp>, Problem> {
        let units = self.layout.units;
        let allowed = "a time such as 2026-11-21T21:01:44 (sacct writes so without SLURM_TIME_FORMAT), a number, or Unknown";
        let found = self.value(says, allowed, |text| {
            value::instant(text, units.instants, self.zone)
        })?;
        // A time of day that occurred twice as a clock was put back is ambiguous.
        if found.is_some_and(|(_, twice)| twice) {
            self.changes.note(Change::TwiceThatDay);
        }
        Ok(found.map(|(stamp, _)| stamp))
    }

    fn span(&self, says: Says) -> Result<Option<u64>, Problem> {
        let unit = self.layout.units.spans;
        self.value(says, "[D-]HH:MM:SS or a number", |text| {
            value::span(text, unit)
        })
    }

    fn count(&mut self, says: Says, unit: CountUnit) -> Result<Option<u32>, Problem> {
        let found = self.value(says, "a whole number from 0 on", |text| {
            value::count(text, unit)
        })?;
        if found.is_some_and(|(_, is_rounded)| is_rounded) {
            self.changes.note(Change::PartOfOne);
        }
        // 0 means unknown.
        Ok(found.map(|(count, _)| count).filter(|count| *count > 0))
    }

    fn tres(&self, says: Says) -> Result<Tres, Problem> {
        let found = self.value(says, "a list such as cpu=8,mem=4G,node=1", Tres::parse)?;
        Ok(found.unwrap_or_default())
    }

    /// Number of the job and its task of an array; `None` for a step.
    fn number(&self) -> Result<Option<(u64, Option<Task>)>, Problem> {
        let own = self.value(Says::RawNumber, "a job's number", |text| {
            text.split('.').next()?.parse().ok()
        })?;
        let mut task = match (self.array(Says::Array)?, self.array(Says::Task)?) {
            (Some(array), Some(index)) => Some(Task { array, index }),
            _ => None,
        };
        let Some(text) = self.cell(Says::Number) else {
            let line = self.row.line as u64;
            return Ok(Some((own.unwrap_or(line), task)));
        };
        if text.contains('.') && self.layout.is_slurm {
            return Ok(None);
        }
        // `42_12`, `42_[1-8%2]` of waiting tasks, `42+1` of a heterogeneous job.
        let end = text.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
        let Ok(number) = digits.parse::<u64>() else {
            return match (own, self.layout.is_slurm) {
                (None, true) => Err(self.wrong(
                    Says::Number,
                    text,
                    "a job's number, as 42, 42_12 or 42.batch,",
                )),
                // Elsewhere a job may have any name.
                _ => Ok(Some((own.unwrap_or(self.row.line as u64), task))),
            };
        };
        if let Some(Ok(index)) = rest.strip_prefix(['_', '+']).map(str::parse) {
            task = Some(Task {
                array: number,
                index,
            });
        }
        Ok(Some((own.unwrap_or(number), task)))
    }

    fn array(&self, says: Says) -> Result<Option<u64>, Problem> {
        self.value(says, "a whole number", |text| text.parse().ok())
    }

    fn whole(
        mut self,
        number: u64,
        task: Option<Task>,
        submit: Stamp,
        names: &mut Names,
    ) -> Result<Entry, Problem> {
        let state = self.state();
        let (start, end, runtime) = self.times(submit, state)?;
        let size = self.size()?;
        let limits = self.layout.units.limits;
        let limit = self.value(
            Says::Limit,
            "[D-]HH:MM:SS, a number, UNLIMITED or Partition_Limit",
            |text| value::limit(text, limits),
        )?;
        let mut name = |says: Says, list: fn(&mut Names) -> &mut super::entry::List| {
            let text = self.layout.cell(self.row, says)?;
            // `user(1000)`
            let text = text.split('(').next().unwrap_or(text);
            Some(list(names).place(text))
        };
        let (partition, qos) = (
            name(Says::Partition, |names| &mut names.partitions),
            name(Says::Qos, |names| &mut names.qos),
        );
        let (account, group, user) = (
            name(Says::Account, |names| &mut names.accounts),
            name(Says::Group, |names| &mut names.groups),
            name(Says::User, |names| &mut names.users),
        );
        let reservation = name(Says::Reservation, |names| &mut names.reservations);
        Ok(Entry {
            line: self.row.line,
            number,
            task,
            submit,
            eligible: self.instant(Says::Eligible)?,
            start,
            end,
            runtime,
            limit: limit.unwrap_or(Limit::Unknown),
            state,
            nodes: size.nodes,
            cores: size.cores,
            requested: size.requested,
            memory: size.memory,
            gpus: size.gpus,
            partition,
            qos,
            account,
            group,
            user,
            reservation,
            dependency: self.cell(Says::Dependency).map(Into::into),
            restarts: self.count(Says::Restarts, CountUnit::Ones)?.unwrap_or(0),
            changes: self.changes,
        })
    }

    fn state(&mut self) -> State {
        let text = self.cell(Says::State).unwrap_or_default();
        let state = State::of(text);
        if state.is_none() {
            self.changes.note(Change::OtherState);
        }
        state.unwrap_or(State::Unknown)
    }

    /// Start, end and runtime.
    #[expect(clippy::type_complexity, reason = "three values of one moment")]
    fn times(
        &mut self,
        submit: Stamp,
        state: State,
    ) -> Result<(Option<Stamp>, Option<Stamp>, Option<u64>), Problem> {
        let mut start = self.instant(Says::Start)?;
        let mut end = self.instant(Says::End)?;
        let runtime = self.span(Says::Runtime)?;
        if let (None, Some(wait)) = (start, self.span(Says::Wait)?) {
            start = Some(Stamp(submit.0.saturating_add_unsigned(wait)));
        }
        // Cancelled before it started: no node was ever assigned.
        let nodes = self.layout.column(Says::NodeList);
        let nodes = nodes.and_then(|column| self.row.cells.get(column));
        let has_none = nodes.is_some_and(|(_, cell)| value::is_nothing(cell.trim()));
        if has_none && start == end && state != State::Running {
            return Ok((None, end, None));
        }
        let Some(from) = start else {
            return Ok((None, end, runtime));
        };
        let span = end.map(|end| end.since(from));
        let said = runtime.map(|runtime| runtime as i64);
        match (span, said) {
            (Some(span), Some(said)) if span < 0 && said > 0 => {
                self.changes.note(Change::ClockBack);
                end = Some(Stamp(from.0.saturating_add(said)));
            }
            // To the second: some tables round.
            (Some(span), Some(said)) if (span - said).abs() >= 1000 && span >= 0 => {
                self.changes.note(Change::OtherRuntime);
                end = Some(Stamp(from.0.saturating_add(said)));
            }
            (None, Some(said)) => end = Some(Stamp(from.0.saturating_add(said))),
            _ => {}
        }
        let runtime = runtime.or(span.and_then(|span| u64::try_from(span).ok()));
        if state == State::Running && runtime.is_some() {
            self.changes.note(Change::StillRunning);
        }
        Ok((start, end, runtime))
    }

    fn size(&mut self) -> Result<Size, Problem> {
        let units = self.layout.units;
        let (had, asked) = (self.tres(Says::Allocated)?, self.tres(Says::Requested)?);
        let cores = self.count(Says::Cores, units.cores)?;
        let requested = (
            self.count(Says::RequestedNodes, CountUnit::Ones)?
                .or(asked.nodes),
            self.count(Says::RequestedCores, units.cores)?
                .or(asked.cores),
        );
        let nodes = self.count(Says::Nodes, CountUnit::Ones)?.or(had.nodes);
        let nodes = nodes.or(requested.0).or(self.layout.nodes);
        let cores = cores.or(had.cores).or(requested.1);
        let gpus = self.count(Says::Gpus, units.gpus)?;
        let share = self.count(Says::GpuShare, CountUnit::Ones)?;
        if gpus.is_some() && share.is_some_and(|share| share < 1000) {
            self.changes.note(Change::PartOfOne);
        }
        let memory = self.memory(nodes, cores)?;
        Ok(Size {
            nodes,
            cores,
            requested,
            gpus: gpus.or(had.gpus).or(asked.gpus),
            memory: had.memory.or(asked.memory).or(memory),
        })
    }

    /// Memory of the whole job, in KiB.
    fn memory(&mut self, nodes: Option<u32>, cores: Option<u32>) -> Result<Option<u64>, Problem> {
        let units = self.layout.units;
        let allowed = "an amount such as 4000M, 4Gn (of each node) or 2Gc (of each core)";
        let found = self.value(Says::Memory, allowed, |text| {
            value::memory(text, units.memory, units.memory_for)
        })?;
        let Some((amount, is_for, is_marked)) = found else {
            return Ok(None);
        };
        if is_marked {
            self.changes.note(Change::MarkedMemory);
        }
        let times = match is_for {
            MemoryFor::Job => Some(1),
            MemoryFor::Node => nodes,
            MemoryFor::Core => cores,
        };
        Ok(times.map(|times| amount.saturating_mul(u64::from(times))))
    }
}

/// Size of a job.
struct Size {
    nodes: Option<u32>,
    cores: Option<u32>,
    requested: (Option<u32>, Option<u32>),
    gpus: Option<u32>,
    memory: Option<u64>,
}
