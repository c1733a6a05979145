//! A number that changes over time, in whole millionths or thousandths, and its exact sums.

use cosched_core::Time;

/// From when on it is what. It holds from each instant until the next, and the last for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps(Vec<(Time, i64)>);

impl Steps {
    /// These, in the order of time; at least one.
    pub fn new(steps: Vec<(Time, i64)>) -> Option<Self> {
        (!steps.is_empty()).then_some(Self(steps))
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = (Time, i64)> + '_ {
        self.0.iter().copied()
    }

    /// What it is at `at`; nothing before the first.
    pub fn at(&self, at: Time) -> Option<i64> {
        let place = self.0.partition_point(|(from, _)| *from <= at);
        self.0.get(place.checked_sub(1)?).map(|(_, value)| *value)
    }

    /// The instants from `from` until `until` at which it changes.
    pub fn changes(&self, from: Time, until: Time) -> impl Iterator<Item = Time> + '_ {
        let first = self.0.partition_point(|(at, _)| *at <= from);
        let changes = self.0[first..].iter().map(|(at, _)| *at);
        changes.take_while(move |at| *at < until)
    }

    /// Its sum over time from `from` until `until`, in units and seconds.
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

/// Milliwatts times nanoseconds in a kWh: 1000 W for 3600 s.
pub(super) const KWH: u128 = 3_600_000_000_000_000_000;

/// A sum of energies times numbers, exactly: whole ones of a kWh, and the rest of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Weighed {
    whole: i128,
    // Below a kWh, in milliwatts times nanoseconds times the number.
    rest: i128,
}

impl Weighed {
    /// Adds `energy`, in milliwatts times nanoseconds, `weight` times.
    pub(super) fn add(&mut self, energy: u128, weight: i64) {
        // Both parts are far below what can be counted: a kWh is 2^62, a weight below 2^60.
        let (whole, rest) = ((energy / KWH) as i128, (energy % KWH) as i128);
        self.whole += whole * i128::from(weight);
        self.rest += rest * i128::from(weight);
        self.whole += self.rest / KWH as i128;
        self.rest %= KWH as i128;
    }

    /// How many times a unit that is, of which weights are millionths.
    pub(super) fn units(self) -> f64 {
        let rest = self.rest as f64 / KWH as f64;
        (self.whole as f64 + rest) / 1e6
    }
}

/// `energy`, in milliwatts times nanoseconds, in kWh.
pub(super) fn kilowatt_hours(energy: u128) -> f64 {
    (energy / KWH) as f64 + (energy % KWH) as f64 / KWH as f64
}
