//! Amounts of memory and how fast they move, exact like time.

use core::fmt;

/// An amount of memory of one node, in KiB; up to 4 TiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Memory(pub u32);

/// How fast memory moves between a node and where it is swapped to, in KiB a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct TransferRate(pub u32);

/// Billionths of a KiB: at a rate of whole KiB a second, a nanosecond moves a
/// whole number of them, so that a load cut short loses nothing.
pub(crate) const PARTS: u64 = 1_000_000_000;

impl Memory {
    /// None.
    pub const ZERO: Self = Self(0);

    /// `mebibytes` whole MiB; stays at the end of the range rather than wrapping.
    pub const fn from_mebibytes(mebibytes: u32) -> Self {
        Self(mebibytes.saturating_mul(1024))
    }

    /// MiB, rounded to the nearest `f64`.
    pub const fn mebibytes(self) -> f64 {
        self.0 as f64 / 1024.0
    }

    pub(crate) const fn parts(self) -> u64 {
        self.0 as u64 * PARTS
    }
}

impl TransferRate {
    /// `mebibytes` whole MiB a second; stays at the end of the range rather than wrapping.
    pub const fn from_mebibytes(mebibytes: u32) -> Self {
        Self(mebibytes.saturating_mul(1024))
    }
}

/// MiB with as many decimals as are needed, and no more.
///
/// ```
/// use cosched_core::Memory;
/// assert_eq!(Memory(1536).to_string(), "1.5");
/// assert_eq!(Memory::from_mebibytes(400).to_string(), "400");
/// ```
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 1/1024 has ten decimals, so every amount is shown exactly.
        self.mebibytes().fmt(f)
    }
}
