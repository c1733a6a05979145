//! Agreement of measured values with reported ones.

pub use laboratory::metrics::estimate::Estimate;

/// Agreement of a measured value with a reported one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The reported value lies in the interval.
    Equal,
    /// Both have the same sign, and that of the measured value is significant.
    Direction,
    /// Both have the same sign, but the measured value might be zero.
    Unsure,
    /// They have different signs.
    Opposite,
}

impl Verdict {
    /// Compares `reported` with `measured`.
    pub fn of(reported: f64, measured: Estimate) -> Self {
        let half = measured.half_width.unwrap_or(0.0);
        if (reported - measured.mean).abs() <= half {
            Self::Equal
        } else if reported.signum() != measured.mean.signum() {
            Self::Opposite
        } else if measured.half_width.is_none() || measured.is_significant() {
            Self::Direction
        } else {
            Self::Unsure
        }
    }

    /// Symbol in tables.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Direction => "~",
            Self::Unsure => "?",
            Self::Opposite => "!",
        }
    }

    /// Text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Equal => "what was reported lies in the interval",
            Self::Direction => "both have the same sign",
            Self::Unsure => "both have the same sign, but what was measured might be zero",
            Self::Opposite => "they have different signs",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_by_hand() {
        let measured = |mean, half| Estimate {
            mean,
            half_width: Some(half),
        };
        assert_eq!(Verdict::of(3.0, measured(2.0, 1.5)), Verdict::Equal);
        assert_eq!(Verdict::of(9.0, measured(2.0, 1.5)), Verdict::Direction);
        assert_eq!(Verdict::of(9.0, measured(2.0, 2.5)), Verdict::Unsure);
        assert_eq!(Verdict::of(-1.0, measured(2.0, 1.5)), Verdict::Opposite);
    }
}
