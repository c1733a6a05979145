//! Which stretches of a profile have no hole that is wide and long enough.

use crate::table::Table;
use crate::time::{Duration, Time};

/// Stretches of time that are told apart.
const STRETCHES: usize = 64;
/// Widths that are told apart: two for each power of two, up to 2^17.
const WIDTHS: usize = 36;
/// Where marks lie: of the sweep before, then of this one.
const MARKS: usize = STRETCHES * (1 + WIDTHS);
/// Entries that are kept: where stretches begin, what is known of each for each width,
/// and for each width two words of marks.
pub(super) const ENTRIES: usize = MARKS + 2 * WIDTHS;
/// Points of a profile that can be searched as fast without.
const FEW_POINTS: usize = 256;

/// What searches of a profile have found, for searches after them.
///
/// Whoever needs as many nodes as somebody for whom there was no start within a
/// stretch of time, and for as long, has none there either. That stays so while nodes
/// are taken; where they are given back, what is no longer known is forgotten.
#[derive(Debug)]
pub(super) struct Holes<'a> {
    // Where stretches begin, the first at the beginning of time; then for each width
    // the least span that is known to have no start within each; then for each width a
    // bit for each stretch in which nodes were given back.
    entries: Table<'a, Time>,
    // How many points the profile had when they were chosen; 0 if they are not.
    points: usize,
}

/// The width that is no more than `nodes`.
#[inline]
fn width_within(nodes: u32) -> usize {
    let power = nodes.max(1).ilog2();
    let half = (nodes >> power.saturating_sub(1)) & u32::from(power > 0);
    2 * power as usize + half as usize
}

/// The least width that is no less than `nodes`.
#[inline]
fn width_over(nodes: u32) -> usize {
    width_within(nodes.saturating_sub(1)) + usize::from(nodes > 1)
}

impl<'a> Holes<'a> {
    /// Nothing is known; with less room than [`ENTRIES`] that stays so.
    pub(super) fn new(entries: &'a mut [Time]) -> Self {
        Self {
            entries: Table::new(entries, Time::MAX),
            points: 0,
        }
    }

