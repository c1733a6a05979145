//! Progress rates as exact fractions.

use crate::units::time::Duration;

/// Greatest common divisor; the other number if one is 0.
pub(crate) const fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The largest denominator of a [fraction].
const DENOMINATORS: f64 = 10_000.0;

/// A number as a fraction with a small denominator, as near as an `f64` can be: the first
/// convergent of its continued fraction that is the same `f64`.
pub(crate) fn fraction(number: f64) -> Option<(u64, u64)> {
    let (mut rest, mut last, mut this) = (number, (1.0, 0.0), (libm::floor(number), 1.0));
    while this.1 <= DENOMINATORS {
        if this.0 / this.1 == number {
            return Some((this.0 as u64, this.1 as u64));
        }
        rest = 1.0 / (rest - libm::floor(rest));
        let digit = libm::floor(rest);
        let next = (digit * this.0 + last.0, digit * this.1 + last.1);
        (last, this) = (this, next);
    }
    None
}

/// Progress of a job: `work` nanoseconds of work every `per` nanoseconds of time.
///
/// A third of a processor is exactly `1/3`, so a 9-second job on it takes
/// exactly 27 s and a fixture can say so:
///
/// ```
/// use cosched_core::{Duration, Rate};
/// let third = Rate::new(1, 3);
/// assert_eq!(third.time_for(Duration::from_seconds(9)), Some(Duration::from_seconds(27)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Rate {
    work: u32,
    per: u32,
}

impl Rate {
    /// No progress. All zero bytes, so that static storage lands in `.bss`.
    pub const STOPPED: Self = Self { work: 0, per: 0 };
    /// One unit of work per unit of time.
    pub const FULL: Self = Self { work: 1, per: 1 };

    /// `work / per`; stopped if either is 0.
    pub const fn new(work: u32, per: u32) -> Self {
        if work == 0 || per == 0 {
            Self::STOPPED
        } else {
            Self { work, per }
        }
    }

    /// A rate of 0 to 1 in lowest terms: exact with up to nine decimals, or if it is as
    /// near to a fraction of small numbers as an `f64` can be; otherwise the nearest
    /// billionth.
    ///
    /// ```
    /// use cosched_core::Rate;
    /// assert_eq!(Rate::of(0.75), Rate::new(3, 4));
    /// assert_eq!(Rate::of(1.0 / 3.0), Rate::new(1, 3));
    /// ```
    pub fn of(rate: f64) -> Self {
        const BILLION: u64 = 1_000_000_000;
        let rate = rate.clamp(0.0, 1.0);
        let billionths = libm::round(rate * BILLION as f64);
        match fraction(rate).filter(|_| billionths / BILLION as f64 != rate) {
            Some((work, per)) => Self::nearest(work, per),
            None => Self::nearest(billionths as u64, BILLION),
        }
    }

    /// `work / per`, at most one, in lowest terms if they fit 32 bits, otherwise the
    /// nearest lower rate that does; never stopped if `work` is not 0.
    pub(crate) fn nearest(work: u64, per: u64) -> Self {
        let common = greatest_common_divisor(work, per).max(1);
        match (u32::try_from(work / common), u32::try_from(per / common)) {
            (Ok(work), Ok(per)) => Self::new(work, per),
            _ => {
                let most = u64::from(u32::MAX);
                let parts = u128::from(work) * u128::from(most) / u128::from(per.max(1));
                Self::new((parts as u64).clamp(1, most) as u32, u32::MAX)
            }
        }
    }

    /// One minus a rate of at most one.
    pub const fn complement(self) -> Self {
        if self.is_stopped() {
            Self::FULL
        } else {
            Self::new(self.per.saturating_sub(self.work), self.per)
        }
    }

    /// Work and the time it takes; both 0 if stopped.
    #[inline]
    pub const fn terms(self) -> (u32, u32) {
        (self.work, self.per)
    }

    /// Whether there is no progress.
    #[inline]
    pub const fn is_stopped(self) -> bool {
        self.work == 0
    }

    /// Work done in `elapsed`, rounded down, so that no job gets credit early.
    #[inline]
    pub const fn work_in(self, elapsed: Duration) -> Duration {
        if self.is_stopped() {
            return Duration::ZERO;
        }
        if self.work == self.per {
            return elapsed;
        }
        // Splitting by `per` keeps each product within 64 bits for rates up to
        // one: the remainder is below 2^32, and so is `work`.
        // It is 0 only if the rate is stopped, which the compiler cannot know.
        let per = if self.per == 0 { 1 } else { self.per as u64 };
        let (whole, part) = (elapsed.0 / per, elapsed.0 % per);
        Duration(
            whole
                .saturating_mul(self.work as u64)
                .saturating_add(part * self.work as u64 / per),
        )
    }

    /// Time to do `work`, rounded up; `None` if stopped.
    ///
    /// A finish event never fires early, so no sliver of work is ever left
    /// over and no epsilon is needed.
    #[inline]
    pub const fn time_for(self, work: Duration) -> Option<Duration> {
        if self.is_stopped() {
            return None;
        }
        if self.work == self.per {
            return Some(work);
        }
        let (whole, part) = (work.0 / self.work as u64, work.0 % self.work as u64);
        let tail = (part * self.per as u64).div_ceil(self.work as u64);
        Some(Duration(
            whole.saturating_mul(self.per as u64).saturating_add(tail),
        ))
    }
}
