//! Jobs on shared servers: residents, progress and next ends.
//!
//! The model ([`crate::machine::contention`]) counts in seconds; an event takes place at
//! the nearest whole nanosecond, and the rounding error is carried into the next event of
//! the server, so that errors do not add up.

mod fluid;
mod groups;
mod stochastic;

use super::clock::owners::TimerOwner;
use super::jobs::{Attachment, Job, Phase};
use super::observe::event::{Event, Placement, StartReason};
use super::observe::sink::Sink;
use super::state::State;
use crate::error::StartError;
use crate::families;
use crate::machine::contention::{Cycle, Rates, ThreadGroup, Threads};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};

/// Nanoseconds in a second.
const SECOND: f64 = 1e9;

impl State<'_> {
    /// Assigns each pool entry the first of its cycles; does nothing with the fluid engine.
    pub(super) fn assign_cycles(&mut self) {
        if self.setup.server_setup.cycles().is_none() {
            return;
        }
        let setup = self.setup;
        let mut next = 0;
        for job in (0..setup.workload.len()).map(JobId::new) {
            for kind in 0..setup.server_setup.threads.kinds() {
                let start = setup.pool_range(job, kind).start;
                setup.visit_entries(job, kind, |entry, _, parts| {
                    for (remote, count) in parts.into_iter().enumerate() {
                        self.threads[start + 2 * entry as usize + remote].cycles = next;
                        next += count;
                    }
                });
            }
        }
    }

    /// Places `id` on `server`, which all its residents share from now on.
    pub(crate) fn start_on_server(
        &mut self,
        id: JobId,
        server: ServerId,
        why: Placement,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        if server.index() >= self.servers.len() {
            return Err(StartError::NoSuchServer);
        }
        self.settle(server);
        let nodes = self.jobs[id.index()].nodes;
        self.begin(id, Phase::Placed, Attachment::on(server), nodes);
        self.begin_threads(id, server);
        self.add_resident(id, server);
        sink.record(
            self.now,
            Event::Started(id, StartReason::Placed { server, why }),
        );
        Ok(())
    }

    fn begin_threads(&mut self, id: JobId, server: ServerId) {
        let (setup, host) = (self.setup, &mut self.servers[server.index()]);
        let start = setup.pool_range(id, host.spec().kind).start;
        let (threads, cycles) = (&mut *self.threads, &mut *self.cycles);
        setup.visit_entries(id, host.spec().kind, |entry, group, parts| {
            for (remote, count) in parts.into_iter().enumerate() {
                let part = &mut threads[start + 2 * entry as usize + remote];
                let first = part.cycles;
                *part = Threads {
                    count,
                    remote: remote == 1,
                    cycles: first,
                    ..Threads::begin(id, entry, group)
                };
                if count == 0 {
                    part.left = 0.0;
                }
                host.threads += count;
                if setup.server_setup.cycles.is_some() {
                    let own = first as usize..(first + count) as usize;
                    cycles[own].fill(Cycle::begin(entry, group));
                }
            }
        });
    }

    /// Inserts `id` into the list of the residents, in the order of the workload.
    fn add_resident(&mut self, id: JobId, server: ServerId) {
        let host = &mut self.servers[server.index()];
        let (mut before, mut next) = (None, host.head);
        while let Some(other) = next
            && other < id
        {
            before = Some(other);
            next = self.jobs[other.index()].next;
        }
        self.jobs[id.index()].previous = before;
        self.jobs[id.index()].next = next;
        match before {
            Some(before) => self.jobs[before.index()].next = Some(id),
            None => host.head = Some(id),
        }
        if let Some(next) = next {
            self.jobs[next.index()].previous = Some(id);
        }
        host.residents += 1;
    }

    /// Removes `id` from its server; the others share what it had.
    pub(super) fn leave_server(&mut self, id: JobId, server: ServerId) {
        self.settle(server);
        self.remove_resident(id, server);
    }

    fn remove_resident(&mut self, id: JobId, server: ServerId) {
        let Job { previous, next, .. } = self.jobs[id.index()];
        let host = &mut self.servers[server.index()];
        match previous {
            Some(previous) => self.jobs[previous.index()].next = next,
            None => host.head = next,
        }
        if let Some(next) = next {
            self.jobs[next.index()].previous = previous;
        }
        host.residents -= 1;
        let pool = self.setup.pool_range(id, host.spec().kind);
        for part in &mut self.threads[pool] {
            if part.job == Some(id) && !part.are_done() {
                host.threads -= match self.setup.server_setup.cycles {
                    None => part.count,
                    Some(_) => stochastic::unfinished_threads(self.cycles, part),
                };
            }
            part.left = 0.0;
        }
        self.jobs[id.index()].held = Attachment::NOTHING;
    }

    /// Handles the timer of a server: threads of it have come to an end.
    pub(super) fn server_due(&mut self, server: ServerId, sink: &mut dyn Sink) {
        let host = &self.servers[server.index()];
        let passed = self.now.since(host.updated).seconds();
        // A thread that was to end at x.3 ns ends then, though the event is reported at x.
        let carry = host.carry + host.next - passed;
        self.carry = self.carry.max(carry); // the last of this instant
        self.settle_until(server, host.next, carry);
        let mut resident = self.servers[server.index()].head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            if self.is_over(id, server) {
                self.remove_resident(id, server);
                self.complete(id, sink);
            }
        }
    }

    /// Work that `id` has left on its server, as time without other jobs.
    pub(super) fn left_on_server(&self, id: JobId) -> Duration {
        let server = self.jobs[id.index()].held.server();
        let host = &self.servers[server.index()];
        let kind = host.spec().kind;
        let since = self.now.since(host.updated).seconds() + self.carry - host.carry;
        let left = |part: &Threads| {
            let phases = self.setup.phases(id, kind, &[]);
            let later = phases.iter().skip(part.entry as usize + 1);
            let later = later.take_while(|phase| phase.continues);
            let now = match self.setup.server_setup.cycles {
                None => part.left - part.rate * since,
                Some(_) => {
                    let cycles = self.cycles_of(part).iter();
                    let alone = cycles.map(|cycle| cycle.alone(part.utilisation));
                    alone.fold(0.0, f64::max)
                }
            };
            now + later.map(ThreadGroup::alone).sum::<f64>()
        };
        let parts = self.threads[self.setup.pool_range(id, kind)].iter();
        let undone = parts.filter(|part| !part.are_done());
        let seconds = undone.map(left).fold(0.0, f64::max);
        Duration(libm::round(seconds * SECOND) as u64)
    }

    /// Memory bandwidth of the threads on `server`, without contention and actual, in GB/s;
    /// `None` in the stochastic engine. A thread moves its data per busy second, however
    /// long that takes.
    pub(super) fn bandwidth(&self, server: ServerId) -> Option<(f64, f64)> {
        if self.setup.server_setup.cycles.is_some() {
            return None;
        }
        let host = &self.servers[server.index()];
        let (mut requested, mut given) = (0.0, 0.0);
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            for part in &self.threads[self.setup.pool_range(id, host.spec().kind)] {
                if !part.are_done() {
                    let alone = f64::from(part.count) * part.utilisation * part.bandwidth;
                    requested += alone;
                    given += alone * part.rate;
                }
            }
        }
        Some((requested, given))
    }

    /// The cycles of `part`.
    pub(super) fn cycles_of(&self, part: &Threads) -> &[Cycle] {
        let first = part.cycles as usize;
        &self.cycles[first..first + part.count as usize]
    }

    /// The server and the rules by which threads share it.
    pub(super) fn rates(&self, server: ServerId) -> Rates {
        Rates {
            server: self.servers[server.index()].spec(),
            sharing: self.setup.server_setup.sharing,
        }
    }

    fn is_over(&self, id: JobId, server: ServerId) -> bool {
        let kind = self.servers[server.index()].spec().kind;
        let mut parts = self.threads[self.setup.pool_range(id, kind)].iter();
        parts.all(Threads::are_done)
    }

    /// Brings all servers up to the present instant if jobs wait, so that a look-ahead sees
    /// the present state of the stochastic engine.
    pub(super) fn settle_cycles(&mut self) {
        if self.setup.server_setup.cycles().is_none() || self.waiting.len == 0 {
            return;
        }
        for server in (0..self.servers.len()).map(ServerId::new) {
            self.settle(server);
        }
    }

    /// Recomputes the rates on servers with events at this instant.
    #[inline]
    pub(super) fn update_changed_rates(&mut self) {
        if !families::PLACEMENT || self.changed_servers == 0 {
            return;
        }
        for server in (0..self.servers.len()).map(ServerId::new) {
            if core::mem::take(&mut self.servers[server.index()].is_changed) {
                self.update_rates(server);
            }
        }
        self.changed_servers = 0;
    }

    /// Brings `server` up to the present instant.
    fn settle(&mut self, server: ServerId) {
        let host = &self.servers[server.index()];
        let seconds = self.now.since(host.updated).seconds() + self.carry - host.carry;
        self.settle_until(server, seconds.max(0.0), self.carry);
    }

    fn settle_until(&mut self, server: ServerId, seconds: f64, carry: f64) {
        match self.setup.server_setup.cycles {
            None => self.advance_fluid(server, seconds),
            Some(_) => self.advance_stochastic(server, seconds),
        }
        let host = &mut self.servers[server.index()];
        (host.updated, host.carry) = (self.now, carry);
        // The next interval begins after all events of now.
        if !host.is_changed {
            host.is_changed = true;
            self.changed_servers += 1;
        }
    }

    /// Sets the present rates of all threads on `server` and its timer.
    fn update_rates(&mut self, server: ServerId) {
        let next = match self.setup.server_setup.cycles {
            None => self.share_rates(server),
            Some(cycles) => self.draw_intervals(server, &cycles),
        };
        let timer = self.timer_of(TimerOwner::Server(server));
        let host = &mut self.servers[server.index()];
        let Some(next) = next else {
            return self.timers.stop(timer);
        };
        host.next = next;
        let ahead = libm::round((host.carry + next) * SECOND);
        // Time passes between one instant and the next, if only a nanosecond.
        let at = host.updated.after(Duration(ahead as u64));
        let at = at.max(Time(self.now.0.saturating_add(1)));
        // Behind the timers of all jobs, whatever their order.
        self.timers.set(timer, u32::MAX, at);
    }
}
