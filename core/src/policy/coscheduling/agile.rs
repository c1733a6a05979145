//! Agile: jobs of a grain in lists from which every quantum is filled anew.

use super::rows::{Quanta, is_set, set};
use crate::engine::storage::words_for;
use crate::engine::{Context, Policy};
use crate::error::CapacityError;
use crate::ids::JobId;
use crate::machine::processes::Served;
use crate::rate::Rate;
use crate::time::Duration;

/// How many primaries, and how many secondaries, there are in a quantum.
const FIVE: usize = 5;

/// What Agile can be told; the paper leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lists {
    /// How long a quantum is, at least a nanosecond.
    pub quantum: Duration,
    /// Whether jobs of the first and of the second half of the workload are in
    /// lists of their own.
    pub heads: bool,
    /// Whether the two lists take turns in giving the primaries.
    pub swap: bool,
    /// Whether some processes of a job may run where not all fit.
    pub partial: bool,
    /// Whether only the first five, and the next five, are looked at, fit or
    /// not, as the paper's words have it.
    pub window: bool,
    /// Whether jobs that have just come are behind those that wait, not ahead.
    pub arrivals_last: bool,
}

impl Lists {
    /// For medium grain: one list, whole jobs.
    pub const fn medium(quantum: Duration) -> Self {
        Self {
            quantum,
            heads: false,
            swap: true,
            partial: false,
            window: false,
            arrivals_last: false,
        }
    }

    /// For coarse grain: two lists, and parts of jobs.
    pub const fn coarse(quantum: Duration) -> Self {
        Self {
            heads: true,
            partial: true,
            ..Self::medium(quantum)
        }
    }

    /// For independent processes: one list, and parts of jobs.
    pub const fn independent(quantum: Duration) -> Self {
        Self {
            partial: true,
            ..Self::medium(quantum)
        }
    }

    /// By the letter of the paper.
    #[must_use]
    pub const fn literal(self) -> Self {
        Self {
            swap: false,
            window: true,
            arrivals_last: true,
            ..self
        }
    }
}

/// Borrowed buffers of Agile.
#[derive(Debug, Default)]
pub struct AgileBuffers<'a> {
    /// The jobs that are there; an entry for each job of the workload.
    pub list: &'a mut [Option<JobId>],
    /// The same list while it is put in order; as large.
    pub other: &'a mut [Option<JobId>],
    /// A bit for each job: those in the list.
    pub listed: &'a mut [u64],
    /// A bit for each job: those served in the present quantum.
    pub chosen: &'a mut [u64],
    /// As many entries as the machine has nodes.
    pub served: &'a mut [Served],
    /// As many entries as the machine has nodes: processes by progress.
    pub behind: &'a mut [(Duration, u32)],
    /// A bit for each node.
    pub nodes: &'a mut [u64],
}

/// "Process grain size based scheduling of parallel jobs with Agile algorithm",
/// 2009, for jobs of medium or coarse grain or with independent processes; those
/// of fine grain are gang scheduled ([`super::Gang`]). Processes have no nodes of
/// their own: every quantum, up to five jobs from the front of the list that fit
/// beside one another run, and up to five more from the rest.
#[derive(Debug)]
pub struct Agile<'a> {
    lists: Lists,
    buffers: AgileBuffers<'a>,
    // Jobs in the list.
    len: usize,
    // Those served in the last quantum, in the order in which they were placed.
    placed: heapless::Vec<JobId, { 3 * FIVE }>,
    jobs: usize,
    nodes: u32,
    quanta: Quanta,
}

