//! A mean over random workloads with its confidence interval.

use super::student;

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; `None` from a single value.
    pub half_width: Option<f64>,
}

impl Estimate {
    /// Estimates the mean of the distribution of `values`; `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let half_width = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let deviation = (squares / (count - 1.0)).sqrt();
            student::quantile(values.len() as u64 - 1) * deviation / count.sqrt()
        });
        Some(Self { mean, half_width })
    }

    /// Estimates the mean difference of pairs: `after` less `before`, one by one.
    pub fn of_pairs(before: &[f64], after: &[f64]) -> Option<Self> {
        let pairs = before.iter().zip(after);
        Self::of(
            &pairs
                .map(|(before, after)| after - before)
                .collect::<Vec<_>>(),
        )
    }

    /// Returns the mean and the half width, if there is one, with two decimals.
    pub fn words(&self) -> String {
        self.with_decimals(2)
    }

    /// The mean and half of the interval, if there is one, with so many decimals.
    pub fn with_decimals(&self, decimals: usize) -> String {
        match self.half_width {
            Some(half) => format!("{:.decimals$} ± {half:.decimals$}", self.mean),
            None => format!("{:.decimals$}", self.mean),
        }
    }

    /// A change in per cent with its sign, with one decimal.
    pub fn change_words(&self) -> String {
        match self.half_width {
            Some(half) => format!("{:+.1} ± {half:.1} %", self.mean),
            None => format!("{:+.1} %", self.mean),
        }
    }

    /// Estimates the change of the mean from `before` to `after` in percent; `None` unless the mean
    /// before is above zero.
    ///
    /// The interval is that of a ratio of means of pairs, by the residual of each pair from the
    /// ratio.
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

    /// The ends of the interval, none of them below `least`; nothing from a single value.
    pub fn interval(&self, least: f64) -> Option<[f64; 2]> {
        let half = self.half_width?;
        Some([self.mean - half, self.mean + half].map(|end| end.max(least)))
    }

    /// Whether it is surely not zero.
    pub fn is_significant(&self) -> bool {
        self.half_width.is_some_and(|half| self.mean.abs() > half)
    }

    /// Estimate of how often something is the case, in per cent.
    pub fn of_share(cases: impl IntoIterator<Item = bool>) -> Option<Self> {
        let shares = cases.into_iter().map(|is| if is { 100.0 } else { 0.0 });
        Self::of(&shares.collect::<Vec<_>>())
    }

    /// Whether it is significantly below 0.
    pub fn is_fall(&self) -> bool {
        self.mean < 0.0 && self.is_significant()
    }

    /// Whether it is significantly above 0.
    pub fn is_gain(&self) -> bool {
        self.mean > 0.0 && self.is_significant()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cosched_core::random::Random;

    #[test]
    fn an_interval_by_hand() {
        // Mean 2, deviation 1, t(2) 4.30265: 4.30265 / sqrt(3).
        let estimate = Estimate::of(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!(estimate.mean, 2.0);
        assert!((estimate.half_width.unwrap() - 2.484_14).abs() < 1e-5);
        assert!(!estimate.is_significant());
        // Waits of 1, 2 and 3 s on average: no mean wait is below 0.
        let [low, high] = estimate.interval(0.0).unwrap();
        assert_eq!(low, 0.0);
        assert!((high - 4.484_14).abs() < 1e-5);
        let [low, _] = estimate.interval(f64::NEG_INFINITY).unwrap();
        assert!((low + 0.484_14).abs() < 1e-5);
        assert_eq!(Estimate::of(&[5.0]).unwrap().half_width, None);
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn a_change_by_hand() {
        // 3 of 4 on the whole; the pairs miss that by 0.5 and -0.5 of a mean of 2.
        let estimate = Estimate::of_change(&[1.0, 3.0], &[1.25, 1.75]).unwrap();
        assert_eq!(estimate.mean, -25.0);
        // 12.7062 * sqrt(2 * 25 * 25) / sqrt(2).
        assert!((estimate.half_width.unwrap() - 12.7062 * 25.0).abs() < 2e-3);
        // Always the same ratio: no deviation.
        let estimate = Estimate::of_change(&[2.0, 4.0], &[1.0, 2.0]).unwrap();
        assert_eq!((estimate.mean, estimate.half_width), (-50.0, Some(0.0)));
        assert_eq!(Estimate::of_change(&[], &[]), None);
    }

    /// Experiments with a known truth: a difference of 0.3 between pairs whose values vary together
    /// far more than that.
    #[test]
    fn paired_intervals_cover_the_truth_as_often_as_they_say() {
        let mut random = Random::new(11, 7);
        let mut normal = move || {
            // A sum of twelve uniform variates is close enough to a normal one.
            (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0
        };
        let mut covered = 0;
        for _ in 0..1_000 {
            let common: Vec<f64> = (0..8).map(|_| 10.0 * normal()).collect();
            let before: Vec<f64> = common.iter().map(|value| value + normal()).collect();
            let after: Vec<f64> = common.iter().map(|value| value + 0.3 + normal()).collect();
            let holds =
                |estimate: Estimate| (estimate.mean - 0.3).abs() <= estimate.half_width.unwrap();
            covered += usize::from(holds(Estimate::of_pairs(&before, &after).unwrap()));
        }
        assert!((930..=970).contains(&covered), "{covered}");
    }
}
