//! Lists of jobs of one grain, from which every quantum is filled anew.

use super::bits::{is_set, set};
use super::list_rules::ListRules;
use super::rows::check_quantum;
use crate::buffers::buffers;
use crate::engine::Context;
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::JobId;
use crate::units::time::Duration;
use crate::workload::GrainClass;

buffers! {
    /// Borrowed buffers of a list.
    pub struct ListBuffers, ListSizes, BoxedList::as_buffers, StaticList<JOBS>, "" {
        /// Jobs in the list; an entry for each job of the grain.
        list: [ListEntry; own; JOBS] = ListEntry::EMPTY,
        /// Jobs that ran in the last quantum, while the list is reordered; as large.
        ran: [ListEntry; own; JOBS] = ListEntry::EMPTY,
    }
    with {}
    /// Computes the sizes for `own` jobs of the grain.
    sizes of(own: usize) {}
}

/// A job in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListEntry {
    pub(super) job: Option<JobId>,
    // Number of processes that are not done.
    pub(super) need: u32,
    // Its role in the present quantum.
    role: Role,
    // Last quantum in which it ran, 0 if there is none.
    last: u64,
}

impl ListEntry {
    /// No job; all zero bytes.
    pub const EMPTY: Self = Self {
        job: None,
        need: 0,
        role: Role::None,
        last: 0,
    };
}

/// Role of a job in a quantum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Role {
    /// It waits.
    #[default]
    None,
    /// One of the first.
    Primary,
    /// One of those that fit beside the first.
    Secondary,
    /// Only some of its processes run.
    Partial,
}

impl Role {
    /// Number of roles.
    const COUNT: usize = 4;
}

/// Jobs of one grain. Processes have no nodes of their own: every quantum, jobs from the
/// front that fit beside one another run, and some from the rest.
#[derive(Debug)]
pub(super) struct List<'a> {
    pub(super) lists: ListRules,
    // A ring: the list begins at `head`.
    list: &'a mut [ListEntry],
    ran: &'a mut [ListEntry],
    head: usize,
    len: usize,
    // Number of them in the second half of the workload.
    second_half_jobs: usize,
    // Index before which jobs run in this quantum.
    considered: usize,
    // Number of jobs in the workload.
    jobs: usize,
    // Number of quanta of the machine, and of this list, so far.
    quantum: u64,
    pub(super) begun: u64,
}

impl<'a> List<'a> {
    /// For `own` of the `jobs` of the workload.
    pub(super) fn new(
        lists: ListRules,
        own: usize,
        jobs: usize,
        buffers: ListBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        buffers.check(own)?;
        Ok(Self {
            lists,
            list: buffers.list,
            ran: buffers.ran,
            head: 0,
            len: 0,
            second_half_jobs: 0,
            considered: 0,
            jobs,
            quantum: 0,
            begun: 0,
        })
    }

    /// Checks that it may run jobs, that quanta have the given length, and that it was made
    /// for a workload of `jobs` jobs: the half of a job matters.
    pub(super) fn check(&self, quantum: Duration, jobs: usize) -> Result<(), PolicyError> {
        PolicyError::unless_jobs(self.jobs, jobs)?;
        if self.lists.quantum != quantum {
            return Err(PolicyError::Quanta(quantum, self.lists.quantum));
        }
        check_quantum(quantum, self.lists.switch)?;
        match self.lists.max_jobs {
            0 => Err(PolicyError::ZeroDepth),
            _ => Ok(()),
        }
    }

    /// Position in the ring of the entry with this index.
    fn at(&self, index: usize) -> usize {
        let at = self.head + index;
        if at >= self.list.len() {
            at - self.list.len()
        } else {
            at
        }
    }

    pub(super) fn entry(&self, index: usize) -> ListEntry {
        self.list[self.at(index)]
    }

    fn set(&mut self, index: usize, entry: ListEntry) {
        let at = self.at(index);
        self.list[at] = entry;
    }

    fn push(&mut self, entry: ListEntry) {
        self.set(self.len, entry);
        self.len += 1;
        self.second_half_jobs +=
            usize::from(entry.job.is_some_and(|job| self.is_in_second_half(job)));
    }

    /// Whether it has no jobs.
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether `job` is in the second half of the workload.
    fn is_in_second_half(&self, job: JobId) -> bool {
        self.lists.heads && job.index() * 1000 / self.jobs.max(1) >= 500
    }

    /// Reorders the list: new jobs of `class`, if the queue grew; jobs not served in the
    /// last quantum (or the other way round); served jobs, as they were placed. `listed` is
    /// the bitmap of jobs in a list.
    pub(super) fn order(
        &mut self,
        context: &Context<'_, '_>,
        listed: &mut [u64],
        class: GrainClass,
        grew: bool,
    ) {
        self.quantum += 1;
        let ran = self.remove_served(context);
        if grew {
            self.add(context, listed, class);
        }
        for index in 0..ran {
            let entry = self.ran[index];
            if entry.need > 0 {
                self.push(entry);
            }
        }
    }

