//! Nodes free of plans over time: spans, each with a set of nodes.

mod no_starts;
mod refusals;

use crate::machine::bits;
#[cfg(feature = "cluster")]
use crate::machine::bits::bits_in;
use crate::units::time::{Duration, Time};
pub(super) use no_starts::NoStarts;
use refusals::Refusals;

/// A span of time, up to the next, in which the same nodes are free of plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    begin: Time,
    // Number of free nodes.
    free: u32,
    // Whether one of them was not in the span before.
    gives_back: bool,
    // Number of nodes that are free now and of plans up to its end, at the last count; of nodes that
    // jobs share, that of their free cores.
    open: u32,
    refusals: Refusals,
}

impl Span {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        begin: Time::ZERO,
        free: 0,
        gives_back: false,
        open: 0,
        refusals: Refusals::EMPTY,
    };
}

/// Consecutive spans from an instant on, the last without an end, each with a bitmap of the
/// nodes free of plans in it.
#[derive(Debug)]
pub(super) struct PlanTable<'a> {
    spans: &'a mut [Span],
    // Words of each span, as many as the machine has.
    words: &'a mut [u64],
    words_per_span: usize,
    len: usize,
    // Number of spans if none had been merged with its neighbour.
    spans_made: usize,
    // Later begins are not stored, and later ends are moved here.
    horizon: Time,
}

impl<'a> PlanTable<'a> {
    /// For a machine of `each` words.
    pub(super) fn new(spans: &'a mut [Span], words: &'a mut [u64], each: usize) -> Self {
        Self {
            spans,
            words,
            words_per_span: each,
            len: 0,
            spans_made: 0,
            horizon: Time::MAX,
        }
    }

    /// Clears all plans from `now` to `horizon`, on `nodes` nodes.
    pub(super) fn clear(&mut self, now: Time, horizon: Time, nodes: u32) {
        (self.len, self.spans_made, self.horizon) = (1, 1, horizon);
        if let Some(first) = self.spans.first_mut() {
            *first = Span {
                begin: now,
                free: nodes,
                gives_back: false,
                open: 0,
                refusals: Refusals::NONE,
            };
        }
        let first = self
            .words
            .get_mut(..self.words_per_span)
            .unwrap_or_default();
        for (word, bits) in first.iter_mut().enumerate() {
            *bits = bits::bits_of(0, nodes, word);
        }
    }

    /// Whether it is known that a job on so many nodes whose limit ends at `end` finds no
    /// start in this span by an instant.
    #[inline]
    pub(super) fn refuses(&self, span: usize, job: (u32, Time), by: Time) -> bool {
        self.all()
            .get(span)
            .is_some_and(|span| span.refusals.cover(job, by))
    }

    /// Notes that such a job finds none, as too few nodes are free of plans or of jobs.
    pub(super) fn refuse(&mut self, span: usize, job: (u32, Time), by: Time) {
        if let Some(span) = self.spans.get_mut(span) {
            span.refusals.add(job, by);
        }
    }

    /// Number of spans made, including those merged with a neighbour.
    pub(super) fn spans_made(&self) -> usize {
        self.spans_made
    }

    /// Finds the nodes that are free of plans in all spans from this one on that touch the
    /// time to `end`: one that begins at `end` does. Returns whether each span has `least`
    /// of them; if not, the set is not computed.
    pub(super) fn free(&self, first: usize, end: Time, least: u32, free: &mut [u64]) -> bool {
        let touching = self.all().get(first + 1..).unwrap_or_default();
        let count = 1 + touching.iter().take_while(|span| span.begin <= end).count();
        let spans = self.all().get(first..first + count).unwrap_or_default();
        if spans.iter().any(|span| span.free < least) {
            return false;
        }
        let words = first * self.words_per_span..(first + count) * self.words_per_span;
        let mut sets = self
            .words
            .get(words)
            .unwrap_or_default()
            .chunks_exact(self.words_per_span.max(1));
        if let Some(set) = sets.next() {
            free.copy_from_slice(set);
        }
        for set in sets {
            for (free, &bits) in free.iter_mut().zip(set) {
                *free &= bits;
            }
        }
        true
    }

