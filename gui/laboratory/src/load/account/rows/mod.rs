//! Rows of tables in any format.

mod bars;
mod delimited;
mod jobcomp;
mod parquet;

use std::io::BufRead;
use std::path::Path;

use super::layout::Layout;
use super::{Changes, Dropped};
use super::{flux, known_tables, pbs};
use crate::base::problem::Problem;
use crate::base::text_file::{self, Input, read_problem};
use crate::load::slurm::text::rows::Row;
use crate::scenario::TableWorkload;

/// Format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::load) enum TableFormat {
    /// `sacct -P`: fields between bars.
    Sacct,
    /// `jobcomp/filetxt`: names and values.
    Jobcomp,
    /// Fields between commas, semicolons or tabs.
    Delimited,
    /// Apache Parquet.
    Parquet,
}

/// Consumer of rows.
pub(super) type RowConsumer<'f> = dyn FnMut(TableItem<'_, '_>) -> Result<(), Problem> + 'f;

/// Item read from a table.
pub(super) enum TableItem<'r, 't> {
    /// Complete row, and how it was changed to be one.
    Row(&'r Layout, &'r Row<'t>, Changes),
    /// Line that is not read, with its number, from 1.
    Dropped(Dropped, usize),
}

impl TableFormat {
    /// Detects the format of the file at `path` by its beginning; `None` if it is none of these.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(in crate::load) fn detect(path: &Path) -> Result<Option<Self>, Problem> {
        let mut input = Input::open(path)?;
        let start = input.bytes.fill_buf();
        let start = start.map_err(|error| read_problem(path, &error))?;
        if start.starts_with(b"PAR1") {
            return Ok(Some(Self::Parquet));
        }
        if pbs::is_start_of_log(start) || flux::is_start_of_list(start) {
            return Ok(None);
        }
        let start = start
            .strip_prefix(text_file::BYTE_ORDER_MARK.as_bytes())
            .unwrap_or(start);
        let line = start
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        let Ok(line) = std::str::from_utf8(line.trim_ascii()) else {
            return Ok(None);
        };
        Ok(if line.starts_with("JobId=") {
            Some(Self::Jobcomp)
        } else if line.matches('|').count() >= 3 {
            Some(Self::Sacct)
        } else if delimited::delimiter(line).is_some()
            && !line.starts_with([';', '#', '{', '(', '['])
        {
            Some(Self::Delimited)
        } else {
            None
        })
    }

    /// Noun for one of its lines.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Sacct | Self::Jobcomp => "line",
            Self::Delimited | Self::Parquet => "row",
        }
    }

    /// Passes every row of the table to `take`.
    ///
    /// # Errors
    /// The table cannot be read or parsed, or `take` fails.
    pub(super) fn each(
        self,
        path: &Path,
        options: &TableWorkload,
        take: &mut RowConsumer<'_>,
    ) -> Result<(), Problem> {
        match self {
            Self::Parquet => parquet::each(path, options, take),
            Self::Sacct => {
                let (text, latin) = text_file::read_with_latin(path, TEXT)?;
                bars::each(&text, &latin, options, take)
            }
            Self::Jobcomp => jobcomp::each(&text_file::read(path, TEXT)?, take),
            Self::Delimited => delimited::each(&text_file::read(path, TEXT)?, options, take),
        }
    }
}

/// Description of the text of a table.
const TEXT: &str = "accounting is a table of text";

/// Cells of at most `rows` rows at the beginning of a table, none of which may be cut off.
pub(super) fn first_cells(form: TableFormat, text: &str, rows: usize) -> Vec<Vec<String>> {
    let mark = match form {
        TableFormat::Sacct => b'|',
        _ => delimited::delimiter(text.lines().next().unwrap_or_default()).unwrap_or(b','),
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

/// Whether cells are names of Slurm's fields, not values: most of them, or several that a job
/// cannot have all as values, as where every field was asked for.
pub(super) fn is_header(cells: &[impl AsRef<str>]) -> bool {
    const SEVERAL: usize = 6;
    let known = cells.iter();
    let known = known.filter(|cell| known_tables::slurm_column(cell.as_ref()).is_some());
    let known = known.count();
    known * 2 > cells.len() || known >= SEVERAL
}

/// Passes a row on that has as many cells as there are columns, or counts it as cut off if the file
/// ends within it.
///
/// # Errors
/// It has another number of cells, or `take` fails.
fn give(
    layout: &Layout,
    row: &Row<'_>,
    is_whole: bool,
    take: &mut RowConsumer<'_>,
) -> Result<(), Problem> {
    let (found, wanted) = (row.cells.len(), layout.columns.names.len());
    if found == wanted {
        return take(TableItem::Row(layout, row, Changes::default()));
    }
    if found < wanted && !is_whole {
        return take(TableItem::Dropped(Dropped::CutOff, row.line));
    }
    Err(odd_fields(layout, row))
}

/// Problem of a row that has another number of cells than there are columns.
fn odd_fields(layout: &Layout, row: &Row<'_>) -> Problem {
    let (found, wanted) = (row.cells.len(), layout.columns.names.len());
    let why = if found > wanted {
        "a field holds the mark between fields (leave out `JobName`, or quote it), or not all are named"
    } else {
        "the line was cut off, or fields are named that are not there"
    };
    let sentence = format!("{found} fields, where {wanted} are named: {why}");
    Problem::input(sentence).at(row.line, row.odd_column(wanted))
}
