//! Distances between the waits that a log has and those that a simulation has.

/// Kolmogorov's distance of two samples of the same size: the largest difference between their
/// distribution functions, from 0 to 1. Both are in ascending order.
pub(super) fn kolmogorov(one: &[f64], other: &[f64]) -> f64 {
    let size = one.len().max(1) as f64;
    let (mut i, mut j, mut most) = (0, 0, 0_usize);
    while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
        let at = a.min(*b);
        while one.get(i).is_some_and(|value| *value <= at) {
            i += 1;
        }
        while other.get(j).is_some_and(|value| *value <= at) {
            j += 1;
        }
        most = most.max(i.abs_diff(j));
    }
    most as f64 / size
}

/// Wasserstein's distance of two samples of the same size: the mean difference between values of
/// equal rank. Both are in ascending order.
pub(super) fn wasserstein(one: &[f64], other: &[f64]) -> f64 {
    let apart: f64 = one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum();
    apart / one.len().max(1) as f64
}

/// Share of the jobs that start one after the other in the log, of which the simulation starts the
/// second first. `starts` are recorded and simulated ones; those at the same time are not counted.
pub(super) fn reversed(starts: &[(u64, u64)]) -> f64 {
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    let pairs = starts.windows(2).filter(|pair| pair[0].0 < pair[1].0);
    let (mut all, mut other) = (0_usize, 0_usize);
    for pair in pairs {
        all += 1;
        other += usize::from(pair[1].1 < pair[0].1);
    }
    other as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: of the functions 1/4 steps at 0, 0, 10, 20 and at 0, 5, 5, 20 the largest
    /// difference is 1/4, at 0 and between 5 and 10.
    #[test]
    fn distances_are_those_worked_by_hand() {
        let (one, other) = ([0.0, 0.0, 10.0, 20.0], [0.0, 5.0, 5.0, 20.0]);
        assert_eq!(kolmogorov(&one, &other), 0.25);
        assert_eq!(wasserstein(&one, &other), 2.5);
        assert_eq!(kolmogorov(&one, &one), 0.0);
        assert_eq!(kolmogorov(&[0.0; 4], &[1.0; 4]), 1.0);
        assert_eq!(kolmogorov(&[0.0, 1.0], &[1.0, 1.0]), 0.5);
        assert_eq!(wasserstein(&[], &[]), 0.0);
    }

    #[test]
    fn neighbours_in_the_log_may_start_in_the_other_order() {
        // In the log 1, 2, 3, 4; of the three pairs the second is turned around.
        assert_eq!(reversed(&[(1, 10), (4, 40), (2, 30), (3, 20)]), 1.0 / 3.0);
        // Those that start together have no order.
        assert_eq!(reversed(&[(1, 10), (1, 5), (1, 7)]), 0.0);
    }
}
