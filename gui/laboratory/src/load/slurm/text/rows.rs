//! Rows of tables as commands print them: between marks, in columns, or each value behind its name.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::trimmed;
use super::value::CellValue;
use crate::base::problem::Problem;

/// Line that is not empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Number, from 1.
    pub(crate) number: usize,
    /// Text without its end.
    pub(crate) text: &'t str,
    /// Whether it has an end: without one, the file may be cut off within it.
    pub(crate) is_whole: bool,
}

/// Lines of `text` that are not empty.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut left = text;
    let lines = std::iter::from_fn(move || {
        let end = memchr(b'\n', left.as_bytes()).map_or(left.len(), |end| end + 1);
        let line;
        (line, left) = left.split_at(end);
        (!line.is_empty()).then_some(line)
    });
    let lines = lines.zip(1..).map(|(line, number)| Line {
        number,
        text: line.trim_end_matches(['\n', '\r']),
        is_whole: line.ends_with('\n'),
    });
    lines.filter(|line| !trimmed(line.text).is_empty())
}

/// Row of a table.
#[derive(Debug, Default)]
pub(crate) struct Row<'t> {
    /// Line, or number of the row, from 1.
    pub(crate) line: usize,
    /// Cells, each with the column of the line in which it begins, from 1.
    pub(crate) cells: Vec<(usize, Cow<'t, str>)>,
    /// Values of the cells; none where all are texts.
    pub(crate) values: Vec<CellValue>,
}

/// Problem of a table in CSV that is not one.
pub(crate) fn malformed(error: &csv::Error) -> Problem {
    let line = error
        .position()
        .map_or(1, |position| position.line() as usize);
    Problem::input(format!("not a table: {error}")).at(line, 1)
}

impl Row<'_> {
    /// Column in which the number of cells stops being `wanted`: that of the first one too many, or
    /// of the last one.
    pub(crate) fn odd_column(&self, wanted: usize) -> usize {
        let odd = self.cells.get(wanted).or(self.cells.last());
        odd.map_or(1, |(column, _)| *column)
    }

    /// Text of the cell with this index, empty now, which begins in `column`; the cells before it
    /// are there. Its room is that of the row before.
    pub(crate) fn emptied(&mut self, index: usize, column: usize) -> &mut String {
        if index == self.cells.len() {
            self.cells.push((column, Cow::Borrowed("")));
        }
        let cell = &mut self.cells[index];
        cell.0 = column;
        let text = cell.1.to_mut();
        text.clear();
        text
    }
}

/// Rule by which lines are cut into cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// Between bars.
    Bars,
    /// At the ends of the header's names, in letters, with which cells are flush; the last cell
    /// extends to the end of the line.
    Ends(Vec<usize>),
    /// Between blanks.
    Blanks {
        /// Number of names in the header.
        names: usize,
        /// Number of letters before the last one.
        before_last: usize,
    },
}

impl Cut {
    /// Rule for the lines below `header`, and its names.
    pub(crate) fn of(header: &str) -> (Self, Vec<String>) {
        if header.contains('|') {
            let names = header.split('|').map(|name| name.trim().to_owned());
            return (Self::Bars, names.collect());
        }
        let names: Vec<String> = header.split_whitespace().map(str::to_owned).collect();
        let ends = ends(header);
        if header.starts_with(' ') {
            return (Self::Ends(ends), names);
        }
        let last = names.last().map_or(0, |name| name.chars().count());
        let cut = Self::Blanks {
            names: names.len(),
            before_last: ends.last().map_or(0, |end| end - last),
        };
        (cut, names)
    }

    /// Cuts `line` into the cells of `row`.
    pub(crate) fn cut<'t>(&self, line: Line<'t>, row: &mut Row<'t>) {
        row.line = line.number;
        row.cells.clear();
        let text = line.text;
        let column = |cell: &str| cell.as_ptr() as usize - text.as_ptr() as usize + 1;
        let words = text.split_whitespace();
        match self {
            Self::Bars => {
                let mut from = 0;
                for end in memchr_iter(b'|', text.as_bytes()).chain([text.len()]) {
                    row.cells.push((from + 1, trimmed(&text[from..end]).into()));
                    from = end + 1;
                }
            }
            Self::Ends(ends) if is_flush(text, ends) || words.clone().count() != ends.len() => {
                let cells = flush_cells(text, ends);
                row.cells
                    .extend(cells.map(|cell| (column(cell), cell.trim().into())));
            }
            Self::Ends(_) => row
                .cells
                .extend(words.map(|cell| (column(cell), cell.into()))),
            Self::Blanks { names, before_last } => {
                row.cells
                    .extend(words.map(|cell| (column(cell), cell.into())));
                // Nothing stands below the last name, and the line is not cut off.
                let is_short = text.trim_end().chars().count() <= *before_last;
                if row.cells.len() + 1 == *names && is_short && line.is_whole {
                    row.cells.push((text.len() + 1, "".into()));
                }
            }
        }
    }
}

/// Numbers of letters up to the end of each word.
fn ends(line: &str) -> Vec<usize> {
    let letters: Vec<char> = line.trim_end().chars().collect();
    let is_end = |index: &usize| {
        let next = letters.get(index + 1);
        letters[*index] != ' ' && next.is_none_or(|next| *next == ' ')
    };
    let all = (0..letters.len()).filter(is_end);
    all.map(|index| index + 1).collect()
}

