//! What running jobs give back to a job that waits, in the order of their ends.

use super::node_offers::NodeOffers;
use super::request::NodeRequest;
use crate::units::time::Time;

/// Number of nodes that offer something, and of CPUs that they offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OfferSum {
    nodes: u32,
    cpus: u64,
}

impl OfferSum {
    /// Writes to `offers` what the nodes of the set offer of `free`, the others nothing; returns
    /// the sum.
    pub(super) fn of(set: &[u64], free: &[u32], offers: &mut [u32]) -> Self {
        let mut sum = Self::default();
        let words = set.iter().zip(offers.chunks_mut(64).zip(free.chunks(64)));
        for (&nodes, (offers, free)) in words {
            if nodes == 0 {
                offers.fill(0);
                continue;
            }
            offers.copy_from_slice(free);
            if nodes != u64::MAX {
                for (bit, offer) in offers.iter_mut().enumerate() {
                    *offer *= (nodes >> bit & 1) as u32;
                }
            }
            sum.add_all(offers);
        }
        sum
    }

    pub(super) fn replace(&mut self, before: u32, after: u32) {
        self.nodes = self.nodes + u32::from(after > 0) - u32::from(before > 0);
        self.cpus = self.cpus + u64::from(after) - u64::from(before);
    }

    /// Adds what so many nodes offer.
    pub(super) fn add_all(&mut self, offers: &[u32]) {
        self.nodes += offers
            .iter()
            .map(|&offer| u32::from(offer > 0))
            .sum::<u32>();
        self.cpus += offers.iter().map(|&offer| u64::from(offer)).sum::<u64>();
    }

    /// Whether it may be enough: how the CPUs lie on the nodes is not looked at.
    pub(super) fn may_suffice(&self, request: &NodeRequest) -> bool {
        self.cpus >= u64::from(request.cpus) && self.nodes >= request.least
    }
}

/// What a node offers once a running job has been taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Release {
    // Index of the running job.
    runner: u32,
    node: u32,
    offer: u32,
    // What all nodes offer then.
    sum: OfferSum,
}

impl Release {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        runner: 0,
        node: 0,
        offer: 0,
        sum: OfferSum { nodes: 0, cpus: 0 },
    };
}

/// Releases by running jobs, first to end first, as jobs see them that request alike on a node.
///
/// They are listed as far as somebody has looked: most jobs are found a start among the first.
#[derive(Debug)]
pub(super) struct Releases<'a> {
    list: &'a mut [Release],
    len: usize,
    // Number of running jobs taken away.
    runners: usize,
    // What each node offers without these, and what all do.
    offers: &'a mut [u32],
    sum: OfferSum,
    // What all offer beside all running jobs.
    free: OfferSum,
}

impl<'a> Releases<'a> {
    pub(super) fn new(list: &'a mut [Release], offers: &'a mut [u32]) -> Self {
        Self {
            list,
            len: 0,
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
        let list = self.all();
        let first = list.partition_point(|release| !release.sum.may_suffice(&request));
        let runner = list.get(first).map(|release| release.runner as usize);
        runner
            .and_then(|runner| job.end_of(runner))
            .unwrap_or(Time::MAX)
    }

    /// Releases of the running job of index `runner`, from index `from` of the list on.
    pub(super) fn of_runner(
        &mut self,
        job: &mut impl NodeOffers,
        large: &[u64],
        (runner, from): (usize, usize),
    ) -> &[Release] {
        while self.runners <= runner && self.take_next(job, large) {}
        let behind = self.all().get(from..).unwrap_or_default();
        let own = behind
            .iter()
            .take_while(|release| release.runner as usize == runner);
        behind.get(..own.count()).unwrap_or_default()
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
                *entry = Release {
                    runner: runner as u32,
                    node,
                    offer,
                    sum: *sum,
                };
                *len += 1;
            }
        });
        self.runners += 1;
        true
    }

    fn all(&self) -> &[Release] {
        self.list.get(..self.len).unwrap_or_default()
    }
}

impl Release {
    pub(super) fn is_among(&self, nodes: &[u64]) -> bool {
        let word = nodes.get(self.node as usize / 64).copied().unwrap_or(0);
        word >> (self.node % 64) & 1 == 1
    }

    /// Notes in `offers` what the node offers then; returns what it offered before.
    pub(super) fn apply(&self, offers: &mut [u32]) -> u32 {
        let own = offers.get_mut(self.node as usize);
        own.map_or(0, |own| core::mem::replace(own, self.offer))
    }

    pub(super) fn offer(&self) -> u32 {
        self.offer
    }
}
