//! Assignment of the cores of shared nodes to jobs for charts: the first free ones of a node.

use cosched_core::machine::cluster::NodeUnits;

use super::ClusterData;

/// The rows of the cores of a cluster, node by node.
#[derive(Debug)]
pub(crate) struct CoreRows<'e> {
    cluster: &'e ClusterData,
    // Whether each core is taken.
    taken: Vec<bool>,
}

impl<'e> CoreRows<'e> {
    /// All cores free.
    pub(crate) fn new(cluster: &'e ClusterData) -> Self {
        let cores = cluster.layout.cores() as usize;
        Self {
            cluster,
            taken: vec![false; cores],
        }
    }

    /// Takes cores for `job` on these nodes; returns spans of rows, the first and their number.
    pub(crate) fn take(&mut self, job: usize, places: &[NodeUnits]) -> Vec<(u32, u32)> {
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for index in places {
            let first = self.cluster.layout.cores_before(index.node);
            let cores = self.cluster.layout.cores_of(index.node);
            let wanted = self.cluster.cores_there(job, index.node, index.units);
            let own = &mut self.taken[first as usize..(first + cores) as usize];
            let free = (first..).zip(own).filter(|(_, taken)| !**taken);
            for (row, taken) in free.take(wanted as usize) {
                *taken = true;
                match spans.last_mut() {
                    Some((first, count)) if *first + *count == row => *count += 1,
                    _ => spans.push((row, 1)),
                }
            }
        }
        spans
    }

    /// Releases these rows.
    pub(crate) fn release(&mut self, first: u32, count: u32) {
        self.taken[first as usize..(first + count) as usize].fill(false);
    }
}
