//! Present nodes of a cluster, whatever they were read from.

use std::collections::BTreeMap;

use crate::load::slurm::text::{Availability, Limit};

/// Node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// Name.
    pub(super) name: String,
    /// Partitions.
    pub(super) partitions: Vec<String>,
    /// Number of cores, if known.
    pub(super) cores: Option<u32>,
    /// Time limit of its partition, if known.
    pub(super) limit: Option<Limit>,
    /// Availability.
    pub(super) availability: Availability,
    /// Whether each of its partitions is known to give nodes whole.
    pub(super) is_given_whole: bool,
}

/// Nodes, and time limits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Machine {
    /// Nodes, each once.
    pub(super) nodes: Vec<Node>,
    /// Time limits of partitions, where known.
    pub(super) limits: BTreeMap<String, Limit>,
}
