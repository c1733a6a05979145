//! Rows read so far, by number and by execution, without another copy of either.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::super::Stamp;
use super::super::entry::{Entry, Task};

/// Number and task of a row.
type Number = (u64, Option<Task>);

/// Identity of an execution: number, task, submission, start, end.
pub(super) type Execution = (u64, Option<Task>, Stamp, Option<Stamp>, Option<Stamp>);

/// Whether a row is like an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// No earlier row has its number.
    New,
    /// An earlier one is another execution of the same job.
    OtherExecution,
    /// An earlier one is the same execution.
    Same,
}

/// Rows seen so far.
#[derive(Default)]
pub(super) struct SeenRows {
    /// The first row of each number and task, by these.
    numbers: HashTable<SeenRow>,
    /// The others, by their executions.
    executions: HashTable<SeenRow>,
    /// Executions of components, whose entries are changed.
    components: Vec<Execution>,
    hasher: DefaultHashBuilder,
}

/// Row that was seen.
#[derive(Clone, Copy)]
struct SeenRow {
    /// Index among the entries, or, from [`COMPONENTS`] on, among the executions of components.
    index: u32,
    /// Half of its hash, so that a table grows without a look at the entries.
    hash: u32,
}

/// Index of the first component.
const COMPONENTS: u32 = 1 << 31;

impl SeenRow {
    /// Hash of which the other half is the same: tables look at the highest bits and the lowest.
    const fn spread(&self) -> u64 {
        (self.hash as u64) << 32 | self.hash as u64
    }
}

impl SeenRows {
    /// Notes a row, unless it is the same as an earlier one: the next one of `entries`, or a component.
    pub(super) fn note(
        &mut self,
        execution: Execution,
        is_component: bool,
        entries: &[Entry],
    ) -> Likeness {
        let Self {
            executions,
            numbers,
            components,
            hasher,
        } = self;
        let known = |row: &SeenRow| match row.index.checked_sub(COMPONENTS) {
            None => execution_of(&entries[row.index as usize]),
            Some(component) => components[component as usize],
        };
        let index = if is_component {
            COMPONENTS + components.len() as u32
        } else {
            entries.len() as u32
        };
        let row_with = |hash: u64| SeenRow {
            index,
            hash: hash as u32,
        };
        let number = number_of(execution);
        let row = row_with(hasher.hash_one(number));
        let is_alike =
            |other: &SeenRow| other.hash == row.hash && number_of(known(other)) == number;
        let likeness = match numbers.find(row.spread(), is_alike) {
            None => {
                numbers.insert_unique(row.spread(), row, SeenRow::spread);
                Likeness::New
            }
            Some(first) if known(first) == execution => return Likeness::Same,
            Some(_) => {
                let row = row_with(hasher.hash_one(execution));
                let is_same = |other: &SeenRow| other.hash == row.hash && known(other) == execution;
                if executions.find(row.spread(), is_same).is_some() {
                    return Likeness::Same;
                }
                executions.insert_unique(row.spread(), row, SeenRow::spread);
                Likeness::OtherExecution
            }
        };
        if is_component {
            components.push(execution);
        }
        likeness
    }
}

/// Execution that `entry` has.
pub(super) fn execution_of(entry: &Entry) -> Execution {
    (
        entry.number,
        entry.task,
        entry.submit,
        entry.start,
        entry.end,
    )
}

const fn number_of(execution: Execution) -> Number {
    (execution.0, execution.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn execution(number: u64, submit: i64) -> Execution {
        (number, None, Stamp(submit), None, None)
    }

    #[test]
    fn rows_are_compared_with_components_as_well() {
        let mut seen = SeenRows::default();
        let note =
            |seen: &mut SeenRows, number, submit| seen.note(execution(number, submit), true, &[]);
        for number in 0..1_000 {
            assert_eq!(note(&mut seen, number, 5), Likeness::New);
        }
        for number in 0..1_000 {
            assert_eq!(note(&mut seen, number, 5), Likeness::Same);
            assert_eq!(note(&mut seen, number, 6), Likeness::OtherExecution);
            assert_eq!(note(&mut seen, number, 6), Likeness::Same);
        }
        let entry = seen.note(execution(7, 5), false, &[]);
        assert_eq!(entry, Likeness::Same);
    }
}
