//! Rows of a table in CSV with a header that must have certain columns.

use std::borrow::Cow;
use std::path::Path;

use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::text::columns::{Cells, Columns, Numbered, ranked};
use crate::load::slurm::text::rows::{Row, malformed};

/// Reads the table at `path`, which is `what`, each row by `row`.
///
/// # Errors
/// It cannot be read, a column is missing, there is no row, or `row` refuses one.
pub(super) fn read<M: Numbered, T>(
    path: &Path,
    what: &str,
    known: &[(&str, M)],
    row: impl Fn(Cells<'_, M>) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    let text = text_file::read(path, &format!("{what} is a table of text"))?;
    parse(&text, what, known, row).map_err(|problem| problem.in_file(path))
}

/// Parses the table in `text`.
///
/// # Errors
/// Those of [`read`].
pub(super) fn parse<M: Numbered, T>(
    text: &str,
    what: &str,
    known: &[(&str, M)],
    row: impl Fn(Cells<'_, M>) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let header = records.next().transpose().map_err(|one| malformed(&one))?;
    let names = header.iter().flatten().map(|name| name.trim().to_owned());
    let columns = Columns::of(names.collect(), |name| ranked(known, name));
    if let Some((missing, _)) = known.iter().find(|(_, meaning)| !columns.has(*meaning)) {
        let needed: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        return Err(Problem::input(format!(
            "{what} has the columns {}; there is no `{missing}`",
            needed.join(", ")
        ))
        .at(1, 1));
    }
    let mut found = Vec::new();
    for record in records {
        let record = record.map_err(|error| malformed(&error))?;
        let line = record.position().map_or(1, |at| at.line() as usize);
        let mut column = 1;
        let cells = record.iter().map(|cell| {
            let from = column;
            column += cell.len() + 1;
            (from, Cow::Borrowed(cell))
        });
        let row_of_cells = Row {
            line,
            cells: cells.collect(),
            values: Vec::new(),
        };
        found.push(row(Cells {
            columns: &columns,
            row: &row_of_cells,
        })?);
    }
    if found.is_empty() {
        return Err(Problem::input(format!("{what} has no rows; one at least is needed")).at(1, 1));
    }
    Ok(found)
}

/// The whole number in a cell.
///
/// # Errors
/// There is none, or it is not in `allowed`.
pub(super) fn whole<M: Numbered>(
    cells: Cells<'_, M>,
    meaning: M,
    allowed: std::ops::RangeInclusive<u32>,
) -> Result<u32, Problem> {
    let text = cells.text(meaning).unwrap_or_default();
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        let (least, most) = allowed.into_inner();
        cells.wrong(
            meaning,
            text,
            &format!("a whole number from {least} to {most}"),
        )
    })
}
