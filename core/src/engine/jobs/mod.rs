//! The state of a job, and lists threaded through jobs.

pub(super) mod attempts;
pub(super) mod exact;
pub(super) mod links;
pub(super) mod queue;
pub(super) mod specs;

use core::cmp::Ordering;

use crate::exact::Fraction;
use crate::families;
use crate::machine::table::Table;
use crate::units::ids::{JobId, ServerId};
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Phase in the life of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Phase {
    /// Not submitted yet.
    #[default]
    Future = 0,
    /// In the queue.
    Waiting,
    /// Holds nodes exclusively, or was admitted by a policy.
    Running,
    /// Holds nodes and loads its memory, or waits for nodes that boot, before it runs.
    Loading,
    /// Shares a server.
    Placed,
    /// Its nodes are lent to others until it resumes.
    Suspended,
    /// Done.
    Completed,
    /// Stopped for good before its work was done.
    Killed,
    /// Refused before it ever started.
    Rejected,
}

impl Phase {
    /// Whether the job is on a shared server.
    #[inline]
    pub(crate) fn is_placed(self) -> bool {
        families::PLACEMENT && self == Self::Placed
    }
}

/// Resources or predecessors of a job: in a workflow the number of predecessors that have
/// not completed, later its nodes or its server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attachment(u32);

impl Attachment {
    /// Nothing. All zero bytes.
    pub(crate) const NOTHING: Self = Self(0);

    /// This number of predecessors.
    pub(crate) const fn predecessors(count: u32) -> Self {
        Self(count)
    }

    /// The intervals of nodes on this list.
    #[inline]
    pub(crate) const fn nodes(list: u32) -> Self {
        Self(list)
    }

    /// A position on this server.
    pub(crate) const fn on(server: ServerId) -> Self {
        Self(server.index() as u32 + 1)
    }

    /// Whether it is nothing.
    #[inline]
    pub(crate) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Counts one predecessor less; returns whether it was the last.
    pub(crate) const fn complete_predecessor(&mut self) -> bool {
        self.0 -= 1;
        self.0 == 0
    }

    /// The list of intervals of nodes.
    #[inline]
    pub(crate) const fn list(self) -> u32 {
        self.0
    }

    /// The server.
    pub(crate) const fn server(self) -> ServerId {
        ServerId::new(self.0 as usize - 1)
    }
}

/// The state of one job, in 56 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    // The planned start while it waits, the first start afterwards.
    pub(crate) started: Time,
    // Work left as of `updated`.
    pub(crate) remaining: Duration,
    // When `remaining` was last brought up to date; the end of an ended job;
    // the end of the load of a loading one.
    pub(crate) updated: Time,
    // The rate since `updated`; once it is loaded, of a loading job.
    pub(crate) rate: Rate,
    // Neighbours in its list: queue, running, suspended, ended, or a server's.
    pub(crate) next: Option<JobId>,
    pub(crate) previous: Option<JobId>,
    // Predecessors, nodes or server.
    pub(crate) held: Attachment,
    // Nodes it holds; the requested number until it starts.
    pub(crate) nodes: u32,
    pub(crate) phase: Phase,
    // Whether it was sent back to the queue after a start.
    pub(crate) has_started: bool,
    // Its bucket of the queue, while that is indexed and it waits.
    pub(crate) bucket: u32,
}

/// Fractions by which the times of a job are below the nanoseconds in [`Job`].
#[derive(Clone, Copy, Debug)]
pub struct JobFractions {
    pub(crate) started: Fraction,
    pub(crate) remaining: Fraction,
    pub(crate) updated: Fraction,
}

impl JobFractions {
    /// All whole; all zero bytes.
    pub const NONE: Self = Self {
        started: Fraction::NONE,
        remaining: Fraction::NONE,
        updated: Fraction::NONE,
    };
}

impl Job {
    /// A job not submitted yet. All zero bytes, so that static storage lands
    /// in `.bss`.
    pub const EMPTY: Self = Self {
        started: Time::ZERO,
        remaining: Duration::ZERO,
        updated: Time::ZERO,
        rate: Rate::STOPPED,
        next: None,
        previous: None,
        held: Attachment::NOTHING,
        nodes: 0,
        phase: Phase::Future,
        has_started: false,
        bucket: 0,
    };

    /// Its phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }
}

/// The state of all jobs.
pub(crate) type Jobs<'a> = Table<'a, Job>;

/// A list threaded through the jobs: no storage of its own, and a job leaves
/// from the middle in constant time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JobList {
    pub(crate) head: Option<JobId>,
    pub(crate) tail: Option<JobId>,
    pub(crate) len: u32,
}

impl JobList {
    /// Appends `id`.
    #[inline]
    pub(crate) fn push(&mut self, jobs: &mut Jobs<'_>, id: JobId) {
        jobs[id.index()].previous = self.tail;
        jobs[id.index()].next = None;
        match self.tail {
            Some(tail) => jobs[tail.index()].next = Some(id),
            None => self.head = Some(id),
        }
        self.tail = Some(id);
        self.len += 1;
    }

