//! Searches for the earliest start of a job in the profile, and reservations.

use super::Profile;
use crate::exact::Exact;
use crate::units::time::Time;

/// No planned start and no horizon.
pub(super) const NO_LIMITS: (Exact, Exact) = (Exact::MAX, Exact::MAX);

/// Observer of a search.
pub(super) trait SearchObserver {
    /// A point is passed because no more than `free` nodes are free there.
    fn passed(&mut self, _free: u32) {}

    /// Enough were free from `start` on, but only until `end`.
    fn blocked(&mut self, _start: Time, _end: Time) {}
}

/// An observer that ignores everything.
pub(super) struct NoObserver;

impl SearchObserver for NoObserver {}

/// An observer of the numbers of free nodes where there were too few.
#[cfg(feature = "moldable")]
struct PassedObserver<F>(F);

#[cfg(feature = "moldable")]
impl<F: FnMut(u32)> SearchObserver for PassedObserver<F> {
    #[inline]
    fn passed(&mut self, free: u32) {
        self.0(free);
    }
}

/// Start found by a search.
pub(super) struct FoundStart {
    pub(super) start: Exact,
    // Index of its point.
    pub(super) index: usize,
    // Index of the first point that is not before the end of the job.
    pub(super) end: usize,
}

/// To whole nanoseconds, as where points have no fractions.
#[inline(always)]
fn rounded(exact: Exact) -> Exact {
    exact.instant().into()
}

