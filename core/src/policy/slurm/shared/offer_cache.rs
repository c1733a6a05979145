//! Offers of nodes to jobs that request alike, kept from pass to pass.

use super::demand::Demand;
use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::machine::cluster::ClusterRequest;

/// Number of requests for which it is kept.
const REQUESTS: usize = 16;

buffers! {
    /// Borrowed buffers of what is kept.
    pub struct OfferCacheBuffers, OfferCacheSizes, BoxedOfferCache::as_buffers, "offers." {
        /// One for each node and request kept: CPUs that it offers.
        offers: [u32; REQUESTS.saturating_mul(nodes as usize)] = 0,
        /// Sets of nodes.
        large: [u64; REQUESTS * (nodes as usize).div_ceil(64)] = 0,
    }
    with {}
    /// Computes the sizes for `nodes` nodes.
    sizes of(nodes: u32) {}
}

/// Offers of nodes to jobs that request alike, as of a change of nodes.
#[derive(Clone, Copy, Debug)]
struct CachedOffers {
    request: ClusterRequest,
    seen: u64,
}

/// Offers of nodes beside all running jobs, for some requests.
#[derive(Debug)]
pub(super) struct OfferCache<'a> {
    known: [Option<CachedOffers>; REQUESTS],
    // Entry that the next request gets that is not known.
    next: usize,
    nodes: usize,
    offers: &'a mut [u32],
    large: &'a mut [u64],
}

impl<'a> OfferCache<'a> {
    pub(super) fn new(nodes: u32, buffers: OfferCacheBuffers<'a>) -> Result<Self, CapacityError> {
        let sizes = OfferCacheSizes::of(nodes);
        buffers.sizes().check(&sizes)?;
        Ok(Self {
            known: [None; REQUESTS],
            next: 0,
            nodes: nodes as usize,
            offers: &mut buffers.offers[..sizes.offers],
            large: &mut buffers.large[..sizes.large],
        })
    }

    /// Forgets all, before another simulation.
    pub(super) fn forget(&mut self) {
        self.known = [None; REQUESTS];
    }

    /// CPUs that each node offers beside all running jobs, and the nodes of the partition that
    /// suffice if they are idle.
    pub(super) fn of(&mut self, demand: &Demand<'_, '_>) -> (&[u32], &[u64]) {
        let mut all = self.known.iter();
        let is_alike = |known: &Option<CachedOffers>| {
            known.is_some_and(|known| known.request.is_equivalent(demand.request()))
        };
        let index = all.position(is_alike).unwrap_or_else(|| {
            let next = self.next;
            self.next = (next + 1) % REQUESTS;
            self.known[next] = None;
            next
        });
        let words = self.nodes.div_ceil(64);
        let offers = &mut self.offers[index * self.nodes..(index + 1) * self.nodes];
        let large = &mut self.large[index * words..(index + 1) * words];
        let cluster = demand.cluster();
        let seen = self.known[index].map(|known| known.seen);
        match seen.and_then(|seen| cluster.changed_since(seen)) {
            Some(changed) => {
                for node in changed {
                    let is_large = large[node as usize / 64] >> (node % 64) & 1 == 1;
                    if let Some(offer) = offers.get_mut(node as usize).filter(|_| is_large) {
                        *offer = demand.cpus(node, &cluster.free(node));
                    }
                }
            }
            None => look_at_all(demand, offers, large),
        }
        self.known[index] = Some(CachedOffers {
            request: *demand.request(),
            seen: cluster.changes(),
        });
        (offers, large)
    }
}

fn look_at_all(demand: &Demand<'_, '_>, offers: &mut [u32], large: &mut [u64]) {
    let cluster = demand.cluster();
    let setup = cluster.setup();
    let partition = setup.partition(demand.request().partition);
    large.fill(0);
    offers.fill(0);
    for (first, kind) in setup.kinds().filter(|(_, kind)| demand.suits(kind)) {
        for node in (first..first + kind.count).filter(|&node| partition.has(node)) {
            large[node as usize / 64] |= 1 << (node % 64);
            offers[node as usize] = demand.cpus(node, &cluster.free(node));
        }
    }
}
