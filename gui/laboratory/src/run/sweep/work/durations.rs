//! How long runs took, and by that how long others will take.

use std::collections::HashMap;
use std::time::Duration;

/// Durations of the runs so far, by job.
#[derive(Debug, Default)]
pub(super) struct Durations {
    /// By group of equal runs.
    groups: HashMap<u32, Mean>,
    /// By index of the policy.
    policies: HashMap<usize, Mean>,
    all: Mean,
}

/// A mean of seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

impl Durations {
    /// Notes how long a run of a group, under the policy with an index, took with so many jobs.
    pub(super) fn note(&mut self, (group, policy): (u32, usize), jobs: u32, duration: Duration) {
        let of_job = duration.as_secs_f64() / f64::from(jobs.max(1));
        self.groups.entry(group).or_default().add(of_job);
        self.policies.entry(policy).or_default().add(of_job);
        self.all.add(of_job);
    }

    /// Number of runs noted.
    pub(super) fn count(&self) -> u32 {
        self.all.count
    }

    /// Expected duration of a run with so many jobs: as long for each of them as those of its group
    /// took, or else those under its policy, or else all. Before any has ended, jobs alone count.
    pub(super) fn expected(&self, (group, policy): (u32, usize), jobs: u32) -> f64 {
        let of_group = self.groups.get(&group).and_then(|mean| mean.value());
        let of_policy = || self.policies.get(&policy).and_then(|mean| mean.value());
        let of_job = of_group.or_else(of_policy).or_else(|| self.all.value());
        of_job.unwrap_or(1.0) * f64::from(jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 s and 40 s with 10 jobs each are 3 s a job.
    #[test]
    fn what_is_nearest_is_expected() {
        let mut known = Durations::default();
        assert_eq!(known.expected((0, 0), 7), 7.0);
        let seconds = Duration::from_secs;
        known.note((0, 0), 10, seconds(20));
        known.note((0, 0), 10, seconds(40));
        known.note((1, 1), 10, seconds(60));
        assert_eq!(known.count(), 3);
        assert_eq!(known.expected((0, 0), 100), 300.0);
        // Another group under the same policy, then another policy: 12 s for 3 jobs of 10 each.
        assert_eq!(known.expected((2, 1), 100), 600.0);
        assert_eq!(known.expected((3, 2), 100), 400.0);
    }
}
