//! The upright axis of a small chart, and values in words.

use crate::plot::ticks;
use papers::{Estimate, Unit};

/// Ratio of the largest to the smallest value from which lengths tell nothing of the small ones, so
/// that the axis is logarithmic.
const FAR_APART: f64 = 50.0;
/// Most ticks of an even axis, without that at zero.
const TICKS: usize = 4;

/// An axis from its lower to its upper end.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scale {
    unit: Unit,
    /// Values of the lines drawn across, the ends among them.
    pub(super) ticks: Vec<f64>,
    /// Whether it is logarithmic.
    pub(super) is_log: bool,
}

impl Scale {
    /// Returns an axis with room for `values`; evenly divided unless `log` allows more and the
    /// values are far apart. It goes below zero only if a value does.
    pub(super) fn new(unit: Unit, values: &[Estimate], log: bool) -> Self {
        let means = || {
            let means = values.iter().map(|value| value.mean);
            means.filter(|mean| mean.is_finite() && *mean > 0.0)
        };
        let (least, most) = (
            means().fold(f64::INFINITY, f64::min),
            means().fold(0.0, f64::max),
        );
        // An interval may be far wider than its value; it is cut off then.
        let end = |value: &Estimate, sign: f64| {
            let half = value.half_width.unwrap_or(0.0);
            value.mean + sign * half.min(value.mean.abs())
        };
        let tops = values.iter().map(|value| end(value, 1.0));
        let top = tops.filter(|top| top.is_finite()).fold(most, f64::max);
        let below = values.iter().filter(|value| value.mean < 0.0);
        let bottoms = below.map(|value| end(value, -1.0));
        let bottom = bottoms
            .filter(|bottom| bottom.is_finite())
            .fold(0.0, f64::min);
        let may_be_log = bottom == 0.0 && !matches!(unit, Unit::Share | Unit::Instant);
        let is_log = log && may_be_log && most > FAR_APART * least;
        let ticks = match (is_log, unit) {
            (true, _) => rungs_around(unit, least, top),
            (false, Unit::Share) if most <= 1.0 && bottom == 0.0 => vec![0.0, 0.5, 1.0],
            (false, _) => even(unit, bottom, top),
        };
        Self {
            unit,
            ticks,
            is_log,
        }
    }

    /// Returns its lower and its upper end.
    fn ends(&self) -> [f64; 2] {
        let end = |tick: Option<&f64>, other| tick.copied().unwrap_or(other);
        [end(self.ticks.first(), 0.0), end(self.ticks.last(), 1.0)]
    }

    /// Returns the height of `value`, 0 to 1.
    pub(super) fn share(&self, value: f64) -> f32 {
        let [low, high] = self.ends();
        let share = if !self.is_log {
            (value - low) / (high - low)
        } else if value <= 0.0 {
            0.0
        } else {
            (value / low).ln() / (high / low).ln()
        };
        // A value that is not a number has no height.
        if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0) as f32
        }
    }

    /// Returns the label of its upper end.
    pub(super) fn top(&self) -> String {
        self.tick(self.ends()[1])
    }

    /// Returns the label in its corner if it is logarithmic, or begins below zero.
    pub(super) fn note(&self) -> Option<String> {
        let [low, _] = self.ends();
        let words = self.tick(low);
        if self.is_log {
            Some(format!("log, from {words}"))
        } else {
            (low < 0.0).then(|| format!("from {words}"))
        }
    }

    fn tick(&self, at: f64) -> String {
        let step = match self.ticks.as_slice() {
            _ if self.is_log => at.min(1.0),
            [first, second, ..] => second - first,
            _ => 1.0,
        };
        match self.unit {
            Unit::Seconds | Unit::Instant if step >= 1.0 => ticks::span(at),
            Unit::Seconds | Unit::Instant => format!("{} s", ticks::number(at, step)),
            _ if at.fract() == 0.0 => ticks::number(at, step.max(1.0)),
            Unit::Share | Unit::Number => ticks::number(at, step),
        }
    }
}

/// Returns ticks from `bottom` or less, which is zero or below, through zero to at least `top`.
fn even(unit: Unit, bottom: f64, top: f64) -> Vec<f64> {
    let top = if top > bottom { top } else { 1.0 };
    let span = top - bottom;
    let step = match unit {
        Unit::Seconds | Unit::Instant => ticks::time_step(span, TICKS),
        Unit::Share | Unit::Number => ticks::decimal_step(span, TICKS),
    };
    // Half a millionth of a step above a tick is rounding.
    let steps = |to: f64| (to / step - 5e-7).ceil().clamp(0.0, TICKS as f64) as i32;
    let (down, up) = (steps(-bottom), steps(top));
    let up = if down == 0 { up.max(1) } else { up };
    (-down..=up).map(|index| f64::from(index) * step).collect()
}

/// Returns the steps of a ladder from below `least` to `most` or above.
fn rungs_around(unit: Unit, least: f64, most: f64) -> Vec<f64> {
    let rungs = ladder(unit);
    // A bar as high as the lower end could not be seen.
    let from = rungs.iter().rposition(|rung| *rung < 0.7 * least);
    let until = rungs.iter().position(|rung| *rung >= most);
    let (from, until) = (from.unwrap_or(0), until.unwrap_or(rungs.len() - 1));
    rungs[from..=until.max(from + 1).min(rungs.len() - 1)].to_vec()
}

