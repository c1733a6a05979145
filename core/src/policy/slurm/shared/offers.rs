//! Nodes of the simulated cluster, as the job whose start is searched sees them.

use core::cell::Cell;

use super::RunningJob;
use super::node_offers::NodeOffers;
use super::request::NodeRequest;
use crate::engine::Context;
use crate::machine::cluster::{Amounts, Cluster, ClusterRequest, UnitCount};
use crate::policy::slurm::selection::Selection;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// A job of the simulation, beside those that run.
pub(super) struct JobOffers<'s, 'c, 'a> {
    context: &'s Context<'c, 'a>,
    cluster: &'s Cluster<'a>,
    request: ClusterRequest,
    selection: Selection,
    runners: &'s [RunningJob],
    // Free amounts of each node, where running jobs have been taken away.
    rooms: &'s mut [Amounts],
    last: Cell<LastOffer>,
    is_as_last: bool,
}

/// What the node looked at last offers: nodes of its kind with as much free offer the same, and most
/// neighbours have.
#[derive(Clone, Copy)]
struct LastOffer {
    // Nodes of the kind.
    nodes: (u32, u32),
    free: Amounts,
    cpus: u32,
    // Whether the job could run there if the node were idle.
    is_usable: bool,
}

impl LastOffer {
    const NONE: Self = Self {
        nodes: (0, 0),
        free: Amounts::NONE,
        cpus: 0,
        is_usable: false,
    };

    const fn is_of_kind(&self, node: u32) -> bool {
        self.nodes.0 <= node && node < self.nodes.1
    }
}

impl<'s, 'c, 'a> JobOffers<'s, 'c, 'a> {
    /// `None` if there is no cluster.
    pub(super) fn of(
        context: &'s Context<'c, 'a>,
        job: JobId,
        selection: Selection,
        (runners, rooms): (&'s [RunningJob], &'s mut [Amounts]),
        looked_at: &mut Option<ClusterRequest>,
    ) -> Option<Self> {
        let cluster = context.cluster()?;
        let request = cluster.setup().request(job.index());
        let last = looked_at.replace(request);
        Some(Self {
            context,
            cluster,
            is_as_last: last.is_some_and(|last| last.is_equivalent(&request)),
            request,
            selection,
            runners,
            rooms,
            last: Cell::new(LastOffer::NONE),
        })
    }

    /// What `node`, one of its partition, offers the job where so much of it is free.
    fn offer_of(&self, node: u32, free: &Amounts) -> LastOffer {
        let last = self.last.get();
        if last.is_of_kind(node) && last.free == *free {
            return last;
        }
        let (nodes, is_usable) = if last.is_of_kind(node) {
            (last.nodes, last.is_usable)
        } else {
            let mut kinds = self.cluster.setup().kinds();
            let kind = kinds.find(|(first, kind)| node < first + kind.count);
            let nodes = kind.map_or((0, 0), |(first, kind)| (first, first + kind.count));
            let capacity = self.cluster.capacity(node);
            let units = self.cluster.units_in(node, &self.request, &capacity);
            (nodes, units > 0)
        };
        let cpus = self.cpus(node, free);
        let offer = LastOffer {
            nodes,
            free: *free,
            cpus,
            is_usable,
        };
        self.last.set(offer);
        offer
    }

    /// CPUs for the job where so much of a node is free. Parts of a task are not offered: the
    /// simulation places whole tasks.
    fn cpus(&self, node: u32, free: &Amounts) -> u32 {
        let request = &self.request;
        let units = self.cluster.units_in(node, request, free);
        match request.shape {
            _ if units == 0 => 0,
            UnitCount::Nodes(_) if self.selection == Selection::Linear => 1,
            UnitCount::Nodes(_) => free.cores().max(1),
            // More than its tasks take: the node with the fewest CPUs is chosen by all of them.
            UnitCount::Tasks(_) => {
                let tasks = free.fits(&request.each, u32::MAX);
                tasks.saturating_mul(request.each.cores().max(1))
            }
        }
    }
}

