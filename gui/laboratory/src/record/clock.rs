//! Instants in words: dates where a log has its start, else days and hours.

use cosched_core::Time;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::base::format;
use crate::base::problem::Problem;
use crate::base::span;

/// Seconds of a minute, of an hour, of a day.
pub const MINUTE: f64 = 60.0;
/// See [`MINUTE`].
pub const HOUR: f64 = 60.0 * MINUTE;
/// See [`MINUTE`].
pub const DAY: f64 = 24.0 * HOUR;

/// Names of the instants of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clock {
    calendar: Option<Calendar>,
}

/// When time zero was, and where.
#[derive(Clone, PartialEq, Debug)]
struct Calendar {
    /// Seconds since the epoch.
    start: i64,
    zone: TimeZone,
    /// Name of the zone.
    zone_name: String,
    /// Whether a date without its year could be taken for one of another year.
    says_years: bool,
}

impl Clock {
    /// Makes the clock of a log that began `start` seconds after the epoch, in the time zone of
    /// that name; in UTC if there is no such zone.
    pub fn new(start: i64, zone: Option<&str>) -> Self {
        let known = zone.and_then(|zone| TimeZone::get(zone).ok().map(|known| (known, zone)));
        let (zone, index) = known.unwrap_or((TimeZone::UTC, "UTC"));
        Self {
            calendar: Some(Calendar {
                start,
                zone,
                zone_name: index.to_owned(),
                says_years: false,
            }),
        }
    }

    /// Has instants in words say their year, if those from `first` to `last`, in seconds after time
    /// zero, are of more than one.
    pub fn over(mut self, first: f64, last: f64) -> Self {
        let years = [first, last].map(|at| self.date(at).map(|date| date.year()));
        if let Some(calendar) = &mut self.calendar {
            calendar.says_years = years[0] != years[1];
        }
        self
    }

    /// Returns the name of its time zone; `None` without a calendar.
    pub fn zone_name(&self) -> Option<&str> {
        let calendar = self.calendar.as_ref();
        calendar.map(|calendar| calendar.zone_name.as_str())
    }

    /// Returns time zero in seconds since the epoch; 0 without a calendar.
    pub fn epoch(&self) -> u64 {
        let calendar = self.calendar.as_ref();
        calendar.map_or(0, |calendar| calendar.start.max(0).unsigned_abs())
    }

    /// Returns the instant that `text` names: seconds, a span with a unit, or a date where there is a
    /// calendar.
    ///
    /// # Errors
    /// It names none.
    pub fn parse(&self, text: &str) -> Result<Time, Problem> {
        let date = || self.seconds(text.parse::<DateTime>().ok()?);
        let seconds = span::seconds(text).or_else(date);
        let none = || {
            let dates = match self.calendar {
                Some(_) => ", or a date as in 1996-10-10T07:00",
                None => "",
            };
            Problem::input(format!(
                "`{text}` is no instant: seconds from 0 on are allowed, or 90m, 5h or 2d{dates}"
            ))
        };
        let seconds = seconds.filter(|seconds| (0.0..1e10).contains(seconds));
        seconds.map(span::instant_at).ok_or_else(none)
    }

    /// Returns the date and time of day `seconds` after time zero, to the second.
    pub fn date(&self, seconds: f64) -> Option<DateTime> {
        let calendar = self.calendar.as_ref()?;
        let second = calendar.start.checked_add(seconds.floor() as i64)?;
        let stamp = Timestamp::from_second(second).ok()?;
        Some(calendar.zone.to_datetime(stamp))
    }

    /// Returns the hour of the week of the instant `seconds`, from 0 on Mondays at midnight to 167;
    /// without a calendar, of a week that begins with time zero.
    pub fn hour_of_week(&self, seconds: f64) -> u64 {
        match self.date(seconds) {
            Some(date) => {
                let day = date.weekday().to_monday_zero_offset();
                (24 * i64::from(day) + i64::from(date.hour())).unsigned_abs()
            }
            None => (seconds.max(0.0) / HOUR) as u64 % (7 * 24),
        }
    }

