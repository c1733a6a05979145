//! A profile for reservations that are moved up, with knowledge of its holes.

use core::ops::Range;

use super::Profile;
use super::holes::{ENTRIES, Holes, fewest};
use super::search::{FoundStart, NO_LIMITS, SearchObserver};
use crate::exact::Exact;
use crate::units::time::{Duration, Time};

/// A profile that remembers searches without result, so that later ones skip these parts.
#[derive(Debug)]
pub(crate) struct Reservations<'a> {
    profile: Profile<'a>,
    holes: Holes<'a>,
}

/// Length of the longest hole found in a stretch.
struct Longest {
    // Begin of the next hole, if that may have been before it was found.
    begin: Time,
    length: u64,
}

impl Longest {
    /// State at the begin of a stretch, behind which the first point is at `first`.
    #[inline]
    fn after(begin: Time, first: Time) -> Self {
        // A hole that began before may last until that point.
        let length = first.since(begin).0.saturating_add(1);
        Self { begin, length }
    }
}

impl SearchObserver for &mut Longest {
    #[inline]
    fn blocked(&mut self, start: Time, end: Time) {
        let start = core::mem::replace(&mut self.begin, Time::MAX).min(start);
        // Both are rounded up, so it may be longer by almost a nanosecond.
        self.length = self.length.max(end.since(start).0.saturating_add(1));
    }
}

impl<'a> Reservations<'a> {
    /// A profile for `jobs` jobs; knowledge is kept behind its points, if there is room.
    pub(crate) fn new(profile: Profile<'a>, jobs: usize) -> Self {
        let (profile, room) = profile.split_off(jobs, ENTRIES);
        Self {
            profile,
            holes: Holes::new(room),
        }
    }

