//! The paper's stochastic engine on the jobs of a server.

use crate::engine::state::State;
use crate::ids::{JobId, ServerId};
use crate::machine::contention::{Cycle, Cycles, Rates, Threads, Turn, turn};

/// What the threads of a server, or of one job on it, are about to do.
struct Outlook {
    /// Threads that hold or want a core.
    busy: u32,
    /// Processor time to the next end of a busy time, in seconds.
    sooner: f64,
    /// Seconds to the next end of an idle time.
    idle: f64,
    /// Whether a job has no threads left.
    is_over: bool,
}

/// How the last stretch of time went, and how the next begins.
struct Stretch<'s> {
    seconds: f64,
    // The share of a core that a busy thread got.
    share: f64,
    rates: &'s Rates,
    // Bandwidth for each thread that begins an interval.
    available: f64,
    cycles: &'s Cycles,
}

impl State<'_> {
    /// Lets `seconds` pass for every thread by the stochastic engine; seconds
    /// until one next turns busy or idle or is done.
    pub(super) fn turn_all(
        &mut self,
        server: ServerId,
        seconds: f64,
        cycles: &Cycles,
    ) -> Option<f64> {
        let rates = self.rates(server);
        let cores = f64::from(rates.server.cores);
        let share = |busy: u32| f64::min(1.0, cores / f64::from(busy.max(1)));
        let stretch = Stretch {
            seconds,
            share: share(self.servers[server.index()].busy),
            available: self.available(server, &rates),
            rates: &rates,
            cycles,
        };
        let mut outlook = Outlook {
            busy: 0,
            sooner: f64::INFINITY,
            idle: f64::INFINITY,
            is_over: false,
        };
        let mut resident = self.servers[server.index()].head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            self.turn_job(id, server, &stretch, &mut outlook);
        }
        self.servers[server.index()].busy = outlook.busy;
        let next = match outlook.is_over {
            true => 0.0,
            false => f64::min(outlook.sooner / share(outlook.busy), outlook.idle),
        };
        Some(next).filter(|next| next.is_finite())
    }

    fn turn_job(
        &mut self,
        id: JobId,
        server: ServerId,
        stretch: &Stretch<'_>,
        outlook: &mut Outlook,
    ) {
        let kind = stretch.rates.server.kind;
        let implied = [self.setup.implied(id)];
        let phases = self.setup.phases(id, kind, &implied);
        let (mut thread, mut job_is_over) = (0, true);
        for place in self.setup.pool(id, kind) {
            let part = &mut self.threads[place];
            let first_thread = thread;
            thread += u64::from(part.count);
            if part.are_done() {
                continue;
            }
            let mut left = 0;
            for (number, cycle) in (first_thread..).zip(own(self.cycles, part)) {
                let was_done = cycle.is_done();
                let name = [id.index() as u64 + 1, number];
                let now = turn(
                    cycle,
                    part,
                    (stretch.seconds, stretch.share),
                    (stretch.rates, stretch.available),
                    stretch.cycles,
                    (phases, name),
                );
                match now {
                    Turn { done: true, .. } if was_done => {}
                    Turn { done: true, .. } => self.servers[server.index()].threads -= 1,
                    Turn {
                        busy, left: until, ..
                    } => {
                        left += 1;
                        outlook.busy += u32::from(busy);
                        let next = match busy {
                            true => &mut outlook.sooner,
                            false => &mut outlook.idle,
                        };
                        *next = next.min(until);
                    }
                }
            }
            match left {
                0 => part.left = 0.0,
                _ => job_is_over = false,
            }
        }
        outlook.is_over |= job_is_over;
    }

    /// Bandwidth for each thread on `server`.
    fn available(&mut self, server: ServerId, rates: &Rates) -> f64 {
        let host = &self.servers[server.index()];
        let mut count = 0;
        let mut resident = host.head;
        while let Some(id) = resident {
            resident = self.jobs[id.index()].next;
            for part in &self.threads[self.setup.pool(id, rates.server.kind)] {
                if !part.are_done() {
                    self.scratch[count] = Threads {
                        count: undone(self.cycles, part),
                        ..*part
                    };
                    count += 1;
                }
            }
        }
        rates.available(&self.scratch[..count], host.threads)
    }
}

fn own<'c>(cycles: &'c mut [Cycle], part: &Threads) -> core::slice::IterMut<'c, Cycle> {
    let first = part.cycles as usize;
    cycles[first..first + part.count as usize].iter_mut()
}

/// Threads of `part` that are not done, where cycles are simulated.
pub(super) fn undone(cycles: &[Cycle], part: &Threads) -> u32 {
    let first = part.cycles as usize;
    let own = &cycles[first..first + part.count as usize];
    own.iter().filter(|cycle| !cycle.is_done()).count() as u32
}
