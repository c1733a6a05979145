//! What connects nodes, and the slow and simple references of the choice by it.

pub(crate) mod blocks;
mod free_nodes;
pub(crate) mod switches;

use self::blocks::BlockSet;
use self::switches::TreeSwitch;

/// What connects the nodes: switches, blocks, or nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Topology {
    pub(crate) switches: Vec<TreeSwitch>,
    pub(crate) blocks: BlockSet,
}

impl Topology {
    /// Whether there are neither switches nor blocks.
    pub(crate) const fn is_flat(&self) -> bool {
        self.switches.is_empty() && self.blocks.base.is_empty()
    }
}
