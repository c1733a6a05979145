//! State of the nodes of a cluster: free amounts, and jobs on each node.

use super::gpus::Gpus;
use super::limits::Ledger;
use super::pieces::Pieces;
use super::{
    Amounts, ClusterBuffers, ClusterRequest, ClusterSetup, LimitOwner, NodeKind, RankedNode,
};
use crate::machine::Intervals;
use crate::machine::table::Table;
use crate::units::ids::JobId;

/// Free amounts of a node, and the jobs on it.
#[derive(Clone, Copy, Debug)]
pub struct NodeUse {
    pub(super) free: Amounts,
    // Position + 1 of the first piece of it that a job holds.
    first: u32,
    // Whether it is out of service.
    is_out: bool,
}

impl NodeUse {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        free: Amounts::NONE,
        first: 0,
        is_out: false,
    };
}

/// A node chosen for a job, with the number of its units there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeUnits {
    /// The node.
    pub node: u32,
    /// Number of tasks; 1 where nodes are requested.
    pub units: u32,
}

impl NodeUnits {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self { node: 0, units: 0 };
}

/// Present state of the nodes of a cluster.
#[derive(Debug)]
pub struct Cluster<'a> {
    pub(super) setup: ClusterSetup<'a>,
    pub(super) rooms: Table<'a, NodeUse>,
    pieces: Pieces<'a>,
    // Bitmaps of the nodes in service by number of free cores, `words` words for each
    // number from 0; and the number of nodes in each.
    pub(super) by_free: Table<'a, u64>,
    pub(super) levels: Table<'a, u32>,
    pub(super) words: usize,
    // Nodes chosen for the job that is about to start.
    pub(super) chosen: &'a mut [NodeUnits],
    // The nodes that changed last, and the number of changes so far.
    changed: &'a mut [u32],
    changes: u64,
    // Number of times nodes have gone out of service or come back.
    service_changes: u64,
    ledger: Ledger<'a>,
    pub(super) gpus: Gpus<'a>,
    // Nodes in the order in which a job gets them, if that is by score.
    pub(super) ranked: &'a mut [RankedNode],
}

impl<'a> Cluster<'a> {
    /// A cluster with all nodes free. The buffers have been checked.
    pub(crate) fn new(setup: ClusterSetup<'a>, buffers: ClusterBuffers<'a>) -> Self {
        let ClusterBuffers {
            rooms,
            pieces,
            by_free,
            levels,
            chosen,
            changed,
            usage,
            ranked,
            gpus,
            gpu_parts,
        } = buffers;
        rooms.fill(NodeUse::EMPTY);
        by_free.fill(0);
        levels.fill(0);
        let nodes = setup.kinds().map(|(_, kind)| kind.count).sum::<u32>();
        let mut cluster = Self {
            setup,
            rooms: Table::new(rooms, NodeUse::EMPTY),
            pieces: Pieces::new(pieces),
            by_free: Table::new(by_free, 0),
            levels: Table::new(levels, 0),
            words: nodes.div_ceil(64) as usize,
            chosen,
            changed,
            changes: 0,
            service_changes: 0,
            ledger: Ledger::new(usage),
            gpus: Gpus::new(&setup, gpus, gpu_parts),
            ranked,
        };
        for (first, kind) in setup.kinds.iter().scan(0, |first, kind| {
            let own = *first;
            *first += kind.count;
            Some((own, kind))
        }) {
            for node in first..first + kind.count {
                cluster.rooms[node as usize].free = kind.room;
                cluster.index_node(node);
            }
        }
        cluster
    }

