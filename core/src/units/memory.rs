//! Amounts of memory and transfer rates, exact like time.

use core::fmt;

/// An amount of memory of one node, in KiB; up to 4 TiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Memory(pub u32);

/// Transfer rate of memory between a node and its swap space: a number of KiB every number
/// of seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct TransferRate {
    kibibytes: u32,
    seconds: u32,
}

/// Billionths of a KiB: at a rate of whole KiB a second, a nanosecond moves a whole number
/// of them, so that a load cut short loses nothing. Where a KiB takes several seconds, a
/// KiB has that many times more parts.
pub(crate) const PARTS: u64 = 1_000_000_000;

impl Memory {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// `mebibytes` whole MiB; saturates.
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
    /// `kibibytes` KiB a second.
    pub const fn per_second(kibibytes: u32) -> Self {
        Self {
            kibibytes,
            seconds: 1,
        }
    }

    /// `kibibytes` KiB every `seconds` seconds, at least one.
    pub const fn every(seconds: u32, kibibytes: u32) -> Self {
        Self {
            kibibytes,
            seconds: if seconds == 0 { 1 } else { seconds },
        }
    }

    /// `mebibytes` whole MiB a second; saturates.
    pub const fn from_mebibytes(mebibytes: u32) -> Self {
        Self::per_second(mebibytes.saturating_mul(1024))
    }

    /// KiB moved in [`TransferRate::seconds`].
    pub const fn kibibytes(self) -> u32 {
        self.kibibytes
    }

    /// Time in which they are moved.
    pub const fn seconds(self) -> u32 {
        self.seconds
    }

    /// Whether amounts on nodes of this `capacity` are in range in the parts that are moved
    /// in a nanosecond.
    pub fn is_in_range(self, capacity: Memory) -> bool {
        let parts = u128::from(capacity.parts()) * u128::from(self.seconds);
        // Half of the range: a deficit may be as large as the capacity.
        parts <= u128::from(u64::MAX / 2)
    }
}

/// MiB with the decimals needed.
///
/// ```
/// use cosched_core::Memory;
/// assert_eq!(Memory(1536).to_string(), "1.5");
/// assert_eq!(Memory::from_mebibytes(400).to_string(), "400");
/// ```
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 1/1024 has ten decimals, so every amount is exact.
        self.mebibytes().fmt(f)
    }
}
