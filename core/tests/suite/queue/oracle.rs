//! Slow and simple reference of the three policies, second by second.
//!
//! They share nothing with the engine: plain lists, no timers, no profile structure;
//! conservative backfilling removes every reservation to search for it again.

use std::collections::BTreeMap;

/// A job in whole seconds: submit, nodes, runtime, estimate.
pub(crate) type Job = (u64, u32, u64, u64);

/// Start and end of each job.
pub(crate) type Schedule = Vec<(u64, u64)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    Fcfs,
    Easy,
    Conservative,
}

struct Machine<'j> {
    jobs: &'j [Job],
    nodes: u32,
    now: u64,
    started: BTreeMap<usize, u64>,
    waiting: Vec<usize>,
    // Conservative: the reserved start of each waiting job.
    reserved: BTreeMap<usize, u64>,
}

/// Runs `jobs`, which are killed at their estimates, on `nodes` nodes.
pub(crate) fn schedule(policy: Policy, jobs: &[Job], nodes: u32) -> Schedule {
    let mut machine = Machine {
        jobs,
        nodes,
        now: 0,
        started: BTreeMap::new(),
        waiting: Vec::new(),
        reserved: BTreeMap::new(),
    };
    let mut arrived = 0;
    while machine.started.len() < jobs.len() {
        let early = machine
            .running(machine.now.saturating_sub(1))
            .any(|job| machine.end(job) == machine.now && machine.estimated_end(job) > machine.now);
        if early && policy == Policy::Conservative {
            machine.compress();
        }
        while arrived < jobs.len() && jobs[arrived].0 <= machine.now {
            machine.waiting.push(arrived);
            if policy == Policy::Conservative {
                let start = machine.anchor(arrived);
                machine.reserved.insert(arrived, start);
            }
            arrived += 1;
        }
        match policy {
            Policy::Fcfs => machine.start_heads(),
            Policy::Easy => machine.backfill(),
            Policy::Conservative => machine.start_due(),
        }
        machine.now += 1;
    }
    (0..jobs.len())
        .map(|job| (machine.started[&job], machine.end(job)))
        .collect()
}

impl Machine<'_> {
    fn end(&self, job: usize) -> u64 {
        self.started[&job] + self.jobs[job].2.min(self.jobs[job].3)
    }

    fn estimated_end(&self, job: usize) -> u64 {
        self.started[&job] + self.jobs[job].3
    }

    fn running(&self, at: u64) -> impl Iterator<Item = usize> + '_ {
        let started = self.started.iter();
        started
            .filter(move |&(&job, &start)| start <= at && self.end(job) > at)
            .map(|(&job, _)| job)
    }

    fn free(&self) -> u32 {
        self.nodes
            - self
                .running(self.now)
                .map(|job| self.jobs[job].1)
                .sum::<u32>()
    }

    fn start(&mut self, job: usize) {
        self.started.insert(job, self.now);
        self.waiting.retain(|&other| other != job);
        self.reserved.remove(&job);
    }

    fn start_heads(&mut self) {
        while let Some(&head) = self.waiting.first() {
            if self.jobs[head].1 > self.free() {
                return;
            }
            self.start(head);
        }
    }

    fn backfill(&mut self) {
        self.start_heads();
        let Some(&head) = self.waiting.first() else {
            return;
        };
        let needed = self.jobs[head].1;
        // The nodes free at `instant` by the estimates.
        let free_at = |instant: u64| {
            let ended = self
                .running(self.now)
                .filter(|&job| self.estimated_end(job) <= instant);
            self.free() + ended.map(|job| self.jobs[job].1).sum::<u32>()
        };
        let shadow = (self.now..)
            .find(|&instant| free_at(instant) >= needed)
            .unwrap();
        let mut extra = free_at(shadow) - needed;
        let behind: Vec<usize> = self.waiting.iter().skip(1).copied().collect();
        for job in behind {
            let (_, nodes, _, estimate) = self.jobs[job];
            if nodes > self.free() {
                continue;
            }
            if self.now + estimate <= shadow {
                self.start(job);
            } else if nodes <= extra {
                extra -= nodes;
                self.start(job);
            }
        }
    }

    /// Nodes that running and reserved jobs leave free at `instant`.
    fn unreserved(&self, instant: u64) -> i64 {
        let running = self
            .running(self.now)
            .filter(|&job| self.estimated_end(job) > instant);
        let running: u32 = running.map(|job| self.jobs[job].1).sum();
        let reserved = self
            .reserved
            .iter()
            .filter(|&(&job, &start)| (start..start + self.jobs[job].3).contains(&instant));
        let reserved: u32 = reserved.map(|(&job, _)| self.jobs[job].1).sum();
        i64::from(self.nodes) - i64::from(running) - i64::from(reserved)
    }

    fn anchor(&self, job: usize) -> u64 {
        let (_, nodes, _, estimate) = self.jobs[job];
        let fits = |&start: &u64| {
            (start..start + estimate).all(|instant| self.unreserved(instant) >= i64::from(nodes))
        };
        (self.now..).find(fits).unwrap()
    }

    fn compress(&mut self) {
        for job in self.waiting.clone() {
            let before = self.reserved.remove(&job).unwrap();
            let start = self.anchor(job);
            assert!(start <= before, "a reservation moved later");
            self.reserved.insert(job, start);
        }
    }

    fn start_due(&mut self) {
        for job in self.waiting.clone() {
            if self.reserved[&job] == self.now {
                self.start(job);
            }
        }
    }
}
