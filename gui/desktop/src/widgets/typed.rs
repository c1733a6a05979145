//! Seconds as they are typed, with a unit or without.

use laboratory::base::span;

/// Reads seconds as they are typed into a field: `90`, `90 s`, `5 min`, `5m`, `2 h`.
pub(super) fn typed_seconds(text: &str) -> Option<f64> {
    let text: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let text = text.replace('−', "-");
    span::seconds(text.strip_suffix("in").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_typed_with_their_units() {
        for (text, seconds) in [
            ("90", 90.0),
            ("90 s", 90.0),
            ("5 min", 300.0),
            ("5m", 300.0),
            ("1.5 h", 5400.0),
            ("1 000", 1000.0),
        ] {
            assert_eq!(typed_seconds(text), Some(seconds), "{text}");
        }
        for text in ["", "five", "5 mi", "5 x"] {
            assert_eq!(typed_seconds(text), None, "{text}");
        }
    }
}
