//! Positions of the ticks of an axis.

mod labels;

use cosched_core::workload::Class;

pub(crate) use labels::class_name;
pub use labels::{duration_label, factor_label, number, power_label, span, time_label};

use laboratory::record::clock::{DAY, HOUR, MINUTE};

/// A tick with its position and label.
#[derive(Clone, PartialEq, Debug)]
pub struct Tick {
    /// Position in the unit of the axis.
    pub at: f64,
    /// Label.
    pub label: String,
}

/// Steps that people read off a clock, in seconds.
pub(crate) const CLOCK: [f64; 18] = [
    1.0,
    2.0,
    5.0,
    10.0,
    30.0,
    MINUTE,
    2.0 * MINUTE,
    5.0 * MINUTE,
    10.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    2.0 * HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
    12.0 * HOUR,
    DAY,
    2.0 * DAY,
    5.0 * DAY,
];

/// Returns the ticks of a time axis in seconds, at most `most` of them.
pub fn time(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let step = time_step(high - low, most);
    multiples(low, high, step, |at| time_label(at, step))
}

/// Points from one tick of a time axis to the next, if there is room; then the width of a letter of
/// their labels, and the gap between two.
const APART: f32 = 90.0;
const LETTER: f32 = 6.0;
const GAP: f32 = 10.0;

/// Returns the ticks of a time axis that is `width` points wide, so few that their labels, which
/// are long deep in, do not touch.
pub fn time_across(low: f64, high: f64, width: f32) -> Vec<Tick> {
    let most = (width / APART).max(1.0) as usize;
    let points = f64::from(width) / (high - low).max(f64::MIN_POSITIVE);
    apart(most, points, |most| time(low, high, most))
}

/// Returns as many of `ticks`, which gives at most so many, as have room for their labels where a
/// unit of the axis takes so many points.
pub(crate) fn apart(most: usize, points: f64, ticks: impl Fn(usize) -> Vec<Tick>) -> Vec<Tick> {
    let has_room = |ticks: &[Tick]| {
        let letters = ticks.iter().map(|tick| tick.label.chars().count());
        let words = letters.max().unwrap_or_default() as f32 * LETTER + GAP;
        let mut pairs = ticks.windows(2);
        pairs.all(|pair| (pair[1].at - pair[0].at) * points >= f64::from(words))
    };
    let mut all = (2..=most.max(2)).rev().map(&ticks);
    all.find(|ticks| has_room(ticks))
        .unwrap_or_else(|| ticks(1))
}

/// Returns the ticks of a linear axis, at most `most` of them.
pub fn linear(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let step = decimal_step(high - low, most);
    multiples(low, high, step, |at| number(at, step))
}

/// Returns the ticks of a linear axis of whole things.
pub fn whole(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let step = decimal_step(high - low, most).max(1.0);
    multiples(low, high, step, |at| number(at, step))
}

/// Returns ticks at powers of ten between `low` and `high`, which are above zero.
pub fn decades(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let (first, last) = (low.log10().ceil(), high.log10().floor());
    if !(first.is_finite() && last.is_finite()) {
        return Vec::new();
    }
    let stride = ((last - first) / most.max(1) as f64).floor() + 1.0;
    multiples(first, last, stride, power_label)
        .into_iter()
        .map(|tick| Tick {
            at: 10_f64.powf(tick.at),
            ..tick
        })
        .collect()
}

/// Returns the ticks of an axis of spans of time in seconds, at most `most` of them, all in one
/// unit: 28 h and not 1 d 4 h.
pub fn durations(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let step = time_step(high - low, most);
    multiples(low, high, step, |at| duration_label(at, step))
}

/// Familiar spans of time, each some ten times the one before; and fewer of them.
const KNOWN: [f64; 10] = [
    1.0,
    10.0,
    MINUTE,
    10.0 * MINUTE,
    HOUR,
    6.0 * HOUR,
    DAY,
    10.0 * DAY,
    100.0 * DAY,
    1000.0 * DAY,
];
const FEW: [f64; 5] = [1.0, MINUTE, HOUR, DAY, 100.0 * DAY];

/// Returns the ticks of a logarithmic axis of spans of time between `low` and `high` seconds, which
/// are above zero: evenly spaced ones where the range is small.
pub fn duration_factors(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let within = |known: &[f64]| -> Vec<Tick> {
        let slack = 1e-9;
        let range = low * (1.0 - slack)..=high * (1.0 + slack);
        let places = known.iter().copied().filter(|at| range.contains(at));
        let tick = |at| Tick {
            at,
            label: factor_label(at),
        };
        places.map(tick).collect()
    };
    let all = within(&KNOWN);
    match all.len() {
        // Parts of a second are by powers of ten.
        _ if high <= 1.0 => decades(low, high, most),
        0 | 1 => durations(low, high, most),
        found if found > most.max(2) => within(&FEW),
        _ => all,
    }
}

/// Returns the step of [`time`].
pub fn time_step(span: f64, most: usize) -> f64 {
    let least = span / most.max(1) as f64;
    if least <= 1.0 {
        return decimal_step(span, most).min(1.0);
    }
    let found = CLOCK.into_iter().find(|step| *step >= least);
    found.unwrap_or_else(|| decimal_step(span / DAY, most) * DAY)
}

/// Returns 1, 2 or 5 times a power of ten, such that `span` has at most `most` of them.
pub fn decimal_step(span: f64, most: usize) -> f64 {
    let least = span.abs().max(f64::MIN_POSITIVE) / most.max(1) as f64;
    let power = 10_f64.powf(least.log10().floor());
    let found = [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= least);
    found.unwrap_or(10.0 * power)
}

