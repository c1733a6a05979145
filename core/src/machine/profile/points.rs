//! Points of a profile: changed, inserted and removed.

use core::ops::Range;

use super::Profile;
use crate::exact::Exact;

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
        let places = points.start.wrapping_sub(1)..points.end;
        if self.has_parts() {
            move_back(self.parts.get_mut(places.clone()));
        }
        move_back(self.times.get_mut(places.clone()));
        move_back(self.free.get_mut(places));
    }

    /// Moves points by one towards the end.
    #[inline(always)]
    pub(super) fn shift_on(&mut self, points: Range<usize>) {
        let places = points.start..points.end + 1;
        if self.has_parts() {
            move_on(self.parts.get_mut(places.clone()));
        }
        move_on(self.times.get_mut(places.clone()));
        move_on(self.free.get_mut(places));
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
        let (mut begin, mut step) = (from, 1);
        while begin + step < self.len && self.times[self.first + begin + step] < at.instant() {
            begin += step;
            step *= 2;
        }
        self.index_not_before_in::<PARTS>(begin..(begin + step + 1).min(self.len), at)
    }

    /// As [`Self::index_not_before`], to the nanosecond among these points or just behind them.
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
}

/// Moves all entries but the first by one towards the front.
#[inline(always)]
fn move_back<T: Copy>(places: Option<&mut [T]>) {
    if let Some(places) = places
        && !places.is_empty()
    {
        places.copy_within(1.., 0);
    }
}

/// Moves all entries but the last by one towards the end. Kept in one piece, in which
/// the compiler sees that the range is one.
#[inline(never)]
fn move_on<T: Copy>(places: Option<&mut [T]>) {
    if let Some(places) = places
        && let Some(last) = places.len().checked_sub(1)
    {
        places.copy_within(..last, 1);
    }
}
