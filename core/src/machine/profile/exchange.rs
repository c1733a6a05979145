//! Reservations that are moved up: two spans of the profile change at once.

use core::ops::Range;

use super::Profile;
use super::search::FoundStart;
use crate::exact::Exact;

/// Points that a change inserts and removes, in the order of time. An insertion and a removal
/// one after the other move only the points between them, so one waits for the other.
struct Edits {
    waiting: Edit,
    // Number of points inserted and removed so far otherwise.
    inserted: usize,
    removed: usize,
}

/// A point of the profile that is to be inserted or removed.
#[derive(Clone, Copy)]
enum Edit {
    None,
    /// Before the point at this index, with its time and the number of nodes free from then.
    Insert(usize, Exact, u32),
    /// The point at this index.
    Remove(usize),
}

impl Edits {
    const NONE: Self = Self {
        waiting: Edit::None,
        inserted: 0,
        removed: 0,
    };

    /// Present index of the point that had this one at first.
    #[inline(always)]
    fn moved(&self, index: usize) -> usize {
        (index + self.inserted).wrapping_sub(self.removed)
    }
}

/// The ends of the two spans that change when a reservation moves to an earlier start: nodes
/// are taken from that on, and given back at its former end.
#[derive(Clone, Copy)]
struct ChangedSpans {
    taken_until: Exact,
    given: Exact,
    until: Exact,
}

impl ChangedSpans {
    #[inline(always)]
    fn new<const PARTS: bool>(start: Exact, span: Exact, planned: Exact) -> Self {
        if PARTS {
            let end = start + span;
            Self {
                taken_until: end.min(planned),
                given: end.max(planned),
                until: planned + span,
            }
        } else {
            let span = span.round_up();
            let (end, planned) = (start.instant().after(span), planned.instant());
            Self {
                taken_until: end.min(planned).into(),
                given: end.max(planned).into(),
                until: planned.after(span).into(),
            }
        }
    }
}

/// Whether both instants are one.
#[inline(always)]
fn is_same<const PARTS: bool>(one: Exact, other: Exact) -> bool {
    one.instant() == other.instant() && (!PARTS || one == other)
}

