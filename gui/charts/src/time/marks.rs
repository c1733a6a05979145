//! Marks of an axis of time: days, months and years, and parts of them between.

use jiff::Span;
use jiff::civil::{Date, Time, Weekday};

use crate::plot::ticks::{self, Tick};
use laboratory::record::clock::{Clock, DAY, HOUR, MINUTE, time_of_day};

/// Points that the name of a small mark takes with its gap: a time of day, and one with seconds; of
/// a tick without days; of a day of the month.
const ROOM: [f64; 4] = [44.0, 62.0, 64.0, 24.0];
/// Points that the name of a day takes with its gap.
const DAY_NAME: f64 = 78.0;

/// A named instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// Seconds from time zero.
    pub at: f64,
    /// Name.
    pub name: String,
}

/// Marks of an axis: beginnings of days, months or years, and parts of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// Days, months or years; the first may lie before the axis begins.
    pub large: Vec<Mark>,
    /// Parts of them.
    pub small: Vec<Mark>,
}

/// Returns marks from `from` to `until`, in seconds, for an axis `width` points wide, on which no
/// two names touch.
pub fn marks(clock: &Clock, from: f64, until: f64, width: f32) -> Marks {
    let span = (until - from).max(f64::MIN_POSITIVE);
    let axis = Axis {
        clock,
        from,
        until,
        points: f64::from(width.max(1.0)) / span,
    };
    axis.of_days()
        .or_else(|| axis.of_months())
        .or_else(|| axis.of_years())
        .unwrap_or_else(|| axis.plain())
}

/// Width of a letter of the name of a tick, and the least gap between two names, in points.
const LETTER: f64 = 6.0;
const GAP: f64 = 8.0;

/// Returns the ticks of an axis with all names below it in one line: large ones, and small ones
/// where there is room between.
pub fn dates(clock: &Clock, [from, until]: [f64; 2], width: f32) -> Vec<Tick> {
    let marks = marks(clock, from, until, width);
    let points = f64::from(width.max(1.0)) / (until - from).max(f64::MIN_POSITIVE);
    let mut ticks: Vec<Tick> = Vec::new();
    for Mark { at, name } in marks.large.into_iter().chain(marks.small) {
        let room = |other: &str| {
            let letters = name.chars().count() + other.chars().count();
            LETTER * letters as f64 / 2.0 + GAP
        };
        let hits = |other: &Tick| (other.at - at).abs() * points < room(&other.label);
        if (from..=until).contains(&at) && !ticks.iter().any(hits) {
            ticks.push(Tick { at, label: name });
        }
    }
    ticks.sort_by(|one, other| one.at.total_cmp(&other.at));
    ticks
}

/// A part of time on the screen.
#[derive(Clone, Copy)]
struct Axis<'a> {
    clock: &'a Clock,
    from: f64,
    until: f64,
    /// Points per second.
    points: f64,
}

