//! Trees of the switches that connect the nodes of a cluster.

use super::ClusterSetup;
use super::check::is_node_bitmap;
use crate::error::ClusterError;
use crate::machine::bits::is_member;

/// Switch of a tree (Slurm's `topology/tree`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch<'a> {
    /// Nodes that are connected to it, a bit each, 64 to a word; none if switches are.
    pub nodes: &'a [u64],
    /// Index of the switch that it is connected to, which stands before it; `None` for the root of a tree.
    /// No job has nodes of two trees.
    pub parent: Option<u32>,
}

impl Switch<'_> {
    /// Whether nodes are connected to it.
    pub(crate) fn is_leaf(&self) -> bool {
        self.nodes.iter().any(|&word| word != 0)
    }
}

impl ClusterSetup<'_> {
    /// Checks that its switches are trees that connect `nodes` nodes, each once.
    pub(super) fn check_switches(&self, nodes: u32) -> Result<(), ClusterError> {
        let all = self.switches;
        for (switch, own) in all.iter().enumerate() {
            if own.parent.is_some_and(|above| above as usize >= switch) {
                return Err(ClusterError::SwitchParent { switch });
            }
            if own.is_leaf() && !is_node_bitmap(own.nodes, nodes) {
                return Err(ClusterError::SwitchNodes { switch });
            }
            let above = own.parent.and_then(|above| all.get(above as usize));
            if above.is_some_and(Switch::is_leaf) {
                return Err(ClusterError::SwitchParent { switch });
            }
        }
        let times = |node: u32| {
            let has = |one: &&Switch<'_>| is_member(one.nodes, node);
            all.iter().filter(has).count()
        };
        let mut each = 0..if all.is_empty() { 0 } else { nodes };
        match each.find(|&node| times(node) != 1) {
            Some(node) => Err(ClusterError::NotOnOneSwitch { node }),
            None => Ok(()),
        }
    }
}
