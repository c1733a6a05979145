//! What nodes offer to jobs that request alike, kept from pass to pass.

use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::machine::cluster::{Amounts, Cluster, ClusterRequest, NodeKind, UnitCount};
use crate::policy::slurm::selection::Selection;

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

/// How nodes are seen by jobs that request alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand<'c, 'a> {
    cluster: &'c Cluster<'a>,
    pub(super) request: ClusterRequest,
    is_whole: bool,
    counts_nodes: bool,
}

impl<'c, 'a> Demand<'c, 'a> {
    pub(super) fn new(
        cluster: &'c Cluster<'a>,
        request: ClusterRequest,
        selection: Selection,
    ) -> Self {
        Self {
            cluster,
            request,
            is_whole: cluster.setup().gets_whole_nodes(&request),
            // `select/linear` counts nodes.
            counts_nodes: selection == Selection::Linear,
        }
    }

    /// Whether a node of `kind` has enough if it is idle.
    fn suits(&self, kind: &NodeKind) -> bool {
        kind.features & self.request.features == self.request.features
            && kind.room.fits(&self.request.each, 1) > 0
    }

    /// Fewest nodes that may suffice if they are idle.
    pub(super) fn fewest_nodes(&self) -> u32 {
        let tasks = match self.request.shape {
            UnitCount::Nodes(count) => return count,
            UnitCount::Tasks(count) => count,
        };
        let kinds = self.cluster.setup().kinds();
        let on_one = kinds.map(|(_, kind)| kind.room.fits(&self.request.each, tasks));
        tasks.div_ceil(on_one.max().unwrap_or(0).max(1))
    }

    /// CPUs for the job where so much of a node that suits is free. Parts of a task are not
    /// offered: the simulation places whole tasks.
    pub(super) fn cpus(&self, node: u32, free: &Amounts) -> u32 {
        let each = &self.request.each;
        if free.cores() < each.cores() || self.is_whole && *free != self.cluster.capacity(node) {
            return 0;
        }
        match self.request.shape {
            UnitCount::Nodes(_) if free.fits(each, 1) == 0 => 0,
            UnitCount::Nodes(_) if self.counts_nodes => 1,
            UnitCount::Nodes(_) => free.cores().max(1),
            // More than its tasks take: the node with the fewest CPUs is chosen by all of them.
            UnitCount::Tasks(_) => {
                let tasks = free.fits(each, u32::MAX);
                tasks.saturating_mul(each.cores().max(1))
            }
        }
    }
}

/// What nodes offered to jobs that request alike, as of a change of nodes.
#[derive(Clone, Copy, Debug)]
struct CachedOffers {
    request: ClusterRequest,
    seen: u64,
}

/// What nodes offer beside all running jobs, for some requests.
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
            known.is_some_and(|known| known.request.is_equivalent(&demand.request))
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
        let cluster = demand.cluster;
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
            request: demand.request,
            seen: cluster.changes(),
        });
        (offers, large)
    }
}

fn look_at_all(demand: &Demand<'_, '_>, offers: &mut [u32], large: &mut [u64]) {
    let cluster = demand.cluster;
    let setup = cluster.setup();
    let partition = setup.partition(demand.request.partition);
    large.fill(0);
    offers.fill(0);
    for (first, kind) in setup.kinds().filter(|(_, kind)| demand.suits(kind)) {
        for node in (first..first + kind.count).filter(|&node| partition.has(node)) {
            large[node as usize / 64] |= 1 << (node % 64);
            offers[node as usize] = demand.cpus(node, &cluster.free(node));
        }
    }
}
