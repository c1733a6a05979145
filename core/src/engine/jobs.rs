//! The state of a job, and lists threaded through jobs.

use core::cmp::Ordering;

use crate::exact::Part;
use crate::families;
use crate::ids::{JobId, ServerId};
use crate::rate::Rate;
use crate::table::Table;
use crate::time::{Duration, Time};

/// Where a job is in its life.
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
    /// Holds nodes and loads its memory before it runs.
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

/// What a job holds, or what holds it up: in a workflow the predecessors that have not
/// completed, then the nodes or the server it is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held(u32);

impl Held {
    /// Nothing. All zero bytes.
    pub(crate) const NOTHING: Self = Self(0);

    /// So many predecessors.
    pub(crate) const fn predecessors(count: u32) -> Self {
        Self(count)
    }

    /// The intervals of nodes on this list.
    #[inline]
    pub(crate) const fn nodes(list: u32) -> Self {
        Self(list)
    }

    /// A place on this server.
    pub(crate) const fn on(server: ServerId) -> Self {
        Self(server.index() as u32 + 1)
    }

    /// Whether it is nothing.
    #[inline]
    pub(crate) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// One predecessor less; whether it was the last.
    pub(crate) const fn release(&mut self) -> bool {
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
    // Neighbours in the one list it is on: queue, running, suspended, ended, a server.
    pub(crate) next: Option<JobId>,
    pub(crate) previous: Option<JobId>,
    // What it holds, or what holds it up.
    pub(crate) held: Held,
    // Nodes it holds; what it asks for until it starts.
    pub(crate) nodes: u32,
    pub(crate) phase: Phase,
}

/// What the times of a job lack of the nanoseconds that [`Job`] says.
#[derive(Clone, Copy, Debug)]
pub struct JobParts {
    pub(crate) started: Part,
    pub(crate) remaining: Part,
    pub(crate) updated: Part,
}

impl JobParts {
    /// All whole; all zero bytes.
    pub const NONE: Self = Self {
        started: Part::NONE,
        remaining: Part::NONE,
        updated: Part::NONE,
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
        held: Held::NOTHING,
        nodes: 0,
        phase: Phase::Future,
    };

    /// Where it is in its life.
    pub const fn phase(&self) -> Phase {
        self.phase
    }
}

/// The state of all jobs.
pub(crate) type Jobs<'a> = Table<'a, Job>;

/// A list threaded through the jobs: no storage of its own, and a job leaves
/// from the middle in constant time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    pub(crate) head: Option<JobId>,
    pub(crate) tail: Option<JobId>,
    pub(crate) len: u32,
}

impl List {
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

    /// Puts `id` in among jobs that are in order, before all that are `behind` it.
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

    /// Sorts by merging, without storage; equal jobs keep their order.
    pub(crate) fn sort(
        &mut self,
        jobs: &mut Jobs<'_>,
        mut compare: impl FnMut(JobId, JobId) -> Ordering,
    ) {
        if self.is_sorted(jobs, &mut compare) {
            return;
        }
        let mut width = 1;
        while width < self.len {
            let mut rest = self.head;
            let mut sorted = Self::default();
            while let Some(left) = rest {
                let right = skip(jobs, left, width);
                rest = right.and_then(|right| skip(jobs, right, width));
                let mut runs = Runs {
                    left: (Some(left), width),
                    right: (right, width),
                };
                while let Some(id) = runs.take_first(jobs, &mut compare) {
                    sorted.push(jobs, id);
                }
            }
            *self = sorted;
            width = width.saturating_mul(2);
        }
    }

    /// Whether nothing is to be done, as is usual when little has changed.
    fn is_sorted(
        &self,
        jobs: &Jobs<'_>,
        compare: &mut impl FnMut(JobId, JobId) -> Ordering,
    ) -> bool {
        let mut pair = self.head.map(|head| (head, jobs[head.index()].next));
        while let Some((ahead, Some(behind))) = pair {
            if compare(ahead, behind).is_gt() {
                return false;
            }
            pair = Some((behind, jobs[behind.index()].next));
        }
        true
    }
}

/// The job `count` places behind `from`.
fn skip(jobs: &Jobs<'_>, from: JobId, count: u32) -> Option<JobId> {
    (0..count).try_fold(from, |id, _| jobs[id.index()].next)
}

/// Two sorted runs to be merged: the next job of each and how many it has left.
struct Runs {
    left: (Option<JobId>, u32),
    right: (Option<JobId>, u32),
}

impl Runs {
    fn take_first(
        &mut self,
        jobs: &Jobs<'_>,
        compare: &mut impl FnMut(JobId, JobId) -> Ordering,
    ) -> Option<JobId> {
        let left = self.left.0.filter(|_| self.left.1 > 0);
        let right = self.right.0.filter(|_| self.right.1 > 0);
        let (id, run) = match (left, right) {
            (Some(left), Some(right)) if compare(left, right).is_gt() => (right, &mut self.right),
            (Some(left), _) => (left, &mut self.left),
            (None, Some(right)) => (right, &mut self.right),
            (None, None) => return None,
        };
        *run = (jobs[id.index()].next, run.1 - 1);
        Some(id)
    }
}
