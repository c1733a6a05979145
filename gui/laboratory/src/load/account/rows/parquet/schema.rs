//! Columns of a Parquet file: their physical types, and what the values mean.

use super::thrift::{FieldAction, Kind, Malformed, Thrift};

/// Physical type of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Physical {
    Boolean,
    Int32,
    Int64,
    /// Nanoseconds of a day and the day, in 96 bits.
    Int96,
    Float,
    Double,
    Bytes,
    /// Bytes per value.
    Fixed(usize),
}

impl Physical {
    fn of(code: i64, width: Option<i64>) -> Result<Self, Malformed> {
        Ok(match code {
            0 => Self::Boolean,
            1 => Self::Int32,
            2 => Self::Int64,
            3 => Self::Int96,
            4 => Self::Float,
            5 => Self::Double,
            6 => Self::Bytes,
            7 => {
                let width = width.and_then(|width| u32::try_from(width).ok());
                Self::Fixed(width.ok_or("the width of a column is not said")? as usize)
            }
            _ => return Err("a column is of a type that there is not"),
        })
    }

    /// Whether values are numbers of up to 64 bits, or booleans.
    pub(super) const fn is_number(self) -> bool {
        !matches!(self, Self::Int96 | Self::Bytes | Self::Fixed(_))
    }

    /// Bytes per value; `None` if they differ, or are less than one.
    pub(super) fn width(self) -> Option<usize> {
        match self {
            Self::Boolean | Self::Bytes => None,
            Self::Int32 | Self::Float => Some(4),
            Self::Int64 | Self::Double => Some(8),
            Self::Int96 => Some(12),
            Self::Fixed(width) => Some(width),
        }
    }
}

/// Logical type of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LogicalType {
    /// The physical value.
    Itself,
    Text,
    /// Whole number without a sign, with its bits.
    Unsigned(u32),
    /// Days since 1970.
    Day,
    /// Time of the day, with units per second.
    TimeOfDay(i64),
    /// Instant since 1970, with units per second.
    Instant(i64),
    /// Number with as many digits behind the point.
    Decimal(u32),
    /// Floating-point number of 16 bits.
    Half,
}

/// Column that is no list and no group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) physical: Physical,
    pub(super) meaning: LogicalType,
    /// Whether a row may have no value.
    pub(super) is_optional: bool,
    /// Index among all columns, including those in groups.
    pub(super) leaf_index: usize,
}

/// Column, or group of the elements that follow.
#[derive(Default)]
pub(super) struct Element {
    name: String,
    physical: Option<i64>,
    width: Option<i64>,
    repetition: i64,
    children: u64,
    converted: Option<i64>,
    scale: Option<i64>,
    meaning: Option<LogicalType>,
}

impl Element {
    pub(super) fn of(thrift: &mut Thrift<'_>) -> Result<Self, Malformed> {
        let mut all = Self::default();
        thrift.fields(|thrift, field, kind| {
            match field {
                1 => all.physical = Some(thrift.integer(kind)?),
                2 => all.width = Some(thrift.integer(kind)?),
                3 => all.repetition = thrift.integer(kind)?,
                4 => all.name = String::from_utf8_lossy(thrift.bytes(kind)?).into_owned(),
                5 => all.children = thrift.size(kind)?,
                6 => all.converted = Some(thrift.integer(kind)?),
                7 => all.scale = Some(thrift.integer(kind)?),
                10 => all.meaning = meaning(thrift, kind)?,
                _ => return Ok(FieldAction::Skip),
            }
            Ok(FieldAction::Done)
        })?;
        Ok(all)
    }

    /// Logical type; the older annotation counts only where there is no newer one.
    fn meaning(&self) -> Result<LogicalType, Malformed> {
        Ok(match (self.meaning, self.converted) {
            (Some(meaning), _) => meaning,
            // Texts, enumerations, and JSON.
            (None, Some(0 | 4 | 19)) => LogicalType::Text,
            (None, Some(5)) => LogicalType::Decimal(digits(self.scale.unwrap_or(0))?),
            (None, Some(6)) => LogicalType::Day,
            (None, Some(7)) => LogicalType::TimeOfDay(1_000),
            (None, Some(8)) => LogicalType::TimeOfDay(1_000_000),
            (None, Some(9)) => LogicalType::Instant(1_000),
            (None, Some(10)) => LogicalType::Instant(1_000_000),
            (None, Some(bits @ 11..=14)) => LogicalType::Unsigned(8 << (bits - 11)),
            _ => LogicalType::Itself,
        })
    }
}

/// Largest number of digits behind the point of a decimal number.
const MOST_DIGITS: u32 = 100;

