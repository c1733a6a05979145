//! Shares of a processor.

use core::cmp::Ordering;

use super::speedup::lowest;

use crate::units::rate::Rate;

/// A share of a processor, as a fraction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    // One less than the denominator, so that zero is all zero bytes.
    part: u32,
    whole: u32,
}

impl Share {
    /// Zero; all zero bytes.
    pub const NONE: Self = Self { part: 0, whole: 0 };
    /// All of it.
    pub const ALL: Self = Self { part: 1, whole: 0 };

    /// Denominator of numbers that are not fractions of small numbers.
    const BILLION: u32 = 1_000_000_000;

    /// The nearest billionth to `share`, clamped to 0 to 1.
    pub fn of(share: f64) -> Self {
        let billionths = libm::round(share.clamp(0.0, 1.0) * f64::from(Self::BILLION));
        Self {
            part: billionths as u32,
            whole: Self::BILLION - 1,
        }
    }

    /// Share of a rate of at most one.
    pub const fn of_rate(rate: Rate) -> Self {
        match rate.terms() {
            (0, _) => Self::NONE,
            (part, whole) => Self {
                part,
                whole: whole - 1,
            },
        }
    }

    /// The fraction, at most 1; `None` if its terms do not fit.
    pub(super) fn ratio(part: u64, whole: u64) -> Option<Self> {
        let (part, whole) = lowest(part.min(whole), whole);
        Some(Self {
            part: u32::try_from(part).ok()?,
            whole: u32::try_from(whole.checked_sub(1)?).ok()?,
        })
    }

    const fn terms(self) -> (u64, u64) {
        (self.part as u64, self.whole as u64 + 1)
    }

    /// As a number, 0 to 1.
    pub fn value(self) -> f64 {
        let (part, whole) = self.terms();
        part as f64 / whole as f64
    }

    /// Rate of a job that would use `own` where this share is used by others: full, or the
    /// part that the rest allows.
    pub fn rate_beside(self, own: Self) -> Rate {
        let ((used, of), (wants, per)) = (self.terms(), own.terms());
        let left = of - used;
        // left / of >= wants / per
        if left * per >= wants * of {
            return Rate::FULL;
        }
        if of == per {
            Rate::new(left as u32, wants as u32)
        } else {
            Rate::nearest(left * per, of * wants)
        }
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((part, whole), (others, of)) = (self.terms(), other.terms());
        (part * of).cmp(&(others * whole))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Share {}
