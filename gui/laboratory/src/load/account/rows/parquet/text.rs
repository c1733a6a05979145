//! Values of a Parquet file as other tables write them.

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Timestamp};

use super::schema::{Column, LogicalType, Physical};
use super::thrift::Malformed;
use super::values::Value;

/// `value` of `column` as text; empty if it cannot be written, as a day beyond the calendar.
///
/// # Errors
/// It should be text and is not, or has more digits than are read.
pub(super) fn text(value: Value<'_>, column: &Column) -> Result<String, Malformed> {
    Ok(match (value, column.meaning) {
        (Value::Truth(truth), _) => truth.to_string(),
        (Value::Float(value), _) => value.to_string(),
        (Value::Double(value), _) => value.to_string(),
        (Value::Whole(value), LogicalType::Unsigned(bits)) => {
            let all = u64::MAX >> (64 - bits.clamp(1, 64));
            (value as u64 & all).to_string()
        }
        (Value::Whole(value), LogicalType::Day) => day(value).unwrap_or_default(),
        (Value::Whole(value), LogicalType::TimeOfDay(to_a_second)) => time(value, to_a_second),
        (Value::Whole(value), LogicalType::Instant(to_a_second)) => instant(value, to_a_second),
        (Value::Whole(value), LogicalType::Decimal(digits)) => decimal(i128::from(value), digits),
        (Value::Whole(value), _) => value.to_string(),
        (Value::Bytes(bytes), LogicalType::Text) => {
            let text = std::str::from_utf8(bytes).map_err(|_| "a text in it is no text")?;
            text.to_owned()
        }
        (Value::Bytes(bytes), LogicalType::Decimal(digits)) => decimal(big_endian(bytes)?, digits),
        (Value::Bytes(bytes), LogicalType::Half) => half(bytes)?.to_string(),
        (Value::Bytes(bytes), _) if column.physical == Physical::Int96 => instant96(bytes)?,
        (Value::Bytes(bytes), _) => String::from_utf8_lossy(bytes).into_owned(),
    })
}

fn day(since: i64) -> Option<String> {
    let epoch = Date::new(1970, 1, 1).ok()?;
    let day = epoch.checked_add(Span::new().try_days(since).ok()?).ok()?;
    Some(day.to_string())
}

fn time(value: i64, to_a_second: i64) -> String {
    let (seconds, part) = (value.div_euclid(to_a_second), value.rem_euclid(to_a_second));
    let digits = to_a_second.ilog10() as usize;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(
        "{hours:02}:{minutes:02}:{:02}.{part:0digits$}",
        seconds % 60
    )
}

fn instant(value: i64, to_a_second: i64) -> String {
    let (seconds, part) = (value.div_euclid(to_a_second), value.rem_euclid(to_a_second));
    let nanoseconds = part * (1_000_000_000 / to_a_second);
    stamp(seconds, nanoseconds)
}

fn stamp(seconds: i64, nanoseconds: i64) -> String {
    let stamp = Timestamp::new(seconds, nanoseconds as i32);
    stamp.map_or_else(|_| String::new(), |stamp| stamp.to_string())
}

/// Instant from the nanoseconds of a day and the Julian day.
fn instant96(bytes: &[u8]) -> Result<String, Malformed> {
    const WRONG: Malformed = "an instant in it has not 96 bits";
    /// Julian day of 1 January 1970.
    const EPOCH: i64 = 2_440_588;
    let (nanoseconds, day) = bytes.split_first_chunk::<8>().ok_or(WRONG)?;
    let day = day.first_chunk::<4>().ok_or(WRONG)?;
    let of_day = SignedDuration::from_nanos(i64::from_le_bytes(*nanoseconds));
    let days = i64::from(u32::from_le_bytes(*day)) - EPOCH;
    let seconds = days * 86_400 + of_day.as_secs();
    // Writers of this type keep milliseconds.
    let milliseconds = of_day.subsec_millis().max(0);
    Ok(stamp(seconds, i64::from(milliseconds) * 1_000_000))
}

/// Whole number of up to 16 bytes, the highest first.
fn big_endian(bytes: &[u8]) -> Result<i128, Malformed> {
    if bytes.len() > 16 {
        return Err("a decimal number has more than 16 bytes");
    }
    let is_below = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let begin = if is_below { -1 } else { 0 };
    Ok(bytes
        .iter()
        .fold(begin, |value, &byte| value << 8 | i128::from(byte)))
}

fn decimal(value: i128, digits: u32) -> String {
    let digits = digits as usize;
    let sign = if value < 0 { "-" } else { "" };
    let all = format!("{:0width$}", value.unsigned_abs(), width = digits + 1);
    let (whole, part) = all.split_at(all.len() - digits);
    match part {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

/// Floating-point number of 16 bits: IEEE 754, 3.6.
fn half(bytes: &[u8]) -> Result<f64, Malformed> {
    let bits = bytes.first_chunk::<2>().copied().map(u16::from_le_bytes);
    let bits = bits.ok_or("a number in it has not 16 bits")?;
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, part) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    Ok(sign
        * match exponent {
            0 => part * 2_f64.powi(-24),
            31 if part == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            exponent => (1.0 + part / 1024.0) * 2_f64.powi(exponent - 15),
        })
}
