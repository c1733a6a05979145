//! Arrivals with a daily cycle.

use super::Gamma;
use super::gamma::share_below;
use super::source::{Purpose, Source};

/// Half hours in a day.
const BUCKETS: usize = 48;
/// Seconds in a half hour.
const BUCKET: f64 = 1800.0;
/// The half hour at which the density of arrivals begins its day.
const START_OF_DAY: usize = 11;
/// The greatest logarithm of an interarrival time; greater ones are drawn again.
const LONGEST_INTERARRIVAL: f64 = 13.0;

/// One stream of arrivals. Interarrival times are drawn as points, which are spent at the
/// arrival rate of the present half hour.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    // Relative rate of arrivals in each half hour from midnight; 1 on average.
    weights: [f64; BUCKETS],
    bucket: usize,
    points: f64,
    // Part of the present half hour that was spent at the last arrival.
    spent: f64,
    clock: f64,
}

impl Arrivals {
    pub(super) fn new(day: Gamma) -> Self {
        let mut weights = [0.0; BUCKETS];
        let below = |x: f64| share_below(day.shape, day.scale, x);
        for i in START_OF_DAY..START_OF_DAY + BUCKETS {
            let middle = i as f64;
            weights[(i - 1) % BUCKETS] = below(middle + 0.5) - below(middle - 0.5);
        }
        let mean = weights.iter().sum::<f64>() / BUCKETS as f64;
        Self {
            weights: weights.map(|weight| weight / mean),
            bucket: 0,
            points: 0.0,
            spent: 0.0,
            clock: 0.0,
        }
    }

    /// Arrival of the next job of this stream, in seconds.
    pub(super) fn clock(&self) -> f64 {
        self.clock
    }

    /// Returns the next arrival in whole seconds, and moves on to the one after it.
    pub(super) fn next(&mut self, interarrival: Gamma, stream: usize, source: &mut Source) -> u64 {
        let arrival = self.clock as u64;
        let purpose = match stream {
            0 => Purpose::FirstArrivals,
            _ => Purpose::SecondArrivals,
        };
        let logarithm = source.gamma(interarrival, LONGEST_INTERARRIVAL, purpose);
        self.points += libm::exp(logarithm) / BUCKET;
        let mut passed = 0.0;
        while self.points > self.weights[self.bucket] {
            self.points -= self.weights[self.bucket];
            self.bucket = (self.bucket + 1) % BUCKETS;
            passed += BUCKET;
        }
        let spent = self.points / self.weights[self.bucket];
        passed += BUCKET * (spent - self.spent);
        self.spent = spent;
        if source.drops_fractions() {
            passed = libm::floor(passed);
        }
        self.clock += passed;
        arrival
    }
}
