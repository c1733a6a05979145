//! Comparison of the same jobs in two runs: gains and losses, and their significance.

use super::batches::{BATCHES, DEGREES, Sums};
use super::change;
use super::no_interval::NoInterval;
use crate::base;
use crate::record::Run;

/// A quantity of a job that is better if smaller: times in seconds, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// Its wait.
    #[default]
    Wait,
    /// Its response.
    Response,
    /// Its bounded slowdown.
    Slowdown,
}

impl Measure {
    /// Returns the measure that the metric of that name is the mean of.
    pub fn of_metric(name: &str) -> Option<Self> {
        match name {
            "mean_wait" => Some(Self::Wait),
            "mean_response" => Some(Self::Response),
            "mean_bounded_slowdown" => Some(Self::Slowdown),
            _ => None,
        }
    }

    /// Largest number of degrees of freedom of the interval of a change of its mean; `is_repeated`
    /// where means over several simulations are compared, as the phases of Slurm's passes.
    ///
    /// The change of responses depends on the share of waiting in them, which differs more from one
    /// log to the next than from one stretch of a log to another; and the effect of a scheduler's
    /// passes depends on how crowded a log is. With all degrees of eight batches 88.8 % of 960
    /// intervals of responses under Slurm held and 93.5 % of those of waits, instead of 95. Chosen
    /// on seeds 2001 to 2240 of `benches/coverage.rs`; the guide gives the coverage on others.
    const fn most_degrees(self, is_repeated: bool) -> u64 {
        match (self, is_repeated) {
            (Self::Slowdown, _) | (Self::Wait, false) => DEGREES,
            (Self::Wait, true) | (Self::Response, false) => 4,
            (Self::Response, true) => 3,
        }
    }

    /// Returns the measure of `job`, in seconds or as a number.
    pub fn of(self, run: &Run, job: usize) -> f64 {
        match self {
            Self::Wait => run.wait(job).seconds(),
            Self::Response => run.response(job).seconds(),
            Self::Slowdown => run.bounded_slowdown(job),
        }
    }
}

/// The same jobs before and after a change, in order of submission.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pairs {
    /// The quantity compared.
    pub measure: Measure,
    /// Indices of the jobs.
    pub jobs: Vec<u32>,
    /// Values in the baseline.
    pub before: Vec<f64>,
    /// Values in the other run.
    pub after: Vec<f64>,
}

/// Summary of a comparison job by job.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedSummary {
    /// Numbers of jobs with a smaller value than in the baseline, a larger one, and the same.
    pub better: usize,
    /// See [`PairedSummary::better`].
    pub worse: usize,
    /// See [`PairedSummary::better`].
    pub same: usize,
    /// The median of the differences, after less before; `None` without pairs.
    pub median: Option<f64>,
    /// The change of the mean, as a share of the baseline's; `None` where that is 0.
    pub change: Option<f64>,
    /// Its 95 % confidence interval; `None` where there is none.
    pub interval: Option<[f64; 2]>,
    /// The reason why there is none.
    pub no_interval: Option<NoInterval>,
}

impl PairedSummary {
    /// Whether the interval of the change excludes 0.
    pub fn is_significant(&self) -> bool {
        let is_outside = |[low, high]: [f64; 2]| low > 0.0 || high < 0.0;
        self.interval.is_some_and(is_outside)
    }

    /// The interval of the change of the mean, or that it is too short to say.
    pub fn interval_words(&self) -> String {
        match (self.interval, self.no_interval) {
            (Some(interval), _) => base::change::interval(self.change, interval),
            (None, why) => why.map_or("–", NoInterval::words).to_owned(),
        }
    }

    /// Returns the meaning of the interval, or why there is none, for tooltips.
    pub fn interval_sentence(&self) -> String {
        match self.no_interval {
            None => format!("in 95 of 100 cases, by the means of {BATCHES} batches of jobs"),
            Some(why) => why.sentence(),
        }
    }
}

impl Pairs {
    /// Pairs those of `jobs` that neither run refused. Both ran the same jobs.
    pub fn of(measure: Measure, before: &Run, after: &Run, jobs: &[u32]) -> Self {
        let same = jobs.iter().map(|job| (*job, *job));
        Self::matched(measure, before, after, same)
    }

