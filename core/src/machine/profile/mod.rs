//! The availability profile: the number of free nodes over future time.
//!
//! A step function over the future, kept as points in ascending order. Running
//! jobs hold their nodes until their estimates end; reservations hold theirs
//! from start to end. EASY reads the shadow time from it, conservative
//! backfilling keeps all its reservations in it.

mod buffers;
#[cfg(feature = "caps")]
mod caps;
mod exchange;
mod holes;
mod points;
mod reservations;
mod search;
#[cfg(test)]
mod tests;

use crate::error::CapacityError;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::machine::table::Table;
use crate::units::time::Time;

#[cfg(feature = "alloc")]
pub use buffers::BoxedProfile;
pub use buffers::{ProfileBuffers, ProfileSizes, StaticProfile};
pub(crate) use reservations::Reservations;

/// Free nodes over future time, on the caller's buffers.
///
/// ```
/// use cosched_core::{Duration, Profile, Time};
/// let (mut times, mut free) = ([Time::ZERO; 8], [0; 8]);
/// let mut profile = Profile::new(&mut times, &mut free);
/// let at = Time::from_seconds;
/// profile.reset(at(0), 4);
/// profile.take(at(0), at(10), 2);
/// assert_eq!(profile.first_with(3), Some((at(10).into(), 4)));
/// assert_eq!(profile.earliest(2, Duration::from_seconds(5)).instant(), at(0));
/// assert_eq!(profile.earliest(3, Duration::from_seconds(5)).instant(), at(10));
/// ```
#[derive(Debug)]
pub struct Profile<'a> {
    // Points first .. first + len: from times[i] on, free[i] nodes are free. Neighbours
    // have different numbers, so every point but the first is a start or an end.
    times: Table<'a, Time>,
    // Fraction by which the time of each point is too high; empty where all are whole.
    parts: &'a mut [Fraction],
    free: Table<'a, u32>,
    first: usize,
    len: usize,
    // Number of points that are not needed, at most.
    spares: usize,
}

/// Number of jobs from which on more entries are needed than for points.
const MANY_JOBS: usize = 1024;

/// Number of entries of a profile for `jobs` running or reserved jobs, and one overdue
/// correction each; for many jobs some more, in which conservative backfilling remembers
/// where a search is useless.
pub const fn points_for(jobs: usize) -> usize {
    if jobs < MANY_JOBS {
        room_for(jobs)
    } else {
        room_for(jobs) + holes::ENTRIES
    }
}

/// Maximum number of points.
const fn room_for(jobs: usize) -> usize {
    2 * jobs + 2
}

impl<'a> Profile<'a> {
    /// A profile on buffers of [`points_for`] entries each; the shorter one counts. It must
    /// be [reset](Profile::reset) before use. Instants are rounded up to nanoseconds in it.
    pub fn new(times: &'a mut [Time], free: &'a mut [u32]) -> Self {
        Self {
            times: Table::new(times, Time::MAX),
            parts: &mut [],
            free: Table::new(free, 0),
            first: 0,
            len: 0,
            spares: 0,
        }
    }

    /// Makes instants exact: `parts` needs as many entries. With an empty one they stay
    /// rounded.
    #[must_use]
    pub fn with_parts(self, parts: &'a mut [Fraction]) -> Self {
        Self { parts, ..self }
    }

