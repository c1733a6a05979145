//! Lines of `jobcomp/filetxt`, with each value behind its name.

use std::borrow::Cow;

use super::{Row, RowConsumer, TableItem};
use crate::base::problem::Problem;
use crate::load::account::known_tables;
use crate::load::account::layout::Layout;
use crate::load::account::{Changes, Dropped};
use crate::load::slurm::text::rows::{self, pairs};

/// Further names before `=` in lines of jobcomp/filetxt.
const OTHERS: [&str; 3] = ["ReservationName", "WcKey", "DerivedExitCode"];

/// Passes the rows of `jobcomp/filetxt` to `take`.
pub(super) fn each(text: &str, take: &mut RowConsumer<'_>) -> Result<(), Problem> {
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
                    take(TableItem::Dropped(Dropped::CutOff, line.number))?;
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
            take(TableItem::Dropped(Dropped::CutOff, line.number))?;
            continue;
        }
        let cells = pairs(line.text, is_name);
        row.cells
            .extend(cells.map(|pair| (pair.column, Cow::Borrowed(pair.value))));
        take(TableItem::Row(&layout, &row, Changes::default()))?;
    }
    Ok(())
}
