//! Pages of a column: located and measured before they are unpacked, then unpacked one by one to
//! exactly the size they declare.

use std::io::{Read as _, Seek, SeekFrom};
use std::ops::Range;

use flate2::bufread::MultiGzDecoder;

use super::footer::{Chunk, Codec};
use super::schema::{Column, Physical};
use super::thrift::{ENDS, FieldAction, Malformed, Thrift};
use crate::base::system::files::File;

/// Content of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageContent {
    /// Values of rows, behind levels that mark missing ones.
    Values,
    /// Values of rows, behind `lists` bytes of list levels and `missing` bytes that mark missing
    /// ones, neither of which is packed.
    Separate {
        lists: usize,
        missing: usize,
        is_packed: bool,
    },
    /// Values that others refer to by index.
    Dictionary,
}

/// Page of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Page {
    pub(super) content: PageContent,
    /// Number of values, including missing ones.
    pub(super) values: usize,
    pub(super) encoding: i64,
    /// Encoding of the levels that mark missing values.
    pub(super) level_encoding: i64,
    /// Unpacked size in bytes.
    unpacked: usize,
    /// Range in the file.
    bytes: Range<u64>,
}

/// Size of the largest page header, in bytes.
const LONGEST_HEADER: u64 = 1 << 20;

/// Bytes first read to parse one.
const FIRST_READ: u64 = 1 << 10;

/// Lists the pages of `chunk`; none is unpacked.
///
/// # Errors
/// They cannot be read or are malformed.
pub(super) fn pages(file: &File, column: &Column, chunk: &Chunk) -> Result<Vec<Page>, Malformed> {
    let mut pages: Vec<Page> = Vec::new();
    let (mut at, end) = (chunk.bytes.start, chunk.bytes.end);
    let mut values = 0_u64;
    while at < end {
        let (page, behind) = read_header(file, at..end)?;
        if let Some(page) = page {
            match page.content {
                PageContent::Dictionary if !pages.is_empty() => {
                    return Err("a dictionary does not stand before the values that name it");
                }
                PageContent::Dictionary => check_dictionary(column, &page)?,
                _ => values += page.values as u64,
            }
            pages.push(page);
        }
        at = behind;
    }
    if values != chunk.values {
        return Err("the pages of a column have not as many values as the column");
    }
    Ok(pages)
}

/// Checks that a dictionary is large enough for its values, each of which takes some bytes.
fn check_dictionary(column: &Column, page: &Page) -> Result<(), Malformed> {
    let most = match column.physical {
        Physical::Boolean => page.unpacked.saturating_mul(8),
        Physical::Bytes => page.unpacked / 4,
        fixed => match fixed.width() {
            None | Some(0) => page.unpacked,
            Some(width) => page.unpacked / width,
        },
    };
    if page.values > most {
        return Err("a dictionary has more values than bytes for them");
    }
    Ok(())
}

/// Parses the page at the beginning of `bytes`, if it has values, and returns where the next one
/// begins.
fn read_header(file: &File, bytes: Range<u64>) -> Result<(Option<Page>, u64), Malformed> {
    let left = bytes.end - bytes.start;
    let mut length = FIRST_READ.min(left);
    loop {
        let head = read(file, bytes.start..bytes.start + length)?;
        let mut thrift = Thrift::new(&head);
        match PageHeader::of(&mut thrift) {
            Err(ENDS) if length < LONGEST_HEADER.min(left) => {
                length = (8 * length).min(LONGEST_HEADER).min(left)
            }
            Err(wrong) => return Err(wrong),
            Ok(found) => {
                let from = bytes.start + thrift.bytes_read() as u64;
                let to = from + u64::from(found.packed);
                if to > bytes.end {
                    return Err("a page of it goes beyond its column");
                }
                return Ok((found.page(from..to)?, to));
            }
        }
    }
}

/// Page header.
#[derive(Default)]
struct PageHeader {
    kind: i64,
    unpacked: u32,
    packed: u32,
    values: u32,
    encoding: i64,
    missing: i64,
    lists_bytes: u32,
    missing_bytes: u32,
    is_plain: bool,
}

