//! Nodes of the simulated cluster, as the job whose start is searched sees them.

use super::choice::NodeRequest;
use super::demand::Demand;
use super::node_offers::NodeOffers;
use super::offer_cache::OfferCache;
use super::runners::Runners;
use super::sleep::{Sleepers, Wakefulness};
use crate::engine::Context;
use crate::machine::bits::is_member;
use crate::machine::cluster::{Amounts, Blocks, Cluster, ClusterRequest, NodeUnits, Switch};
use crate::policy::slurm::selection::Selection;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Pass that looks for nodes: each has an order of its own of nodes that are not awake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    /// Those that boot come before those that sleep.
    Main,
    /// They are alike.
    Backfill,
}

/// A job of the simulation, beside those that run.
pub(super) struct JobOffers<'s, 'c, 'a, 'b> {
    context: &'s Context<'c, 'a>,
    cluster: &'s Cluster<'a>,
    demand: Demand<'s, 'a>,
    runners: &'s mut Runners<'b>,
    // Free amounts of each node, where running jobs have been taken away.
    rooms: &'s mut [Amounts],
    cache: &'s mut OfferCache<'b>,
    // Free amounts to go by, if they are not those of the cluster.
    beside: Option<&'s [Amounts]>,
    pass: Pass,
    sleepers: &'s Sleepers<'b>,
    is_as_last: bool,
}

impl<'s, 'c, 'a, 'b> JobOffers<'s, 'c, 'a, 'b> {
    /// `None` if there is no cluster.
    pub(super) fn of(
        (context, job): (&'s Context<'c, 'a>, JobId),
        selection: Selection,
        (runners, rooms): (&'s mut Runners<'b>, &'s mut [Amounts]),
        (cache, looked_at): (&'s mut OfferCache<'b>, &mut Option<ClusterRequest>),
        (pass, sleepers): (Pass, &'s Sleepers<'b>),
    ) -> Option<Self> {
        let cluster = context.cluster()?;
        let request = cluster.setup().request(job.index());
        let last = looked_at.replace(request);
        Some(Self {
            context,
            cluster,
            is_as_last: last.is_some_and(|last| last.is_equivalent(&request)),
            demand: Demand::new(cluster, request, selection),
            runners,
            rooms,
            cache,
            beside: None,
            pass,
            sleepers,
        })
    }

    /// It, where so much of each node is free.
    pub(super) fn beside(self, free: &'s [Amounts]) -> Self {
        Self {
            beside: Some(free),
            is_as_last: false,
            ..self
        }
    }

    fn wakefulness(&self, node: u32) -> Wakefulness {
        let now = self.context.now();
        self.sleepers.wakefulness(self.cluster, node, now)
    }

    /// How much later `node` comes than those of its weight that are awake; by weight it comes behind all that
    /// are more awake.
    fn sleep_rank(&self, node: u32) -> u32 {
        if self.sleepers.is_empty() {
            return 0;
        }
        match (self.wakefulness(node), self.pass) {
            (Wakefulness::Awake, _) => 0,
            (Wakefulness::Booting, _) | (_, Pass::Backfill) => 1,
            (Wakefulness::Asleep | Wakefulness::Suspending, Pass::Main) => 2,
        }
    }
}

impl NodeOffers for JobOffers<'_, '_, '_, '_> {
    fn request(&self) -> NodeRequest {
        self.demand.node_request()
    }

    fn fewest_nodes(&self) -> u32 {
        self.demand.fewest_nodes()
    }

    fn partition(&self) -> &[u64] {
        self.cluster
            .setup()
            .partition(self.demand.request().partition)
            .nodes
    }

    fn weight_and_size(&self, node: u32) -> (u32, u32) {
        let mut kinds = self.cluster.setup().kinds().zip(0..);
        // Kinds stand in the order of their weights.
        let own = kinds.find(|((first, kind), _)| node < first + kind.count);
        let behind = self.sleep_rank(node) * self.cluster.setup().kinds.len() as u32;
        own.map_or((0, 0), |((_, kind), index)| {
            (behind + index, kind.room.cores())
        })
    }

    fn weight_end(&self, node: u32) -> u32 {
        if !self.sleepers.is_empty() {
            return node + 1;
        }
        let mut kinds = self.cluster.setup().kinds();
        let end = kinds.find_map(|(first, kind)| {
            let end = first + kind.count;
            (node < end).then_some(end)
        });
        end.unwrap_or(node + 1)
    }

    fn switches(&self) -> &[Switch<'_>] {
        self.cluster.setup().switches
    }

    fn blocks(&self) -> Blocks<'_> {
        self.cluster.setup().blocks
    }

    fn is_as_last(&self) -> bool {
        self.is_as_last
    }

    fn is_busy(&self, node: u32) -> bool {
        self.cluster.jobs_on(node).next().is_some()
    }

    fn write_offers(&mut self, offers: &mut [u32], large: &mut [u64]) {
        let (own_offers, own_large) = self.cache.of(&self.demand);
        offers.copy_from_slice(own_offers);
        large.copy_from_slice(own_large);
        if let Some(free) = self.beside {
            for ((offer, free), node) in offers.iter_mut().zip(free).zip(0..) {
                *offer = if is_member(large, node) {
                    self.demand.cpus(node, free)
                } else {
                    0
                };
            }
        }
        if self.sleepers.is_any_suspending() {
            for (offer, node) in offers.iter_mut().zip(0..) {
                if self.wakefulness(node) == Wakefulness::Suspending {
                    *offer = 0;
                    large[node as usize / 64] &= !(1 << (node % 64));
                }
            }
        }
    }

    fn is_open(&self, node: u32, start: Time, end: Time) -> bool {
        let setup = self.cluster.setup();
        setup.admits(self.demand.request(), node, start, end)
    }

    fn may_be_closed(&self) -> bool {
        !self.cluster.setup().advance.is_empty()
    }

    fn end_of(&self, index: usize) -> Option<Time> {
        self.runners.end_of(index)
    }

    fn take_away(&mut self, index: usize, large: &[u64], freed: &mut dyn FnMut(u32, u32)) {
        if index == 0 {
            for (room, node) in self.rooms.iter_mut().zip(0..) {
                let beside = self.beside.and_then(|free| free.get(node as usize));
                *room = beside.copied().unwrap_or_else(|| self.cluster.free(node));
            }
        }
        let Some(job) = self.runners.job(index) else {
            return;
        };
        let other = self.cluster.setup().request(job.index());
        for &NodeUnits { node, units } in self.runners.pieces(self.context, index) {
            let Some(room) = self.rooms.get_mut(node as usize) else {
                return;
            };
            if is_member(large, node) {
                *room = self.cluster.free_without(node, *room, (&other, units));
                freed(node, self.demand.cpus(node, room));
            }
        }
    }

    fn next_edge(&self, start: Time, end: Time) -> Option<Time> {
        let setup = self.cluster.setup();
        let others = setup.advance.iter().filter(|one| one.from <= end);
        let own = setup.advance_of(self.demand.request()).map(|own| own.from);
        let all = others.map(|one| one.until).chain(own);
        all.filter(|&at| at > start).min()
    }
}
