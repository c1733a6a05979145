//! Units of nodes and windows: whole billionths, so that sums and comparisons are exact.

use core::fmt;

use crate::exact::Exact;
use crate::units::time::Duration;

/// Billionths in a unit.
const UNIT: u64 = 1_000_000_000;

macro_rules! billionths {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// In billionths; at most 18 446 744 073 units.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
        pub struct $name(pub u64);

        impl $name {
            /// Zero.
            pub const ZERO: Self = Self(0);
            /// The maximum.
            pub const MAX: Self = Self(u64::MAX);

            /// Whole `units`; saturates.
            pub const fn from_units(units: u64) -> Self {
                Self(units.saturating_mul(UNIT))
            }

            /// The nearest to `units`; zero for a negative number or NaN.
            pub fn of(units: f64) -> Self {
                Self(libm::round(units * UNIT as f64) as u64)
            }

            /// Value in units, rounded to the nearest `f64`.
            pub const fn units(self) -> f64 {
                Duration(self.0).seconds()
            }
        }

        /// In units, with as many decimals as are needed.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Duration(self.0).fmt(f)
            }
        }
    };
}

billionths! {
    /// Work of a node per second: units of volume.
    Performance
}
billionths! {
    /// Work on each node of a window.
    Volume
}
billionths! {
    /// Cost of a second of a node.
    Price
}
billionths! {
    /// Cost or budget of a window.
    Cost
}
billionths! {
    /// Quality of a node, in any unit.
    Quality
}

impl Performance {
    /// Time of `volume`, rounded up to the nanosecond.
    ///
    /// It is [`Duration::MAX`] if it takes longer, or forever.
    ///
    /// ```
    /// use cosched_core::Duration;
    /// use cosched_core::slots::{Performance, Volume};
    /// let length = Performance::of(3.7).time_for(Volume::from_units(800));
    /// assert_eq!(length, Duration(216_216_216_217));
    /// ```
    pub fn time_for(self, volume: Volume) -> Duration {
        let work = u128::from(volume.0) * u128::from(UNIT);
        let exact = work.checked_div(u128::from(self.0));
        let whole = exact.map(|time| time + u128::from(time * u128::from(self.0) < work));
        Duration(whole.map_or(u64::MAX, clamped))
    }

    /// Exact time of `volume`; [`Exact::MAX`] if it takes longer, or forever.
    ///
    /// ```
    /// use cosched_core::Duration;
    /// use cosched_core::slots::{Performance, Volume};
    /// let length = Performance::from_units(3).exact_time_for(Volume::from_units(20));
    /// assert_eq!(length + length + length, Duration::from_seconds(20).into());
    /// ```
    pub fn exact_time_for(self, volume: Volume) -> Exact {
        Exact::ratio(u128::from(volume.0) * u128::from(UNIT), self.0)
    }

    /// Number of times `volume` can be done in `time`, one after another.
    pub(super) fn times_in(self, time: Duration, volume: Volume) -> u64 {
        let done = u128::from(time.0) * u128::from(self.0);
        let requested = u128::from(volume.0) * u128::from(UNIT);
        done.checked_div(requested).map_or(u64::MAX, clamped)
    }

    /// The cost of `volume` on nodes of this performance whose prices add up to
    /// `prices`, rounded up to the billionth.
    ///
    /// It is the cost of the nodes for exactly volume / performance.
    pub(super) fn cost_of(self, volume: Volume, prices: u64) -> Cost {
        let exact = u128::from(volume.0) * u128::from(prices);
        Cost(clamped(exact.div_ceil(u128::from(self.0.max(1)))))
    }

    /// Maximum sum of prices with which `volume` costs at most `budget`.
    ///
    /// volume / performance * prices <= budget, solved for the prices, which are whole:
    /// nothing is lost by rounding down. The greatest possible budget pays for everything,
    /// as costs saturate at it.
    pub(super) fn affordable(self, volume: Volume, budget: Cost) -> u64 {
        if budget == Cost::MAX {
            return u64::MAX;
        }
        let exact = u128::from(budget.0) * u128::from(self.0);
        clamped(exact / u128::from(volume.0.max(1)))
    }
}

/// Saturates at 64 bits.
fn clamped(value: u128) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

impl Cost {
    /// Whole parts of this budget, `scale` to a unit, rounded down.
    pub(super) const fn parts(self, scale: u32) -> u64 {
        // Below 2^64 * 2^32 / 2^29; no table is as long as that.
        let parts = self.0 as u128 * scale as u128 / UNIT as u128;
        if parts > u32::MAX as u128 {
            return u32::MAX as u64;
        }
        parts as u64
    }
}

/// Cost of one node in parts, `scale` to a unit, rounded up so that the true budget is
/// never exceeded; 2^32, more than any budget, if it is above.
pub(super) fn parts_of(volume: Volume, price: Price, on: Performance, scale: u32) -> u64 {
    let exact = u128::from(volume.0) * u128::from(price.0);
    // A product beyond 128 bits is beyond 2^32 parts: it is divided by less than 2^94. So
    // saturating it changes nothing.
    let exact = exact.saturating_mul(u128::from(scale));
    let parts = exact.div_ceil(u128::from(on.0.max(1)) * u128::from(UNIT));
    clamped(parts).min(1 << 32)
}
