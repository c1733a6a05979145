//! The bandwidth that each thread of a server gets: an equal share, or what is max-min fair.

use super::rates::{Rates, Threads, active};
use super::sharing::Unused;

/// What goes through may be above what there is by this share of it: rounding.
const ROUNDING: f64 = 1e-12;

impl Rates {
    /// Bandwidth for each of the `count` threads of `groups` that are not done.
    ///
    /// With equal shares no more than the server's bandwidth goes through: a
    /// thread moves its share at most while it holds a core, and no more cores
    /// are held than there are. The same is true of fair shares as long as
    /// every thread holds a core for no longer than it is counted for.
    pub(crate) fn available(&self, groups: &[Threads], count: u32) -> f64 {
        let divisor = self.sharing.divisor(count, self.server.cores);
        let equal = self.server.bandwidth / f64::from(divisor);
        if self.sharing.unused == Unused::Lost {
            return equal;
        }
        let fair = self.fair_share(groups, f64::from(divisor) / f64::from(count));
        match divisor == count || active(groups).all(|group| group.utilisation >= 1.0) {
            true => fair,
            false => self.at_most_all(groups, count, [equal, fair]),
        }
    }

    /// The least bandwidth that nobody gets less of without asking for less,
    /// when each thread holds a core for `part` of the time.
    fn fair_share(&self, groups: &[Threads], part: f64) -> f64 {
        let mut left = self.server.bandwidth;
        // Those that ask for no more than this are served; each round serves
        // at least one more, so it ends.
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

    /// The greatest bandwidth from `equal` to `fair` with which no more goes
    /// through than there is.
    ///
    /// With more threads than cores all are counted for the same part of a
    /// core. Threads that are often idle hold less of one, and leave others
    /// more than they are counted for: were all these served, more could go
    /// through than the server has. What goes through grows with the level,
    /// and at the equal share it is not too much.
    fn at_most_all(&self, groups: &[Threads], count: u32, [equal, fair]: [f64; 2]) -> f64 {
        let used = |level: f64| self.bandwidth_used(groups, level, count);
        let all = self.server.bandwidth;
        if used(fair) <= all * (1.0 + ROUNDING) {
            return fair;
        }
        // Above what they ask for nothing changes.
        let asked = active(groups).map(|group| group.bandwidth);
        let (mut low, mut high) = (equal, fair.min(asked.fold(equal, f64::max)));
        loop {
            let middle = low + (high - low) / 2.0;
            // Until nothing is between them; also stops at what is not a number.
            if !(low < middle && middle < high) {
                return low;
            }
            match used(middle) > all {
                true => high = middle,
                false => low = middle,
            }
        }
    }

    /// What all threads move in a second, in GB, when each that is busy gets
    /// up to `available` GB/s.
    fn bandwidth_used(&self, groups: &[Threads], available: f64, count: u32) -> f64 {
        let of_cores = self.share_of_cores(groups, available, count);
        let used = active(groups).map(|group| {
            let alone = f64::from(group.count) * group.utilisation * group.bandwidth;
            alone * self.rate(group, available, of_cores)
        });
        used.sum()
    }
}
