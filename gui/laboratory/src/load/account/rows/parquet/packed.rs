//! Packed whole numbers of Parquet: in runs of equal ones, with few bits each, or by differences.

use super::thrift::{ENDS, Malformed, Thrift};

/// Reads `width` bits of `bytes` from `bit` on, the lowest first; at most 64.
#[inline]
pub(super) fn read_bits(bytes: &[u8], bit: usize, width: usize) -> Result<u64, Malformed> {
    // Most are few, and not the last ones of a page.
    if width <= 56
        && let Some(eight) = bytes.get(bit / 8..).and_then(<[u8]>::first_chunk)
    {
        return Ok(u64::from_le_bytes(*eight) >> (bit % 8) & ((1 << width) - 1));
    }
    let last = (bit + width).div_ceil(8);
    let own = bytes.get(bit / 8..last.max(bit / 8)).ok_or(ENDS)?;
    let mut all = [0; 16];
    all[..own.len()].copy_from_slice(own);
    let all = u128::from_le_bytes(all) >> (bit % 8);
    Ok((all & ((1 << width) - 1)) as u64)
}

/// Numbers in runs: of equal ones, or of few bits each.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// Beginning of the next run.
    at: usize,
    end: usize,
    width: usize,
    run: Run,
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Equal {
        value: u64,
        left: u64,
    },
    /// From bit `bit` on.
    Packed {
        bit: usize,
        left: u64,
    },
}

impl Runs {
    /// Numbers in `bytes`, of `width` bits each.
    ///
    /// # Errors
    /// `width` is above 32, more than indices of values have.
    pub(super) fn new(bytes: std::ops::Range<usize>, width: usize) -> Result<Self, Malformed> {
        match width {
            0..=32 => Ok(Self {
                at: bytes.start,
                end: bytes.end,
                width,
                run: Run::Equal { value: 0, left: 0 },
            }),
            _ => Err("numbers of values have more than 32 bits"),
        }
    }

    /// Returns the next number, of `page`.
    ///
    /// # Errors
    /// There are no more.
    #[inline]
    pub(super) fn next(&mut self, page: &[u8]) -> Result<u64, Malformed> {
        loop {
            match &mut self.run {
                Run::Equal {
                    value,
                    left: left @ 1..,
                } => {
                    *left -= 1;
                    return Ok(*value);
                }
                Run::Packed {
                    bit,
                    left: left @ 1..,
                } => {
                    *left -= 1;
                    let own = page.get(..self.end).ok_or(ENDS)?;
                    let value = read_bits(own, *bit, self.width)?;
                    *bit += self.width;
                    return Ok(value);
                }
                _ => self.run = self.begin(page)?,
            }
        }
    }

    fn begin(&mut self, page: &[u8]) -> Result<Run, Malformed> {
        let mut thrift = Thrift::new(page.get(self.at..self.end).ok_or(ENDS)?);
        let head = thrift.unsigned()?;
        self.at += thrift.bytes_read();
        if head & 1 == 0 {
            let bytes = self.width.div_ceil(8);
            let own = page.get(self.at..self.end).and_then(|own| own.get(..bytes));
            let value = read_bits(own.ok_or(ENDS)?, 0, 8 * bytes)?;
            self.at += bytes;
            return Ok(Run::Equal {
                value,
                left: head >> 1,
            });
        }
        // In groups of eight, of which the last may be cut short.
        let left = (head >> 1).saturating_mul(8);
        let bit = 8 * self.at;
        let bytes = (head >> 1).saturating_mul(self.width as u64);
        self.at = (self.at as u64).saturating_add(bytes).min(self.end as u64) as usize;
        Ok(Run::Packed { bit, left })
    }
}

/// Numbers by differences, in blocks.
#[derive(Clone, Debug)]
pub(super) struct Deltas {
    /// Beginning of the next part of a block.
    at: usize,
    parts: usize,
    part_size: usize,
    left: usize,
    /// Previous number, or the first one.
    last: i64,
    is_first: bool,
    least_delta: i64,
    /// Position of the bit widths of this block's parts, and index of the current part.
    widths: usize,
    part: usize,
    bit: usize,
    in_part: usize,
}

impl Deltas {
    /// Numbers in `page` from `from` on: at most `most`.
    ///
    /// # Errors
    /// The header is malformed.
    pub(super) fn new(page: &[u8], from: usize, most: usize) -> Result<Self, Malformed> {
        let mut thrift = Thrift::new(page.get(from..).ok_or(ENDS)?);
        let [block, parts, count] = [thrift.unsigned()?, thrift.unsigned()?, thrift.unsigned()?];
        let last = thrift.signed()?;
        let wrong = "numbers are packed in blocks that cannot be";
        if count > most as u64 || parts == 0 || parts > LARGEST_BLOCK || block > LARGEST_BLOCK {
            return Err(wrong);
        }
        // By the format, blocks are multiples of 128 numbers and their parts of 32.
        if !block.is_multiple_of(128) || block == 0 || !(block / parts).is_multiple_of(32) {
            return Err(wrong);
        }
        if !block.is_multiple_of(parts) || block < parts {
            return Err(wrong);
        }
        Ok(Self {
            at: from + thrift.bytes_read(),
            parts: parts as usize,
            part_size: (block / parts) as usize,
            left: count as usize,
            last,
            is_first: true,
            least_delta: 0,
            widths: 0,
            part: parts as usize,
            bit: 0,
            in_part: 0,
        })
    }

    /// End of the part that held the last number.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    /// Returns the next number.
    ///
    /// # Errors
    /// There are no more.
    pub(super) fn next(&mut self, page: &[u8]) -> Result<i64, Malformed> {
        self.left = self.left.checked_sub(1).ok_or(ENDS)?;
        if std::mem::take(&mut self.is_first) {
            return Ok(self.last);
        }
        if self.in_part == 0 {
            self.begin(page)?;
        }
        let width = self.width(page)?;
        let more = read_bits(page, self.bit, width)? as i64;
        (self.bit, self.in_part) = (self.bit + width, self.in_part - 1);
        self.last = self.last.wrapping_add(self.least_delta).wrapping_add(more);
        Ok(self.last)
    }

    /// Bits of each number in this part.
    fn width(&self, page: &[u8]) -> Result<usize, Malformed> {
        let width = *page.get(self.widths + self.part).ok_or(ENDS)?;
        match width {
            0..=64 => Ok(usize::from(width)),
            _ => Err("numbers have more than 64 bits"),
        }
    }

    fn begin(&mut self, page: &[u8]) -> Result<(), Malformed> {
        self.part += 1;
        if self.part >= self.parts {
            let mut thrift = Thrift::new(page.get(self.at..).ok_or(ENDS)?);
            self.least_delta = thrift.signed()?;
            self.widths = self.at + thrift.bytes_read();
            self.at = self.widths + self.parts;
            self.part = 0;
        }
        self.bit = 8 * self.at;
        self.at += self.width(page)? * self.part_size / 8;
        self.in_part = self.part_size;
        Ok(())
    }

    /// Reads all numbers as lengths, and returns where they end.
    ///
    /// # Errors
    /// There are too few, or one of them is no length.
    pub(super) fn lengths(mut self, page: &[u8]) -> Result<(Vec<u32>, usize), Malformed> {
        let mut all = Vec::new();
        for _ in 0..self.left {
            let length = u32::try_from(self.next(page)?);
            all.push(length.map_err(|_| "a length in it cannot be")?);
        }
        Ok((all, self.end()))
    }
}

/// Size of the largest block of numbers.
const LARGEST_BLOCK: u64 = 1 << 20;
