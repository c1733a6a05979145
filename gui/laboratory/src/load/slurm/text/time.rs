//! Instants, spans and time limits.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::number::Number;
use crate::scenario::{InstantUnit, SpanUnit};

/// Milliseconds of the clock of a log, since 1970 if it shows UTC.
pub type Instant = i64;

/// Instant in milliseconds: since the epoch where the calendar is known, else since some start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Stamp(pub i64);

impl Stamp {
    /// Milliseconds since `earlier`; negative if that is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// Time limit of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// No limit is given.
    Unknown,
    /// That of its partition, which is not given.
    OfPartition,
    /// No limit: Slurm plans with 365 days.
    Unlimited,
    /// Limit in milliseconds.
    Within(u64),
}

impl Limit {
    /// Slurm's planned runtime where there is no limit: 365 days, in milliseconds.
    pub const PLANNED: u64 = 365 * 86_400_000;

    /// Limit of so many milliseconds; Slurm writes 365 days where there is none.
    pub(crate) const fn of(milliseconds: u64) -> Self {
        match milliseconds {
            Self::PLANNED.. => Self::Unlimited,
            within => Self::Within(within),
        }
    }

    /// Parses a time limit; plain numbers are of `unit`.
    pub(crate) fn parse(text: &str, unit: SpanUnit) -> Option<Self> {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        if is("UNLIMITED") || is("INFINITE") {
            return Some(Self::Unlimited);
        }
        // squeue has further words for a limit that is not set yet.
        if is("Partition_Limit") || is("NOT_SET") || is("INVALID") {
            return Some(Self::OfPartition);
        }
        span(text, unit).map(Self::of)
    }

    /// Limit of so many `unit`.
    pub(crate) fn of_number(number: Number, unit: SpanUnit) -> Option<Self> {
        span_of(number, unit).map(Self::of)
    }
}

/// Parses an instant; the second value says whether its time of day occurred twice.
pub(crate) fn instant(text: &str, unit: InstantUnit, zone: &TimeZone) -> Option<(Stamp, bool)> {
    if text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return Some((instant_of(Number::parse(text)?, unit)?, false));
    }
    let usual = match text.strip_suffix('Z') {
        Some(date) => (usual_date(date), &TimeZone::UTC),
        None => (usual_date(text), zone),
    };
    if let (Some(date), zone) = usual {
        return in_zone(date, zone);
    }
    if let Ok(stamp) = text.parse::<Timestamp>() {
        return Some((stamp.into(), false));
    }
    date(text, zone)
}

/// Instant of a number of `unit`.
pub(crate) fn instant_of(number: Number, unit: InstantUnit) -> Option<Stamp> {
    let scale = match unit {
        InstantUnit::Seconds | InstantUnit::UnixSeconds => 1000.0,
        InstantUnit::Milliseconds | InstantUnit::UnixMilliseconds => 1.0,
    };
    Some(Stamp(number.times(scale)?.try_into().ok()?))
}

/// Parses a date as nearly all tables have them, `2026-11-21T21:01:44`; `None` for all others: the
/// grammar of dates takes ten times as long.
#[inline]
fn usual_date(text: &str) -> Option<DateTime> {
    let text: &[u8; 19] = text.as_bytes().try_into().ok()?;
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if marks.iter().any(|&(at, mark)| text[at] != mark) {
        return None;
    }
    let two = |at: usize| {
        let (tens, ones) = (text[at].wrapping_sub(b'0'), text[at + 1].wrapping_sub(b'0'));
        (tens < 10 && ones < 10).then(|| (10 * tens + ones) as i8)
    };
    let year = 100 * i16::from(two(0)?) + i16::from(two(2)?);
    DateTime::new(year, two(5)?, two(8)?, two(11)?, two(14)?, two(17)?, 0).ok()
}

/// Parses a date with its time of day in `zone`; the second value says whether that time of day
/// occurred twice.
pub(crate) fn date(text: &str, zone: &TimeZone) -> Option<(Stamp, bool)> {
    // A date alone is not enough: an extract has the time of day.
    if !text.contains(':') {
        return None;
    }
    in_zone(text.parse().ok()?, zone)
}

/// Instant of `date` in `zone`; the second value says whether that time of day occurred twice.
fn in_zone(date: DateTime, zone: &TimeZone) -> Option<(Stamp, bool)> {
    let found = zone.to_ambiguous_timestamp(date);
    let is_twice = matches!(found.offset(), AmbiguousOffset::Fold { .. });
    Some((found.compatible().ok()?.into(), is_twice))
}

/// Parses the date above the columns of `squeue -l` and `sinfo -l`: `Mon Nov 23 09:20:58 2026`.
pub(crate) fn title(text: &str, zone: &TimeZone) -> Option<Stamp> {
    let date = DateTime::strptime("%a %b %d %H:%M:%S %Y", text.trim()).ok()?;
    zone.to_timestamp(date).ok().map(Into::into)
}

impl From<Timestamp> for Stamp {
    fn from(stamp: Timestamp) -> Self {
        Self(stamp.as_millisecond())
    }
}

/// Milliseconds of a unit of spans.
const fn milliseconds(unit: SpanUnit) -> f64 {
    match unit {
        SpanUnit::Milliseconds => 1.0,
        SpanUnit::Seconds => 1e3,
        SpanUnit::Minutes => 6e4,
        SpanUnit::Hours => 3.6e6,
    }
}

/// Milliseconds of a span of so many `unit`.
pub(crate) fn span_of(number: Number, unit: SpanUnit) -> Option<u64> {
    number.times(milliseconds(unit))
}

