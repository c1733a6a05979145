//! Ended jobs from which the runtimes of others are drawn.

use std::collections::HashMap;

use cosched_core::random::Random;
use cosched_core::{Duration, Time};

/// Size of a sample: the last jobs of a user, or jobs with the nearest estimates.
pub(super) const LAST: usize = 50;
/// Distance between the beginnings of two samples of nearest estimates, in jobs.
const STRIDE: usize = 10;
const DAY: u64 = 86_400 * 1_000_000_000;

/// A job that had ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedJob {
    /// Its runtime as a share of its estimate.
    pub(super) part: f64,
    pub(super) estimate: Duration,
    /// The index of its batch: see [`Samples::batch`].
    pub(super) batch: usize,
}

/// Jobs to draw from.
#[derive(Debug)]
pub(super) struct Sample {
    index: usize,
    // By ascending share.
    jobs: Vec<EndedJob>,
}

impl Sample {
    /// Returns the number of jobs to draw from.
    pub(super) fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Returns the share at `quantile`, from 0 to 1, among those longer than `least`, by
    /// their weights in this draw; `None` if there are none.
    pub(super) fn part(
        &self,
        quantile: f64,
        least: f64,
        weights: &mut Weights,
        random: &mut Random,
    ) -> Option<f64> {
        let first = self.jobs.partition_point(|job| job.part <= least);
        let last = self.jobs.len().checked_sub(1)?;
        if first > last {
            return None;
        }
        let sums = weights.sums(self, random);
        let below = first.checked_sub(1).map_or(0.0, |before| sums[before]);
        let sought = below + quantile * (sums[last] - below);
        let found = sums.partition_point(|sum| *sum <= sought);
        Some(self.jobs[found.clamp(first, last)].part)
    }
}

/// Jobs of several estimates, to draw from those with the nearest. Long estimates are often too
/// long: runtimes are shorter shares of them than of short ones, and most of the work is that of
/// jobs with long estimates.
#[derive(Debug)]
pub(super) struct ByEstimate {
    // Ascending.
    estimates: Vec<Duration>,
    // Samples that begin at every [`STRIDE`]th job, and the last.
    samples: Vec<Sample>,
}

impl ByEstimate {
    pub(super) fn of(mut jobs: Vec<EndedJob>, samples: &mut Samples) -> Self {
        jobs.sort_by_key(|job| job.estimate);
        let last = jobs.len().saturating_sub(LAST);
        let begins = (0..last).step_by(STRIDE).chain([last]);
        let of = |begin: usize| jobs[begin..].iter().take(LAST).copied().collect();
        Self {
            samples: begins.map(|begin| samples.sample(of(begin))).collect(),
            estimates: jobs.iter().map(|job| job.estimate).collect(),
        }
    }

    /// Returns the jobs with the nearest estimates, as many below as above if there are.
    pub(super) fn nearest(&self, estimate: Duration) -> &Sample {
        let below = self.estimates.partition_point(|one| *one < estimate);
        let until = self.estimates.partition_point(|one| *one <= estimate);
        let begin = ((below + until) / 2).saturating_sub(LAST / 2);
        let index = (begin + STRIDE / 2) / STRIDE;
        &self.samples[index.min(self.samples.len() - 1)]
    }
}

/// Gives samples and batches their indices.
#[derive(Default)]
pub(super) struct Samples {
    samples: usize,
    batches: usize,
    known: HashMap<(u32, u64, u64), usize>,
}

impl Samples {
    pub(super) fn sample(&mut self, mut jobs: Vec<EndedJob>) -> Sample {
        jobs.sort_by(|one, other| one.part.total_cmp(&other.part));
        self.samples += 1;
        Sample {
            index: self.samples - 1,
            jobs,
        }
    }

    /// Returns the batch of a job: the jobs that one user submitted with one estimate on one day.
    /// Where users are unknown, each job is a batch of its own.
    pub(super) fn batch(&mut self, user: Option<u32>, estimate: Duration, submit: Time) -> usize {
        let next = self.batches;
        let batch = user.map_or(next, |user| {
            let key = (user, estimate.0, submit.0 / DAY);
            *self.known.entry(key).or_insert(next)
        });
        self.batches += usize::from(batch == next);
        batch
    }

    /// Returns weights of which none has been drawn.
    pub(super) fn weights(&self) -> Weights {
        Weights {
            batches: vec![None; self.batches],
            sums: vec![Vec::new(); self.samples],
        }
    }
}

/// Weights of batches in one draw. The known jobs are a sample themselves: from fifty jobs, the
/// mean share is known no better than to a seventh of its deviation, and all jobs of a long queue
/// err together by as much. Weights of the exponential distribution draw it from its possible
/// values: Rubin, "The Bayesian bootstrap", 1981.
pub(super) struct Weights {
    batches: Vec<Option<f64>>,
    // For each sample, the sums of the weights of its jobs; empty until they are needed.
    sums: Vec<Vec<f64>>,
}

