//! Quantiles moved to where those of earlier predictions would have had to be.
//!
//! The position of a job's start within its draws is a number; those of earlier predictions give
//! the share of starts below each such number, and so the number to use for a requested quantile.
//! Kuleshov, Fenner and Ermon, "Accurate uncertainties for deep learning using calibrated
//! regression", 2018; with the rank of conformal prediction, Chernozhukov, Wüthrich and Zhu,
//! "Distributional conformal prediction", 2021. The share requested is adapted to how often recent
//! intervals held: Gibbs and Candès, "Adaptive conformal inference under distribution shift", 2021.
//! As there is one order of all numbers, and shares are sorted, quantiles never cross.

use super::Start;
use crate::base::format;

/// Nominal levels, in percent.
pub const LEVELS: [u32; 6] = [25, 50, 75, 80, 90, 95];
/// Offset of the logarithm of waits beyond the draws, in seconds: shorter waits count as alike.
const LOG_OFFSET: f64 = 60.0;
/// Tolerance of a comparison with a draw, in seconds.
const TOLERANCE: f64 = 1.0;
/// Least number of predictions to learn from.
const LEAST_PREDICTIONS: usize = 40;

/// Share of an instant's error by which tails are moved: the step size of Gibbs and Candès, chosen
/// on the first halves of KTH-SP2, LANL-CM5 and SDSC-BLUE.
const STEP: f64 = 0.05;

/// Shares below and above the interval of each level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tails([[f64; 2]; LEVELS.len()]);

/// The nominal share on either side of an interval of so many percent.
fn tail(percent: u32) -> f64 {
    (1.0 - f64::from(percent) / 100.0) / 2.0
}

impl Default for Tails {
    fn default() -> Self {
        Self(LEVELS.map(|percent| [tail(percent); 2]))
    }
}

impl Tails {
    /// Moves the tails of a level, given the shares that started earlier and later than its
    /// interval at an instant.
    pub(super) fn adapt(&mut self, level: usize, outside: [f64; 2]) {
        for (part, outside) in self.0[level].iter_mut().zip(outside) {
            *part += STEP * (tail(LEVELS[level]) - outside);
        }
    }

    /// The adapted share for `part`: those of the levels, sorted, with straight lines between them.
    fn part(&self, part: f64) -> f64 {
        let is_below = part < 0.5;
        let (nominal, side) = if is_below { (part, 0) } else { (1.0 - part, 1) };
        // From the middle outwards.
        let mut moved = self.0.map(|tails| tails[side].clamp(0.0, 0.5));
        moved.sort_by(|one, other| other.total_cmp(one));
        let knots = LEVELS.map(tail).into_iter().zip(moved);
        let (mut before, mut found) = ((0.5, 0.5), 0.5);
        for knot in knots.chain([(0.0, 0.0)]) {
            if nominal >= knot.0 {
                let share = (nominal - knot.0) / (before.0 - knot.0);
                found = knot.1 + share * (before.1 - knot.1);
                break;
            }
            before = knot;
        }
        if is_below { found } else { 1.0 - found }
    }
}

/// Positions of actual starts within the draws of their predictions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recalibration {
    // Ascending; empty if there are too few.
    places: Vec<f64>,
    tails: Tails,
    // Longest wait so far, in seconds.
    longest: f64,
}

impl Recalibration {
    /// Learns from the [positions](position) of earlier starts, with these tails; beyond its draws
    /// no job is to wait on for longer than the `longest` wait of those started so far, in seconds.
    pub(super) fn of(mut places: Vec<f64>, tails: Tails, longest: f64) -> Self {
        if places.len() < LEAST_PREDICTIONS {
            return Self::default();
        }
        places.sort_by(f64::total_cmp);
        Self {
            places,
            tails,
            longest,
        }
    }

    /// Number of predictions it was learned from.
    pub fn predictions(&self) -> usize {
        self.places.len()
    }

    /// The source of the intervals, in words.
    pub fn sentence(&self) -> String {
        match self.predictions() {
            0 => "intervals as drawn, not calibrated: there are too few earlier predictions"
                .to_owned(),
            many => format!(
                "intervals calibrated on {}",
                format::counted(many, "earlier prediction")
            ),
        }
    }

    /// Returns the wait that is not exceeded in a share `part` of all cases, in seconds.
    pub fn quantile(&self, start: &Start, part: f64) -> f64 {
        let many = self.places.len();
        if many == 0 {
            return start.quantile(part);
        }
        let rank = (self.tails.part(part) * (many + 1) as f64).ceil() as usize;
        let last = start.waits.last().copied().unwrap_or(0.0);
        let wait = wait_at(start, self.places[rank.clamp(1, many) - 1]);
        wait.min(last.max(self.longest))
    }

    /// Returns the interval of the wait in so many percent of all cases, with equal tails.
    pub fn interval(&self, start: &Start, percent: u32) -> [f64; 2] {
        let tail = tail(percent);
        [tail, 1.0 - tail].map(|part| self.quantile(start, part))
    }
}

/// Position of `wait` within the draws of `start`: the share of them below it, with half of those
/// that are equal; beyond them, less than 0 or more than 1 by the difference of logarithms.
pub(super) fn position(start: &Start, wait: f64) -> f64 {
    let waits = &start.waits;
    let (Some(first), Some(last)) = (waits.first(), waits.last()) else {
        return 0.5;
    };
    if wait < first - TOLERANCE {
        return log_scale(wait) - log_scale(*first);
    }
    if wait > last + TOLERANCE {
        return 1.0 + log_scale(wait) - log_scale(*last);
    }
    let below = waits.partition_point(|one| *one < wait - TOLERANCE);
    let until = waits.partition_point(|one| *one <= wait + TOLERANCE);
    (below + until) as f64 / (2 * waits.len()) as f64
}

