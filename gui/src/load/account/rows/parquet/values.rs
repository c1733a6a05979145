//! Values of a column, in order.

use std::fs::File;
use std::ops::Range;
use std::vec::IntoIter;

use super::footer::Codec;
use super::packed::{Growing, Runs, bits};
use super::pages::{Holds, Page};
use super::schema::{Column, Physical};
use super::thrift::{ENDS, Wrong};

/// Value of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'v> {
    Truth(bool),
    Whole(i64),
    Float(f32),
    Double(f64),
    Bytes(&'v [u8]),
}

/// Location of a value.
enum Found {
    Truth(bool),
    Whole(i64),
    /// In the page.
    Here(Range<usize>),
    /// In the dictionary.
    There(Range<usize>),
    /// In the text assembled from the previous one.
    Grown,
    /// In the bytes gathered from all over the page: their number.
    Put(usize),
}

/// Encoding of the values of a page.
enum Written {
    /// One behind the other, from this byte on; booleans from this bit on.
    Plain(usize),
    /// By index into the dictionary.
    Numbered(Runs),
    /// Booleans in runs.
    Truths(Runs),
    /// Whole numbers by differences.
    Growing(Growing),
    /// Texts behind their lengths.
    Behind { lengths: IntoIter<u32>, at: usize },
    /// Texts by the length of the beginning they share with the previous one.
    Shared {
        begins: IntoIter<u32>,
        lengths: IntoIter<u32>,
        at: usize,
    },
    /// First bytes of all values, then the second ones.
    Split {
        from: usize,
        count: usize,
        next: usize,
    },
}

/// Page being read.
struct Open {
    bytes: Vec<u8>,
    /// Values left, including missing ones.
    left: usize,
    /// Levels that mark missing values; `None` if there are none.
    there: Option<Runs>,
    written: Written,
}

/// Values that others refer to by index.
#[derive(Default)]
struct Dictionary {
    bytes: Vec<u8>,
    /// Range of each text; empty for values of equal length.
    texts: Vec<Range<u32>>,
    values: usize,
}

/// Values of a column in a group of rows.
pub(super) struct Values<'f> {
    file: &'f File,
    column: &'f Column,
    codec: Codec,
    pages: IntoIter<Page>,
    dictionary: Option<Dictionary>,
    open: Option<Open>,
    /// Last text where each shares the beginning of the previous one.
    grown: Vec<u8>,
    put: [u8; 16],
}

impl<'f> Values<'f> {
    pub(super) fn new(file: &'f File, column: &'f Column, codec: Codec, pages: Vec<Page>) -> Self {
        Self {
            file,
            column,
            codec,
            pages: pages.into_iter(),
            dictionary: None,
            open: None,
            grown: Vec::new(),
            put: [0; 16],
        }
    }