impl<'a> Agile<'a> {
    /// For `jobs` jobs on `nodes` nodes.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        lists: Lists,
        nodes: u32,
        jobs: usize,
        buffers: AgileBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let (words, width) = (words_for(jobs), nodes as usize);
        CapacityError::unless("list", jobs, buffers.list.len())?;
        CapacityError::unless("other", jobs, buffers.other.len())?;
        CapacityError::unless("listed", words, buffers.listed.len())?;
        CapacityError::unless("chosen", words, buffers.chosen.len())?;
        CapacityError::unless("served", width, buffers.served.len())?;
        CapacityError::unless("behind", width, buffers.behind.len())?;
        CapacityError::unless("nodes", words_for(width), buffers.nodes.len())?;
        buffers.listed.fill(0);
        buffers.chosen.fill(0);
        Ok(Self {
            lists,
            buffers,
            len: 0,
            placed: heapless::Vec::new(),
            jobs,
            nodes,
            quanta: Quanta::new(lists.quantum),
        })
    }

    /// Whether `job` is of the second half of the workload.
    fn is_late(&self, job: JobId) -> bool {
        self.lists.heads && job.index() * 1000 / self.jobs.max(1) >= 500
    }

    /// Puts the list in order: jobs that have just come, those not served in the
    /// last quantum (or the other way round), those served.
    fn order(&mut self, context: &Context<'_, '_>) {
        let AgileBuffers {
            list,
            other,
            listed,
            chosen,
            ..
        } = &mut self.buffers;
        let mut len = 0;
        let mut push = |job: JobId| {
            other[len] = Some(job);
            len += 1;
        };
        let arrivals = |push: &mut dyn FnMut(JobId)| {
            for job in context.queue().filter(|job| !is_set(listed, *job)) {
                push(job);
            }
        };
        if !self.lists.arrivals_last {
            arrivals(&mut push);
        }
        let left = list[..self.len].iter().flatten();
        left.filter(|job| !is_set(chosen, **job))
            .for_each(|job| push(*job));
        if self.lists.arrivals_last {
            arrivals(&mut push);
        }
        let served = self.placed.iter().copied();
        served
            .filter(|job| !is_done(context, *job))
            .for_each(&mut push);
        self.len = len;
        core::mem::swap(&mut self.buffers.list, &mut self.buffers.other);
        for job in self.buffers.list[..len].iter().flatten() {
            set(self.buffers.listed, *job);
        }
    }

    /// Fills a quantum.
    fn fill(&mut self, context: &mut Context<'_, '_>) {
        self.buffers.chosen.fill(0);
        self.placed.clear();
        let mut free = self.nodes;
        let (first, second) = self.halves();
        self.place(context, first, &mut free, self.lists.window);
        let late = self.place_more(context, first, second, &mut free);
        if self.lists.partial {
            self.place_parts(context, &late, &mut free);
        }
    }

    /// Which of the two lists the primaries come from; all jobs are one list if
    /// there are not two, or one of them is empty.
    fn halves(&self) -> (Option<bool>, Option<bool>) {
        let jobs = || self.buffers.list[..self.len].iter().flatten();
        let has = |late| jobs().any(|job| self.is_late(*job) == late);
        if !self.lists.heads || !has(false) || !has(true) {
            return (None, None);
        }
        let swapped = self.lists.swap && self.quanta.begun.is_multiple_of(2);
        (Some(swapped), Some(!swapped))
    }

    /// The job in place `place` of the list, if it is of this half and not
    /// placed yet.
    fn candidate(&self, place: usize, half: Option<bool>) -> Option<JobId> {
        let job = self.buffers.list[place]?;
        let of_half = half.is_none_or(|late| self.is_late(job) == late);
        (of_half && !is_set(self.buffers.chosen, job)).then_some(job)
    }

    /// Places the first five that fit; with `window`, those of the first five
    /// that fit. Returns how far it looked.
    fn place(
        &mut self,
        context: &mut Context<'_, '_>,
        half: Option<bool>,
        free: &mut u32,
        window: bool,
    ) {
        let (mut placed, mut seen) = (0, 0);
        for place in 0..self.len {
            if placed == FIVE || window && seen == FIVE {
                return;
            }
            let Some(job) = self.candidate(place, half) else {
                continue;
            };
            seen += 1;
            placed += usize::from(self.try_whole(context, job, free));
        }
    }

    /// Places up to five secondaries; those that did not fit are returned, as
    /// many as may still be placed in part.
    fn place_more(
        &mut self,
        context: &mut Context<'_, '_>,
        first: Option<bool>,
        second: Option<bool>,
        free: &mut u32,
    ) -> heapless::Vec<JobId, FIVE> {
        let mut late = heapless::Vec::new();
        let (mut placed, mut seen) = (0, 0);
        // By the letter, the first five of one list have had their chance.
        let mut passed = match (self.lists.window, first == second) {
            (true, true) => FIVE - self.placed.len(),
            _ => 0,
        };
        for place in 0..self.len {
            if placed == FIVE || self.lists.window && seen == FIVE {
                break;
            }
            let Some(job) = self.candidate(place, second) else {
                continue;
            };
            if passed > 0 {
                passed -= 1;
                continue;
            }
            seen += 1;
            match self.try_whole(context, job, free) {
                true => placed += 1,
                // Only the first few can ever get a part.
                false => late.push(job).unwrap_or_default(),
            }
        }
        late.truncate(FIVE - placed);
        late
    }

    /// Gives what is free to the least advanced processes of `late` jobs.
    fn place_parts(&mut self, context: &mut Context<'_, '_>, late: &[JobId], free: &mut u32) {
        for &job in late {
            if *free == 0 {
                return;
            }
            let mut count = 0;
            for (place, (done, is_done)) in (0..).zip(context.progress(job)) {
                if !is_done {
                    self.buffers.behind[count] = (done, place);
                    count += 1;
                }
            }
            let behind = &mut self.buffers.behind[..count];
            behind.sort_unstable();
            let part = count.min(*free as usize);
            for (served, (_, place)) in self.buffers.served.iter_mut().zip(&behind[..part]) {
                *served = (*place, Rate::FULL);
            }
            self.serve(context, job, part, free);
        }
    }

    /// Places all processes of `job` that are not done, if there is room.
    fn try_whole(&mut self, context: &mut Context<'_, '_>, job: JobId, free: &mut u32) -> bool {
        let mut count = 0;
        for (place, (_, is_done)) in (0..).zip(context.progress(job)) {
            if !is_done {
                self.buffers.served[count] = (place, Rate::FULL);
                count += 1;
            }
        }
        let fits = count as u32 <= *free;
        if fits {
            self.serve(context, job, count, free);
        }
        fits
    }

    fn serve(&mut self, context: &mut Context<'_, '_>, job: JobId, count: usize, free: &mut u32) {
        // It starts now, unless it has before.
        let _ = context.admit(job);
        let _ = context.serve(job, &self.buffers.served[..count], self.lists.quantum);
        // The lowest idle nodes; those of one quantum mean nothing to the next.
        let first = (self.nodes - *free) as usize;
        self.buffers.nodes.fill(0);
        for node in first..first + count {
            self.buffers.nodes[node / 64] |= 1 << (node % 64);
        }
        context.occupies(job, self.buffers.nodes, self.quanta.until());
        *free -= count as u32;
        set(self.buffers.chosen, job);
        // There is room for all that a quantum may hold.
        let _ = self.placed.push(job);
    }
}

/// Whether all processes of `job` are done.
fn is_done(context: &Context<'_, '_>, job: JobId) -> bool {
    context.progress(job).all(|(_, is_done)| is_done)
}

impl Policy for Agile<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if !self.quanta.is_over(context) {
            return;
        }
        self.order(context);
        if self.len == 0 {
            self.placed.clear();
            self.quanta.stop();
            return;
        }
        self.quanta.begin(context);
        self.fill(context);
    }
}
