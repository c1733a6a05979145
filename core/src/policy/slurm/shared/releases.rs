//! Releases by running jobs to a job that waits, in the order of their ends.

use super::choice::NodeRequest;
use super::node_offers::NodeOffers;
use crate::machine::bits::is_member;
use crate::units::time::Time;

/// Number of nodes that offer something, and of CPUs that they offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OfferSum {
    nodes: u32,
    cpus: u64,
}

impl OfferSum {
    #[inline]
    pub(super) fn replace(&mut self, before: u32, after: u32) {
        self.remove(before);
        self.add(after);
    }

    #[inline]
    pub(super) fn add(&mut self, offer: u32) {
        self.nodes = self.nodes.wrapping_add(u32::from(offer > 0));
        self.cpus = self.cpus.wrapping_add(u64::from(offer));
    }

    #[inline]
    pub(super) fn remove(&mut self, offer: u32) {
        self.nodes = self.nodes.wrapping_sub(u32::from(offer > 0));
        self.cpus = self.cpus.wrapping_sub(u64::from(offer));
    }

    /// Adds what so many nodes offer.
    pub(super) fn add_all(&mut self, offers: &[u32]) {
        let nodes = offers.iter().map(|&offer| u32::from(offer > 0));
        self.nodes += nodes.sum::<u32>();
        self.cpus += offers.iter().map(|&offer| u64::from(offer)).sum::<u64>();
    }

    /// Whether it may be enough: how the CPUs lie on the nodes is not looked at.
    #[inline]
    pub(super) fn may_suffice(&self, request: &NodeRequest) -> bool {
        self.cpus >= u64::from(request.cpus) && self.nodes >= request.least
    }
}

/// Offer of a node once a running job has been taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Release {
    node: u32,
    offer: u32,
}

impl Release {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self { node: 0, offer: 0 };
}

/// Offer of all nodes once a running job has been taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Released {
    sum: OfferSum,
    // End of what it releases in the list of all.
    end: u32,
}

impl Released {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        sum: OfferSum { nodes: 0, cpus: 0 },
        end: 0,
    };
}

/// Releases by running jobs, first to end first, as jobs see them that request alike on a node.
///
/// They are listed as far as a search has looked: most jobs are found a start among the first.
#[derive(Debug)]
pub(super) struct Releases<'a> {
    list: &'a mut [Release],
    len: usize,
    // One for each running job, and the number of those taken away.
    by_runner: &'a mut [Released],
    runners: usize,
    // What each node offers without these, and what all do.
    offers: &'a mut [u32],
    sum: OfferSum,
    // What all offer beside all running jobs.
    free: OfferSum,
}

impl<'a> Releases<'a> {
    pub(super) fn new(
        (list, by_runner): (&'a mut [Release], &'a mut [Released]),
        offers: &'a mut [u32],
    ) -> Self {
        Self {
            list,
            len: 0,
            by_runner,
            runners: 0,
            offers,
            sum: OfferSum::default(),
            free: OfferSum::default(),
        }
    }

    /// Greatest number of releases.
    pub(super) fn capacity(&self) -> usize {
        self.list.len()
    }

    /// Begins anew with what each node offers beside all running jobs.
    pub(super) fn begin(&mut self, offers: &[u32]) {
        self.offers.copy_from_slice(offers);
        let mut sum = OfferSum::default();
        sum.add_all(offers);
        (self.len, self.runners, self.sum, self.free) = (0, 0, sum, sum);
    }

    /// Time before which running jobs do not give back enough for `job`, with all nodes in
    /// `large`.
    pub(super) fn soonest(&mut self, job: &mut impl NodeOffers, large: &[u64]) -> Time {
        let request = job.request();
        if self.free.may_suffice(&request) {
            return Time::ZERO;
        }
        while !self.sum.may_suffice(&request) {
            if !self.take_next(job, large) {
                return Time::MAX;
            }
        }
        let taken = self.by_runner.get(..self.runners).unwrap_or_default();
        let first = taken.partition_point(|released| !released.sum.may_suffice(&request));
        job.end_of(first).unwrap_or(Time::MAX)
    }

    /// Releases of the running job of index `runner`, none if there is no such.
    #[inline]
    pub(super) fn of_runner(
        &mut self,
        job: &mut impl NodeOffers,
        large: &[u64],
        runner: usize,
    ) -> &[Release] {
        while self.runners <= runner {
            if !self.take_next(job, large) {
                return &[];
            }
        }
        let own = self.begin_of(runner)..self.begin_of(runner + 1);
        self.list.get(own).unwrap_or_default()
    }

    /// Index of the first release of a running job that has been listed.
    #[inline]
    fn begin_of(&self, runner: usize) -> usize {
        let before = runner
            .checked_sub(1)
            .and_then(|before| self.by_runner.get(before));
        before.map_or(0, |before| before.end as usize)
    }

    /// Lists what the next running job releases; returns whether there is one.
    fn take_next(&mut self, job: &mut impl NodeOffers, large: &[u64]) -> bool {
        let runner = self.runners;
        if job.end_of(runner).is_none() {
            return false;
        }
        let Self {
            list,
            len,
            offers,
            sum,
            ..
        } = self;
        job.take_away(runner, large, &mut |node, offer| {
            let own = offers.get_mut(node as usize);
            if let (Some(own), Some(entry)) = (own, list.get_mut(*len)) {
                sum.replace(core::mem::replace(own, offer), offer);
                *entry = Release { node, offer };
                *len += 1;
            }
        });
        if let Some(released) = self.by_runner.get_mut(runner) {
            *released = Released {
                sum: self.sum,
                end: self.len as u32,
            };
        }
        self.runners += 1;
        true
    }
}

impl Release {
    #[inline]
    pub(super) fn is_among(&self, nodes: &[u64]) -> bool {
        is_member(nodes, self.node)
    }

    /// Notes in `offers` what the node offers then; returns what it offered before.
    #[inline]
    pub(super) fn apply(&self, offers: &mut [u32]) -> u32 {
        let own = offers.get_mut(self.node as usize);
        own.map_or(0, |own| core::mem::replace(own, self.offer))
    }

    #[inline]
    pub(super) fn offer(&self) -> u32 {
        self.offer
    }
}