    /// Its setup.
    pub fn setup(&self) -> &ClusterSetup<'a> {
        &self.setup
    }

    /// Free amounts of `node`; nothing beyond the machine.
    pub fn free(&self, node: u32) -> Amounts {
        let room = self.rooms.get(node as usize);
        room.map_or(Amounts::NONE, |room| room.free)
    }

    /// Free cores on nodes in service.
    pub fn free_cores(&self) -> u64 {
        let levels = (0..).zip(self.levels.iter());
        levels.map(|(cores, &nodes)| cores * u64::from(nodes)).sum()
    }

    /// Whether `node` is in service.
    #[inline]
    pub(crate) fn is_in_service(&self, node: u32) -> bool {
        !self.rooms[node as usize].is_out
    }

    /// Kind of `node`.
    #[inline]
    pub fn kind(&self, node: u32) -> Option<&NodeKind> {
        let mut end = 0u32;
        self.setup.kinds.iter().find(|kind| {
            end = end.saturating_add(kind.count);
            node < end
        })
    }

    /// Capacity of `node`.
    #[inline]
    pub(crate) fn capacity(&self, node: u32) -> Amounts {
        self.kind(node).map_or(Amounts::NONE, |kind| kind.room)
    }

    /// Jobs on `node`, each with the number of its units there; none beyond the machine.
    #[inline]
    pub fn jobs_on(&self, node: u32) -> impl Iterator<Item = (JobId, u32)> + '_ {
        let room = self.rooms.get(node as usize);
        self.pieces.of(room.map_or(0, |room| room.first))
    }

    /// Number of changes of nodes so far.
    #[inline]
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Number of times nodes have gone out of service or come back so far.
    #[inline]
    pub(crate) fn service_changes(&self) -> u64 {
        self.service_changes
    }

    /// Nodes that changed since change number `since`; `None` if not all of them are
    /// remembered.
    #[inline]
    pub(crate) fn changed_since(&self, since: u64) -> Option<impl Iterator<Item = u32> + '_> {
        let (changes, room) = (self.changes, self.changed.len() as u64);
        let known = changes - since <= room;
        let at = move |change: u64| self.changed.get((change % room) as usize).copied();
        known.then(|| (since..changes).filter_map(at))
    }

    fn record_change(&mut self, node: u32) {
        let room = self.changed.len() as u64;
        if let Some(index) = self.changes.checked_rem(room)
            && let Some(changed) = self.changed.get_mut(index as usize)
        {
            *changed = node;
        }
        self.changes += 1;
    }

    /// Inserts `node`, which has changed, into the bitmap for its number of free cores.
    fn index_node(&mut self, node: u32) {
        let room = self.rooms[node as usize];
        if !room.is_out {
            let cores = room.free.cores() as usize;
            self.by_free[cores * self.words + node as usize / 64] |= 1 << (node % 64);
            self.levels[cores] += 1;
        }
    }

    fn unindex_node(&mut self, node: u32) {
        let room = self.rooms[node as usize];
        if !room.is_out {
            let cores = room.free.cores() as usize;
            self.by_free[cores * self.words + node as usize / 64] &= !(1 << (node % 64));
            self.levels[cores] -= 1;
        }
    }

    /// Takes `node` out of service, or back into it.
    pub(crate) fn set_out(&mut self, node: u32, is_out: bool) {
        self.unindex_node(node);
        self.rooms[node as usize].is_out = is_out;
        self.service_changes += 1;
        self.index_node(node);
        self.record_change(node);
    }

    /// Allocates the first `count` chosen nodes, in ascending order, to `id`.
    pub(crate) fn take(&mut self, id: JobId, count: usize, nodes: u32) {
        let request = self.setup.request(id.index());
        let is_whole = self.setup.gets_whole_nodes(&request);
        for index in 0..count {
            let Some(&NodeUnits { node, units }) = self.chosen.get(index) else {
                break;
            };
            self.unindex_node(node);
            self.take_gpus(id, node, (&request, units));
            let room = &mut self.rooms[node as usize];
            room.free = if is_whole {
                Amounts::NONE
            } else {
                request.take_from(&room.free, units)
            };
            // Pieces are as many as cores, so one is unused.
            self.pieces.add(&mut room.first, id, units);
            self.count_free_gpus(node);
            self.index_node(node);
            self.record_change(node);
        }
        self.ledger.start(&self.setup, &request, nodes);
    }

    /// What is free on `node`, of which so much is, once a job with this request gives back its
    /// units there.
    #[inline]
    pub(crate) fn free_without(
        &self,
        node: u32,
        free: Amounts,
        (request, units): (&ClusterRequest, u32),
    ) -> Amounts {
        if self.setup.gets_whole_nodes(request) {
            self.capacity(node)
        } else {
            request.give_back_to(&free, units)
        }
    }

    /// Releases the amounts that `id` has on its nodes.
    pub(crate) fn release(&mut self, id: JobId, held: Intervals<'_>, nodes: u32) {
        let request = self.setup.request(id.index());
        let is_whole = self.setup.gets_whole_nodes(&request);
        for node in held.flat_map(|(first, count)| first..first + count) {
            let units = self.pieces.remove(&mut self.rooms[node as usize].first, id);
            self.unindex_node(node);
            let capacity = self.capacity(node);
            let room = &mut self.rooms[node as usize];
            room.free = if is_whole {
                capacity
            } else {
                request.give_back_to(&room.free, units)
            };
            self.release_gpus(id, node);
            self.count_free_gpus(node);
            self.index_node(node);
            self.record_change(node);
        }
        self.ledger.stop(&self.setup, &request, nodes);
    }

    /// Records the submission of `id`; returns whether limits allow it.
    pub(crate) fn submit(&mut self, id: JobId) -> bool {
        self.ledger
            .submit(&self.setup, &self.setup.request(id.index()))
    }

    /// Records the end of `id`.
    pub(crate) fn end(&mut self, id: JobId) {
        self.ledger
            .end(&self.setup, &self.setup.request(id.index()));
    }

    /// Whether limits allow a job with this request to start.
    #[inline]
    pub(crate) fn allows(&self, request: &ClusterRequest, nodes: u32) -> bool {
        self.reached_limit(request, nodes).is_none()
    }

    /// Whose limits keep a job with this request from starting, if there is one.
    #[inline]
    pub(crate) fn reached_limit(&self, request: &ClusterRequest, nodes: u32) -> Option<LimitOwner> {
        if self.setup.limits.is_empty() {
            return None;
        }
        self.ledger.reached(&self.setup, request, nodes)
    }
}
