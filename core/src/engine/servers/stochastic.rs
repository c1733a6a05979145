//! The paper's stochastic engine applied to the jobs of a server.

use crate::engine::state::State;
use crate::machine::contention::{Cycle, Cycles, Rates, Threads};
use crate::units::ids::{JobId, ServerId};

/// Next changes among the threads of a server.
struct NextChanges {
    /// Threads that hold or want a core.
    busy: u32,
    /// Processor time to the next end of a busy time, in seconds.
    sooner: f64,
    /// Seconds to the next end of an idle time.
    idle: f64,
    /// Whether a job has no threads left.
    is_over: bool,
}

impl State<'_> {
    /// Lets `seconds` pass for every thread on `server`.
    pub(super) fn advance_stochastic(&mut self, server: ServerId, seconds: f64) {
        let host = &self.servers[server.index()];
        let (kind, share) = (host.spec().kind, share(host.spec().cores, host.busy));
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            let phases = self.setup.phases(id, kind, &[]);
            for index in self.setup.pool_range(id, kind) {
                let part = &mut self.threads[index];
                if part.are_done() {
                    continue;
                }
                let (mut ended, mut left) = (0, 0);
                for cycle in cycles_of_entry(self.cycles, part) {
                    ended += u32::from(cycle.pass(seconds, share, phases));
                    left += u32::from(!cycle.is_done());
                }
                self.servers[server.index()].threads -= ended;
                if left == 0 {
                    part.left = 0.0;
                }
            }
        }
    }

    /// Draws the intervals that begin now on `server`; returns the seconds until a thread
    /// next turns busy or idle or is done.
    pub(super) fn draw_intervals(&mut self, server: ServerId, cycles: &Cycles) -> Option<f64> {
        let rates = self.rates(server);
        let available = self.available(server, &rates);
        let mut outlook = NextChanges {
            busy: 0,
            sooner: f64::INFINITY,
            idle: f64::INFINITY,
            is_over: false,
        };
        let mut resident = self.servers[server.index()].head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            self.begin_job(id, (&rates, available), cycles, &mut outlook);
        }
        self.servers[server.index()].busy = outlook.busy;
        let share = share(rates.server.cores, outlook.busy);
        let next = if outlook.is_over {
            0.0
        } else {
            f64::min(outlook.sooner / share, outlook.idle)
        };
        Some(next).filter(|next| next.is_finite())
    }

    fn begin_job(
        &mut self,
        id: JobId,
        (rates, available): (&Rates, f64),
        cycles: &Cycles,
        outlook: &mut NextChanges,
    ) {
        let kind = rates.server.kind;
        let implied = [self.setup.implied_group(id)];
        let phases = self.setup.phases(id, kind, &implied);
        let (mut thread, mut job_is_over) = (0, true);
        for part in &mut self.threads[self.setup.pool_range(id, kind)] {
            let first = thread;
            thread += u64::from(part.count);
            if part.are_done() {
                continue;
            }
            job_is_over = false;
            for (number, cycle) in (first..).zip(cycles_of_entry(self.cycles, part)) {
                if cycle.is_done() {
                    continue;
                }
                if cycle.is_over() {
                    let group = &phases[cycle.entry as usize];
                    let requested = group.bandwidth;
                    let dilation = rates.sharing.dilation(requested, part.remote, available);
                    // As the paper counts jobs: from 1.
                    let name = [id.index() as u64 + 1, number];
                    cycle.begin_interval(group, dilation, cycles, name);
                }
                let next = if cycle.is_busy() {
                    &mut outlook.sooner
                } else {
                    &mut outlook.idle
                };
                *next = next.min(cycle.until_over());
                outlook.busy += u32::from(cycle.is_busy());
            }
        }
        outlook.is_over |= job_is_over;
    }

    /// Memory bandwidth available to each thread on `server`.
    fn available(&mut self, server: ServerId, rates: &Rates) -> f64 {
        let host = &self.servers[server.index()];
        let mut count = 0;
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            for part in &self.threads[self.setup.pool_range(id, rates.server.kind)] {
                if !part.are_done() {
                    self.scratch[count] = Threads {
                        count: unfinished_threads(self.cycles, part),
                        ..*part
                    };
                    count += 1;
                }
            }
        }
        rates.available(&self.scratch[..count], host.threads)
    }
}

/// Share of a core for each of `busy` threads.
fn share(cores: u32, busy: u32) -> f64 {
    f64::min(1.0, f64::from(cores) / f64::from(busy.max(1)))
}

fn cycles_of_entry<'c>(cycles: &'c mut [Cycle], part: &Threads) -> core::slice::IterMut<'c, Cycle> {
    let first = part.cycles as usize;
    cycles[first..first + part.count as usize].iter_mut()
}

/// Number of threads of `part` that are not done, where cycles are simulated.
pub(super) fn unfinished_threads(cycles: &[Cycle], part: &Threads) -> u32 {
    let first = part.cycles as usize;
    let own = &cycles[first..first + part.count as usize];
    own.iter().filter(|cycle| !cycle.is_done()).count() as u32
}
