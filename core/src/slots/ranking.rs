//! Ranking of free nodes by weight, with the sum of the lightest few.

use super::bits::Bits;

/// A node in a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RankedNode {
    // Weight and index of the node of this rank.
    weight: i128,
    node: u32,
    // Rank of the node with this index.
    rank: u32,
}

impl RankedNode {
    /// An unused entry; all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        weight: 0,
        node: 0,
        rank: 0,
    };
}

/// Nodes ranked once by (weight, index), with the lightest `count` of the free ones,
/// updated in constant time when one becomes free or leaves.
///
/// The lightest are the free ones up to an edge in the order of ranks. One that is added
/// below the edge pushes it down to the next free rank; one that leaves lets it rise.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    ranked: &'a mut [RankedNode],
    free: Bits<'a>,
    count: usize,
    len: usize,
    edge: usize,
    sum: i128,
}

impl<'a> Ranking<'a> {
    /// A ranking of `count` lightest nodes, none of them free.
    pub(super) fn new(ranked: &'a mut [RankedNode], words: &'a mut [u64], count: usize) -> Self {
        Self {
            free: Bits::new(ranked.len(), words),
            ranked,
            count,
            len: 0,
            edge: 0,
            sum: 0,
        }
    }

    /// Ranks all nodes by `weight`; none is free.
    pub(super) fn rank(&mut self, weight: impl Fn(u32) -> i128) {
        for (node, entry) in (0..).zip(&mut *self.ranked) {
            (entry.node, entry.weight) = (node, weight(node));
        }
        self.ranked
            .sort_unstable_by_key(|entry| (entry.weight, entry.node));
        for rank in 0..self.ranked.len() {
            let node = self.ranked[rank].node;
            self.ranked[node as usize].rank = rank as u32;
        }
        self.clear();
    }

    /// Removes all free nodes.
    pub(super) fn clear(&mut self) {
        self.free.clear();
        (self.len, self.edge, self.sum) = (0, 0, 0);
    }

    /// Adds `node` to the free ones; returns whether it is among the lightest.
    #[inline]
    pub(super) fn insert(&mut self, node: u32) -> bool {
        let rank = self.ranked[node as usize].rank as usize;
        self.free.insert(rank);
        if self.len < self.count {
            self.len += 1;
            self.edge = self.edge.max(rank);
            self.sum += self.ranked[rank].weight;
            return true;
        }
        if rank > self.edge {
            return false;
        }
        self.sum += self.ranked[rank].weight - self.ranked[self.edge].weight;
        self.edge = self.free.last(self.edge).unwrap_or(rank);
        true
    }

    /// Removes `node` from the free ones.
    #[inline]
    pub(super) fn remove(&mut self, node: u32) {
        let rank = self.ranked[node as usize].rank as usize;
        self.free.remove(rank);
        if rank > self.edge {
            return;
        }
        self.sum -= self.ranked[rank].weight;
        if let Some(next) = self.free.next(self.edge + 1) {
            self.sum += self.ranked[next].weight;
            self.edge = next;
        } else {
            self.len -= 1;
            self.edge = self.free.last(self.edge + 1).unwrap_or(0);
        }
    }

    /// Whether at least `count` are free.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len == self.count
    }

    /// Total weight of the lightest.
    #[inline]
    pub(super) fn sum(&self) -> i128 {
        self.sum
    }

    /// Total weight of the lightest with the free `node` among them.
    #[inline]
    pub(super) fn sum_with(&self, node: u32) -> i128 {
        let rank = self.ranked[node as usize].rank as usize;
        if rank > self.edge {
            self.sum + self.ranked[rank].weight - self.ranked[self.edge].weight
        } else {
            self.sum
        }
    }

    /// Free nodes, the lightest first.
    pub(super) fn free(&self) -> impl Iterator<Item = u32> + '_ {
        self.free.iter().map(|rank| self.ranked[rank].node)
    }

    /// Nodes of all ranks, the lightest first.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranked.iter().map(|entry| entry.node)
    }
}