    /// Returns the value of the next row; `None` if it is missing.
    ///
    /// # Errors
    /// The page is malformed.
    pub(super) fn next(&mut self) -> Result<Option<Value<'_>>, Wrong> {
        while self.open.as_ref().is_none_or(|open| open.left == 0) {
            let page = self.pages.next().ok_or(ENDS)?;
            let bytes = page.unpack(self.file, self.codec)?;
            match page.holds {
                Holds::Dictionary => {
                    self.dictionary = Some(Dictionary::of(bytes, &page, self.column.physical)?);
                }
                _ => self.open = Some(self.opened(bytes, &page)?),
            }
        }
        let open = self.open.as_mut().ok_or(ENDS)?;
        open.left -= 1;
        if let Some(there) = &mut open.there
            && there.next(&open.bytes)? == 0
        {
            return Ok(None);
        }
        let dictionary = self.dictionary.as_ref();
        let physical = self.column.physical;
        let found = open.found(physical, dictionary, &mut self.grown, &mut self.put)?;
        let bytes = match found {
            Found::Truth(truth) => return Ok(Some(Value::Truth(truth))),
            Found::Whole(value) => return Ok(Some(Value::Whole(value))),
            Found::Here(range) => open.bytes.get(range),
            Found::There(range) => dictionary.and_then(|all| all.bytes.get(range)),
            Found::Grown => Some(&self.grown[..]),
            Found::Put(width) => self.put.get(..width),
        };
        value(physical, bytes.ok_or(ENDS)?).map(Some)
    }

    /// Opens a page of values.
    fn opened(&self, bytes: Vec<u8>, page: &Page) -> Result<Open, Wrong> {
        let (mut from, mut there) = (0, None);
        match page.holds {
            Holds::Separate { lists, missing, .. } => {
                from = lists + missing;
                if self.column.is_optional {
                    there = Some(Runs::new(lists..from, 1)?);
                }
            }
            _ if self.column.is_optional => {
                if page.missing != RUNS {
                    return Err("which values are missing is said in a way that is not read here");
                }
                let end = 4 + length(&bytes, 0)?;
                there = Some(Runs::new(4..end.min(bytes.len()), 1)?);
                from = end;
            }
            _ => {}
        }
        if from > bytes.len() {
            return Err(ENDS);
        }
        let written = self.written(&bytes, from, page)?;
        Ok(Open {
            bytes,
            left: page.values,
            there,
            written,
        })
    }

    fn written(&self, bytes: &[u8], from: usize, page: &Page) -> Result<Written, Wrong> {
        let physical = self.column.physical;
        let is_text = matches!(physical, Physical::Bytes | Physical::Fixed(_));
        Ok(match (page.encoding, physical) {
            (PLAIN, Physical::Truth) => Written::Plain(8 * from),
            (PLAIN, _) => Written::Plain(from),
            (2 | 8, _) if from == bytes.len() => Written::Numbered(Runs::new(from..from, 0)?),
            (2 | 8, _) => {
                let width = usize::from(bytes[from]);
                Written::Numbered(Runs::new(from + 1..bytes.len(), width)?)
            }
            (RUNS, Physical::Truth) => {
                let end = from + 4 + length(bytes, from)?;
                Written::Truths(Runs::new(from + 4..end.min(bytes.len()), 1)?)
            }
            (5, Physical::Whole32 | Physical::Whole64) => {
                Written::Growing(Growing::new(bytes, from, page.values)?)
            }
            (6, Physical::Bytes) => {
                let (lengths, at) = Growing::new(bytes, from, page.values)?.lengths(bytes)?;
                Written::Behind {
                    lengths: lengths.into_iter(),
                    at,
                }
            }
            (7, _) if is_text => {
                let (begins, at) = Growing::new(bytes, from, page.values)?.lengths(bytes)?;
                let (lengths, at) = Growing::new(bytes, at, page.values)?.lengths(bytes)?;
                Written::Shared {
                    begins: begins.into_iter(),
                    lengths: lengths.into_iter(),
                    at,
                }
            }
            (9, _) => {
                let width = physical.width().filter(|width| (1..=16).contains(width));
                let width = width.ok_or(OTHER_WAY)?;
                Written::Split {
                    from,
                    count: (bytes.len() - from) / width,
                    next: 0,
                }
            }
            _ => return Err(OTHER_WAY),
        })
    }
}

const OTHER_WAY: Wrong = "values are written in a way that is not read here";

/// Encodings: plain values one behind the other, and runs.
const PLAIN: i64 = 0;
const RUNS: i64 = 3;

/// Length in four bytes.
fn length(bytes: &[u8], at: usize) -> Result<usize, Wrong> {
    let all = bytes.get(at..).and_then(|behind| behind.first_chunk());
    Ok(u32::from_le_bytes(*all.ok_or(ENDS)?) as usize)
}

