//! Values of a Parquet file as what their columns mean: numbers and instants as they are, without a
//! text between.

use jiff::Timestamp;

use super::open_page::Value;
use super::schema::LogicalType;
use super::text::unsigned;
use crate::load::slurm::text::Stamp;
use crate::load::slurm::text::number::Number;
use crate::load::slurm::text::value::CellValue;
use crate::scenario::Says;

/// Values that are taken as they are, of a column with some meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AcceptedValues {
    /// None: the text counts.
    Texts,
    /// Whole numbers.
    Wholes,
    /// Numbers.
    Numbers,
    /// Instants, and numbers.
    Instants,
}

impl AcceptedValues {
    /// What is taken as it is of a column with this meaning.
    pub(super) const fn of(says: Says) -> Self {
        match says {
            Says::Submit | Says::Eligible | Says::Start | Says::End => Self::Instants,
            Says::Number | Says::RawNumber | Says::Array | Says::Task => Self::Wholes,
            Says::Runtime
            | Says::Wait
            | Says::Limit
            | Says::Nodes
            | Says::RequestedNodes
            | Says::Cores
            | Says::RequestedCores
            | Says::Memory
            | Says::Gpus
            | Says::GpuShare
            | Says::Restarts => Self::Numbers,
            _ => Self::Texts,
        }
    }
}

/// `value` as it is, if it is accepted and its text would say the same; all others need their text.
pub(super) fn typed(
    value: Value<'_>,
    meaning: LogicalType,
    accepted: AcceptedValues,
) -> Option<CellValue> {
    if accepted == AcceptedValues::Texts {
        return None;
    }
    let number = match (value, meaning) {
        (Value::Whole(value), LogicalType::Instant(to_a_second)) => {
            let stamp = instant(value, to_a_second)?;
            return (accepted == AcceptedValues::Instants).then_some(CellValue::Instant(stamp));
        }
        (Value::Whole(value), LogicalType::Itself) => Number::Whole(u64::try_from(value).ok()?),
        (Value::Whole(value), LogicalType::Unsigned(bits)) => Number::Whole(unsigned(value, bits)),
        (Value::Float(value), _) => whole(f64::from(value), EXACT_FLOATS)?,
        (Value::Double(value), _) => whole(value, EXACT_DOUBLES).or_else(|| fraction(value))?,
        _ => return None,
    };
    let is_accepted = accepted != AcceptedValues::Wholes || matches!(number, Number::Whole(_));
    is_accepted.then_some(CellValue::Number(number))
}

/// Whole numbers up to these have texts of all their digits.
const EXACT_FLOATS: f64 = (1 << f32::MANTISSA_DIGITS) as f64;
const EXACT_DOUBLES: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// A whole number from 0 up to `most`.
fn whole(value: f64, most: f64) -> Option<Number> {
    // The text of -0 has its sign.
    let is_whole = value.is_sign_positive() && value <= most && value == (value as u64) as f64;
    is_whole.then_some(Number::Whole(value as u64))
}

/// A number above 0 that is not whole.
fn fraction(value: f64) -> Option<Number> {
    let is_fraction = 0.0 < value && value < EXACT_DOUBLES;
    is_fraction.then_some(Number::Fraction(value))
}

