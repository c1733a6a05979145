//! Memory of a profile's holes: searches without result, and holes that are new.

use core::ops::Range;

use crate::machine::table::Table;
use crate::units::time::{Duration, Time};

/// Number of time stretches that are distinguished.
const STRETCHES: usize = 64;
/// Number of widths that are distinguished: powers of two, up to 2^17.
const WIDTHS: usize = 18;
/// Number of lengths that are distinguished: two for each power of two.
const LENGTHS: usize = 48;
/// Holes shorter than 2^29 nanoseconds, half a second, are one length.
const SHORTEST: u32 = 28;

/// Numbers of the rows of the news of a sweep: for each length a bitmap of the stretches in
/// which new holes of that length begin, then one of those that new holes touch, and one of
/// the lengths.
const TOUCHED: usize = LENGTHS;
const SEEN: usize = LENGTHS + 1;
const NEW_ROWS: usize = LENGTHS + 2;
/// Number of entries: begins of stretches, and for each width the knowledge of each stretch and
/// the news of two sweeps.
pub(super) const ENTRIES: usize = STRETCHES + (STRETCHES + 2 * NEW_ROWS) * WIDTHS;

/// Entries of the widths.
type Row = [Time; WIDTHS];

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
    // Begins of stretches, the first at the beginning of time.
    begins: Table<'a, Time>,
    // For each stretch the least span that is known to have no start within it, of each
    // width: a hole is one for many widths, which lie side by side.
    known: Table<'a, Row>,
    // News of both sweeps.
    new_rows: [&'a mut [Row]; 2],
    // Number of points of the profile when stretches were chosen; 0 if they are not.
    points: usize,
    // Bitmaps of the widths with news, of both sweeps.
    news_widths: [u64; 2],
    // Which of both is this sweep; the other one is the previous sweep.
    sweep: usize,
}

/// New holes for a job.
pub(super) struct NewHoles {
    /// Bitmap of the stretches in which a hole begins that may be long enough.
    pub(super) begins: u64,
    /// Whether one may last until the job's present reservation.
    pub(super) reaches: bool,
    /// The last stretch that begins before that; the first if none does.
    pub(super) own: usize,
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
    (nodes.max(1).ilog2() as usize).min(WIDTHS - 1)
}

/// Least width of at least `nodes`.
#[inline]
fn width_over(nodes: u32) -> usize {
    (32 - nodes.saturating_sub(1).leading_zeros()) as usize
}