impl Open {
    /// Locates the next value that is not missing.
    fn found(
        &mut self,
        physical: Physical,
        dictionary: Option<&Dictionary>,
        grown: &mut Vec<u8>,
        put: &mut [u8; 16],
    ) -> Result<Found, Wrong> {
        let bytes = &self.bytes;
        Ok(match &mut self.written {
            Written::Plain(at) => match physical {
                Physical::Truth => {
                    let truth = bits(bytes, *at, 1)? == 1;
                    *at += 1;
                    Found::Truth(truth)
                }
                _ => {
                    let (from, width) = match physical.width() {
                        Some(width) => (*at, width),
                        None => (*at + 4, length(bytes, *at)?),
                    };
                    *at = from + width;
                    Found::Here(from..*at)
                }
            },
            Written::Numbered(numbers) => {
                let number = numbers.next(bytes)?;
                let all = dictionary.ok_or("values are named that no dictionary has")?;
                Found::There(all.place(number, physical)?)
            }
            Written::Truths(truths) => Found::Truth(truths.next(bytes)? == 1),
            Written::Growing(numbers) => {
                let value = numbers.next(bytes)?;
                Found::Whole(match physical {
                    Physical::Whole32 => i64::from(value as i32),
                    _ => value,
                })
            }
            Written::Behind { lengths, at } => {
                let from = *at;
                *at += lengths.next().ok_or(ENDS)? as usize;
                Found::Here(from..*at)
            }
            Written::Shared {
                begins,
                lengths,
                at,
            } => {
                let begin = begins.next().ok_or(ENDS)? as usize;
                let end = *at + lengths.next().ok_or(ENDS)? as usize;
                if begin > grown.len() {
                    return Err("a value begins with more of the one before than that has");
                }
                grown.truncate(begin);
                grown.extend(bytes.get(*at..end).ok_or(ENDS)?);
                *at = end;
                Found::Grown
            }
            Written::Split { from, count, next } => {
                let width = physical.width().unwrap_or(0);
                if *next == *count {
                    return Err(ENDS);
                }
                for (place, byte) in put.iter_mut().take(width).enumerate() {
                    *byte = *bytes.get(*from + place * *count + *next).ok_or(ENDS)?;
                }
                *next += 1;
                Found::Put(width)
            }
        })
    }
}

impl Dictionary {
    fn of(bytes: Vec<u8>, page: &Page, physical: Physical) -> Result<Self, Wrong> {
        if ![PLAIN, 2].contains(&page.encoding) || physical == Physical::Truth {
            return Err(OTHER_WAY);
        }
        let mut texts = Vec::new();
        if physical == Physical::Bytes {
            let mut at = 0;
            for _ in 0..page.values {
                let end = at + 4 + length(&bytes, at)?;
                if end > bytes.len() {
                    return Err(ENDS);
                }
                texts.push(at as u32 + 4..end as u32);
                at = end;
            }
        }
        Ok(Self {
            bytes,
            texts,
            values: page.values,
        })
    }

    /// Range of the value with this index.
    fn place(&self, number: u64, physical: Physical) -> Result<Range<usize>, Wrong> {
        let number = usize::try_from(number).ok();
        let number = number.filter(|&number| number < self.values);
        let number = number.ok_or("a value is named that the dictionary has not")?;
        Ok(match physical.width() {
            Some(width) => number * width..(number + 1) * width,
            None => {
                let text = self.texts.get(number).ok_or(ENDS)?;
                text.start as usize..text.end as usize
            }
        })
    }
}

/// Decodes the value in `bytes`.
fn value(physical: Physical, bytes: &[u8]) -> Result<Value<'_>, Wrong> {
    let four = || bytes.first_chunk::<4>().copied().ok_or(ENDS);
    let eight = || bytes.first_chunk::<8>().copied().ok_or(ENDS);
    Ok(match physical {
        Physical::Truth => Value::Truth(bytes.first() == Some(&1)),
        Physical::Whole32 => Value::Whole(i64::from(i32::from_le_bytes(four()?))),
        Physical::Whole64 => Value::Whole(i64::from_le_bytes(eight()?)),
        Physical::Float => Value::Float(f32::from_le_bytes(four()?)),
        Physical::Double => Value::Double(f64::from_le_bytes(eight()?)),
        Physical::Instant96 | Physical::Bytes | Physical::Fixed(_) => Value::Bytes(bytes),
    })
}
