//! Tables in Apache Parquet: plain columns, packed by Snappy, gzip or not at all.
//!
//! They are read here, not by a library: all that a file declares is checked before anything is
//! allocated or unpacked, and its unpacked size counts against the same bound as that of other
//! packed files (`--unpacked`).

mod ahead;
mod footer;
mod open_page;
mod packed;
mod pages;
mod schema;
#[cfg(test)]
mod tests;
mod text;
mod thrift;
mod typed;
mod values;

use std::borrow::Cow;
use std::path::Path;

use super::{Row, RowConsumer, TableItem};
use crate::base::format::counted;
use crate::base::input_file;
use crate::base::memory::free_memory;
use crate::base::problem::Problem;
use crate::base::system::files::File;
use crate::base::text_file;
use crate::load::account::Changes;
use crate::load::account::entry::Entries;
use crate::load::account::layout::Layout;
use crate::load::slurm::text::value::CellValue;
use crate::scenario::{Says, TableWorkload};
use footer::{Codec, Footer};
use pages::Page;
use schema::{Column, Physical};
use text::write_text;
use thrift::Malformed;
use typed::{AcceptedValues, typed};
use values::Values;

pub(super) fn each(
    path: &Path,
    options: &TableWorkload,
    take: &mut RowConsumer<'_>,
) -> Result<(), Problem> {
    let file = input_file::open(path)?;
    let footer = footer(&file).map_err(malformed)?;
    let header = footer.columns.iter().map(|column| column.name.clone());
    let layout = Layout::table(header.collect(), options)?;
    let meaning = |index: usize| {
        let mut all = Says::ALL.iter().copied();
        all.find(|&says| layout.columns.index(says) == Some(index))
    };
    let read = (0..footer.columns.len()).filter_map(|index| Some((index, meaning(index)?)));
    let read: Vec<(usize, Says)> = read.collect();
    let columns = read.iter().map(|&(index, _)| &footer.columns[index]);
    let columns: Vec<&Column> = columns.collect();
    let pages = page_lists(&file, &footer, &columns)?;
    let empty = (0..footer.columns.len()).map(|index| (index + 1, Cow::Borrowed("")));
    let mut row = Row {
        line: 0,
        cells: empty.collect(),
        values: vec![CellValue::Text; footer.columns.len()],
    };
    let mut texts = text_file::unpacked_bound();
    for (number, (group, pages)) in (0..).zip(footer.groups.iter().zip(pages)) {
        let all = columns.iter().zip(pages);
        let mut all: Vec<Values<'_>> = all
            .map(|(column, pages)| {
                Values::new(&file, column, group.chunks[column.leaf_index].codec, pages)
            })
            .collect();
        for _ in 0..group.rows {
            row.line += 1;
            let line = row.line;
            let damaged = |wrong| malformed(wrong).at(line, 1);
            for ((values, column), &(index, says)) in all.iter_mut().zip(&columns).zip(&read) {
                row.values[index] = CellValue::Text;
                let text = row.emptied(index, index + 1);
                let Some(value) = values.next().map_err(damaged)? else {
                    continue;
                };
                if let Some(value) = typed(value, column.meaning, AcceptedValues::of(says)) {
                    row.values[index] = value;
                    continue;
                }
                write_text(value, column, text).map_err(damaged)?;
                // A dictionary can repeat one long text for many rows.
                texts = (texts.checked_sub(text.len() as u64))
                    .ok_or_else(|| too_large("the texts of its rows come to").at(line, 1))?;
                if let Some(index_there) = values.index() {
                    row.values[index] = CellValue::Repeated {
                        dictionary: number,
                        index: index_there,
                    };
                }
            }
            take(TableItem::Row(&layout, &row, Changes::default()))?;
        }
    }
    Ok(())
}

/// First and last bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// Reads the footer, which lies before its length and the last four bytes.
fn footer(file: &File) -> Result<Footer, Malformed> {
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let tail = pages::read(file, total.saturating_sub(8)..total)?;
    let Some((length, MAGIC)) = tail.split_first_chunk::<4>() else {
        return Err("it does not end as one");
    };
    let length = u64::from(u32::from_le_bytes(*length));
    let end = (total - 8).checked_sub(length);
    let begin = end.filter(|&begin| begin >= MAGIC.len() as u64);
    let begin = begin.ok_or("what it says of itself is longer than the file")?;
    Footer::parse(&pages::read(file, begin..total - 8)?, begin)
}

/// Lists the pages of `columns` in each group of rows, if their unpacked size is allowed; nothing
/// is unpacked yet.
fn page_lists(
    file: &File,
    footer: &Footer,
    columns: &[&Column],
) -> Result<Vec<Vec<Vec<Page>>>, Problem> {
    let mut all = Vec::new();
    let mut left = text_file::unpacked_bound();
    for group in &footer.groups {
        let mut own = Vec::new();
        for column in columns {
            let chunk = &group.chunks[column.leaf_index];
            if let Codec::Other(name) = chunk.codec {
                return Err(Problem::input(format!(
                    "the column `{}` is packed in a way that is not read here ({name}); Snappy, gzip and none are",
                    column.name
                )));
            }
            if chunk.values != group.rows {
                return Err(malformed("a column of it has not as many values as rows"));
            }
            let comes_to = chunk
                .values
                .saturating_mul(least_value_size(column.physical));
            left = left
                .checked_sub(comes_to)
                .ok_or_else(|| rows(footer, columns))?;
            let pages = pages::pages(file, column, chunk).map_err(malformed)?;
            for page in &pages {
                left = (left.checked_sub(page.unpacked()))
                    .ok_or_else(|| too_large("its pages come to"))?;
            }
            own.push(pages);
        }
        all.push(own);
    }
    check_memory(footer)?;
    Ok(all)
}

/// Checks that there is memory for the entries of all rows.
fn check_memory(footer: &Footer) -> Result<(), Problem> {
    let rows = footer.rows();
    let needed = rows.saturating_mul(Entries::BYTES_OF_ONE as u64);
    match free_memory().filter(|free| *free < needed) {
        None => Ok(()),
        Some(free) => Err(Problem::input(format!(
            "{rows} rows need about {} MiB of memory, and {} MiB are free",
            needed >> 20,
            free >> 20
        ))),
    }
}

/// Least number of bytes counted per value: in runs, many values take next to none in a file.
fn least_value_size(physical: Physical) -> u64 {
    match physical {
        Physical::Boolean => 1,
        physical => physical.width().unwrap_or(8).max(1) as u64,
    }
}

fn rows(footer: &Footer, columns: &[&Column]) -> Problem {
    let rows = counted(footer.rows() as usize, "row");
    let columns = counted(columns.len(), "column");
    too_large(&format!("{rows} of {columns} come to"))
}

fn too_large(what: &str) -> Problem {
    let most = text_file::unpacked_bound() >> 20;
    Problem::input(format!(
        "{what} more than {most} MiB when they are unpacked: allow more with --unpacked"
    ))
}

fn malformed(wrong: Malformed) -> Problem {
    Problem::input(format!("not a whole Parquet file: {wrong}"))
}
