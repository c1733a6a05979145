//! Pools: parts of a cluster that are planned together, a shared node or all equal nodes
//! that jobs get whole.

use crate::engine::Setup;
use crate::machine::Maintenance;
use crate::machine::cluster::{
    AdvanceReservation, Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition,
};
use crate::units::ids::JobId;

/// A node that jobs share, or interchangeable nodes that jobs get whole.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// First of its nodes.
    pub(super) node: u32,
    /// Number of its nodes.
    pub(super) count: u32,
    /// Whether jobs get whole nodes of it.
    pub(super) is_whole: bool,
    /// Position + 1 of the first segment of its time.
    pub(super) first: u32,
}

impl Pool {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        node: 0,
        count: 0,
        is_whole: false,
        first: 0,
    };
}

/// Needs of a job on one pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// Amounts for each share; of a pool of whole nodes, one node.
    pub(super) each: Amounts,
    /// Amounts besides, however many shares.
    pub(super) per_node: Amounts,
    /// Nodes or tasks of the job per share.
    pub(super) per: u32,
    /// Maximum number of shares in the pool.
    pub(super) most: u32,
    /// Whole capacity of the node, if the job needs it whole.
    pub(super) whole: Option<Amounts>,
}

/// One node of a pool of whole nodes.
const ONE_NODE: Amounts = Amounts::new(1, 0, 0);

/// Nodes, of a cluster or all equal, and their maintenance.
#[derive(Clone, Copy)]
pub(super) struct Site<'s> {
    // None if all nodes are equal and jobs get them whole.
    pub(super) cluster: Option<ClusterSetup<'s>>,
    // Maintenance by which nodes differ.
    maintenance: &'s [Maintenance],
}

impl<'s> Site<'s> {
    pub(super) fn of(setup: &Setup<'s>) -> Self {
        Self {
            cluster: setup.simulated_cluster(),
            maintenance: setup.outages.maintenance,
        }
    }

    /// Restricts the maintenance by which nodes differ.
    pub(super) fn with_maintenance(self, maintenance: &'s [Maintenance]) -> Self {
        Self {
            maintenance,
            ..self
        }
    }

    /// Request of `job`, which has or requests `nodes` nodes.
    pub(super) fn request(&self, job: JobId, nodes: u32) -> ClusterRequest {
        match &self.cluster {
            Some(cluster) => cluster.request(job.index()),
            None => ClusterRequest::nodes(nodes, ONE_NODE),
        }
    }

    /// Index and description of the kind of `node`; `None` for equal nodes.
    fn kind(&self, node: u32) -> Option<(u32, &'s NodeKind)> {
        let mut end = 0u32;
        let kinds = self.cluster.map_or(&[][..], |cluster| cluster.kinds);
        (0..).zip(kinds).find(|(_, kind)| {
            end = end.saturating_add(kind.count);
            node < end
        })
    }

    /// Index of the kind of `node`, and its number of cores.
    pub(super) fn kind_and_cores(&self, node: u32) -> Option<(u32, u32)> {
        if self.cluster.is_none() {
            return Some((0, ONE_NODE.cores()));
        }
        let kind = self.kind(node);
        kind.map(|(index, kind)| (index, kind.room.cores()))
    }

    fn room(&self, node: u32) -> Option<(Amounts, u64)> {
        if self.cluster.is_none() {
            return Some((ONE_NODE, 0));
        }
        let kind = self.kind(node);
        kind.map(|(_, kind)| (kind.room, kind.features))
    }

