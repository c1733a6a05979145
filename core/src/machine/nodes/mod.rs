//! Free nodes, and intervals of nodes held by each job.

mod bits;
mod service;
mod shared;
mod withheld;

use super::bits::{mask, ones, words};
use super::outages::NodeState;
use crate::families;
use crate::machine::table::Table;
use bits::MANY;
use withheld::Withheld;

/// Consecutive nodes held by one job, linked to the job's next interval.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    first: u32,
    count: u32,
    // Position + 1 of the next interval; 0 ends the list.
    next: u32,
}

impl Interval {
    /// An unused interval. All zero bytes.
    pub const EMPTY: Self = Self {
        first: 0,
        count: 0,
        next: 0,
    };
}

/// Nodes being allocated.
#[derive(Default)]
struct Chain {
    // Position + 1 of its first interval, as in all lists.
    list: u32,
    tail: u32,
    // One past the last node.
    end: u32,
}

/// Nodes held by a job, as ascending `(first, count)`.
#[derive(Clone, Debug)]
pub struct Intervals<'n> {
    pool: &'n [Interval],
    next: u32,
}

impl Iterator for Intervals<'_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let interval = self.pool.get((self.next as usize).checked_sub(1)?)?;
        self.next = interval.next;
        Some((interval.first, interval.count))
    }
}

/// The allocation of nodes to jobs, lowest-numbered free nodes first.
///
/// A bitmap marks free nodes; a pool of intervals has the holders of the others. Held
/// intervals are disjoint, so one per node always suffices, and one more per node for each
/// further job that may be suspended there.
#[derive(Debug)]
pub struct Nodes<'a> {
    free_words: Table<'a, u64>,
    intervals: Table<'a, Interval>,
    free: u32,
    total: u32,
    // No free node lies in a word below this one.
    lowest_free_word: usize,
    // Head of the list of unused intervals.
    unused: u32,
    // State of each node; empty where all are always in service.
    states: Table<'a, NodeState>,
    // Number of nodes out of service.
    out: u32,
    withheld: Withheld,
}

impl<'a> Nodes<'a> {
    /// `total` nodes, all free. `free_words` has at least one bit per node.
    pub fn new(total: u32, free_words: &'a mut [u64], intervals: &'a mut [Interval]) -> Self {
        for (index, word) in free_words.iter_mut().enumerate() {
            let bits = (total as usize).saturating_sub(index * 64).min(64) as u32;
            *word = ones(bits);
        }
        let pool = intervals.len();
        for (index, interval) in intervals.iter_mut().enumerate() {
            let next = if index + 1 < pool { index + 2 } else { 0 };
            interval.next = next as u32;
        }
        Self {
            free_words: Table::new(free_words, 0),
            intervals: Table::new(intervals, Interval::EMPTY),
            free: total,
            total,
            lowest_free_word: 0,
            unused: u32::from(pool > 0),
            states: Table::new(&mut [], NodeState::UP),
            out: 0,
            withheld: Withheld::NONE,
        }
    }

    /// Number of nodes that may be allocated: not held by any running job, in service, and
    /// not withheld by a cap.
    #[inline]
    pub fn free(&self) -> u32 {
        self.free
    }

