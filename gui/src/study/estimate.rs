//! A mean over random workloads and how sure it is.

/// A mean with its 95 % interval of confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; nothing from a single value.
    pub half_width: Option<f64>,
}

/// 97.5 % quantiles of Student's t distribution for 1 to 30 degrees of freedom.
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

impl Estimate {
    /// Of the mean of what `values` are drawn from; nothing without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let half_width = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let deviation = (squares / (count - 1.0)).sqrt();
            let quantile = QUANTILES.get(values.len() - 2).copied().unwrap_or(1.96);
            quantile * deviation / count.sqrt()
        });
        Some(Self { mean, half_width })
    }

    /// The mean and half of the interval, if there is one, with two decimals.
    pub fn words(&self) -> String {
        match self.half_width {
            Some(half) => format!("{:.2} ± {half:.2}", self.mean),
            None => format!("{:.2}", self.mean),
        }
    }

    /// By how many per cent of the mean of `before` the mean of `after` is above it;
    /// nothing unless that is above zero.
    ///
    /// The interval is that of a ratio of means of pairs, by what is left of each pair
    /// when the ratio is taken out.
    pub fn of_change(before: &[f64], after: &[f64]) -> Option<Self> {
        let sum = before.iter().sum::<f64>();
        if sum <= 0.0 {
            return None;
        }
        let (ratio, mean) = (after.iter().sum::<f64>() / sum, sum / before.len() as f64);
        let pairs = before.iter().zip(after);
        let parts =
            pairs.map(|(before, after)| 100.0 * (ratio - 1.0 + (after - ratio * before) / mean));
        Self::of(&parts.collect::<Vec<_>>())
    }

    /// Whether it is surely not zero.
    pub fn is_significant(&self) -> bool {
        self.half_width.is_some_and(|half| self.mean.abs() > half)
    }
}

/// Whether a measured value agrees with a reported one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// What was reported lies in the interval.
    Equal,
    /// Both have the same sign, and the measured value surely has it.
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

    /// One sign for tables.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Direction => "~",
            Self::Unsure => "?",
            Self::Opposite => "!",
        }
    }

    /// The same in words.
    pub const fn words(self) -> &'static str {
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
    fn an_interval_by_hand() {
        // Mean 2, deviation 1, t(2) 4.303: 4.303 / sqrt(3).
        let estimate = Estimate::of(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!(estimate.mean, 2.0);
        assert!((estimate.half_width.unwrap() - 2.4844).abs() < 1e-4);
        assert!(!estimate.is_significant());
        assert_eq!(Estimate::of(&[5.0]).unwrap().half_width, None);
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn a_change_by_hand() {
        // 3 of 4 on the whole; the pairs miss that by 0.5 and -0.5 of a mean of 2.
        let estimate = Estimate::of_change(&[1.0, 3.0], &[1.25, 1.75]).unwrap();
        assert_eq!(estimate.mean, -25.0);
        // 12.706 * sqrt(2 * 25 * 25) / sqrt(2).
        assert!((estimate.half_width.unwrap() - 12.706 * 25.0).abs() < 1e-6);
        // Always the same ratio: nothing is unsure.
        let estimate = Estimate::of_change(&[2.0, 4.0], &[1.0, 2.0]).unwrap();
        assert_eq!((estimate.mean, estimate.half_width), (-50.0, Some(0.0)));
        assert_eq!(Estimate::of_change(&[], &[]), None);
    }

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
