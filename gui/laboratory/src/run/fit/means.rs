//! Waits as recorded and as simulated: their means, and how far these are apart.

use crate::base::format::count;
use crate::record::Run;

/// Largest deviation of the mean wait, as a share of the recorded one, that still fits.
const LARGEST_MISS: f64 = 0.25;

/// Difference of waits that always fits, in seconds: schedulers take so long to start a job.
pub(super) const SMALLEST: f64 = 10.0;

/// Mean wait of some jobs as recorded and as simulated, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MeanFit {
    /// Number of jobs.
    pub jobs: usize,
    /// Mean recorded wait.
    pub recorded: f64,
    /// Mean simulated wait of the same jobs.
    pub simulated: f64,
}

impl MeanFit {
    /// Means of the pairs of a recorded and a simulated wait; `None` without any.
    pub fn of(waits: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let (mut jobs, mut recorded, mut simulated) = (0_usize, 0.0, 0.0);
        for (one, other) in waits {
            (jobs, recorded, simulated) = (jobs + 1, recorded + one, simulated + other);
        }
        (jobs > 0).then(|| Self {
            jobs,
            recorded: recorded / jobs as f64,
            simulated: simulated / jobs as f64,
        })
    }

    /// Deviation of the simulation from the log, as a share of the recorded wait.
    pub fn miss(&self) -> f64 {
        if self.recorded > 0.0 {
            (self.simulated - self.recorded).abs() / self.recorded
        } else if self.simulated > 0.0 {
            f64::INFINITY
        } else {
            0.0
        }
    }

    /// Whether the deviation is small enough for a fit.
    pub fn is_good(&self) -> bool {
        self.miss() <= LARGEST_MISS || self.difference() <= SMALLEST
    }

    /// Difference of the means, in seconds.
    fn difference(&self) -> f64 {
        (self.simulated - self.recorded).abs()
    }

    /// Sum over the jobs of what the simulation has too much, in seconds; below 0 too little.
    pub fn excess(&self) -> f64 {
        (self.simulated - self.recorded) * self.jobs as f64
    }

    /// The deviation in words: `fits within 4 %`, `off by 62 %`, `off by a factor of 290`.
    pub fn in_words(&self) -> String {
        let percent = (100.0 * self.miss()).ceil().max(1.0);
        if self.is_good() && self.miss() > LARGEST_MISS {
            return format!("fits within {} s", self.difference().ceil());
        }
        if self.is_good() {
            return format!("fits within {percent} %");
        }
        let (less, more) = if self.simulated < self.recorded {
            (self.simulated, self.recorded)
        } else {
            (self.recorded, self.simulated)
        };
        match more / less {
            factor if !factor.is_finite() => "off beyond any factor".to_owned(),
            factor if factor >= 9.95 => {
                format!("off by a factor of {}", count(factor.round() as u64))
            }
            factor if factor >= 2.0 => format!("off by a factor of {factor:.1}"),
            _ => format!("off by {percent} %"),
        }
    }
}

/// Recorded and simulated wait of a job in seconds, if both are known.
pub(crate) fn waits(run: &Run, job: usize) -> Option<(f64, f64)> {
    let recorded = run.experiment.labels.get(job)?.recorded_wait()?;
    let outcome = run.outcomes.get(job)?;
    (!outcome.refused).then(|| (recorded.seconds(), run.wait(job).seconds()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(recorded: f64, simulated: f64) -> String {
        let fit = MeanFit {
            jobs: 10,
            recorded,
            simulated,
        };
        fit.in_words()
    }

    #[test]
    fn a_deviation_is_said_in_percent_or_as_a_factor() {
        assert_eq!(words(100.0, 96.0), "fits within 4 %");
        assert_eq!(words(100.0, 125.0), "fits within 25 %");
        assert_eq!(words(100.0, 160.0), "off by 60 %");
        assert_eq!(words(100.0, 70.0), "off by 30 %");
        assert_eq!(words(6067.0, 2338.0), "off by a factor of 2.6");
        assert_eq!(words(58.0, 16_846.0), "off by a factor of 290");
        assert_eq!(words(0.0, 0.0), "fits within 1 %");
        assert_eq!(words(0.0, 5.0), "fits within 5 s");
        assert_eq!(words(0.3, 10.2), "fits within 10 s");
        assert_eq!(words(0.0, 50.0), "off beyond any factor");
        assert_eq!(words(50.0, 0.0), "off beyond any factor");
    }

    #[test]
    fn means_are_of_all_pairs() {
        let fit = MeanFit::of([(10.0, 20.0), (30.0, 20.0), (20.0, 50.0)]).unwrap();
        assert_eq!((fit.jobs, fit.recorded, fit.simulated), (3, 20.0, 30.0));
        assert_eq!(fit.excess(), 30.0);
        assert_eq!(MeanFit::of([]), None);
    }
}