/// Instant of whole milliseconds in the calendar.
fn instant(value: i64, to_a_second: i64) -> Option<Stamp> {
    let to_a_millisecond = to_a_second / 1000;
    let milliseconds = value / to_a_millisecond;
    let is_whole = value == milliseconds * to_a_millisecond;
    let is_in_calendar = || Timestamp::from_millisecond(milliseconds).is_ok();
    (is_whole && is_in_calendar()).then_some(Stamp(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::super::schema::{Column, Physical};
    use super::super::text::write_text;
    use super::*;
    use crate::load::slurm::text::amount::{column_count, count_of, memory, memory_of};
    use crate::load::slurm::text::time;
    use crate::scenario::{CountUnit, InstantUnit, MemoryFor, MemoryUnit, SpanUnit};

    const MEANINGS: [LogicalType; 7] = [
        LogicalType::Itself,
        LogicalType::Unsigned(8),
        LogicalType::Unsigned(64),
        LogicalType::Day,
        LogicalType::Instant(1_000),
        LogicalType::Instant(1_000_000),
        LogicalType::Instant(1_000_000_000),
    ];

    fn values() -> Vec<Value<'static>> {
        let wholes = [
            0,
            1,
            -1,
            7,
            59,
            255,
            256,
            86_400,
            4_294_967_295,
            4_294_967_296,
            1_482_390_912,
            1_482_390_912_000,
            1_482_390_912_500,
            1_482_390_912_000_000,
            1_482_390_912_000_001,
            253_402_207_200_999,
            253_402_207_201_000,
            -62_135_596_800_000,
            -377_705_023_201_000,
            -377_705_023_201_001,
            9_007_199_254_740_993,
            i64::MAX,
            i64::MIN,
        ];
        let doubles = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            12.345,
            3_600.000_5,
            1e-7,
            4_294_967_295.0,
            4_294_967_295.5,
            4_294_967_296.0,
            1_482_390_912.25,
            9_007_199_254_740_992.0,
            1.234_567_890_123_456_7e18,
            1e19,
            1e300,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let floats = doubles.map(|value| Value::Float(value as f32));
        let further = [
            Value::Truth(true),
            Value::Bytes(b"12"),
            Value::Float(123_456_789.0),
        ];
        let all = wholes.into_iter().map(Value::Whole);
        let all = all.chain(doubles.map(Value::Double)).chain(floats);
        all.chain(further).collect()
    }

    /// What every reader of texts makes of one, and of the number that is taken instead.
    fn assert_alike(text: &str, taken: CellValue) {
        let zone = jiff::tz::TimeZone::get("Europe/Berlin").unwrap();
        let number = match taken {
            CellValue::Instant(stamp) => {
                let read = time::instant(text, InstantUnit::UnixSeconds, &zone);
                return assert_eq!(read, Some((stamp, false)), "{text}");
            }
            CellValue::Number(number) => number,
            _ => panic!("{text} is a number or an instant"),
        };
        assert_eq!(number.to_string(), text);
        assert!(!crate::load::slurm::text::is_nothing(text), "{text}");
        for unit in [InstantUnit::Milliseconds, InstantUnit::UnixSeconds] {
            let read = time::instant(text, unit, &zone).map(|(stamp, _)| stamp);
            assert_eq!(read, time::instant_of(number, unit), "{text}");
        }
        for unit in [SpanUnit::Milliseconds, SpanUnit::Minutes, SpanUnit::Hours] {
            assert_eq!(
                time::span(text, unit),
                time::span_of(number, unit),
                "{text}"
            );
        }
        for unit in [CountUnit::Ones, CountUnit::Thousandths] {
            assert_eq!(column_count(text, unit), count_of(number, unit), "{text}");
        }
        for unit in [MemoryUnit::Bytes, MemoryUnit::MiB, MemoryUnit::GiB] {
            let node = MemoryFor::Node;
            assert_eq!(
                memory(text, unit, node),
                memory_of(number, unit, node),
                "{text}"
            );
        }
        if let Number::Whole(whole) = number {
            assert_eq!(text.parse(), Ok(whole));
        }
    }

    #[test]
    fn what_is_taken_as_it_is_says_the_same_as_its_text() {
        let mut taken = 0;
        for meaning in MEANINGS {
            let column = Column {
                name: "one".to_owned(),
                physical: Physical::Int64,
                meaning,
                is_optional: false,
                leaf_index: 0,
            };
            for value in values() {
                for accepted in [
                    AcceptedValues::Wholes,
                    AcceptedValues::Numbers,
                    AcceptedValues::Instants,
                ] {
                    if let Some(found) = typed(value, meaning, accepted) {
                        let mut text = String::new();
                        write_text(value, &column, &mut text).unwrap();
                        assert_alike(&text, found);
                        taken += 1;
                    }
                }
                assert_eq!(typed(value, meaning, AcceptedValues::Texts), None);
            }
        }
        assert!(taken > 300, "{taken} values were taken as they are");
    }
}
