//! Running jobs in order of the ends of their limits, to find when enough nodes will be
//! free.

use super::selection::{EndingJobs, Freed, Selection};
use crate::units::time::{Duration, Time};

/// A running job; its nodes are listed behind those of the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Holder {
    // End of its limit; of equal ends the first submitted is first.
    end: Time,
    order: u32,
    key: u32,
    // Numbers of nodes and words listed for it and all before.
    last: u32,
    words: u32,
}

/// Nodes of a running job in a word of 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldWord {
    word: u32,
    // Number of the bits: counting them takes longer.
    count: u32,
    bits: u64,
}

impl HeldWord {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        word: 0,
        count: 0,
        bits: 0,
    };
}

impl Holder {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        order: 0,
        key: 0,
        last: 0,
        words: 0,
    };
}

/// Minimum number of nodes of a block of holders on a machine of `nodes` nodes: smaller
/// blocks need more unions, larger ones longer searches within a block.
///
/// A union has a bit for each node of the machine. For all of them together not to grow
/// with the square of the nodes, blocks grow on large machines: searched node by node, a
/// block of 1/256 of the nodes is cheaper than a union, searched by words one of 1/64.
pub(super) const fn block(nodes: u32) -> usize {
    let usual = 16;
    let large = (nodes as usize).div_ceil(256);
    if large > usual { large } else { usual }
}

/// Maximum number of blocks on `nodes` nodes.
pub(super) const fn blocks(nodes: u32) -> usize {
    nodes as usize / block(nodes) + 1
}

/// Number of running jobs that end by an instant, and the block of the last of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndedBy {
    at: Time,
    count: usize,
    block: usize,
}

/// Running jobs with their nodes, first to end first.
#[derive(Debug)]
pub(super) struct Holders<'a> {
    pub(super) holders: &'a mut [Holder],
    pub(super) held: &'a mut [HeldWord],
    // Blocks of holders: the number of holders up to the end of each, and the union of
    // their nodes.
    pub(super) blocks: &'a mut [u32],
    pub(super) unions: &'a mut [u64],
    pub(super) words_per_union: usize,
    // Minimum number of nodes of a block.
    pub(super) block: usize,
    pub(super) count: usize,
    pub(super) blocked: usize,
    // Whether ends of limits that are over stay as they are: the planner knows what is expected.
    pub(super) keeps_past_ends: bool,
}

