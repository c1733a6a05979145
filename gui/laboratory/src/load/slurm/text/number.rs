//! Numbers of cells.

/// Number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    /// A whole one, from 0 on.
    Whole(u64),
    /// Any other.
    Fraction(f64),
}

impl Number {
    /// Parses a number.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let whole = text.parse().map(Self::Whole);
        whole.or_else(|_| text.parse().map(Self::Fraction)).ok()
    }

    /// It times `scale`, rounded to a whole one from 0 on; exact if it is whole.
    pub(super) fn times(self, scale: f64) -> Option<u64> {
        match self {
            Self::Whole(whole) => whole.checked_mul(scale as u64),
            Self::Fraction(number) => {
                let number = (number * scale).round();
                (0.0..9e18).contains(&number).then_some(number as u64)
            }
        }
    }

    /// It to the nearest number of 64 bits.
    pub(super) const fn to_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Fraction(number) => number,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(whole) => whole.fmt(out),
            Self::Fraction(number) => number.fmt(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_their_texts() {
        let wholes = [0, 1, 4_294_967_296, 9_007_199_254_740_993, u64::MAX];
        let wholes = wholes.map(Number::Whole);
        let fractions = [0.5, 1e-9, 12.345, 86_399.999_5, 4e9 + 0.5].map(Number::Fraction);
        for number in wholes.into_iter().chain(fractions) {
            let text = number.to_string();
            assert_eq!(Number::parse(&text), Some(number));
            assert_eq!(text.parse(), Ok(number.to_f64()));
        }
        assert_eq!(Number::Whole(u64::MAX).times(2.0), None);
        assert_eq!(Number::Fraction(0.000_6).times(1000.0), Some(1));
        assert_eq!(Number::Fraction(-3.0).times(1000.0), None);
    }
}
