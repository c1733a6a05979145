//! The queue: a list of jobs, with an index where it is long.
//!
//! Backfilling takes the first job that is narrow enough and, before the shadow, short
//! enough. In a long queue nearly all jobs are neither. The index keeps, of each 64 jobs in
//! a row and again of each 64 such buckets, the fewest nodes and the shortest estimate by
//! class of width: most of the queue is passed over without a look at its jobs.

mod buckets;

use core::cmp::Ordering;
use core::ops::Deref;

use super::specs::Specs;
use super::{JobList, Jobs};
use crate::families;
use crate::units::ids::JobId;

pub(crate) use buckets::CandidateLimits;
pub use buckets::QueueBucket;

/// Number of waiting jobs from which on a queue is indexed: a short one is walked as fast.
const LONG: u32 = 512;
/// Number of jobs in a new bucket, and of buckets in a group.
const BUCKET: usize = 64;
/// Number of jobs for which a bucket may have been filled until the index is made anew.
const FULL: u32 = 4 * BUCKET as u32;

/// Number of buckets that a queue of up to `jobs` jobs needs, with groups of them; none
/// where it never is long.
pub const fn queue_buckets_for(jobs: usize) -> usize {
    if families::LONG_QUEUES && jobs >= LONG as usize {
        let buckets = buckets_of(jobs);
        buckets + buckets.div_ceil(BUCKET)
    } else {
        0
    }
}

/// Number of buckets: twice as many as all jobs fill, so that arrivals find some.
const fn buckets_of(jobs: usize) -> usize {
    2 * jobs.div_ceil(BUCKET)
}

/// The waiting jobs in their order.
#[derive(Debug)]
pub(crate) struct Queue<'a> {
    list: JobList,
    // Groups of buckets, then the buckets, of jobs in the order of the queue.
    buckets: &'a mut [QueueBucket],
    groups: usize,
    // Number of buckets in use; 0 while there is no index.
    used: usize,
}

impl Deref for Queue<'_> {
    type Target = JobList;

    #[inline(always)]
    fn deref(&self) -> &JobList {
        &self.list
    }
}

impl<'a> Queue<'a> {
    /// An empty queue; without [`queue_buckets_for`] its jobs it is never indexed.
    pub(crate) fn new(buckets: &'a mut [QueueBucket], jobs: usize) -> Self {
        let is_indexed = families::LONG_QUEUES && jobs >= LONG as usize;
        let groups = if is_indexed && buckets.len() >= queue_buckets_for(jobs) {
            buckets_of(jobs).div_ceil(BUCKET)
        } else {
            0
        };
        Self {
            list: JobList::default(),
            buckets,
            groups,
            used: 0,
        }
    }

    /// Appends `id`.
    #[inline]
    pub(crate) fn push(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>, id: JobId) {
        self.list.push(jobs, id);
        if self.is_indexed() {
            self.append(jobs, specs, id);
        }
    }

    /// Puts `id` behind `before`; at the head if that is absent.
    pub(crate) fn insert(
        &mut self,
        jobs: &mut Jobs<'_>,
        specs: &Specs<'_>,
        id: JobId,
        before: Option<JobId>,
    ) {
        self.list.insert(jobs, id, before);
        if self.is_indexed() {
            let next = jobs[id.index()].next;
            let Some(neighbour) = before.or(next).filter(|_| next.is_some()) else {
                return self.append(jobs, specs, id);
            };
            let bucket = jobs[neighbour.index()].bucket as usize;
            if before.is_none() {
                self.change(bucket, |bucket| bucket.first = Some(id));
            }
            self.include(jobs, specs, id, bucket);
        }
    }

    /// Takes `id` out. Its bucket keeps its bounds until it is walked in vain.
    #[inline]
    pub(crate) fn remove(&mut self, jobs: &mut Jobs<'_>, id: JobId) {
        if self.is_indexed() {
            let bucket = jobs[id.index()].bucket;
            let next = jobs[id.index()].next;
            let next = next.filter(|next| jobs[next.index()].bucket == bucket);
            self.change(bucket as usize, |bucket| {
                if bucket.first == Some(id) {
                    bucket.first = next;
                }
            });
        }
        self.list.remove(jobs, id);
    }

    /// As [`JobList::sort`].
    pub(crate) fn sort<T>(
        &mut self,
        jobs: &mut Jobs<'_>,
        look: impl FnMut(JobId) -> T,
        compare: impl FnMut(&T, &T) -> Ordering,
    ) {
        self.used = 0;
        self.list.sort(jobs, look, compare);
    }

    /// Whether it is so long that it is indexed when that is of use.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        families::LONG_QUEUES && self.groups > 0 && self.list.len >= LONG
    }
}

