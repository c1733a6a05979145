//! The availability profile: how many nodes will be free from when on.
//!
//! A step function over the future, kept as points in ascending order. Running
//! jobs hold their nodes until their estimates end; reservations hold theirs
//! from start to end. EASY reads the shadow time from it, conservative
//! backfilling keeps all its reservations in it.

use crate::error::CapacityError;
use crate::time::{Duration, Time};

/// Free nodes over future time, on the caller's buffers.
///
/// ```
/// use cosched_core::{Duration, Profile, Time};
/// let (mut times, mut free) = ([Time::ZERO; 8], [0; 8]);
/// let mut profile = Profile::new(&mut times, &mut free);
/// let at = Time::from_seconds;
/// profile.reset(at(0), 4);
/// profile.take(at(0), at(10), 2);
/// assert_eq!(profile.first_with(3), Some((at(10), 4)));
/// assert_eq!(profile.earliest(2, Duration::from_seconds(5)), at(0));
/// assert_eq!(profile.earliest(3, Duration::from_seconds(5)), at(10));
/// ```
#[derive(Debug)]
pub struct Profile<'a> {
    // Points first .. first + len: from times[i] on, free[i] nodes are free.
    // No two neighbours have the same number, so every point but the first is
    // where something starts or ends.
    times: &'a mut [Time],
    free: &'a mut [u32],
    first: usize,
    len: usize,
}

/// Points a profile needs for so many jobs that are running or reserved, and
/// one overdue correction each.
pub const fn points_for(jobs: usize) -> usize {
    2 * jobs + 2
}

impl<'a> Profile<'a> {
    /// A profile on buffers of [`points_for`] entries each; the shorter one
    /// counts. It must be [reset](Profile::reset) before use.
    pub fn new(times: &'a mut [Time], free: &'a mut [u32]) -> Self {
        Self {
            times,
            free,
            first: 0,
            len: 0,
        }
    }

