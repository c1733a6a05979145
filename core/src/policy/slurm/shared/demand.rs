//! Demand of a job of the simulation on nodes that jobs share.

use super::choice::NodeRequest;
use crate::machine::cluster::{Amounts, Cluster, ClusterRequest, NodeKind, UnitCount};
use crate::policy::slurm::selection::Selection;

/// How nodes are seen by jobs that request alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand<'c, 'a> {
    cluster: &'c Cluster<'a>,
    request: ClusterRequest,
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

    pub(super) const fn cluster(&self) -> &'c Cluster<'a> {
        self.cluster
    }

    pub(super) const fn request(&self) -> &ClusterRequest {
        &self.request
    }

    /// Request of the job, as nodes are chosen for it.
    pub(super) fn node_request(&self) -> NodeRequest {
        let each = self.request.each.cores().max(1);
        let request = match self.request.shape {
            UnitCount::Nodes(count) if self.counts_nodes => NodeRequest::nodes(count, 1),
            UnitCount::Nodes(count) => NodeRequest::nodes(count, each),
            UnitCount::Tasks(count) => NodeRequest::tasks(count, each),
        };
        NodeRequest {
            whole_nodes: self.is_whole,
            ..request
        }
    }

    /// Whether a node of `kind` has enough if it is idle.
    pub(super) fn suits(&self, kind: &NodeKind) -> bool {
        kind.features & self.request.features == self.request.features
            && self.request.units_in(&kind.room) > 0
    }

    /// Fewest nodes that may suffice if they are idle.
    pub(super) fn fewest_nodes(&self) -> u32 {
        let tasks = match self.request.shape {
            UnitCount::Nodes(count) => return count,
            UnitCount::Tasks(count) => count,
        };
        let kinds = self.cluster.setup().kinds();
        let on_one = kinds.map(|(_, kind)| self.request.units_in(&kind.room));
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
            UnitCount::Nodes(_) if self.request.units_in(free) == 0 => 0,
            UnitCount::Nodes(_) if self.counts_nodes => 1,
            UnitCount::Nodes(_) => free.cores().max(1),
            // More than its tasks take: the node with the fewest CPUs is chosen by all of them.
            UnitCount::Tasks(_) => {
                let tasks = self.request.of_any_number().units_in(free);
                tasks.saturating_mul(each.cores().max(1))
            }
        }
    }
}