    /// Takes the jobs that ran out of the list; returns their number. They are put back as
    /// they were placed, unless they are done.
    fn remove_served(&mut self, context: &Context<'_, '_>) -> usize {
        let mut counts = [0; Role::COUNT];
        for index in 0..self.considered {
            counts[self.entry(index).role as usize] += 1;
        }
        // Counts of the roles before each, among those that ran.
        let [_, first, second, third] = counts;
        let mut ends = [0, first, first + second, first + second + third];
        // Jobs ahead of them move up to those behind.
        let mut to = self.considered;
        for index in (0..self.considered).rev() {
            let entry = self.entry(index);
            if entry.role == Role::None {
                to -= 1;
                self.set(to, entry);
                continue;
            }
            self.second_half_jobs -=
                usize::from(entry.job.is_some_and(|job| self.is_in_second_half(job)));
            let end = &mut ends[entry.role as usize];
            *end -= 1;
            self.ran[*end] = ListEntry {
                need: entry.job.map_or(0, |job| context.unfinished(job)),
                role: Role::None,
                ..entry
            };
        }
        self.head = self.at(to);
        self.len -= to;
        self.considered = 0;
        first + second + third
    }

    /// Removes `job`, which ran in the last quantum and no longer does.
    pub(super) fn forget(&mut self, job: JobId) {
        let index = (0..self.considered).find(|&index| self.entry(index).job == Some(job));
        if let Some(index) = index {
            self.second_half_jobs -= usize::from(self.is_in_second_half(job));
            let entry = self.entry(index);
            self.set(index, ListEntry { job: None, ..entry });
        }
    }

    /// Adds new jobs of `class`.
    fn add(&mut self, context: &Context<'_, '_>, listed: &mut [u64], class: GrainClass) {
        let comes =
            |listed: &[u64], job| !is_set(listed, job) && context.process_spec(job).class == class;
        let coming = context.queue().filter(|job| comes(listed, *job));
        let (count, room) = (coming.count(), self.list.len());
        let first = if self.lists.arrivals_last {
            self.len
        } else {
            // Ahead of the others in the ring.
            self.head = (self.head + room - count) % room.max(1);
            0
        };
        self.len += count;
        let mut index = first;
        for job in context.queue() {
            if comes(listed, job) {
                set(listed, job);
                let need = context.nodes_of(job);
                self.second_half_jobs += usize::from(self.is_in_second_half(job));
                self.set(
                    index,
                    ListEntry {
                        job: Some(job),
                        need,
                        ..ListEntry::default()
                    },
                );
                index += 1;
            }
        }
    }

    /// Number of quanta that can be filled at once, because all jobs run in all of them
    /// until one ends or is submitted.
    pub(super) fn quanta_at_once(&self, context: &Context<'_, '_>, nodes: u32) -> u64 {
        let most = self.lists.max_jobs as usize;
        let fit = match self.halves().0 {
            None => self.len <= 2 * most,
            Some(_) => self.second_half_jobs <= most && self.len - self.second_half_jobs <= most,
        };
        if !fit || context.wants_quanta() {
            return 1;
        }
        let entries = || (0..self.len).map(|index| self.entry(index));
        let need: u64 = entries().map(|entry| u64::from(entry.need)).sum();
        // Jobs that did not run lose the switch, or start, in the order of just this
        // quantum.
        let ran = entries().all(|entry| self.ran_before(entry));
        if !ran || need > u64::from(nodes) {
            return 1;
        }
        let quantum = self.lists.quantum;
        let ends = entries().filter_map(|entry| entry.job);
        let ends = ends.map(|job| context.foresight().cycles_to_end(job, quantum));
        let undisturbed = context.foresight().cycles_to_disturbance(quantum);
        ends.fold(undisturbed, u64::min).max(1)
    }

    /// Lists for primaries and secondaries; all jobs are one list if there are not two, or
    /// one of them is empty.
    pub(super) fn halves(&self) -> (Option<bool>, Option<bool>) {
        if self.second_half_jobs == 0 || self.second_half_jobs == self.len {
            return (None, None);
        }
        let swapped = self.lists.swap && self.begun.is_multiple_of(2);
        (Some(swapped), Some(!swapped))
    }

    /// First index from `from` on with a job of `half` that is not placed yet.
    pub(super) fn next_candidate(&self, from: usize, half: Option<bool>) -> Option<usize> {
        (from..self.len).find(|&index| {
            let ListEntry { job, role, .. } = self.entry(index);
            let of_half = |job| half.is_none_or(|late| self.is_in_second_half(job) == late);
            role == Role::None && job.is_some_and(of_half)
        })
    }

    /// Whether it ran in the quantum before.
    fn ran_before(&self, entry: ListEntry) -> bool {
        entry.last > 0 && entry.last + 1 == self.quantum
    }

    /// Time it loses of this quantum.
    pub(super) fn lost(&self, entry: ListEntry) -> Duration {
        if self.ran_before(entry) {
            Duration::ZERO
        } else {
            self.lists.switch
        }
    }

    /// Notes that the entry with this index runs in this quantum; `has_run` is false if the
    /// switch took all of it.
    pub(super) fn note(&mut self, index: usize, role: Role, has_run: bool) {
        let entry = self.entry(index);
        let last = if has_run { self.quantum } else { entry.last };
        self.set(
            index,
            ListEntry {
                role,
                last,
                ..entry
            },
        );
        self.considered = self.considered.max(index + 1);
    }
}
