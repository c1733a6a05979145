//! Simulated time: whole nanoseconds, never floating point.

use core::fmt;

/// Nanoseconds in a second.
const SECOND: u64 = 1_000_000_000;

/// An instant, in nanoseconds since the start of the simulation.
///
/// The range is 584 years; arithmetic saturates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Time(pub u64);

/// A span, in nanoseconds. Also the unit of work: a job's work is the time it
/// needs at [`crate::Rate::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Duration(pub u64);

impl Time {
    /// The first instant.
    pub const ZERO: Self = Self(0);
    /// Later than every event.
    pub const MAX: Self = Self(u64::MAX);

    /// `seconds` whole seconds after the first instant.
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(SECOND))
    }

    /// The span from `earlier` to `self`; zero if `earlier` is not earlier.
    #[inline]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }

    /// This instant, `span` later; saturates at [`Time::MAX`].
    #[inline]
    pub const fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// Seconds since the first instant, rounded to the nearest `f64`.
    pub const fn seconds(self) -> f64 {
        Duration(self.0).seconds()
    }

    /// Seconds since the first instant, rounded down: the second that a clock shows.
    #[inline]
    pub const fn second(self) -> u64 {
        self.0 / SECOND
    }
}

impl Duration {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// The longest span.
    pub const MAX: Self = Self(u64::MAX);

    /// `seconds` whole seconds.
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(SECOND))
    }

    /// Seconds, rounded to the nearest `f64`.
    pub const fn seconds(self) -> f64 {
        // In two parts, so that whole seconds stay exact beyond 2^53 ns.
        (self.0 / SECOND) as f64 + (self.0 % SECOND) as f64 / SECOND as f64
    }
}

/// Seconds with the decimals needed.
///
/// ```
/// use cosched_core::Duration;
/// assert_eq!(Duration(2_500_000_000).to_string(), "2.5");
/// assert_eq!(Duration::from_seconds(27).to_string(), "27");
/// ```
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, mut part) = (self.0 / SECOND, self.0 % SECOND);
        if part == 0 {
            return write!(f, "{whole}");
        }
        let mut digits = 9;
        while part.is_multiple_of(10) {
            part /= 10;
            digits -= 1;
        }
        write!(f, "{whole}.{part:0digits$}")
    }
}

/// Seconds since the first instant, formatted as [`Duration`].
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Duration(self.0).fmt(f)
    }
}
