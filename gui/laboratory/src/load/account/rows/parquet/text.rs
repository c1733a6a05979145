//! Values of a Parquet file as other tables write them.

use std::fmt::{Display, Write as _};

use jiff::civil::Date;
use jiff::fmt::temporal::DateTimePrinter;
use jiff::{SignedDuration, Span, Timestamp};

use super::open_page::Value;
use super::schema::{Column, LogicalType, Physical};
use super::thrift::Malformed;

/// Writes `value` of `column` to `out`, which is empty, as text; nothing if it cannot be written, as
/// a day beyond the calendar.
///
/// # Errors
/// It should be text and is not, or has more digits than are read.
pub(super) fn write_text(
    value: Value<'_>,
    column: &Column,
    out: &mut String,
) -> Result<(), Malformed> {
    match (value, column.meaning) {
        (Value::Truth(truth), _) => put(out, truth),
        (Value::Float(value), _) => put(out, value),
        // A whole one has no point either way, and is sooner written as one.
        (Value::Double(value), _) if value != 0.0 && value == f64::from(value as i32) => {
            put_whole(out, value as i64);
        }
        (Value::Double(value), _) => put(out, value),
        (Value::Whole(value), LogicalType::Unsigned(bits)) => {
            put(out, unsigned(value, bits));
        }
        (Value::Whole(value), LogicalType::Day) => out.extend(day(value)),
        (Value::Whole(value), LogicalType::TimeOfDay(to_a_second)) => {
            out.push_str(&time(value, to_a_second));
        }
        (Value::Whole(value), LogicalType::Instant(to_a_second)) => {
            instant(value, to_a_second, out);
        }
        (Value::Whole(value), LogicalType::Decimal(digits)) => {
            out.push_str(&decimal(i128::from(value), digits));
        }
        (Value::Whole(value), _) => put_whole(out, value),
        (Value::Bytes(bytes), LogicalType::Text) => {
            out.push_str(std::str::from_utf8(bytes).map_err(|_| "a text in it is no text")?);
        }
        (Value::Bytes(bytes), LogicalType::Decimal(digits)) => {
            out.push_str(&decimal(big_endian(bytes)?, digits));
        }
        (Value::Bytes(bytes), LogicalType::Half) => put(out, half(bytes)?),
        (Value::Bytes(bytes), _) if column.physical == Physical::Int96 => instant96(bytes, out)?,
        (Value::Bytes(bytes), _) => out.push_str(&String::from_utf8_lossy(bytes)),
    }
    Ok(())
}

/// The number without a sign that is stored as `value`, in so many bits.
pub(super) fn unsigned(value: i64, bits: u32) -> u64 {
    value as u64 & u64::MAX >> (64 - bits.clamp(1, 64))
}

fn put(out: &mut String, value: impl Display) {
    // Texts have room for everything.
    let _ = write!(out, "{value}");
}

/// As [`put`], without what formats take: most values are whole.
fn put_whole(out: &mut String, value: i64) {
    out.push_str(itoa::Buffer::new().format(value));
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

fn instant(value: i64, to_a_second: i64, out: &mut String) {
    let (seconds, part) = (value.div_euclid(to_a_second), value.rem_euclid(to_a_second));
    let nanoseconds = part * (1_000_000_000 / to_a_second);
    stamp(seconds, nanoseconds, out);
}

fn stamp(seconds: i64, nanoseconds: i64, out: &mut String) {
    if let Ok(stamp) = Timestamp::new(seconds, nanoseconds as i32) {
        // Texts have room for everything.
        let _ = DateTimePrinter::new().print_timestamp(&stamp, out);
    }
}

/// Instant from the nanoseconds of a day and the Julian day.
fn instant96(bytes: &[u8], out: &mut String) -> Result<(), Malformed> {
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
    stamp(seconds, i64::from(milliseconds) * 1_000_000, out);
    Ok(())
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
