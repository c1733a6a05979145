//! Output of `sacct -P`: a line per job, with fields between bars.

use std::borrow::Cow;

use super::{Found, Row, Take, is_header, uneven};
use crate::base::problem::Problem;
use crate::load::account::known;
use crate::load::account::layout::Layout;
use crate::scenario::TableWorkload;

pub(super) fn each(text: &str, asked: &TableWorkload, take: &mut Take<'_>) -> Result<(), Problem> {
    let first = text.lines().next().unwrap_or_default();
    let cells: Vec<&str> = first.split('|').collect();
    let has_header = is_header(&cells) || asked.columns.is_some() && asked.fields.is_empty();
    let header: Vec<String> = match (has_header, &asked.fields[..]) {
        (true, _) => cells.iter().map(|cell| cell.trim().to_owned()).collect(),
        (false, []) => {
            return Err(Problem::input(format!(
                "the first line is no header of `sacct -P`, but has {} fields: say what they are, `--fields jobid,user,submit,…` (or `--fields xdmod`), `fields: [\"jobid\", …]` in a scenario",
                cells.len()
            ))
            .at(1, 1));
        }
        (false, fields) => known::fields(fields),
    };
    let layout = match asked.columns {
        Some(_) => Layout::table(header, asked)?,
        None => Layout::slurm(header)?,
    };
    let mut row = Row::default();
    let mut lines = text.split_inclusive('\n').enumerate();
    if has_header {
        lines.next();
    }
    for (number, line) in lines {
        let is_whole = line.ends_with('\n');
        let line = line.trim_end_matches(['\n', '\r']);
        if line.is_empty() {
            continue;
        }
        row.line = number + 1;
        row.cells.clear();
        let mut column = 1;
        for cell in line.split('|') {
            row.cells.push((column, Cow::Borrowed(cell)));
            column += cell.len() + 1;
        }
        // `sacct -p` ends lines with a bar.
        if row.cells.len() == layout.header.len() + 1
            && row.cells.last().is_some_and(|(_, cell)| cell.is_empty())
        {
            row.cells.pop();
        }
        match row.cells.len() == layout.header.len() {
            true => take(Found::Row(&layout, &row))?,
            false if !is_whole && row.cells.len() < layout.header.len() => take(Found::CutOff)?,
            false => return Err(uneven(&row, &layout.header)),
        }
    }
    Ok(())
}
