//! What sets of nodes offer at later and later times.

use super::node_offers::NodeOffers;
use super::releases::{OfferSum, Releases};
use crate::units::time::Time;

/// What sets of nodes offer at later and later times: a bound for each try of a job.
#[derive(Debug)]
pub(super) struct OfferSweep<'a> {
    // What each node offers at the time reached, the set, and what its nodes offer.
    offers: &'a mut [u32],
    set: &'a mut [u64],
    sum: OfferSum,
    // Number of running jobs taken away by then, and of releases.
    runners: usize,
    released: usize,
}

impl<'a> OfferSweep<'a> {
    pub(super) fn new(offers: &'a mut [u32], set: &'a mut [u64]) -> Self {
        Self {
            offers,
            set,
            sum: OfferSum::default(),
            runners: 0,
            released: 0,
        }
    }

    /// Begins anew with what each node offers beside all running jobs.
    pub(super) fn begin(&mut self, offers: &[u32]) {
        self.offers.copy_from_slice(offers);
        self.set.fill(0);
        (self.sum, self.runners, self.released) = (OfferSum::default(), 0, 0);
    }

    /// Whether the nodes that are `usable` and `large` may offer `job` enough once the running
    /// jobs that end by `time` are taken away. Times must not descend.
    pub(super) fn may_suffice(
        &mut self,
        (job, releases): (&mut impl NodeOffers, &mut Releases<'_>),
        (usable, large): (&[u64], &[u64]),
        time: Time,
    ) -> bool {
        while job.end_of(self.runners).is_some_and(|end| end <= time) {
            let at = (self.runners, self.released);
            for release in releases.of_runner(job, large, at) {
                let before = release.apply(self.offers);
                if release.is_among(self.set) {
                    self.sum.replace(before, release.offer());
                }
                self.released += 1;
            }
            self.runners += 1;
        }
        self.change_set(usable, large);
        self.sum.may_suffice(&job.request())
    }

    fn change_set(&mut self, usable: &[u64], large: &[u64]) {
        let sets = self.set.iter_mut().zip(usable.iter().zip(large));
        for (word, (set, (usable, large))) in sets.enumerate() {
            let after = usable & large;
            if (*set, after) == (0, u64::MAX) {
                *set = after;
                let own = self.offers.get(64 * word..64 * word + 64);
                self.sum.add_all(own.unwrap_or_default());
                continue;
            }
            let mut changed = core::mem::replace(set, after) ^ after;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let offer = self.offers.get(64 * word + bit as usize);
                let offer = offer.copied().unwrap_or(0);
                if after >> bit & 1 == 1 {
                    self.sum.replace(0, offer);
                } else {
                    self.sum.replace(offer, 0);
                }
            }
        }
    }
}
