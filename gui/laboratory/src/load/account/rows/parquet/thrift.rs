//! Thrift's compact protocol, in which Parquet describes itself: read field by field, and no
//! declared size is trusted beyond the bytes there are.

/// Reason why bytes are malformed.
pub(super) type Malformed = &'static str;

/// Kind of a field's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    True,
    False,
    Byte,
    Integer,
    Double,
    Bytes,
    List,
    Map,
    Struct,
    Uuid,
}

impl Kind {
    fn of(code: u8) -> Result<Self, Malformed> {
        Ok(match code {
            1 => Self::True,
            2 => Self::False,
            3 => Self::Byte,
            4..=6 => Self::Integer,
            7 => Self::Double,
            8 => Self::Bytes,
            9 | 10 => Self::List,
            11 => Self::Map,
            12 => Self::Struct,
            13 => Self::Uuid,
            _ => return Err("it has a field of a kind that there is not"),
        })
    }
}

/// Largest nesting of structures.
const MOST_NESTED: u32 = 32;

/// Message where the bytes end too early.
pub(super) const ENDS: Malformed = "it ends too early";

const OTHER_KIND: Malformed = "a field of it is of another kind than it should be";

/// Reader of values from bytes.
#[derive(Clone, Debug)]
pub(super) struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Thrift<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes read so far.
    pub(super) fn bytes_read(&self) -> usize {
        self.at
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = *self.bytes.get(self.at).ok_or(ENDS)?;
        self.at += 1;
        Ok(byte)
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], Malformed> {
        let count = usize::try_from(count).map_err(|_| ENDS)?;
        let taken = self.bytes[self.at..].get(..count).ok_or(ENDS)?;
        self.at += count;
        Ok(taken)
    }

    /// Reads a number of seven bits per byte.
    pub(super) fn unsigned(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number in it has too many digits")
    }

    /// Reads a signed number in zigzag encoding.
    pub(super) fn signed(&mut self) -> Result<i64, Malformed> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Reads a field that is a whole number.
    pub(super) fn integer(&mut self, kind: Kind) -> Result<i64, Malformed> {
        match kind {
            Kind::Integer => self.signed(),
            _ => Err(OTHER_KIND),
        }
    }

    /// Reads a field that is a byte.
    pub(super) fn byte_field(&mut self, kind: Kind) -> Result<u8, Malformed> {
        match kind {
            Kind::Byte => self.byte(),
            _ => Err(OTHER_KIND),
        }
    }

    /// Reads a field that is a size or offset.
    pub(super) fn size(&mut self, kind: Kind) -> Result<u64, Malformed> {
        let value = self.integer(kind)?;
        u64::try_from(value).map_err(|_| "a size or an offset in it is below 0")
    }

    /// Reads a field that is a text or other bytes.
    pub(super) fn bytes(&mut self, kind: Kind) -> Result<&'a [u8], Malformed> {
        if kind != Kind::Bytes {
            return Err(OTHER_KIND);
        }
        let length = self.unsigned()?;
        self.take(length)
    }

    /// Reads the fields of a structure up to its end: `field` reads the value of the field with
    /// that number, or has it skipped.
    pub(super) fn fields(
        &mut self,
        mut field: impl FnMut(&mut Self, i64, Kind) -> Result<FieldAction, Malformed>,
    ) -> Result<(), Malformed> {
        let mut number = 0_i64;
        loop {
            let head = self.byte()?;
            if head & 0x0f == 0 {
                return Ok(());
            }
            let kind = Kind::of(head & 0x0f)?;
            number = match head >> 4 {
                0 => self.signed()?,
                more => number.saturating_add(i64::from(more)),
            };
            if field(self, number, kind)? == FieldAction::Skip {
                self.skip(kind, 0)?;
            }
        }
    }

    /// Reads a field that is a structure.
    pub(super) fn structure(
        &mut self,
        kind: Kind,
        field: impl FnMut(&mut Self, i64, Kind) -> Result<FieldAction, Malformed>,
    ) -> Result<(), Malformed> {
        match kind {
            Kind::Struct => self.fields(field),
            _ => Err(OTHER_KIND),
        }
    }

    /// Reads a list of structures with `one`.
    pub(super) fn structures(
        &mut self,
        kind: Kind,
        mut one: impl FnMut(&mut Self) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        if kind != Kind::List {
            return Err(OTHER_KIND);
        }
        let (kind, count) = self.list()?;
        if kind != Kind::Struct && count > 0 {
            return Err(OTHER_KIND);
        }
        (0..count).try_for_each(|_| one(self))
    }

    /// Kind and number of a list's elements: no more than there are bytes.
    fn list(&mut self) -> Result<(Kind, u64), Malformed> {
        let head = self.byte()?;
        if head == 0 {
            // Some writers encode an empty list so.
            return Ok((Kind::Byte, 0));
        }
        let count = match head >> 4 {
            15 => self.unsigned()?,
            few => u64::from(few),
        };
        if count > self.left() as u64 {
            return Err(ENDS);
        }
        Ok((Kind::of(head & 0x0f)?, count))
    }

    fn skip(&mut self, kind: Kind, depth: u32) -> Result<(), Malformed> {
        if depth > MOST_NESTED {
            return Err("its structures lie too deep in each other");
        }
        match kind {
            Kind::True | Kind::False => {}
            Kind::Byte => _ = self.byte()?,
            Kind::Integer => _ = self.unsigned()?,
            Kind::Double => _ = self.take(8)?,
            Kind::Uuid => _ = self.take(16)?,
            Kind::Bytes => _ = self.bytes(kind)?,
            Kind::Struct => loop {
                let head = self.byte()?;
                if head & 0x0f == 0 {
                    break;
                }
                if head >> 4 == 0 {
                    self.signed()?;
                }
                self.skip(Kind::of(head & 0x0f)?, depth + 1)?;
            },
            Kind::List => {
                let (kind, count) = self.list()?;
                for _ in 0..count {
                    self.skip_element(kind, depth + 1)?;
                }
            }
            Kind::Map => {
                let count = self.unsigned()?;
                if count > self.left() as u64 {
                    return Err(ENDS);
                }
                // An empty map has no byte with its kinds.
                let kinds = if count > 0 { self.byte()? } else { 0x33 };
                let (key, value) = (Kind::of(kinds >> 4)?, Kind::of(kinds & 0x0f)?);
                for _ in 0..count {
                    self.skip_element(key, depth + 1)?;
                    self.skip_element(value, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    /// Skips an element of a list, where a boolean takes a byte.
    fn skip_element(&mut self, kind: Kind, depth: u32) -> Result<(), Malformed> {
        match kind {
            Kind::True | Kind::False => self.byte().map(drop),
            _ => self.skip(kind, depth),
        }
    }
}

/// Whether a field was read, or is to be skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldAction {
    Done,
    Skip,
}
