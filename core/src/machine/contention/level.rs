//! Bandwidth of each thread of a server: an equal or a max-min fair share.

use super::rates::{Rates, Threads, active};
use super::sharing::UnusedBandwidth;

/// Tolerance for rounding by which the total may exceed the bandwidth, as a share of it.
const ROUNDING: f64 = 1e-12;

impl Rates {
    /// Bandwidth for each of the `count` threads of `groups` that are not done.
    ///
    /// With equal shares the total stays within the server's bandwidth: a thread moves at
    /// most its share while it holds a core, and no more cores are held than there are. The
    /// same is true of fair shares as long as every thread holds a core for no longer than
    /// it is counted for.
    pub(crate) fn available(&self, groups: &[Threads], count: u32) -> f64 {
        let divisor = self.sharing.divisor(count, self.server.cores);
        let equal = self.server.bandwidth / f64::from(divisor);
        if self.sharing.unused == UnusedBandwidth::Lost {
            return equal;
        }
        let fair = self.fair_share(groups, f64::from(divisor) / f64::from(count));
        if divisor == count || active(groups).all(|group| group.utilisation >= 1.0) {
            fair
        } else {
            self.bounded_level(groups, count, [equal, fair])
        }
    }

    /// Max-min fair bandwidth: the largest level up to which every demand is met, when each
    /// thread holds a core for `part` of the time.
    fn fair_share(&self, groups: &[Threads], part: f64) -> f64 {
        let mut left = self.server.bandwidth;
        // Demands up to this level are met; each round meets at least one more, so it ends.
        let mut served = -1.0;
        loop {
            let unserved = active(groups).filter(|group| group.bandwidth > served);
            let threads: f64 = unserved
                .clone()
                .map(|group| f64::from(group.count) * part)
                .sum();
            if threads <= 0.0 {
                return f64::INFINITY;
            }
            let level = left / threads;
            let next = unserved
                .map(|group| group.bandwidth)
                .fold(f64::INFINITY, f64::min);
            if next > level {
                return level;
            }
            let at = active(groups).filter(|group| group.bandwidth == next);
            left -= at
                .map(|group| f64::from(group.count) * part * next)
                .sum::<f64>();
            served = next;
        }
    }

    /// Greatest bandwidth from `equal` to `fair` with a total within the bandwidth of the
    /// server.
    ///
    /// With more threads than cores all are counted for the same part of a core. Threads
    /// that are often idle hold less of one, and leave others more than they are counted
    /// for: with all demands met, the total could exceed the server's bandwidth. The total
    /// grows with the level, and at the equal share it is not too much.
    fn bounded_level(&self, groups: &[Threads], count: u32, [equal, fair]: [f64; 2]) -> f64 {
        let used = |level: f64| self.bandwidth_used(groups, level, count);
        let all = self.server.bandwidth;
        if used(fair) <= all * (1.0 + ROUNDING) {
            return fair;
        }
        // Above the largest demand nothing changes.
        let requested = active(groups).map(|group| group.bandwidth);
        let (mut low, mut high) = (equal, fair.min(requested.fold(equal, f64::max)));
        loop {
            let middle = low + (high - low) / 2.0;
            // Until no number is between them; also stops at NaN.
            if !(low < middle && middle < high) {
                return low;
            }
            if used(middle) > all {
                high = middle
            } else {
                low = middle
            }
        }
    }

    /// Total bandwidth of all threads in GB/s when each busy one gets up to `available`
    /// GB/s.
    fn bandwidth_used(&self, groups: &[Threads], available: f64, count: u32) -> f64 {
        let of_cores = self.share_of_cores(groups, available, count);
        let used = active(groups).map(|group| {
            let alone = f64::from(group.count) * group.utilisation * group.bandwidth;
            alone * self.rate(group, available, of_cores)
        });
        used.sum()
    }
}
