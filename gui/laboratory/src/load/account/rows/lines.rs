//! Lines of Slurm: of `sacct -P` between bars, of `jobcomp/filetxt` with each value behind its name.

use std::borrow::Cow;

use super::{Row, RowConsumer, TableItem, give, is_header};
use crate::base::problem::Problem;
use crate::load::account::known_tables;
use crate::load::account::layout::Layout;
use crate::load::slurm::text::rows::{self, Cut, pairs};
use crate::scenario::TableWorkload;

/// Passes the rows of `sacct -P` to `take`.
pub(super) fn bars(
    text: &str,
    options: &TableWorkload,
    take: &mut RowConsumer<'_>,
) -> Result<(), Problem> {
    let first = text.lines().next().unwrap_or_default();
    let cells: Vec<&str> = first.split('|').collect();
    let has_header = is_header(&cells) || options.columns.is_some() && options.fields.is_empty();
    let header: Vec<String> = match (has_header, &options.fields[..]) {
        (true, _) => cells.iter().map(|cell| cell.trim().to_owned()).collect(),
        (false, []) => {
            return Err(Problem::input(format!(
                "the first line is no header of `sacct -P`, but has {} fields: say what they are, `--fields jobid,user,submit,…` (or `--fields xdmod`), `fields: [\"jobid\", …]` in a scenario",
                cells.len()
            ))
            .at(1, 1));
        }
        (false, fields) => known_tables::fields(fields),
    };
    let layout = match options.columns {
        Some(_) => Layout::table(header, options)?,
        None => Layout::slurm(header)?,
    };
    let mut row = Row::default();
    for line in rows::lines(text).skip(usize::from(has_header)) {
        Cut::Bars.cut(line, &mut row);
        // `sacct -p` ends lines with a bar.
        if row.cells.len() == layout.columns.names.len() + 1
            && row.cells.last().is_some_and(|(_, cell)| cell.is_empty())
        {
            row.cells.pop();
        }
        give(&layout, &row, line.is_whole, take)?;
    }
    Ok(())
}

/// Further names before `=` in lines of jobcomp/filetxt.
const OTHERS: [&str; 3] = ["ReservationName", "WcKey", "DerivedExitCode"];

/// Passes the rows of `jobcomp/filetxt` to `take`.
pub(super) fn completed(text: &str, take: &mut RowConsumer<'_>) -> Result<(), Problem> {
    let is_name = |name: &str| known_tables::slurm_column(name).is_some() || OTHERS.contains(&name);
    let names = |line| -> Vec<String> {
        pairs(line, is_name)
            .map(|pair| pair.name.to_owned())
            .collect()
    };
    let mut layout = Layout::slurm(names(text.lines().next().unwrap_or_default()))?;
    let mut row = Row::default();
    for line in rows::lines(text) {
        let with_line = |problem: Problem| problem.at(line.number, 1);
        if !line.text.starts_with("JobId=") {
            let sentence = "not a line of jobcomp/filetxt, which begins with `JobId=`";
            return Err(with_line(Problem::input(sentence)));
        }
        row.line = line.number;
        row.cells.clear();
        // Tasks of arrays have fields that other jobs lack.
        let is_other = pairs(line.text, is_name)
            .map(|pair| pair.name)
            .ne(&layout.columns.names);
        if is_other {
            layout = match Layout::slurm(names(line.text)) {
                Ok(layout) => layout,
                Err(_) if !line.is_whole => {
                    take(TableItem::CutOff)?;
                    continue;
                }
                Err(problem) => return Err(with_line(problem)),
            };
        }
        if !line.is_whole
            && layout
                .columns
                .names
                .last()
                .is_none_or(|name| name != "ExitCode")
        {
            take(TableItem::CutOff)?;
            continue;
        }
        let cells = pairs(line.text, is_name);
        row.cells
            .extend(cells.map(|pair| (pair.column, Cow::Borrowed(pair.value))));
        take(TableItem::Row(&layout, &row))?;
    }
    Ok(())
}
