//! Rows of tables in any format.

mod bars;
mod commas;
mod completed;
mod parquet;

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use super::known;
use super::layout::Layout;
use crate::base::problem::Problem;
use crate::base::text_file::{self, Input, broken_off};
use crate::scenario::TableWorkload;

/// Format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::load) enum Form {
    /// `sacct -P`: fields between bars.
    Bars,
    /// `jobcomp/filetxt`: names and values.
    Completed,
    /// Fields between commas, semicolons or tabs.
    Commas,
    /// Apache Parquet.
    Parquet,
}

/// Row of a table.
#[derive(Debug, Default)]
pub(super) struct Row<'t> {
    /// Line, or number of the row, from 1.
    pub(super) line: usize,
    /// Cells, each with the column of the line in which it begins, from 1.
    pub(super) cells: Vec<(usize, Cow<'t, str>)>,
}

/// Consumer of rows.
pub(super) type Take<'f> = dyn FnMut(Found<'_, '_>) -> Result<(), Problem> + 'f;

/// Item read from a table.
pub(super) enum Found<'r, 't> {
    /// Complete row.
    Row(&'r Layout, &'r Row<'t>),
    /// Last line, which is cut off.
    CutOff,
}

impl Form {
    /// Detects the format of the file at `path` by its beginning; `None` if it is none of these.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(in crate::load) fn of(path: &Path) -> Result<Option<Self>, Problem> {
        let mut input = Input::open(path)?;
        let start = input.bytes.fill_buf();
        let start = start.map_err(|error| broken_off(path, &error))?;
        if start.starts_with(b"PAR1") {
            return Ok(Some(Self::Parquet));
        }
        let start = start
            .strip_prefix(text_file::MARK.as_bytes())
            .unwrap_or(start);
        let line = start
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        let Ok(line) = std::str::from_utf8(line.trim_ascii()) else {
            return Ok(None);
        };
        Ok(if line.starts_with("JobId=") {
            Some(Self::Completed)
        } else if line.matches('|').count() >= 3 {
            Some(Self::Bars)
        } else if commas::mark(line).is_some() && !line.starts_with([';', '#', '{', '(', '[']) {
            Some(Self::Commas)
        } else {
            None
        })
    }

    /// Noun for its lines.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Bars | Self::Completed => "lines",
            Self::Commas | Self::Parquet => "rows",
        }
    }

    /// Passes every row of the table to `take`.
    ///
    /// # Errors
    /// The table cannot be read or parsed, or `take` fails.
    pub(super) fn each(
        self,
        path: &Path,
        asked: &TableWorkload,
        take: &mut Take<'_>,
    ) -> Result<(), Problem> {
        if self == Self::Parquet {
            return parquet::each(path, asked, take);
        }
        let text = text_file::read(path, "accounting is a table of text")?;
        match self {
            Self::Bars => bars::each(&text, asked, take),
            Self::Completed => completed::each(&text, take),
            Self::Commas | Self::Parquet => commas::each(&text, asked, take),
        }
    }
}

/// Cells of at most `rows` rows at the beginning of a table, none of which may be cut off.
#[cfg(any(test, feature = "window"))]
pub(super) fn cells_of(form: Form, text: &str, rows: usize) -> Vec<Vec<String>> {
    let mark = match form {
        Form::Bars => b'|',
        _ => commas::mark(text.lines().next().unwrap_or_default()).unwrap_or(b','),
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(mark)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let records = reader.records().map_while(Result::ok);
    let trimmed = |cell: &str| cell.trim().to_owned();
    let cells = records.map(|record| record.iter().map(trimmed).collect());
    cells.take(rows).collect()
}

/// Whether most cells are names of Slurm's fields, not values.
fn is_header(cells: &[&str]) -> bool {
    let known = cells.iter().filter(|cell| known::slurm(cell).is_some());
    known.count() * 2 > cells.len()
}

/// Problem of a row with another number of fields than columns.
fn uneven(row: &Row<'_>, header: &[String]) -> Problem {
    let (found, wanted) = (row.cells.len(), header.len());
    let column = match row.cells.get(wanted) {
        Some((column, _)) => *column,
        None => row.cells.last().map_or(1, |(column, _)| *column),
    };
    let why = match found > wanted {
        true => {
            "a field holds the mark between fields (leave out `JobName`, or quote it), or not all are named"
        }
        false => "the line was cut off, or fields are named that are not there",
    };
    Problem::input(format!("{found} fields, where {wanted} are named: {why}")).at(row.line, column)
}
