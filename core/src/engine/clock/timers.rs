//! The event queue: an indexed 4-ary heap over a fixed set of named timers.
//!
//! Every timer is either unset or set to one instant, so the heap never holds
//! more entries than there are timers: it cannot overflow, and setting a timer
//! again moves its entry instead of leaving a stale one behind.

use crate::units::time::Time;

/// A heap entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TimerEntry {
    at: Time,
    // Ties break by the order of submission, then by timer number, in one number:
    // the order of simultaneous events is a property of the scenario, not of
    // the queue's history.
    tie: u64,
}

impl TimerEntry {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        at: Time::ZERO,
        tie: 0,
    };

    #[inline]
    const fn timer(self) -> usize {
        self.tie as u32 as usize
    }
}

/// Children of a heap node: four of them share a cache line.
const ARITY: usize = 4;

/// The event queue.
#[derive(Debug)]
pub(crate) struct Timers<'a> {
    heap: &'a mut [TimerEntry],
    // Heap position + 1 of each timer; 0 when unset.
    positions: &'a mut [u32],
    pub(super) len: usize,
}

impl<'a> Timers<'a> {
    /// An empty queue on `heap` and `positions`, which have an entry per timer.
    pub(crate) fn new(heap: &'a mut [TimerEntry], positions: &'a mut [u32]) -> Self {
        positions.fill(0);
        Self::on_clean(heap, positions)
    }

    /// An empty queue on buffers in which no position is set; takes constant time, whatever
    /// their size.
    pub(crate) fn on_clean(heap: &'a mut [TimerEntry], positions: &'a mut [u32]) -> Self {
        Self {
            heap,
            positions,
            len: 0,
        }
    }

    /// Whether `timer` is set.
    #[inline]
    pub(crate) fn is_set(&self, timer: usize) -> bool {
        self.position(timer) != 0
    }

    /// The earliest instant set.
    #[inline]
    pub(crate) fn next(&self) -> Option<Time> {
        let first = self.heap.first().filter(|_| self.len > 0);
        first.map(|entry| entry.at)
    }

    /// Time at which `timer` is due, if it is set.
    pub(crate) fn due_at(&self, timer: usize) -> Option<Time> {
        let index = (self.position(timer) as usize).checked_sub(1)?;
        self.heap.get(index).map(|entry| entry.at)
    }

    /// Sets `timer` to `at`, moving it if it was set. Of timers due at one instant, those
    /// of the least `order` come first.
    pub(crate) fn set(&mut self, timer: usize, order: u32, at: Time) {
        let tie = u64::from(order) << 32 | timer as u64;
        let entry = TimerEntry { at, tie };
        match self.position(timer) {
            0 => {
                self.len += 1;
                self.sift_up(self.len - 1, entry);
            }
            position => {
                let position = position as usize - 1;
                if self.heap.get(position).is_some_and(|old| entry < *old) {
                    self.sift_up(position, entry);
                } else {
                    self.sift_down(position, entry);
                }
            }
        }
    }

    /// Unsets `timer`; does nothing if it is not set.
    pub(crate) fn stop(&mut self, timer: usize) {
        let Some(position) = self.positions.get_mut(timer).filter(|index| **index != 0) else {
            return;
        };
        let hole = core::mem::take(position) as usize - 1;
        self.len -= 1;
        if hole < self.len
            && let Some(&last) = self.heap.get(self.len)
        {
            if hole > 0
                && self
                    .heap
                    .get((hole - 1) / ARITY)
                    .is_some_and(|parent| last < *parent)
            {
                self.sift_up(hole, last);
            } else {
                self.sift_down(hole, last);
            }
        }
    }

    /// Unsets and returns the earliest timer if it is due at `now`.
    #[inline]
    pub(crate) fn pop_due(&mut self, now: Time) -> Option<usize> {
        let first = self.heap.first().filter(|_| self.len > 0)?;
        if first.at > now {
            return None;
        }
        let timer = first.timer();
        if let Some(position) = self.positions.get_mut(timer) {
            *position = 0;
        }
        self.len -= 1;
        if self.len > 0
            && let Some(&last) = self.heap.get(self.len)
        {
            self.sift_down(0, last);
        }
        Some(timer)
    }

    /// Heap position + 1 of `timer`; 0 when unset.
    #[inline]
    fn position(&self, timer: usize) -> u32 {
        debug_assert!(timer < self.positions.len(), "there is no timer {timer}");
        self.positions.get(timer).copied().unwrap_or(0)
    }

    #[inline]
    fn put(&mut self, index: usize, entry: TimerEntry) {
        debug_assert!(index < self.heap.len(), "the heap has no place {index}");
        if let Some(there) = self.heap.get_mut(index) {
            *there = entry;
        }
        if let Some(position) = self.positions.get_mut(entry.timer()) {
            *position = index as u32 + 1;
        }
    }

    fn sift_up(&mut self, mut hole: usize, entry: TimerEntry) {
        while hole > 0 {
            let index = (hole - 1) / ARITY;
            let Some(&parent) = self.heap.get(index).filter(|parent| **parent > entry) else {
                break;
            };
            self.put(hole, parent);
            hole = index;
        }
        self.put(hole, entry);
    }

    fn sift_down(&mut self, mut hole: usize, entry: TimerEntry) {
        loop {
            let first = hole * ARITY + 1;
            let children = self.heap.get(first..(first + ARITY).min(self.len));
            let Some((&eldest, others)) = children.and_then(<[TimerEntry]>::split_first) else {
                break;
            };
            let (mut least, mut index) = (eldest, first);
            for (&child, at) in others.iter().zip(first + 1..) {
                if child < least {
                    (least, index) = (child, at);
                }
            }
            if entry <= least {
                break;
            }
            self.put(hole, least);
            hole = index;
        }
        self.put(hole, entry);
    }
}
