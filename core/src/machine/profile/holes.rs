//! Memory of a profile's holes: searches without result, and holes that are new.

use core::ops::Range;

use crate::machine::table::Table;
use crate::units::time::{Duration, Time};

/// Number of time stretches that are distinguished.
const STRETCHES: usize = 64;
/// Number of widths that are distinguished: two for each power of two, up to 2^17.
const WIDTHS: usize = 36;
/// Number of lengths that are distinguished: two for each power of two.
const LENGTHS: usize = 48;
/// Holes shorter than 2^29 nanoseconds, half a second, are one length.
const SHORTEST: u32 = 28;

/// Offset of the news: since the previous sweep, then in this one.
const NEWS_OFFSET: usize = STRETCHES * (1 + WIDTHS);
/// News of a width: for each length a bitmap of the stretches in which new holes of that
/// length begin, then of those that new holes touch, then the longest length plus one.
const TOUCHED: usize = LENGTHS;
const LONGEST: usize = LENGTHS + 1;
const ROW: usize = LENGTHS + 2;
/// Number of entries: begins of stretches, knowledge of each for each width, and twice the
/// news of each width.
pub(super) const ENTRIES: usize = NEWS_OFFSET + 2 * WIDTHS * ROW;

/// Numbers of points of a profile at which holes are remembered, and below which they are
/// forgotten: a small profile is searched as fast without.
const POINTS: Range<usize> = 128..256;

/// Results of searches in a profile, for later searches.
///
/// If a job found no start within a stretch of time, neither does one with as many nodes
/// and as long. That stays so while nodes are taken. Where they are given back there are
/// new holes, or longer ones: a job needs to be tried again only there.
#[derive(Debug)]
pub(super) struct Holes<'a> {
    // Begins of stretches, the first at the beginning of time; then for each width the
    // least span that is known to have no start within each; then the news.
    entries: Table<'a, Time>,
    // Number of points of the profile when stretches were chosen; 0 if they are not.
    points: usize,
    // Bitmaps of the widths with news: since the previous sweep, in this one.
    news: [u64; 2],
}

/// New holes for a job.
pub(super) struct NewHoles {
    /// Bitmap of the stretches in which a hole begins that may be long enough.
    pub(super) begins: u64,
    /// Whether one may last until the job's present reservation.
    pub(super) reaches: bool,
}

/// A time in which nodes are free throughout.
pub(super) struct Hole {
    from: Time,
    until: Time,
    // The first and the last stretch that it touches.
    stretches: (usize, usize),
}

/// Twice the exponent of the largest power of two, plus one if half of it is added.
#[inline]
fn half_log2(number: u64) -> usize {
    let power = number.max(1).ilog2();
    let half = (number >> power.saturating_sub(1)) & u64::from(power > 0);
    2 * power as usize + half as usize
}

/// Largest width of at most `nodes`.
#[inline]
fn width_within(nodes: u32) -> usize {
    half_log2(nodes.into()).min(WIDTHS - 1)
}

/// Least width of at least `nodes`.
#[inline]
fn width_over(nodes: u32) -> usize {
    half_log2(nodes.saturating_sub(1).into()) + usize::from(nodes > 1)
}

/// Number of nodes of that width.
#[inline]
fn fewest(width: usize) -> u32 {
    let power = 1 << (width / 2);
    power + (width % 2) as u32 * (power / 2)
}

/// Largest length of at most `nanoseconds`.
#[inline]
fn length_of(nanoseconds: u64) -> usize {
    half_log2(nanoseconds >> SHORTEST).min(LENGTHS - 1)
}

/// Bits of the stretches `first` to `last`, which is not smaller.
#[inline]
fn bits(first: usize, last: usize) -> u64 {
    let up_to_last = u64::MAX >> (STRETCHES - 1 - last.min(STRETCHES - 1));
    up_to_last & u64::MAX.checked_shl(first as u32).unwrap_or(0)
}

impl<'a> Holes<'a> {
    /// Without knowledge; with less room than [`ENTRIES`] that stays so.
    pub(super) fn new(entries: &'a mut [Time]) -> Self {
        Self {
            entries: Table::new(entries, Time::MAX),
            points: 0,
            news: [0; 2],
        }
    }