/// The wait at that position within the draws.
fn wait_at(start: &Start, index: f64) -> f64 {
    let beyond = |end: Option<&f64>, by: f64| {
        let end = end.copied().unwrap_or(f64::NAN);
        ((log_scale(end) + by).exp() - LOG_OFFSET).max(0.0)
    };
    if index < 0.0 {
        beyond(start.waits.first(), index)
    } else if index > 1.0 {
        beyond(start.waits.last(), index - 1.0)
    } else {
        start.quantile(index)
    }
}

/// Logarithmic scale of waits: an hour is much of two and little of forty.
fn log_scale(wait: f64) -> f64 {
    (wait.max(0.0) + LOG_OFFSET).ln()
}

#[cfg(test)]
mod tests {
    use super::super::SampleSource;
    use super::*;
    use cosched_core::random::Random;

    fn start(waits: Vec<f64>) -> Start {
        Start {
            job: 0,
            waits,
            samples: 1,
            source: SampleSource::All,
        }
    }

    #[test]
    fn narrow_and_late_draws_hold_once_learned() {
        let mut random = Random::new(4, 2);
        let mut drawn = |count: usize| -> Vec<(f64, Start)> {
            let one = |_| {
                let least = 1_000.0 + 50_000.0 * random.uniform();
                // A tenth of the possible spread, and above most of it.
                let waits = (0..100).map(|index| least * (1.8 + 0.001 * f64::from(index)));
                (least * (1.0 + random.uniform()), start(waits.collect()))
            };
            (0..count).map(one).collect()
        };
        let (known, held_back) = (drawn(2_000), drawn(2_000));
        let places: Vec<f64> = known
            .iter()
            .map(|(wait, start)| position(start, *wait))
            .collect();
        let learned = Recalibration::of(places.clone(), Tails::default(), f64::MAX);
        for percent in LEVELS {
            let holds = |(wait, start): &&(f64, Start)| {
                let [from, until] = learned.interval(start, percent);
                (from..=until).contains(wait)
            };
            let held = held_back.iter().filter(holds).count() as f64 / 20.0;
            assert!(
                (held - f64::from(percent)).abs() < 4.0,
                "{percent} %: {held}"
            );
        }
        assert_eq!(
            Recalibration::of(places[..10].to_vec(), Tails::default(), f64::MAX),
            Recalibration::default()
        );
    }

    #[test]
    fn a_wait_is_at_its_position() {
        let start = start((1..=100).map(|index| 100.0 * f64::from(index)).collect());
        for wait in [0.0, 40.0, 100.0, 4_200.0, 10_000.0, 12_000.0, 1e6] {
            let found = wait_at(&start, position(&start, wait));
            assert!((found - wait).abs() < 101.0, "{wait}: {found}");
        }
        assert!((wait_at(&start, position(&start, 40.0)) - 40.0).abs() < 1e-6);
        assert!((wait_at(&start, position(&start, 1e6)) - 1e6).abs() < 1e-3);
    }

    #[test]
    fn beyond_its_draws_no_job_waits_on_for_longer_than_any_has() {
        let drawn = start((1..=100).map(|index| 100.0 * f64::from(index)).collect());
        // All starts of before lay far beyond their draws.
        let learned = |longest| Recalibration::of(vec![9.0; 50], Tails::default(), longest);
        assert!(learned(f64::MAX).quantile(&drawn, 0.95) > 1e7);
        assert_eq!(learned(20_000.0).quantile(&drawn, 0.95), 20_000.0);
        assert_eq!(learned(500.0).quantile(&drawn, 0.95), 10_000.0);
    }

    #[test]
    fn tails_follow_errors() {
        let mut tails = Tails::default();
        for part in [0.0, 0.025, 0.05, 0.3, 0.5, 0.9, 0.95, 1.0] {
            assert!((tails.part(part) - part).abs() < 1e-12, "{part}");
        }
        // At the 90 % level, none started earlier and half later.
        tails.adapt(4, [0.0, 0.5]);
        assert!((tails.part(0.05) - (0.05 + 0.05 * 0.05)).abs() < 1e-12);
        assert!((tails.part(0.95) - (0.95 + 0.05 * 0.45)).abs() < 1e-12);
        assert!((tails.part(0.5) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn quantiles_never_cross() {
        let mut random = Random::new(7, 1);
        for _ in 0..200 {
            let mut waits: Vec<f64> = (0..30)
                .map(|_| (random.uniform() * 9.0).exp() - 1.0)
                .collect();
            waits.sort_by(f64::total_cmp);
            let start = start(waits);
            let places = (0..60).map(|_| 3.0 * random.uniform() - 1.0).collect();
            let mut tails = Tails::default();
            for level in 0..LEVELS.len() {
                (0..40)
                    .for_each(|_| tails.adapt(level, [random.uniform(), 0.3 * random.uniform()]));
            }
            let learned = Recalibration::of(places, tails, 10_000.0 * random.uniform());
            let quantiles: Vec<f64> = (0..=20)
                .map(|part| learned.quantile(&start, f64::from(part) / 20.0))
                .collect();
            assert!(quantiles.is_sorted(), "{quantiles:?}");
        }
    }
}