    /// Checks that there is room for `jobs` jobs.
    ///
    /// # Errors
    /// The buffers are too small, with the size needed.
    pub fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("profile", room_for(jobs), self.capacity())?;
        match self.parts.len() {
            0 => Ok(()),
            parts => CapacityError::unless("parts", room_for(jobs), parts),
        }
    }

    /// Checks that there is room for `jobs` jobs with [exact](Self::with_parts) instants.
    ///
    /// # Errors
    /// The buffers are too small, with the size needed.
    pub fn check_exact(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("parts", room_for(jobs), self.parts.len())?;
        self.check(jobs)
    }

    /// Splits off `entries` times that are not used for points, if `jobs` jobs leave that
    /// much room.
    fn split_off(self, jobs: usize, entries: usize) -> (Self, &'a mut [Time]) {
        let points = self.times.len();
        let points = match points.checked_sub(entries) {
            Some(rest) if rest >= room_for(jobs) => rest,
            _ => points,
        };
        let (times, rest) = self.times.split_at(points);
        (Self { times, ..self }, rest)
    }

    /// Time of the first point.
    #[inline]
    fn now(&self) -> Time {
        self.times[self.first]
    }

    /// The times of the points.
    #[inline]
    fn times(&self) -> &[Time] {
        let times = self.times.get(self.first..self.first + self.len);
        times.unwrap_or_default()
    }

    fn capacity(&self) -> usize {
        self.times.len().min(self.free.len())
    }

    /// Sets the profile to `free` nodes from `now` on, forever.
    pub fn reset(&mut self, now: impl Into<Exact>, free: u32) {
        (self.first, self.len, self.spares) = (0, 1, 0);
        self.set_time(0, now.into());
        self.free[0] = free;
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it was never reset.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The steps: times, and the numbers of nodes free from then on.
    pub fn steps(&self) -> impl Iterator<Item = (Exact, u32)> + '_ {
        let points = self.first..self.first + self.len;
        points.map(|point| (self.time(point), self.free[point]))
    }

    /// Removes what lies before `now`, which must not be before the first point.
    #[inline]
    pub fn advance(&mut self, now: impl Into<Exact>) {
        let now = now.into();
        while self.len > 1 && !self.is_after(self.first + 1, now) {
            self.first += 1;
            self.len -= 1;
        }
        self.set_time(self.first, now);
    }

    /// Nodes free at the first point.
    #[inline]
    pub fn free_now(&self) -> u32 {
        self.free[self.first]
    }

    /// Takes `nodes` nodes away from `from` until `until`, or as many as are free.
    #[inline]
    pub fn take(&mut self, from: impl Into<Exact>, until: impl Into<Exact>, nodes: u32) {
        self.change(from.into(), until.into(), |free| {
            *free = free.saturating_sub(nodes)
        });
    }

    /// Gives `nodes` nodes back from `from` until `until`; the number of free nodes
    /// saturates.
    #[inline]
    pub fn give(&mut self, from: impl Into<Exact>, until: impl Into<Exact>, nodes: u32) {
        self.change(from.into(), until.into(), |free| {
            *free = free.saturating_add(nodes)
        });
    }

    /// The points: the times at which the number of free nodes changes, and the new
    /// numbers.
    pub fn points(&self) -> impl Iterator<Item = (Exact, u32)> + '_ {
        let points = self.first..self.first + self.len;
        points.map(|point| (self.time(point), self.free[point]))
    }

    /// Minimum number of free nodes from `from` until `until`.
    #[cfg(feature = "outages")]
    pub(crate) fn min_free(&self, from: Time, until: Time) -> u32 {
        let (from, until) = (Exact::from(from), Exact::from(until));
        let mut least = self.free_now();
        for (at, free) in self.points() {
            least = match at {
                at if at <= from => free,
                at if at < until => least.min(free),
                _ => break,
            };
        }
        least
    }

    /// First point with at least `nodes` nodes free, and its number.
    #[inline]
    pub fn first_with(&self, nodes: u32) -> Option<(Exact, u32)> {
        let points = self.free.get(self.first..self.first + self.len)?;
        let mut points = points.iter().enumerate();
        let (ahead, &free) = points.find(|&(_, &free)| free >= nodes)?;
        Some((self.time(self.first + ahead), free))
    }

    /// Whether points have fractions.
    #[inline]
    fn has_parts(&self) -> bool {
        families::EXACT && !self.parts.is_empty()
    }

    /// Time of the point at that index.
    #[inline]
    fn time(&self, point: usize) -> Exact {
        let part = self.parts.get(point).copied().unwrap_or(Fraction::NONE);
        Exact::with_fraction(self.times[point].0, part)
    }

    #[inline]
    fn time_in<const PARTS: bool>(&self, point: usize) -> Exact {
        if PARTS {
            self.time(point)
        } else {
            self.times[point].into()
        }
    }

    #[inline]
    fn set_time(&mut self, point: usize, at: Exact) {
        self.times[point] = at.instant();
        if let Some(part) = self.parts.get_mut(point) {
            *part = at.fraction();
        }
    }

    /// Whether the point at that index is before `at`. Fractions matter only within one
    /// nanosecond.
    #[inline]
    fn is_before_in<const PARTS: bool>(&self, point: usize, at: Exact) -> bool {
        let time = self.times[point];
        time < at.instant() || (PARTS && time == at.instant() && self.time(point) < at)
    }

    #[inline]
    fn is_before(&self, point: usize, at: Exact) -> bool {
        if !self.has_parts() {
            self.is_before_in::<false>(point, at)
        } else {
            self.is_before_in::<true>(point, at)
        }
    }

    #[inline]
    fn is_after(&self, point: usize, at: Exact) -> bool {
        let time = self.times[point];
        time > at.instant() || (time == at.instant() && self.has_parts() && self.time(point) > at)
    }
}