    /// Time, after this span's begin, when a plan gives nodes back that no other takes in
    /// the same instant: the end of one of the spans that touch the time up to `end`, or of
    /// the one behind them.
    pub(super) fn next(&self, first: usize, end: Time) -> Option<Time> {
        self.next_where(first, end, |_| true)
    }

    /// First span behind this one at whose begin a plan gives nodes back likewise, and the begin.
    pub(super) fn next_giving_back(&self, span: usize) -> Option<(usize, Time)> {
        let behind = self.all().iter().enumerate().skip(span + 1);
        let mut giving = behind.filter(|(_, span)| span.gives_back);
        giving.next().map(|(index, span)| (index, span.begin))
    }

    /// The same time for a job of a partition, whose nodes alone count.
    #[cfg(feature = "cluster")]
    pub(super) fn next_among(&self, first: usize, end: Time, partition: &[u64]) -> Option<Time> {
        self.next_where(first, end, |span| {
            let both = self.nodes(span).iter().zip(self.nodes(span - 1));
            both.zip(partition)
                .any(|((now, before), own)| now & !before & own != 0)
        })
    }

    fn next_where(&self, first: usize, end: Time, counts: impl Fn(usize) -> bool) -> Option<Time> {
        let mut before = Time::ZERO;
        let behind = self.all().get(first..).unwrap_or_default();
        for (pair, span) in behind.windows(2).zip(first + 1..) {
            // The end of the span behind them still counts.
            if before > end {
                return None;
            }
            if pair[1].gives_back && counts(span) {
                return Some(pair[1].begin);
            }
            before = pair[0].begin;
        }
        None
    }

    /// Whether one of `nodes` is planned between `begin` and `end`.
    pub(super) fn is_planned(&self, begin: Time, end: Time, nodes: &[u64]) -> bool {
        if begin >= self.horizon {
            return false;
        }
        let spans = self.all().iter().enumerate().skip(self.at(begin));
        let mut spans = spans.take_while(|(_, span)| span.begin < end);
        spans.any(|(span, _)| {
            let both = nodes.iter().zip(self.nodes(span));
            both.into_iter().any(|(taken, free)| taken & !free != 0)
        })
    }

    /// Plans that `nodes` are taken from `begin` to `end`. Without room, nothing changes.
    pub(super) fn take(&mut self, begin: Time, end: Time, nodes: &[u64]) {
        let begin = begin.max(self.spans.first().map_or(begin, |span| span.begin));
        let end = end.min(self.horizon);
        if end <= begin || self.len + 2 > self.spans.len() {
            return;
        }
        let first = self.split(begin);
        let last = if end < self.horizon {
            self.split(end)
        } else {
            self.len
        };
        for span in first..last {
            let words = span * self.words_per_span..(span + 1) * self.words_per_span;
            let (mut free, all) = (0, self.words.get_mut(words).unwrap_or_default());
            for (bits, taken) in all.iter_mut().zip(nodes) {
                *bits &= !taken;
                free += bits.count_ones();
            }
            if let Some(span) = self.spans.get_mut(span) {
                span.free = free;
            }
        }
        for span in (first..=last).rev() {
            self.merge(span);
        }
        for span in first.max(1)..self.at(end) + 1 {
            // Spans that gave nothing back still do not, except the one at the end.
            let is_settled = |span: &Span| span.begin < end && !span.gives_back;
            if self.all().get(span).is_none_or(is_settled) {
                continue;
            }
            let pairs = self.nodes(span).iter().zip(self.nodes(span - 1));
            let gives_back = pairs.into_iter().any(|(now, before)| now & !before != 0);
            if let Some(span) = self.spans.get_mut(span) {
                span.gives_back = gives_back;
            }
        }
    }