impl Axis<'_> {
    /// Returns days, and times of day within them, where a day has room for its name.
    fn of_days(&self) -> Option<Marks> {
        if DAY * self.points < DAY_NAME {
            return None;
        }
        let room = |step: f64| ROOM[usize::from(step < MINUTE)];
        let mut steps = ticks::CLOCK.into_iter().filter(|step| *step <= DAY);
        let step = steps.find(|step| step * self.points >= room(*step))?;
        // Deep in, parts of a second are shown by plain marks.
        if step * self.points > 400.0 {
            return None;
        }
        match self.clock.zone_name() {
            Some(_) => self.dated_days(step),
            None => self.counted_days(step),
        }
    }

    fn counted_days(&self, step: f64) -> Option<Marks> {
        // A span within a day needs no days.
        if self.until <= DAY {
            return None;
        }
        let mut marks = Marks::default();
        let first = (self.from / DAY).floor();
        let days = ((self.until - self.from) / DAY).ceil() as u32;
        for day in 0..=days {
            let day = first + f64::from(day);
            if day * DAY <= self.until {
                let (at, name) = (day * DAY, format!("{day} d"));
                marks.large.push(Mark { at, name });
            }
        }
        let parts = multiples(self.from, self.until, step).filter(|at| at % DAY != 0.0);
        marks.small = parts
            .map(|at| Mark {
                at,
                name: time_of_day(at, at.rem_euclid(DAY), step),
            })
            .collect();
        Some(marks)
    }

    /// Returns marks by each day's own clock, as days differ in length.
    fn dated_days(&self, step: f64) -> Option<Marks> {
        let mut marks = Marks::default();
        let mut date = self.clock.date(self.from)?.date();
        loop {
            let midnight = self.midnight(date)?;
            if midnight > self.until {
                return Some(marks);
            }
            let name = date.strftime("%a %-d %b").to_string();
            marks.large.push(Mark { at: midnight, name });
            let first = (self.from - midnight - HOUR).max(step);
            let last = (self.until - midnight + HOUR).min(DAY - step);
            for part in multiples(first, last, step) {
                let clock = date.to_datetime(Time::midnight());
                let clock = clock.checked_add(Span::new().seconds(part as i64)).ok()?;
                let at = self.clock.seconds(clock)?;
                if (self.from..=self.until).contains(&at) {
                    let name = time_of_day(at, part, step);
                    marks.small.push(Mark { at, name });
                }
            }
            date = date.tomorrow().ok()?;
        }
    }

    /// Returns months, and days or weeks within them.
    fn of_months(&self) -> Option<Marks> {
        let room = |step: f64| step * self.points >= ROOM[3];
        let step = [DAY, 2.0 * DAY, 7.0 * DAY]
            .into_iter()
            .find(|step| room(*step))?;
        let mut marks = Marks {
            large: self.months(1)?,
            small: Vec::new(),
        };
        let apart = (step / DAY) as i32;
        let mut date = self.clock.date(self.from)?.date();
        loop {
            let at = self.midnight(date)?;
            if at > self.until {
                return Some(marks);
            }
            // Not so near the first of a month that its name is hit.
            let near = |mark: &Mark| {
                let distance = (at - mark.at) * self.points;
                (-30.0..74.0).contains(&distance)
            };
            let wanted = match apart {
                7 => date.weekday() == Weekday::Monday,
                apart => (i32::from(date.day()) - 1) % apart == 0,
            };
            if wanted && at >= self.from && !marks.large.iter().any(near) {
                let name = date.day().to_string();
                marks.small.push(Mark { at, name });
            }
            date = date.tomorrow().ok()?;
        }
    }

    /// Returns years, and months within them.
    fn of_years(&self) -> Option<Marks> {
        let fits = |months: i32| f64::from(months) * 28.0 * DAY * self.points >= ROOM[0];
        let apart = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200]
            .into_iter()
            .find(|months| fits(*months))?;
        let mut marks = Marks::default();
        for mark in self.months(apart)? {
            let date = self.clock.date(mark.at)?.date();
            if date.month() == 1 || marks.large.is_empty() {
                let name = match date.month() {
                    1 => date.year().to_string(),
                    _ => mark.name,
                };
                marks.large.push(Mark { at: mark.at, name });
                continue;
            }
            let last = marks.large.last().map_or(f64::NEG_INFINITY, |last| last.at);
            if (mark.at - last) * self.points >= 58.0 {
                let name = date.strftime("%b").to_string();
                marks.small.push(Mark { at: mark.at, name });
            }
        }
        Some(marks)
    }

    /// Returns the beginning of every so many months, from the one in which the axis begins on.
    fn months(&self, apart: i32) -> Option<Vec<Mark>> {
        let first = self.clock.date(self.from)?.date().first_of_month();
        let back = (12 * i32::from(first.year()) + i32::from(first.month()) - 1).rem_euclid(apart);
        let mut date = first.checked_sub(Span::new().months(back)).ok()?;
        let mut months = Vec::new();
        loop {
            let at = self.midnight(date)?;
            if at > self.until {
                return Some(months);
            }
            let name = date.strftime("%b %Y").to_string();
            months.push(Mark { at, name });
            date = date.checked_add(Span::new().months(apart)).ok()?;
        }
    }

    fn midnight(&self, date: Date) -> Option<f64> {
        self.clock.seconds(date.to_datetime(Time::midnight()))
    }

    /// Returns marks without days: for spans too short, too long or too fine for them.
    fn plain(&self) -> Marks {
        let most = ((self.until - self.from) * self.points / ROOM[2]).max(1.0) as usize;
        let ticks = ticks::apart(most, self.points, |most| {
            ticks::time(self.from, self.until, most)
        });
        let marks = ticks.into_iter().map(|tick| Mark {
            at: tick.at,
            name: tick.label,
        });
        Marks {
            large: Vec::new(),
            small: marks.collect(),
        }
    }
}

