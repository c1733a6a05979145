//! Spans of time and amounts of memory.

/// Parses a span into milliseconds: a number of seconds, or `[[days:]hours:]minutes:seconds`.
pub(in crate::load) fn span(text: &str) -> Option<u64> {
    const SCALES: [u64; 4] = [1000, 60_000, 3_600_000, 86_400_000];
    let (text, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Beyond milliseconds nothing is kept.
    let mut sum: u64 = whole(&format!("{fraction:0<3}")[..3])?;
    for (index, part) in text.rsplit(':').enumerate() {
        let part = whole::<u64>(part)?.checked_mul(*SCALES.get(index)?)?;
        sum = sum.checked_add(part)?;
    }
    Some(sum)
}

/// Parses memory into KiB, rounded up: a number of bytes (`b`) or words of eight bytes (`w`), with
/// `k`, `m`, `g`, `t` or `p` for powers of 1024; of bytes without a unit.
pub(in crate::load) fn memory(text: &str) -> Option<u64> {
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    let (digits, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = unit.to_ascii_lowercase();
    let (power, bytes) = match unit.as_bytes() {
        [] | [b'b'] => (0, 1),
        [b'w'] => (0, 8),
        [power] => (power_of(*power)?, 1),
        [power, b'b'] => (power_of(*power)?, 1),
        [power, b'w'] => (power_of(*power)?, 8),
        _ => return None,
    };
    let bytes = whole::<u64>(digits)?.checked_mul(bytes)?;
    match power {
        0 => Some(bytes.div_ceil(1024)),
        power => bytes.checked_mul(1_u64.checked_shl(10 * (power - 1))?),
    }
}

/// Power of 1024 that a letter stands for.
const fn power_of(letter: u8) -> Option<u32> {
    Some(match letter {
        b'k' => 1,
        b'm' => 2,
        b'g' => 3,
        b't' => 4,
        b'p' => 5,
        _ => return None,
    })
}

/// Parses digits alone.
pub(in crate::load) fn whole<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_any_length() {
        for (text, milliseconds) in [
            ("3600", Some(3_600_000)),
            ("00:30:00", Some(1_800_000)),
            ("96:00:00", Some(345_600_000)),
            ("19:23:4", Some(69_784_000)),
            ("2:00", Some(120_000)),
            ("1:00:00:01", Some(86_401_000)),
            ("00:00:01.25", Some(1250)),
            ("1.2345", Some(1234)),
            ("", None),
            ("-1", None),
            ("1:2:3:4:5", None),
            ("1.x", None),
            ("1:", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(span(text), milliseconds, "{text}");
        }
    }

    #[test]
    fn memory_in_bytes_and_words() {
        for (text, kibibytes) in [
            ("4gb", Some(4 << 20)),
            ("4194304kb", Some(4_194_304)),
            ("100MB", Some(102_400)),
            ("1tb", Some(1 << 30)),
            ("2g", Some(2 << 20)),
            ("1500", Some(2)),
            ("1500b", Some(2)),
            // 1024 words are 8 KiB.
            ("1kw", Some(8)),
            ("256w", Some(2)),
            ("gb", None),
            ("1.5gb", None),
            ("4xb", None),
            ("99999999999999pb", None),
        ] {
            assert_eq!(memory(text), kibibytes, "{text}");
        }
    }
}
