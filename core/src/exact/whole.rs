//! Replacement for fractions of nanoseconds where no built family needs them: all numbers
//! are whole.

/// Fraction by which a number is below the next whole one: zero.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Fraction;

impl Fraction {
    /// Of a whole number.
    pub const NONE: Self = Self;

    pub(crate) const EARLIEST: Self = Self;

    pub(super) const fn new(_below: u64, _residue: u64) -> Self {
        Self
    }

    pub(super) const fn below(self) -> u64 {
        0
    }

    pub(super) const fn residue(self) -> u64 {
        0
    }

    pub(crate) fn later(self, _other: Self) -> Self {
        Self
    }
}
