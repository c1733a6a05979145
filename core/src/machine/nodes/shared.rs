//! Lists of nodes that several jobs hold at once, without allocating them.

use super::{Chain, Nodes};

impl Nodes<'_> {
    /// Makes a list of these nodes, ascending, for [`Nodes::forget`], and leaves them free;
    /// `None` if there is no node, or not enough intervals.
    pub(crate) fn list_nodes(&mut self, nodes: impl Iterator<Item = u32>) -> Option<u32> {
        let mut chain = Chain::default();
        for node in nodes {
            if !self.append(&mut chain, node, 1) {
                self.splice(chain.list, chain.tail);
                return None;
            }
        }
        (chain.list != 0).then_some(chain.list)
    }
}
