//! Connections of the nodes of a cluster in a scenario: switches or blocks.

pub(super) mod blocks;
pub(super) mod switches;
