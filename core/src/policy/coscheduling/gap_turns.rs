//! Processes that may fill gaps, by column: the one that filled a gap longest ago first.

use super::bits::set_bits_of;
use crate::buffers::buffers;
use crate::units::ids::JobId;

buffers! {
    /// Borrowed buffers of processes that take turns in gaps; empty ones are enough, but then
    /// each quantum looks at all jobs.
    pub struct GapTurnBuffers, GapTurnSizes, BoxedGapTurns::as_buffers, "" {
        /// An entry for each process.
        links: [GapLink; processes] = GapLink::EMPTY,
        /// An entry for each node.
        queues: [GapQueue; nodes] = GapQueue::EMPTY,
        /// An entry for each node: numbers of rows, each with one of its jobs.
        rows: [(u32, Option<JobId>); nodes] = (0, None),
    }
    with {}
    /// Computes the sizes for `processes` processes on `nodes` nodes.
    sizes of(nodes: usize, processes: usize) {}
}

/// A process in the queue of its column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GapLink {
    job: Option<JobId>,
    // Index of the process behind it + 1; 0 behind the last.
    next: u32,
}

impl GapLink {
    /// No process; all zero bytes.
    pub const EMPTY: Self = Self { job: None, next: 0 };
}

/// Queue of a column: indices of processes + 1, or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GapQueue {
    first: u32,
    last: u32,
    // The last of those that never filled a gap, which are ahead of all others.
    last_new: u32,
}

impl GapQueue {
    /// No processes; all zero bytes.
    pub const EMPTY: Self = Self {
        first: 0,
        last: 0,
        last_new: 0,
    };
}

/// Action on a process in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fitness {
    /// It fills the gap, and is the last from then on.
    Fills,
    /// It does not now.
    Stays,
    /// It never will.
    Leaves,
}

/// A queue for each column of processes that may fill its gaps, in order of the quantum in
/// which they last did, which `filled` tells, then of their jobs.
#[derive(Debug)]
pub(super) struct GapTurns<'a> {
    links: &'a mut [GapLink],
    queues: &'a mut [GapQueue],
    // Rows of processes that fill gaps.
    pub(super) rows: &'a mut [(u32, Option<JobId>)],
}

impl<'a> GapTurns<'a> {
    /// Empty queues, on buffers that are large enough or empty.
    pub(super) fn new(buffers: GapTurnBuffers<'a>) -> Self {
        buffers.queues.fill(GapQueue::EMPTY);
        Self {
            links: buffers.links,
            queues: buffers.queues,
            rows: buffers.rows,
        }
    }

    /// Whether there is room for them.
    pub(super) fn are_kept(&self) -> bool {
        !self.links.is_empty()
    }

    /// Empties all queues.
    pub(super) fn clear(&mut self) {
        self.queues.fill(GapQueue::EMPTY);
    }

    /// Puts the processes of `job`, from index `first` on, into the queues of its columns.
    pub(super) fn join(&mut self, job: JobId, first: usize, columns: &[u64], filled: &[u64]) {
        for (process, column) in (first..).zip(set_bits_of(columns)) {
            self.links[process].job = Some(job);
            let before = self.predecessor(column, process, filled);
            let next = match before {
                0 => &mut self.queues[column].first,
                before => &mut self.links[before as usize - 1].next,
            };
            let link = core::mem::replace(next, process as u32 + 1);
            self.links[process].next = link;
            let queue = &mut self.queues[column];
            if link == 0 {
                queue.last = process as u32 + 1;
            }
            if filled[process] == 0 && before == queue.last_new {
                queue.last_new = process as u32 + 1;
            }
        }
    }

    /// Index + 1 of the process behind which `process` belongs in the queue of `column`.
    fn predecessor(&self, column: usize, process: usize, filled: &[u64]) -> u32 {
        let key = |link: u32| {
            let index = link as usize - 1;
            (filled[index], self.links[index].job)
        };
        let (queue, own) = (self.queues[column], key(process as u32 + 1));
        // Jobs mostly come in order.
        let (mut before, mut next) = match queue.last_new {
            0 => (0, queue.first),
            last if key(last) < own => (last, self.links[last as usize - 1].next),
            _ => (0, queue.first),
        };
        while next > 0 && key(next) < own {
            (before, next) = (next, self.links[next as usize - 1].next);
        }
        before
    }

    /// Finds the process that fills the gap of `column`; returns its job and index.
    pub(super) fn next(
        &mut self,
        column: usize,
        mut fitness: impl FnMut(JobId, usize) -> Fitness,
    ) -> Option<(JobId, usize)> {
        let (mut before, mut link) = (0, self.queues[column].first);
        while link > 0 {
            let process = link as usize - 1;
            let GapLink { job, next } = self.links[process];
            let job = job?;
            match fitness(job, process) {
                Fitness::Stays => before = link,
                Fitness::Leaves => self.unlink(column, before, link),
                Fitness::Fills => {
                    self.unlink(column, before, link);
                    self.append(column, link);
                    return Some((job, process));
                }
            }
            link = next;
        }
        None
    }

    /// Takes the process behind `before` out of the queue.
    fn unlink(&mut self, column: usize, before: u32, link: u32) {
        let next = self.links[link as usize - 1].next;
        let queue = &mut self.queues[column];
        match before {
            0 => queue.first = next,
            before => self.links[before as usize - 1].next = next,
        }
        if queue.last == link {
            queue.last = before;
        }
        if queue.last_new == link {
            // All ahead of it are as new.
            queue.last_new = before;
        }
    }

    /// Puts a process that is in no queue at the end of one.
    fn append(&mut self, column: usize, link: u32) {
        self.links[link as usize - 1].next = 0;
        let queue = &mut self.queues[column];
        match core::mem::replace(&mut queue.last, link) {
            0 => queue.first = link,
            last => self.links[last as usize - 1].next = link,
        }
    }
}
