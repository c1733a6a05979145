//! Values of a column, in order.

use std::vec::IntoIter;

use super::ahead::NumbersAhead;
use super::footer::Codec;
use super::open_page::{Dictionary, OpenPage, Value, ValueLocation, value};
use super::pages::{Page, PageContent};
use super::schema::Column;
use super::thrift::{ENDS, Malformed};
use crate::base::system::files::File;

/// Values of a column in a group of rows.
pub(super) struct Values<'f> {
    file: &'f File,
    column: &'f Column,
    codec: Codec,
    pages: IntoIter<Page>,
    dictionary: Option<Dictionary>,
    open: Option<OpenPage>,
    ahead: NumbersAhead,
    /// Index in the dictionary of the last value, if it is there.
    index: Option<u32>,
    /// Last text where each shares the beginning of the previous one.
    grown: Vec<u8>,
    gathered: [u8; 16],
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
            ahead: NumbersAhead::default(),
            index: None,
            grown: Vec::new(),
            gathered: [0; 16],
        }
    }

    /// Returns the value of the next row; `None` if it is missing.
    ///
    /// # Errors
    /// The page is malformed.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Value<'_>>, Malformed> {
        if let Some(&value) = self.ahead.values.get(self.ahead.read) {
            self.ahead.read += 1;
            return Ok(value);
        }
        self.next_beyond()
    }

    /// As [`next`](Self::next), where none was read ahead.
    fn next_beyond(&mut self) -> Result<Option<Value<'_>>, Malformed> {
        if let Some(wrong) = self.ahead.wrong {
            return Err(wrong);
        }
        while self.open.as_ref().is_none_or(|open| open.left == 0) {
            self.turn_page()?;
        }
        let open = self.open.as_mut().ok_or(ENDS)?;
        let dictionary = self.dictionary.as_ref();
        let physical = self.column.physical;
        if physical.is_number() {
            self.ahead.fill(open, dictionary, physical);
            let first = self.ahead.values.first();
            return first.copied().ok_or(self.ahead.wrong.unwrap_or(ENDS));
        }
        self.index = None;
        if !open.has_next()? {
            return Ok(None);
        }
        let found = open.locate(physical, dictionary, &mut self.grown, &mut self.gathered)?;
        let bytes = match found {
            ValueLocation::Truth(truth) => return Ok(Some(Value::Truth(truth))),
            ValueLocation::Whole(value) => return Ok(Some(Value::Whole(value))),
            ValueLocation::InPage(range) => open.bytes.get(range),
            ValueLocation::InDictionary(index, range) => {
                self.index = Some(index);
                dictionary.and_then(|all| all.bytes.get(range))
            }
            ValueLocation::Assembled => Some(&self.grown[..]),
            ValueLocation::Gathered(width) => self.gathered.get(..width),
        };
        value(physical, bytes.ok_or(ENDS)?).map(Some)
    }

    /// Opens the next page, or reads the dictionary in it.
    fn turn_page(&mut self) -> Result<(), Malformed> {
        let page = self.pages.next().ok_or(ENDS)?;
        let bytes = page.unpack(self.file, self.codec)?;
        match page.content {
            PageContent::Dictionary => {
                self.dictionary = Some(Dictionary::of(bytes, &page, self.column.physical)?);
            }
            _ => self.open = Some(OpenPage::new(self.column, bytes, &page)?),
        }
        Ok(())
    }

    /// Index of the last value in the dictionary of these, if it is there.
    pub(super) const fn index(&self) -> Option<u32> {
        self.index
    }
}