/// Parses a logical type.
fn meaning(thrift: &mut Thrift<'_>, kind: Kind) -> Result<Option<LogicalType>, Malformed> {
    let mut meaning = None;
    thrift.structure(kind, |thrift, field, kind| {
        let read = match field {
            5 => LogicalType::Decimal(decimal(thrift, kind)?),
            7 => LogicalType::TimeOfDay(units_per_second(thrift, kind)?),
            8 => LogicalType::Instant(units_per_second(thrift, kind)?),
            10 => integer_type(thrift, kind)?,
            _ => {
                meaning = Some(match field {
                    1 | 4 | 12 => LogicalType::Text,
                    6 => LogicalType::Day,
                    15 => LogicalType::Half,
                    _ => LogicalType::Itself,
                });
                return Ok(FieldAction::Skip);
            }
        };
        meaning = Some(read);
        Ok(FieldAction::Done)
    })?;
    Ok(meaning)
}

/// Digits of a decimal number behind the point.
fn decimal(thrift: &mut Thrift<'_>, kind: Kind) -> Result<u32, Malformed> {
    let mut scale = 0;
    thrift.structure(kind, |thrift, field, kind| match field {
        1 => {
            scale = thrift.integer(kind)?;
            Ok(FieldAction::Done)
        }
        _ => Ok(FieldAction::Skip),
    })?;
    digits(scale)
}

fn digits(scale: i64) -> Result<u32, Malformed> {
    let digits = u32::try_from(scale)
        .ok()
        .filter(|&digits| digits <= MOST_DIGITS);
    digits.ok_or("a decimal number has a place of its point that cannot be")
}

/// Units of a time per second.
fn units_per_second(thrift: &mut Thrift<'_>, kind: Kind) -> Result<i64, Malformed> {
    let mut units = 1_000_000;
    thrift.structure(kind, |thrift, field, kind| {
        if field != 2 {
            return Ok(FieldAction::Skip);
        }
        thrift.structure(kind, |_, field, _| {
            units = match field {
                1 => 1_000,
                2 => 1_000_000,
                3 => 1_000_000_000,
                _ => return Err("a time has a unit that there is not"),
            };
            Ok(FieldAction::Skip)
        })?;
        Ok(FieldAction::Done)
    })?;
    Ok(units)
}

/// Whole number, with its bits and sign.
fn integer_type(thrift: &mut Thrift<'_>, kind: Kind) -> Result<LogicalType, Malformed> {
    let (mut bits, mut is_signed) = (64, true);
    thrift.structure(kind, |thrift, field, kind| {
        match (field, kind) {
            (1, _) => bits = thrift.byte_field(kind)?,
            (2, Kind::True | Kind::False) => is_signed = kind == Kind::True,
            _ => return Ok(FieldAction::Skip),
        }
        Ok(FieldAction::Done)
    })?;
    match bits {
        8 | 16 | 32 | 64 if is_signed => Ok(LogicalType::Itself),
        8 | 16 | 32 | 64 => Ok(LogicalType::Unsigned(u32::from(bits))),
        _ => Err("a whole number has bits that cannot be"),
    }
}

/// Columns that are no lists and no groups, and the number of all with those in groups.
pub(super) fn columns(elements: &[Element]) -> Result<(Vec<Column>, usize), Malformed> {
    let Some((root, behind)) = elements.split_first() else {
        return Err("it has no columns");
    };
    let (mut columns, mut leaves) = (Vec::new(), 0);
    let mut rest = behind.iter();
    for _ in 0..root.children {
        let element = rest.next().ok_or(MISSING)?;
        if element.children > 0 {
            leaves += leaves_of(element, &mut rest)?;
            continue;
        }
        let physical = element.physical.ok_or("the type of a column is not said")?;
        let physical = Physical::of(physical, element.width)?;
        // Repeated elements are lists.
        if element.repetition != 2 {
            columns.push(Column {
                name: element.name.clone(),
                physical,
                meaning: element.meaning()?,
                is_optional: element.repetition == 1,
                leaf_index: leaves,
            });
        }
        leaves += 1;
    }
    match rest.next() {
        None => Ok((columns, leaves)),
        Some(_) => Err("it describes more columns than it has"),
    }
}

const MISSING: Malformed = "it has more columns than it describes";

/// Number of columns in a group, including those of nested groups.
fn leaves_of<'e>(
    group: &Element,
    rest: &mut impl Iterator<Item = &'e Element>,
) -> Result<usize, Malformed> {
    let (mut open, mut leaves) = (group.children, 0);
    while open > 0 {
        let element = rest.next().ok_or(MISSING)?;
        open -= 1;
        if element.children > 0 {
            open = open.checked_add(element.children).ok_or(MISSING)?;
        } else {
            leaves += 1;
        }
    }
    Ok(leaves)
}
