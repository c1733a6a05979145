//! Offers of sets of nodes at later and later times.

use super::node_offers::NodeOffers;
use super::releases::{OfferSum, Releases};
use crate::machine::bits::bits_in;
use crate::units::time::Time;

/// Offers of sets of nodes at later and later times: a bound for each try of a job.
#[derive(Debug)]
pub(super) struct OfferSweep<'a> {
    // What each node offers at the time reached, the set, and what its nodes offer then and beside
    // all running jobs.
    offers: &'a mut [u32],
    set: &'a mut [u64],
    sum: OfferSum,
    free: OfferSum,
    // Number of running jobs taken away by then.
    runners: usize,
}

impl<'a> OfferSweep<'a> {
    pub(super) fn new(offers: &'a mut [u32], set: &'a mut [u64]) -> Self {
        Self {
            offers,
            set,
            sum: OfferSum::default(),
            free: OfferSum::default(),
            runners: 0,
        }
    }

    /// Forgets the set: each node offers something else beside all running jobs.
    pub(super) fn forget(&mut self) {
        self.set.fill(0);
        self.free = OfferSum::default();
    }

    /// Begins anew with what each node offers beside all running jobs.
    pub(super) fn begin(&mut self, offers: &[u32]) {
        self.offers.copy_from_slice(offers);
        // The set of the job before is as good as none.
        (self.sum, self.runners) = (self.free, 0);
    }

    /// Offer of the nodes that are `usable` and `large` beside all running jobs, of `free`.
    pub(super) fn free(&mut self, (usable, large): (&[u64], &[u64]), free: &[u32]) -> OfferSum {
        self.change_set((usable, large), free);
        self.free
    }

    /// Whether the nodes that are `usable` and `large` may offer `job` enough once the running
    /// jobs that end by `time` are taken away; `free` is what nodes offer beside all of these. Times
    /// must not descend.
    pub(super) fn may_suffice(
        &mut self,
        (job, releases): (&mut impl NodeOffers, &mut Releases<'_>),
        (usable, large): (&[u64], &[u64]),
        (time, free): (Time, &[u32]),
    ) -> bool {
        self.change_set((usable, large), free);
        while job.end_of(self.runners).is_some_and(|end| end <= time) {
            for release in releases.of_runner(job, large, self.runners) {
                let before = release.apply(self.offers);
                if release.is_among(self.set) {
                    self.sum.replace(before, release.offer());
                }
            }
            self.runners += 1;
        }
        self.sum.may_suffice(&job.request())
    }

    fn change_set(&mut self, (usable, large): (&[u64], &[u64]), free: &[u32]) {
        let sets = self.set.iter_mut().zip(usable.iter().zip(large));
        let offers = self.offers.chunks(64).zip(free.chunks(64));
        for ((set, (usable, large)), (offers, free)) in sets.zip(offers) {
            let after = usable & large;
            let before = core::mem::replace(set, after);
            let of = |bit: u32| {
                let of = |offers: &[u32]| offers.get(bit as usize).copied().unwrap_or(0);
                (of(offers), of(free))
            };
            for (offer, free) in bits_in(after & !before).map(of) {
                self.sum.add(offer);
                self.free.add(free);
            }
            for (offer, free) in bits_in(before & !after).map(of) {
                self.sum.remove(offer);
                self.free.remove(free);
            }
        }
    }
}