/// Number of nodes of that width.
#[inline]
pub(super) fn fewest(width: usize) -> u32 {
    1 << width
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
        let entries = entries.get_mut(..ENTRIES).unwrap_or_default();
        let (begins, rows) = entries.split_at_mut(entries.len().min(STRETCHES));
        let (rows, _) = rows.as_chunks_mut();
        let (known, new_rows) = rows.split_at_mut(rows.len().min(STRETCHES));
        let (previous, present) = new_rows.split_at_mut(new_rows.len().min(NEW_ROWS));
        Self {
            begins: Table::new(begins, Time::MAX),
            known: Table::new(known, [Time::MAX; WIDTHS]),
            new_rows: [previous, present],
            points: 0,
            news_widths: [0; 2],
            sweep: 1,
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
        let ahead = self.are_kept() && times.first() < self.begins.get(STRETCHES / 4);
        if !ahead || times.len() > 2 * self.points {
            self.choose(times);
        }
    }

    #[cold]
    fn choose(&mut self, times: &[Time]) {
        if self.begins.is_empty() {
            return self.forget();
        }
        self.points = times.len();
        for stretch in 1..STRETCHES {
            self.begins[stretch] = times[stretch * times.len() / STRETCHES];
        }
        self.begins[0] = Time::ZERO;
        // It is unknown where nodes were given back before.
        self.known.fill([Time::MAX; WIDTHS]);
        self.new_rows[0].fill([Time::MAX; WIDTHS]);
        self.new_rows[1].fill([Time::ZERO; WIDTHS]);
        (self.sweep, self.news_widths) = (1, [u64::MAX, 0]);
    }

    /// Ends a sweep: the jobs of the next one were all tried in it.
    pub(super) fn end_sweep(&mut self) {
        self.sweep = 1 - self.sweep;
        let (new_rows, widths) = (
            &mut self.new_rows[self.sweep],
            &mut self.news_widths[self.sweep],
        );
        if *widths != 0 {
            let seen = new_rows.get(SEEN).copied().unwrap_or_default();
            let lengths = seen.iter().fold(0, |bits, entry| bits | entry.0);
            for (row, entries) in new_rows.iter_mut().enumerate() {
                if row >= TOUCHED || lengths >> row & 1 == 1 {
                    *entries = [Time::ZERO; WIDTHS];
                }
            }
            *widths = 0;
        }
    }

    /// New holes for a job that needs `nodes` nodes for `span` and is planned for
    /// `planned`, since it was tried in the previous sweep.
    #[inline(always)]
    pub(super) fn new_holes(&self, (nodes, span): (u32, Duration), planned: Time) -> NewHoles {
        let (width, length) = (width_within(nodes), length_of(span.0));
        let (mut begins, mut touched) = (0, 0);
        for sweep in 0..2 {
            if self.news_widths[sweep] >> width & 1 == 0 {
                continue;
            }
            let Some(rows) = self.new_rows[sweep].first_chunk::<NEW_ROWS>() else {
                continue;
            };
            let mut long_enough = rows[SEEN][width].0 >> length << length;
            while long_enough != 0 {
                let length = long_enough.trailing_zeros() as usize;
                begins |= rows[length.min(TOUCHED)][width].0;
                long_enough &= long_enough - 1;
            }
            touched |= rows[TOUCHED][width].0;
        }
        if begins | touched == 0 {
            return NewHoles {
                begins,
                reaches: false,
                own: 0,
            };
        }
        let own = self.stretch_before(planned);
        NewHoles {
            begins: begins & bits(0, own),
            reaches: touched >> own & 1 == 1,
            own,
        }
    }

    /// The last stretch that begins before `at`; the first if none does.
    #[inline]
    pub(super) fn stretch_before(&self, at: Time) -> usize {
        let Some(begins) = self.begins.first_chunk::<STRETCHES>() else {
            return 0;
        };
        let (mut stretch, mut step) = (0, STRETCHES / 2);
        while step > 0 {
            // Without a branch, which would be foreseen half the time.
            stretch += step * usize::from(begins[(stretch + step) % STRETCHES] < at);
            step /= 2;
        }
        stretch
    }

    /// The last stretch that begins at or before `at`, which is likely near `stretch`.
    #[inline]
    fn stretch_near(&self, mut stretch: usize, at: Time) -> usize {
        while stretch > 0 && self.begin(stretch) > at {
            stretch -= 1;
        }
        while stretch + 1 < STRETCHES && self.begin(stretch + 1) <= at {
            stretch += 1;
        }
        stretch
    }

    /// Begin of a stretch.
    #[inline]
    pub(super) fn begin(&self, stretch: usize) -> Time {
        if stretch < STRETCHES {
            self.begins[stretch]
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
        let width = width_within(nodes);
        stretches &= u64::MAX.checked_shl(stretch as u32).unwrap_or(0);
        while stretches != 0 {
            let next = stretches.trailing_zeros() as usize;
            if self.known[next][width].0 > span.0 {
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
                let least = &mut self.known[stretch][width];
                if least.0 <= span.0 {
                    break;
                }
                *least = Time(span.0);
            }
        }
    }

    /// Widths of at most `free` nodes.
    #[inline]
    pub(super) fn widths_within(free: u32) -> Range<usize> {
        if free > 0 {
            0..width_within(free) + 1
        } else {
            0..0
        }
    }

    /// Widths of which there is a new hole where `before` nodes were free and `free` are.
    #[inline]
    pub(super) fn widths(before: u32, free: u32) -> Range<usize> {
        width_within(before.saturating_add(1))..Self::widths_within(free).end
    }

    /// Notes that the fewest nodes of each of these widths are free from the first of these
    /// points until behind the last, and were not. The hole begins likely near the stretch `near`;
    /// returns that in which it does.
    #[inline]
    pub(super) fn raise(
        &mut self,
        widths: Range<usize>,
        times: &[Time],
        hole: Range<usize>,
        near: usize,
    ) -> usize {
        let time = |index: usize| times.get(index).copied().unwrap_or(Time::MAX);
        let (from, until) = (time(hole.start), time(hole.end));
        let first = self.stretch_near(near, from);
        let widths = bits(widths.start, widths.end.saturating_sub(1));
        self.news_widths[self.sweep] |= widths;
        for stretch in first..STRETCHES {
            if stretch > first && self.begin(stretch) >= until {
                break;
            }
            // Both are rounded up, so it may be longer by almost a nanosecond.
            let length = until.since(from.max(self.begin(stretch))).0;
            self.raise_within(widths, stretch, length.saturating_add(1));
        }
        first
    }

    /// Notes a new hole of that length which begins in `stretch`, of the widths whose bits are
    /// set.
    #[inline(always)]
    fn raise_within(&mut self, mut widths: u64, stretch: usize, length: u64) {
        // A job that needs more nodes of the width may find a hole that begins later.
        let class = length_of(length);
        let longer = Time(length.saturating_add(1));
        let known = &mut self.known[stretch];
        let Some(new_rows) = self.new_rows[self.sweep].first_chunk_mut::<NEW_ROWS>() else {
            return;
        };
        // They are few: a loop that is not made for many takes half the time.
        while widths != 0 {
            let width = (widths.trailing_zeros() as usize).min(WIDTHS - 1);
            known[width] = known[width].max(longer);
            new_rows[class][width].0 |= 1 << stretch;
            new_rows[TOUCHED][width].0 |= 1 << stretch;
            new_rows[SEEN][width].0 |= 1 << class;
            widths &= widths - 1;
        }
    }
}
