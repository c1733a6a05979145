//! Amounts of memory and how fast they move, exact like time.

use core::fmt;

/// An amount of memory of one node, in KiB; up to 4 TiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Memory(pub u32);

/// How fast memory moves between a node and where it is swapped to: so many KiB
/// every so many seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct TransferRate {
    kibibytes: u32,
    seconds: u32,
}

/// Billionths of a KiB: at a rate of whole KiB a second, a nanosecond moves a
/// whole number of them, so that a load cut short loses nothing. Where KiB take
/// seconds, as many parts more make a KiB.
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
    /// `kibibytes` KiB a second.
    pub const fn per_second(kibibytes: u32) -> Self {
        Self {
            kibibytes,
            seconds: 1,
        }
    }

    /// `kibibytes` KiB every so many seconds, at least one.
    pub const fn every(seconds: u32, kibibytes: u32) -> Self {
        Self {
            kibibytes,
            seconds: if seconds == 0 { 1 } else { seconds },
        }
    }

    /// `mebibytes` whole MiB a second; stays at the end of the range rather than wrapping.
    pub const fn from_mebibytes(mebibytes: u32) -> Self {
        Self::per_second(mebibytes.saturating_mul(1024))
    }

    /// KiB that are moved in [`TransferRate::seconds`].
    pub const fn kibibytes(self) -> u32 {
        self.kibibytes
    }

    /// How long that takes.
    pub const fn seconds(self) -> u32 {
        self.seconds
    }

    /// Whether amounts on nodes of such a `capacity` can be counted in the parts
    /// that are moved in a nanosecond.
    pub fn suits(self, capacity: Memory) -> bool {
        let parts = u128::from(capacity.parts()) * u128::from(self.seconds);
        // A half of the range: a deficit may be as large as what there is.
        parts <= u128::from(u64::MAX / 2)
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
