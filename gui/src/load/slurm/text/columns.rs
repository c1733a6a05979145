//! Columns of a table by their meaning, and values in its rows.

use jiff::tz::TimeZone;

use super::amount::count;
use super::is_nothing;
use super::rows::Row;
use super::time::{Limit, Stamp, instant, span};
use crate::base::problem::Problem;
use crate::scenario::{CountUnit, InstantUnit, SpanUnit};

/// Columns with their meaning.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::load) struct Columns<M> {
    /// Names, in their order.
    pub(in crate::load) names: Vec<String>,
    /// Indices of the columns that have a meaning; of several with the same, the first one counts.
    indices: Vec<(M, usize)>,
}

/// Rank of the column `name` among `known` ones, and its meaning.
pub(in crate::load) fn ranked<M: Copy>(known: &[(&str, M)], name: &str) -> Option<(usize, M)> {
    // `Partition%20` requests a width, which a header may repeat.
    let name = name.split('%').next().unwrap_or_default().trim();
    let mut all = known.iter();
    let rank = all.position(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some((rank, known[rank].1))
}

impl<M: Copy + PartialEq> Columns<M> {
    /// Columns with the meanings that `meaning` gives their names.
    pub(in crate::load) fn of(names: Vec<String>, meaning: impl Fn(&str) -> Option<M>) -> Self {
        let indices = names.iter().enumerate();
        let indices = indices.filter_map(|(index, name)| Some((meaning(name)?, index)));
        Self {
            indices: indices.collect(),
            names,
        }
    }

    /// Columns with the meanings of `known` names, of which the first one counts where several
    /// columns mean the same.
    pub(in crate::load) fn by_rank(names: Vec<String>, known: &[(&str, M)]) -> Self {
        let indices = names.iter().enumerate();
        let mut indices: Vec<_> = indices
            .filter_map(|(index, name)| Some((ranked(known, name)?, index)))
            .collect();
        indices.sort_by_key(|&((rank, _), _)| rank);
        Self {
            indices: (indices.into_iter())
                .map(|((_, meaning), index)| (meaning, index))
                .collect(),
            names,
        }
    }

    /// Index of the column with this meaning.
    pub(in crate::load) fn index(&self, meaning: M) -> Option<usize> {
        let mut all = self.indices.iter();
        all.find(|(one, _)| *one == meaning)
            .map(|(_, index)| *index)
    }

    /// Whether a column has this meaning.
    pub(in crate::load) fn has(&self, meaning: M) -> bool {
        self.index(meaning).is_some()
    }
}

/// Row with its columns. A value that cannot be read is refused with the name of its column, its
/// position, and what is allowed there.
#[derive(Clone, Copy, Debug)]
pub(in crate::load) struct Cells<'r, M> {
    /// Columns of the table.
    pub(in crate::load) columns: &'r Columns<M>,
    /// Row.
    pub(in crate::load) row: &'r Row<'r>,
}

impl<'r, M: Copy + PartialEq> Cells<'r, M> {
    /// Text of a cell, empty or not.
    pub(in crate::load) fn text(&self, meaning: M) -> Option<&'r str> {
        let (_, cell) = self.row.cells.get(self.columns.index(meaning)?)?;
        Some(cell.trim())
    }

    /// Text of a cell, unless it is empty.
    pub(in crate::load) fn cell(&self, meaning: M) -> Option<&'r str> {
        self.text(meaning).filter(|text| !is_nothing(text))
    }

    /// Value of a cell, parsed by `read`.
    pub(in crate::load) fn value<T>(
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

    /// Problem of a cell in which `text` is not allowed.
    pub(in crate::load) fn wrong(&self, meaning: M, text: &str, allowed: &str) -> Problem {
        let name = self.name(meaning);
        self.problem(
            meaning,
            format!("`{name}` is `{text}`: {allowed} is allowed"),
        )
    }

    /// Problem of a cell, with its position.
    pub(in crate::load) fn problem(&self, meaning: M, sentence: String) -> Problem {
        let index = self.columns.index(meaning);
        let cell = index.and_then(|index| self.row.cells.get(index));
        Problem::input(sentence).at(self.row.line, cell.map_or(1, |cell| cell.0))
    }

    /// Problem of a list in a cell, of which `sentence` says what it has.
    pub(in crate::load) fn list_problem(&self, meaning: M, sentence: &str) -> Problem {
        self.problem(meaning, format!("`{}`: {sentence}", self.name(meaning)))
    }

    /// Name of the column with this meaning.
    fn name(&self, meaning: M) -> &'r str {
        let index = self.columns.index(meaning).unwrap_or_default();
        &self.columns.names[index]
    }

    /// Instant, and whether its time of day occurred twice.
    pub(in crate::load) fn instant(
        &self,
        meaning: M,
        unit: InstantUnit,
        zone: &TimeZone,
    ) -> Result<Option<(Stamp, bool)>, Problem> {
        let allowed = "a time such as 2026-11-21T21:01:44 (Slurm writes so without SLURM_TIME_FORMAT), a number, Unknown or N/A";
        self.value(meaning, allowed, |text| instant(text, unit, zone))
    }

    /// Span in milliseconds.
    pub(in crate::load) fn span(&self, meaning: M, unit: SpanUnit) -> Result<Option<u64>, Problem> {
        let read = |text: &str| match text {
            // The clock was put back meanwhile.
            "INVALID" => Some(None),
            _ => span(text, unit).map(Some),
        };
        let found = self.value(meaning, "[D-]HH:MM:SS or a number", read)?;
        Ok(found.flatten())
    }

    /// Time limit.
    pub(in crate::load) fn limit(
        &self,
        meaning: M,
        unit: SpanUnit,
    ) -> Result<Option<Limit>, Problem> {
        let allowed = "[D-]HH:MM:SS, a number, UNLIMITED or Partition_Limit";
        self.value(meaning, allowed, |text| Limit::parse(text, unit))
    }

    /// Count, and whether it was rounded up; 0 means unknown.
    pub(in crate::load) fn count(
        &self,
        meaning: M,
        unit: CountUnit,
    ) -> Result<Option<(u32, bool)>, Problem> {
        let allowed = "a whole number from 0 on";
        let found = self.value(meaning, allowed, |text| count(text, unit))?;
        Ok(found.filter(|(count, _)| *count > 0))
    }
}
