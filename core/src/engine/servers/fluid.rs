//! The fluid engine applied to the jobs of a server.

use crate::engine::state::State;
use crate::machine::contention::Threads;
use crate::units::ids::ServerId;

impl State<'_> {
    /// Advances the threads on `server` by `seconds` with the fluid engine.
    pub(super) fn advance_fluid(&mut self, server: ServerId, seconds: f64) {
        let kind = self.servers[server.index()].spec().kind;
        let mut resident = self.servers[server.index()].head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            for index in self.setup.pool_range(id, kind) {
                if !self.threads[index].pass(seconds) {
                    continue;
                }
                let part = &mut self.threads[index];
                let next = part.entry + 1;
                let phases = self.setup.phases(id, kind, &[]);
                match phases.get(next as usize).filter(|phase| phase.continues) {
                    Some(phase) => *part = part.in_phase(next, phase),
                    None => self.servers[server.index()].threads -= part.count,
                }
            }
        }
    }

    /// Sets the present rates of all threads on `server`; returns the seconds to the next
    /// end of one.
    pub(super) fn share_rates(&mut self, server: ServerId) -> Option<f64> {
        let rates = self.rates(server);
        let (host, kind) = (&self.servers[server.index()], rates.server.kind);
        let (mut count, mut is_over) = (0, false);
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            let before = count;
            for part in &self.threads[self.setup.pool_range(id, kind)] {
                if !part.are_done() {
                    self.scratch[count] = *part;
                    count += 1;
                }
            }
            is_over |= count == before;
        }
        let gathered = &mut self.scratch[..count];
        rates.share(gathered);
        let mut shared = gathered.iter();
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            for part in &mut self.threads[self.setup.pool_range(id, kind)] {
                if !part.are_done()
                    && let Some(shared) = shared.next()
                {
                    part.rate = shared.rate;
                }
            }
        }
        if is_over {
            // A job without threads ends at once.
            Some(0.0)
        } else {
            Threads::until_next(&self.scratch[..count])
        }
    }
}