    /// Read access to the profile.
    #[inline]
    pub(crate) fn profile(&self) -> &Profile<'a> {
        &self.profile
    }

    /// Whether anything is remembered.
    #[cfg(test)]
    pub(super) fn keeps_holes(&self) -> bool {
        self.holes.are_kept()
    }

    /// The profile, to be rebuilt: forgets all knowledge.
    pub(crate) fn rebuild(&mut self) -> &mut Profile<'a> {
        self.holes.forget();
        &mut self.profile
    }

    /// As [`Profile::advance`].
    #[inline]
    pub(crate) fn advance(&mut self, now: Exact) {
        self.profile.advance(now);
        self.holes.adapt(self.profile.times());
    }

    /// As [`Profile::give`].
    #[inline]
    pub(crate) fn give(&mut self, from: Exact, until: Exact, nodes: u32) {
        if from < until {
            if self.holes.are_kept() {
                self.profile.make_room();
            }
            if !self.profile.has_parts() {
                self.give_in::<false>(from, until, nodes)
            } else {
                self.give_in::<true>(from, until, nodes)
            }
        }
    }

    #[inline]
    fn give_in<const PARTS: bool>(&mut self, from: Exact, until: Exact, nodes: u32) {
        let start = self.profile.split::<PARTS>(from);
        let end = self.profile.split::<PARTS>(until);
        self.profile
            .change_points(start..end, |free| *free += nodes);
        if self.holes.are_kept() {
            let near = self.holes.stretch_before(from.instant());
            self.raise(start..end, nodes, near);
        }
        self.profile.merge(end);
        self.profile.merge(start);
    }

    /// As [`Profile::reserve`].
    #[inline]
    pub(crate) fn reserve(&mut self, nodes: u32, span: Exact) -> Exact {
        self.holes.adapt(self.profile.times());
        if !self.holes.are_kept() {
            return self.profile.reserve(nodes, span);
        }
        self.profile.make_room();
        let found = self.search((nodes, span), NO_LIMITS, u64::MAX);
        self.profile.take_if_found(found, nodes, span)
    }

    /// As [`Profile::move_up`], for a job without an earlier start than `planned` except
    /// where nodes were given back before `horizon`.
    #[inline(always)]
    pub(crate) fn move_up(
        &mut self,
        nodes: u32,
        span: Exact,
        planned: Exact,
        horizon: Exact,
    ) -> Option<Exact> {
        if !self.holes.are_kept() {
            return self.profile.move_up(nodes, span, planned, horizon);
        }
        if self.profile.has_parts() {
            self.move_up_exactly(nodes, span, planned, horizon)
        } else {
            let (planned, horizon) = (planned.instant(), horizon.instant());
            let start = self.move_up_whole(nodes, span.round_up(), planned, horizon);
            start.map(Exact::from)
        }
    }

    #[inline(never)]
    fn move_up_exactly(
        &mut self,
        nodes: u32,
        span: Exact,
        planned: Exact,
        horizon: Exact,
    ) -> Option<Exact> {
        self.move_up_in::<true>(nodes, span, planned, horizon)
    }

    /// As `move_up`, where all instants are whole: they are passed in registers.
    #[inline(never)]
    fn move_up_whole(
        &mut self,
        nodes: u32,
        span: Duration,
        planned: Time,
        horizon: Time,
    ) -> Option<Time> {
        let start = self.move_up_in::<false>(nodes, span.into(), planned.into(), horizon.into());
        start.map(Exact::instant)
    }

    #[inline(always)]
    fn move_up_in<const PARTS: bool>(
        &mut self,
        nodes: u32,
        span: Exact,
        planned: Exact,
        horizon: Exact,
    ) -> Option<Exact> {
        self.profile.make_room();
        let new = self
            .holes
            .new_holes((nodes, span.round_down()), planned.instant());
        let found = match new.begins {
            0 => None,
            begins => self.search((nodes, span), (planned, horizon), begins),
        };
        // A hole until the reservation begins need not be long enough for all of it.
        let wider = if new.reaches {
            self.profile.widen::<PARTS>(nodes, planned, horizon)
        } else {
            None
        };
        let found = match (found, wider) {
            (Some(found), Some(wider)) if wider.index < found.index => wider,
            (found, wider) => found.or(wider)?,
        };
        if span.round_up() > Duration::ZERO {
            let profile = &mut self.profile;
            let given = profile.exchange_sparing::<PARTS>(&found, nodes, span, planned);
            self.raise(given, nodes, new.own);
        }
        Some(found.start)
    }

    /// Searches only these stretches, and where a start is not known to be impossible.
    fn search(
        &mut self,
        (nodes, span): (u32, Exact),
        (planned, horizon): (Exact, Exact),
        stretches: u64,
    ) -> Option<FoundStart> {
        let sought = (nodes, span.round_down());
        let last = Time(planned.min(horizon).round_down().0);
        let mut next = self.holes.next(sought, stretches, 0);
        while let Some(stretch) = next {
            let begin = self.holes.begin(stretch);
            if begin > last {
                return None;
            }
            let from = self.profile.index_of(begin);
            let until = self.holes.begin(stretch + 1);
            let within = (planned, horizon.min(until.into()));
            let first = self.profile.times().get(from).copied().unwrap_or(Time::MAX);
            let mut holes = Longest::after(begin.max(self.profile.now()), first);
            let found = self.profile.search(nodes, span, from, within, &mut holes);
            let end = found.as_ref().map(|found| found.start);
            let end = end.unwrap_or(planned.min(within.1));
            // A hole from before the stretch until behind it was not looked at.
            let least = if first < until {
                span.round_up()
                    .min(Duration(holes.length.saturating_add(1)))
            } else {
                span.round_up()
            };
            self.holes
                .note((nodes, least), stretch, Time(end.round_down().0));
            if found.is_some() || until > last {
                return found;
            }
            next = self.holes.next(sought, stretches, stretch + 1);
        }
        None
    }

    /// Ends a sweep, in which all jobs that could move up were tried.
    pub(crate) fn end_sweep(&mut self) {
        if self.holes.are_kept() {
            self.holes.end_sweep();
        }
    }

    /// Notes the holes of each width that arose when `nodes` nodes were given back at
    /// `points`, which are likely near the stretch `near`.
    fn raise(&mut self, points: Range<usize>, nodes: u32, mut near: usize) {
        let (first, len) = (self.profile.first, self.profile.len);
        let (Some(times), Some(free)) = (
            self.profile.times.get(first..first + len),
            self.profile.free.get(first..first + len),
        ) else {
            return;
        };
        let free_at = |index: usize| free.get(index).copied().unwrap_or(0);
        // Widths of which the point before has a new hole, to which this one belongs.
        let mut noted = 0..0;
        for index in points {
            let most = free_at(index);
            let widths = Holes::widths(most.saturating_sub(nodes), most);
            let start = if noted.contains(&widths.start) {
                noted.end
            } else {
                widths.start
            };
            let (mut begin, mut behind, mut end) = (index, index + 1, widths.end);
            // The fewer nodes, the longer the hole; of many widths it is the same.
            while start < end {
                let beside = free_at(begin.wrapping_sub(1)).max(free_at(behind));
                let narrower = (Holes::widths_within(beside).end.max(start)).min(end);
                if narrower < end {
                    near = self.holes.raise(narrower..end, times, begin..behind, near);
                    end = narrower;
                }
                let least = fewest(end.saturating_sub(1));
                while free_at(begin.wrapping_sub(1)) >= least {
                    begin -= 1;
                }
                while free_at(behind) >= least {
                    behind += 1;
                }
            }
            noted = widths;
        }
    }
}
