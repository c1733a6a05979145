//! Footer of a Parquet file: its columns and where their values lie; checked before any of them is
//! read.

use std::ops::Range;

use super::schema::{Column, Element, columns};
use super::thrift::{FieldAction, Kind, Malformed, Thrift};

/// Compression of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Codec {
    None,
    Snappy,
    Gzip,
    /// An unsupported one, by name.
    Other(&'static str),
}

/// Values of a column in a group of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    pub(super) codec: Codec,
    /// Number of values, including missing ones.
    pub(super) values: u64,
    /// Range of its pages in the file.
    pub(super) bytes: Range<u64>,
}

/// Group of rows, column by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) rows: u64,
    /// One per column.
    pub(super) chunks: Vec<Chunk>,
}

/// Contents of a footer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Footer {
    pub(super) columns: Vec<Column>,
    pub(super) groups: Vec<Group>,
}

impl Footer {
    /// Parses the footer in `bytes`, of a file whose pages end before `end`.
    ///
    /// # Errors
    /// It is malformed or contradicts itself.
    pub(super) fn parse(bytes: &[u8], end: u64) -> Result<Self, Malformed> {
        let mut thrift = Thrift::new(bytes);
        let (mut elements, mut groups, mut rows) = (Vec::new(), Vec::new(), 0);
        thrift.fields(|thrift, field, kind| {
            match field {
                2 => thrift.structures(kind, |thrift| {
                    elements.push(Element::of(thrift)?);
                    Ok(())
                })?,
                3 => rows = thrift.size(kind)?,
                4 => thrift.structures(kind, |thrift| {
                    groups.push(group(thrift, end)?);
                    Ok(())
                })?,
                _ => return Ok(FieldAction::Skip),
            }
            Ok(FieldAction::Done)
        })?;
        let (columns, count) = columns(&elements)?;
        if groups.iter().any(|group| group.chunks.len() != count) {
            return Err("a group of its rows has not as many columns as the file");
        }
        let sum = groups
            .iter()
            .try_fold(0_u64, |sum, group| sum.checked_add(group.rows));
        if sum != Some(rows) {
            return Err("its groups have not as many rows together as the file");
        }
        Ok(Self { columns, groups })
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.groups.iter().map(|group| group.rows).sum()
    }
}

/// Parses a group of rows, of a file whose pages end before `end`.
fn group(thrift: &mut Thrift<'_>, end: u64) -> Result<Group, Malformed> {
    let mut group = Group {
        rows: 0,
        chunks: Vec::new(),
    };
    thrift.fields(|thrift, field, kind| {
        match field {
            1 => thrift.structures(kind, |thrift| {
                let mut found = None;
                thrift.fields(|thrift, field, kind| {
                    match field {
                        1 => return Err("a column of it lies in another file"),
                        3 => found = Some(chunk(thrift, kind, end)?),
                        _ => return Ok(FieldAction::Skip),
                    }
                    Ok(FieldAction::Done)
                })?;
                group.chunks.push(found.ok_or("a column is not described")?);
                Ok(())
            })?,
            3 => group.rows = thrift.size(kind)?,
            _ => return Ok(FieldAction::Skip),
        }
        Ok(FieldAction::Done)
    })?;
    Ok(group)
}

/// Parses the chunk of a column, of a file whose pages end before `end`.
fn chunk(thrift: &mut Thrift<'_>, kind: Kind, end: u64) -> Result<Chunk, Malformed> {
    let (mut codec, mut values, mut packed) = (Codec::None, 0, 0);
    let (mut first, mut dictionary) = (None, None);
    thrift.structure(kind, |thrift, field, kind| {
        match field {
            4 => codec = self::codec(thrift.integer(kind)?)?,
            5 => values = thrift.size(kind)?,
            // The unpacked size is added up page by page, but it must be valid.
            6 => _ = thrift.size(kind)?,
            7 => packed = thrift.size(kind)?,
            9 => first = Some(thrift.size(kind)?),
            11 => dictionary = Some(thrift.size(kind)?),
            _ => return Ok(FieldAction::Skip),
        }
        Ok(FieldAction::Done)
    })?;
    let first: u64 = first.ok_or("it is not said where a column begins")?;
    // Some writers give 0 where there is no dictionary.
    let dictionary = dictionary.filter(|&at| at > 0 && at < first);
    let from: u64 = dictionary.unwrap_or(first);
    let to = from.checked_add(packed).filter(|&to| to <= end);
    match to {
        Some(to) if from >= MAGIC => Ok(Chunk {
            codec,
            values,
            bytes: from..to,
        }),
        _ => Err("a column of it lies outside of the file"),
    }
}

/// Bytes at the beginning of a file before its first page.
const MAGIC: u64 = 4;

fn codec(code: i64) -> Result<Codec, Malformed> {
    Ok(match code {
        0 => Codec::None,
        1 => Codec::Snappy,
        2 => Codec::Gzip,
        3 => Codec::Other("LZO"),
        4 => Codec::Other("Brotli"),
        5 | 7 => Codec::Other("LZ4"),
        6 => Codec::Other("Zstandard"),
        _ => return Err("a column is packed in a way that there is not"),
    })
}
