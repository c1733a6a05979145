//! What a number lacks of the next whole one.

/// What lies between a number and the next whole number; nothing if it is whole.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Part {
    // In 2^-64 ns, rounded; 0 if the number is whole.
    below: u64,
    // Of the number, not of the part; 0 if the number is whole, as it then says it itself.
    residue: u64,
}

impl Part {
    /// Of a whole number; all zero bytes.
    pub const NONE: Self = Self::new(0, 0);

    /// Of what comes before all else within a nanosecond.
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

    /// The part of the later of two instants that are told at one nanosecond.
    pub(crate) fn later(self, other: Self) -> Self {
        match other.below < self.below {
            true => other,
            false => self,
        }
    }
}
