//! Spans of time and instants as users type them: `90`, `90m`, `5h`, `2d`.

use cosched_core::Time;

/// Parses seconds, or a number with its unit.
pub fn seconds(text: &str) -> Option<f64> {
    let (digits, unit) = match text.char_indices().last()? {
        (index, 's') => (&text[..index], 1.0),
        (index, 'm') => (&text[..index], 60.0),
        (index, 'h') => (&text[..index], 3600.0),
        (index, 'd') => (&text[..index], 86_400.0),
        _ => (text, 1.0),
    };
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then_some(number * unit)
}

/// Parses an instant since the beginning, to the nanosecond as far as a float holds it; `None` if
/// it is negative or too late for a run.
pub fn instant(text: &str) -> Option<Time> {
    let seconds = seconds(text).filter(|seconds| (0.0..1e10).contains(seconds))?;
    Some(instant_at(seconds))
}

/// Instant `seconds` after the beginning.
pub fn instant_at(seconds: f64) -> Time {
    Time((seconds * 1e9).round() as u64)
}

/// Writes `seconds` as [`seconds`] reads them, in the largest unit of which they are a whole
/// number.
pub fn to_typed(seconds: f64) -> String {
    let units = [(86_400.0, "d"), (3600.0, "h"), (60.0, "m")];
    let whole = units
        .into_iter()
        .find(|(unit, _)| seconds > 0.0 && seconds % unit == 0.0);
    match whole {
        Some((unit, name)) => format!("{}{name}", seconds / unit),
        None => seconds.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_spans_are_read_again() {
        for (given, text) in [
            (0.0, "0"),
            (90.0, "90"),
            (5400.0, "90m"),
            (7200.0, "2h"),
            (259_200.0, "3d"),
            (0.5, "0.5"),
        ] {
            assert_eq!(to_typed(given), text);
            assert_eq!(seconds(text), Some(given));
        }
        assert_eq!([seconds("m"), seconds("é"), seconds("nan")], [None; 3]);
    }
}
