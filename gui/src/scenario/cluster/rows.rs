//! Where nodes, their cores and their GPUs are, if they are counted one after the other.

use super::{Layout, LayoutKind};

impl Layout {
    /// The place of the kind of `node`.
    pub fn kind_of(&self, node: u32) -> usize {
        let mut first = 0;
        let place = self.kinds.iter().position(|kind| {
            first += kind.node.count;
            node < first
        });
        place.unwrap_or(self.kinds.len())
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.kinds.iter().map(|kind| kind.node.count).sum()
    }

    /// How many cores all of them have.
    pub fn cores(&self) -> u32 {
        self.cores_before(self.nodes())
    }

    /// How many cores the nodes before `node` have.
    pub fn cores_before(&self, node: u32) -> u32 {
        let (mut first, mut cores) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            let count = node.saturating_sub(first).min(kind.count);
            cores += count * kind.room.cores();
            first += kind.count;
        }
        cores
    }

    /// How many cores `node` has.
    pub fn cores_of(&self, node: u32) -> u32 {
        let kind = self.kinds.get(self.kind_of(node));
        kind.map_or(0, |kind| kind.node.room.cores())
    }

    /// On which node the core in this place is, if they are counted node by node.
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

    /// How many GPUs the nodes before `node` have.
    fn gpus_before(&self, node: u32) -> u32 {
        let (mut first, mut gpus) = (0, 0);
        for LayoutKind { node: kind, .. } in &self.kinds {
            gpus += node.saturating_sub(first).min(kind.count) * kind.room.gpus();
            first += kind.count;
        }
        gpus
    }

    /// How many GPUs `node` has.
    pub fn gpus_of(&self, node: u32) -> u32 {
        let kind = self.kinds.get(self.kind_of(node));
        kind.map_or(0, |kind| kind.node.room.gpus())
    }

    /// The first row of `node` in a chart: each node has a row for each of its cores, then one
    /// for each of its GPUs.
    pub fn rows_before(&self, node: u32) -> u32 {
        self.cores_before(node) + self.gpus_before(node)
    }

    /// How many rows a chart of all nodes has.
    pub fn rows(&self) -> u32 {
        self.rows_before(self.nodes())
    }

    /// On which node this row of a chart is; the last one beyond all.
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
