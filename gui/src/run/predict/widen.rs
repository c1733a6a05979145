//! Intervals made as wide as earlier predictions would have had to be.
//!
//! Conformalised quantile regression, below and above apart: Romano, Patterson and Candès,
//! "Conformalized quantile regression", 2019. What is off is counted in the logarithm of
//! the wait, so that an hour is much of two and little of forty.

use super::Start;

/// Nominal parts, in percent.
pub const LEVELS: [u32; 6] = [25, 50, 75, 80, 90, 95];
/// Waits are told apart from this on, in seconds.
const SHORT: f64 = 60.0;
/// Of fewer predictions nothing is learned.
const LEAST: usize = 40;

/// How far off predictions were.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Widening {
    /// As many predictions it was learned of; too few are none.
    pub predictions: usize,
    // By level, below and above.
    by: [[f64; 2]; LEVELS.len()],
}

impl Widening {
    /// That of predictions, each with how long the job did wait.
    pub(super) fn learn(known: &[(f64, Start)]) -> Self {
        let mut widening = Self::default();
        if known.len() < LEAST {
            return widening;
        }
        widening.predictions = known.len();
        for (place, percent) in LEVELS.into_iter().enumerate() {
            let part = f64::from(percent) / 100.0;
            let (mut below, mut above) = (Vec::new(), Vec::new());
            for (wait, start) in known {
                let [from, until] = start.interval(part).map(even);
                below.push(from - even(*wait));
                above.push(even(*wait) - until);
            }
            let tail = (1.0 - part) / 2.0;
            widening.by[place] = [below, above].map(|off| rank(off, 1.0 - tail));
        }
        widening
    }

    /// The interval of `start` at the level of that place, in seconds.
    pub fn interval(&self, start: &Start, place: usize) -> [f64; 2] {
        let plain = start.interval(f64::from(LEVELS[place]) / 100.0);
        if self.predictions == 0 {
            return plain;
        }
        let ([from, until], [below, above]) = (plain.map(even), self.by[place]);
        let [from, until] = [from - below, until + above].map(|value| value.exp() - SHORT);
        let from = from.max(0.0);
        [from, until.max(from)]
    }
}

fn even(wait: f64) -> f64 {
    (wait.max(0.0) + SHORT).ln()
}

/// What is not exceeded by so large a part, by nearest rank of one more.
fn rank(mut values: Vec<f64>, part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (part * (values.len() + 1) as f64).ceil() as usize;
    values[rank.clamp(1, values.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::super::Whose;
    use super::*;
    use cosched_core::random::Random;

    #[test]
    fn what_is_too_narrow_and_too_late_holds_once_learned() {
        let mut random = Random::new(4, 2);
        let mut drawn = |count: usize| -> Vec<(f64, Start)> {
            let one = |_| {
                let least = 1_000.0 + 50_000.0 * random.unit();
                let start = Start {
                    job: 0,
                    // A tenth of what may be, and above most of it.
                    waits: (0..100)
                        .map(|place| least * (1.8 + 0.001 * f64::from(place)))
                        .collect(),
                    samples: 1,
                    whose: Whose::All,
                };
                (least * (1.0 + random.unit()), start)
            };
            (0..count).map(one).collect()
        };
        let (known, held_back) = (drawn(2_000), drawn(2_000));
        let widening = Widening::learn(&known);
        for (place, percent) in LEVELS.into_iter().enumerate() {
            let holds = |(wait, start): &&(f64, Start)| {
                let [from, until] = widening.interval(start, place);
                (from..=until).contains(wait)
            };
            let held = held_back.iter().filter(holds).count() as f64 / 20.0;
            assert!(
                (held - f64::from(percent)).abs() < 4.0,
                "{percent} %: {held}"
            );
        }
        assert_eq!(Widening::learn(&known[..10]), Widening::default());
    }
}
