//! Intervals of confidence of means, and of means of differences, by Student's distribution.

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// A mean with half the width of its interval of confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// Of how many values.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// Half the width; nothing from a single value.
    pub half_width: Option<f64>,
}

impl Mean {
    /// Of what `values` are drawn from; nothing without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let half_width = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let deviation = (squares / (count - 1.0)).sqrt();
            let degrees = values.len() as u64 - 1;
            quantile(0.5 + CONFIDENCE / 2.0, degrees) * deviation / count.sqrt()
        });
        Some(Self {
            count: values.len() as u64,
            mean,
            half_width,
        })
    }

    /// Of `after - before`, pair by pair: what both share, as jobs that are the same,
    /// is not in the differences.
    pub fn of_differences(pairs: &[(f64, f64)]) -> Option<Self> {
        let differences = pairs.iter().map(|(before, after)| after - before);
        Self::of(&differences.collect::<Vec<_>>())
    }

    /// Whether half the width is at most this share of the mean.
    pub fn is_within(&self, share: f64) -> bool {
        let half_width = self.half_width;
        half_width.is_some_and(|half_width| half_width <= share * self.mean.abs())
    }
}

/// The value that a variable of Student's distribution with so many `degrees` of freedom
/// is below with this `probability`, above one half; by halving, as the distribution
/// rises everywhere.
pub fn quantile(probability: f64, degrees: u64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while below(high, degrees) < probability && high < f64::MAX / 4.0 {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = low + (high - low) / 2.0;
        // No number is left between the two.
        if middle <= low || middle >= high {
            return middle;
        }
        match below(middle, degrees) < probability {
            true => low = middle,
            false => high = middle,
        }
    }
}

/// The probability of being below `value`, which is not below 0.
fn below(value: f64, degrees: u64) -> f64 {
    let degrees = degrees as f64;
    let square = value * value;
    // Abramowitz and Stegun 26.7.1 with 26.5.27; the smaller of the two arguments keeps
    // its digits.
    let (part, rest) = (degrees / (degrees + square), square / (degrees + square));
    let tails = match part < rest {
        true => beta(part, degrees / 2.0, 0.5),
        false => 1.0 - beta(rest, 0.5, degrees / 2.0),
    };
    1.0 - tails / 2.0
}

/// The regularised incomplete beta function, by its continued fraction (Abramowitz and
/// Stegun 26.5.8), on the side where that converges fast.
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let factor = a * x.ln() + b * (-x).ln_1p() + log_gamma(a + b) - log_gamma(a) - log_gamma(b);
    factor.exp() / (a * fraction(x, a, b))
}

/// Terms after which the fraction does not change any more.
const TERMS: u32 = 10_000;

/// That continued fraction, `1 + d1 / (1 + d2 / (1 + …))`, by the method of Lentz.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for term in 1..=TERMS {
        let m = f64::from(term / 2);
        let numerator = match term % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        d = 1.0 / not_zero(1.0 + numerator * d);
        c = not_zero(1.0 + numerator / c);
        value *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function above 0: Stirling's series (Abramowitz and Stegun
/// 6.1.41), from where it is exact to the last digits.
fn log_gamma(x: f64) -> f64 {
    const SERIES: [f64; 6] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
    ];
    let (mut x, mut product) = (x, 1.0);
    while x < 15.0 {
        product *= x;
        x += 1.0;
    }
    let terms = SERIES.iter().rev();
    let series = terms.fold(0.0, |sum, term| sum / (x * x) + term) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - product.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed tables of the distribution.
    #[test]
    fn quantiles_are_those_of_tables() {
        for (degrees, value, digits) in [
            (1, 12.7062, 5e-5),
            (2, 4.302_65, 5e-6),
            (5, 2.570_58, 5e-6),
            (10, 2.228_14, 5e-6),
            (30, 2.042_27, 5e-6),
            (100, 1.983_97, 5e-6),
            // The normal distribution, in the limit.
            (1_000_000, 1.959_966, 1e-6),
        ] {
            let found = quantile(0.975, degrees);
            assert!((found - value).abs() <= digits, "{degrees}: {found}");
        }
    }

    /// With 1 degree it is Cauchy's, tan(π (p - 1/2)); with 2, (2p - 1) sqrt(2 / (4 p (1 - p))).
    #[test]
    fn quantiles_that_have_a_formula_are_exact() {
        for probability in [0.6, 0.9, 0.975, 0.9995] {
            let cauchy = (std::f64::consts::PI * (probability - 0.5)).tan();
            let two = (2.0 * probability - 1.0)
                * (2.0 / (4.0 * probability * (1.0 - probability))).sqrt();
            for (degrees, exact) in [(1, cauchy), (2, two)] {
                let found = quantile(probability, degrees);
                assert!(
                    (found / exact - 1.0).abs() < 1e-9,
                    "{degrees}: {found} {exact}"
                );
            }
        }
    }

    #[test]
    fn an_interval_by_hand() {
        // Mean 2, deviation 1: 4.30265 / sqrt(3).
        let mean = Mean::of(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((mean.count, mean.mean), (3, 2.0));
        assert!((mean.half_width.unwrap() - 2.484_14).abs() < 1e-5);
        assert!(mean.is_within(1.25) && !mean.is_within(1.24));
        assert_eq!(Mean::of(&[5.0]).unwrap().half_width, None);
        assert_eq!(Mean::of(&[]), None);
        // Each pair differs by 2.
        let pairs = [(1.0, 3.0), (10.0, 12.0), (100.0, 102.0)];
        let mean = Mean::of_differences(&pairs).unwrap();
        assert_eq!((mean.mean, mean.half_width), (2.0, Some(0.0)));
    }

    /// Uniform numbers by splitmix64, so that the experiments are always the same.
    struct Drawn(u64);

    impl Drawn {
        fn uniform(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// By Box and Muller.
        fn normal(&mut self) -> f64 {
            let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
            radius * (std::f64::consts::TAU * self.uniform()).cos()
        }
    }

    /// Pairs share a large part, as runs of the same jobs do; the truth is a difference of 3.
    #[test]
    fn paired_intervals_cover_the_truth_as_often_as_they_say() {
        let mut drawn = Drawn(1);
        let mut covered = 0;
        for experiment in 0..1_000 {
            let count = 2 + experiment % 12;
            let pairs: Vec<_> = (0..count)
                .map(|_| {
                    let shared = 100.0 + 50.0 * drawn.normal();
                    (shared, shared + 3.0 + 2.0 * drawn.normal())
                })
                .collect();
            let mean = Mean::of_differences(&pairs).unwrap();
            covered += u32::from((mean.mean - 3.0).abs() <= mean.half_width.unwrap());
        }
        assert!((930..=970).contains(&covered), "{covered}");
    }
}
