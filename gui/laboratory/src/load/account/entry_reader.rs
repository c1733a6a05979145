//! From a row to an entry: each cell is read, and errors have its position.

use std::collections::{HashMap, HashSet};

use jiff::tz::TimeZone;

use super::Accounts;
use super::entry::{Entry, Names, Task};
use super::layout::Layout;
use super::tally::{Change, Changes, Dropped};
use super::{Limit, Stamp, State};
use crate::base::problem::Problem;
use crate::load::slurm::text::amount::memory;
use crate::load::slurm::text::columns::Cells;
use crate::load::slurm::text::is_nothing;
use crate::load::slurm::text::job_id::{JobId, Part};
use crate::load::slurm::text::rows::Row;
use crate::load::slurm::text::tres::Tres;
use crate::scenario::{CountUnit, InstantUnit, MemoryFor, Says};

/// Builder of entries from rows.
pub(super) struct EntryReader {
    zone: TimeZone,
    /// Executions seen so far.
    seen: HashSet<Execution>,
    /// Numbers and tasks seen so far.
    numbers: HashSet<(u64, Option<Task>)>,
    /// Heterogeneous jobs seen so far, with the index of the entry of each.
    heterogeneous: HashMap<Execution, usize>,
}

/// Identity of an execution: number, task, submission, start, end.
type Execution = (u64, Option<Task>, Stamp, Option<Stamp>, Option<Stamp>);

impl EntryReader {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            seen: HashSet::new(),
            numbers: HashSet::new(),
            heterogeneous: HashMap::new(),
        }
    }

    /// Adds the entry of `row`, which has been changed so, to `accounts`.
    ///
    /// # Errors
    /// A cell cannot be read: its name, position, value and what is allowed.
    pub(super) fn take(
        &mut self,
        layout: &Layout,
        row: &Row<'_>,
        changes: Changes,
        accounts: &mut Accounts,
    ) -> Result<(), Problem> {
        accounts.tally.read += 1;
        let cells = Cells {
            columns: &layout.columns,
            row,
        };
        accounts.has_calendar &= !matches!(
            layout.units.instants,
            InstantUnit::Seconds | InstantUnit::Milliseconds
        ) || !cells.cell(Says::Submit).is_some_and(is_number);
        let whole = component_of(&cells);
        match self.entry(layout, cells, changes, &mut accounts.names)? {
            Ok(entry) => self.add(entry, whole, accounts),
            Err(why) => accounts.tally.drop(why),
        }
        Ok(())
    }

    /// Adds `entry`, which is a component of the job with the number `whole` if there is one: all
    /// that run at the same time are one job.
    fn add(&mut self, mut entry: Entry, whole: Option<u64>, accounts: &mut Accounts) {
        if let Some(whole) = whole {
            let job = (whole, None, entry.submit, entry.start, entry.end);
            let index = *self
                .heterogeneous
                .entry(job)
                .or_insert(accounts.entries.len());
            if let Some(first) = accounts.entries.get_mut(index) {
                first.add_component(&entry, &mut accounts.names);
                accounts.tally.drop(Dropped::Component);
                return;
            }
            entry.task = None;
        }
        accounts.entries.push(entry);
    }

    fn entry(
        &mut self,
        layout: &Layout,
        cells: Cells<'_, Says>,
        changes: Changes,
        names: &mut Names,
    ) -> Result<Result<Entry, Dropped>, Problem> {
        let mut reader = RowReader {
            layout,
            cells,
            zone: &self.zone,
            changes,
        };
        let Some((number, task)) = reader.number()? else {
            return Ok(Err(Dropped::Step));
        };
        let Some(submit) = reader.instant(Says::Submit)? else {
            return Ok(Err(Dropped::NoSubmit));
        };
        let mut entry = reader.entry_of(number, task, submit, names)?;
        let execution = (number, task, submit, entry.start, entry.end);
        let has_number = [Says::Number, Says::RawNumber];
        let has_number = has_number.iter().any(|&says| layout.columns.has(says));
        if has_number && !self.seen.insert(execution) {
            return Ok(Err(Dropped::Twice));
        }
        if has_number && !self.numbers.insert((number, task)) {
            entry.changes.add(Change::RanAgain);
        }
        Ok(Ok(entry))
    }
}

