//! Where a job fits into the profile, and its reservation there.

use super::Profile;
use crate::exact::Exact;

/// A start that was found.
struct Found {
    start: Exact,
    // The place of the point at which that is.
    place: usize,
    // The place of the first point that is not before what was looked for ends.
    end: usize,
}

impl Profile<'_> {
    /// The earliest start of `span` on `nodes` nodes; [`Exact::MAX`] if there
    /// never are so many.
    pub fn earliest(&self, nodes: u32, span: impl Into<Exact>) -> Exact {
        let found = self.search(nodes, span.into(), Exact::MAX, Exact::MAX, |_| {});
        found.map_or(Exact::MAX, |found| found.start)
    }

    /// The same, and takes the nodes away from then on for `span`.
    pub fn reserve(&mut self, nodes: u32, span: impl Into<Exact>) -> Exact {
        let span = span.into();
        let Some(found) = self.search(nodes, span, Exact::MAX, Exact::MAX, |_| {}) else {
            return Exact::MAX;
        };
        if span > Exact::ZERO {
            match !self.has_parts() {
                true => self.take_found::<false>(&found, found.start + span, nodes),
                false => self.take_found::<true>(&found, found.start + span, nodes),
            }
        }
        found.start
    }

    /// Moves the reservation of `nodes` nodes from `planned` on for `span` to its
    /// earliest start, and says when that is if it is sooner and before `horizon`.
    #[inline]
    pub fn move_up(
        &mut self,
        nodes: u32,
        span: impl Into<Exact>,
        planned: Exact,
        horizon: Exact,
    ) -> Option<Exact> {
        let span = span.into();
        // Since it starts before `planned`, it also ends before its present
        // reservation does, so from `planned` on its own nodes are enough: the
        // reservation need not be taken out to look.
        let found = self.search(nodes, span, planned, horizon, |_| {})?;
        if span > Exact::ZERO {
            match !self.has_parts() {
                true => self.exchange::<false>(&found, nodes, span, planned),
                false => self.exchange::<true>(&found, nodes, span, planned),
            }
        }
        Some(found.start)
    }

    /// Moves a reservation from `planned` to where an earlier start was found.
    /// Where it lies both before and after nothing changes.
    #[inline]
    fn exchange<const PARTS: bool>(
        &mut self,
        found: &Found,
        nodes: u32,
        span: Exact,
        planned: Exact,
    ) {
        let (end, until) = (found.start + span, planned + span);
        let given = end.max(planned);
        // What lies behind goes first: the places before it stay as they are.
        if given < until {
            let start = self.split::<PARTS>(given);
            let end = self.split::<PARTS>(until);
            self.change_between(start, end, |free| *free += nodes);
        }
        self.take_found::<PARTS>(found, end.min(planned), nodes);
    }

    /// Takes nodes away from the start that was found until `end`.
    #[inline]
    fn take_found<const PARTS: bool>(&mut self, found: &Found, end: Exact, nodes: u32) {
        let end = self.split_at::<PARTS>(found.end, end);
        self.change_between(found.place, end, |free| *free -= nodes);
    }

    /// The earliest start of `span` on `nodes` nodes before `horizon`; `passed` hears of
    /// each point that is passed because fewer are free there, how many.
    #[cfg(feature = "moldable")]
    pub(crate) fn earliest_noting(
        &self,
        nodes: u32,
        span: Exact,
        horizon: Exact,
        passed: impl FnMut(u32),
    ) -> Option<Exact> {
        let found = self.search(nodes, span, Exact::MAX, horizon, passed);
        found.map(|found| found.start)
    }

    /// The most nodes free at any point before `horizon`, or in the same nanosecond.
    #[inline]
    pub(crate) fn most_before(&self, horizon: Exact) -> u32 {
        let points = self.first..self.first + self.len;
        let times = self.times.get(points.clone()).unwrap_or_default();
        let free = self.free.get(points).unwrap_or_default();
        let points = times.iter().zip(free);
        let near = points.take_while(|&(&time, _)| time <= horizon.time());
        near.fold(0, |most, (_, &free)| most.max(free))
    }

    /// Whether `nodes` nodes are free for `span` from the first point on.
    pub fn fits_now(&self, nodes: u32, span: impl Into<Exact>) -> bool {
        let end = self.time(self.first) + span.into();
        let mut points = self.first..self.first + self.len;
        points.all(|point| {
            self.free[point] >= nodes || (point > self.first && !self.is_before(point, end))
        })
    }

    /// The earliest start before `planned` and `horizon` such that `nodes`
    /// nodes are free from then until the end or until `planned`.
    #[inline]
    fn search(
        &self,
        nodes: u32,
        span: Exact,
        planned: Exact,
        horizon: Exact,
        passed: impl FnMut(u32),
    ) -> Option<Found> {
        match !self.has_parts() {
            true => {
                let whole = |at: Exact| at.time().into();
                let span = span.up().into();
                self.search_in::<false>(nodes, span, whole(planned), whole(horizon), passed)
            }
            false => self.search_in::<true>(nodes, span, planned, horizon, passed),
        }
    }

    /// The same, where points have parts or none do.
    fn search_in<const PARTS: bool>(
        &self,
        nodes: u32,
        span: Exact,
        planned: Exact,
        horizon: Exact,
        mut passed: impl FnMut(u32),
    ) -> Option<Found> {
        let last = match PARTS {
            true => planned.min(horizon),
            false => planned.time().min(horizon.time()).into(),
        };
        let end_point = self.first + self.len;
        let mut point = self.first;
        'start: loop {
            let ahead = self.free.get(point..end_point)?;
            point += ahead.iter().position(|&free| {
                if free < nodes {
                    passed(free);
                }
                free >= nodes
            })?;
            let start = self.time_in::<PARTS>(point);
            let is_late = match PARTS {
                true => start >= last,
                false => start.time() >= last.time(),
            };
            if is_late {
                return None;
            }
            // Rounded up, and up to two nanoseconds too late: where points have parts,
            // those as near as that are looked at exactly.
            let end = start.time().after(span.up()).min(planned.time());
            let mut next = point + 1;
            while next < end_point
                && let (Some(&time), Some(&free)) = (self.times.get(next), self.free.get(next))
            {
                let is_before = match PARTS {
                    true if time.0 <= end.0 && time.0.saturating_add(2) >= end.0 => {
                        self.time(next) < (start + span).min(planned)
                    }
                    _ => time < end,
                };
                if !is_before {
                    break;
                }
                if free < nodes {
                    // Too few nodes here rule out every start up to here.
                    point = next;
                    continue 'start;
                }
                next += 1;
            }
            return Some(Found {
                start,
                place: point - self.first,
                end: next - self.first,
            });
        }
    }
}