    /// Returns the instant of `date`, in seconds from time zero.
    pub fn seconds(&self, date: DateTime) -> Option<f64> {
        let calendar = self.calendar.as_ref()?;
        let stamp = calendar.zone.to_timestamp(date).ok()?;
        Some((stamp.as_second() - calendar.start) as f64)
    }

    /// Returns the instant `seconds` in words, to the second where it is not on a minute.
    pub fn instant(&self, seconds: f64) -> String {
        // Within the first day without a date, minutes could be taken for hours.
        let is_long = self.calendar.is_some() || seconds.abs() >= DAY;
        let step = if seconds % MINUTE == 0.0 && is_long {
            MINUTE
        } else {
            1.0
        };
        self.instant_to(seconds, step)
    }

    /// Returns the instant `seconds` in words, to `step` seconds: `Thu 10 Oct 07:00`, where there is
    /// more than one year `Thu 10 Oct 1996 07:00`, or without a calendar `16 d 14:10`.
    pub fn instant_to(&self, seconds: f64, step: f64) -> String {
        if !seconds.is_finite() {
            return "–".to_owned();
        }
        match self.date(seconds) {
            Some(date) => {
                let calendar = self.calendar.as_ref();
                let says_years = calendar.is_some_and(|calendar| calendar.says_years);
                let form = if says_years {
                    "%a %-d %b %Y"
                } else {
                    "%a %-d %b"
                };
                let day = date.strftime(form).to_string();
                format!("{day} {}", time_of_day(seconds, clock_of(date), step))
            }
            None => duration_in_words(seconds, step),
        }
    }

    /// Returns the range from `from` to `until` in words.
    pub fn range_in_words(&self, from: f64, until: f64) -> String {
        let (Some(first), Some(last)) = (self.date(from), self.date(until)) else {
            return format::span(until - from);
        };
        let shown = |date: DateTime, form: &str| date.strftime(form).to_string();
        let (one, other) = (first.date(), last.date());
        if one == other {
            return shown(first, "%-d %b %Y");
        }
        if (one.year(), one.month()) == (other.year(), other.month()) {
            return format!("{}–{}", one.day(), shown(last, "%-d %b %Y"));
        }
        let begin = if one.year() == other.year() {
            shown(first, "%-d %b")
        } else {
            shown(first, "%-d %b %Y")
        };
        format!("{begin} – {}", shown(last, "%-d %b %Y"))
    }
}

/// Seconds since midnight.
fn clock_of(date: DateTime) -> f64 {
    let clock = [
        (date.hour(), HOUR),
        (date.minute(), MINUTE),
        (date.second(), 1.0),
    ];
    clock
        .iter()
        .map(|(value, unit)| f64::from(*value) * unit)
        .sum()
}

/// `clock` seconds since midnight to `step` seconds; `at` has the fraction of a second.
pub fn time_of_day(at: f64, clock: f64, step: f64) -> String {
    let whole = clock.floor() as u64;
    let (hours, minutes, seconds) = (whole / 3600 % 24, whole / 60 % 60, whole % 60);
    if step >= MINUTE {
        return format!("{hours:02}:{minutes:02}");
    }
    let part = if step < 1.0 {
        decimals(at.rem_euclid(1.0), step)
    } else {
        String::new()
    };
    format!("{hours:02}:{minutes:02}:{seconds:02}{part}")
}

/// The fraction of a second behind the point, with as many digits as `step` needs.
fn decimals(part: f64, step: f64) -> String {
    let digits = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
    let text = format!("{part:.digits$}");
    text.strip_prefix('0').unwrap_or_default().to_owned()
}