impl Weights {
    fn sums(&mut self, sample: &Sample, random: &mut Random) -> &[f64] {
        let sums = &mut self.sums[sample.index];
        if sums.is_empty() {
            let mut sum = 0.0;
            sums.extend(sample.jobs.iter().map(|job| {
                let drawn = || -(1.0 - random.uniform()).ln();
                sum += *self.batches[job.batch].get_or_insert_with(drawn);
                sum
            }));
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each job a batch of its own.
    fn samples(parts: &[(f64, u64)]) -> (Samples, Vec<EndedJob>) {
        let mut samples = Samples::default();
        let jobs = parts.iter().map(|&(part, estimate)| {
            let estimate = Duration::from_seconds(estimate);
            EndedJob {
                part,
                estimate,
                batch: samples.batch(None, estimate, Time::ZERO),
            }
        });
        let jobs = jobs.collect();
        (samples, jobs)
    }

    /// The variance of the mean is that of the shares over one more than their number: Rubin, 1981.
    #[test]
    fn the_mean_share_has_the_variance_of_its_sample() {
        let parts: Vec<_> = (0..50).map(|job| (f64::from(job) / 49.0, 1)).collect();
        let (mut samples, jobs) = samples(&parts);
        let sample = samples.sample(jobs);
        let mut random = Random::new(11, 1);
        let means: Vec<f64> = (0..4_000)
            .map(|_| {
                let mut weights = samples.weights();
                let places = (0..1_000).map(|index| (f64::from(index) + 0.5) / 1_000.0);
                let drawn = places.map(|index| sample.part(index, -1.0, &mut weights, &mut random));
                drawn.map(Option::unwrap).sum::<f64>() / 1_000.0
            })
            .collect();
        let variance = |all: &mut dyn ExactSizeIterator<Item = f64>| {
            let all: Vec<f64> = all.collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            let off = all.iter().map(|one| (one - mean).powi(2));
            off.sum::<f64>() / all.len() as f64
        };
        let expected = variance(&mut parts.iter().map(|(part, _)| *part)) / 51.0;
        let found = variance(&mut means.into_iter());
        assert!((found / expected - 1.0).abs() < 0.1, "{found}, {expected}");
    }

    #[test]
    fn a_batch_weighs_as_one() {
        let mut samples = Samples::default();
        let hour = Duration::from_seconds(3_600);
        let day = |day: u64| Time(day * DAY + 5);
        let batches = [
            samples.batch(Some(1), hour, day(0)),
            samples.batch(Some(1), hour, day(0)),
            samples.batch(Some(1), hour, day(1)),
            samples.batch(Some(2), hour, day(0)),
            samples.batch(None, hour, day(0)),
            samples.batch(None, hour, day(0)),
        ];
        assert_eq!(batches, [0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_nearest_estimates_are_drawn_from() {
        // Estimates of 1 to 400 s, each with a share that identifies it.
        let parts: Vec<_> = (1..=400).map(|job| (job as f64 / 400.0, job)).collect();
        let (mut samples, jobs) = samples(&parts);
        let all = ByEstimate::of(jobs, &mut samples);
        for (estimate, middle) in [(1, 25), (200, 200), (305, 305), (400, 375), (9_999, 375)] {
            let sample = all.nearest(Duration::from_seconds(estimate));
            assert_eq!(sample.len(), LAST);
            let found = 400.0 * (sample.jobs[0].part + sample.jobs[LAST - 1].part) / 2.0;
            let off = (found - f64::from(middle)).abs();
            assert!(off <= 6.0, "{estimate}: {found}");
        }
        let nothing = ByEstimate::of(Vec::new(), &mut samples);
        let sample = nothing.nearest(Duration::from_seconds(5));
        let mut weights = samples.weights();
        let part = sample.part(0.5, 0.0, &mut weights, &mut Random::new(1, 1));
        assert_eq!((sample.len(), part), (0, None));
    }

    #[test]
    fn long_running_jobs_are_drawn_from_longer_ones() {
        let (mut samples, jobs) = samples(&[(0.1, 9), (0.2, 9), (0.5, 9), (0.9, 9)]);
        let sample = samples.sample(jobs);
        let mut random = Random::new(3, 1);
        for _ in 0..200 {
            let mut weights = samples.weights();
            let index = random.uniform();
            let part = sample.part(index, 0.2, &mut weights, &mut random);
            assert!([Some(0.5), Some(0.9)].contains(&part), "{part:?}");
            assert_eq!(sample.part(index, 0.9, &mut weights, &mut random), None);
        }
    }
}
