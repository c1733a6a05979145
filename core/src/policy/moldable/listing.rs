//! Jobs in a fixed order from pass to pass: only what has changed since is put in or left out.

use crate::engine::Context;
use crate::units::ids::JobId;

/// Jobs in an order of the policy, on a buffer with an entry for each job.
#[derive(Debug, Default)]
pub(super) struct Listing<'a> {
    jobs: &'a mut [Option<JobId>],
    len: usize,
}

impl<'a> Listing<'a> {
    /// No jobs.
    pub(super) fn new(jobs: &'a mut [Option<JobId>]) -> Self {
        Self { jobs, len: 0 }
    }

    /// Number of jobs there is room for.
    pub(super) fn room(&self) -> usize {
        self.jobs.len()
    }

    /// Number of listed jobs.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Drops all jobs.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn get(&self, index: usize) -> Option<JobId> {
        self.jobs[..self.len].get(index).copied().flatten()
    }

    /// Overwrites the job with this index, which is to be dropped by the next update.
    pub(super) fn set(&mut self, index: usize, job: JobId) {
        self.jobs[index] = Some(job);
    }

    fn push(&mut self, job: JobId) {
        self.jobs[self.len] = Some(job);
        self.len += 1;
    }

    /// Lists the waiting jobs, in the order of the queue.
    pub(super) fn list_waiting(&mut self, context: &Context<'_, '_>) {
        self.clear();
        for job in context.queue() {
            self.push(job);
        }
    }

    /// Drops jobs from this index on for which `keeps` is false.
    pub(super) fn retain(&mut self, index: usize, keeps: impl Fn(JobId) -> bool) {
        let mut kept = index;
        for index in index..self.len {
            if self.jobs[index].is_some_and(&keeps) {
                self.jobs[kept] = self.jobs[index];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Puts up to `count` of the jobs from this index on in the order of `key`, before all
    /// others; returns the index behind them.
    pub(super) fn put_first<K: Ord>(
        &mut self,
        index: usize,
        count: usize,
        key: impl Fn(JobId) -> K,
    ) -> usize {
        let by = |entry: &Option<JobId>| entry.map(|job| (key(job), job));
        let rest = &mut self.jobs[index..self.len];
        let count = count.min(rest.len());
        if count < rest.len() {
            rest.select_nth_unstable_by_key(count, by);
        }
        rest[..count].sort_unstable_by_key(by);
        index + count
    }

    /// Lists the jobs that wait and the `others`, for all of which `belongs` is true and
    /// for no job besides, in the order of `key`, which never changes, if they were so
    /// listed before or there are none.
    ///
    /// Jobs that have come since are the last of the queue. If there are as many of them as
    /// are missing, all others are still listed; otherwise the queue has another order, and
    /// the list is made anew. Calls `listed` with each job that is new in it.
    pub(super) fn update<K: Ord, I: Iterator<Item = JobId>>(
        &mut self,
        context: &Context<'_, '_>,
        others: impl Fn() -> I,
        belongs: impl Fn(JobId) -> bool,
        key: impl Fn(JobId) -> K,
        mut listed: impl FnMut(JobId),
    ) {
        self.retain(0, belongs);
        let all = context.waiting() + others().count();
        if self.len == all {
            return;
        }
        let is_new = |job| self.search(&key, job).is_err();
        let (first, count) = context.last_waiting(is_new);
        if self.len + count != all {
            self.list_waiting(context);
            for job in others() {
                self.push(job);
            }
            self.jobs[..self.len]
                .iter()
                .flatten()
                .copied()
                .for_each(listed);
            return self.sort(&key);
        }
        let few = count < self.len / 16;
        let mut next = first;
        while let Some(job) = next {
            next = context.after(job);
            listed(job);
            if few {
                self.insert(&key, job);
            } else {
                self.push(job);
            }
        }
        if !few {
            self.sort(&key);
        }
    }

    /// Index of `job`, or that at which it belongs.
    fn search<K: Ord>(&self, key: &impl Fn(JobId) -> K, job: JobId) -> Result<usize, usize> {
        let by = |entry: &Option<JobId>| entry.map(|job| (key(job), job));
        self.jobs[..self.len].binary_search_by_key(&Some((key(job), job)), by)
    }

    fn insert<K: Ord>(&mut self, key: &impl Fn(JobId) -> K, job: JobId) {
        let (Ok(index) | Err(index)) = self.search(key, job);
        self.jobs.copy_within(index..self.len, index + 1);
        self.jobs[index] = Some(job);
        self.len += 1;
    }

    fn sort<K: Ord>(&mut self, key: &impl Fn(JobId) -> K) {
        let by = |entry: &Option<JobId>| entry.map(|job| (key(job), job));
        self.jobs[..self.len].sort_unstable_by_key(by);
    }
}
