//! The ratio of two means with intervals around it, by Fieller and by Hall.

use super::batches::{BATCHES, Sums};
use super::no_interval::NoInterval;
use crate::metrics::student;

/// Means with their variances.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    before: f64,
    after: f64,
    /// The variances of these means, and their covariance.
    of_before: f64,
    of_after: f64,
    of_both: f64,
    /// Degrees of freedom.
    degrees: f64,
}

impl Spread {
    /// Of independent sums; the variances are 0 with fewer than two.
    pub(super) fn of(all: &[Sums]) -> Self {
        let count = all.len() as f64;
        let mean = |of: fn(&Sums) -> f64| all.iter().map(of).sum::<f64>() / count.max(1.0);
        let (before, after) = (mean(|sums| sums.before), mean(|sums| sums.after));
        let mut spread = Self {
            before,
            after,
            degrees: count - 1.0,
            ..Self::default()
        };
        if all.len() < 2 {
            return spread;
        }
        for sums in all {
            let [off_before, off_after] = [sums.before - before, sums.after - after];
            spread.of_before += off_before * off_before;
            spread.of_after += off_after * off_after;
            spread.of_both += off_before * off_after;
        }
        spread.divided(count * spread.degrees)
    }

    fn divided(self, by: f64) -> Self {
        Self {
            of_before: self.of_before / by,
            of_after: self.of_after / by,
            of_both: self.of_both / by,
            ..self
        }
    }

    /// Of values that are so many times as large.
    pub(super) fn scaled(self, times: f64) -> Self {
        Self {
            before: self.before * times,
            after: self.after * times,
            ..self.divided(1.0 / (times * times))
        }
    }

    /// The variance of `after - ratio * before`.
    fn residual_variance(&self, ratio: f64) -> f64 {
        let variance = self.of_after - 2.0 * ratio * self.of_both + ratio * ratio * self.of_before;
        variance.max(0.0)
    }
}

/// Skewness of the residuals of batches from the ratio: the third moment over the cube of the
/// deviation.
pub(super) fn skewness(batches: &[Sums], ratio: f64) -> f64 {
    let left = |sums: &Sums| sums.after - ratio * sums.before;
    let moment = |power| {
        let powers = batches.iter().map(|sums| left(sums).powi(power));
        powers.sum::<f64>() / batches.len() as f64
    };
    let deviation = moment(2).sqrt();
    if deviation > 0.0 {
        moment(3) / deviation.powi(3)
    } else {
        0.0
    }
}

/// The ratio of two means with its variance.
pub(super) struct Ratio {
    /// The ratio of the means.
    pub(super) mean: f64,
    /// The means, with all of their variance.
    spread: Spread,
    /// The part of the variance around the ratio that is due to batches.
    of_batches: f64,
    /// The quantile of Student's t.
    quantile: f64,
}

impl Ratio {
    /// Of the means of batches, and the differences of repetitions. Batches: R. W. Conway, "Some
    /// tactical problems in digital simulation", 1963; that few of them suffice: B. Schmeiser,
    /// "Batch size effects in the analysis of simulation output", 1982.
    pub(super) fn new([batches, repeated]: [Spread; 2], most_degrees: u64) -> Self {
        let mean = batches.after / batches.before;
        let variances = [batches, repeated].map(|one| (one.residual_variance(mean), one.degrees));
        let sum = variances[0].0 + variances[1].0;
        Self {
            mean,
            spread: Spread {
                of_before: batches.of_before + repeated.of_before,
                of_after: batches.of_after + repeated.of_after,
                of_both: batches.of_both + repeated.of_both,
                ..batches
            },
            of_batches: if sum > 0.0 { variances[0].0 / sum } else { 1.0 },
            quantile: student::quantile(degrees(variances).min(most_degrees)),
        }
    }

    /// The least and the largest ratio for which `after - ratio * before` does not differ
    /// significantly from 0: E. C. Fieller, "Some problems in interval estimation", 1954. Unlike
    /// the interval by linearisation it extends further to the side where the ratio may be if the
    /// divisor is small, and it has no end where that may be 0.
    pub(super) fn by_fieller(&self) -> Result<[f64; 2], NoInterval> {
        let (square, spread) = (self.quantile * self.quantile, &self.spread);
        let divisor = spread.before * spread.before - square * spread.of_before;
        if divisor <= 0.0 {
            // The sum of squares of batches follows from their variance.
            let equal = |share: f64| BATCHES as f64 / (1.0 + (BATCHES - 1) as f64 * share);
            return Err(NoInterval::FewStretches {
                equal: equal(spread.of_before / spread.before.powi(2)),
                needed: equal(1.0 / square),
            });
        }
        let middle = spread.before * spread.after - square * spread.of_both;
        let last = spread.after * spread.after - square * spread.of_after;
        // Rounded, it may be a little below 0 where all batches have the same ratio.
        let root = (middle * middle - divisor * last).max(0.0).sqrt();
        Ok([middle - root, middle + root].map(|end| end / divisor))
    }

    /// The interval by linearisation, corrected for the skewness of the batches: it reaches
    /// further to where their few large values are. P. Hall, "On the removal of skewness by
    /// transformation", 1992.
    pub(super) fn by_hall(&self, skewness: f64) -> [f64; 2] {
        let count = BATCHES as f64;
        let deviation =
            (self.spread.residual_variance(self.mean) * count).sqrt() / self.spread.before;
        // The skewness of a sum is that of its skewed part.
        let skewness = skewness * self.of_batches.powf(1.5);
        let plain = self.quantile / count.sqrt();
        [plain, -plain].map(|end| {
            let off = if skewness.abs() < 1e-6 {
                end
            } else {
                let inner = 1.0 + skewness * (end - skewness / (6.0 * count));
                3.0 / skewness * (inner.cbrt() - 1.0)
            };
            self.mean - deviation * off
        })
    }
}

/// The degrees of freedom of a sum of two variances, each with its own; those of the first where
/// both are 0. F. E. Satterthwaite, "An approximate distribution of estimates of variance
/// components", 1946.
fn degrees(variances: [(f64, f64); 2]) -> u64 {
    let sum: f64 = variances.iter().map(|(variance, _)| variance).sum();
    let parts = variances.iter().filter(|(variance, _)| *variance > 0.0);
    let parts: f64 = parts
        .map(|(variance, degrees)| (variance / sum).powi(2) / degrees)
        .sum();
    if parts > 0.0 {
        (1.0 / parts).max(1.0) as u64
    } else {
        variances[0].1 as u64
    }
}
