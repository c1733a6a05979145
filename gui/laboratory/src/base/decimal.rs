//! Decimal numbers with exact arithmetic: steps of 0.05 are exact and end where they should.

use std::fmt;

/// Number of at most 18 digits, as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// All digits.
    digits: i128,
    /// Number of digits behind the point.
    decimals: u32,
}

/// Largest number of digits, so that differences and products of two fit `i128`.
const MOST_DIGITS: usize = 18;

impl Decimal {
    /// Parses `text`; `None` if it is no number or has too many digits.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = format!("{whole}{part}").replace('_', "");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // Without this, 1e999999 would be a very long number.
        let places = i32::try_from(part.replace('_', "").len()).ok()?;
        let places = places.checked_sub(exponent)?;
        let zeros = usize::try_from(-places).unwrap_or(0);
        if !is_number || digits.len() + zeros > MOST_DIGITS || places > MOST_DIGITS as i32 {
            return None;
        }
        let mut size: i128 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
        let mut places = u32::try_from(places).unwrap_or(0);
        // Equal numbers are equal however they are written.
        while places > 0 && size % 10 == 0 {
            (size, places) = (size / 10, places - 1);
        }
        Some(Self {
            digits: if mantissa.starts_with('-') {
                -size
            } else {
                size
            },
            decimals: places,
        })
    }

    /// Returns the digits with `places` of them behind the point.
    fn digits_at(self, places: u32) -> i128 {
        self.digits * 10_i128.pow(places - self.decimals)
    }

    /// Returns the values from `first` by `step` up to `last`, which is included if the steps meet
    /// it exactly; `None` if no step leads towards it, or more than `most` values are needed.
    pub fn range(first: Self, last: Self, step: Self, most: usize) -> Option<Vec<Self>> {
        let places = first.decimals.max(last.decimals).max(step.decimals);
        let [start, end, by] = [first, last, step].map(|number| number.digits_at(places));
        let way = end - start;
        if by == 0 || (way != 0 && way.signum() != by.signum()) {
            return None;
        }
        let steps = usize::try_from(way / by)
            .ok()
            .filter(|steps| *steps < most)?;
        let at = |step: usize| Self {
            digits: start + by * step as i128,
            decimals: places,
        };
        Some((0..=steps).map(at).collect())
    }
}

/// Without trailing zeros.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_i128.pow(self.decimals);
        let (whole, part) = (self.digits.abs() / scale, self.digits.abs() % scale);
        let sign = if self.digits < 0 { "-" } else { "" };
        let part = format!("{part:0places$}", places = self.decimals as usize);
        match part.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            part => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: &str, last: &str, step: &str) -> Option<Vec<String>> {
        let [first, last, step] = [first, last, step].map(|text| Decimal::parse(text).unwrap());
        let values = Decimal::range(first, last, step, 1_000)?;
        Some(values.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn ranges_are_decimal_and_end_where_they_should() {
        let loads = [
            "0.5", "0.55", "0.6", "0.65", "0.7", "0.75", "0.8", "0.85", "0.9", "0.95", "1",
        ];
        assert_eq!(range("0.5", "1.0", "0.05").unwrap(), loads);
        assert_eq!(range("1", "10", "4").unwrap(), ["1", "5", "9"]);
        assert_eq!(range("3", "-1", "-2").unwrap(), ["3", "1", "-1"]);
        assert_eq!(range("2", "2", "1").unwrap(), ["2"]);
        assert_eq!(
            range("1e3", "2_000", "5E2").unwrap(),
            ["1000", "1500", "2000"]
        );
    }

    #[test]
    fn steps_that_lead_nowhere_are_refused() {
        assert_eq!(range("1", "2", "-1"), None);
        assert_eq!(range("1", "2", "0"), None);
        assert_eq!(range("0", "1000", "1"), None);
    }

    #[test]
    fn malformed_numbers_are_none() {
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "x",
            "1e",
            "1e40",
            "1e-40",
            "1e-2147483648",
            "1e2147483647",
            "inf",
            "0x10",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(Decimal::parse(" -0.50 ").unwrap().to_string(), "-0.5");
    }
}
