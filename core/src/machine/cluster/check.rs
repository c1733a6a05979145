//! Validity of a cluster and of the requests on it.

use super::{ClusterRequest, ClusterSetup, UnitCount};
use crate::error::ClusterError;
use crate::units::ids::JobId;
use crate::workload::JobSpec;

impl ClusterSetup<'_> {
    /// Checks the cluster on `nodes` nodes, with the jobs of `workload`.
    ///
    /// # Errors
    /// The first error in it.
    pub fn check(&self, nodes: u32, workload: &[JobSpec]) -> Result<(), ClusterError> {
        let counts = self.kinds.iter().map(|kind| u64::from(kind.count));
        let counted = counts.sum();
        if counted != u64::from(nodes) {
            return Err(ClusterError::Nodes { counted, nodes });
        }
        if let Some(kind) = self.kinds.iter().position(|kind| kind.room.cores() == 0) {
            return Err(ClusterError::NoCores { kind });
        }
        for (index, partition) in self.partitions.iter().enumerate() {
            if !is_node_bitmap(partition.nodes, nodes) {
                return Err(ClusterError::PartitionNodes { partition: index });
            }
        }
        self.check_advance(nodes)?;
        self.check_preemption()?;
        self.check_switches(nodes)?;
        self.check_blocks(nodes).map_err(ClusterError::Blocks)?;
        let sleep = self.check_sleep(nodes);
        sleep.map_err(|entry| ClusterError::SleepingNodes { entry })?;
        if self.requests.len() != workload.len() {
            let (rows, jobs) = (self.requests.len(), workload.len());
            return Err(ClusterError::RequestTable { rows, jobs });
        }
        self.check_dependencies(workload.len())?;
        self.limits.check()?;
        for (index, (request, spec)) in self.requests.iter().zip(workload).enumerate() {
            self.check_request(JobId::new(index), request, spec)?;
        }
        Ok(())
    }

    fn check_request(
        &self,
        job: JobId,
        request: &ClusterRequest,
        spec: &JobSpec,
    ) -> Result<(), ClusterError> {
        let partition = request.partition;
        let Some(within) = self.partitions.get(partition as usize) else {
            return Err(ClusterError::NoSuchPartition { job, partition });
        };
        if request.units() == 0 || request.each.cores() == 0 {
            return Err(ClusterError::EmptyRequest { job });
        }
        if request.per_node.cores() > 0 || request.per_node.gpus() > 0 {
            return Err(ClusterError::CoresPerNode { job });
        }
        self.check_gpu_share(job, request)?;
        if let UnitCount::Nodes(nodes) = request.shape
            && nodes != spec.nodes
        {
            let spec = spec.nodes;
            return Err(ClusterError::Width { job, nodes, spec });
        }
        if spec.estimate > within.max_time {
            return Err(ClusterError::TooLong { job, partition });
        }
        if spec.nodes > within.max_nodes {
            let most = within.max_nodes;
            return Err(ClusterError::TooWide {
                job,
                partition,
                max_nodes: most,
            });
        }
        self.check_advance_of(job, request, spec)?;
        self.check_licences(job, request)?;
        let (given, room) = (request.units(), self.room_for(request));
        if u64::from(given) <= room {
            Ok(())
        } else {
            Err(ClusterError::NoRoom {
                job,
                partition,
                requested: given,
                room,
            })
        }
    }

    /// Number of units that `request` could have on the empty cluster.
    pub fn room_for(&self, request: &ClusterRequest) -> u64 {
        self.room_among(request, |_| u64::MAX)
    }

    /// The same on these nodes, a bit each, by word.
    pub(super) fn room_among(&self, request: &ClusterRequest, among: impl Fn(usize) -> u64) -> u64 {
        let within = self.partition(request.partition).nodes;
        let reserved = self.advance_of(request);
        let mut room = 0;
        for (first, kind) in self.kinds() {
            let units = request.units_in(&kind.room);
            if units == 0 || kind.features & request.features != request.features {
                continue;
            }
            let (from, until) = (first / 64, (first + kind.count).div_ceil(64));
            for word in from as usize..until as usize {
                let own = crate::machine::bits::bits_of(first, kind.count, word);
                let nodes = within.get(word).copied().unwrap_or(0) & own & among(word);
                let nodes = match reserved {
                    Some(reserved) => nodes & reserved.nodes.get(word).copied().unwrap_or(0),
                    None => nodes,
                };
                room += u64::from(nodes.count_ones()) * u64::from(units);
            }
        }
        room
    }
}

/// Whether the bitmap has a word for each of `nodes` nodes and no bit beyond.
pub(super) fn is_node_bitmap(words: &[u64], nodes: u32) -> bool {
    let last = nodes % 64;
    let beyond = match words.last() {
        Some(word) if last > 0 => word >> last != 0,
        _ => false,
    };
    words.len() == nodes.div_ceil(64) as usize && !beyond
}