/// Number of the heterogeneous job that a row has a component of.
fn component_of(cells: &Cells<'_, Says>) -> Option<u64> {
    let id = JobId::parse(cells.cell(Says::Number)?)?;
    matches!(id.part, Part::Component(_)).then_some(id.number)
}

fn is_number(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Row being read.
struct RowReader<'r> {
    layout: &'r Layout,
    cells: Cells<'r, Says>,
    zone: &'r TimeZone,
    changes: Changes,
}

impl RowReader<'_> {
    fn instant(&mut self, says: Says) -> Result<Option<Stamp>, Problem> {
        let unit = self.layout.units.instants;
        let found = self.cells.instant(says, unit, self.zone)?;
        // A time of day that occurred twice as a clock was put back is ambiguous.
        if found.is_some_and(|(_, twice)| twice) {
            self.changes.add(Change::TwiceThatDay);
        }
        Ok(found.map(|(stamp, _)| stamp))
    }

    fn span(&self, says: Says) -> Result<Option<u64>, Problem> {
        self.cells.span(says, self.layout.units.spans)
    }

    fn count(&mut self, says: Says, unit: CountUnit) -> Result<Option<u32>, Problem> {
        let found = self.cells.count(says, unit)?;
        if found.is_some_and(|(_, is_rounded)| is_rounded) {
            self.changes.add(Change::PartOfOne);
        }
        Ok(found.map(|(count, _)| count))
    }

    fn tres(&self, says: Says) -> Result<Tres, Problem> {
        let allowed = "a list such as cpu=8,mem=4G,node=1";
        let found = self.cells.value(says, allowed, Tres::parse)?;
        Ok(found.unwrap_or_default())
    }

    /// Number of the job and its task of an array; `None` for a step.
    fn number(&self) -> Result<Option<(u64, Option<Task>)>, Problem> {
        let cells = &self.cells;
        let own = cells.value(Says::RawNumber, "a job's number", |text| {
            JobId::parse(text).map(|id| id.number)
        })?;
        let array = self.array(Says::Array)?.zip(self.array(Says::Task)?);
        let task = array.map(|(array, index)| Task { array, index });
        let Some(text) = cells.cell(Says::Number) else {
            return Ok(Some((own.unwrap_or(cells.row.line as u64), task)));
        };
        let Some(id) = JobId::parse(text) else {
            let is_refused = own.is_none() && self.layout.is_slurm;
            // Elsewhere a job may have any name; often it begins with its number.
            let end = text.find(|letter: char| !letter.is_ascii_digit());
            let number = text[..end.unwrap_or(text.len())].parse();
            return if is_refused {
                let allowed = "a job's number, as 42, 42_12 or 42.batch,";
                Err(cells.wrong(Says::Number, text, allowed))
            } else {
                let number = own.or(number.ok());
                Ok(Some((number.unwrap_or(cells.row.line as u64), task)))
            };
        };
        if id.step.is_some() && self.layout.is_slurm {
            return Ok(None);
        }
        let part = match id.part {
            Part::Task(index) | Part::Component(index) => Some(Task {
                array: id.number,
                index,
            }),
            Part::Whole | Part::Tasks(_) => None,
        };
        Ok(Some((own.or(id.raw).unwrap_or(id.number), part.or(task))))
    }

    fn array(&self, says: Says) -> Result<Option<u64>, Problem> {
        self.cells
            .value(says, "a whole number", |text| text.parse().ok())
    }

    fn entry_of(
        mut self,
        number: u64,
        task: Option<Task>,
        submit: Stamp,
        names: &mut Names,
    ) -> Result<Entry, Problem> {
        let state = self.state();
        let (start, end, runtime) = self.times(submit, state)?;
        let size = self.size()?;
        let limit = self.cells.limit(Says::Limit, self.layout.units.limits)?;
        let mut name = |says: Says, list: fn(&mut Names) -> &mut super::entry::NameList| {
            let text = self.cells.cell(says)?;
            // `user(1000)`
            let text = text.split('(').next().unwrap_or(text);
            Some(list(names).index_of(text))
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
        let hosts = name(Says::NodeList, |names| &mut names.hosts);
        let features = name(Says::Features, |names| &mut names.features);
        Ok(Entry {
            line: self.cells.row.line,
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
            gpu_share: size.gpu_share,
            partition,
            qos,
            account,
            group,
            user,
            reservation,
            hosts,
            features,
            dependency: self.cells.cell(Says::Dependency).map(Into::into),
            restarts: self.count(Says::Restarts, CountUnit::Ones)?.unwrap_or(0),
            changes: self.changes,
        })
    }

    fn state(&mut self) -> State {
        let text = self.cells.cell(Says::State).unwrap_or_default();
        let state = State::of(text);
        if state.is_none() {
            self.changes.add(Change::OtherState);
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
        let nodes = self.cells.text(Says::NodeList);
        let has_none = nodes.is_some_and(is_nothing);
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
                self.changes.add(Change::ClockBack);
                end = Some(Stamp(from.0.saturating_add(said)));
            }
            // To the second: some tables round.
            (Some(span), Some(said)) if (span - said).abs() >= 1000 && span >= 0 => {
                self.changes.add(Change::OtherRuntime);
                end = Some(Stamp(from.0.saturating_add(said)));
            }
            (None, Some(said)) => end = Some(Stamp(from.0.saturating_add(said))),
            _ => {}
        }
        let runtime = runtime.or(span.and_then(|span| u64::try_from(span).ok()));
        if state == State::Running && runtime.is_some() {
            self.changes.add(Change::StillRunning);
        }
        Ok((start, end, runtime))
    }

    fn size(&mut self) -> Result<Size, Problem> {
        let units = self.layout.units;
        let (allocated_tres, requested_tres) =
            (self.tres(Says::Allocated)?, self.tres(Says::Requested)?);
        let cores = self.count(Says::Cores, units.cores)?;
        let requested = (
            self.count(Says::RequestedNodes, CountUnit::Ones)?
                .or(requested_tres.nodes),
            self.count(Says::RequestedCores, units.cores)?
                .or(requested_tres.cores),
        );
        let nodes = self
            .count(Says::Nodes, CountUnit::Ones)?
            .or(allocated_tres.nodes);
        let nodes = nodes.or(requested.0).or(self.layout.nodes);
        let cores = cores.or(allocated_tres.cores).or(requested.1);
        let gpus = self.count(Says::Gpus, units.gpus)?;
        let share = self.count(Says::GpuShare, CountUnit::Ones)?;
        // Of several GPUs none is shared.
        let share = share.filter(|&share| gpus == Some(1) && 0 < share && share < 1000);
        let memory = self.memory(nodes, cores)?;
        Ok(Size {
            nodes,
            cores,
            requested,
            gpus: gpus.or(allocated_tres.gpus).or(requested_tres.gpus),
            gpu_share: share.map(|share| share as u16),
            memory: allocated_tres.memory.or(requested_tres.memory).or(memory),
        })
    }

    /// Memory of the whole job, in KiB.
    fn memory(&mut self, nodes: Option<u32>, cores: Option<u32>) -> Result<Option<u64>, Problem> {
        let units = self.layout.units;
        let allowed = "an amount such as 4000M, 4Gn (of each node) or 2Gc (of each core)";
        let found = self.cells.value(Says::Memory, allowed, |text| {
            memory(text, units.memory, units.memory_for)
        })?;
        let Some((amount, is_for, is_marked)) = found else {
            return Ok(None);
        };
        if is_marked {
            self.changes.add(Change::MarkedMemory);
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
    gpu_share: Option<u16>,
    memory: Option<u64>,
}
