//! Parser of a line of a log.

use super::{FIELDS, Line, LineError, LineErrorKind, Record, SUBMIT};

/// Parses one line, without its end.
///
/// ```
/// use cosched_core::workload::swf::{Line, parse};
/// let line = b"  7 60 5 120.5 4 -1 -1 4 300 -1 1 3 1 -1 2 -1 -1 -1";
/// let Ok(Line::Record(record)) = parse(line) else { panic!() };
/// assert_eq!((record.number, record.runtime), (7, 120_500_000_000));
/// ```
///
/// # Errors
/// The error and its position.
pub fn parse(line: &[u8]) -> Result<Line<'_>, LineError> {
    parse_from(line, 0)
}

/// Parses a line with submit times counted from `from`, in seconds: for logs longer than
/// the range of a record's nanoseconds. Unknown ones stay -1.
///
/// ```
/// use cosched_core::workload::swf::{Line, parse, parse_from};
/// let line = b"7 90000000060 5 120.5 4 -1 -1 4 300 -1 1 3 1 -1 2 -1 -1 -1";
/// assert!(parse(line).is_err(), "beyond 292 years");
/// let Ok(Line::Record(record)) = parse_from(line, 90_000_000_000) else { panic!() };
/// assert_eq!(record.submit, 60_000_000_000);
/// ```
///
/// # Errors
/// The error and its position.
pub fn parse_from(line: &[u8], from: u64) -> Result<Line<'_>, LineError> {
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let Some(start) = line.iter().position(|byte| !blank(byte)) else {
        return Ok(Line::Blank);
    };
    if line[start] == b';' {
        // Real headers have names in old encodings; the part that a simulation needs is
        // before them.
        let text = &line[start + 1..];
        let readable = match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
        };
        return Ok(comment(readable));
    }
    record(line, start, from).map(Line::Record)
}

fn comment(text: &str) -> Line<'_> {
    let text = text.trim();
    match text.split_once(':') {
        Some((key, value)) => Line::Header {
            key: key.trim(),
            value: value.trim(),
        },
        None => Line::Comment(text),
    }
}

/// Whether a field is a time, which may have decimals.
const fn is_time(field: usize) -> bool {
    matches!(field, 1 | 2 | 3 | 5 | 8 | 17)
}

fn record(line: &[u8], start: usize, from: u64) -> Result<Record, LineError> {
    let mut fields = [-1; FIELDS];
    let (mut at, mut found) = (start, 0);
    while at < line.len() {
        let end = match fields.get_mut(found) {
            Some(value) => {
                let (number, end) = number(line, at, found, from).map_err(|kind| LineError {
                    column: at + 1,
                    kind,
                })?;
                *value = number;
                end
            }
            None => field_end(line, at),
        };
        found += 1;
        at = end;
        let blanks = line[at..].iter();
        at += blanks.take_while(|byte| byte.is_ascii_whitespace()).count();
    }
    if found < FIELDS {
        return Err(LineError {
            column: line.len() + 1,
            kind: LineErrorKind::TooFewFields { found },
        });
    }
    Ok(Record {
        number: fields[0],
        submit: fields[1],
        wait: fields[2],
        runtime: fields[3],
        allocated: fields[4],
        cpu_time: fields[5],
        used_memory: fields[6],
        requested: fields[7],
        requested_time: fields[8],
        requested_memory: fields[9],
        status: fields[10],
        user: fields[11],
        group: fields[12],
        executable: fields[13],
        queue: fields[14],
        partition: fields[15],
        preceding: fields[16],
        think_time: fields[17],
        further_fields: (found - FIELDS) as u32,
    })
}

/// Nanoseconds in a second.
const SECOND: i64 = 1_000_000_000;

/// End of the field that continues at `at`.
fn field_end(line: &[u8], at: usize) -> usize {
    let field = &line[at..];
    let length = field.iter().position(u8::is_ascii_whitespace);
    at + length.unwrap_or(field.len())
}

