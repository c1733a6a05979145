//! Points of a profile: changed, inserted and removed.

use core::ops::Range;

use super::Profile;
use crate::exact::Exact;

/// Number of points by which a change makes a profile longer at most.
const NEW_POINTS: usize = 4;
/// Share of the points that may be spare ones, as a divisor: searches pass over them.
const MOST_SPARES: usize = 4;
/// Number of points that are looked at one by one for one that is likely near.
const NEAREST: usize = 8;
/// Number of points among which a spare one is looked for.
const NEAR: usize = 32;

impl Profile<'_> {
    #[inline]
    pub(super) fn change(&mut self, from: Exact, until: Exact, act: impl Fn(&mut u32)) {
        let (start, end) = if self.has_parts() {
            if from >= until {
                return;
            }
            (self.split::<true>(from), self.split::<true>(until))
        } else {
            if from.instant() >= until.instant() {
                return;
            }
            let start = self.split::<false>(from.instant().into());
            (start, self.split::<false>(until.instant().into()))
        };
        self.change_between(start, end, act);
    }

    /// Changes the free nodes from the point at index `start` until that at `end`, behind
    /// it.
    #[inline]
    pub(super) fn change_between(&mut self, start: usize, end: usize, act: impl Fn(&mut u32)) {
        self.change_points(start..end, act);
        self.merge(end);
        self.merge(start);
    }

    /// Changes the free nodes of these points.
    #[inline]
    pub(super) fn change_points(&mut self, points: Range<usize>, act: impl Fn(&mut u32)) {
        let points = self.first + points.start..self.first + points.end;
        for free in self.free.get_mut(points).unwrap_or_default() {
            act(free);
        }
    }

    /// Moves points by one towards the front.
    #[inline(always)]
    pub(super) fn shift_back(&mut self, points: Range<usize>) {
        let moved = points.start.wrapping_sub(1)..points.end;
        if self.has_parts() {
            move_back(self.parts.get_mut(moved.clone()));
        }
        move_back(self.times.get_mut(moved.clone()));
        move_back(self.free.get_mut(moved));
    }

    /// Moves points by one towards the end.
    #[inline(always)]
    pub(super) fn shift_on(&mut self, points: Range<usize>) {
        let moved = points.start..points.end + 1;
        if self.has_parts() {
            move_on(self.parts.get_mut(moved.clone()));
        }
        move_on(self.times.get_mut(moved.clone()));
        move_on(self.free.get_mut(moved));
    }

    /// Index of the point at `at`, inserted if there is none.
    #[inline]
    pub(super) fn split<const PARTS: bool>(&mut self, at: Exact) -> usize {
        // Most allocations begin at the first point.
        let is_first = self.times[self.first] == at.instant();
        if is_first && (!PARTS || self.time(self.first) == at) {
            return 0;
        }
        let index = self.index_not_before::<PARTS>(at);
        self.split_at::<PARTS>(index, at)
    }

    /// Index of the first point that is not before `at`.
    #[inline]
    pub(super) fn index_not_before<const PARTS: bool>(&self, at: Exact) -> usize {
        self.index_not_before_in::<PARTS>(0..self.len, at)
    }

    /// As [`Self::index_not_before`], where all points before index `from` are before `at`,
    /// and that point is likely not far behind.
    #[inline]
    pub(super) fn index_not_before_soon<const PARTS: bool>(&self, from: usize, at: Exact) -> usize {
        let ahead = self.times().get(from..).unwrap_or_default();
        let near = ahead.get(..NEAREST).unwrap_or(ahead);
        let near = near.iter().take_while(|&&time| time < at.instant()).count();
        if !PARTS && near < NEAREST {
            return from + near;
        }
        let (mut begin, mut step) = (from, 1);
        while begin + step < self.len && self.times[self.first + begin + step] < at.instant() {
            begin += step;
            step *= 2;
        }
        self.index_not_before_in::<PARTS>(begin..(begin + step + 1).min(self.len), at)
    }

    /// As [`Self::index_not_before`], which to the nanosecond is one of these points or just
    /// behind them.
    #[inline]
    fn index_not_before_in<const PARTS: bool>(&self, points: Range<usize>, at: Exact) -> usize {
        let times = (self.times).get(self.first + points.start..self.first + points.end);
        let times = times.unwrap_or_default();
        let mut index = points.start + times.partition_point(|&time| time < at.instant());
        while PARTS && index < self.len && self.is_before_in::<true>(self.first + index, at) {
            index += 1;
        }
        index
    }

    /// Index of the first point that is not before `at`, which is near `index`.
    #[inline]
    pub(super) fn index_not_before_near<const PARTS: bool>(
        &self,
        index: usize,
        at: Exact,
    ) -> usize {
        let mut index = index.min(self.len);
        while index > 0 && !self.is_before_in::<PARTS>(self.first + index - 1, at) {
            index -= 1;
        }
        while index < self.len && self.is_before_in::<PARTS>(self.first + index, at) {
            index += 1;
        }
        index
    }

    /// Whether there is a point at `at`, given the index of the first that is not before.
    #[inline]
    pub(super) fn is_at<const PARTS: bool>(&self, index: usize, at: Exact) -> bool {
        let point = self.first + index;
        if PARTS {
            index < self.len && !self.is_after(point, at)
        } else {
            index < self.len && self.times[point] == at.instant()
        }
    }

    /// Nodes free just before the point at `index`, behind the first.
    #[inline]
    pub(super) fn free_before(&self, index: usize) -> u32 {
        self.free[self.first + index.saturating_sub(1)]
    }

    /// As `split`, given the index of the first point that is not before `at`.
    #[inline]
    pub(super) fn split_at<const PARTS: bool>(&mut self, index: usize, at: Exact) -> usize {
        if self.is_at::<PARTS>(index, at) {
            return index;
        }
        // The profile is undefined before the first point.
        let free = self.free[self.first + index.saturating_sub(1)];
        self.open(index);
        self.set_time(self.first + index, at);
        self.free[self.first + index] = free;
        index
    }

    /// Makes room for a point at this index by moving the shorter side.
    #[inline]
    pub(super) fn open(&mut self, index: usize) {
        let (first, end) = (self.first, self.first + self.len);
        if first > 0 && (index < self.len / 2 || end == self.capacity()) {
            self.shift_back(first..first + index);
            self.first -= 1;
        } else {
            self.shift_on(first + index..end);
        }
        self.len += 1;
    }

    /// Removes the point at this index if it changes nothing.
    #[inline]
    pub(super) fn merge(&mut self, index: usize) {
        let point = self.first + index;
        if index > 0 && self.free[point - 1] == self.free[point] {
            self.close(index);
        }
    }

    /// Removes the point at this index by moving the shorter side.
    #[inline]
    pub(super) fn close(&mut self, index: usize) {
        let (point, end) = (self.first + index, self.first + self.len);
        if index < self.len / 2 {
            self.shift_on(self.first..point);
            self.first += 1;
        } else {
            self.shift_back(point + 1..end);
        }
        self.len -= 1;
    }

    #[inline]
    pub(super) fn set_point(&mut self, index: usize, at: Exact, free: u32) {
        self.set_time(self.first + index, at);
        self.free[self.first + index] = free;
    }

    /// Index of a point not far before `index` that is not needed.
    #[inline]
    pub(super) fn spare_before(&self, index: usize) -> Option<usize> {
        let from = index.saturating_sub(NEAR);
        let free = self.free.get(self.first + from..self.first + index)?;
        let mut pairs = free.windows(2);
        let spare = pairs.rposition(|pair| pair.first() == pair.last())?;
        Some(from + spare + 1)
    }

    /// Removes all points that are not needed, if they are many or there is no more room for
    /// the next change.
    #[inline]
    pub(super) fn make_room(&mut self) {
        let are_many = self.spares > self.len / MOST_SPARES;
        if are_many || self.len + NEW_POINTS > self.capacity() {
            self.merge_all();
        }
    }

    #[cold]
    fn merge_all(&mut self) {
        let mut kept = 1;
        for index in 1..self.len {
            let point = self.first + index;
            let (at, free) = (self.time(point), self.free[point]);
            if free != self.free_before(kept) {
                self.set_point(kept, at, free);
                kept += 1;
            }
        }
        (self.len, self.spares) = (kept.min(self.len), 0);
    }
}

/// Moves all entries but the first by one towards the front.
#[inline(always)]
fn move_back<T: Copy>(values: Option<&mut [T]>) {
    if let Some(values) = values
        && !values.is_empty()
    {
        values.copy_within(1.., 0);
    }
}

/// Moves all entries but the last by one towards the end. Kept in one piece, in which
/// the compiler sees that the range is one.
#[inline(never)]
fn move_on<T: Copy>(values: Option<&mut [T]>) {
    if let Some(values) = values
        && let Some(last) = values.len().checked_sub(1)
    {
        values.copy_within(..last, 1);
    }
}