impl Queue<'_> {
    #[inline]
    fn is_indexed(&self) -> bool {
        families::LONG_QUEUES && self.used > 0
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &QueueBucket {
        let bucket = self.buckets.get(self.groups + bucket);
        bucket.unwrap_or(&QueueBucket::EMPTY)
    }

    /// Calls `act` with that bucket.
    #[inline]
    fn change(&mut self, bucket: usize, act: impl FnOnce(&mut QueueBucket)) {
        self.buckets.get_mut(self.groups + bucket).map(act);
    }

    /// Calls `act` with the group of that bucket.
    #[inline]
    fn change_group(&mut self, bucket: usize, act: impl FnOnce(&mut QueueBucket)) {
        self.buckets.get_mut(bucket / BUCKET).map(act);
    }

    /// Puts `id`, the last job of the list, into the last bucket or a new one.
    fn append(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>, id: JobId) {
        let last = self.used - 1;
        if (self.bucket(last).filled as usize) < BUCKET {
            self.include(jobs, specs, id, last);
        } else if self.open(last + 1) {
            self.include(jobs, specs, id, last + 1);
        }
    }

    /// Begins to use `bucket`, the next one; without it there is no index any more.
    fn open(&mut self, bucket: usize) -> bool {
        let is_there = self.groups + bucket < self.buckets.len();
        self.used = if is_there { bucket + 1 } else { 0 };
        if is_there {
            self.change(bucket, QueueBucket::clear);
            if bucket.is_multiple_of(BUCKET) {
                self.change_group(bucket, QueueBucket::clear);
            }
        }
        is_there
    }

    /// Notes that `id`, which is in the list, is in `bucket`.
    fn include(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>, id: JobId, bucket: usize) {
        let job = &mut jobs[id.index()];
        job.bucket = bucket as u32;
        let (nodes, estimate) = (job.nodes, specs.of(id).estimate);
        self.change_group(bucket, |group| group.include(nodes, estimate));
        self.change(bucket, |bucket| {
            bucket.first = bucket.first.or(Some(id));
            bucket.include(nodes, estimate);
        });
        if self.bucket(bucket).filled > FULL {
            self.used = 0; // to be divided anew
        }
    }

    /// Makes the index.
    #[cold]
    fn build(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>) {
        let (mut next, mut index) = (self.list.head, 0);
        while let Some(id) = next {
            let bucket = index / BUCKET;
            if index.is_multiple_of(BUCKET) && !self.open(bucket) {
                return;
            }
            self.include(jobs, specs, id, bucket);
            next = jobs[id.index()].next;
            index += 1;
        }
    }

    /// First job from `next` on that is within `limits`, by the index, which is made if
    /// there is none. For a queue that [is long](Self::is_long).
    pub(crate) fn first(
        &mut self,
        jobs: &mut Jobs<'_>,
        specs: &Specs<'_>,
        next: JobId,
        limits: &CandidateLimits,
    ) -> Option<JobId> {
        if !self.is_indexed() {
            self.build(jobs, specs);
        }
        let from = jobs[next.index()].bucket as usize;
        let found = self.first_in(from, jobs, specs, Some(next), limits);
        if found.is_some() {
            return found;
        }
        let mut bucket = from + 1;
        // Begin of the group, if it has been looked through from there on.
        let mut whole = None;
        while bucket < self.used {
            if bucket.is_multiple_of(BUCKET) {
                let group = self.buckets.get(bucket / BUCKET);
                if !group.is_some_and(|group| group.may_have(limits)) {
                    bucket += BUCKET;
                    continue;
                }
                whole = Some(bucket);
            }
            if self.bucket(bucket).may_have(limits) {
                let found = self.first_in(bucket, jobs, specs, self.bucket(bucket).first, limits);
                if found.is_some() {
                    return found;
                }
                self.tighten(bucket, jobs, specs);
            }
            bucket += 1;
            if bucket.is_multiple_of(BUCKET)
                && let Some(begin) = whole.take()
            {
                self.tighten_group(begin);
            }
        }
        None
    }

    /// First job of `bucket` from `next` on that is within `limits`.
    #[inline]
    fn first_in(
        &self,
        bucket: usize,
        jobs: &Jobs<'_>,
        specs: &Specs<'_>,
        mut next: Option<JobId>,
        limits: &CandidateLimits,
    ) -> Option<JobId> {
        while let Some(id) = next {
            let job = &jobs[id.index()];
            if job.bucket as usize != bucket {
                return None;
            }
            if limits.include(job.nodes, |longest| specs.of(id).estimate <= longest) {
                return next;
            }
            next = job.next;
        }
        None
    }

    /// Sets the bounds of `bucket` to those of the jobs that are still in it.
    fn tighten(&mut self, bucket: usize, jobs: &Jobs<'_>, specs: &Specs<'_>) {
        let old = *self.bucket(bucket);
        let mut new = QueueBucket::EMPTY;
        new.clear();
        let mut next = old.first;
        while let Some(id) = next
            && jobs[id.index()].bucket as usize == bucket
        {
            new.include(jobs[id.index()].nodes, specs.of(id).estimate);
            next = jobs[id.index()].next;
        }
        (new.first, new.filled) = (old.first, old.filled);
        self.change(bucket, |bucket| *bucket = new);
    }

    /// Sets the bounds of the group whose first bucket is `begin` to those of its buckets.
    fn tighten_group(&mut self, begin: usize) {
        let mut group = QueueBucket::EMPTY;
        group.clear();
        for bucket in begin..(begin + BUCKET).min(self.used) {
            group.include_all(self.bucket(bucket));
        }
        self.change_group(begin, |old| *old = group);
    }
}
