//! Amounts of processor time, and parts of a total.

use core::cmp::Ordering;

use super::NEAR;
use super::residue::{inverse, modulo_wide, plus, times};

/// An amount of processor time, exact and with a larger range than times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    // In 2^-16 ns, rounded down, so that equal fractions are equal.
    value: u128,
    residue: u64,
}

impl Amount {
    /// Zero.
    pub const ZERO: Self = Self {
        value: 0,
        residue: 0,
    };

    /// `above / below` nanoseconds; `None` if out of range. Up to 2^95 of them are exact.
    pub fn ratio(above: u128, below: u128) -> Option<Self> {
        let scaled = above.checked_mul(1 << 16)?;
        Some(Self {
            value: scaled.checked_div(below)?,
            residue: times(modulo_wide(above), inverse(modulo_wide(below))),
        })
    }

    /// In nanoseconds, rounded down.
    pub const fn nanoseconds(self) -> u128 {
        self.value >> 16
    }

    /// Sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            value: self.value.saturating_add(other.value),
            residue: plus(self.residue, other.residue),
        }
    }

    /// Number of `parts` equal parts of `all`, which includes it, that it makes up.
    pub fn parts_of(self, all: Self, parts: u32) -> u32 {
        let own = self.value.saturating_mul(parts.into());
        let next = own / all.value.max(1) + 1;
        // The total may be too small by a unit for each of its terms.
        let missing = next.saturating_mul(all.value).abs_diff(own);
        let whole = missing < u128::from(NEAR)
            && times(modulo_wide(next), all.residue) == times(parts.into(), self.residue);
        u32::try_from(if whole { next } else { next - 1 }).unwrap_or(parts)
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