fn multiples(low: f64, high: f64, step: f64, label: impl Fn(f64) -> String) -> Vec<Tick> {
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    // No axis has room for more; and a broken range must not fill the memory.
    let count = (last - first + 1.0).clamp(0.0, 1000.0) as u32;
    (0..count)
        .map(|index| (first + f64::from(index)) * step)
        .map(|at| Tick {
            at,
            label: label(at),
        })
        .collect()
}

/// Returns a tick for each class between two positions.
pub(crate) fn classes(low: f64, high: f64) -> Vec<Tick> {
    let places = (0..Class::COUNT).map(|index| index as f64);
    places
        .filter(|at| (low..=high).contains(at))
        .map(|at| Tick {
            at,
            label: class_name(at),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn seconds_minutes_hours_and_days() {
        assert_eq!(
            labels(&time(0.0, 60.0, 6)),
            ["0", "10 s", "20 s", "30 s", "40 s", "50 s", "1:00 min"]
        );
        assert_eq!(
            labels(&time(0.0, 1800.0, 3)),
            ["0", "10 min", "20 min", "30 min"]
        );
        assert_eq!(
            labels(&time(7200.0, 9000.0, 3)),
            ["2:00 h", "2:10 h", "2:20 h", "2:30 h"]
        );
        assert_eq!(
            labels(&time(0.0, 1.5 * DAY, 3)),
            ["0", "12 h", "1 d", "1 d 12 h"]
        );
        assert_eq!(
            labels(&time(0.0, 1000.0 * DAY, 2)),
            ["0", "500 d", "1000 d"]
        );
    }

    #[test]
    fn parts_of_a_second_show_as_many_digits_as_the_step() {
        assert_eq!(labels(&time(0.1, 0.32, 3)), ["0.1 s", "0.2 s", "0.3 s"]);
        assert_eq!(time_label(61.25, 0.05), "1:01.25 min");
        assert_eq!(time_label(-30.0, 10.0), "-30 s");
        assert_eq!(time_label(90_061.0, 1.0), "1 d 1:01:01 h");
    }

    #[test]
    fn durations_are_in_one_unit_along_an_axis() {
        assert_eq!(
            labels(&durations(0.0, 28.0 * HOUR, 6)),
            ["0", "6 h", "12 h", "18 h", "24 h"]
        );
        assert_eq!(labels(&durations(0.0, 9.0, 4)), ["0", "5 s"]);
        assert_eq!(
            labels(&durations(-2.0 * DAY, 2.0 * DAY, 4)),
            ["-2 d", "-1 d", "0", "1 d", "2 d"]
        );
        // KTH-SP2 under FCFS: waits of up to 262 hours.
        assert_eq!(
            labels(&duration_factors(1.0, 943_200.0, 12)),
            [
                "1 s", "10 s", "1 min", "10 min", "1 h", "6 h", "1 d", "10 d"
            ]
        );
        assert_eq!(
            labels(&duration_factors(1.0, 943_200.0, 5)),
            ["1 s", "1 min", "1 h", "1 d"]
        );
        assert_eq!(
            labels(&duration_factors(2.0 * HOUR, 5.0 * HOUR, 4)),
            ["2 h", "3 h", "4 h", "5 h"]
        );
    }

    #[test]
    fn words_of_a_time_axis_never_touch() {
        for width in [100.0, 300.0, 900.0] {
            for power in -6..8 {
                let (low, span) = (5.4 * DAY + 0.123, 10_f64.powi(power));
                let ticks = time_across(low, low + span, width);
                for pair in ticks.windows(2) {
                    let apart = (pair[1].at - pair[0].at) / span * f64::from(width);
                    let letters = pair.iter().map(|tick| tick.label.len()).max();
                    let words = letters.unwrap_or_default() as f32 * LETTER;
                    assert!(apart > f64::from(words), "{width} {power} {pair:?}");
                }
            }
        }
    }

    #[test]
    fn at_most_as_many_ticks_as_requested_besides_the_ends() {
        for power in -3..9 {
            let high = 3.7 * 10_f64.powi(power);
            assert!(time(0.0, high, 8).len() <= 9, "{high}");
            assert!((2..=9).contains(&linear(0.0, high, 8).len()), "{high}");
        }
    }

    #[test]
    fn a_broken_range_has_no_ticks() {
        assert!(linear(5.0, f64::NAN, 5).len() <= 1000);
        assert!(decades(0.0, 10.0, 5).is_empty());
    }

    #[test]
    fn decades_are_powers_of_ten() {
        let ticks = decades(1.0, 2_000_000.0, 10);
        assert_eq!(
            labels(&ticks),
            ["1", "10", "100", "1000", "10000", "100000", "1e6"]
        );
        assert!((ticks[3].at - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn spans_in_words() {
        assert_eq!(span(59.0), "59 s");
        assert_eq!(span(90.0), "1.5 min");
        assert_eq!(span(2.0 * DAY), "2 d");
    }

    #[test]
    fn classes_outside_have_no_ticks() {
        let places = |low, high| classes(low, high).iter().map(|tick| tick.at).collect();
        let places: [Vec<f64>; 2] = [places(-0.5, 2.5), places(0.5, 1.5)];
        assert_eq!(places, [vec![0.0, 1.0, 2.0], vec![1.0]]);
        assert_eq!(class_name(-0.6) + &class_name(7.0), "");
        assert_eq!(class_name(-0.4) + &class_name(2.4), "shortlong");
    }
}