/// Whether a cell ends at each of `ends` but the last one.
fn is_flush(line: &str, ends: &[usize]) -> bool {
    let letters: Vec<char> = line.chars().collect();
    let is_blank = |index: usize| letters.get(index).is_none_or(|letter| *letter == ' ');
    let inner = &ends[..ends.len().saturating_sub(1)];
    inner.iter().all(|&end| !is_blank(end - 1) && is_blank(end))
}

/// Cells that are flush with `ends`, each with the blanks before it.
fn flush_cells<'t>(line: &'t str, ends: &[usize]) -> impl Iterator<Item = &'t str> {
    let letters: Vec<(usize, char)> = line.char_indices().collect();
    let offset = move |letter: usize| letters.get(letter).copied();
    let (mut from, mut shift) = (0, 0);
    ends.iter().enumerate().map(move |(index, end)| {
        // A cell that is longer than its column moves those behind it.
        while offset(end + shift).is_some_and(|(_, next)| next != ' ') {
            shift += 1;
        }
        let until = offset(end + shift).map_or(line.len(), |(offset, _)| offset);
        let until = if index + 1 == ends.len() {
            line.len()
        } else {
            until
        };
        let cell = &line[from..until];
        from = until;
        cell
    })
}

/// Value behind its name.
pub(crate) struct Pair<'t> {
    /// Name.
    pub(crate) name: &'t str,
    /// Value.
    pub(crate) value: &'t str,
    /// Column in which the value begins, from 1.
    pub(crate) column: usize,
}

/// Pairs `Name=value` of a line. Values may hold blanks: a name follows one, and is known.
pub(crate) fn pairs(line: &str, is_name: impl Fn(&str) -> bool) -> impl Iterator<Item = Pair<'_>> {
    let mut begins: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        if let Some(equals) = word.find('=')
            && is_name(&word[..equals])
        {
            begins.push((at, at + equals));
        }
        at += word.len();
    }
    (0..begins.len()).map(move |index| {
        let (name, equals) = begins[index];
        let end = begins.get(index + 1).map_or(line.len(), |next| next.0);
        Pair {
            name: &line[name..equals],
            value: line[equals + 1..end].trim_end(),
            column: equals + 2,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the header in the first line, and the cells of the others with their columns.
    fn read(text: &str) -> (Vec<String>, Vec<Vec<(usize, String)>>) {
        let mut lines = lines(text);
        let (cut, names) = Cut::of(lines.next().unwrap().text);
        let rows = lines.map(|line| {
            let mut row = Row::default();
            cut.cut(line, &mut row);
            let cells = row.cells.into_iter();
            cells.map(|(at, cell)| (at, cell.into_owned())).collect()
        });
        (names, rows.collect())
    }

    fn texts(text: &str) -> Vec<Vec<String>> {
        let rows = read(text).1.into_iter();
        rows.map(|row| row.into_iter().map(|(_, cell)| cell).collect())
            .collect()
    }

    #[test]
    fn cells_between_bars_with_their_columns() {
        let (names, rows) = read("JOBID | USER|STATE\n\n  \n 4|ann|\r\n");
        assert_eq!(names, ["JOBID", "USER", "STATE"]);
        let expected = [(1, "4"), (4, "ann"), (8, "")].map(|(at, cell)| (at, cell.to_owned()));
        assert_eq!(rows, [expected]);
    }

    #[test]
    fn cells_in_columns_may_hold_blanks_or_be_empty_or_longer_than_their_column() {
        let text = "  JOBID     NAME ST REASON\n      4 two word PD (Not now)\n\
                    123456789     wrap  R \n      5           R (None)\n";
        assert_eq!(
            texts(text),
            [
                ["4", "two word", "PD", "(Not now)"],
                ["123456789", "wrap", "R", ""],
                ["5", "", "R", "(None)"],
            ]
        );
    }

    /// sinfo's reader read these, squeue's took them for columns that are flush with their names.
    #[test]
    fn columns_of_which_one_alone_is_flush_right_are_read_at_their_blanks() {
        let text = "  NODELIST PARTITION STATE\n        n1 main* idle\n    n[2-9] day idle\n";
        assert_eq!(
            texts(text),
            [["n1", "main*", "idle"], ["n[2-9]", "day", "idle"]]
        );
    }

    #[test]
    fn what_does_not_reach_the_last_name_has_an_empty_cell_there() {
        let text = "PARTITION NODES STATE NODELIST\nmain      2      idle n[1-2]\n\
                    empty     0       n/a \nshort\nempty     0       n/a";
        assert_eq!(
            texts(text),
            [
                &["main", "2", "idle", "n[1-2]"][..],
                &["empty", "0", "n/a", ""],
                &["short"],
                // It may be cut off.
                &["empty", "0", "n/a"],
            ]
        );
    }

    #[test]
    fn values_behind_their_names_may_hold_blanks() {
        let is_name = |name: &str| matches!(name, "JobId" | "Name" | "State");
        let pairs = pairs("JobId=7 Name=a b X=c State=DONE", is_name);
        let pairs = pairs.map(|pair| (pair.name, pair.value, pair.column));
        let expected = [
            ("JobId", "7", 7),
            ("Name", "a b X=c", 14),
            ("State", "DONE", 28),
        ];
        assert_eq!(pairs.collect::<Vec<_>>(), expected);
    }
}
