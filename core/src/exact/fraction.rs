//! Fraction by which a number is below a whole one.

/// Fraction by which a number is below the next whole number; zero if it is whole.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Fraction {
    // In 2^-64 ns, rounded; 0 if the number is whole.
    below: u64,
    // Residue of the number itself; 0 if it is whole, as it then follows from it.
    residue: u64,
}

impl Fraction {
    /// Of a whole number; all zero bytes.
    pub const NONE: Self = Self::new(0, 0);

    /// Of the earliest number within a nanosecond.
    pub(crate) const EARLIEST: Self = Self::new(u64::MAX, u64::MAX);

    pub(super) const fn new(below: u64, residue: u64) -> Self {
        Self { below, residue }
    }

    pub(super) const fn below(self) -> u64 {
        self.below
    }

    pub(super) const fn residue(self) -> u64 {
        self.residue
    }

    /// The fraction of the later of two instants within one nanosecond.
    pub(crate) fn later(self, other: Self) -> Self {
        if other.below < self.below {
            other
        } else {
            self
        }
    }
}
