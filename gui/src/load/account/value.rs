//! Values in a table's cells: instants, spans, limits, memory, counts.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::entry::{Limit, Stamp};
use crate::scenario::{CountUnit, InstantUnit, MemoryFor, MemoryUnit, SpanUnit};

/// Whether a cell is empty, in any way that tables write that.
pub(in crate::load) fn is_nothing(text: &str) -> bool {
    const WAYS: [&str; 12] = [
        "",
        "unknown",
        "none",
        "n/a",
        "na",
        "nan",
        "nat",
        "null",
        "(null)",
        "none assigned",
        "-1",
        "<na>",
    ];
    WAYS.contains(&text.to_ascii_lowercase().as_str())
}

/// Parses an instant; the second value says whether its time of day occurred twice.
pub(in crate::load) fn instant(
    text: &str,
    unit: InstantUnit,
    zone: &TimeZone,
) -> Option<(Stamp, bool)> {
    let scale = match unit {
        InstantUnit::Seconds | InstantUnit::UnixSeconds => 1000.0,
        InstantUnit::Milliseconds | InstantUnit::UnixMilliseconds => 1.0,
    };
    if text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return Some((Stamp(scaled(text, scale)?.try_into().ok()?), false));
    }
    if let Ok(stamp) = text.parse::<Timestamp>() {
        return Some((Stamp(stamp.as_millisecond()), false));
    }
    // A date alone is not enough: an extract has the time of day.
    if !text.contains(':') {
        return None;
    }
    let date: DateTime = text.parse().ok()?;
    let found = zone.to_ambiguous_timestamp(date);
    let is_twice = matches!(found.offset(), AmbiguousOffset::Fold { .. });
    let stamp = found.compatible().ok()?;
    Some((Stamp(stamp.as_millisecond()), is_twice))
}

/// The number in `text` times `scale`, rounded to a whole one; exact without decimals.
fn scaled(text: &str, scale: f64) -> Option<u64> {
    if let Ok(whole) = text.parse::<u64>() {
        return whole.checked_mul(scale as u64);
    }
    let number: f64 = text.parse().ok()?;
    let number = (number * scale).round();
    (0.0..9e18).contains(&number).then_some(number as u64)
}

/// Parses a span into milliseconds: a number of `unit`, or `[D-]HH:MM:SS` and the shorter `MM:SS`,
/// `D-HH`, `D-HH:MM` of Slurm.
pub(in crate::load) fn span(text: &str, unit: SpanUnit) -> Option<u64> {
    if !text.contains([':', '-']) {
        let scale = match unit {
            SpanUnit::Milliseconds => 1.0,
            SpanUnit::Seconds => 1e3,
            SpanUnit::Minutes => 6e4,
            SpanUnit::Hours => 3.6e6,
        };
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        return scaled(text, scale).filter(|_| plain);
    }
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(whole(days)?), clock),
        None => (None, text),
    };
    let parts: Vec<&str> = clock.split(':').collect();
    let (hours, minutes, seconds) = match (days, &parts[..]) {
        (_, [hours, minutes, seconds]) => (whole(hours)?, whole(minutes)?, *seconds),
        (None, [minutes, seconds]) => (0, whole(minutes)?, *seconds),
        (Some(_), [hours, minutes]) => (whole(hours)?, whole(minutes)?, "0"),
        (Some(_), [hours]) => (whole(hours)?, 0, "0"),
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
        .checked_add(scaled(seconds, 1e3)?)
}

/// Parses digits alone.
fn whole(text: &str) -> Option<u64> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok()).flatten()
}

/// Parses a time limit.
pub(in crate::load) fn limit(text: &str, unit: SpanUnit) -> Option<Limit> {
    if text.eq_ignore_ascii_case("UNLIMITED") || text.eq_ignore_ascii_case("INFINITE") {
        return Some(Limit::Unlimited);
    }
    if text.eq_ignore_ascii_case("Partition_Limit") {
        return Some(Limit::OfPartition);
    }
    Some(match span(text, unit)? {
        // Slurm writes this where there is no limit.
        Limit::PLANNED.. => Limit::Unlimited,
        within => Limit::Within(within),
    })
}

