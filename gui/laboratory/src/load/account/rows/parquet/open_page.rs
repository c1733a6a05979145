//! Page of a column that is being read: where its values are, and what they are.

use std::ops::Range;
use std::vec::IntoIter;

use super::packed::{Deltas, Runs, read_bits};
use super::pages::{Page, PageContent};
use super::schema::{Column, Physical};
use super::thrift::{ENDS, Malformed};

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
pub(super) enum ValueLocation {
    Truth(bool),
    Whole(i64),
    /// In the page.
    InPage(Range<usize>),
    /// In the dictionary: the index there, and the bytes.
    InDictionary(u32, Range<usize>),
    /// In the text assembled from the previous one.
    Assembled,
    /// In the bytes gathered from all over the page: their number.
    Gathered(usize),
}

/// Encoding of the values of a page.
enum EncodedValues {
    /// One behind the other, from this byte on; booleans from this bit on.
    Plain(usize),
    /// By index into the dictionary.
    Indexed(Runs),
    /// Booleans in runs.
    Booleans(Runs),
    /// Whole numbers by differences.
    Deltas(Deltas),
    /// Texts behind their lengths.
    LengthsFirst { lengths: IntoIter<u32>, at: usize },
    /// Texts by the length of the beginning they share with the previous one.
    SharedPrefix {
        begins: IntoIter<u32>,
        lengths: IntoIter<u32>,
        at: usize,
    },
    /// First bytes of all values, then the second ones.
    SplitBytes {
        from: usize,
        count: usize,
        next: usize,
    },
}

/// Page being read.
pub(super) struct OpenPage {
    pub(super) bytes: Vec<u8>,
    /// Values left, including missing ones.
    pub(super) left: usize,
    /// Levels that mark missing values; `None` if there are none.
    presence: Option<Runs>,
    written: EncodedValues,
}

/// Values that others refer to by index.
#[derive(Default)]
pub(super) struct Dictionary {
    pub(super) bytes: Vec<u8>,
    /// Range of each text; empty for values of equal length.
    texts: Vec<Range<u32>>,
    values: usize,
}

const OTHER_WAY: Malformed = "values are written in a way that is not read here";

/// Encodings: plain values one behind the other, and runs.
const PLAIN: i64 = 0;
const RUNS: i64 = 3;

/// Length in four bytes.
fn length(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    let all = bytes.get(at..).and_then(|behind| behind.first_chunk());
    Ok(u32::from_le_bytes(*all.ok_or(ENDS)?) as usize)
}

impl EncodedValues {
    /// Those of a page from byte `from` on.
    fn of(physical: Physical, bytes: &[u8], from: usize, page: &Page) -> Result<Self, Malformed> {
        let is_text = matches!(physical, Physical::Bytes | Physical::Fixed(_));
        Ok(match (page.encoding, physical) {
            (PLAIN, Physical::Boolean) => Self::Plain(8 * from),
            (PLAIN, _) => Self::Plain(from),
            (2 | 8, _) if from == bytes.len() => Self::Indexed(Runs::new(from..from, 0)?),
            (2 | 8, _) => {
                let width = usize::from(bytes[from]);
                Self::Indexed(Runs::new(from + 1..bytes.len(), width)?)
            }
            (RUNS, Physical::Boolean) => {
                let end = from + 4 + length(bytes, from)?;
                Self::Booleans(Runs::new(from + 4..end.min(bytes.len()), 1)?)
            }
            (5, Physical::Int32 | Physical::Int64) => {
                Self::Deltas(Deltas::new(bytes, from, page.values)?)
            }
            (6, Physical::Bytes) => {
                let (lengths, at) = Deltas::new(bytes, from, page.values)?.lengths(bytes)?;
                Self::LengthsFirst {
                    lengths: lengths.into_iter(),
                    at,
                }
            }
            (7, _) if is_text => {
                let (begins, at) = Deltas::new(bytes, from, page.values)?.lengths(bytes)?;
                let (lengths, at) = Deltas::new(bytes, at, page.values)?.lengths(bytes)?;
                Self::SharedPrefix {
                    begins: begins.into_iter(),
                    lengths: lengths.into_iter(),
                    at,
                }
            }
            (9, _) => {
                let width = physical.width().filter(|width| (1..=16).contains(width));
                let width = width.ok_or(OTHER_WAY)?;
                Self::SplitBytes {
                    from,
                    count: (bytes.len() - from) / width,
                    next: 0,
                }
            }
            _ => return Err(OTHER_WAY),
        })
    }
}

