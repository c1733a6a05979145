//! Columns of a table by their meaning, and values in its rows.

use std::marker::PhantomData;

use jiff::tz::TimeZone;

use super::amount::{column_count, count_of};
use super::number::Number;
use super::rows::Row;
use super::time::{Limit, Stamp, instant, instant_of, span, span_of};
use super::value::CellValue;
use super::{is_nothing, trimmed};
use crate::base::problem::Problem;
use crate::scenario::{CountUnit, InstantUnit, Says, SpanUnit};

/// Columns with their meaning.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Columns<M> {
    /// Names, in their order.
    pub(crate) names: Vec<String>,
    /// Index of the column with each meaning, by the number of that, as it is looked up for each
    /// cell; of several with the same meaning, that of the lowest rank counts.
    indices: Vec<Option<usize>>,
    meanings: PhantomData<M>,
}

/// Meaning of a column.
pub(crate) trait Numbered: Copy {
    /// Its number, a small one.
    fn number(self) -> usize;
}

/// Makes the meanings of a table's columns, each with the names of its columns; of several that are
/// there, the first one here counts.
macro_rules! columns {
    (
        $(#[$about:meta])*
        $columns:ident of $meaning:ident {
            $($(#[$note:meta])* $variant:ident: $($name:literal),+;)+
        }
    ) => {
        /// Meaning of a column.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum $meaning {
            $($(#[$note])* $variant,)+
        }

        impl $crate::load::slurm::text::columns::Numbered for $meaning {
            fn number(self) -> usize {
                self as usize
            }
        }

        $(#[$about])*
        const $columns: &[(&str, $meaning)] = &[$($(($name, $meaning::$variant),)+)+];
    };
}
pub(crate) use columns;

impl Numbered for Says {
    fn number(self) -> usize {
        self as usize
    }
}

/// Rank of the column `name` among `known` ones, and its meaning.
pub(crate) fn ranked<M: Copy>(known: &[(&str, M)], name: &str) -> Option<(usize, M)> {
    // `Partition%20` requests a width, which a header may repeat.
    let name = name.split('%').next().unwrap_or_default().trim();
    let mut all = known.iter();
    let rank = all.position(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some((rank, known[rank].1))
}

impl<M: Numbered> Columns<M> {
    /// Columns with the ranks and meanings that `meaning` gives their names.
    pub(crate) fn of(names: Vec<String>, meaning: impl Fn(&str) -> Option<(usize, M)>) -> Self {
        let indices = names.iter().enumerate();
        let mut ranked: Vec<_> = indices
            .filter_map(|(index, name)| Some((meaning(name)?, index)))
            .collect();
        ranked.sort_by_key(|&((rank, _), _)| rank);
        let mut indices = Vec::new();
        for ((_, meaning), index) in ranked {
            let number = meaning.number();
            indices.resize(indices.len().max(number + 1), None);
            indices[number] = indices[number].or(Some(index));
        }
        Self {
            names,
            indices,
            meanings: PhantomData,
        }
    }

    /// Index of the column with this meaning.
    #[inline]
    pub(crate) fn index(&self, meaning: M) -> Option<usize> {
        self.indices.get(meaning.number()).copied().flatten()
    }

    /// Whether a column has this meaning.
    pub(crate) fn has(&self, meaning: M) -> bool {
        self.index(meaning).is_some()
    }
}

/// Row with its columns. A value that cannot be read is refused with the name of its column, its
/// position, and what is allowed there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells<'r, M> {
    /// Columns of the table.
    pub(crate) columns: &'r Columns<M>,
    /// Row.
    pub(crate) row: &'r Row<'r>,
}

impl<'r, M: Numbered> Cells<'r, M> {
    /// Text of a cell, empty or not.
    #[inline]
    pub(crate) fn text(&self, meaning: M) -> Option<&'r str> {
        let (_, cell) = self.row.cells.get(self.columns.index(meaning)?)?;
        Some(trimmed(cell))
    }

    /// Text of a cell, unless it is empty.
    #[inline]
    pub(crate) fn cell(&self, meaning: M) -> Option<&'r str> {
        self.text(meaning).filter(|text| !is_nothing(text))
    }

    /// Value of a cell, parsed by `read`.
    #[inline]
    pub(crate) fn value<T>(
        &self,
        meaning: M,
        allowed: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(text) = self.cell(meaning) else {
            return Ok(None);
        };
        let found = read(text).ok_or_else(|| self.wrong(meaning, text, allowed))?;
        Ok(Some(found))
    }

    /// Value of a cell that is known without its text.
    #[inline]
    pub(crate) fn known(&self, meaning: M) -> CellValue {
        let index = self.columns.index(meaning);
        let value = index.and_then(|index| self.row.values.get(index));
        value.copied().unwrap_or_default()
    }

    /// Value of a cell: of its number by `of`, or else parsed by `read`.
    #[inline]
    pub(crate) fn number<T>(
        &self,
        meaning: M,
        allowed: &str,
        of: impl FnOnce(Number) -> Option<T>,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let CellValue::Number(number) = self.known(meaning) else {
            return self.value(meaning, allowed, read);
        };
        let found = of(number);
        let found = found.ok_or_else(|| self.wrong(meaning, &number.to_string(), allowed))?;
        Ok(Some(found))
    }

    /// Problem of a cell in which `text` is not allowed.
    pub(crate) fn wrong(&self, meaning: M, text: &str, allowed: &str) -> Problem {
        let name = self.name(meaning);
        self.problem(
            meaning,
            format!("`{name}` is `{text}`: {allowed} is allowed"),
        )
    }

    /// Problem of a cell, with its position.
    pub(crate) fn problem(&self, meaning: M, sentence: String) -> Problem {
        let index = self.columns.index(meaning);
        let cell = index.and_then(|index| self.row.cells.get(index));
        Problem::input(sentence).at(self.row.line, cell.map_or(1, |cell| cell.0))
    }

    /// Problem of a list in a cell, of which `sentence` says what it has.
    pub(crate) fn list_problem(&self, meaning: M, sentence: &str) -> Problem {
        self.problem(meaning, format!("`{}`: {sentence}", self.name(meaning)))
    }

    /// Name of the column with this meaning.
    fn name(&self, meaning: M) -> &'r str {
        let index = self.columns.index(meaning).unwrap_or_default();
        &self.columns.names[index]
    }

    /// Instant, and whether its time of day occurred twice.
    #[inline]
    pub(crate) fn instant(
        &self,
        meaning: M,
        unit: InstantUnit,
        zone: &TimeZone,
    ) -> Result<Option<(Stamp, bool)>, Problem> {
        let allowed = "a time such as 2026-11-21T21:01:44 (Slurm writes so without SLURM_TIME_FORMAT), a number, Unknown or N/A";
        if let CellValue::Instant(stamp) = self.known(meaning) {
            return Ok(Some((stamp, false)));
        }
        let of = |number: Number| Some((instant_of(number, unit)?, false));
        self.number(meaning, allowed, of, |text| instant(text, unit, zone))
    }

    /// Span in milliseconds.
    #[inline]
    pub(crate) fn span(&self, meaning: M, unit: SpanUnit) -> Result<Option<u64>, Problem> {
        let read = |text: &str| match text {
            // The clock was put back meanwhile.
            "INVALID" => Some(None),
            _ => span(text, unit).map(Some),
        };
        let of = |number: Number| span_of(number, unit).map(Some);
        let found = self.number(meaning, "[D-]HH:MM:SS or a number", of, read)?;
        Ok(found.flatten())
    }

    /// Time limit.
    #[inline]
    pub(crate) fn limit(&self, meaning: M, unit: SpanUnit) -> Result<Option<Limit>, Problem> {
        let allowed = "[D-]HH:MM:SS, a number, UNLIMITED or Partition_Limit";
        let of = |number: Number| Limit::of_number(number, unit);
        self.number(meaning, allowed, of, |text| Limit::parse(text, unit))
    }

    /// Count, and whether it was rounded up; 0 means unknown.
    #[inline]
    pub(crate) fn count(
        &self,
        meaning: M,
        unit: CountUnit,
    ) -> Result<Option<(u32, bool)>, Problem> {
        let allowed = "a whole number from 0 on";
        let of = |number: Number| count_of(number, unit);
        let found = self.number(meaning, allowed, of, |text| column_count(text, unit))?;
        Ok(found.filter(|(count, _)| *count > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::slurm::text::rows::{Cut, lines};

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Meaning {
        Used,
        Limit,
        Nodes,
    }

    impl Numbered for Meaning {
        fn number(self) -> usize {
            self as usize
        }
    }

    const KNOWN: [(&str, Meaning); 4] = [
        ("elapsed", Meaning::Used),
        ("timelimit", Meaning::Limit),
        ("allocnodes", Meaning::Nodes),
        ("nnodes", Meaning::Nodes),
    ];

    /// Calls `check` with the cells of `line` below that header.
    fn read(line: &str, check: impl Fn(Cells<'_, Meaning>)) {
        let (cut, names) = Cut::of("NNodes|Elapsed|Timelimit%20|ALLOCNODES|Other");
        let columns = Columns::of(names, |name| ranked(&KNOWN, name));
        let mut row = Row::default();
        cut.cut(lines(line).next().unwrap(), &mut row);
        check(Cells {
            columns: &columns,
            row: &row,
        });
    }

    /// Of these words each was known in one of squeue and sacct only.
    #[test]
    fn values_are_read_whatever_command_wrote_them() {
        read("9|INVALID|NOT_SET| 4K |x", |cells| {
            assert_eq!(cells.span(Meaning::Used, SpanUnit::Seconds), Ok(None));
            let limit = cells.limit(Meaning::Limit, SpanUnit::Minutes);
            assert_eq!(limit, Ok(Some(Limit::OfPartition)));
            // Of two columns the one that is known first.
            let nodes = cells.count(Meaning::Nodes, CountUnit::Ones);
            assert_eq!(nodes, Ok(Some((4096, false))));
        });
        read("9|1-02:03:04|UNLIMITED|0|x", |cells| {
            let used = cells.span(Meaning::Used, SpanUnit::Seconds);
            assert_eq!(used, Ok(Some(93_784_000)));
            assert_eq!(cells.count(Meaning::Nodes, CountUnit::Ones), Ok(None));
        });
    }

    #[test]
    fn a_value_is_refused_where_it_stands() {
        read("9|N/A|soon|x", |cells| {
            let problem = cells.limit(Meaning::Limit, SpanUnit::Minutes).unwrap_err();
            let said = "`Timelimit%20` is `soon`: [D-]HH:MM:SS, a number, UNLIMITED or Partition_Limit is allowed";
            assert_eq!(problem.sentence, said);
            let index = problem.position.map(|index| (index.line, index.column));
            assert_eq!(index, Some((1, 7)));
        });
    }
}