impl Holders<'_> {
    /// Sets the running jobs, each with the end of its limit, replaced by a second from
    /// `now` if that is over and such ends are not kept, its place in the order of submission, and a key by which
    /// `nodes_of` lists its nodes. No node is listed twice.
    pub(super) fn begin<N: Iterator<Item = u32>>(
        &mut self,
        now: Time,
        running: impl Iterator<Item = (Time, u32, u32)>,
        nodes_of: impl Fn(u32) -> N,
    ) {
        let soon = if self.keeps_past_ends {
            Time::ZERO
        } else {
            now.after(Duration::from_seconds(1))
        };
        self.count = 0;
        for ((end, order, key), holder) in running.zip(self.holders.iter_mut()) {
            *holder = Holder {
                end: end.max(soon),
                order,
                key,
                last: 0,
                words: 0,
            };
            self.count += 1;
        }
        let holders = self.holders.get_mut(..self.count).unwrap_or_default();
        holders.sort_unstable();
        let (mut listed, mut words) = (0, 0);
        for holder in holders {
            let own = self.held.get_mut(words..).unwrap_or_default();
            let (nodes, more) = list(nodes_of(holder.key), own);
            (listed, words) = (listed + nodes, words + more);
            (holder.last, holder.words) = (listed, words as u32);
        }
        self.unite();
    }

    /// Adds a job that runs until `end` on `nodes`.
    pub(super) fn add(&mut self, end: Time, order: u32, nodes: impl Iterator<Item = u32>) {
        let before = self.holders.get(..self.count).unwrap_or_default();
        let index = before.partition_point(|holder| (holder.end, holder.order) <= (end, order));
        if self.count == self.holders.len() {
            return;
        }
        let first = self.listed(index) as u32;
        let [from, all] = [index, self.count].map(|index| self.words(index));
        let own = self.held.get_mut(all..).unwrap_or_default();
        let (taken, words) = list(nodes, own);
        if let Some(moved) = self.held.get_mut(from..all + words) {
            moved.rotate_right(words);
        }
        self.holders.copy_within(index..self.count, index + 1);
        self.count += 1;
        let behind = self.holders.get_mut(index..self.count).unwrap_or_default();
        if let Some((new, later)) = behind.split_first_mut() {
            *new = Holder {
                end,
                order,
                // Its nodes are listed here, not asked for again.
                key: u32::MAX,
                last: first + taken,
                words: (from + words) as u32,
            };
            for holder in later {
                holder.last += taken;
                holder.words += words as u32;
            }
        }
        self.unite();
    }

    /// First end of a limit of running jobs from `at` on.
    pub(super) fn first_end_from(&self, at: Time) -> Time {
        let running = self.holders.get(..self.count).unwrap_or_default();
        let before = running.partition_point(|holder| holder.end < at);
        running.get(before).map_or(Time::MAX, |holder| holder.end)
    }

    /// Time when running jobs have given back `nodes` nodes; the end of time if they never
    /// do.
    pub(super) fn soonest(&self, nodes: u32) -> Time {
        if nodes == 0 {
            return Time::ZERO;
        }
        let running = self.holders.get(..self.count).unwrap_or_default();
        let enough = running.partition_point(|holder| holder.last < nodes);
        running.get(enough).map_or(Time::MAX, |holder| holder.end)
    }

    /// Running jobs that end by `at`, which is not before the time of `known`.
    pub(super) fn ended_by(&self, known: EndedBy, at: Time) -> EndedBy {
        let behind = self.holders.get(known.count..self.count);
        let in_time = behind.unwrap_or_default().iter();
        let more = in_time.take_while(|holder| holder.end <= at).count();
        let count = known.count + more;
        let blocks = self.blocks.get(known.block..self.blocked);
        let whole = blocks.unwrap_or_default().iter();
        let passed = whole.take_while(|&&last| (last as usize) < count).count();
        EndedBy {
            at,
            count,
            block: known.block + passed,
        }
    }

    /// Nodes that these give back, and a few that others give back soon after.
    pub(super) fn given_back_by(&self, by: EndedBy) -> Option<&[u64]> {
        let own = by.block * self.words_per_union..(by.block + 1) * self.words_per_union;
        self.unions.get(own).filter(|_| by.count > 0)
    }

    /// Number of nodes listed for the first `count` holders.
    fn listed(&self, count: usize) -> usize {
        let last = count.checked_sub(1).and_then(|last| self.holders.get(last));
        last.map_or(0, |holder| holder.last as usize)
    }

    /// Number of words listed for the first `count` holders.
    fn words(&self, count: usize) -> usize {
        let last = count.checked_sub(1).and_then(|last| self.holders.get(last));
        last.map_or(0, |holder| holder.words as usize)
    }

    /// Builds the blocks.
    fn unite(&mut self) {
        self.blocked = 0;
        let (mut from, mut words) = (0, 0);
        for count in 1..=self.count {
            let listed = self.listed(count);
            if listed - from < self.block && count < self.count {
                continue;
            }
            let (own, each) = (self.blocked * self.words_per_union, self.words_per_union);
            // There are no more blocks than this where no node is listed twice.
            if self.blocked == self.blocks.len() || own + each > self.unions.len() {
                return;
            }
            match self.blocked {
                0 => self.unions[..each].fill(0),
                _ => self.unions.copy_within(own - each..own, own),
            }
            let union = &mut self.unions[own..own + each];
            let last = self.holders.get(count - 1);
            let end = last.map_or(words, |holder| holder.words as usize);
            for held in self.held.get(words..end).unwrap_or_default() {
                if let Some(word) = union.get_mut(held.word as usize) {
                    *word |= held.bits;
                }
            }
            self.blocks[self.blocked] = count as u32;
            (self.blocked, from, words) = (self.blocked + 1, listed, end);
        }
    }

    /// Given `had`, the `count` free nodes of `clear`: adds nodes of `clear` held by
    /// running jobs until there are `nodes` of them, and returns the time; `None` if not by
    /// `limit`.
    pub(super) fn add_until(
        &self,
        (selection, origin): (Selection, Duration),
        nodes: u32,
        limit: Option<EndedBy>,
        clear: &[u64],
        (had, count): (&mut [u64], u32),
    ) -> Option<Time> {
        if selection == Selection::Linear {
            return self.one_by_one(nodes, limit, clear, (had, count));
        }
        let mut ending = EndingHolders {
            holders: self,
            nodes,
            clear,
            had,
            count,
        };
        selection.free_until(origin, limit.map(|limit| limit.at), &mut ending)
    }

    pub(super) fn one_by_one(
        &self,
        nodes: u32,
        limit: Option<EndedBy>,
        clear: &[u64],
        (had, mut count): (&mut [u64], u32),
    ) -> Option<Time> {
        // Skip whole blocks before the one in which there are enough.
        let union = |block: usize| {
            &self.unions[block * self.words_per_union..(block + 1) * self.words_per_union]
        };
        let with = |block: usize| -> u32 {
            let all = had.iter().zip(clear).zip(union(block));
            all.map(|((had, clear), union)| (had | (clear & union)).count_ones())
                .sum()
        };
        // Blocks with all holders that end in time.
        let blocks = self.blocks.get(..self.blocked).unwrap_or_default();
        let (most, in_time) = match limit {
            Some(EndedBy { count: 0, .. }) => return None,
            Some(EndedBy { block, count, .. }) => (block, count),
            None => (self.blocked, self.count),
        };
        // Earlier blocks have too few nodes, even if all were clear.
        let missing = nodes.saturating_sub(count);
        let too_few = |&count: &u32| self.listed(count as usize) < missing as usize;
        let (mut low, mut high) = (blocks.partition_point(too_few).min(most), most);
        while low < high {
            let middle = usize::midpoint(low, high);
            if with(middle) >= nodes {
                high = middle
            } else {
                low = middle + 1
            }
        }
        if low == self.blocked {
            return None;
        }
        let mut next = 0;
        if let Some(before) = low.checked_sub(1) {
            next = self.blocks[before] as usize;
            for ((had, clear), union) in had.iter_mut().zip(clear).zip(union(before)) {
                *had |= clear & union;
            }
            count = had.iter().map(|bits| bits.count_ones()).sum();
        }
        while let Some(holder) = self.holders.get(next).filter(|_| next < in_time) {
            count += self.add_nodes(next, clear, had);
            if count >= nodes {
                return Some(holder.end);
            }
            next += 1;
        }
        None
    }

    /// Adds the nodes of a holder that are `clear`; returns their number.
    fn add_nodes(&self, holder: usize, clear: &[u64], had: &mut [u64]) -> u32 {
        let own = self.words(holder)..self.words(holder + 1);
        let mut count = 0;
        for held in self.held.get(own).unwrap_or_default() {
            let word = held.word as usize;
            if let (Some(clear), Some(had)) = (clear.get(word), had.get_mut(word)) {
                let bits = held.bits & clear;
                *had |= bits;
                count += if bits == held.bits {
                    held.count
                } else {
                    bits.count_ones()
                };
            }
        }
        count
    }
}

