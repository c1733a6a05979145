//! How a quantum is filled from a list: primaries, secondaries, parts.

use super::lists::{List, Lists, Role};
use super::service::{Service, serve_all, serve_these, set_places};
use crate::engine::Context;
use crate::ids::JobId;
use crate::machine::processes::{Ran, Served};
use crate::rate::Rate;
use crate::time::{Duration, Time};

/// Room to work in while a quantum is filled.
#[derive(Debug)]
pub(super) struct Scratch<'s> {
    pub(super) served: &'s mut [Served],
    pub(super) behind: &'s mut [(Duration, u32)],
    pub(super) nodes: &'s mut [u64],
}

/// The nodes of a list in a quantum, how many quanta it is filled for, and when
/// those end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) first: u32,
    pub(super) nodes: u32,
    pub(super) quanta: u64,
    pub(super) until: Time,
}

impl List<'_> {
    /// Fills a quantum, or some at once.
    pub(super) fn fill(
        &mut self,
        context: &mut Context<'_, '_>,
        room: Room,
        scratch: &mut Scratch<'_>,
    ) {
        self.begun += room.quanta;
        let mut filling = Filling {
            free: room.nodes,
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
            {
                let service = filling.service(&self.lists, self.lost(entry));
                let (count, ran) = serve_all(context, job, service, filling.scratch.served);
                filling.note(context, job, service, count, ran);
                self.note(place, role);
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
            if let Some(job) = entry.job
                && seen > passed
            {
                let service = filling.service(&self.lists, self.lost(entry));
                let count = filling.least_advanced(context, job);
                let served = &filling.scratch.served[..count];
                let ran = serve_these(context, job, service, served);
                filling.note(context, job, service, count, ran);
                self.note(place, Role::Partial);
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
    /// Lists the least advanced processes of `job`, as many as there is room for.
    fn least_advanced(&mut self, context: &Context<'_, '_>, job: JobId) -> usize {
        let mut count = 0;
        for (place, (done, is_done)) in (0..).zip(context.progress(job)) {
            if !is_done {
                self.scratch.behind[count] = (done, place);
                count += 1;
            }
        }
        let behind = &mut self.scratch.behind[..count];
        behind.sort_unstable();
        let count = count.min(self.free as usize);
        for (served, (_, place)) in self.scratch.served.iter_mut().zip(&behind[..count]) {
            *served = (*place, Rate::FULL);
        }
        count
    }

    /// What a job gets that first loses what it has `lost`.
    fn service(&self, lists: &Lists, lost: Duration) -> Service {
        Service {
            lost,
            quantum: Duration(lists.quantum.0.saturating_mul(self.room.quanta)),
        }
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
        if context.wants_places() {
            // The lowest idle nodes; those of one quantum mean nothing to the next.
            let first = self.room.first + self.room.nodes - self.free;
            set_places(self.scratch.nodes, first as usize, count);
            let used = service.used_on(count, ran);
            context.occupies(job, self.scratch.nodes, self.room.until, used);
        }
        self.free -= count as u32;
    }
}
