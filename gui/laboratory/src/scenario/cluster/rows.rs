//! Positions of nodes, their cores and their GPUs, counted one after the other.

use super::{Layout, LayoutKind, LayoutPartition};

impl Layout {
    /// Index of the kind of `node`.
    pub fn kind_of(&self, node: u32) -> usize {
        let mut first = 0;
        let index = self.kinds.iter().position(|kind| {
            first += kind.node.count;
            node < first
        });
        index.unwrap_or(self.kinds.len())
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.kinds.iter().map(|kind| kind.node.count).sum()
    }

    /// Number of cores of all nodes.
    pub fn cores(&self) -> u32 {
        self.cores_before(self.nodes())
    }

    /// Cores of the nodes of `partition` together.
    pub fn partition_cores(&self, partition: &LayoutPartition) -> u64 {
        let kinds = self.kinds.iter().zip(&partition.counts);
        kinds
            .map(|(kind, count)| u64::from(kind.node.room.cores()) * u64::from(*count))
            .sum()
    }

    /// Number of cores of the nodes before `node`.
    pub fn cores_before(&self, node: u32) -> u32 {
        let (mut first, mut cores) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            let count = node.saturating_sub(first).min(kind.count);
            cores += count * kind.room.cores();
            first += kind.count;
        }
        cores
    }

    /// Number of cores of `node`.
    pub fn cores_of(&self, node: u32) -> u32 {
        let kind = self.kinds.get(self.kind_of(node));
        kind.map_or(0, |kind| kind.node.room.cores())
    }

    /// Node of the core with this index, counted node by node.
    pub fn node_of_core(&self, core: u32) -> u32 {
        let (mut first, mut before) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            let cores = kind.count * kind.room.cores();
            if core < before + cores {
                return first + (core - before) / kind.room.cores();
            }
            (first, before) = (first + kind.count, before + cores);
        }
        first.saturating_sub(1)
    }

    /// Number of GPUs of the nodes before `node`.
    fn gpus_before(&self, node: u32) -> u32 {
        let (mut first, mut gpus) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            gpus += node.saturating_sub(first).min(kind.count) * kind.room.gpus();
            first += kind.count;
        }
        gpus
    }

    /// Number of GPUs of `node`.
    pub fn gpus_of(&self, node: u32) -> u32 {
        let kind = self.kinds.get(self.kind_of(node));
        kind.map_or(0, |kind| kind.node.room.gpus())
    }

    /// First row of `node` in a chart: each node has a row for each of its cores, then one for each
    /// of its GPUs.
    pub fn rows_before(&self, node: u32) -> u32 {
        self.cores_before(node) + self.gpus_before(node)
    }

    /// Number of rows in a chart of all nodes.
    pub fn rows(&self) -> u32 {
        self.rows_before(self.nodes())
    }

    /// Node of this row in a chart; the last one for rows beyond all.
    pub fn node_of_row(&self, row: u32) -> u32 {
        let (mut first, mut before) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            let each = kind.room.cores() + kind.room.gpus();
            if row < before + kind.count * each {
                return first + (row - before) / each;
            }
            (first, before) = (first + kind.count, before + kind.count * each);
        }
        first.saturating_sub(1)
    }
}