/// Parses memory into KiB, with what it is counted for and whether it had Slurm's mark: `4000M`,
/// `4Gn` per node, `2Gc` per core, or a number of `unit`.
pub(super) fn memory(
    text: &str,
    unit: MemoryUnit,
    usual: MemoryFor,
) -> Option<(u64, MemoryFor, bool)> {
    let (text, mut is_for) = match text.as_bytes().last()? {
        b'n' => (&text[..text.len() - 1], MemoryFor::Node),
        b'c' => (&text[..text.len() - 1], MemoryFor::Core),
        _ => (text, usual),
    };
    let (digits, kibibytes) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 1.0),
        b'M' => (&text[..text.len() - 1], 1024.0),
        b'G' => (&text[..text.len() - 1], 1024.0 * 1024.0),
        b'T' => (&text[..text.len() - 1], 1024.0 * 1024.0 * 1024.0),
        _ => {
            let kibibytes = match unit {
                MemoryUnit::Bytes => 1.0 / 1024.0,
                MemoryUnit::KiB => 1.0,
                MemoryUnit::MiB => 1024.0,
                MemoryUnit::GiB => 1024.0 * 1024.0,
            };
            (text, kibibytes)
        }
    };
    let mut number: f64 = digits.parse().ok().filter(|number| *number >= 0.0)?;
    // Slurm stores memory per core as a number of MB with the highest bit of 32 set.
    const MARK: f64 = 2_147_483_648.0;
    let is_marked = kibibytes == 1024.0 && number >= MARK;
    if is_marked {
        (number, is_for) = (number - MARK, MemoryFor::Core);
    }
    let kibibytes = (number * kibibytes).ceil();
    (kibibytes < 9e18).then_some((kibibytes as u64, is_for, is_marked))
}

/// Parses a count, with whether it was rounded up.
pub(super) fn count(text: &str, unit: CountUnit) -> Option<(u32, bool)> {
    // Columns with gaps are often written as decimals.
    let number: f64 = match text.strip_suffix(".0") {
        Some(whole) => whole.parse().ok()?,
        None => text.parse().ok()?,
    };
    let number = match unit {
        CountUnit::Ones => number,
        CountUnit::Thousandths => number / 1000.0,
    };
    let up = number.ceil();
    (0.0..=f64::from(u32::MAX))
        .contains(&up)
        .then_some((up as u32, up != number))
}

/// Trackable resources in a list such as `cpu=8,mem=4G,node=1,gres/gpu=2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tres {
    pub(super) nodes: Option<u32>,
    pub(super) cores: Option<u32>,
    pub(super) gpus: Option<u32>,
    /// KiB of the whole job.
    pub(super) memory: Option<u64>,
}

impl Tres {
    /// Parses a list; `None` if it is malformed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut tres = Self::default();
        let mut typed = 0;
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=')?;
            match name {
                "node" => tres.nodes = Some(value.parse().ok()?),
                "cpu" => tres.cores = Some(value.parse().ok()?),
                "mem" => {
                    tres.memory = Some(memory(value, MemoryUnit::MiB, MemoryFor::Job)?.0);
                }
                "gres/gpu" => tres.gpus = Some(value.parse().ok()?),
                _ if name.starts_with("gres/gpu:") => typed += value.parse::<u32>().ok()?,
                _ => {}
            }
        }
        tres.gpus = tres.gpus.or((typed > 0).then_some(typed));
        Some(tres)
    }
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
        assert_eq!(limit("UNLIMITED", minutes), Some(Limit::Unlimited));
        assert_eq!(limit("365-00:00:00", minutes), Some(Limit::Unlimited));
        assert_eq!(limit("Partition_Limit", minutes), Some(Limit::OfPartition));
        assert_eq!(limit("60", minutes), Some(Limit::Within(3_600_000)));
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

    #[test]
    fn memory_and_lists_of_resources() {
        let read = |text: &str| memory(text, MemoryUnit::MiB, MemoryFor::Job);
        assert_eq!(
            read("31000Mn"),
            Some((31_000 * 1024, MemoryFor::Node, false))
        );
        assert_eq!(read("62.50G"), Some((65_536_000, MemoryFor::Job, false)));
        // 2 147 483 648 more than 3000, as `mem=24000M` of 8 cores in the same line shows.
        assert_eq!(
            read("2147486648Mn"),
            Some((3000 * 1024, MemoryFor::Core, true))
        );
        assert_eq!(read("1,5G"), None);
        let tres = Tres::parse("billing=12,cpu=12,gres/gpu=2,mem=31000M,node=1").unwrap();
        assert_eq!(
            (tres.cores, tres.gpus, tres.nodes),
            (Some(12), Some(2), Some(1))
        );
        assert_eq!(Tres::parse("cpu=1,gres/gpu:a100=3").unwrap().gpus, Some(3));
        assert_eq!(Tres::parse("cpu 1"), None);
        assert_eq!(count("11908", CountUnit::Thousandths), Some((12, true)));
        assert_eq!(count("4.0", CountUnit::Ones), Some((4, false)));
        assert_eq!(count("-2", CountUnit::Ones), None);
    }
}