/// Running jobs being taken away, until there are `nodes` nodes.
struct EndingHolders<'h> {
    holders: &'h Holders<'h>,
    nodes: u32,
    clear: &'h [u64],
    had: &'h mut [u64],
    count: u32,
}

impl EndingJobs for EndingHolders<'_> {
    fn end_of(&self, index: usize) -> Option<Time> {
        let running = self.holders.holders.get(..self.holders.count);
        running.unwrap_or_default().get(index).map(|one| one.end)
    }

    fn take_away(&mut self, index: usize) -> Freed {
        let more = self.holders.add_nodes(index, self.clear, self.had);
        self.count += more;
        match more {
            0 => Freed::Nothing,
            _ if self.count < self.nodes => Freed::TooLittle,
            _ => Freed::Enough,
        }
    }
}

/// Lists `nodes` word by word in `held`; returns their number, and that of the words.
fn list(nodes: impl Iterator<Item = u32>, held: &mut [HeldWord]) -> (u32, usize) {
    let (mut count, mut words) = (0, 0usize);
    for node in nodes {
        let (word, bit) = (node / 64, 1 << (node % 64));
        let before = words.checked_sub(1).and_then(|last| held.get_mut(last));
        match before.filter(|before| before.word == word) {
            Some(before) => {
                before.bits |= bit;
                before.count += 1;
            }
            None => match held.get_mut(words) {
                Some(next) => {
                    *next = HeldWord {
                        word,
                        count: 1,
                        bits: bit,
                    };
                    words += 1;
                }
                // Does not happen: there is one for each node.
                None => break,
            },
        }
        count += 1;
    }
    (count, words)
}
