//! Filling of a quantum from a list: primaries, secondaries, parts.

use super::bits::set_bits_of;
use super::lists::{List, ListEntry, Role};
use super::service::{Service, serve_all, serve_these, set_lowest_bits};
use crate::engine::Context;
use crate::machine::processes::{ServedProcess, ServiceUse};
use crate::machine::{bits_of, lowest};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Scratch space for filling a quantum.
#[derive(Debug)]
pub(super) struct Scratch<'s> {
    pub(super) served: &'s mut [ServedProcess],
    pub(super) behind: &'s mut [(Duration, u32)],
    pub(super) nodes: &'s mut [u64],
    // Job on each node in this quantum; empty where all are always in service.
    pub(super) holders: &'s mut [Option<JobId>],
}

/// Nodes of a list in a quantum, the number of quanta it is filled for, the time until the
/// next change of nodes, and the end of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuantumNodes {
    pub(super) first: u32,
    pub(super) nodes: u32,
    pub(super) quanta: u64,
    pub(super) span: Duration,
    pub(super) span_end: Time,
}

impl QuantumNodes {
    /// Bits of its nodes in the word of index `word`.
    fn word(&self, word: usize) -> u64 {
        bits_of(self.first, self.nodes, word)
    }
}

/// Number of nodes in service among `nodes` nodes from `first` on.
pub(super) fn in_service(context: &Context<'_, '_>, first: u32, nodes: u32) -> u32 {
    if context.out_of_service() == 0 {
        return nodes;
    }
    let words = context.free_words().iter().enumerate();
    let up = words.map(|(word, up)| (up & bits_of(first, nodes, word)).count_ones());
    up.sum()
}

impl List<'_> {
    /// Fills a quantum, or several at once; returns whether any job can run in it.
    pub(super) fn fill(
        &mut self,
        context: &mut Context<'_, '_>,
        room: QuantumNodes,
        scratch: &mut Scratch<'_>,
    ) -> bool {
        self.begun += room.quanta;
        let all = in_service(context, room.first, room.nodes);
        let mut filling = FillState {
            free: all,
            room,
            scratch,
        };
        let (first, second) = self.halves();
        let placed = self.assign(context, first, Role::Primary, 0, &mut filling);
        // By the letter of the paper, the first ones of a single list have had their
        // chance.
        let passed = match (self.lists.window, first == second) {
            (true, true) => self.lists.max_jobs - placed,
            _ => 0,
        };
        let placed = self.assign(context, second, Role::Secondary, passed, &mut filling);
        if self.lists.partial {
            self.assign_parts(context, second, (passed, placed), &mut filling);
        }
        if context.wants_reasons() && !context.is_in_full_service() {
            self.explain_waits(context, &mut filling);
        }
        if filling.free == all {
            self.begun -= room.quanta;
        }
        filling.free < all
    }

    /// Reports for jobs that have not started that they wait for nodes out of service or in
    /// maintenance ahead, if so.
    fn explain_waits(&self, context: &mut Context<'_, '_>, filling: &mut FillState<'_, '_>) {
        filling.scratch.holders.fill(None);
        let QuantumNodes { first, nodes, .. } = filling.room;
        let free = in_service(context, first, nodes);
        let mut next = self.next_candidate(0, None);
        while let Some(index) = next {
            let ListEntry { job, need, .. } = self.entry(index);
            let needs = if self.lists.partial { 1 } else { need };
            if let Some(job) = job
                && context.is_waiting(job)
            {
                let usable = filling.free_for(context, job);
                context.explain_wait_for_service(job, needs, free, usable);
            }
            next = self.next_candidate(index + 1, None);
        }
    }

    /// Places the jobs of `half` that fit, except the first `passed`; returns their number.
    fn assign(
        &mut self,
        context: &mut Context<'_, '_>,
        half: Option<bool>,
        role: Role,
        passed: u32,
        filling: &mut FillState<'_, '_>,
    ) -> u32 {
        let (mut placed, mut seen) = (0, 0);
        let mut next = self.next_candidate(0, half);
        while let Some(index) = next {
            let over = self.lists.window && seen >= passed + self.lists.max_jobs;
            if placed == self.lists.max_jobs || over || filling.free == 0 {
                break;
            }
            seen += 1;
            let entry = self.entry(index);
            if let Some(job) = entry.job
                && seen > passed
                && entry.need <= filling.free
                && entry.need <= filling.free_for(context, job)
            {
                let lost = self.lost(entry);
                let service = filling.service(lost);
                let (count, ran) = serve_all(context, job, service, filling.scratch.served);
                filling.note(context, job, service, count, ran);
                self.note(index, role, lost <= filling.room.span);
                placed += 1;
            }
            next = self.next_candidate(index + 1, half);
        }
        placed
    }

    /// Gives the free nodes to the least advanced processes of secondaries that did not
    /// fit: of as many jobs as secondaries are missing.
    fn assign_parts(
        &mut self,
        context: &mut Context<'_, '_>,
        half: Option<bool>,
        (passed, placed): (u32, u32),
        filling: &mut FillState<'_, '_>,
    ) {
        let mut next = self.next_candidate(0, half);
        // By the letter of the paper, only the jobs already looked at count.
        let looked = passed + self.lists.max_jobs - placed;
        let mut seen = 0;
        let mut parts = 0;
        while let Some(index) = next {
            let over = self.lists.window && seen >= looked;
            if filling.free == 0 || parts == self.lists.max_jobs - placed || over {
                break;
            }
            seen += 1;
            let entry = self.entry(index);
            let free = match entry.job {
                Some(job) if seen > passed => filling.free_for(context, job),
                _ => 0,
            };
            if let Some(job) = entry.job
                && free > 0
            {
                let lost = self.lost(entry);
                let service = filling.service(lost);
                let count = filling.least_advanced(context, job, free);
                let served = &filling.scratch.served[..count];
                let ran = serve_these(context, job, service, served);
                filling.note(context, job, service, count, ran);
                self.note(index, Role::Partial, lost <= filling.room.span);
                parts += 1;
            }
            next = self.next_candidate(index + 1, half);
        }
    }
}

