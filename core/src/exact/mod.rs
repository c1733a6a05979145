//! Exact numbers of nanoseconds, of any fractions.

mod amount;
#[cfg_attr(not(feature = "exact"), path = "whole.rs")]
mod fraction;
mod residue;
mod sum;
#[cfg(test)]
mod tests;

use core::cmp::Ordering;
use core::fmt;

pub use amount::Amount;
pub use fraction::Fraction;
pub use sum::Sum;

use residue::{PRIME, inverse, modulo, modulo_wide, plus, times};

use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Distance to a whole number, in 2^-64 ns, within which a number is compared with it: far
/// more than roundings of 2^-64 ns add up to, far less than the distance of different
/// fractions.
const NEAR: u64 = 1 << 40;

/// An instant or a span in nanoseconds, exact and not negative.
///
/// A rate of 2/3, a speed-up of 2.2 or a transfer of 3 MiB a second leads to times that are
/// not whole nanoseconds, with larger denominators at every step. Events that coincide in
/// exact arithmetic still have to happen at one instant, so a number is kept in two parts
/// of fixed size:
///
/// * its value, to 2^-64 ns, which distinguishes numbers and is what is reported;
/// * its residue modulo the prime 2^61 - 1, which tells whether numbers are equal. Sums,
///   differences, products and quotients of residues are those of the fractions themselves, so
///   equal numbers have equal residues, however they were computed and however large their
///   denominators are (R. M. Karp and M. O. Rabin, "Efficient randomized pattern-matching
///   algorithms", 1987, for the same use of a fingerprint).
///
/// There is no tolerance: different numbers are taken for equal only if they lie within the
/// same nanosecond and agree modulo the prime, with a chance of one in 2^61. Numbers
/// saturate at [`Exact::MAX`].
///
/// Where the feature `exact` is not built, all numbers are whole ones, rounded up.
///
/// ```
/// use cosched_core::{Duration, Exact, Rate};
/// // Three steps of a third of 7 s are 7 s, though 7 s is not a multiple of three nanoseconds.
/// let third = Exact::from(Duration::from_seconds(7)).work_at(Rate::new(1, 3));
/// assert!(!third.is_whole());
/// assert_eq!(third + third + third, Duration::from_seconds(7).into());
/// assert_eq!(third.round_up(), Duration(2_333_333_334));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Exact {
    // Rounded up to a whole number.
    up: u64,
    fraction: Fraction,
}

impl Exact {
    /// Zero, or the first instant; all zero bytes.
    pub const ZERO: Self = Self::whole(0);
    /// The maximum, after every event.
    pub const MAX: Self = Self::whole(u64::MAX);

    /// Whole `nanoseconds`.
    #[inline]
    pub const fn whole(nanoseconds: u64) -> Self {
        Self {
            up: nanoseconds,
            fraction: Fraction::NONE,
        }
    }

    /// The number with this [fraction](Self::fraction) that is `up` rounded up.
    #[inline]
    pub const fn with_fraction(up: u64, part: Fraction) -> Self {
        Self { up, fraction: part }
    }

    /// `above / below` nanoseconds; [`Exact::MAX`] if that is more or `below` is 0.
    ///
    /// ```
    /// use cosched_core::{Duration, Exact};
    /// assert_eq!(Exact::ratio(7, 3).round_up(), Duration(3));
    /// assert_eq!(Exact::ratio(6, 3), Duration(2).into());
    /// ```
    pub fn ratio(above: u128, below: u64) -> Self {
        if below == 0 {
            return Self::MAX;
        }
        let (down, rest) = (above / u128::from(below), above % u128::from(below));
        let Ok(down) = u64::try_from(down) else {
            return Self::MAX;
        };
        if rest == 0 {
            return Self::whole(down);
        }
        let Some(up) = down.checked_add(1) else {
            return Self::MAX;
        };
        let missing = ((u128::from(below) - rest) << 64) / u128::from(below);
        let residue = times(modulo_wide(above), inverse(modulo(below)));
        Self::settle(up, missing as u64, residue)
    }

    /// Whether it is a whole number of nanoseconds.
    #[inline]
    pub const fn is_whole(self) -> bool {
        self.fraction.below() == 0
    }

    /// Fraction by which it is below a whole number.
    #[inline]
    pub const fn fraction(self) -> Fraction {
        self.fraction
    }

    /// As a span, rounded up to a nanosecond, so that no job ends early.
    #[inline]
    pub const fn round_up(self) -> Duration {
        Duration(self.up)
    }

    /// Seconds, rounded to the nearest `f64`.
    pub const fn seconds(self) -> f64 {
        Duration(self.up).seconds()
    }

    /// As a span, rounded down to a nanosecond.
    pub const fn round_down(self) -> Duration {
        Duration(self.up - !self.is_whole() as u64)
    }

    /// As an instant, rounded up to a nanosecond.
    #[inline]
    pub const fn instant(self) -> Time {
        Time(self.up)
    }

