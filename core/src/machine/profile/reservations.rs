//! A profile for reservations that are moved up, with knowledge of its holes.

use core::ops::Range;

use super::Profile;
use super::holes::{ENTRIES, Holes};
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
            self.raise(start..end, nodes);
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
    #[inline]
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
        self.profile.make_room();
        let news = self
            .holes
            .news((nodes, span.round_down()), planned.instant());
        let found = match news.begins {
            0 => None,
            begins => self.search((nodes, span), (planned, horizon), begins),
        };
        // A hole until the reservation begins need not be long enough for all of it.
        let wider = if news.reaches {
            self.profile.widen(nodes, planned, horizon)
        } else {
            None
        };
        let found = match (found, wider) {
            (Some(found), Some(wider)) if wider.start < found.start => wider,
            (found, wider) => found.or(wider)?,
        };
        if span > Exact::ZERO {
            let given = self.profile.exchange_sparing(&found, nodes, span, planned);
            self.raise(given, nodes);
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
    /// `points`.
    fn raise(&mut self, points: Range<usize>, nodes: u32) {
        let (first, len) = (self.profile.first, self.profile.len);
        let all = self.profile.free.get(first..first + len);
        let Some(free) = all else { return };
        let Some(given) = free.get(points.clone()) else {
            return;
        };
        let least = given.iter().min().copied().unwrap_or(0);
        let most = given.iter().max().copied().unwrap_or(0);
        // Holes of different widths often are the same.
        let (mut last, mut hole) = (0..0, None);
        for (width, counts) in Holes::widths(least.saturating_sub(nodes), most) {
            // Whether a job of that width finds nodes there that it did not find before.
            let is_new = |index: usize| {
                let before = free[index].saturating_sub(nodes);
                points.contains(&index) && before.saturating_add(1) < counts.end
            };
            let mut index = points.start;
            while index < points.end {
                if free[index] < counts.start {
                    index += 1;
                    continue;
                }
                let (mut begin, mut behind, mut any_new) = (index, index, false);
                while behind < len && free[behind] >= counts.start {
                    any_new |= is_new(behind);
                    behind += 1;
                }
                index = behind + 1;
                if !any_new {
                    continue;
                }
                while begin > 0 && free[begin - 1] >= counts.start {
                    begin -= 1;
                }
                if last != (begin..behind) {
                    let times = self.profile.times();
                    let until = times.get(behind).copied().unwrap_or(Time::MAX);
                    (last, hole) = (begin..behind, Some(self.holes.hole(times[begin], until)));
                }
                if let Some(hole) = &hole {
                    self.holes.raise(width, hole);
                }
            }
        }
    }
}
