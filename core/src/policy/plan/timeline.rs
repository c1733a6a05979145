//! Free amounts of each pool over time, in segments.

use super::pools::{Demand, Pool};
use crate::machine::cluster::Amounts;
use crate::units::time::Time;

/// Free amounts from an instant on, until the next segment.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    begin: Time,
    free: Amounts,
    // Position + 1 of the next one of the pool, or of the next unused one.
    next: u32,
}

impl Segment {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        begin: Time::ZERO,
        free: Amounts::NONE,
        next: 0,
    };
}

/// The segments of all pools.
#[derive(Debug)]
pub(super) struct Timeline<'a> {
    segments: &'a mut [Segment],
    unused: u32,
}

impl<'a> Timeline<'a> {
    pub(super) fn new(segments: &'a mut [Segment]) -> Self {
        let mut timeline = Self {
            segments,
            unused: 0,
        };
        timeline.clear();
        timeline
    }

    /// Removes all segments.
    pub(super) fn clear(&mut self) {
        let count = self.segments.len();
        for (index, segment) in self.segments.iter_mut().enumerate() {
            segment.next = if index + 1 < count {
                index as u32 + 2
            } else {
                0
            };
        }
        self.unused = u32::from(count > 0);
    }

    /// Sets `free` of `pool` forever.
    pub(super) fn begin(&mut self, pool: &mut Pool, free: Amounts) {
        pool.first = self.insert(Time::ZERO, free, 0);
    }

    #[inline]
    fn at(&self, index: u32) -> Option<&Segment> {
        self.segments.get((index as usize).checked_sub(1)?)
    }

    #[inline]
    fn at_mut(&mut self, index: u32) -> Option<&mut Segment> {
        self.segments.get_mut((index as usize).checked_sub(1)?)
    }

    fn insert(&mut self, begin: Time, free: Amounts, next: u32) -> u32 {
        let index = self.unused;
        let Some(segment) = self.at_mut(index) else {
            return 0; // there are enough of them: it has been checked
        };
        let unused = segment.next;
        *segment = Segment { begin, free, next };
        self.unused = unused;
        index
    }

    fn remove(&mut self, index: u32) {
        let unused = self.unused;
        if let Some(segment) = self.at_mut(index) {
            segment.next = unused;
            self.unused = index;
        }
    }

    /// Removes segments before `now`.
    fn advance(&mut self, pool: &mut Pool, now: Time) {
        while let Some(next) = self.at(pool.first).map(|segment| segment.next)
            && self.at(next).is_some_and(|next| next.begin <= now)
        {
            self.remove(pool.first);
            pool.first = next;
        }
    }

    /// Units of `demand` with room from `from` until `until` throughout, the number of
    /// cores free throughout, and the time before which there cannot be room for more.
    pub(super) fn room(
        &self,
        pool: &Pool,
        demand: &Demand,
        (from, until): (Time, Time),
    ) -> (u32, u32, Time) {
        let (mut units, mut cores, mut later) = (u32::MAX, u32::MAX, Time::MAX);
        let mut index = pool.first;
        while let Some(&Segment { begin, free, next }) = self.at(index)
            && begin < until
        {
            let end = self.at(next).map_or(Time::MAX, |next| next.begin);
            if end > from {
                let here = demand.units(&free);
                if here <= units {
                    (units, later) = (here, end);
                }
                cores = cores.min(free.cores());
            }
            index = next;
        }
        if units < demand.most {
            (units, cores, later)
        } else {
            (demand.most, cores, Time::MAX)
        }
    }

    /// Takes `times` of `demand` from `from` until `until`, or gives them back.
    pub(super) fn change(
        &mut self,
        (pool, now): (&mut Pool, Time),
        (demand, times): (&Demand, u32),
        (from, until): (Time, Time),
        is_taken: bool,
    ) {
        if from >= until {
            return;
        }
        self.advance(pool, now);
        let mut index = self.split(pool, from);
        if until < Time::MAX {
            self.split(pool, until);
        }
        while let Some(segment) = self.at_mut(index)
            && segment.begin < until
        {
            segment.free = if is_taken {
                demand.minus(&segment.free, times)
            } else {
                demand.plus(&segment.free, times)
            };
            index = segment.next;
        }
        self.join(pool, from);
        self.join(pool, until);
    }

    /// The segment that begins at `at`, inserted if there is none, or the first one if that
    /// begins later.
    fn split(&mut self, pool: &Pool, at: Time) -> u32 {
        let mut index = pool.first;
        while let Some(&Segment { begin, free, next }) = self.at(index) {
            if begin >= at {
                return index;
            }
            if self.at(next).is_none_or(|next| next.begin > at) {
                let made = self.insert(at, free, next);
                if let Some(segment) = self.at_mut(index) {
                    segment.next = made;
                }
                return made;
            }
            index = next;
        }
        index
    }

    /// Joins the segment that begins at `at` with the one before, if both have the same
    /// free amounts.
    fn join(&mut self, pool: &Pool, at: Time) {
        let mut index = pool.first;
        while let Some(&Segment { free, next, begin }) = self.at(index)
            && begin < at
        {
            if let Some(&after) = self.at(next)
                && after.begin == at
                && after.free == free
            {
                if let Some(segment) = self.at_mut(index) {
                    segment.next = after.next;
                }
                self.remove(next);
                return;
            }
            index = next;
        }
    }
}