    /// Work done in this span at `rate`.
    #[inline]
    pub fn work_at(self, rate: Rate) -> Self {
        match rate.terms() {
            (0, _) => Self::ZERO,
            (work, per) if work == per => self,
            (work, per) => self.scaled(work, per),
        }
    }

    /// Time of this work at `rate`; [`Exact::MAX`] if infinite.
    #[inline]
    pub fn time_at(self, rate: Rate) -> Self {
        match rate.terms() {
            (0, _) => Self::MAX,
            (work, per) if work == per => self,
            (work, per) => self.scaled(per, work),
        }
    }

    /// This times `above / below`, neither of which is 0.
    pub fn scaled(self, above: u32, below: u32) -> Self {
        if self.up == u64::MAX {
            return Self::MAX;
        }
        let (above, below) = (u64::from(above), u64::from(below));
        if self.is_whole() {
            return Self::ratio(u128::from(self.up) * u128::from(above), below);
        }
        // In 2^-64 ns; split by the divisor, so that nothing is lost before the division.
        let value = (u128::from(self.up) << 64) - u128::from(self.fraction.below());
        let (whole, rest) = (value / u128::from(below), value % u128::from(below));
        let rest = rest * u128::from(above) / u128::from(below);
        let scaled = whole.checked_mul(u128::from(above));
        let Some(value) = scaled.and_then(|whole| whole.checked_add(rest)) else {
            return Self::MAX;
        };
        let residue = times(times(self.fraction.residue(), above), inverse(below));
        let below = (value as u64).wrapping_neg();
        match u64::try_from((value + u128::from(below)) >> 64) {
            Ok(up) => Self::settle(up, below, residue),
            Err(_) => Self::MAX,
        }
    }

    /// The number at `up` minus `below` with that residue.
    fn settle(up: u64, below: u64, residue: u64) -> Self {
        let whole = match below {
            0..NEAR => up,
            _ if below > u64::MAX - NEAR => up.saturating_sub(1),
            _ => {
                return Self {
                    up,
                    fraction: Fraction::new(below, residue),
                };
            }
        };
        if modulo(whole) == residue {
            return Self::whole(whole);
        }
        let below = below.max(1);
        Self {
            up,
            fraction: Fraction::new(below, residue),
        }
    }

    fn residue(self) -> u64 {
        if self.is_whole() {
            modulo(self.up)
        } else {
            self.fraction.residue()
        }
    }

    /// The sum of two numbers that are not both whole.
    #[inline(never)]
    fn sum(self, other: Self) -> Self {
        let (below, carries) = self
            .fraction
            .below()
            .overflowing_add(other.fraction.below());
        let Some(up) = self.up.checked_add(other.up) else {
            return Self::MAX;
        };
        let residue = plus(self.residue(), other.residue());
        Self::settle(up - u64::from(carries), below, residue)
    }

    /// This minus `other`, which is less, if not both are whole.
    #[inline(never)]
    fn difference(self, other: Self) -> Self {
        let (below, borrows) = self
            .fraction
            .below()
            .overflowing_sub(other.fraction.below());
        let up = self.up - other.up + u64::from(borrows);
        let residue = plus(self.residue(), PRIME - other.residue());
        Self::settle(up, below, residue)
    }
}

impl core::ops::Add for Exact {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        if self.is_whole() && other.is_whole() {
            Self::whole(self.up.saturating_add(other.up))
        } else {
            self.sum(other)
        }
    }
}

/// The difference; saturates at zero.
impl core::ops::Sub for Exact {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self::whole(self.up.saturating_sub(other.up));
        }
        if self > other {
            self.difference(other)
        } else {
            Self::ZERO
        }
    }
}

impl Ord for Exact {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match self.up.cmp(&other.up) {
            Ordering::Equal if self.fraction.residue() == other.fraction.residue() => {
                // Both are whole, or both are not and agree.
                let (one, other) = (self.is_whole(), other.is_whole());
                other.cmp(&one).reverse()
            }
            Ordering::Equal => other.fraction.below().cmp(&self.fraction.below()),
            unequal => unequal,
        }
    }
}

impl PartialOrd for Exact {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Exact {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Exact {}

impl From<Duration> for Exact {
    #[inline]
    fn from(span: Duration) -> Self {
        Self::whole(span.0)
    }
}

impl From<Time> for Exact {
    #[inline]
    fn from(at: Time) -> Self {
        Self::whole(at.0)
    }
}

/// Seconds, rounded up to the nanosecond, formatted as [`Duration`].
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.round_up().fmt(f)
    }
}

/// Nanoseconds, minus the missing fraction of the last one.
impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() {
            write!(f, "{} ns", self.up)
        } else {
            write!(
                f,
                "{} ns - {:e}",
                self.up,
                self.fraction.below() as f64 / u64::MAX as f64
            )
        }
    }
}