    /// Number of nodes of the machine.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether `node` is free; false beyond the machine.
    pub fn is_free(&self, node: u32) -> bool {
        node < self.total && self.free_words[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// The intervals on `list`.
    #[inline]
    pub fn intervals(&self, list: u32) -> Intervals<'_> {
        Intervals {
            pool: &self.intervals,
            next: list,
        }
    }

    /// Allocates `count` nodes, lowest-numbered first, and returns the list for
    /// [`Nodes::release`]; `None` if there are not enough.
    pub fn allocate(&mut self, count: u32) -> Option<u32> {
        if count > self.free || count == 0 {
            return None;
        }
        let mut chain = Chain::default();
        let mut left = count;
        let mut word = self.lowest_free_word;
        while left > 0
            && let Some(&free_here) = self.free_words.get(word)
        {
            let mut free = free_here;
            if free == 0 {
                word += self.equal_words(word);
                continue;
            }
            // Neighbouring words are often all free on large machines: take them at once.
            let whole = if free == u64::MAX && left >= MANY {
                self.equal_words(word).min(left as usize / 64)
            } else {
                0
            };
            if whole > 1 {
                let run = 64 * whole as u32;
                if !self.append(&mut chain, word as u32 * 64, run) {
                    return self.undo(chain, count - left);
                }
                self.fill(word..word + whole, false);
                left -= run;
                word += whole;
                continue;
            }
            while free != 0 && left > 0 {
                let start = free.trailing_zeros();
                let run = (free >> start).trailing_ones().min(left);
                if !self.append(&mut chain, word as u32 * 64 + start, run) {
                    self.free_words[word] = free;
                    return self.undo(chain, count - left);
                }
                free &= !mask(start, run);
                left -= run;
            }
            self.free_words[word] = free;
            word += usize::from(free == 0);
        }
        self.free -= count;
        self.lowest_free_word = word;
        Some(chain.list)
    }

    /// Releases the nodes allocated so far when the pool has run out, which is possible
    /// only where jobs are suspended.
    #[cold]
    fn undo(&mut self, chain: Chain, taken: u32) -> Option<u32> {
        self.free -= taken;
        self.release(chain.list);
        None
    }

    /// Appends nodes to a chain; returns whether the pool had an interval for them. Runs
    /// are found in ascending order, so one that continues across the boundary of a word
    /// extends the interval just made.
    #[inline]
    fn append(&mut self, chain: &mut Chain, first: u32, run: u32) -> bool {
        if chain.tail != 0 && chain.end == first {
            self.intervals[chain.tail as usize - 1].count += run;
        } else {
            let Some(taken) = self.take_interval(first, run) else {
                return false;
            };
            match chain.tail {
                0 => chain.list = taken,
                tail => self.intervals[tail as usize - 1].next = taken,
            }
            chain.tail = taken;
        }
        chain.end = first + run;
        true
    }

    /// Allocates exactly these nodes, ascending and free, and returns their list; `None` if
    /// they are not.
    pub fn allocate_these(&mut self, nodes: &[u32]) -> Option<u32> {
        let ascending = nodes.is_sorted_by(|one, next| one < next);
        let is_withheld = families::CAPS && nodes.len() > self.free as usize;
        if nodes.is_empty()
            || !ascending
            || is_withheld
            || !nodes.iter().all(|&node| self.is_free(node))
        {
            return None;
        }
        let mut chain = Chain::default();
        for run in nodes.chunk_by(|one, next| one + 1 == *next) {
            if !self.append(&mut chain, run[0], run.len() as u32) {
                self.splice(chain.list, chain.tail);
                return None;
            }
        }
        self.occupy(chain.list).then_some(chain.list)
    }

    /// Bitmap of free nodes, 64 to a word.
    pub fn free_words(&self) -> &[u64] {
        let words = (self.total as usize).div_ceil(64);
        self.free_words.get(..words).unwrap_or_default()
    }

    /// Whether all nodes on `list` are free.
    pub fn are_free(&self, list: u32) -> bool {
        self.intervals(list).all(|(first, count)| {
            words(first, count).all(|(word, mask)| self.free_words[word] & mask == mask)
        })
    }

    /// Releases the nodes on `list` and deletes it.
    pub fn release(&mut self, list: u32) {
        let tail = self.vacate(list);
        self.splice(list, tail);
    }

    /// Releases the nodes on `list` temporarily, keeping the list. Returns the list's tail.
    pub fn vacate(&mut self, list: u32) -> u32 {
        let (mut position, mut tail) = (list, 0);
        while position != 0 {
            let Interval { first, count, next } = self.intervals[position as usize - 1];
            self.lowest_free_word = self.lowest_free_word.min(first as usize / 64);
            if families::OUTAGES && self.out | self.withheld.owed() > 0 {
                self.vacate_in_service(first, count)
            } else {
                self.free += count;
                self.set_free(first, count, true);
            }
            (tail, position) = (position, next);
        }
        tail
    }

    /// Allocates the nodes on a vacated `list` again, if all of them are free.
    pub fn occupy(&mut self, list: u32) -> bool {
        let all_free = self.are_free(list);
        let mut position = if all_free { list } else { 0 };
        while position != 0 {
            let Interval { first, count, next } = self.intervals[position as usize - 1];
            self.free -= count;
            self.set_free(first, count, false);
            position = next;
        }
        all_free
    }

    /// Deletes a vacated `list`.
    pub fn forget(&mut self, list: u32) {
        let mut tail = list;
        while tail != 0 {
            match self.intervals[tail as usize - 1].next {
                0 => break,
                next => tail = next,
            }
        }
        self.splice(list, tail);
    }

    /// Returns the intervals from `list` to `tail` to the pool, in one go.
    fn splice(&mut self, list: u32, tail: u32) {
        if tail != 0 {
            self.intervals[tail as usize - 1].next = self.unused;
            self.unused = list;
        }
    }

    fn take_interval(&mut self, first: u32, count: u32) -> Option<u32> {
        let taken = self.unused;
        let interval = self.intervals.get_mut((taken as usize).checked_sub(1)?)?;
        self.unused = interval.next;
        *interval = Interval {
            first,
            count,
            next: 0,
        };
        Some(taken)
    }
}