impl Profile<'_> {
    /// Moves a reservation of `nodes` nodes for `span` from `planned` to the earlier start
    /// that was found. Where both overlap nothing changes.
    #[inline]
    pub(super) fn exchange(&mut self, found: &FoundStart, nodes: u32, span: Exact, planned: Exact) {
        if self.has_parts() {
            let spans = ChangedSpans::new::<true>(found.start, span, planned);
            self.exchange_spans::<false, true>(found, spans, nodes);
        } else {
            let spans = ChangedSpans::new::<false>(found.start, span, planned);
            self.exchange_spans::<false, false>(found, spans, nodes);
        }
    }

    /// As [`Self::exchange`], but points that are not needed any more may stay. Returns the
    /// indices of the points at which more nodes are free than before.
    #[inline(always)]
    pub(super) fn exchange_sparing<const PARTS: bool>(
        &mut self,
        found: &FoundStart,
        nodes: u32,
        span: Exact,
        planned: Exact,
    ) -> Range<usize> {
        let spans = ChangedSpans::new::<PARTS>(found.start, span, planned);
        let near = self.exchange_spans::<true, PARTS>(found, spans, nodes);
        self.given_points::<PARTS>(near, spans)
    }

    /// Changes both spans of a reservation that moves to the start that was found. Returns
    /// about the indices of the points at which more nodes are free than before.
    #[inline]
    fn exchange_spans<const SPARES: bool, const PARTS: bool>(
        &mut self,
        found: &FoundStart,
        ChangedSpans {
            taken_until,
            given,
            until,
        }: ChangedSpans,
        nodes: u32,
    ) -> Range<usize> {
        let taken = found.index..found.end;
        let meets = is_same::<PARTS>(taken_until, given);
        let first = if meets {
            taken.end
        } else {
            self.index_not_before_soon::<PARTS>(taken.end, given)
        };
        let last = self.index_not_before_soon::<PARTS>(first, until);
        let [at_end, at_given, at_until] =
            [taken.end, first, last].map(|index| self.free_before(index));
        self.change_points(taken.clone(), |free| *free -= nodes);
        self.change_points(first..last, |free| *free += nodes);

        let mut edits = Edits::NONE;
        if taken.start > 0 && self.free_before(taken.start) == self.free[self.first + taken.start] {
            self.remove::<SPARES>(&mut edits, taken.start);
        }
        let left = if meets {
            at_given - nodes
        } else {
            let sides = (at_end - nodes, at_end);
            self.edit::<SPARES, PARTS>(&mut edits, taken.end, taken_until, sides);
            at_given
        };
        let sides = (left, at_given + nodes);
        self.edit::<SPARES, PARTS>(&mut edits, first, given, sides);
        let sides = (at_until + nodes, at_until);
        self.edit::<SPARES, PARTS>(&mut edits, last, until, sides);
        self.complete::<SPARES>(&mut edits);
        first..last
    }

    /// The points from which on more nodes are free, which are near those.
    #[inline]
    fn given_points<const PARTS: bool>(
        &self,
        near: Range<usize>,
        spans: ChangedSpans,
    ) -> Range<usize> {
        let behind = self.index_not_before_near::<PARTS>(near.start, spans.given);
        let begin = behind.saturating_sub(usize::from(!self.is_at::<PARTS>(behind, spans.given)));
        begin..self.index_not_before_near::<PARTS>(near.end, spans.until)
    }

    /// Makes of the boundary `at`, at or before the point that had `index`, what a change makes
    /// of it: `left` nodes are free before it, and `right` from it on unless a point is there.
    #[inline(always)]
    fn edit<const SPARES: bool, const PARTS: bool>(
        &mut self,
        edits: &mut Edits,
        index: usize,
        at: Exact,
        (left, right): (u32, u32),
    ) {
        let present = edits.moved(index);
        if !self.is_at::<PARTS>(present, at) {
            self.insert::<SPARES>(edits, index, at, right);
        } else if self.free[self.first + present] == left {
            self.remove::<SPARES>(edits, index);
        }
    }

    /// Inserts a point before that which had `index`.
    #[inline(always)]
    fn insert<const SPARES: bool>(
        &mut self,
        edits: &mut Edits,
        index: usize,
        at: Exact,
        free: u32,
    ) {
        if let Edit::Remove(other) = edits.waiting {
            let (index, other) = (edits.moved(index), edits.moved(other));
            self.shift_back(self.first + other + 1..self.first + index);
            self.set_point(index.saturating_sub(1), at, free);
            edits.waiting = Edit::None;
        } else {
            self.complete::<SPARES>(edits);
            edits.waiting = Edit::Insert(index, at, free);
        }
    }

    /// Removes the point that had `index`.
    #[inline(always)]
    fn remove<const SPARES: bool>(&mut self, edits: &mut Edits, index: usize) {
        if let Edit::Insert(other, at, free) = edits.waiting {
            let (index, other) = (edits.moved(index), edits.moved(other));
            self.shift_on(self.first + other..self.first + index);
            self.set_point(other, at, free);
            edits.waiting = Edit::None;
        } else {
            self.complete::<SPARES>(edits);
            edits.waiting = Edit::Remove(index);
        }
    }

    /// Makes the edit that waits by itself. With `SPARES`, a point that is not needed any more
    /// stays for a later insertion behind it.
    #[inline]
    fn complete<const SPARES: bool>(&mut self, edits: &mut Edits) {
        match core::mem::replace(&mut edits.waiting, Edit::None) {
            Edit::None => {}
            Edit::Remove(_) if SPARES => self.spares += 1,
            Edit::Remove(index) => {
                self.close(edits.moved(index));
                edits.removed += 1;
            }
            Edit::Insert(index, at, free) => {
                let index = edits.moved(index);
                if SPARES && let Some(spare) = self.spare_before(index) {
                    self.shift_back(self.first + spare + 1..self.first + index);
                    self.set_point(index - 1, at, free);
                    self.spares = self.spares.saturating_sub(1);
                    return;
                }
                self.open(index);
                self.set_point(index, at, free);
                edits.inserted += 1;
            }
        }
    }
}