    fn partitions(&self) -> &'s [Partition<'s>] {
        self.cluster.map_or(&[], |cluster| cluster.partitions)
    }

    fn advance(&self) -> &'s [AdvanceReservation<'s>] {
        self.cluster.map_or(&[], |cluster| cluster.advance)
    }

    /// Whether jobs get all of `node`, whatever they request there.
    fn is_whole(&self, node: u32) -> bool {
        // Each job on a node has a core of it.
        let has_one_core = self.room(node).is_some_and(|(room, _)| room.cores() == 1);
        let mut there = self.partitions().iter().filter(|one| one.has(node));
        has_one_core || there.all(|one| one.whole_nodes)
    }

    /// Whether these two nodes are interchangeable for all jobs.
    fn are_interchangeable(&self, one: u32, other: u32) -> bool {
        self.room(one) == self.room(other)
            && self.is_whole(one)
            && self.is_whole(other)
            && (self.partitions().iter()).all(|all| all.has(one) == all.has(other))
            && (self.advance().iter()).all(|all| all.has(one) == all.has(other))
            && (self.maintenance.iter()).all(|all| all.includes(one) == all.includes(other))
    }

    /// Number of pools.
    pub(super) fn count(&self, nodes: u32) -> usize {
        let is_first = |node: &u32| {
            !self.is_whole(*node)
                || !(0..*node).any(|before| self.are_interchangeable(before, *node))
        };
        (0..nodes).filter(is_first).count()
    }

    /// Finds the pools and that of each node; returns their number.
    pub(super) fn divide(&self, pools: &mut [Pool], pool_of: &mut [u32]) -> usize {
        let mut count = 0;
        for (node, index) in (0..).zip(pool_of.iter_mut()) {
            let mut known = pools.iter_mut().take(count).enumerate();
            let is_whole = self.is_whole(node);
            let alike = if is_whole {
                known.find(|(_, pool)| self.are_interchangeable(pool.node, node))
            } else {
                None
            };
            if let Some((found, pool)) = alike {
                pool.count += 1;
                *index = found as u32;
            } else if let Some(pool) = pools.get_mut(count) {
                *pool = Pool {
                    node,
                    count: 1,
                    is_whole,
                    first: 0,
                };
                *index = count as u32;
                count += 1;
            }
        }
        count
    }

    /// Capacity of `pool` without jobs and with `out` of its nodes out of service.
    pub(super) fn capacity(&self, pool: &Pool, out: u32) -> Amounts {
        let (room, _) = self.room(pool.node).unwrap_or((Amounts::NONE, 0));
        if pool.is_whole {
            Amounts::new(pool.count.saturating_sub(out), 0, 0)
        } else if out > 0 {
            Amounts::NONE
        } else {
            room
        }
    }

    /// Needs of a job with that request on `pool`; `None` if it cannot be there.
    pub(super) fn demand(&self, pool: &Pool, request: &ClusterRequest) -> Option<Demand> {
        let (room, features) = self.room(pool.node)?;
        let is_there = self.cluster.is_none_or(|cluster| {
            let own = cluster.advance_of(request);
            cluster.partition(request.partition).has(pool.node)
                && own.is_none_or(|own| own.has(pool.node))
        });
        // A node that could not hold one unit when empty is of no use.
        let units = request.units_in(&room);
        if !is_there || features & request.features != request.features || units == 0 {
            return None;
        }
        Some(if pool.is_whole {
            Demand {
                each: ONE_NODE,
                per_node: Amounts::NONE,
                per: units,
                most: pool.count.saturating_mul(units),
                whole: None,
            }
        } else {
            Demand {
                each: request.each,
                per_node: request.per_node,
                per: 1,
                most: units,
                whole: self
                    .cluster
                    .filter(|cluster| cluster.gets_whole_nodes(request))
                    .map(|_| room),
            }
        })
    }
}

impl Demand {
    /// One node of a pool of whole ones.
    pub(super) const NODE: Self = Self {
        each: ONE_NODE,
        per_node: Amounts::NONE,
        per: 1,
        most: u32::MAX,
        whole: None,
    };

    /// Number of nodes or tasks of the job that fit into `free`.
    pub(super) fn units(&self, free: &Amounts) -> u32 {
        match self.whole {
            Some(room) if *free != room => 0,
            _ if free.fits(&self.per_node, 1) == 0 => 0,
            _ => {
                let free = free.minus(&self.per_node, 1);
                let times = free.fits(&self.each, self.most.div_ceil(self.per.max(1)));
                times.saturating_mul(self.per).min(self.most)
            }
        }
    }

    /// Rest of `free` after `times` shares.
    pub(super) fn minus(&self, free: &Amounts, times: u32) -> Amounts {
        match self.whole {
            Some(_) => Amounts::NONE,
            None => free.minus(&self.each, times).minus(&self.per_node, 1),
        }
    }

    /// Sum of `free` and `times` shares.
    pub(super) fn plus(&self, free: &Amounts, times: u32) -> Amounts {
        match self.whole {
            Some(room) => room,
            None => free.plus(&self.each, times).plus(&self.per_node, 1),
        }
    }
}
