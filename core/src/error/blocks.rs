//! Errors in blocks of nodes.

use core::fmt;

/// Fault in the blocks of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockError {
    /// There are switches as well.
    Switches,
    /// Blocks have no size, or base blocks are no level.
    Levels,
    /// A block has nodes that the machine does not have.
    Nodes {
        /// Its index.
        block: usize,
    },
    /// A block has a node of one before it.
    Shared {
        /// Its index.
        block: usize,
    },
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switches => {
                f.write_str("nodes are chosen by switches or by blocks, and there are both")
            }
            Self::Levels => {
                f.write_str("base blocks must have at least one node, and be a level of blocks")
            }
            Self::Nodes { block } => {
                let index = block + 1;
                write!(f, "block {index} names other nodes than the machine has")
            }
            Self::Shared { block } => write!(
                f,
                "block {} has a node that is in another block as well",
                block + 1
            ),
        }
    }
}

impl core::error::Error for BlockError {}
