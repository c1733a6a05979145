//! Axes of time with dates, where the log says when it began.

use super::figure::{Axis, Curve, Figure, Scale};
use super::ticks::Tick;
use crate::time::marks;
use laboratory::record::clock::Clock;

impl Axis {
    /// Returns the axis of time of `curves`: with dates, if all of them have the same ones.
    pub(crate) fn of_time(curves: &[Curve<'_>]) -> Self {
        let mut clocks = curves.iter().map(|curve| &curve.run.experiment.clock);
        let first = clocks.next();
        let common = first.filter(|first| clocks.all(|clock| clock == *first));
        Self {
            clock: common.cloned().unwrap_or_default(),
            ..Self::new("time", Scale::Time)
        }
    }

    /// Whether its instants are dates.
    pub fn has_dates(&self) -> bool {
        self.scale == Scale::Time && self.clock.zone_name().is_some()
    }

    /// Returns ticks across a plot from `low` to `high`: dates, as many as have room on `width`
    /// points of a screen, or else at most about `most`.
    pub fn ticks_across(&self, [low, high]: [f64; 2], most: usize, width: f32) -> Vec<Tick> {
        if self.has_dates() {
            marks::dates(&self.clock, [low, high], width)
        } else {
            self.ticks(low, high, most)
        }
    }
}

impl Figure {
    /// Returns the title below it: along a calendar its days and time zone.
    pub fn title_across(&self) -> String {
        let [x, _] = self.extent();
        if self.x.has_dates() {
            with_place(&self.x.clock, x)
        } else {
            self.x.title()
        }
    }
}

/// Returns the days from one instant to another, and the time zone.
pub(crate) fn with_place(clock: &Clock, [from, until]: [f64; 2]) -> String {
    let days = clock.range_in_words(from, until);
    match clock.zone_name() {
        Some(index) => format!("{days} ({index})"),
        None => "time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use laboratory::record::Run;
    use laboratory::record::clock::DAY;

    fn curve(run: &Run) -> Curve<'_> {
        Curve {
            run,
            label: "a",
            slot: 0,
        }
    }

    #[test]
    fn a_log_that_says_when_it_began_has_dates_in_its_figures() {
        let (dated, plain) = (sample::dated(), sample::ten_jobs());
        let figure = Figure::utilisation(&[curve(&dated)]);
        assert_eq!(figure.title_across(), "23 Sep 1996 (Europe/Stockholm)");
        assert_eq!(figure.x.format(60.0), "Mon 23 Sep 14:01:31");
        let days = figure.x.ticks_across([0.0, 3.0 * DAY], 4, 300.0);
        let names: Vec<&str> = days.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(names, ["Tue 24 Sep", "Wed 25 Sep", "Thu 26 Sep"]);
        assert_eq!(Figure::utilisation(&[curve(&plain)]).title_across(), "time");
        // Two logs that began on different days have no date in common.
        let both = Figure::utilisation(&[curve(&dated), curve(&plain)]);
        assert_eq!(both.title_across(), "time");
    }
}