/// State of filling a quantum.
struct FillState<'f, 's> {
    // Number of nodes not given yet.
    free: u32,
    room: QuantumNodes,
    scratch: &'f mut Scratch<'s>,
}

impl FillState<'_, '_> {
    /// Number of free nodes that `job` can have: all of them where all are always in
    /// service, otherwise those left in `scratch.nodes`. A job that starts may not be on a
    /// node when maintenance begins, by its estimate; a started job has nodes for the
    /// quantum only, which is over by then.
    fn free_for(&mut self, context: &Context<'_, '_>, job: JobId) -> u32 {
        let Scratch { nodes, holders, .. } = &mut *self.scratch;
        if holders.is_empty() {
            return self.free;
        }
        let is_new = context.is_waiting(job);
        let words = holders.chunks(64).zip(nodes.iter_mut()).enumerate();
        for (word, (holders, nodes)) in words {
            let idle = (0..).zip(holders).filter(|(_, holder)| holder.is_none());
            let idle = idle.fold(0, |idle, (node, _)| idle | 1 << node);
            let up = context.free_words()[word] & self.room.word(word);
            let clear = if is_new {
                context.clear_word(job, word)
            } else {
                u64::MAX
            };
            *nodes = idle & up & clear;
        }
        nodes.iter().map(|word| word.count_ones()).sum()
    }

    /// Lists the least advanced processes of `job`, at most `free`.
    fn least_advanced(&mut self, context: &Context<'_, '_>, job: JobId, free: u32) -> usize {
        let mut count = 0;
        for (index, (done, is_done)) in (0..).zip(context.progress(job)) {
            if !is_done {
                self.scratch.behind[count] = (done, index);
                count += 1;
            }
        }
        let behind = &mut self.scratch.behind[..count];
        behind.sort_unstable();
        let count = count.min(free as usize);
        for (served, (_, index)) in self.scratch.served.iter_mut().zip(&behind[..count]) {
            *served = (*index, Rate::FULL);
        }
        count
    }

    /// Service of a job that first loses `lost`.
    fn service(&self, lost: Duration) -> Service {
        Service::of(lost, self.room.span)
    }

    /// Notes that `count` processes of `job` were served, each on a node of its own.
    fn note(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        service: Service,
        count: usize,
        ran: ServiceUse,
    ) {
        let Scratch { nodes, holders, .. } = &mut *self.scratch;
        // The lowest idle nodes; the nodes of different quanta are independent.
        if !holders.is_empty() {
            keep_lowest(nodes, count);
            for node in set_bits_of(nodes) {
                holders[node] = Some(job);
            }
        } else if context.wants_quanta() {
            let first = self.room.first + self.room.nodes - self.free;
            set_lowest_bits(nodes, first as usize, count);
        }
        if context.wants_quanta() {
            let used = service.quantum_use_on(count, ran);
            context.report_occupation(job, nodes, self.room.span_end, used);
        }
        self.free -= count as u32;
    }
}

/// Clears all but the lowest `count` set bits.
fn keep_lowest(bits: &mut [u64], mut count: usize) {
    for word in bits {
        *word = lowest(*word, count as u32);
        count -= word.count_ones() as usize;
    }
}
