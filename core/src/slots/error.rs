//! Errors in nodes, slots and requests, found before a search starts.

use core::fmt;

use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// Error in nodes, slots or a request, found before a search starts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SlotsError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// A node has a performance of 0.
    NoPerformance {
        /// Index of the node.
        node: u32,
    },
    /// A slot has a node that does not exist.
    NoSuchNode {
        /// The node named.
        node: u32,
        /// Number of nodes.
        nodes: usize,
    },
    /// A slot does not end after it starts.
    Empty {
        /// Index of the node.
        node: u32,
        /// Start of the slot.
        start: Time,
        /// End of the slot.
        end: Time,
    },
    /// A slot ends beyond the range of 292 years.
    TooLate {
        /// Index of the node.
        node: u32,
        /// End of the slot.
        end: Time,
    },
    /// Two slots of a node overlap.
    Overlap {
        /// Index of the node.
        node: u32,
        /// Start of the later one.
        start: Time,
        /// End of the earlier one.
        end: Time,
    },
    /// A request is for no nodes.
    NoNodes,
    /// A request is for more nodes than there are.
    TooManyNodes {
        /// Requested nodes.
        requested: u32,
        /// Number of nodes.
        nodes: usize,
    },
    /// A request has a volume of 0.
    NoVolume,
    /// A request has a scale of 0.
    NoScale,
    /// A request has a deadline of 0.
    NoTime,
    /// The total cost of the requested number of the dearest nodes overflows.
    TooDear {
        /// Requested nodes.
        requested: u32,
    },
    /// The total quality of the requested number of the best nodes overflows.
    TooGood {
        /// Requested nodes.
        requested: u32,
    },
    /// A node is not idle when a window is to be cut.
    NotIdle {
        /// Index of the node.
        node: u32,
        /// Start of the window.
        start: Time,
        /// Length of the window.
        length: Duration,
    },
    /// A parameter of a random domain is out of range.
    ModelParameter {
        /// Its name.
        parameter: &'static str,
        /// Allowed values.
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

/// Nodes are counted from 1, as usual in texts.
impl fmt::Display for SlotsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Capacity(error) => error.fmt(f),
            Self::NoPerformance { node } => write!(
                f,
                "node {} has a performance of 0; it must be above 0",
                number(node)
            ),
            Self::NoSuchNode { node, nodes } => write!(
                f,
                "a slot is of node {}; there are {nodes} nodes, counted from 1",
                number(node)
            ),
            Self::Empty { node, start, end } => write!(
                f,
                "a slot of node {} starts at {start} s and ends at {end} s; it must end later than it starts",
                number(node)
            ),
            Self::TooLate { node, end } => write!(
                f,
                "a slot of node {} ends at {end} s; it must end within 292 years",
                number(node)
            ),
            Self::Overlap { node, start, end } => write!(
                f,
                "a slot of node {} starts at {start} s, before the one ahead of it ends at {end} s; join them or end the one sooner",
                number(node)
            ),
            Self::NoNodes => f.write_str("0 nodes are asked for; at least 1 is needed"),
            Self::TooManyNodes { requested, nodes } => write!(
                f,
                "{requested} nodes are asked for; there are {nodes}: ask for fewer"
            ),
            Self::NoVolume => f.write_str("the volume is 0; it must be above 0"),
            Self::NoScale => f.write_str("the scale of the budget is 0; it must be at least 1"),
            Self::NoTime => f.write_str("the deadline is 0 s; it must be above 0"),
            Self::TooDear { requested } => write!(
                f,
                "the prices of {requested} nodes may add up to more than 18 446 744 073 a second; count in a larger unit"
            ),
            Self::TooGood { requested } => write!(
                f,
                "the qualities of {requested} nodes may add up to more than 1 152 921 504; count in a larger unit"
            ),
            Self::NotIdle {
                node,
                start,
                length,
            } => write!(
                f,
                "node {} is not idle for {length} s from {start} s on; only idle time can be taken",
                number(node)
            ),
            Self::ModelParameter {
                parameter: what,
                allowed,
                value,
            } => write!(f, "{what} of {value} is not allowed: it must be {allowed}"),
        }
    }
}

fn number(node: u32) -> u64 {
    u64::from(node) + 1
}

impl core::error::Error for SlotsError {}
