//! The lightest few of the nodes that are free, kept as nodes come and go.

use super::bits::Bits;

/// A node in a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ranked {
    // What the node of this rank weighs, and which it is.
    weight: i128,
    node: u32,
    // The rank of the node in this place.
    rank: u32,
}

impl Ranked {
    /// Nobody; all zero bytes, to make buffers of.
    pub const EMPTY: Self = Self {
        weight: 0,
        node: 0,
        rank: 0,
    };
}

/// Nodes ranked once by (weight, place); of those that are free the lightest
/// `count`, in constant time each time that one comes or goes.
///
/// The lightest are the free ones up to an edge in the order of ranks. One that
/// comes below the edge pushes the edge down to the next free rank; one that goes
/// lets it rise.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    ranked: &'a mut [Ranked],
    free: Bits<'a>,
    count: usize,
    len: usize,
    edge: usize,
    sum: i128,
}

impl<'a> Ranking<'a> {
    /// Of so many nodes, none of them free.
    pub(super) fn new(ranked: &'a mut [Ranked], words: &'a mut [u64], count: usize) -> Self {
        Self {
            free: Bits::new(ranked.len(), words),
            ranked,
            count,
            len: 0,
            edge: 0,
            sum: 0,
        }
    }

    /// Ranks all nodes by what they weigh; none is free.
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

    /// None is free.
    pub(super) fn clear(&mut self) {
        self.free.clear();
        (self.len, self.edge, self.sum) = (0, 0, 0);
    }

    /// `node` is free from now on; whether it is among the lightest.
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

    /// `node`, which was free, is not any more.
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

    /// Whether as many are free as there should be.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len == self.count
    }

    /// What the lightest weigh together.
    #[inline]
    pub(super) fn sum(&self) -> i128 {
        self.sum
    }

    /// What the lightest weigh of which `node`, which is free, is one.
    #[inline]
    pub(super) fn sum_with(&self, node: u32) -> i128 {
        let rank = self.ranked[node as usize].rank as usize;
        match rank > self.edge {
            true => self.sum + self.ranked[rank].weight - self.ranked[self.edge].weight,
            false => self.sum,
        }
    }

    /// Those that are free, the lightest first.
    pub(super) fn free(&self) -> impl Iterator<Item = u32> + '_ {
        self.free.iter().map(|rank| self.ranked[rank].node)
    }

    /// The nodes of all ranks, the lightest first.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranked.iter().map(|entry| entry.node)
    }
}
