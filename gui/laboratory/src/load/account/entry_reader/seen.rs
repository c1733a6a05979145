//! Rows read so far, by number and by execution, without another copy of either.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::super::Stamp;
use super::super::entry::{Entries, Entry, Task};

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
    /// Greatest number of all.
    greatest: Option<u64>,
    /// Entries that had a greater number than all before, as most have where jobs are listed by number:
    /// they are found without a table.
    ascending: Vec<u32>,
    /// The first row of each other number and task, by these.
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
        entries: &Entries,
    ) -> Likeness {
        let index = if is_component {
            COMPONENTS + self.components.len() as u32
        } else {
            entries.len() as u32
        };
        let is_beyond = self.greatest < Some(execution.0);
        self.greatest = self.greatest.max(Some(execution.0));
        if is_beyond && !is_component {
            self.ascending.push(index);
            return Likeness::New;
        }
        let likeness = match self.first_of(number_of(execution), entries) {
            None => {
                let row = self.row(index, number_of(execution));
                self.numbers
                    .insert_unique(row.spread(), row, SeenRow::spread);
                Likeness::New
            }
            Some(first) if self.execution_at(first, entries) == Some(execution) => {
                return Likeness::Same;
            }
            Some(_) => {
                let row = self.row(index, execution);
                let is_same = |other: &SeenRow| {
                    other.hash == row.hash
                        && self.execution_at(other.index, entries) == Some(execution)
                };
                if self.executions.find(row.spread(), is_same).is_some() {
                    return Likeness::Same;
                }
                self.executions
                    .insert_unique(row.spread(), row, SeenRow::spread);
                Likeness::OtherExecution
            }
        };
        if is_component {
            self.components.push(execution);
        }
        likeness
    }

    /// Index of the first row with this number and task.
    fn first_of(&self, number: Number, entries: &Entries) -> Option<u32> {
        let is_it = |index| self.execution_at(index, entries).map(number_of) == Some(number);
        let position = (self.ascending)
            .partition_point(|&index| entries.number(index as usize) < Some(number.0));
        let found = self.ascending.get(position).copied();
        found.filter(|&index| is_it(index)).or_else(|| {
            let row = self.row(0, number);
            let is_alike = |other: &SeenRow| other.hash == row.hash && is_it(other.index);
            let found = self.numbers.find(row.spread(), is_alike);
            found.map(|row| row.index)
        })
    }

    /// The execution of a row, by its index.
    fn execution_at(&self, index: u32, entries: &Entries) -> Option<Execution> {
        match index.checked_sub(COMPONENTS) {
            None => entries
                .get(index as usize)
                .map(|entry| execution_of(&entry)),
            Some(component) => self.components.get(component as usize).copied(),
        }
    }

    fn row(&self, index: u32, key: impl Hash) -> SeenRow {
        SeenRow {
            index,
            hash: self.hasher.hash_one(key) as u32,
        }
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
    use cosched_core::random::Random;

    use super::super::super::entry::usual;
    use super::*;

    fn execution(number: u64, submit: i64) -> Execution {
        (number, None, Stamp(submit), None, None)
    }

    #[test]
    fn rows_are_compared_with_components_as_well() {
        let mut seen = SeenRows::default();
        let note = |seen: &mut SeenRows, number, submit| {
            seen.note(execution(number, submit), true, &Entries::default())
        };
        for number in 0..1_000 {
            assert_eq!(note(&mut seen, number, 5), Likeness::New);
        }
        for number in 0..1_000 {
            assert_eq!(note(&mut seen, number, 5), Likeness::Same);
            assert_eq!(note(&mut seen, number, 6), Likeness::OtherExecution);
            assert_eq!(note(&mut seen, number, 6), Likeness::Same);
        }
        let entry = seen.note(execution(7, 5), false, &Entries::default());
        assert_eq!(entry, Likeness::Same);
    }

    /// Against a list that is searched from its beginning, in any order of numbers.
    #[test]
    fn rows_in_any_order_are_told_apart() {
        let mut random = Random::new(35, 1);
        for most in [3, 40, 1_000] {
            let (mut seen, mut entries) = (SeenRows::default(), Entries::default());
            let mut all: Vec<Execution> = Vec::new();
            for row in 0..300_u64 {
                // Mostly ascending.
                let number = (row * most / 300).saturating_sub(random.below(3)) + random.below(2);
                let task = (random.below(4) == 0).then_some(Task {
                    array: number,
                    index: random.below(2),
                });
                let execution = (number, task, Stamp(random.below(2) as i64), None, None);
                let is_component = random.below(5) == 0;
                let has_number = all.iter().any(|other| number_of(*other) == (number, task));
                let expected = match (all.contains(&execution), has_number) {
                    (true, _) => Likeness::Same,
                    (_, true) => Likeness::OtherExecution,
                    _ => Likeness::New,
                };
                assert_eq!(seen.note(execution, is_component, &entries), expected);
                if expected != Likeness::Same {
                    all.push(execution);
                    if !is_component {
                        entries.push(Entry {
                            number,
                            task,
                            submit: execution.2,
                            start: None,
                            end: None,
                            ..usual()
                        });
                    }
                }
            }
        }
    }
}
