//! Distribution of a quantity over jobs: its mean, percentiles and largest value.

/// Percentiles that are computed.
pub const PERCENTILES: [u32; 4] = [50, 90, 95, 99];

/// Distribution of one quantity over jobs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// Percentiles, as in [`PERCENTILES`]: the least value that is not exceeded by so many percent
    /// of the jobs, by nearest rank.
    pub percentiles: [f64; PERCENTILES.len()],
    /// The largest value.
    pub largest: f64,
}

/// Distributions over the jobs that ran; times in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spreads {
    /// From entry to start.
    pub wait: Spread,
    /// From entry to completion.
    pub response: Spread,
    /// Bounded slowdown.
    pub slowdown: Spread,
    /// Work of a job, in node-seconds.
    pub work: Spread,
}

impl Spread {
    /// Computes the distribution of `values`, which are reordered; `None` if there are none.
    pub fn of(values: &mut [f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let mut spread = Self {
            mean,
            ..Self::default()
        };
        // Ranks ascend, so each is looked for above the one before.
        let mut from = 0;
        for (index, percent) in PERCENTILES.into_iter().enumerate() {
            let rank = (count * percent as usize).div_ceil(100).max(1) - 1;
            let (_, value, _) = values[from..].select_nth_unstable_by(rank - from, f64::total_cmp);
            spread.percentiles[index] = *value;
            from = rank;
        }
        spread.largest = values[from..]
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        Some(spread)
    }
}
