//! How a quantum is filled from a list: primaries, secondaries, parts.

use super::bits::places_of;
use super::lists::{List, Listed, Role};
use super::service::{Service, serve_all, serve_these, set_places};
use crate::engine::Context;
use crate::machine::processes::{Ran, Served};
use crate::machine::{bits_of, lowest};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Room to work in while a quantum is filled.
#[derive(Debug)]
pub(super) struct Scratch<'s> {
    pub(super) served: &'s mut [Served],
    pub(super) behind: &'s mut [(Duration, u32)],
    pub(super) nodes: &'s mut [u64],
    // Who has each node in this quantum; empty where all are always in service.
    pub(super) holders: &'s mut [Option<JobId>],
}

/// The nodes of a list in a quantum, how many quanta it is filled for, how long those
/// are until anything befalls nodes, and when that is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) first: u32,
    pub(super) nodes: u32,
    pub(super) quanta: u64,
    pub(super) span: Duration,
    pub(super) span_end: Time,
}

impl Room {
    /// Its nodes among the 64 of a word.
    fn word(&self, word: usize) -> u64 {
        bits_of(self.first, self.nodes, word)
    }
}

/// How many of `nodes` nodes from `first` on are in service.
pub(super) fn in_service(context: &Context<'_, '_>, first: u32, nodes: u32) -> u32 {
    if context.out_of_service() == 0 {
        return nodes;
    }
    let words = context.free_words().iter().enumerate();
    let up = words.map(|(word, up)| (up & bits_of(first, nodes, word)).count_ones());
    up.sum()
}

impl List<'_> {
    /// Fills a quantum, or some at once; whether anybody can run in it.
    pub(super) fn fill(
        &mut self,
        context: &mut Context<'_, '_>,
        room: Room,
        scratch: &mut Scratch<'_>,
    ) -> bool {
        self.begun += room.quanta;
        let all = in_service(context, room.first, room.nodes);
        let mut filling = Filling {
            free: all,
            room,
            scratch,
        };
        let (first, second) = self.halves();
        let placed = self.place(context, first, Role::Primary, 0, &mut filling);
        // By the letter, the first of one list have had their chance.
        let passed = match (self.lists.window, first == second) {
            (true, true) => self.lists.most - placed,
            _ => 0,
        };
        let placed = self.place(context, second, Role::Secondary, passed, &mut filling);
        if self.lists.partial {
            self.place_parts(context, second, (passed, placed), &mut filling);
        }
        if context.asks_why() && !context.is_in_full_service() {
            self.tell_why(context, &mut filling);
        }
        if filling.free == all {
            self.begun -= room.quanta;
        }
        filling.free < all
    }

    /// Says of those that have not started why they wait, if it is for nodes that are out
    /// of service or will be.
    fn tell_why(&self, context: &mut Context<'_, '_>, filling: &mut Filling<'_, '_>) {
        filling.scratch.holders.fill(None);
        let Room { first, nodes, .. } = filling.room;
        let free = in_service(context, first, nodes);
        let mut next = self.next_candidate(0, None);
        while let Some(place) = next {
            let Listed { job, need, .. } = self.entry(place);
            let needs = if self.lists.partial { 1 } else { need };
            if let Some(job) = job
                && context.is_waiting(job)
            {
                let usable = filling.free_for(context, job);
                context.hold_for_service(job, needs, free, usable);
            }
            next = self.next_candidate(place + 1, None);
        }
    }

    /// Places those of `half` that fit, but the first `passed`; how many.
    fn place(
        &mut self,
        context: &mut Context<'_, '_>,
        half: Option<bool>,
        role: Role,
        passed: u32,
        filling: &mut Filling<'_, '_>,
    ) -> u32 {
        let (mut placed, mut seen) = (0, 0);
        let mut next = self.next_candidate(0, half);
        while let Some(place) = next {
            let over = self.lists.window && seen >= passed + self.lists.most;
            if placed == self.lists.most || over || filling.free == 0 {
                break;
            }
            seen += 1;
            let entry = self.entry(place);
            if let Some(job) = entry.job
                && seen > passed
                && entry.need <= filling.free
                && entry.need <= filling.free_for(context, job)
            {
                let lost = self.lost(entry);
                let service = filling.service(lost);
                let (count, ran) = serve_all(context, job, service, filling.scratch.served);
                filling.note(context, job, service, count, ran);
                self.note(place, role, lost <= filling.room.span);
                placed += 1;
            }
            next = self.next_candidate(place + 1, half);
        }
        placed
    }

    /// Gives what is free to the least advanced processes of secondaries that
    /// did not fit: of as many as secondaries are missing.
    fn place_parts(
        &mut self,
        context: &mut Context<'_, '_>,
        half: Option<bool>,
        (passed, placed): (u32, u32),
        filling: &mut Filling<'_, '_>,
    ) {
        let mut next = self.next_candidate(0, half);
        // By the letter, those that were looked at are all there is.
        let looked = passed + self.lists.most - placed;
        let mut seen = 0;
        let mut parts = 0;
        while let Some(place) = next {
            let over = self.lists.window && seen >= looked;
            if filling.free == 0 || parts == self.lists.most - placed || over {
                break;
            }
            seen += 1;
            let entry = self.entry(place);
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
                self.note(place, Role::Partial, lost <= filling.room.span);
                parts += 1;
            }
            next = self.next_candidate(place + 1, half);
        }
    }
}

