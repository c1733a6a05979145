//! Numbers of a page that are read ahead, many at once.

use super::open_page::{Dictionary, OpenPage, Value, ValueLocation, number};
use super::schema::Physical;
use super::thrift::{ENDS, Malformed};

/// Numbers that were read ahead.
#[derive(Default)]
pub(super) struct NumbersAhead {
    /// The numbers; `None` where one is missing.
    pub(super) values: Vec<Option<Value<'static>>>,
    /// How many of them have been taken.
    pub(super) read: usize,
    /// What is wrong behind them, if anything.
    pub(super) wrong: Option<Malformed>,
}

/// Most numbers that are read ahead.
const MOST: usize = 1024;

impl NumbersAhead {
    /// Reads the next numbers of `page`, of which the first is taken.
    pub(super) fn fill(
        &mut self,
        page: &mut OpenPage,
        dictionary: Option<&Dictionary>,
        physical: Physical,
    ) {
        self.values.clear();
        self.read = 1;
        for _ in 0..page.left.min(MOST) {
            match next(page, dictionary, physical) {
                Ok(value) => self.values.push(value),
                Err(wrong) => {
                    self.wrong = Some(wrong);
                    return;
                }
            }
        }
    }
}

/// The next number of `page`; `None` if it is missing.
#[inline]
fn next(
    page: &mut OpenPage,
    dictionary: Option<&Dictionary>,
    physical: Physical,
) -> Result<Option<Value<'static>>, Malformed> {
    if !page.has_next()? {
        return Ok(None);
    }
    let (mut grown, mut gathered) = (Vec::new(), [0; 16]);
    let bytes = match page.locate(physical, dictionary, &mut grown, &mut gathered)? {
        ValueLocation::Truth(truth) => return Ok(Some(Value::Truth(truth))),
        ValueLocation::Whole(value) => return Ok(Some(Value::Whole(value))),
        ValueLocation::InPage(range) => page.bytes.get(range),
        ValueLocation::InDictionary(_, range) => dictionary.and_then(|all| all.bytes.get(range)),
        ValueLocation::Assembled => None,
        ValueLocation::Gathered(width) => gathered.get(..width),
    };
    number(physical, bytes.ok_or(ENDS)?).map(Some)
}
