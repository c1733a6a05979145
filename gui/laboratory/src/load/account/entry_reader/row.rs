//! Row of a table being read: each cell in its units.

use jiff::tz::TimeZone;

use super::super::entry::{Entry, LicenceCount, NameList, Names, Task};
use super::super::layout::Layout;
use super::super::tally::{Change, Changes};
use super::super::{Limit, Stamp, State};
use crate::base::problem::Problem;
use crate::load::slurm::text::amount::{memory, memory_of};
use crate::load::slurm::text::columns::Cells;
use crate::load::slurm::text::is_nothing;
use crate::load::slurm::text::job_id::{JobId, Part};
use crate::load::slurm::text::licences::{self, Licences};
use crate::load::slurm::text::number::Number;
use crate::load::slurm::text::tres::Tres;
use crate::load::slurm::text::value::{CellValue, Translations};
use crate::scenario::{CountUnit, MemoryFor, Says};

/// Row being read.
pub(super) struct RowReader<'r> {
    pub(super) layout: &'r Layout,
    pub(super) cells: Cells<'r, Says>,
    pub(super) zone: &'r TimeZone,
    pub(super) changes: Changes,
    pub(super) meanings: &'r mut DictionaryMeanings,
}

/// Meanings of the texts of dictionaries.
pub(super) struct DictionaryMeanings {
    states: Translations<Option<State>>,
    /// Indices of names, by the meaning of their columns.
    names: [Translations<Option<u32>>; Says::ALL.len()],
}

impl Default for DictionaryMeanings {
    fn default() -> Self {
        Self {
            states: Translations::default(),
            names: std::array::from_fn(|_| Translations::default()),
        }
    }
}

impl RowReader<'_> {
    #[inline]
    pub(super) fn instant(&mut self, says: Says) -> Result<Option<Stamp>, Problem> {
        let unit = self.layout.units.instants;
        let found = self.cells.instant(says, unit, self.zone)?;
        // A time of day that occurred twice as a clock was put back is ambiguous.
        if found.is_some_and(|(_, twice)| twice) {
            self.changes.add(Change::TwiceThatDay);
        }
        Ok(found.map(|(stamp, _)| stamp))
    }

    #[inline]
    fn span(&self, says: Says) -> Result<Option<u64>, Problem> {
        self.cells.span(says, self.layout.units.spans)
    }

    #[inline]
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

    /// Licences: those that it was given, or else those that it asked for.
    fn licences(&self, names: &mut NameList) -> Result<Vec<LicenceCount>, Problem> {
        type Reader = fn(&str) -> Option<Licences>;
        let columns: [(Says, Reader); 3] = [
            (Says::Allocated, licences::of_tres),
            (Says::Requested, licences::of_tres),
            (Says::Licences, licences::of_list),
        ];
        for (says, read) in columns {
            let allowed = match says {
                Says::Licences => "a list such as matlab:2,ansys",
                _ => "a list such as cpu=8,license/matlab=2",
            };
            let found = self.cells.value(says, allowed, read)?;
            if let Some(found) = found.filter(|found| !found.is_empty()) {
                let each = found.into_iter();
                return Ok(each
                    .map(|(name, count)| (names.index_of(&name), count))
                    .collect());
            }
        }
        Ok(Vec::new())
    }

    /// Number of the job and its task of an array; `None` for a step.
    pub(super) fn number(&self) -> Result<Option<(u64, Option<Task>)>, Problem> {
        let cells = &self.cells;
        let parsed = |text: &str| JobId::parse(text).map(|id| id.number);
        let own = cells.number(Says::RawNumber, "a job's number", whole, parsed)?;
        let array = self.array(Says::Array)?.zip(self.array(Says::Task)?);
        let task = array.map(|(array, index)| Task { array, index });
        if let CellValue::Number(Number::Whole(number)) = cells.known(Says::Number) {
            return Ok(Some((own.unwrap_or(number), task)));
        }
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
        let parsed = |text: &str| text.parse().ok();
        self.cells.number(says, "a whole number", whole, parsed)
    }

    pub(super) fn entry_of(
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
        let mut name = |says: Says, list: fn(&mut Names) -> &mut NameList| {
            let added = || {
                let text = self.cells.cell(says)?;
                // `user(1000)`
                let end = text.bytes().position(|byte| byte == b'(');
                Some(list(names).index_of(&text[..end.unwrap_or(text.len())]))
            };
            self.meanings.names[says as usize].of(self.cells.known(says), added)
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
        let licences = self.licences(&mut names.licences)?;
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
            licences,
            dependency: self.cells.cell(Says::Dependency).map(Into::into),
            restarts: self.count(Says::Restarts, CountUnit::Ones)?.unwrap_or(0),
            changes: self.changes,
        })
    }

    fn state(&mut self) -> State {
        let cells = self.cells;
        let parsed = || match cells.cell(Says::State) {
            Some(text) => State::of(text),
            None => Some(State::Unknown),
        };
        let known = cells.known(Says::State);
        let state = self.meanings.states.of(known, parsed);
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
        let (unit, usual) = (units.memory, units.memory_for);
        let of = |number: Number| memory_of(number, unit, usual);
        let read = |text: &str| memory(text, unit, usual);
        let found = self.cells.number(Says::Memory, allowed, of, read)?;
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

/// The number, if it is a whole one.
const fn whole(number: Number) -> Option<u64> {
    match number {
        Number::Whole(whole) => Some(whole),
        Number::Fraction(_) => None,
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