impl Profile<'_> {
    /// Earliest start of `span` on `nodes` nodes; [`Exact::MAX`] if there never are that
    /// many.
    pub fn earliest(&self, nodes: u32, span: impl Into<Exact>) -> Exact {
        let found = self.search(nodes, span.into(), 0, NO_LIMITS, NoObserver);
        found.map_or(Exact::MAX, |found| found.start)
    }

    /// Finds the earliest start and takes the nodes away from then on for `span`.
    pub fn reserve(&mut self, nodes: u32, span: impl Into<Exact>) -> Exact {
        let span = span.into();
        let found = self.search(nodes, span, 0, NO_LIMITS, NoObserver);
        self.take_if_found(found, nodes, span)
    }

    /// As [`Profile::reserve`], given that there is no start before `earliest`.
    #[cfg(feature = "slicing")]
    pub(crate) fn reserve_from(&mut self, nodes: u32, span: Exact, earliest: Time) -> Exact {
        let from = self.index_of(earliest);
        let found = self.search(nodes, span, from, NO_LIMITS, NoObserver);
        self.take_if_found(found, nodes, span)
    }

    /// Takes nodes away for `span` from the start that was found, if any.
    #[inline]
    pub(super) fn take_if_found(
        &mut self,
        found: Option<FoundStart>,
        nodes: u32,
        span: Exact,
    ) -> Exact {
        let Some(found) = found else {
            return Exact::MAX;
        };
        if span > Exact::ZERO {
            if !self.has_parts() {
                self.take_found::<false>(&found, found.start + span, nodes)
            } else {
                self.take_found::<true>(&found, found.start + span, nodes)
            }
        }
        found.start
    }

    /// Moves the reservation of `nodes` nodes from `planned` on for `span` to its earliest
    /// start; returns it if it is sooner and before `horizon`.
    #[inline]
    pub fn move_up(
        &mut self,
        nodes: u32,
        span: impl Into<Exact>,
        planned: Exact,
        horizon: Exact,
    ) -> Option<Exact> {
        let span = span.into();
        // Since it starts before `planned`, it also ends before its present reservation
        // does, so from `planned` on its own nodes are enough: the reservation need not be
        // removed for the search.
        let found = self.search(nodes, span, 0, (planned, horizon), NoObserver)?;
        if span > Exact::ZERO {
            self.exchange(&found, nodes, span, planned);
        }
        Some(found.start)
    }

    /// Index of the first point that is not before `at`, to the nanosecond.
    #[inline]
    pub(super) fn index_of(&self, at: Time) -> usize {
        if at <= self.times[self.first] {
            0
        } else {
            self.index_not_before::<false>(at.into())
        }
    }

    /// Takes nodes away from the start that was found until `end`.
    #[inline]
    pub(super) fn take_found<const PARTS: bool>(
        &mut self,
        found: &FoundStart,
        end: Exact,
        nodes: u32,
    ) {
        let end = self.split_at::<PARTS>(found.end, end);
        self.change_between(found.index, end, |free| *free -= nodes);
    }

    /// Earliest start of `span` on `nodes` nodes before `horizon`; calls `passed` with the
    /// number of free nodes at each point that is passed because it has fewer.
    #[cfg(feature = "moldable")]
    pub(crate) fn earliest_observed(
        &self,
        nodes: u32,
        span: Exact,
        horizon: Exact,
        passed: impl FnMut(u32),
    ) -> Option<Exact> {
        let found = self.search(
            nodes,
            span,
            0,
            (Exact::MAX, horizon),
            PassedObserver(passed),
        );
        found.map(|found| found.start)
    }

    /// Earliest start before `planned` and `horizon` from which `nodes` nodes are free
    /// until `planned`, where they are reserved from then on.
    #[inline(always)]
    pub(super) fn widen<const PARTS: bool>(
        &self,
        nodes: u32,
        planned: Exact,
        horizon: Exact,
    ) -> Option<FoundStart> {
        let end = self.index_not_before::<PARTS>(planned);
        let free = self.free.get(self.first..self.first + end)?;
        let before = free.iter().rev().take_while(|&&free| free >= nodes).count();
        let index = end - before;
        let start = self.time_in::<PARTS>(self.first + index);
        (before > 0 && start < horizon).then_some(FoundStart { start, index, end })
    }

    /// Maximum number of free nodes at any point before `horizon`, or in the same
    /// nanosecond.
    #[inline]
    pub(crate) fn max_free_before(&self, horizon: Exact) -> u32 {
        let points = self.first..self.first + self.len;
        let times = self.times.get(points.clone()).unwrap_or_default();
        let free = self.free.get(points).unwrap_or_default();
        let points = times.iter().zip(free);
        let near = points.take_while(|&(&time, _)| time <= horizon.instant());
        near.fold(0, |most, (_, &free)| most.max(free))
    }

    /// Whether `nodes` nodes are free for `span` from the first point on.
    pub fn fits_now(&self, nodes: u32, span: impl Into<Exact>) -> bool {
        let end = self.time(self.first) + span.into();
        let points = self.first..self.first + self.len;
        let mut ahead =
            points.take_while(|&point| point == self.first || self.is_before(point, end));
        ahead.all(|point| self.free[point] >= nodes)
    }

    /// Earliest start before `planned` and `horizon` such that `nodes` nodes are free from
    /// then until the end or until `planned`, given that there is none before the point at
    /// index `from`.
    #[inline(always)]
    pub(super) fn search(
        &self,
        nodes: u32,
        span: Exact,
        from: usize,
        (planned, horizon): (Exact, Exact),
        heard: impl SearchObserver,
    ) -> Option<FoundStart> {
        if !self.has_parts() {
            let within = (rounded(planned), rounded(horizon));
            self.search_in::<false>(nodes, rounded(span), from, within, heard)
        } else {
            self.search_in::<true>(nodes, span, from, (planned, horizon), heard)
        }
    }

    /// As `search`, for points with or without fractions.
    fn search_in<const PARTS: bool>(
        &self,
        nodes: u32,
        span: Exact,
        from: usize,
        (planned, horizon): (Exact, Exact),
        mut heard: impl SearchObserver,
    ) -> Option<FoundStart> {
        let last = if PARTS {
            planned.min(horizon)
        } else {
            planned.instant().min(horizon.instant()).into()
        };
        let end_point = self.first + self.len;
        let mut point = self.first + from;
        'start: loop {
            let ahead = self.free.get(point..end_point)?;
            point += ahead.iter().position(|&free| {
                if free < nodes {
                    heard.passed(free);
                }
                free >= nodes
            })?;
            let start = self.time_in::<PARTS>(point);
            let is_late = if PARTS {
                start >= last
            } else {
                start.instant() >= last.instant()
            };
            if is_late {
                return None;
            }
            // Rounded up, and up to two nanoseconds too late: where points have fractions,
            // those as near as that are compared exactly.
            let end = start
                .instant()
                .after(span.round_up())
                .min(planned.instant());
            let mut next = point + 1;
            while next < end_point
                && let (Some(&time), Some(&free)) = (self.times.get(next), self.free.get(next))
            {
                let is_before = if PARTS && time.0 <= end.0 && time.0.saturating_add(2) >= end.0 {
                    self.time(next) < (start + span).min(planned)
                } else {
                    time < end
                };
                if !is_before {
                    break;
                }
                if free < nodes {
                    // Too few nodes here rule out every start up to here.
                    heard.blocked(start.instant(), time);
                    point = next;
                    continue 'start;
                }
                next += 1;
            }
            return Some(FoundStart {
                start,
                index: point - self.first,
                end: next - self.first,
            });
        }
    }
}