/// Iterates over multiples of `step` from `from` to `until`, at most a thousand.
fn multiples(from: f64, until: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (from / step).ceil();
    let count = ((until / step).floor() - first + 1.0).clamp(0.0, 1000.0) as u32;
    (0..count).map(move |index| (first + f64::from(index)) * step)
}

/// Returns the ticks of a time axis that is `width` points wide: dates where `clock` has them.
pub fn instants(clock: &Clock, [low, high]: [f64; 2], width: f32) -> Vec<Tick> {
    match clock.zone_name() {
        Some(_) => dates(clock, [low, high], width),
        None => ticks::time_across(low, high, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 23 September 1996, 14:00:31 in summer time, which ended on 27 October.
    fn kth() -> Clock {
        Clock::new(843_480_031, Some("Europe/Stockholm"))
    }

    fn names(marks: &[Mark]) -> Vec<&str> {
        marks.iter().map(|mark| mark.name.as_str()).collect()
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        let marks = marks(&kth(), 0.0, 2.0 * DAY, 400.0);
        assert_eq!(
            names(&marks.large),
            ["Mon 23 Sep", "Tue 24 Sep", "Wed 25 Sep"]
        );
        assert_eq!(
            names(&marks.small),
            ["18:00", "06:00", "12:00", "18:00", "06:00", "12:00"]
        );
        // Ten hours after the beginning it was midnight, less 31 seconds.
        assert_eq!(marks.large[1].at, 36_000.0 - 31.0);
        assert!(marks.large[0].at < 0.0, "the day that has begun before");
    }

    #[test]
    fn the_day_the_clocks_are_set_back_has_25_hours() {
        let marks = marks(&kth(), 33.0 * DAY, 36.0 * DAY, 400.0);
        let apart: Vec<f64> = marks
            .large
            .windows(2)
            .map(|pair| pair[1].at - pair[0].at)
            .collect();
        assert_eq!(names(&marks.large)[1], "Sun 27 Oct");
        assert_eq!(apart[1], 25.0 * HOUR);
        assert_eq!(apart[0], DAY);
    }

    #[test]
    fn weeks_months_and_years_follow_where_days_have_no_room() {
        let of = |days: f64| marks(&kth(), 0.0, days * DAY, 900.0);
        let month = of(30.0);
        assert_eq!(names(&month.large), ["Sep 1996", "Oct 1996"]);
        assert!(names(&month.small).contains(&"27"), "{month:?}");
        let year = of(332.0);
        assert_eq!(names(&year.large), ["Sep 1996", "1997"]);
        assert_eq!(names(&year.small)[..4], ["Oct", "Nov", "Dec", "Feb"]);
        let century = of(36_500.0);
        assert!(names(&century.large).contains(&"2050"), "{century:?}");
    }

    #[test]
    fn without_a_calendar_days_are_counted() {
        let clock = Clock::default();
        let of = |from: f64, until: f64| marks(&clock, from, until, 500.0);
        let days = of(1.5 * DAY, 3.5 * DAY);
        assert_eq!(names(&days.large), ["1 d", "2 d", "3 d"]);
        assert_eq!(names(&days.small)[..2], ["12:00", "18:00"]);
        let short = of(0.0, 340.0);
        assert!(short.large.is_empty() && short.small.len() > 2, "{short:?}");
        assert_eq!(names(&of(0.0, 300.0 * DAY).small)[..2], ["0", "50 d"]);
    }

    /// On every scale, from a microsecond to centuries, with a calendar and without.
    #[test]
    fn names_never_touch() {
        for clock in [kth(), Clock::default()] {
            for width in [120.0_f32, 500.0, 1900.0] {
                for power in -6..10 {
                    let (from, span) = (5.4 * DAY + 0.123, 3.0 * 10_f64.powi(power));
                    let marks = marks(&clock, from, from + span, width);
                    for (all, letter) in [(&marks.small, 5.5), (&marks.large, 6.0)] {
                        for pair in all.windows(2) {
                            let apart = (pair[1].at - pair[0].at) / span * f64::from(width);
                            let words = pair[0].name.len() as f64 * letter;
                            assert!(apart > words, "{width} {power} {pair:?} {apart}");
                        }
                    }
                    let count = marks.small.len() + marks.large.len();
                    assert!(count > 0 || width < 200.0, "{width} {power}");
                }
            }
        }
    }
}