impl PageHeader {
    fn of(thrift: &mut Thrift<'_>) -> Result<Self, Malformed> {
        let size = |count: u64| {
            let size = i32::try_from(count).map_err(|_| "a page of it is larger than pages are")?;
            Ok::<u32, Malformed>(size.unsigned_abs())
        };
        let mut all = Self {
            kind: -1,
            // Pages of version 2 lack this field: their levels are always runs.
            missing: 3,
            ..Self::default()
        };
        thrift.fields(|thrift, field, kind| {
            match field {
                1 => all.kind = thrift.integer(kind)?,
                2 => all.unpacked = size(thrift.size(kind)?)?,
                3 => all.packed = size(thrift.size(kind)?)?,
                // Headers of data pages, of dictionaries, and of data pages in version 2.
                5 | 7 | 8 => {
                    let of = field;
                    thrift.structure(kind, |thrift, field, kind| {
                        match (of, field) {
                            (_, 1) => all.values = size(thrift.size(kind)?)?,
                            (5 | 7, 2) | (8, 4) => all.encoding = thrift.integer(kind)?,
                            (5, 3) => all.missing = thrift.integer(kind)?,
                            (8, 5) => all.missing_bytes = size(thrift.size(kind)?)?,
                            (8, 6) => all.lists_bytes = size(thrift.size(kind)?)?,
                            (8, 7) => all.is_plain = kind == super::thrift::Kind::False,
                            _ => return Ok(FieldAction::Skip),
                        }
                        Ok(FieldAction::Done)
                    })?;
                }
                _ => return Ok(FieldAction::Skip),
            }
            Ok(FieldAction::Done)
        })?;
        Ok(all)
    }

    /// Returns the page, which lies at `bytes`; `None` if it has no values.
    fn page(&self, bytes: Range<u64>) -> Result<Option<Page>, Malformed> {
        let [lists, missing, unpacked] =
            [self.lists_bytes, self.missing_bytes, self.unpacked].map(|size| size as usize);
        let holds = match self.kind {
            0 => PageContent::Values,
            2 => PageContent::Dictionary,
            3 => PageContent::Separate {
                lists,
                missing,
                is_packed: !self.is_plain,
            },
            1 => return Ok(None),
            _ => return Err("it has a page of a kind that there is not"),
        };
        let before = lists + missing;
        if before > unpacked || before as u64 > bytes.end - bytes.start {
            return Err("a page of it has less than what stands before its values");
        }
        Ok(Some(Page {
            content: holds,
            values: self.values as usize,
            encoding: self.encoding,
            level_encoding: self.missing,
            unpacked,
            bytes,
        }))
    }
}

impl Page {
    /// Unpacked size in bytes.
    pub(super) fn unpacked(&self) -> u64 {
        self.unpacked as u64
    }

    /// Unpacks its bytes.
    ///
    /// # Errors
    /// They cannot be read, or are not as many as declared.
    pub(super) fn unpack(&self, file: &File, codec: Codec) -> Result<Vec<u8>, Malformed> {
        let mut bytes = read(file, self.bytes.clone())?;
        let (before, is_packed) = match self.content {
            PageContent::Separate {
                lists,
                missing,
                is_packed,
            } => (lists + missing, is_packed),
            _ => (0, true),
        };
        let codec = if is_packed { codec } else { Codec::None };
        if codec == Codec::None {
            return of_size(bytes, self.unpacked);
        }
        let wanted = self.unpacked - before;
        let values = match (codec, wanted) {
            // Where all values are missing, some writers write nothing.
            (_, 0) => Vec::new(),
            (Codec::Gzip, _) => gunzipped(&bytes[before..], wanted)?,
            _ => snappy(&bytes[before..], wanted)?,
        };
        bytes.truncate(before);
        bytes.extend(values);
        Ok(bytes)
    }
}

const OTHER_SIZE: Malformed = "a page of it comes to another size than it says";

fn gunzipped(packed: &[u8], wanted: usize) -> Result<Vec<u8>, Malformed> {
    let mut unpacked = Vec::new();
    let mut bounded = MultiGzDecoder::new(packed).take(wanted as u64 + 1);
    let read = bounded.read_to_end(&mut unpacked);
    read.map_err(|_| "a page of it is damaged")?;
    of_size(unpacked, wanted)
}

fn of_size(bytes: Vec<u8>, wanted: usize) -> Result<Vec<u8>, Malformed> {
    if bytes.len() != wanted {
        return Err(OTHER_SIZE);
    }
    Ok(bytes)
}

fn snappy(packed: &[u8], wanted: usize) -> Result<Vec<u8>, Malformed> {
    if snap::raw::decompress_len(packed) != Ok(wanted) {
        return Err(OTHER_SIZE);
    }
    // A copy yields at most 64 bytes and takes more than one byte to encode.
    if wanted / 64 > packed.len() {
        return Err(OTHER_SIZE);
    }
    let unpacked = snap::raw::Decoder::new().decompress_vec(packed);
    unpacked.map_err(|_| "a page of it is damaged")
}

/// Reads bytes of a file.
pub(super) fn read(mut file: &File, bytes: Range<u64>) -> Result<Vec<u8>, Malformed> {
    let mut found = Vec::new();
    let length = bytes.end.saturating_sub(bytes.start);
    let done = file
        .seek(SeekFrom::Start(bytes.start))
        .and_then(|_| file.take(length).read_to_end(&mut found));
    match done {
        Ok(_) if found.len() as u64 == length => Ok(found),
        Ok(_) => Err(ENDS),
        Err(_) => Err("it cannot be read"),
    }
}
