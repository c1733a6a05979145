//! Instants beyond what the engine's clock holds.

use std::fmt;

use cosched_core::{Duration, Time};

/// Instant in nanoseconds since the first, however late: the beginning of an era plus a [`Time`] in
/// it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct LongTime(pub(crate) u128);

/// Nanoseconds in a second.
const SECOND: u128 = 1_000_000_000;

impl LongTime {
    /// The first instant.
    pub(crate) const ZERO: Self = Self(0);

    /// `seconds` whole seconds after the first instant.
    pub(crate) fn from_seconds(seconds: u64) -> Self {
        Self(u128::from(seconds) * SECOND)
    }

    /// Returns the instant that is `time` in an era that began at this one.
    pub(crate) fn after(self, time: Time) -> Self {
        Self(self.0 + u128::from(time.0))
    }

    /// Returns this instant by the clock of an era that began at `from`, limited to what the clock
    /// holds.
    pub(crate) fn in_era(self, from: Self) -> Time {
        Time(u64::try_from(self.since(from).0).unwrap_or(u64::MAX))
    }

    /// Returns the time from `earlier` to this instant; 0 if it is not earlier.
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// Seconds since the first instant, rounded as those of a [`Time`] are.
    pub(crate) fn seconds(self) -> f64 {
        (self.0 / SECOND) as f64 + (self.0 % SECOND) as f64 / SECOND as f64
    }
}

impl From<Time> for LongTime {
    fn from(time: Time) -> Self {
        Self(time.0.into())
    }
}

/// Seconds, with as many decimals as are needed, as a [`Time`] is shown.
impl fmt::Display for LongTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / SECOND, (self.0 % SECOND) as u64);
        // A part is shown as `0.5`.
        let part = match part {
            0 => String::new(),
            part => Duration(part).to_string().split_off(1),
        };
        write!(f, "{whole}{part}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_shown_and_rounded_as_times_are() {
        for nanoseconds in [
            0,
            1,
            999_999_999,
            2_500_000_000,
            u64::MAX / 3,
            u64::MAX - 1,
            u64::MAX,
        ] {
            let (time, long) = (Time(nanoseconds), LongTime(nanoseconds.into()));
            assert_eq!(long.to_string(), time.to_string());
            assert_eq!(long.seconds().to_bits(), time.seconds().to_bits());
        }
    }

    #[test]
    fn long_times_exceed_the_clock() {
        let era = LongTime::from_seconds(90_000_000_000);
        let late = era.after(Time(1_500_000_000));
        assert_eq!(late.to_string(), "90000000001.5");
        assert_eq!(late.in_era(era), Time(1_500_000_000));
        assert_eq!(late.in_era(LongTime::ZERO), Time::MAX);
        assert_eq!(era.in_era(late), Time::ZERO);
    }
}
