//! Reservations that are moved up: two spans of the profile change at once.

use core::ops::Range;

use super::Profile;
use super::search::FoundStart;
use crate::exact::Exact;

/// A point of the profile that is to be inserted or removed.
#[derive(Clone, Copy)]
enum Edit {
    /// Before the point at this index, with its time and the number of nodes free from then.
    Insert(usize, Exact, u32),
    /// The point at this index.
    Remove(usize),
}

/// The edits of one change, in the order of time: at most one for each end of two spans.
struct Edits {
    edits: [Edit; 4],
    len: usize,
}

impl Edits {
    const NONE: Self = Self {
        edits: [Edit::Remove(0); 4],
        len: 0,
    };

    #[inline]
    fn push(&mut self, edit: Edit) {
        if let Some(slot) = self.edits.get_mut(self.len) {
            *slot = edit;
            self.len += 1;
        }
    }

    /// Index, after the edits so far, of the point at `index` behind them.
    #[inline]
    fn moved(&self, index: usize) -> usize {
        let edits = self.edits.iter().take(self.len);
        edits.fold(index, |index, edit| match edit {
            Edit::Insert(..) => index + 1,
            Edit::Remove(_) => index.saturating_sub(1),
        })
    }
}

impl Profile<'_> {
    /// As [`Self::exchange`], for points with or without fractions.
    #[inline]
    pub(super) fn exchange_in_kind(
        &mut self,
        found: &FoundStart,
        nodes: u32,
        span: Exact,
        planned: Exact,
    ) -> Range<usize> {
        if !self.has_parts() {
            self.exchange::<false>(found, nodes, span, planned)
        } else {
            self.exchange::<true>(found, nodes, span, planned)
        }
    }

    /// Moves a reservation of `nodes` nodes for `span` from `planned` to the earlier start
    /// that was found. Where both overlap nothing changes. Returns the indices of the
    /// points at which more nodes are free than before.
    fn exchange<const PARTS: bool>(
        &mut self,
        found: &FoundStart,
        nodes: u32,
        span: Exact,
        planned: Exact,
    ) -> Range<usize> {
        let rounded = |at: Exact| if PARTS { at } else { at.instant().into() };
        let (planned, end) = (rounded(planned), rounded(found.start + span));
        let (taken_until, given, until) =
            (end.min(planned), end.max(planned), rounded(planned + span));
        // The job leaves nodes where it now ends, and those it had from `given` on.
        let taken = found.index..found.end;
        let from = if taken_until == given {
            taken.end
        } else {
            self.index_not_before_from::<PARTS>(taken.end, given)
        };
        let given_points = from..self.index_not_before_from::<PARTS>(from, until);
        let free_before = |profile: &Self, index: usize| match index.checked_sub(1) {
            Some(before) => profile.free[profile.first + before],
            None => 0, // both spans begin at a point or behind one
        };
        let [at_taken_until, at_given, at_until] =
            [taken.end, given_points.start, given_points.end].map(|index| free_before(self, index));
        self.change_points(taken.clone(), |free| *free -= nodes);
        self.change_points(given_points.clone(), |free| *free += nodes);

        let mut edits = Edits::NONE;
        let before = free_before(self, taken.start);
        if taken.start > 0 && before == self.free[self.first + taken.start] {
            edits.push(Edit::Remove(taken.start));
        }
        if taken_until != given {
            let sides = (at_taken_until - nodes, at_taken_until);
            self.edit::<PARTS>(&mut edits, taken.end, taken_until, sides);
        }
        let left = if taken_until == given {
            at_given - nodes
        } else {
            at_given
        };
        let first = edits.moved(given_points.start);
        let removed = self.edit::<PARTS>(
            &mut edits,
            given_points.start,
            given,
            (left, at_given + nodes),
        );
        let first = first.saturating_sub(usize::from(removed));
        let last = edits.moved(given_points.end);
        let sides = (at_until + nodes, at_until);
        self.edit::<PARTS>(&mut edits, given_points.end, until, sides);
        self.apply(&edits);
        first..last
    }

    /// Adds what a change makes of the boundary `at`, at or before the point at `index`:
    /// `left` nodes are free before it, and `right` from it on unless a point is there.
    /// Returns whether that is removed.
    #[inline]
    fn edit<const PARTS: bool>(
        &self,
        edits: &mut Edits,
        index: usize,
        at: Exact,
        (left, right): (u32, u32),
    ) -> bool {
        if !self.is_at::<PARTS>(index, at) {
            edits.push(Edit::Insert(index, at, right));
            return false;
        }
        let is_level = self.free[self.first + index] == left;
        if is_level {
            edits.push(Edit::Remove(index));
        }
        is_level
    }

    /// Inserts and removes points. An insertion and a removal one after the other move only
    /// the points between them.
    fn apply(&mut self, edits: &Edits) {
        let mut edits = edits.edits.iter().take(edits.len).peekable();
        let (mut inserted, mut removed) = (0, 0);
        while let Some(&edit) = edits.next() {
            let moved = |index: usize| (index + inserted).saturating_sub(removed);
            match (edit, edits.peek()) {
                (Edit::Insert(index, at, free), Some(&&Edit::Remove(other))) => {
                    let (index, other) = (moved(index), moved(other));
                    self.shift_on(self.first + index..self.first + other);
                    self.set_point(index, at, free);
                    edits.next();
                }
                (Edit::Remove(index), Some(&&Edit::Insert(other, at, free))) => {
                    let (index, other) = (moved(index), moved(other));
                    self.shift_back(self.first + index + 1..self.first + other);
                    self.set_point(other.saturating_sub(1), at, free);
                    edits.next();
                }
                (Edit::Insert(index, at, free), _) => {
                    let index = moved(index);
                    self.open(index);
                    self.set_point(index, at, free);
                    inserted += 1;
                }
                (Edit::Remove(index), _) => {
                    self.close(moved(index));
                    removed += 1;
                }
            }
        }
    }

    #[inline]
    fn set_point(&mut self, index: usize, at: Exact, free: u32) {
        self.set_time(self.first + index, at);
        self.free[self.first + index] = free;
    }
}