impl NodeOffers for JobOffers<'_, '_, '_> {
    fn request(&self) -> NodeRequest {
        let each = self.request.each.cores().max(1);
        let request = match self.request.shape {
            // `select/linear` counts nodes.
            UnitCount::Nodes(count) if self.selection == Selection::Linear => {
                NodeRequest::nodes(count, 1)
            }
            UnitCount::Nodes(count) => NodeRequest::nodes(count, each),
            UnitCount::Tasks(count) => NodeRequest::tasks(count, each),
        };
        NodeRequest {
            whole_nodes: self.cluster.setup().gets_whole_nodes(&self.request),
            ..request
        }
    }

    fn partition(&self) -> &[u64] {
        self.cluster.setup().partition(self.request.partition).nodes
    }

    fn weight_and_size(&self, node: u32) -> (u32, u32) {
        let mut kinds = self.cluster.setup().kinds().zip(0..);
        // Kinds stand in the order of their weights.
        let own = kinds.find(|((first, kind), _)| node < first + kind.count);
        own.map_or((0, 0), |((_, kind), index)| (index, kind.room.cores()))
    }

    fn weight_end(&self, node: u32) -> u32 {
        let mut kinds = self.cluster.setup().kinds();
        let end = kinds.find_map(|(first, kind)| {
            let end = first + kind.count;
            (node < end).then_some(end)
        });
        end.unwrap_or(node + 1)
    }

    fn is_as_last(&self) -> bool {
        self.is_as_last
    }

    fn is_busy(&self, node: u32) -> bool {
        self.cluster.jobs_on(node).next().is_some()
    }

    fn is_usable(&self, node: u32) -> bool {
        let room = self.rooms.get(node as usize);
        room.is_some_and(|room| self.offer_of(node, room).is_usable)
    }

    fn is_open(&self, node: u32, start: Time, end: Time) -> bool {
        let setup = self.cluster.setup();
        setup.admits(&self.request, node, start, end)
    }

    fn may_be_closed(&self) -> bool {
        !self.cluster.setup().advance.is_empty()
    }

    fn put_back(&mut self) {
        for (room, node) in self.rooms.iter_mut().zip(0..) {
            *room = self.cluster.free(node);
        }
    }

    fn offer(&self, node: u32) -> u32 {
        let room = self.rooms.get(node as usize);
        room.map_or(0, |room| self.offer_of(node, room).cpus)
    }

    fn end_of(&self, index: usize) -> Option<Time> {
        self.runners.get(index).map(|runner| runner.end)
    }

    fn take_away(&mut self, index: usize, usable: &[u64], freed: &mut dyn FnMut(u32, u32)) {
        let Some(runner) = self.runners.get(index) else {
            return;
        };
        let (job, setup) = (JobId::new(runner.job as usize), self.cluster.setup());
        let other = setup.request(job.index());
        let is_whole = setup.gets_whole_nodes(&other);
        let held = self.context.held(job);
        for node in held.flat_map(|(first, count)| first..first + count) {
            let word = usable.get(node as usize / 64).copied().unwrap_or(0);
            let Some(room) = self.rooms.get_mut(node as usize) else {
                return;
            };
            if word >> (node % 64) & 1 == 0 {
                continue;
            }
            let mut on = self.cluster.jobs_on(node).filter(|(here, _)| *here == job);
            let units = on.next().map_or(0, |(_, units)| units);
            *room = if is_whole {
                self.cluster.capacity(node)
            } else {
                room.plus(&other.each, units)
            };
            let free = *room;
            freed(node, self.offer_of(node, &free).cpus);
        }
    }

    fn next_edge(&self, start: Time, end: Time) -> Option<Time> {
        let setup = self.cluster.setup();
        let others = setup.advance.iter().filter(|one| one.from <= end);
        let own = setup.advance_of(&self.request).map(|own| own.from);
        let all = others.map(|one| one.until).chain(own);
        all.filter(|&at| at > start).min()
    }
}
