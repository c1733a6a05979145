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
    #[inline]
    fn new(start: Exact, span: Exact, planned: Exact) -> Self {
        let end = start + span;
        Self {
            taken_until: end.min(planned),
            given: end.max(planned),
            until: planned + span,
        }
    }

    /// To whole nanoseconds.
    #[inline]
    fn rounded(self) -> Self {
        let rounded = |at: Exact| at.instant().into();
        Self {
            taken_until: rounded(self.taken_until),
            given: rounded(self.given),
            until: rounded(self.until),
        }
    }
}

impl Profile<'_> {
    /// Moves a reservation of `nodes` nodes for `span` from `planned` to the earlier start
    /// that was found. Where both overlap nothing changes.
    #[inline]
    pub(super) fn exchange(&mut self, found: &FoundStart, nodes: u32, span: Exact, planned: Exact) {
        let spans = ChangedSpans::new(found.start, span, planned);
        if self.has_parts() {
            self.exchange_spans::<false, true>(found, spans, nodes);
        } else {
            self.exchange_spans::<false, false>(found, spans.rounded(), nodes);
        }
    }

    /// As [`Self::exchange`], but points that are not needed any more may stay. Returns the
    /// indices of the points at which more nodes are free than before.
    #[inline]
    pub(super) fn exchange_sparing(
        &mut self,
        found: &FoundStart,
        nodes: u32,
        span: Exact,
        planned: Exact,
    ) -> Range<usize> {
        let spans = ChangedSpans::new(found.start, span, planned);
        if self.has_parts() {
            let near = self.exchange_spans::<true, true>(found, spans, nodes);
            self.given_points::<true>(near, spans)
        } else {
            let near = self.exchange_spans::<true, false>(found, spans.rounded(), nodes);
            self.given_points::<false>(near, spans.rounded())
        }
    }

    /// Changes both spans of a reservation that moves to the start that was found. Returns
    /// about the indices of the points at which more nodes are free than before.
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
        let meets = taken_until == given;
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
            edits.push(Edit::Remove(taken.start));
        }
        let left = if meets {
            at_given - nodes
        } else {
            let sides = (at_end - nodes, at_end);
            self.edit::<PARTS>(&mut edits, taken.end, taken_until, sides);
            at_given
        };
        self.edit::<PARTS>(&mut edits, first, given, (left, at_given + nodes));
        self.edit::<PARTS>(&mut edits, last, until, (at_until + nodes, at_until));
        self.apply::<SPARES>(&edits);
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

    /// Adds what a change makes of the boundary `at`, at or before the point at `index`:
    /// `left` nodes are free before it, and `right` from it on unless a point is there.
    #[inline]
    fn edit<const PARTS: bool>(
        &self,
        edits: &mut Edits,
        index: usize,
        at: Exact,
        (left, right): (u32, u32),
    ) {
        if !self.is_at::<PARTS>(index, at) {
            edits.push(Edit::Insert(index, at, right));
        } else if self.free[self.first + index] == left {
            edits.push(Edit::Remove(index));
        }
    }

    /// Inserts and removes points. An insertion and a removal one after the other move only
    /// the points between them. With `SPARES`, a point that is not needed any more stays for
    /// a later insertion behind it.
    fn apply<const SPARES: bool>(&mut self, edits: &Edits) {
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
                (Edit::Remove(_), _) if SPARES => self.spares += 1,
                (Edit::Insert(index, at, free), _) => {
                    let index = moved(index);
                    if SPARES && let Some(spare) = self.spare_before(index) {
                        self.shift_back(self.first + spare + 1..self.first + index);
                        self.set_point(index - 1, at, free);
                        self.spares = self.spares.saturating_sub(1);
                        continue;
                    }
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
}
