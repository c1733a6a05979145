//! Batches of consecutive jobs, whose sums say how sure a mean is.

/// Number of batches of a series, consecutive and with equally many jobs. Queues have a long
/// memory: of more and shorter batches neighbours are correlated, and intervals are too narrow.
pub const BATCHES: usize = 8;
/// Degrees of freedom of that many batches.
pub const DEGREES: u64 = BATCHES as u64 - 1;

/// Sums over all jobs in one of several simulations with different random draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sums {
    /// Before the change.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// The sums of each batch.
pub(super) fn batches(before: &[f64], after: &[f64]) -> [Sums; BATCHES] {
    std::array::from_fn(|batch| {
        let jobs = part(before.len(), batch);
        Sums {
            before: before[jobs.clone()].iter().sum(),
            after: after[jobs].iter().sum(),
        }
    })
}

/// Returns the range of a batch among `jobs` jobs.
pub fn part(jobs: usize, batch: usize) -> std::ops::Range<usize> {
    batch * jobs / BATCHES..(batch + 1) * jobs / BATCHES
}