    /// Puts `id` behind `before`; at the head if that is absent.
    pub(crate) fn insert(&mut self, jobs: &mut Jobs<'_>, id: JobId, before: Option<JobId>) {
        let next = match before {
            Some(before) => jobs[before.index()].next,
            None => self.head,
        };
        let Some(next) = next else {
            return self.push(jobs, id);
        };
        jobs[id.index()].previous = before;
        jobs[id.index()].next = Some(next);
        jobs[next.index()].previous = Some(id);
        match before {
            Some(before) => jobs[before.index()].next = Some(id),
            None => self.head = Some(id),
        }
        self.len += 1;
    }

    /// Inserts `id` into a sorted list, before all jobs for which `behind` is true.
    pub(crate) fn insert_sorted(
        &mut self,
        jobs: &mut Jobs<'_>,
        id: JobId,
        behind: impl Fn(JobId) -> bool,
    ) {
        let mut before = self.tail;
        while let Some(other) = before
            && behind(other)
        {
            before = jobs[other.index()].previous;
        }
        self.insert(jobs, id, before);
    }

    /// Takes `id` out.
    #[inline]
    pub(crate) fn remove(&mut self, jobs: &mut Jobs<'_>, id: JobId) {
        let Job { previous, next, .. } = jobs[id.index()];
        match previous {
            Some(previous) => jobs[previous.index()].next = next,
            None => self.head = next,
        }
        match next {
            Some(next) => jobs[next.index()].previous = previous,
            None => self.tail = previous,
        }
        self.len -= 1;
    }

    /// Sorts by merging runs that are already in order, without storage; equal jobs keep
    /// their order. The key of each job is looked up once per round; the fewer changes
    /// since the last call, the fewer rounds.
    pub(crate) fn sort<T>(
        &mut self,
        jobs: &mut Jobs<'_>,
        mut look: impl FnMut(JobId) -> T,
        mut compare: impl FnMut(&T, &T) -> Ordering,
    ) {
        let mut runs = self.mark_runs(jobs, &mut look, &mut compare);
        while runs > 1 {
            let (mut sorted, mut rest) = (Self::default(), self.head);
            runs = 0;
            while let Some(left) = rest {
                let right = next_run(jobs, left);
                rest = right.and_then(|right| next_run(jobs, right));
                let ends = (right, rest);
                sorted.merge(jobs, (left, right), ends, &mut look, &mut compare);
                runs += 1;
            }
            *self = sorted;
        }
    }

    /// Marks the first job of each sorted run by clearing its `previous`; returns the
    /// number of runs.
    fn mark_runs<T>(
        &self,
        jobs: &mut Jobs<'_>,
        look: &mut impl FnMut(JobId) -> T,
        compare: &mut impl FnMut(&T, &T) -> Ordering,
    ) -> u32 {
        let (mut runs, mut before, mut next) = (0, None, self.head);
        while let Some(id) = next {
            let seen = look(id);
            let goes_on = before.filter(|(_, ahead)| compare(ahead, &seen).is_le());
            runs += u32::from(goes_on.is_none());
            jobs[id.index()].previous = goes_on.map(|(ahead, _)| ahead);
            next = jobs[id.index()].next;
            before = Some((id, seen));
        }
        runs
    }

    /// Appends two consecutive runs, merged to one. Each ends before the given job, or with
    /// the list.
    fn merge<T>(
        &mut self,
        jobs: &mut Jobs<'_>,
        (left, right): (JobId, Option<JobId>),
        (left_end, right_end): (Option<JobId>, Option<JobId>),
        look: &mut impl FnMut(JobId) -> T,
        compare: &mut impl FnMut(&T, &T) -> Ordering,
    ) {
        let first = self.tail;
        let mut left = Some(left);
        let mut right = right;
        if let (Some(one), Some(other)) = (left, right) {
            let (mut ahead, mut behind) = (look(one), look(other));
            while let (Some(one), Some(other)) = (left, right) {
                let after = |id: JobId| jobs[id.index()].next;
                if compare(&ahead, &behind).is_le() {
                    left = after(one).filter(|_| after(one) != left_end);
                    ahead = left.map_or(ahead, &mut *look);
                    self.push(jobs, one);
                } else {
                    right = after(other).filter(|_| after(other) != right_end);
                    behind = right.map_or(behind, &mut *look);
                    self.push(jobs, other);
                }
            }
        }
        // The rest of a single run needs no comparisons.
        for (mut rest, end) in [(left, left_end), (right, right_end)] {
            while let Some(id) = rest {
                rest = jobs[id.index()].next.filter(|&next| Some(next) != end);
                self.push(jobs, id);
            }
        }
        let begin = first.map_or(self.head, |first| jobs[first.index()].next);
        if let Some(begin) = begin {
            jobs[begin.index()].previous = None;
        }
    }
}

/// First job behind `from` that begins a run.
fn next_run(jobs: &Jobs<'_>, from: JobId) -> Option<JobId> {
    let mut next = jobs[from.index()].next;
    while let Some(id) = next
        && jobs[id.index()].previous.is_some()
    {
        next = jobs[id.index()].next;
    }
    next
}