/// A quantum while it is filled.
struct Filling<'f, 's> {
    // Nodes nobody has yet.
    free: u32,
    room: Room,
    scratch: &'f mut Scratch<'s>,
}

impl Filling<'_, '_> {
    /// How many nodes `job` can have that nobody has yet: all of them where all are always
    /// in service, else those that it finds in `scratch.nodes`. Who starts may not be there
    /// when maintenance begins, by its estimate; who has started has nodes for the quantum
    /// only, which is over by then.
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
            let clear = match is_new {
                true => context.clear_word(job, word),
                false => u64::MAX,
            };
            *nodes = idle & up & clear;
        }
        nodes.iter().map(|word| word.count_ones()).sum()
    }

    /// Lists the least advanced processes of `job`, as many as there are `free` nodes.
    fn least_advanced(&mut self, context: &Context<'_, '_>, job: JobId, free: u32) -> usize {
        let mut count = 0;
        for (place, (done, is_done)) in (0..).zip(context.progress(job)) {
            if !is_done {
                self.scratch.behind[count] = (done, place);
                count += 1;
            }
        }
        let behind = &mut self.scratch.behind[..count];
        behind.sort_unstable();
        let count = count.min(free as usize);
        for (served, (_, place)) in self.scratch.served.iter_mut().zip(&behind[..count]) {
            *served = (*place, Rate::FULL);
        }
        count
    }

    /// What a job gets that first loses what it has `lost`.
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
        ran: Ran,
    ) {
        let Scratch { nodes, holders, .. } = &mut *self.scratch;
        // The lowest idle nodes; those of one quantum mean nothing to the next.
        if !holders.is_empty() {
            keep_lowest(nodes, count);
            for node in places_of(nodes) {
                holders[node] = Some(job);
            }
        } else if context.wants_places() {
            let first = self.room.first + self.room.nodes - self.free;
            set_places(nodes, first as usize, count);
        }
        if context.wants_places() {
            let used = service.used_on(count, ran);
            context.occupies(job, nodes, self.room.span_end, used);
        }
        self.free -= count as u32;
    }
}

/// Leaves of what is set only the lowest `count` bits.
fn keep_lowest(bits: &mut [u64], mut count: usize) {
    for word in bits {
        *word = lowest(*word, count as u32);
        count -= word.count_ones() as usize;
    }
}
