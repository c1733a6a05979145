//! What can be wrong with nodes, slots and requests. Found before a search starts.

use core::fmt;

use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// What is wrong with nodes, slots or a request. Found before a search starts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SlotsError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// A node does nothing.
    NoPerformance {
        /// The node's place.
        node: u32,
    },
    /// A slot is of a node that there is not.
    NoSuchNode {
        /// The node named.
        node: u32,
        /// Nodes there are.
        nodes: usize,
    },
    /// A slot does not end after it starts.
    Empty {
        /// The node's place.
        node: u32,
        /// When it starts.
        start: Time,
        /// When it ends.
        end: Time,
    },
    /// A slot ends beyond the 292 years that are looked at.
    TooLate {
        /// The node's place.
        node: u32,
        /// When it ends.
        end: Time,
    },
    /// A node has two slots at once.
    Overlap {
        /// The node's place.
        node: u32,
        /// When the later one starts.
        start: Time,
        /// When the earlier one ends.
        end: Time,
    },
    /// A request is for no nodes.
    NoNodes,
    /// A request is for more nodes than there are.
    TooManyNodes {
        /// Nodes asked for.
        asked: u32,
        /// Nodes there are.
        nodes: usize,
    },
    /// A request has nothing to do.
    NoVolume,
    /// A budget is divided into no parts.
    NoScale,
    /// A request must have ended before anything begins.
    NoTime,
    /// So many of the dearest nodes cost more than can be added up.
    TooDear {
        /// Nodes asked for.
        asked: u32,
    },
    /// The qualities of so many of the best nodes are more than can be added up.
    TooGood {
        /// Nodes asked for.
        asked: u32,
    },
    /// What is to be taken from a node is not idle.
    NotIdle {
        /// The node's place.
        node: u32,
        /// When it was to begin.
        start: Time,
        /// How long it was to be.
        length: Duration,
    },
    /// What is told of the drawing of domains is out of range.
    Drawing {
        /// What it is.
        what: &'static str,
        /// What is allowed.
        allowed: &'static str,
        /// Its value.
        value: f64,
    },
}

impl From<CapacityError> for SlotsError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

/// Nodes are counted from 1, as people do.
impl fmt::Display for SlotsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Capacity(error) => error.fmt(f),
            Self::NoPerformance { node } => write!(
                f,
                "node {} has a performance of 0; it must be above 0",
                place(node)
            ),
            Self::NoSuchNode { node, nodes } => write!(
                f,
                "a slot is of node {}; there are {nodes} nodes, counted from 1",
                place(node)
            ),
            Self::Empty { node, start, end } => write!(
                f,
                "a slot of node {} starts at {start} s and ends at {end} s; it must end later than it starts",
                place(node)
            ),
            Self::TooLate { node, end } => write!(
                f,
                "a slot of node {} ends at {end} s; it must end within 292 years",
                place(node)
            ),
            Self::Overlap { node, start, end } => write!(
                f,
                "a slot of node {} starts at {start} s, before the one ahead of it ends at {end} s; join them or end the one sooner",
                place(node)
            ),
            Self::NoNodes => f.write_str("0 nodes are asked for; at least 1 is needed"),
            Self::TooManyNodes { asked, nodes } => write!(
                f,
                "{asked} nodes are asked for; there are {nodes}: ask for fewer"
            ),
            Self::NoVolume => f.write_str("the volume is 0; it must be above 0"),
            Self::NoScale => f.write_str("the scale of the budget is 0; it must be at least 1"),
            Self::NoTime => f.write_str("the deadline is 0 s; it must be above 0"),
            Self::TooDear { asked } => write!(
                f,
                "the prices of {asked} nodes may add up to more than 18 446 744 073 a second; count in a larger unit"
            ),
            Self::TooGood { asked } => write!(
                f,
                "the qualities of {asked} nodes may add up to more than 1 152 921 504; count in a larger unit"
            ),
            Self::NotIdle {
                node,
                start,
                length,
            } => write!(
                f,
                "node {} is not idle for {length} s from {start} s on; only idle time can be taken",
                place(node)
            ),
            Self::Drawing {
                what,
                allowed,
                value,
            } => write!(f, "{what} of {value} is not allowed: it must be {allowed}"),
        }
    }
}

fn place(node: u32) -> u64 {
    u64::from(node) + 1
}

impl core::error::Error for SlotsError {}