/// An instant without a calendar: days and the time of day, or less if it is early.
fn duration_in_words(seconds: f64, step: f64) -> String {
    let sign = if seconds < 0.0 { "-" } else { "" };
    let size = seconds.abs();
    if size < MINUTE {
        return format!("{sign}{} s", format::number(size));
    }
    let clock = time_of_day(size, size % DAY, step);
    match (size / DAY).floor() {
        0.0 => format!("{sign}{}", clock.strip_prefix('0').unwrap_or(&clock)),
        days => format!("{sign}{days} d {clock}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KTH-SP2's header: its clock began on Monday, 23 September 1996, 14:00:31 in summer time,
    /// which ended on 27 October.
    const KTH: i64 = 843_480_031;

    #[test]
    fn instants_are_dates_where_the_log_has_a_start() {
        let clock = Clock::new(KTH, Some("Europe/Stockholm"));
        assert_eq!(clock.instant(0.0), "Mon 23 Sep 14:00");
        assert_eq!(clock.instant(0.5), "Mon 23 Sep 14:00:31");
        assert_eq!(clock.instant_to(0.5, 0.1), "Mon 23 Sep 14:00:31.5");
        // 40 days later; the clock was set back by an hour.
        assert_eq!(clock.instant_to(40.0 * DAY, 60.0), "Sat 2 Nov 13:00");
        assert_eq!(clock.zone_name(), Some("Europe/Stockholm"));
        assert_eq!(Clock::new(0, Some("Mars/Olympus")).zone_name(), Some("UTC"));
        let date = clock.date(1000.0).unwrap();
        assert_eq!(clock.seconds(date), Some(1000.0));
    }

    #[test]
    fn dates_say_their_year_where_there_is_more_than_one() {
        let clock = || Clock::new(KTH, Some("Europe/Stockholm"));
        // Until 22 December, and until 21 January 1997.
        let one_year = clock().over(0.0, 90.0 * DAY);
        assert_eq!(one_year.instant(0.0), "Mon 23 Sep 14:00");
        let two_years = clock().over(0.0, 120.0 * DAY);
        assert_eq!(two_years.instant(0.0), "Mon 23 Sep 1996 14:00");
        // The clock was set back by an hour meanwhile.
        assert_eq!(two_years.instant(120.0 * DAY), "Tue 21 Jan 1997 13:00");
        assert_eq!(Clock::default().over(0.0, 1e9).instant(5.0), "5 s");
    }

    #[test]
    fn without_a_start_they_are_days_and_hours() {
        let clock = Clock::default();
        for (seconds, words) in [
            (0.0, "0 s"),
            (12.5, "12.5 s"),
            (340.0, "0:05:40"),
            (3660.0, "1:01:00"),
            (86_400.0 * 16.0 + 51_000.0, "16 d 14:10"),
            (-7200.0, "-2:00:00"),
        ] {
            assert_eq!(clock.instant(seconds), words);
        }
        assert_eq!(clock.zone_name(), None);
    }

    #[test]
    fn a_range_omits_what_its_ends_share() {
        let clock = Clock::new(KTH, Some("Europe/Stockholm"));
        assert_eq!(clock.range_in_words(0.0, 3600.0), "23 Sep 1996");
        assert_eq!(clock.range_in_words(0.0, 3.0 * DAY), "23–26 Sep 1996");
        assert_eq!(clock.range_in_words(0.0, 9.0 * DAY), "23 Sep – 2 Oct 1996");
        assert_eq!(
            clock.range_in_words(0.0, 120.0 * DAY),
            "23 Sep 1996 – 21 Jan 1997"
        );
        assert_eq!(Clock::default().range_in_words(0.0, 7200.0), "2 h");
    }

    #[test]
    fn instants_are_seconds_spans_or_dates() {
        let none = Clock::default();
        // 23 September 1996, 14:00:31 in Stockholm, where it was summer.
        let stockholm = Clock::new(843_480_031, Some("Europe/Stockholm"));
        for (text, clock, seconds) in [
            ("100", &none, 100),
            ("90m", &none, 5_400),
            ("2d", &none, 172_800),
            ("1996-09-23T15:00:31", &stockholm, 3_600),
        ] {
            assert_eq!(clock.parse(text), Ok(Time::from_seconds(seconds)), "{text}");
        }
        for text in ["", "m", "-1", "nan", "1e300", "é", "1996-09-23T15:00:31"] {
            assert!(none.parse(text).is_err(), "{text}");
        }
        // Before the log began.
        assert!(stockholm.parse("1995-01-01T00:00").is_err());
    }
}