/// Value of the field at `start` and its end; times in nanoseconds, submit times minus
/// `from` seconds. Decimals beyond the ninth are cut.
#[inline]
fn number(
    line: &[u8],
    start: usize,
    field: usize,
    from: u64,
) -> Result<(i64, usize), LineErrorKind> {
    // Fast paths: unknown values and whole numbers, which nearly all fields of all lines are.
    if let Some([b'-', b'1', b' ']) = line.get(start..start + 3) {
        return Ok((if is_time(field) { -SECOND } else { -1 }, start + 2));
    }
    if (field != SUBMIT || from == 0)
        && let Some((whole, end)) = few_digits(line, start)
    {
        let scale = if is_time(field) { SECOND } else { 1 };
        let value = whole.checked_mul(scale);
        return Ok((value.ok_or(LineErrorKind::TooLarge { field })?, end));
    }
    let is_negative = line[start] == b'-';
    let signed = is_negative || line[start] == b'+';
    let first = start + usize::from(signed);
    let (whole, mut end) = digits(line, first);
    let mut decimals: &[u8] = &[];
    if line.get(end) == Some(&b'.') {
        let point = end;
        end = digits(line, point + 1).1;
        decimals = &line[point + 1..end];
    }
    let is_empty = end == first || (end == first + 1 && line[first] == b'.');
    if is_empty
        || line
            .get(end)
            .is_some_and(|byte| !byte.is_ascii_whitespace())
    {
        return Err(not_a_number(&line[start..field_end(line, start)], field));
    }
    let mut whole = whole.ok_or(LineErrorKind::TooLarge { field })?;
    if field == SUBMIT && from > 0 && !is_negative {
        let later = whole.checked_sub_unsigned(from);
        whole = later
            .filter(|&whole| whole >= 0)
            .ok_or(LineErrorKind::TooEarly)?;
    }
    let value = if is_time(field) {
        scaled(whole, decimals).ok_or(LineErrorKind::TooLarge { field })?
    } else if decimals.iter().any(|&digit| digit != b'0') && !is_average(field) {
        return Err(LineErrorKind::NotWhole { field });
    } else {
        whole
    };
    Ok((if is_negative { -value } else { value }, end))
}

/// Number of digits that never overflow.
const FEW_DIGITS: usize = 18;

/// The number at `start` that has few digits, nothing else, and a space behind it, and its end.
#[inline]
fn few_digits(line: &[u8], start: usize) -> Option<(i64, usize)> {
    let (mut value, mut end) = (0i64, start);
    for byte in line[start..].iter().take(FEW_DIGITS + 1) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (*byte == b' ' && end > start).then_some((value, end));
        }
        // More digits than few may overflow, and are not returned.
        value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
        end += 1;
    }
    None
}

/// The number at `at`, if it is not too large, and its end.
#[inline]
fn digits(line: &[u8], mut at: usize) -> (Option<i64>, usize) {
    let digit = |at: usize| match line.get(at) {
        Some(byte) if byte.is_ascii_digit() => Some(i64::from(byte - b'0')),
        _ => None,
    };
    let few = at + FEW_DIGITS;
    let mut value = 0i64;
    while at < few
        && let Some(digit) = digit(at)
    {
        value = value * 10 + digit;
        at += 1;
    }
    if at < few {
        return (Some(value), at);
    }
    let mut value = Some(value);
    while let Some(digit) = digit(at) {
        value = value.and_then(|value| value.checked_mul(10)?.checked_add(digit));
        at += 1;
    }
    (value, at)
}

/// Whether a field is a mean over processors, whose decimals are ignored.
const fn is_average(field: usize) -> bool {
    matches!(field, 6 | 9)
}

const fn not_a_number(text: &[u8], field: usize) -> LineErrorKind {
    let mut index = 0;
    while index < text.len() {
        if text[index] < 32 || text[index] > 126 {
            return LineErrorKind::NotText;
        }
        index += 1;
    }
    LineErrorKind::NotANumber { field }
}

/// `whole` seconds and decimals, in nanoseconds.
fn scaled(whole: i64, decimals: &[u8]) -> Option<i64> {
    let mut part = 0;
    let places = if decimals.is_empty() { 0 } else { 9 };
    for index in 0..places {
        let digit = decimals.get(index).map_or(0, |digit| digit - b'0');
        part = part * 10 + i64::from(digit);
    }
    whole.checked_mul(SECOND)?.checked_add(part)
}
