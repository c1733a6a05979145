//! The queue: a list of jobs, with an index where it is long.
//!
//! Backfilling takes the first job that is narrow enough and, before the shadow, short
//! enough. In a long queue nearly all jobs are neither. The index keeps, of each 64 jobs in
//! a row and again of each 64 such buckets, the fewest nodes and the shortest estimate by
//! class of width: most of the queue is passed over without a look at its jobs.

use core::cmp::Ordering;
use core::ops::Deref;

use super::specs::Specs;
use super::{JobList, Jobs};
use crate::families;
use crate::machine::table::Table;
use crate::units::ids::JobId;
use crate::units::time::Duration;

/// Number of waiting jobs from which on a queue is indexed: a short one is walked as fast.
const LONG: u32 = 512;
/// Number of jobs in a new bucket, and of buckets in a group.
const BUCKET: usize = 64;
/// Number of jobs for which a bucket may have been filled until the index is made anew.
const FULL: u32 = 4 * BUCKET as u32;
/// Number of classes of width: one for each power of two, up to 2^17 nodes.
const CLASSES: usize = 18;

/// Limits of the jobs that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    /// Most nodes.
    pub(crate) nodes: u32,
    /// Longest estimate, unless the job requests no more than `spared` nodes.
    pub(crate) estimate: Duration,
    /// Most nodes of a job of any estimate.
    pub(crate) spared: u32,
}

impl Wanted {
    #[inline]
    fn includes(&self, nodes: u32, estimate: Duration) -> bool {
        nodes <= self.nodes && (estimate <= self.estimate || nodes <= self.spared)
    }

    /// Whether a job within `bounds` may be among them.
    #[inline]
    fn may_include(&self, bounds: &Bounds) -> bool {
        let is_short = bounds.estimate <= Bounds::rounded(self.estimate);
        bounds.nodes <= self.nodes && (is_short || bounds.nodes <= self.spared)
    }
}

/// Bounds of the jobs of one class of width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    nodes: u32,
    // Rounded down.
    estimate: u32,
}

impl Bounds {
    /// No job.
    const NONE: Self = Self {
        nodes: u32::MAX,
        estimate: u32::MAX,
    };

    /// An estimate in about milliseconds: half as much memory, and as good as a bound.
    #[inline]
    fn rounded(estimate: Duration) -> u32 {
        u32::try_from(estimate.0 >> 20).unwrap_or(u32::MAX)
    }

    #[inline]
    fn include(&mut self, other: Self) {
        self.nodes = self.nodes.min(other.nodes);
        self.estimate = self.estimate.min(other.estimate);
    }
}

/// Some jobs in a row, or some buckets: what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct QueueBucket {
    // First of its jobs that wait; of a group nothing.
    first: Option<JobId>,
    // Number of jobs that were put into it.
    filled: u32,
    // At most what its jobs have, by class; meaningless while nothing was put into it.
    classes: [Bounds; CLASSES],
}