/// Parses a span into milliseconds: a number of `unit`, or `[D-]HH:MM:SS` and the shorter `MM:SS`,
/// `D-HH`, `D-HH:MM` of Slurm.
pub(crate) fn span(text: &str, unit: SpanUnit) -> Option<u64> {
    if !text.contains([':', '-']) {
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        return span_of(Number::parse(text)?, unit).filter(|_| plain);
    }
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(whole(days)?), clock),
        None => (None, text),
    };
    let mut parts = clock.split(':');
    let parts: [Option<&str>; 4] = std::array::from_fn(|_| parts.next());
    let (hours, minutes, seconds) = match (days, parts) {
        (_, [Some(hours), Some(minutes), Some(seconds), None]) => {
            (whole(hours)?, whole(minutes)?, seconds)
        }
        (None, [Some(minutes), Some(seconds), None, _]) => (0, whole(minutes)?, seconds),
        (Some(_), [Some(hours), Some(minutes), None, _]) => (whole(hours)?, whole(minutes)?, "0"),
        (Some(_), [Some(hours), None, ..]) => (whole(hours)?, 0, "0"),
        _ => return None,
    };
    let below = |text: &str| text.parse::<f64>().is_ok_and(|seconds| seconds < 60.0);
    if !below(seconds) || minutes > 59 {
        return None;
    }
    let hours = days.unwrap_or(0).checked_mul(24)?.checked_add(hours)?;
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    minutes
        .checked_mul(60_000)?
        .checked_add(Number::parse(seconds)?.times(1e3)?)
}

/// Parses digits alone.
fn whole(text: &str) -> Option<u64> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_as_slurm_writes_them() {
        for (text, unit, milliseconds) in [
            ("00:00:24", SpanUnit::Seconds, Some(24_000)),
            ("1-06:00:00", SpanUnit::Seconds, Some(108_000_000)),
            (
                "37-14:00:00",
                SpanUnit::Seconds,
                Some((37 * 24 + 14) * 3_600_000),
            ),
            ("05:30", SpanUnit::Minutes, Some(330_000)),
            ("2-3", SpanUnit::Minutes, Some(51 * 3_600_000)),
            ("00:00:01.250", SpanUnit::Seconds, Some(1250)),
            ("90", SpanUnit::Minutes, Some(5_400_000)),
            ("90", SpanUnit::Seconds, Some(90_000)),
            ("00:61:00", SpanUnit::Seconds, None),
            ("1,5", SpanUnit::Seconds, None),
            ("-5", SpanUnit::Seconds, None),
            ("1:2:3:4", SpanUnit::Seconds, None),
        ] {
            assert_eq!(span(text, unit), milliseconds, "{text}");
        }
        let minutes = SpanUnit::Minutes;
        assert_eq!(Limit::parse("UNLIMITED", minutes), Some(Limit::Unlimited));
        assert_eq!(
            Limit::parse("365-00:00:00", minutes),
            Some(Limit::Unlimited)
        );
        assert_eq!(
            Limit::parse("Partition_Limit", minutes),
            Some(Limit::OfPartition)
        );
        assert_eq!(Limit::parse("60", minutes), Some(Limit::Within(3_600_000)));
        // Only squeue's reader knew these.
        assert_eq!(Limit::parse("NOT_SET", minutes), Some(Limit::OfPartition));
        assert_eq!(Limit::parse("INVALID", minutes), Some(Limit::OfPartition));
    }

    #[test]
    fn usual_dates_are_those_of_the_grammar() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        for text in [
            "2016-12-22T07:15:12",
            "2016-10-30T02:30:00",
            "2016-02-29T23:59:59",
            "2015-02-29T23:59:59",
            "2016-13-01T00:00:00",
            "2016-12-22T24:00:00",
            "2016-12-22T07:15:60",
            "2016-12-22T07:15:61",
            "0000-01-01T00:00:00",
            "9999-12-31T23:59:59",
            "2016-12-22 07:15:12",
            "2016-12-22T07:15:1x",
            "2016-12-22T07:15:+2",
            "2016-12-2\u{fc}07:15:12",
        ] {
            let read = |text: &str| instant(text, InstantUnit::UnixSeconds, &zone);
            assert_eq!(read(text), date(text, &zone), "{text}");
            let in_utc = format!("{text}Z");
            let stamp = in_utc.parse::<Timestamp>().ok();
            let stamp = stamp.map(|stamp| (stamp.into(), false));
            assert_eq!(read(&in_utc), stamp, "{in_utc}");
        }
    }

    #[test]
    fn instants_are_dates_or_numbers() {
        let read = |text: &str, zone: &str| {
            let zone = TimeZone::get(zone).unwrap();
            let found = instant(text, InstantUnit::UnixSeconds, &zone);
            found.map(|(stamp, twice)| (stamp.0, twice))
        };
        // `date -u -d 2016-12-22T07:15:12 +%s`
        assert_eq!(
            read("2016-12-22T07:15:12", "UTC"),
            Some((1_482_390_912_000, false))
        );
        assert_eq!(
            read("2016-12-22T08:15:12+01:00", "UTC"),
            Some((1_482_390_912_000, false))
        );
        assert_eq!(read("1482390912", "UTC"), Some((1_482_390_912_000, false)));
        // 30 October 2016, 2:30, occurred twice in Berlin: first at 0:30 UTC.
        assert_eq!(
            read("2016-10-30T02:30:00", "Europe/Berlin"),
            Some((1_477_787_400_000, true))
        );
        for foreign in [
            "22.12.2016 07:15:12",
            "12/22/16 07:15",
            "22 Dec 07:15",
            "2016-12-22",
            "x",
        ] {
            assert_eq!(read(foreign, "UTC"), None, "{foreign}");
        }
    }
}
