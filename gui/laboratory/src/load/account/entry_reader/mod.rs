//! From a row to an entry: each cell is read, and errors have its position.

mod row;
mod seen;

use std::collections::HashMap;

use jiff::tz::TimeZone;

use super::Accounts;
use super::entry::Entry;
use super::layout::Layout;
use super::tally::{Change, Changes, Dropped};
use crate::base::problem::Problem;
use crate::load::slurm::text::columns::Cells;
use crate::load::slurm::text::job_id::{JobId, Part};
use crate::load::slurm::text::rows::Row;
use crate::load::slurm::text::value::CellValue;
use crate::scenario::{InstantUnit, Says};
use row::{DictionaryMeanings, RowReader};
use seen::{Execution, Likeness, SeenRows, execution_of};

/// Builder of entries from rows.
pub(super) struct EntryReader {
    zone: TimeZone,
    seen: SeenRows,
    meanings: DictionaryMeanings,
    /// Heterogeneous jobs seen so far, with the index of the entry of each.
    heterogeneous: HashMap<Execution, usize>,
}

impl EntryReader {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            seen: SeenRows::default(),
            meanings: DictionaryMeanings::default(),
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
        ) || !is_number(&cells, Says::Submit);
        let mut reader = RowReader {
            layout,
            cells,
            zone: &self.zone,
            changes,
            meanings: &mut self.meanings,
        };
        let Some((number, task)) = reader.number()? else {
            accounts.tally.drop(Dropped::Step);
            return Ok(());
        };
        let Some(submit) = reader.instant(Says::Submit)? else {
            accounts.tally.drop(Dropped::NoSubmit);
            return Ok(());
        };
        let entry = reader.entry_of(number, task, submit, &mut accounts.names)?;
        let has_number = [Says::Number, Says::RawNumber];
        let has_number = has_number.iter().any(|&says| layout.columns.has(says));
        self.add(entry, has_number, component_of(&cells), accounts);
        Ok(())
    }

    /// Adds `entry`, unless its number shows that it is the same as an earlier one. It is a component
    /// of the job with the number `whole` if there is one: all that run at the same time are one job.
    fn add(
        &mut self,
        mut entry: Entry,
        has_number: bool,
        whole: Option<u64>,
        accounts: &mut Accounts,
    ) {
        if has_number {
            let execution = execution_of(&entry);
            let entries = &accounts.entries;
            match self.seen.note(execution, whole.is_some(), entries) {
                Likeness::New => {}
                Likeness::OtherExecution => entry.changes.add(Change::RanAgain),
                Likeness::Same => return accounts.tally.drop(Dropped::Twice),
            }
        }
        if let Some(whole) = whole {
            let job = (whole, None, entry.submit, entry.start, entry.end);
            let index = *self
                .heterogeneous
                .entry(job)
                .or_insert(accounts.entries.len());
            let names = &mut accounts.names;
            let add = |first: &mut Entry| first.add_component(&entry, names);
            if accounts.entries.change(index, add) {
                return accounts.tally.drop(Dropped::Component);
            }
            entry.task = None;
        }
        accounts.entries.push(entry);
    }
}

/// Number of the heterogeneous job that a row has a component of.
fn component_of(cells: &Cells<'_, Says>) -> Option<u64> {
    let id = JobId::parse(cells.cell(Says::Number)?)?;
    matches!(id.part, Part::Component(_)).then_some(id.number)
}

/// Whether a cell has a number, of digits and a point.
fn is_number(cells: &Cells<'_, Says>, says: Says) -> bool {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    matches!(cells.known(says), CellValue::Number(_))
        || (cells.cell(says)).is_some_and(|text| text.bytes().all(is_of_number))
}
