//! Free cores of each node, kept from pass to pass.

use crate::machine::cluster::Cluster;

/// Free cores of each node, as of a change of nodes.
#[derive(Debug)]
pub(super) struct FreeCores<'a> {
    all: &'a mut [u32],
    sum: u64,
    // Number of changes of nodes by then; `None` before the first.
    seen: Option<u64>,
}

impl<'a> FreeCores<'a> {
    pub(super) fn new(all: &'a mut [u32]) -> Self {
        Self {
            all,
            sum: 0,
            seen: None,
        }
    }

    /// Forgets all, before another simulation.
    pub(super) fn forget(&mut self) {
        self.seen = None;
    }

    pub(super) fn update(&mut self, cluster: &Cluster<'_>) {
        match self.seen.and_then(|seen| cluster.changed_since(seen)) {
            Some(changed) => {
                for node in changed {
                    if let Some(own) = self.all.get_mut(node as usize) {
                        let free = cluster.free(node).cores();
                        self.sum = self.sum + u64::from(free) - u64::from(*own);
                        *own = free;
                    }
                }
            }
            None => {
                for (own, node) in self.all.iter_mut().zip(0..) {
                    *own = cluster.free(node).cores();
                }
                self.sum = self.all.iter().map(|&free| u64::from(free)).sum();
            }
        }
        self.seen = Some(cluster.changes());
    }

    /// Those of each node.
    pub(super) fn all(&self) -> &[u32] {
        self.all
    }

    /// Those of all nodes.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }
}
