//! Tables of any site with a header: fields between commas, semicolons, tabs, or other marks.

use super::{Row, RowConsumer, TableItem, give, is_header};
use crate::base::problem::Problem;
use crate::load::account::Dropped;
use crate::load::account::known_tables::{KnownTable, fields};
use crate::load::account::layout::Layout;
use crate::load::slurm::text::rows::malformed;
use crate::scenario::TableWorkload;

/// Delimiter of `line`: a tab, a semicolon or a comma, in this order, if it has one; otherwise the
/// mark between names of Slurm's fields, as `sacct --delimiter` sets it.
pub(super) fn delimiter(line: &str) -> Option<u8> {
    let usual = [b'\t', b';', b','];
    let usual = usual
        .into_iter()
        .find(|mark| line.as_bytes().contains(mark));
    usual.or_else(|| {
        // Marks that no time, number or name of a node has.
        b"^~@#%!&=*?".iter().copied().find(|&mark| {
            let cells: Vec<&str> = line.split(char::from(mark)).map(str::trim).collect();
            cells.len() > 2 && is_header(&cells)
        })
    })
}

pub(super) fn each(
    text: &str,
    options: &TableWorkload,
    take: &mut RowConsumer<'_>,
) -> Result<(), Problem> {
    let first = text.lines().next().unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(first).unwrap_or(b','))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let (mut layout, mut heading): (Option<Layout>, Vec<String>) = (None, Vec::new());
    let mut row = Row::default();
    while reader
        .read_record(&mut record)
        .map_err(|error| malformed(&error))?
    {
        if layout.is_none() {
            let header: Vec<String> = record.iter().map(|name| name.trim().to_owned()).collect();
            let named = fields(&options.fields);
            let has_header = named.is_empty() || named == header;
            if has_header {
                heading.clone_from(&header);
            }
            layout = Some(layout_of(if has_header { header } else { named }, options)?);
            if has_header {
                continue;
            }
        }
        let Some(layout) = &layout else {
            continue;
        };
        row.line = record
            .position()
            .map_or(1, |position| position.line() as usize);
        // Several tables in one file.
        if !heading.is_empty() && record.iter().map(str::trim).eq(heading.iter()) {
            take(TableItem::Dropped(Dropped::Header, row.line))?;
            continue;
        }
        let mut column = 1;
        for (index, cell) in record.iter().enumerate() {
            row.emptied(index, column).push_str(cell);
            column += cell.len() + 1;
        }
        row.cells.truncate(record.len());
        let is_last = reader.position().byte() as usize >= text.len();
        give(layout, &row, !is_last || text.ends_with('\n'), take)?;
    }
    Ok(())
}

fn layout_of(header: Vec<String>, options: &TableWorkload) -> Result<Layout, Problem> {
    let is_slurm =
        is_header(&header) && options.columns.is_none() && KnownTable::recognise(&header).is_none();
    if is_slurm {
        Layout::slurm(header)
    } else {
        Layout::table(header, options).map_err(|problem| problem.at(1, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_between_fields_of_slurm_is_found() {
        for (line, mark) in [
            ("JobID^User^Submit^Start^End", Some(b'^')),
            ("JobID#User#Submit#Start#End", Some(b'#')),
            ("JobID User@Submit", None),
            ("a^b^c^d", None),
            // The usual ones come first.
            ("JobID^User,Submit", Some(b',')),
            ("a;b,c\td", Some(b'\t')),
        ] {
            assert_eq!(delimiter(line), mark, "{line}");
        }
    }
}