impl OpenPage {
    /// Opens a page of values of `column`.
    pub(super) fn new(column: &Column, bytes: Vec<u8>, page: &Page) -> Result<Self, Malformed> {
        let (mut from, mut there) = (0, None);
        match page.content {
            PageContent::Separate { lists, missing, .. } => {
                from = lists + missing;
                if column.is_optional {
                    there = Some(Runs::new(lists..from, 1)?);
                }
            }
            _ if column.is_optional => {
                if page.level_encoding != RUNS {
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
        let written = EncodedValues::of(column.physical, &bytes, from, page)?;
        Ok(Self {
            bytes,
            left: page.values,
            presence: there,
            written,
        })
    }

    /// Whether the next value is not missing; that is one less that is left.
    #[inline]
    pub(super) fn has_next(&mut self) -> Result<bool, Malformed> {
        self.left -= 1;
        match &mut self.presence {
            Some(there) => Ok(there.next(&self.bytes)? != 0),
            None => Ok(true),
        }
    }

    /// Locates the next value that is not missing.
    #[inline]
    pub(super) fn locate(
        &mut self,
        physical: Physical,
        dictionary: Option<&Dictionary>,
        grown: &mut Vec<u8>,
        put: &mut [u8; 16],
    ) -> Result<ValueLocation, Malformed> {
        let bytes = &self.bytes;
        Ok(match &mut self.written {
            EncodedValues::Plain(at) => match physical {
                Physical::Boolean => {
                    let truth = read_bits(bytes, *at, 1)? == 1;
                    *at += 1;
                    ValueLocation::Truth(truth)
                }
                _ => {
                    let (from, width) = match physical.width() {
                        Some(width) => (*at, width),
                        None => (*at + 4, length(bytes, *at)?),
                    };
                    *at = from + width;
                    ValueLocation::InPage(from..*at)
                }
            },
            EncodedValues::Indexed(numbers) => {
                let number = numbers.next(bytes)?;
                let all = dictionary.ok_or("values are named that no dictionary has")?;
                let range = all.range_of(number, physical)?;
                // A dictionary has fewer values than that.
                ValueLocation::InDictionary(number as u32, range)
            }
            EncodedValues::Booleans(truths) => ValueLocation::Truth(truths.next(bytes)? == 1),
            EncodedValues::Deltas(numbers) => {
                let value = numbers.next(bytes)?;
                ValueLocation::Whole(match physical {
                    Physical::Int32 => i64::from(value as i32),
                    _ => value,
                })
            }
            EncodedValues::LengthsFirst { lengths, at } => {
                let from = *at;
                *at += lengths.next().ok_or(ENDS)? as usize;
                ValueLocation::InPage(from..*at)
            }
            EncodedValues::SharedPrefix {
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
                ValueLocation::Assembled
            }
            EncodedValues::SplitBytes { from, count, next } => {
                let width = physical.width().unwrap_or(0);
                if *next == *count {
                    return Err(ENDS);
                }
                for (index, byte) in put.iter_mut().take(width).enumerate() {
                    *byte = *bytes.get(*from + index * *count + *next).ok_or(ENDS)?;
                }
                *next += 1;
                ValueLocation::Gathered(width)
            }
        })
    }
}

impl Dictionary {
    pub(super) fn of(bytes: Vec<u8>, page: &Page, physical: Physical) -> Result<Self, Malformed> {
        if ![PLAIN, 2].contains(&page.encoding) || physical == Physical::Boolean {
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
    fn range_of(&self, number: u64, physical: Physical) -> Result<Range<usize>, Malformed> {
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
pub(super) fn value(physical: Physical, bytes: &[u8]) -> Result<Value<'_>, Malformed> {
    match physical {
        Physical::Int96 | Physical::Bytes | Physical::Fixed(_) => Ok(Value::Bytes(bytes)),
        _ => number(physical, bytes),
    }
}

/// Decodes the number in `bytes`.
#[inline]
pub(super) fn number(physical: Physical, bytes: &[u8]) -> Result<Value<'static>, Malformed> {
    let four = || bytes.first_chunk::<4>().copied().ok_or(ENDS);
    let eight = || bytes.first_chunk::<8>().copied().ok_or(ENDS);
    Ok(match physical {
        Physical::Int32 => Value::Whole(i64::from(i32::from_le_bytes(four()?))),
        Physical::Int64 => Value::Whole(i64::from_le_bytes(eight()?)),
        Physical::Float => Value::Float(f32::from_le_bytes(four()?)),
        Physical::Double => Value::Double(f64::from_le_bytes(eight()?)),
        Physical::Boolean => Value::Truth(bytes.first() == Some(&1)),
        Physical::Int96 | Physical::Bytes | Physical::Fixed(_) => return Err(ENDS),
    })
}
