//! When which nodes are free of plans: spans of time, each with a set of nodes.

use crate::machine::bits;
use crate::units::time::Time;

/// A row of spans from an instant on, the last without an end, each with the nodes, a bit
/// each, that nobody plans to have in it.
#[derive(Debug)]
pub(super) struct Table<'a> {
    begins: &'a mut [Time],
    // As many words for each span as the machine has.
    words: &'a mut [u64],
    each: usize,
    len: usize,
}

impl<'a> Table<'a> {
    /// For a machine of `each` words.
    pub(super) fn new(begins: &'a mut [Time], words: &'a mut [u64], each: usize) -> Self {
        Self {
            begins,
            words,
            each,
            len: 0,
        }
    }

    /// No plans from `now` on, on `nodes` nodes.
    pub(super) fn clear(&mut self, now: Time, nodes: u32) {
        self.len = 1;
        if let Some(first) = self.begins.first_mut() {
            *first = now;
        }
        let first = self.words.get_mut(..self.each).unwrap_or_default();
        for (word, bits) in first.iter_mut().enumerate() {
            *bits = bits::bits_of(0, nodes, word);
        }
    }

    /// The nodes that are free of plans in all spans that touch the time from `start` to
    /// `end`: one that begins at `end` does.
    pub(super) fn free(&self, start: Time, end: Time, free: &mut [u64]) {
        free.fill(u64::MAX);
        for span in self.at(start)..self.len {
            if span > 0 && self.begins.get(span).is_none_or(|&begin| begin > end) {
                break;
            }
            for (free, &bits) in free.iter_mut().zip(self.nodes(span)) {
                *free &= bits;
            }
        }
    }

    /// When, after `start`, a plan gives nodes back that nobody takes in the same instant: the
    /// end of one of the spans that touch the time up to `end`, or of the one behind them.
    pub(super) fn next(&self, start: Time, end: Time) -> Option<Time> {
        let first = self.at(start) + 1;
        for span in first..self.len {
            let begins = |span: usize| self.begins.get(span).copied();
            if span > first && begins(span - 2).is_none_or(|begin| begin > end) {
                break;
            }
            let before = self.nodes(span - 1).iter();
            let mut both = self.nodes(span).iter().zip(before);
            if both.any(|(now, before)| now & !before != 0) {
                return begins(span);
            }
        }
        None
    }

    /// Whether somebody plans to have one of `nodes` between `begin` and `end`.
    pub(super) fn is_planned(&self, begin: Time, end: Time, nodes: &[u64]) -> bool {
        (self.at(begin)..self.len)
            .take_while(|&span| self.begins.get(span).is_some_and(|&other| other < end))
            .any(|span| {
                nodes
                    .iter()
                    .zip(self.nodes(span))
                    .any(|(taken, free)| taken & !free != 0)
            })
    }

    /// Plans that `nodes` are taken from `begin` to `end`. Without room, nothing changes.
    pub(super) fn take(&mut self, begin: Time, end: Time, nodes: &[u64]) {
        let begin = begin.max(self.begins.first().copied().unwrap_or(begin));
        if end <= begin || self.len + 2 > self.begins.len() {
            return;
        }
        let first = self.split(begin);
        let last = self.split(end);
        for span in first..last {
            let words = span * self.each..(span + 1) * self.each;
            let bits = self.words.get_mut(words).unwrap_or_default();
            for (bits, taken) in bits.iter_mut().zip(nodes) {
                *bits &= !taken;
            }
        }
        for span in (first..=last).rev() {
            self.merge(span);
        }
    }

    /// Makes one span of `span` and the one before if they have the same nodes.
    fn merge(&mut self, span: usize) {
        if span == 0 || span >= self.len || self.nodes(span) != self.nodes(span - 1) {
            return;
        }
        self.begins.copy_within(span + 1..self.len, span);
        let from = (span + 1) * self.each..self.len * self.each;
        self.words.copy_within(from, span * self.each);
        self.len -= 1;
    }

    /// The span that begins at `at`, which is made if there is none.
    fn split(&mut self, at: Time) -> usize {
        let span = self.at(at);
        if self.begins.get(span) == Some(&at) {
            return span;
        }
        let new = span + 1;
        self.begins.copy_within(new..self.len, new + 1);
        if let Some(begin) = self.begins.get_mut(new) {
            *begin = at;
        }
        let (from, to) = (span * self.each, self.len * self.each);
        self.words.copy_within(from..to, from + self.each);
        self.len += 1;
        new
    }

    /// The span that `at` is in, the first if it is before all.
    fn at(&self, at: Time) -> usize {
        let begins = self.begins.get(..self.len).unwrap_or_default();
        begins
            .partition_point(|&begin| begin <= at)
            .saturating_sub(1)
    }

    fn nodes(&self, span: usize) -> &[u64] {
        let words = span * self.each..(span + 1) * self.each;
        self.words.get(words).unwrap_or_default()
    }
}