    /// Pairs those jobs that neither run refused, matched by indices: the first in the run before,
    /// the second in the run after.
    pub fn matched(
        measure: Measure,
        before: &Run,
        after: &Run,
        jobs: impl Iterator<Item = (u32, u32)>,
    ) -> Self {
        let of = |run: &Run, job: u32| {
            let job = job as usize;
            let outcome = run.outcomes.get(job)?;
            (!outcome.refused).then(|| measure.of(run, job))
        };
        let mut pairs = Self {
            measure,
            ..Self::default()
        };
        for (old, new) in jobs {
            if let (Some(had), Some(has)) = (of(before, old), of(after, new)) {
                pairs.jobs.push(old);
                pairs.before.push(had);
                pairs.after.push(has);
            }
        }
        pairs
    }

    /// Returns the difference of each pair, after less before.
    pub fn differences(&self) -> impl Iterator<Item = f64> + '_ {
        let pairs = self.before.iter().zip(&self.after);
        pairs.map(|(before, after)| after - before)
    }

    /// Summarises the pairs.
    pub fn summary(&self) -> PairedSummary {
        self.summary_over(&[])
    }

    /// Summarises pairs that are means over several simulations, with the sums of each.
    pub fn summary_over(&self, repetitions: &[Sums]) -> PairedSummary {
        let mut sorted: Vec<f64> = self.differences().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let better = sorted.partition_point(|difference| *difference < 0.0);
        let rest = sorted.partition_point(|difference| *difference <= 0.0);
        let sums = self.sums();
        let degrees = self.measure.most_degrees(repetitions.len() > 1);
        let interval = change::interval(&self.before, &self.after, repetitions, degrees);
        PairedSummary {
            better,
            worse: sorted.len() - rest,
            same: rest - better,
            median: middle(&sorted),
            change: (sums.before > 0.0).then(|| (sums.after - sums.before) / sums.before),
            interval: interval.ok(),
            no_interval: interval.err(),
        }
    }

    /// Returns the sums over all pairs.
    pub fn sums(&self) -> Sums {
        Sums {
            before: self.before.iter().sum(),
            after: self.after.iter().sum(),
        }
    }
}

/// The median of `sorted`.
fn middle(sorted: &[f64]) -> Option<f64> {
    let half = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        Some(f64::midpoint(
            *sorted.get(half.checked_sub(1)?)?,
            sorted[half],
        ))
    } else {
        sorted.get(half).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(before: Vec<f64>, after: Vec<f64>) -> Pairs {
        Pairs {
            measure: Measure::Wait,
            jobs: (0..before.len() as u32).collect(),
            before,
            after,
        }
    }

    #[test]
    fn a_small_comparison_by_hand() {
        let found = pairs(vec![10.0, 20.0, 30.0, 40.0], vec![5.0, 20.0, 33.0, 30.0]).summary();
        assert_eq!((found.better, found.worse, found.same), (2, 1, 1));
        // Differences -10, -5, 0, 3.
        assert_eq!(found.median, Some(-2.5));
        assert_eq!(found.change, Some(-0.12));
        assert_eq!(found.interval, None);
        assert_eq!(found.no_interval, Some(NoInterval::FewJobs(3)));
        assert_eq!(found.interval_words(), "too short to say");
        assert_eq!(pairs(Vec::new(), Vec::new()).summary().median, None);
    }

    #[test]
    fn a_constant_ratio_is_significant() {
        let before: Vec<f64> = (1..=200).map(f64::from).collect();
        let after = before.iter().map(|value| value / 2.0).collect();
        let found = pairs(before, after).summary();
        let [low, high] = found.interval.unwrap();
        assert!(
            (low + 0.5).abs() < 1e-7 && (high + 0.5).abs() < 1e-7,
            "{low} {high}"
        );
        assert!(found.is_significant());
        assert_eq!(found.interval_words(), "−50 … −50 %");
    }

    /// Batches of 22 and 26 where there were 20 before: the variance of their mean is 32 / 7 / 8 =
    /// 4/7. Student's t is 2.364624 with seven degrees and 2.776445 with four.
    #[test]
    fn responses_have_fewer_degrees_of_freedom() {
        let after = |job: usize| {
            if (job / 20).is_multiple_of(2) {
                1.1
            } else {
                1.3
            }
        };
        let half = |measure| {
            let pairs = Pairs {
                measure,
                ..pairs(vec![1.0; 160], (0..160).map(after).collect())
            };
            let [low, high] = pairs.summary().interval.unwrap();
            (high - low) / 2.0
        };
        let deviation = (4.0_f64 / 7.0).sqrt() / 20.0;
        for (measure, quantile) in [(Measure::Wait, 2.364_624), (Measure::Response, 2.776_445)] {
            let half = half(measure);
            assert!((half - quantile * deviation).abs() < 1e-6, "{half}");
        }
    }
}