    /// Merges `span` with the one before if they have the same nodes.
    fn merge(&mut self, span: usize) {
        if span == 0 || span >= self.len || self.nodes(span) != self.nodes(span - 1) {
            return;
        }
        self.spans.copy_within(span + 1..self.len, span);
        let from = (span + 1) * self.words_per_span..self.len * self.words_per_span;
        self.words.copy_within(from, span * self.words_per_span);
        self.len -= 1;
    }

    /// The span that begins at `at`, inserted if there is none.
    fn split(&mut self, at: Time) -> usize {
        let span = self.at(at);
        if self.spans.get(span).is_some_and(|span| span.begin == at) {
            return span;
        }
        let new = span + 1;
        self.spans.copy_within(span..self.len, new);
        if let Some(span) = self.spans.get_mut(new) {
            (span.begin, span.gives_back) = (at, false);
        }
        let (from, to) = (span * self.words_per_span, self.len * self.words_per_span);
        self.words.copy_within(from..to, from + self.words_per_span);
        self.len += 1;
        self.spans_made += 1;
        new
    }

    /// Counts, for each span, the nodes of `open` that are free of plans up to its end.
    pub(super) fn count_open(&mut self, open: &mut [u64]) {
        for index in 0..self.len {
            let words = index * self.words_per_span..(index + 1) * self.words_per_span;
            let mut count = 0;
            for (open, free) in open
                .iter_mut()
                .zip(self.words.get(words).unwrap_or_default())
            {
                *open &= free;
                count += open.count_ones();
            }
            if let Some(span) = self.spans.get_mut(index) {
                span.open = count;
            }
        }
    }

    /// Counts, for each span, the free cores of the nodes that are free of plans up to its end, of
    /// those of each node and in all; `open` is the set of all nodes.
    #[cfg(feature = "cluster")]
    pub(super) fn count_open_cores(&mut self, open: &mut [u64], (free_cores, sum): (&[u32], u64)) {
        let mut count = sum;
        for index in 0..self.len {
            let words = index * self.words_per_span..(index + 1) * self.words_per_span;
            let free = self.words.get(words).unwrap_or_default();
            let cores = free_cores.chunks(64);
            for ((cores, open), free) in cores.zip(&mut *open).zip(free) {
                let closed = bits_in(core::mem::replace(open, *open & free) & !free);
                let own = closed.filter_map(|bit| cores.get(bit as usize));
                count -= own.map(|&cores| u64::from(cores)).sum::<u64>();
            }
            if let Some(span) = self.spans.get_mut(index) {
                span.open = u32::try_from(count).unwrap_or(u32::MAX);
            }
        }
    }

    /// Number of nodes free now and of plans up to `end`, at the last count.
    pub(super) fn open_until(&self, end: Time) -> u32 {
        self.all().get(self.at(end)).map_or(0, |span| span.open)
    }

    /// Time up to which a try in this span, for a limit that now ends at `end`, meets the same plans: then
    /// the next of them, behind `end`, comes into the limit.
    pub(super) fn same_until(&self, span: usize, end: Time, limit: Duration) -> Time {
        let behind = self.all().get(span..).unwrap_or_default();
        let mut begins = behind.iter().map(|span| span.begin);
        let next = begins.find(|&begin| begin > end);
        next.map_or(Time::MAX, |next| Time(next.0 - limit.0))
    }

    /// The span that `at` is in, which is `known` or behind it.
    pub(super) fn at_from(&self, known: usize, at: Time) -> usize {
        let behind = self.all().get(known + 1..).unwrap_or_default();
        known + behind.iter().take_while(|span| span.begin <= at).count()
    }

    /// The span that `at` is in, the first if it is before all.
    fn at(&self, at: Time) -> usize {
        self.all()
            .partition_point(|span| span.begin <= at)
            .saturating_sub(1)
    }

    fn all(&self) -> &[Span] {
        self.spans.get(..self.len).unwrap_or_default()
    }

    fn nodes(&self, span: usize) -> &[u64] {
        let words = span * self.words_per_span..(span + 1) * self.words_per_span;
        self.words.get(words).unwrap_or_default()
    }
}
