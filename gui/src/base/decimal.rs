//! Decimal numbers as they are written, so that steps from one to the next add up exactly.

use std::fmt;

/// The most places behind the point, and the most digits in all.
const MOST: (u32, usize) = (15, 18);

/// `digits` over ten to the power of `places`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    /// The number that `text` writes; nothing of what is no decimal number, or has too
    /// many digits.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let rest = rest.replace('_', "");
        let (whole, part) = rest.split_once('.').unwrap_or((&rest, ""));
        let digits = format!("{whole}{part}");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let places = part.len() as u32;
        if !is_number || places > MOST.0 || digits.len() > MOST.1 {
            return None;
        }
        let digits: i128 = digits.parse().ok()?;
        let digits = if is_negative { -digits } else { digits };
        Some(Self { digits, places })
    }

    /// The digits with so many places, at least as many as there are.
    fn at(self, places: u32) -> i128 {
        self.digits * 10_i128.pow(places - self.places)
    }

    /// How many numbers there are from `first` by `step` up to `last`; nothing unless the
    /// step goes up and the last is not below the first.
    pub(crate) fn count(first: Self, last: Self, step: Self) -> Option<u64> {
        let places = first.places.max(last.places).max(step.places);
        let (first, last, step) = (first.at(places), last.at(places), step.at(places));
        let goes_up = step > 0 && last >= first;
        goes_up.then(|| u64::try_from((last - first) / step + 1).unwrap_or(u64::MAX))
    }

    /// This and `steps` steps more.
    pub(crate) fn after(self, steps: u64, step: Self) -> Self {
        let places = self.places.max(step.places);
        Self {
            digits: self.at(places) + step.at(places) * i128::from(steps),
            places,
        }
    }
}

/// Without zeros at the end.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_i128.pow(self.places);
        let (whole, part) = (self.digits.abs() / scale, self.digits.abs() % scale);
        if self.digits < 0 {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        let part = format!("{part:0width$}", width = self.places as usize);
        match part.trim_end_matches('0') {
            "" => Ok(()),
            part => write!(f, ".{part}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Decimal {
        Decimal::read(text).unwrap()
    }

    #[test]
    fn steps_add_up_as_on_paper() {
        let (first, step) = (read("0.5"), read("0.05"));
        assert_eq!(Decimal::count(first, read("1.0"), step), Some(11));
        let all = (0..11).map(|steps| first.after(steps, step).to_string());
        let all: Vec<_> = all.collect();
        let paper = "0.5 0.55 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 1";
        assert_eq!(all.join(" "), paper);
        // The last is not met: 1, 4, 7, and 10 is beyond 9.
        assert_eq!(Decimal::count(read("1"), read("9"), read("3")), Some(3));
        assert_eq!(Decimal::count(read("1"), read("0"), read("1")), None);
        assert_eq!(Decimal::count(read("1"), read("2"), read("0.0")), None);
    }

    #[test]
    fn what_is_written_is_read() {
        for (text, shown) in [("-0.50", "-0.5"), ("1_000", "1000"), ("+.25", "0.25")] {
            assert_eq!(read(text).to_string(), shown);
        }
        for text in ["", "-", "1e3", "1.2.3", "0.0000000000000001", "one"] {
            assert_eq!(Decimal::read(text), None, "{text}");
        }
    }
}