/// Returns powers of ten; of time, ones and tens of what clocks and calendars count.
fn ladder(unit: Unit) -> Vec<f64> {
    let powers = |from: i32, until: i32| (from..until).map(|power| 10_f64.powi(power));
    match unit {
        Unit::Seconds | Unit::Instant => powers(-9, 2)
            .chain([60.0, 600.0, 3600.0, 36_000.0])
            .chain(powers(0, 12).map(|days| days * 86_400.0))
            .collect(),
        Unit::Share | Unit::Number => powers(-9, 16).collect(),
    }
}

/// Returns a value with its interval, in words.
pub(super) fn format(unit: Unit, value: Estimate) -> String {
    let one = |value: f64| match unit {
        Unit::Seconds | Unit::Instant => ticks::span(value),
        Unit::Share => format!("{value:.3}"),
        Unit::Number if value.abs() >= 100.0 => format!("{value:.0}"),
        Unit::Number => format!("{value:.2}"),
    };
    match value.half_width {
        Some(half) => format!("{} ± {}", one(value.mean), one(half)),
        None => one(value.mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(unit: Unit, means: &[f64], log: bool) -> Scale {
        let values = means.iter().map(|&mean| Estimate {
            mean,
            half_width: None,
        });
        Scale::new(unit, &values.collect::<Vec<_>>(), log)
    }

    #[test]
    fn an_even_axis_ends_at_a_round_value_above_all() {
        let hours = scale(Unit::Seconds, &[30_000.0, 37_000.0], true);
        assert_eq!((hours.top().as_str(), hours.note()), ("12 h", None));
        assert_eq!(scale(Unit::Seconds, &[5_400.0], true).top(), "1.5 h");
        assert_eq!(scale(Unit::Seconds, &[0.3], true).top(), "0.3 s");
        assert_eq!(scale(Unit::Number, &[3.1], true).top(), "4");
        assert_eq!(scale(Unit::Share, &[0.001, 0.9], true).top(), "1");
        assert_eq!(hours.share(21_600.0), 0.5);
    }

    #[test]
    fn an_axis_goes_below_zero_if_a_value_does() {
        let both = scale(Unit::Number, &[3.0, -1.0, 150.0], true);
        assert_eq!(both.ticks, [-50.0, 0.0, 50.0, 100.0, 150.0]);
        assert_eq!(both.note().as_deref(), Some("from -50"));
        assert_eq!((both.share(0.0), both.share(75.0)), (0.25, 0.625));
        let below = scale(Unit::Number, &[-2.0], true);
        assert_eq!(below.ends(), [-2.0, 0.0]);
        assert_eq!(below.share(-1.0), 0.5);
    }

    #[test]
    fn values_far_apart_are_on_a_logarithmic_axis_if_wanted() {
        let apart = [2.0, 101.0];
        let log = scale(Unit::Number, &apart, true);
        assert_eq!(log.top(), "1000");
        assert_eq!(log.note().as_deref(), Some("log, from 1"));
        assert!((log.share(10.0) - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(log.share(0.0), 0.0);
        assert!(!scale(Unit::Number, &apart, false).is_log);
        assert!(!scale(Unit::Number, &[2.0, 100.0], true).is_log);
        assert!(!scale(Unit::Number, &[0.0, 100.0], true).is_log);
        let spans = scale(Unit::Seconds, &[90.0, 100_000.0], true);
        assert_eq!(spans.note().as_deref(), Some("log, from 1 min"));
        assert_eq!(spans.top(), "10 d");
        // Of moments, 92 s must not look like 500 s, whatever else there is.
        let starts = scale(Unit::Instant, &[0.5, 92.0, 500.0], true);
        assert!(!starts.is_log);
        assert_eq!(starts.top(), "10 min");
        assert!((starts.share(500.0) / starts.share(92.0) - 500.0 / 92.0).abs() < 1e-3);
    }

    #[test]
    fn the_smallest_bar_can_be_seen_and_a_wide_interval_is_cut_off() {
        let log = scale(Unit::Number, &[1.0, 1000.0], true);
        assert!(log.share(1.0) > 0.2 && log.share(1000.0) == 1.0);
        let wide = Estimate {
            mean: 10.0,
            half_width: Some(500.0),
        };
        assert_eq!(Scale::new(Unit::Number, &[wide], true).top(), "20");
    }

    #[test]
    fn empty_and_non_finite_values_have_an_axis() {
        for means in [
            &[][..],
            &[0.0],
            &[f64::NAN],
            &[f64::INFINITY, 1.0],
            &[1e-300],
        ] {
            for unit in [Unit::Seconds, Unit::Instant, Unit::Share, Unit::Number] {
                let scale = scale(unit, means, true);
                let [low, high] = scale.ends();
                assert!(low < high, "{means:?} {scale:?}");
                assert!((0.0..=1.0).contains(&scale.share(f64::NAN)));
            }
        }
    }

    #[test]
    fn values_in_words() {
        let value = |mean, half_width| Estimate { mean, half_width };
        assert_eq!(
            format(Unit::Seconds, value(5400.0, Some(90.0))),
            "1.5 h ± 1.5 min"
        );
        assert_eq!(format(Unit::Share, value(0.75, None)), "0.750");
        assert_eq!(format(Unit::Number, value(123.4, None)), "123");
    }
}