impl QueueBucket {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        first: None,
        filled: 0,
        classes: [Bounds {
            nodes: 0,
            estimate: 0,
        }; CLASSES],
    };

    /// Class of jobs that request `nodes` nodes.
    #[inline]
    fn class_of(nodes: u32) -> usize {
        (nodes.max(1).ilog2() as usize).min(CLASSES - 1)
    }

    /// Without jobs, but with bounds.
    fn clear(&mut self) {
        *self = Self {
            classes: [Bounds::NONE; CLASSES],
            ..Self::EMPTY
        };
    }

    #[inline]
    fn include(&mut self, nodes: u32, estimate: Duration) {
        self.filled = self.filled.saturating_add(1);
        if let Some(bounds) = self.classes.get_mut(Self::class_of(nodes)) {
            let estimate = Bounds::rounded(estimate);
            bounds.include(Bounds { nodes, estimate });
        }
    }

    /// Whether one of its jobs may be among those wanted.
    #[inline]
    fn may_have(&self, wanted: &Wanted) -> bool {
        let classes = self.classes.iter().take(Self::class_of(wanted.nodes) + 1);
        classes.into_iter().any(|bounds| wanted.may_include(bounds))
    }
}

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
    buckets: Table<'a, QueueBucket>,
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
            buckets: Table::new(buckets, QueueBucket::EMPTY),
            groups,
            used: 0,
        }
    }

    /// Appends `id`.
    #[inline]
    pub(crate) fn push(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>, id: JobId) {
        self.list.push(jobs, id);
        if self.is_indexed() {
            let last = self.used - 1;
            if (self.bucket(last).filled as usize) < BUCKET {
                self.include(jobs, specs, id, last);
            } else if self.open(last + 1) {
                self.include(jobs, specs, id, last + 1);
            }
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
        if before == self.list.tail {
            return self.push(jobs, specs, id);
        }
        self.list.insert(jobs, id, before);
        if self.is_indexed() {
            let neighbour = before.or(jobs[id.index()].next).unwrap_or(id);
            let bucket = jobs[neighbour.index()].bucket as usize;
            if before.is_none() {
                self.bucket_mut(bucket).first = Some(id);
            }
            self.include(jobs, specs, id, bucket);
        }
    }

    /// Takes `id` out. Its bucket keeps its bounds until it is walked in vain.
    #[inline]
    pub(crate) fn remove(&mut self, jobs: &mut Jobs<'_>, id: JobId) {
        if self.is_indexed() {
            let bucket = jobs[id.index()].bucket;
            if self.bucket(bucket as usize).first == Some(id) {
                let next = jobs[id.index()].next;
                let next = next.filter(|next| jobs[next.index()].bucket == bucket);
                self.bucket_mut(bucket as usize).first = next;
            }
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
        &self.buckets[self.groups + bucket]
    }

    #[inline]
    fn bucket_mut(&mut self, bucket: usize) -> &mut QueueBucket {
        &mut self.buckets[self.groups + bucket]
    }

    /// Begins to use `bucket`, the next one; without it there is no index any more.
    fn open(&mut self, bucket: usize) -> bool {
        let is_there = self.groups + bucket < self.buckets.len();
        self.used = if is_there { bucket + 1 } else { 0 };
        if is_there {
            self.bucket_mut(bucket).clear();
            if bucket.is_multiple_of(BUCKET) {
                self.buckets[bucket / BUCKET].clear();
            }
        }
        is_there
    }

    /// Notes that `id`, which is in the list, is in `bucket`.
    fn include(&mut self, jobs: &mut Jobs<'_>, specs: &Specs<'_>, id: JobId, bucket: usize) {
        let job = &mut jobs[id.index()];
        job.bucket = bucket as u32;
        let (nodes, estimate) = (job.nodes, specs.of(id).estimate);
        self.buckets[bucket / BUCKET].include(nodes, estimate);
        let entry = self.bucket_mut(bucket);
        entry.first = entry.first.or(Some(id));
        entry.include(nodes, estimate);
        if entry.filled > FULL {
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

    /// First job from `next` on that is among those wanted, by the index, which is made if
    /// there is none. For a queue that [is long](Self::is_long).
    pub(crate) fn first(
        &mut self,
        jobs: &mut Jobs<'_>,
        specs: &Specs<'_>,
        next: JobId,
        wanted: &Wanted,
    ) -> Option<JobId> {
        if !self.is_indexed() {
            self.build(jobs, specs);
        }
        let from = jobs[next.index()].bucket as usize;
        let found = self.first_in(from, jobs, specs, Some(next), wanted);
        if found.is_some() {
            return found;
        }
        let mut bucket = from + 1;
        // Begin of the group, if it has been looked through from there on.
        let mut whole = None;
        while bucket < self.used {
            if bucket.is_multiple_of(BUCKET) {
                if !self.buckets[bucket / BUCKET].may_have(wanted) {
                    bucket += BUCKET;
                    continue;
                }
                whole = Some(bucket);
            }
            if self.bucket(bucket).may_have(wanted) {
                let found = self.first_in(bucket, jobs, specs, self.bucket(bucket).first, wanted);
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

    /// First job of `bucket` from `next` on that is among those wanted.
    #[inline]
    fn first_in(
        &self,
        bucket: usize,
        jobs: &Jobs<'_>,
        specs: &Specs<'_>,
        mut next: Option<JobId>,
        wanted: &Wanted,
    ) -> Option<JobId> {
        while let Some(id) = next {
            let job = &jobs[id.index()];
            if job.bucket as usize != bucket {
                return None;
            }
            // The specification is another place in memory: most need no look at it.
            let is_narrow = job.nodes <= wanted.nodes.min(wanted.spared);
            if is_narrow || wanted.includes(job.nodes, specs.of(id).estimate) {
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
        *self.bucket_mut(bucket) = new;
    }

    /// Sets the bounds of the group whose first bucket is `begin` to those of its buckets.
    fn tighten_group(&mut self, begin: usize) {
        let mut group = QueueBucket::EMPTY;
        group.clear();
        for bucket in begin..(begin + BUCKET).min(self.used) {
            let classes = group.classes.iter_mut().zip(self.bucket(bucket).classes);
            classes.for_each(|(bounds, of_bucket)| bounds.include(of_bucket));
        }
        self.buckets[begin / BUCKET] = group;
    }
}