    /// Whether anything can be known.
    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        self.points > 0
    }

    /// Forgets everything.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.points = 0;
    }

    /// Chooses stretches anew if those that are have become too few or too many for
    /// `times`, those of the profile's points.
    #[inline]
    pub(super) fn suit(&mut self, times: &[Time]) {
        if times.len() < FEW_POINTS {
            return self.forget();
        }
        let ahead = self.points > 0 && times.first() < self.entries.get(STRETCHES / 4);
        if !ahead || times.len() > 2 * self.points {
            self.choose(times);
        }
    }

    #[cold]
    fn choose(&mut self, times: &[Time]) {
        self.points = times.len();
        if self.entries.len() < ENTRIES {
            self.points = 0;
            return;
        }
        for stretch in 1..STRETCHES {
            self.entries[stretch] = times[stretch * times.len() / STRETCHES];
        }
        self.entries[0] = Time::ZERO;
        if let Some(known) = self.entries.get_mut(STRETCHES..MARKS) {
            known.fill(Time::MAX);
        }
        // Nobody knows where nodes were given back before.
        if let Some(marks) = self.entries.get_mut(MARKS..ENTRIES) {
            marks.fill(Time::ZERO);
            marks[..WIDTHS].fill(Time(u64::MAX));
        }
    }

    /// A sweep is done: whoever is tried in the next one was tried in it.
    pub(super) fn turn(&mut self) {
        if let Some(marks) = self.entries.get_mut(MARKS..ENTRIES) {
            let (before, now) = marks.split_at_mut(WIDTHS);
            before.copy_from_slice(now);
            now.fill(Time::ZERO);
        }
    }

    /// A bit for each stretch before `end` in which somebody with `nodes` nodes may have
    /// got more since the last sweep's turn came to them.
    #[inline]
    pub(super) fn marks(&self, nodes: u32, end: Time) -> u64 {
        let width = width_within(nodes).min(WIDTHS - 1);
        let marks = self.entries[MARKS + width].0 | self.entries[MARKS + WIDTHS + width].0;
        let behind = self.stretches_before(end);
        marks
            & u64::MAX
                .checked_shr((STRETCHES - behind) as u32)
                .unwrap_or(0)
    }

    /// How many stretches begin before `at`.
    #[inline]
    fn stretches_before(&self, at: Time) -> usize {
        let begins = self.entries.get(..STRETCHES).unwrap_or_default();
        begins.partition_point(|&begin| begin < at)
    }

    /// The first stretch within which whoever needs `span` may reach `at`.
    #[inline]
    pub(super) fn reaching(&self, at: Time, span: Duration) -> usize {
        // The stretch before ends where this one begins.
        let from = Time(at.0.saturating_sub(span.0).saturating_add(1));
        self.stretches_before(from).saturating_sub(1)
    }

    /// When a stretch begins.
    #[inline]
    pub(super) fn begin(&self, stretch: usize) -> Time {
        match stretch < STRETCHES {
            true => self.entries[stretch],
            false => Time::MAX,
        }
    }

    /// The first stretch from `stretch` on in which `nodes` nodes may be free for `span`.
    /// Nothing is known of what would end behind `planned`.
    #[inline]
    pub(super) fn pass(
        &self,
        (nodes, span): (u32, Duration),
        planned: Time,
        stretch: usize,
    ) -> usize {
        let row = STRETCHES * (1 + width_within(nodes).min(WIDTHS - 1));
        let ends = self.entries.get(stretch + 1..STRETCHES).unwrap_or_default();
        let least = self.entries.get(row + stretch..row + STRETCHES);
        let mut known = ends.iter().zip(least.unwrap_or_default());
        let passed = known
            .position(|(end, least)| least.0 > span.0 || end.0.saturating_add(least.0) > planned.0);
        passed.map_or(STRETCHES - 1, |passed| stretch + passed)
    }

    /// `nodes` nodes are free for `span` nowhere in `stretch`, if that ends by `end`.
    pub(super) fn note(&mut self, (nodes, span): (u32, Duration), stretch: usize, end: Time) {
        if stretch < STRETCHES && self.begin(stretch + 1) <= end {
            for width in width_over(nodes)..WIDTHS {
                let least = &mut self.entries[STRETCHES * (1 + width) + stretch];
                if least.0 <= span.0 {
                    break;
                }
                *least = Time(span.0);
            }
        }
    }

    /// From `from` until `until`, `free` nodes are free instead of `before`.
    pub(super) fn raise(&mut self, from: Time, until: Time, before: u32, free: u32) {
        let first = self.stretches_before(Time(from.0.saturating_add(1)));
        let (first, end) = (first.saturating_sub(1), self.stretches_before(until));
        if first >= end {
            return; // both within one nanosecond
        }
        let marks = (u64::MAX >> (STRETCHES - (end - first))) << first;
        let widths = width_within(before.saturating_add(1)).min(WIDTHS - 1);
        for width in widths..=width_within(free).min(WIDTHS - 1) {
            self.entries[MARKS + WIDTHS + width].0 |= marks;
        }
        let widest = width_within(free).min(WIDTHS - 1);
        for width in width_over(before.saturating_add(1))..=widest {
            for stretch in 0..end {
                let least = self.entries[STRETCHES * (1 + width) + stretch];
                if self.begin(stretch + 1).0.saturating_add(least.0) > from.0 {
                    let narrower = match width.checked_sub(1) {
                        Some(narrower) => self.entries[STRETCHES * (1 + narrower) + stretch],
                        None => Time::MAX,
                    };
                    self.entries[STRETCHES * (1 + width) + stretch] = narrower;
                }
            }
        }
    }
}
