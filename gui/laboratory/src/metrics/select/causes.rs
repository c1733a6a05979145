//! The jobs that make up most of a difference between two runs.

use super::paired::Pairs;

/// A job and its difference from the baseline.
pub type JobDifference = (usize, f64);

impl Pairs {
    /// Returns the sum of all differences, and the jobs with the same sign, largest first; of equal
    /// ones the earlier first.
    pub fn causes(&self) -> (f64, Vec<JobDifference>) {
        let sum: f64 = self.differences().sum();
        let jobs = self.jobs.iter().map(|job| *job as usize);
        let mut with: Vec<JobDifference> = jobs
            .zip(self.differences())
            .filter(|(_, difference)| difference * sum > 0.0)
            .collect();
        with.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        (sum, with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::select::paired::Measure;

    #[test]
    fn jobs_with_the_same_sign_are_sorted_by_size() {
        let pairs = Pairs {
            measure: Measure::Wait,
            jobs: vec![3, 4, 5, 7],
            before: vec![10.0, 10.0, 10.0, 10.0],
            after: vec![12.0, 40.0, 9.0, 10.0],
        };
        assert_eq!(pairs.causes(), (31.0, vec![(4, 30.0), (3, 2.0)]));
        // A sum of 0 has no cause.
        let even = Pairs {
            measure: Measure::Wait,
            after: vec![11.0, 9.0, 10.0, 10.0],
            ..pairs
        };
        assert_eq!(even.causes(), (0.0, vec![]));
    }
}
