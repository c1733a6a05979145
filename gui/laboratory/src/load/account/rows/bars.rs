//! Lines of `sacct -P`, with fields between bars.

use std::borrow::Cow;

use super::{Row, RowConsumer, TableItem, give, is_header, odd_fields};
use crate::base::problem::Problem;
use crate::load::account::known_tables;
use crate::load::account::layout::Layout;
use crate::load::account::{Change, Changes, Dropped};
use crate::load::slurm::text::rows::{self, Cut};
use crate::scenario::TableWorkload;

/// Fields in which anybody may write bars, in lower case.
const FREE_TEXT: [&str; 7] = [
    "jobname",
    "name",
    "comment",
    "admincomment",
    "systemcomment",
    "submitline",
    "workdir",
];

/// Passes the rows of `sacct -P` to `take`; the lines with the numbers `latin` were not UTF-8.
pub(super) fn each(
    text: &str,
    latin: &[usize],
    options: &TableWorkload,
    take: &mut RowConsumer<'_>,
) -> Result<(), Problem> {
    let (layout, has_header) = layout(text, options)?;
    let names = &layout.columns.names;
    let free = free_text(names);
    let (mut row, mut read, mut odd) = (Row::default(), 0_usize, 0_usize);
    let mut first_odd = None;
    for line in rows::lines(text).skip(usize::from(has_header)) {
        Cut::Bars.cut(line, &mut row);
        // `sacct -p` ends lines with a bar.
        if row.cells.len() == names.len() + 1
            && row.cells.last().is_some_and(|(_, cell)| cell.is_empty())
        {
            row.cells.pop();
        }
        if has_header && row.cells.iter().map(|(_, cell)| cell).eq(names) {
            take(TableItem::Dropped(Dropped::Header, line.number))?;
            continue;
        }
        let mut changes = Changes::default();
        if latin.binary_search(&line.number).is_ok() {
            changes.add(Change::OldLetters);
        }
        if row.cells.len() > names.len()
            && let Some(free) = &free
        {
            join(&mut row, free, names.len());
            changes.add(Change::MarkInName);
        }
        let is_whole = line.is_whole || row.cells.len() > names.len();
        if row.cells.len() == names.len() {
            read += 1;
            take(TableItem::Row(&layout, &row, changes))?;
        } else if is_whole && options.columns.is_none() {
            odd += 1;
            first_odd.get_or_insert_with(|| odd_fields(&layout, &row));
            take(TableItem::Dropped(Dropped::OtherFields, line.number))?;
        } else {
            give(&layout, &row, is_whole, take)?;
        }
    }
    // Where most lines do not fit, the fields are others than named.
    first_odd.filter(|_| odd > read).map_or(Ok(()), Err)
}