    /// Whether there is room for `jobs` jobs.
    ///
    /// # Errors
    /// The buffers are too small, with what is needed.
    pub fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        let capacity = self.times.len().min(self.free.len());
        CapacityError::unless("profile", points_for(jobs), capacity)
    }

    /// `free` nodes from `now` on, for ever.
    pub fn reset(&mut self, now: Time, free: u32) {
        (self.first, self.len) = (0, 1);
        self.times[0] = now;
        self.free[0] = free;
    }

    /// Points kept.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it was never reset.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The steps: from when on how many nodes are free.
    pub fn steps(&self) -> impl Iterator<Item = (Time, u32)> + '_ {
        let points = self.first..self.first + self.len;
        let times = &self.times[points.clone()];
        times.iter().copied().zip(self.free[points].iter().copied())
    }

    /// Forgets what lies before `now`, which must not be before the first point.
    #[inline]
    pub fn advance(&mut self, now: Time) {
        while self.len > 1 && self.times[self.first + 1] <= now {
            self.first += 1;
            self.len -= 1;
        }
        self.times[self.first] = now;
    }

    /// Nodes free at the first point.
    #[inline]
    pub fn free_now(&self) -> u32 {
        self.free[self.first]
    }

    /// Takes `nodes` nodes away from `from` until `until`. They must be free.
    #[inline]
    pub fn take(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(from, until, |free| *free -= nodes);
    }

    /// Gives `nodes` nodes back from `from` until `until`.
    #[inline]
    pub fn give(&mut self, from: Time, until: Time, nodes: u32) {
        self.change(from, until, |free| *free += nodes);
    }

    /// The first point with at least `nodes` nodes free, and how many there are.
    #[inline]
    pub fn first_with(&self, nodes: u32) -> Option<(Time, u32)> {
        let points = self.first..self.first + self.len;
        let ahead = self.free[points].iter().position(|&free| free >= nodes)?;
        let point = self.first + ahead;
        Some((self.times[point], self.free[point]))
    }

    /// The earliest start of `duration` on `nodes` nodes; [`Time::MAX`] if
    /// there never are so many.
    pub fn earliest(&self, nodes: u32, duration: Duration) -> Time {
        self.search(nodes, duration, Time::MAX, Time::MAX)
            .unwrap_or(Time::MAX)
    }

    /// Whether `nodes` nodes are free for `duration` from the first point on.
    pub fn fits_now(&self, nodes: u32, duration: Duration) -> bool {
        let now = self.times[self.first];
        let next = now.after(Duration(1));
        self.search(nodes, duration, Time::MAX, next).is_some()
    }

    /// The earliest start of `duration` on `nodes` nodes before `planned`, for
    /// a job that now holds that many from `planned` for `duration`. Starts
    /// from `horizon` on are not looked at.
    ///
    /// Since it starts before `planned`, it also ends before its present
    /// reservation does, so from `planned` on its own nodes are enough: the
    /// reservation need not be taken out to look.
    #[inline]
    pub fn earlier(
        &self,
        nodes: u32,
        duration: Duration,
        planned: Time,
        horizon: Time,
    ) -> Option<Time> {
        self.search(nodes, duration, planned, horizon)
    }

    /// The earliest start before `planned` and `horizon` such that `nodes`
    /// nodes are free from then until the end or until `planned`.
    fn search(&self, nodes: u32, duration: Duration, planned: Time, horizon: Time) -> Option<Time> {
        let last = planned.min(horizon);
        let points = self.first..self.first + self.len;
        let (times, free) = (&self.times[points.clone()], &self.free[points]);
        let mut point = 0;
        'start: loop {
            point += free[point..].iter().position(|&free| free >= nodes)?;
            let start = times[point];
            if start >= last {
                return None;
            }
            let end = start.after(duration).min(planned);
            for next in point + 1..times.len() {
                if times[next] >= end {
                    break;
                }
                if free[next] < nodes {
                    // Too few nodes here rule out every start up to here.
                    point = next;
                    continue 'start;
                }
            }
            return Some(start);
        }
    }

    #[inline]
    fn change(&mut self, from: Time, until: Time, act: impl Fn(&mut u32)) {
        if from >= until {
            return;
        }
        let start = self.split(from);
        let end = self.split(until);
        for free in &mut self.free[self.first + start..self.first + end] {
            act(free);
        }
        self.merge(end);
        self.merge(start);
    }

    /// The place of the point at `at`, made if there is none.
    #[inline]
    fn split(&mut self, at: Time) -> usize {
        let times = &self.times[self.first..self.first + self.len];
        let place = times.partition_point(|&time| time < at);
        if times.get(place) == Some(&at) {
            return place;
        }
        // Nothing is said about the time before the first point.
        let free = self.free[self.first + place.saturating_sub(1)];
        self.open(place);
        self.times[self.first + place] = at;
        self.free[self.first + place] = free;
        place
    }

    /// Makes room for a point at `place` by moving the shorter side.
    #[inline]
    fn open(&mut self, place: usize) {
        let (first, end) = (self.first, self.first + self.len);
        if first > 0 && (place < self.len / 2 || end == self.times.len().min(self.free.len())) {
            self.times.copy_within(first..first + place, first - 1);
            self.free.copy_within(first..first + place, first - 1);
            self.first -= 1;
        } else {
            self.times
                .copy_within(first + place..end, first + place + 1);
            self.free.copy_within(first + place..end, first + place + 1);
        }
        self.len += 1;
    }

    /// Removes the point at `place` if it changes nothing.
    #[inline]
    fn merge(&mut self, place: usize) {
        let point = self.first + place;
        if place == 0 || self.free[point - 1] != self.free[point] {
            return;
        }
        let end = self.first + self.len;
        if place < self.len / 2 {
            self.times.copy_within(self.first..point, self.first + 1);
            self.free.copy_within(self.first..point, self.first + 1);
            self.first += 1;
        } else {
            self.times.copy_within(point + 1..end, point);
            self.free.copy_within(point + 1..end, point);
        }
        self.len -= 1;
    }
}