    /// Whether there is room for knowledge.
    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        self.points > 0
    }

    /// Forgets everything.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.points = 0;
    }

    /// Chooses new stretches if the present ones have become too few or too many for
    /// `times`, those of the profile's points.
    #[inline]
    pub(super) fn adapt(&mut self, times: &[Time]) {
        let least = if self.are_kept() {
            POINTS.start
        } else {
            POINTS.end
        };
        if times.len() < least {
            return self.forget();
        }
        let ahead = self.are_kept() && times.first() < self.entries.get(STRETCHES / 4);
        if !ahead || times.len() > 2 * self.points {
            self.choose(times);
        }
    }

    #[cold]
    fn choose(&mut self, times: &[Time]) {
        if self.entries.len() < ENTRIES {
            return self.forget();
        }
        self.points = times.len();
        for stretch in 1..STRETCHES {
            self.entries[stretch] = times[stretch * times.len() / STRETCHES];
        }
        self.entries[0] = Time::ZERO;
        if let Some(known) = self.entries.get_mut(STRETCHES..NEWS_OFFSET) {
            known.fill(Time::MAX);
        }
        // It is unknown where nodes were given back before.
        for width in 0..WIDTHS {
            self.row(1, width).fill(Time::ZERO);
            self.row(0, width).fill(Time(u64::MAX));
            self.row(0, width)[LONGEST] = Time(LENGTHS as u64);
        }
        self.news = [u64::MAX, 0];
    }

    /// News of a width: since the previous sweep, or in this one.
    #[inline]
    fn row(&mut self, sweep: usize, width: usize) -> &mut [Time] {
        let row = NEWS_OFFSET + (sweep * WIDTHS + width) * ROW;
        self.entries.get_mut(row..row + ROW).unwrap_or_default()
    }

    /// Ends a sweep: the jobs of the next one were all tried in it.
    pub(super) fn end_sweep(&mut self) {
        let [before, now] = self.news;
        for width in (0..WIDTHS).filter(|width| (before | now) >> width & 1 == 1) {
            let (to, from) = (
                NEWS_OFFSET + width * ROW,
                NEWS_OFFSET + (WIDTHS + width) * ROW,
            );
            if let Some(entries) = self.entries.get_mut(..from + ROW) {
                entries.copy_within(from.., to);
            }
            self.row(1, width).fill(Time::ZERO);
        }
        self.news = [now, 0];
    }

    /// New holes for a job that needs `nodes` nodes for `span` and is planned for
    /// `planned`, since it was tried in the previous sweep.
    #[inline]
    pub(super) fn news(&self, (nodes, span): (u32, Duration), planned: Time) -> NewHoles {
        let (width, length) = (width_within(nodes), length_of(span.0));
        let (mut begins, mut touched) = (0, 0);
        for sweep in 0..2 {
            if self.news[sweep] >> width & 1 == 0 {
                continue;
            }
            let row = NEWS_OFFSET + (sweep * WIDTHS + width) * ROW;
            if let Some(row) = self.entries.get(row..row + ROW) {
                let longest = (row[LONGEST].0 as usize).min(LENGTHS);
                let long_enough = row.get(length..longest).unwrap_or_default();
                begins |= long_enough.iter().fold(0, |bits, entry| bits | entry.0);
                touched |= row[TOUCHED].0;
            }
        }
        if begins | touched == 0 {
            return NewHoles {
                begins,
                reaches: false,
            };
        }
        let own = self.stretches_before(planned).saturating_sub(1);
        NewHoles {
            begins: begins & bits(0, own),
            reaches: touched >> own & 1 == 1,
        }
    }

    /// Number of stretches that begin before `at`.
    #[inline]
    fn stretches_before(&self, at: Time) -> usize {
        let begins = self.entries.get(..STRETCHES).unwrap_or_default();
        begins.partition_point(|&begin| begin < at)
    }

    /// Begin of a stretch.
    #[inline]
    pub(super) fn begin(&self, stretch: usize) -> Time {
        if stretch < STRETCHES {
            self.entries[stretch]
        } else {
            Time::MAX
        }
    }

    /// First stretch from `stretch` on, among those whose bits are set, in which `nodes`
    /// nodes may be free for `span`.
    #[inline]
    pub(super) fn next(
        &self,
        (nodes, span): (u32, Duration),
        mut stretches: u64,
        stretch: usize,
    ) -> Option<usize> {
        let row = STRETCHES * (1 + width_within(nodes));
        let least = self.entries.get(row..row + STRETCHES)?;
        stretches &= u64::MAX.checked_shl(stretch as u32).unwrap_or(0);
        while stretches != 0 {
            let next = stretches.trailing_zeros() as usize;
            if least[next].0 > span.0 {
                return Some(next);
            }
            stretches &= stretches - 1;
        }
        None
    }

    /// Notes that `nodes` nodes are nowhere free for `span` in `stretch`, if that ends by
    /// `end`.
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

    /// Widths of which there may be new holes where at least `before` nodes were free and
    /// at most `free` are: the fewest nodes of each, and the fewest of a wider one.
    pub(super) fn widths(before: u32, free: u32) -> impl Iterator<Item = (usize, Range<u32>)> {
        let widths = width_within(before.saturating_add(1))..=width_within(free);
        // No number lies between one node and two.
        let widths = widths.filter(|&width| width != 1);
        widths.map(|width| {
            let wider = match width {
                0 => 2,
                _ if width == WIDTHS - 1 => u32::MAX,
                _ => fewest(width + 1),
            };
            (width, fewest(width)..wider)
        })
    }

    /// The hole from `from` until `until`.
    pub(super) fn hole(&self, from: Time, until: Time) -> Hole {
        let first = self.stretches_before(Time(from.0.saturating_add(1)));
        let first = first.saturating_sub(1);
        let last = self.stretches_before(until).saturating_sub(1).max(first);
        Hole {
            from,
            until,
            stretches: (first, last),
        }
    }

    /// Notes that the fewest nodes of a width are free in `hole`, and were not.
    #[inline]
    pub(super) fn raise(&mut self, width: usize, hole: &Hole) {
        self.news[1] |= 1 << width;
        for stretch in hole.stretches.0..=hole.stretches.1 {
            // Both are rounded up, so it may be longer by almost a nanosecond.
            let length = hole.until.since(hole.from.max(self.begin(stretch))).0;
            let length = length.saturating_add(1);
            let least = &mut self.entries[STRETCHES * (1 + width) + stretch];
            *least = (*least).max(Time(length.saturating_add(1)));
            // A job that needs more nodes of the width may find a hole that begins later.
            let length = length_of(length);
            let row = self.row(1, width);
            if let Some(begins) = row.get_mut(length) {
                begins.0 |= 1 << stretch;
            }
            if let [touched, longest] = &mut row[TOUCHED..] {
                touched.0 |= 1 << stretch;
                longest.0 = longest.0.max(length as u64 + 1);
            }
        }
    }
}