/// Layout of a table, and whether it has a header.
fn layout(text: &str, options: &TableWorkload) -> Result<(Layout, bool), Problem> {
    let first = text.lines().next().unwrap_or_default();
    let cells: Vec<&str> = first.split('|').collect();
    let has_header = is_header(&cells) || options.columns.is_some() && options.fields.is_empty();
    let mut header: Vec<String> = match (has_header, &options.fields[..]) {
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
    // `sacct -p` ends the header with a bar, too.
    if has_header && header.last().is_some_and(String::is_empty) {
        header.pop();
    }
    let layout = match options.columns {
        Some(_) => Layout::table(header, options)?,
        None => Layout::slurm(header)?,
    };
    Ok((layout, has_header))
}

/// Indices of the columns that may hold bars, if there are any and they are neighbours: only then
/// is known from both ends of a line which cells are theirs.
fn free_text(names: &[String]) -> Option<std::ops::RangeInclusive<usize>> {
    let is_free = |name: &String| {
        let name = name.split('%').next().unwrap_or_default().trim();
        FREE_TEXT.iter().any(|free| free.eq_ignore_ascii_case(name))
    };
    let first = names.iter().position(is_free)?;
    let last = names.iter().rposition(is_free)?;
    names[first..=last]
        .iter()
        .all(is_free)
        .then_some(first..=last)
}

/// Joins the cells of too long a row that are neither of the columns before `free`, from the
/// beginning of the line, nor of those behind it, from its end.
fn join(row: &mut Row<'_>, free: &std::ops::RangeInclusive<usize>, wanted: usize) {
    let behind = wanted - 1 - free.end();
    let end = row.cells.len() - behind;
    let column = row.cells[*free.start()].0;
    // Which of several free columns has what is not known, and nothing reads them.
    let empty = free.clone().map(|_| (column, Cow::Borrowed("")));
    row.cells.splice(*free.start()..end, empty);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users of the rows of a table, and the reasons for which lines are dropped, with their
    /// numbers.
    type Read = (Vec<String>, Vec<(Dropped, usize)>);

    fn read(text: &str, latin: &[usize]) -> Result<Read, Problem> {
        let (mut users, mut dropped) = (Vec::new(), Vec::new());
        let options = TableWorkload::default();
        each(text, latin, &options, &mut |item| {
            match item {
                TableItem::Row(layout, row, changes) => {
                    let user = layout.columns.names.iter().position(|name| name == "User");
                    let mark = if changes.has(Change::MarkInName) {
                        "!"
                    } else {
                        ""
                    };
                    users.push(format!("{}{mark}", row.cells[user.unwrap()].1));
                }
                TableItem::Dropped(why, line) => dropped.push((why, line)),
            }
            Ok(())
        })?;
        Ok((users, dropped))
    }

    const HEADER: &str = "JobID|Submit|Start|End|JobName|User|NCPUS\n";

    #[test]
    fn lines_that_are_no_rows_are_counted_with_their_number() {
        let text = format!("{HEADER}1|0|0|9|a|ann|1\n2|0|0|9|b\n{HEADER}3|0|0|9|c|cy|1\n4|0|0");
        let (users, dropped) = read(&text, &[]).unwrap();
        assert_eq!(users, ["ann", "cy"]);
        let expected = [
            (Dropped::OtherFields, 3),
            (Dropped::Header, 4),
            (Dropped::CutOff, 6),
        ];
        assert_eq!(dropped, expected);
    }

    #[test]
    fn bars_in_names_are_found_from_both_ends() {
        let text = format!("{HEADER}1|0|0|9|a|b|c|ann|1\n2|0|0|9|d|bob|1\n");
        assert_eq!(read(&text, &[]).unwrap().0, ["ann!", "bob"]);
        // Without a name no field may hold one.
        let header = "JobID|Submit|Start|End|User|NCPUS\n";
        let text = format!("{header}1|0|0|9|ann|1\n2|0|0|9|bob|x|1\n");
        let (users, dropped) = read(&text, &[]).unwrap();
        assert_eq!((users.len(), dropped), (1, vec![(Dropped::OtherFields, 3)]));
    }

    #[test]
    fn columns_between_two_free_ones_are_not_emptied() {
        let header = "JobID|Comment|Submit|Start|End|User|NCPUS|JobName\n";
        let text = format!("{header}1|x|0|0|9|ann|1|a\n2|x|0|0|9|bob|1|b|c\n");
        let (users, dropped) = read(&text, &[]).unwrap();
        assert_eq!(users, ["ann"]);
        assert_eq!(dropped, [(Dropped::OtherFields, 3)]);
    }

    #[test]
    fn where_most_lines_do_not_fit_the_first_is_refused() {
        let text = format!("{HEADER}1|0|0|9|a|ann|1\n2|0|0\n3|0|0\n");
        let problem = read(&text, &[]).unwrap_err();
        assert_eq!(problem.position.unwrap().line, 3);
        assert!(problem.sentence.starts_with("3 fields, where 7 are named"));
    }

    #[test]
    fn a_header_with_every_field_is_one() {
        let others: Vec<String> = (0..100).map(|number| format!("Other{number}")).collect();
        let header = format!("{}|{}", HEADER.trim_end(), others.join("|"));
        let row = format!("1|0|0|9|a|ann|1{}", "|".repeat(100));
        assert_eq!(read(&format!("{header}\n{row}\n"), &[]).unwrap().0, ["ann"]);
    }
}
