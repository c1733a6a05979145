//! A number that changes over time, in whole millionths or thousandths, and its exact sums.

use cosched_core::{Duration, Time};

/// A step function of time. Each value holds until the next instant, and the last for ever, or
/// until all begin again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    steps: Vec<(Time, i64)>,
    period: Option<Period>,
}

/// Period of steps that begin again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Length of the period.
    pub every: Duration,
    /// Time since the beginning of a period at time zero.
    pub since: Duration,
}

impl Steps {
    /// Makes a function of these steps, in the order of time; at least one. Those that begin again
    /// do so at zero.
    pub fn new(steps: Vec<(Time, i64)>, again: Option<Period>) -> Option<Self> {
        (!steps.is_empty()).then_some(Self {
            steps,
            period: again,
        })
    }

    /// Returns all of them, if they do not begin again.
    pub fn all(&self) -> impl Iterator<Item = (Time, i64)> + '_ {
        self.steps.iter().copied()
    }

    /// The beginning of the period in which `at` is, which may lie before zero, and the time since
    /// then.
    fn round(&self, at: Time) -> (i128, u64) {
        match self.period {
            None => (0, at.0),
            Some(Period { every, since }) => {
                let going = (at.0 + since.0 % every.0) % every.0;
                (i128::from(at.0) - i128::from(going), going)
            }
        }
    }

    /// Returns the value at `at`; `None` before the first.
    pub fn at(&self, at: Time) -> Option<i64> {
        let (_, going) = self.round(at);
        let index = self.steps.partition_point(|(from, _)| from.0 <= going);
        self.steps
            .get(index.checked_sub(1)?)
            .map(|(_, value)| *value)
    }

    /// Returns the instants from `from` until `until` at which it changes.
    pub fn changes(&self, from: Time, until: Time) -> impl Iterator<Item = Time> + '_ {
        let (begin, going) = self.round(from);
        let first = self.steps.partition_point(|(at, _)| at.0 <= going);
        let here = self.steps[first..].iter().map(move |step| (begin, step));
        let next = (1..).map_while(move |rounds: i128| {
            self.period
                .map(|again| begin + rounds * i128::from(again.every.0))
        });
        let later = next.flat_map(|begin| self.steps.iter().map(move |step| (begin, step)));
        let all = here.chain(later);
        let instants = all.map(|(begin, (at, _))| begin + i128::from(at.0));
        let inside = instants.take_while(move |at| *at < i128::from(until.0));
        inside.map(|at| Time(at as u64))
    }

    /// Returns its integral over time from `from` until `until`, in units times seconds.
    pub fn sum(&self, from: Time, until: Time, units: f64) -> f64 {
        let mut sum = 0.0;
        let mut begin = from;
        for end in self.changes(from, until).chain([until]) {
            let value = self.at(begin).unwrap_or(0) as f64 / units;
            sum += value * end.since(begin).seconds();
            begin = end;
        }
        sum
    }
}

/// Nanowatts times nanoseconds in a kWh: 1000 W for 3600 s.
pub(super) const KWH: u128 = 3_600_000_000_000_000_000_000_000;

/// An exact sum of energies times numbers: the whole kWh, and the rest of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WeightedSum {
    whole: i128,
    // Below a kWh, in nanowatts times nanoseconds times the number.
    rest: i128,
}

impl WeightedSum {
    /// Adds `energy`, in nanowatts times nanoseconds, `weight` times.
    pub(super) fn add(&mut self, energy: u128, weight: i64) {
        // Both parts are far below what can be counted: a kWh is below 2^82, a weight 2^41.
        let (whole, rest) = ((energy / KWH) as i128, (energy % KWH) as i128);
        self.whole += whole * i128::from(weight);
        self.rest += rest * i128::from(weight);
        self.whole += self.rest / KWH as i128;
        self.rest %= KWH as i128;
    }

    /// Returns the sum in units, of which weights are millionths.
    pub(super) fn units(self) -> f64 {
        let rest = self.rest as f64 / KWH as f64;
        (self.whole as f64 + rest) / 1e6
    }
}

/// `energy`, in nanowatts times nanoseconds, in kWh.
pub(super) fn kilowatt_hours(energy: u128) -> f64 {
    (energy / KWH) as f64 + (energy % KWH) as f64 / KWH as f64
}

#[cfg(test)]
mod tests {
    use super::{Period, Steps};
    use cosched_core::{Duration, Time};

    #[test]
    fn steps_repeat_from_any_phase_at_zero() {
        let again = Period {
            every: Duration::from_seconds(100),
            since: Duration::from_seconds(30),
        };
        let at = Time::from_seconds;
        let steps = Steps::new(vec![(at(0), 1), (at(50), 2)], Some(again)).unwrap();
        // 30 s of the first hundred are over: 1 until 20, 2 until 70, 1 until 120 and so on.
        let values = [0, 19, 20, 69, 70, 120].map(|second| steps.at(at(second)));
        assert_eq!(values, [1, 1, 2, 2, 1, 2].map(Some));
        let changes: Vec<Time> = steps.changes(at(0), at(200)).collect();
        assert_eq!(changes, [20, 70, 120, 170].map(at));
        let changes: Vec<Time> = steps.changes(at(70), at(171)).collect();
        assert_eq!(changes, [120, 170].map(at));
        // 20 + 2 x 50 + 50 + 2 x 50 + 30.
        assert_eq!(steps.sum(at(0), at(200), 1.0), 300.0);
    }
}
