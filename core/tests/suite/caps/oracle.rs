//! FCFS, EASY and conservative backfilling under caps on busy nodes, second by second.
//!
//! It shares nothing with the engine: plain lists, no timers, no profile. Room is checked
//! for every second of the future.

use crate::queue::oracle::{Job, Policy, Schedule};

/// Begins of caps in seconds, and numbers of nodes.
pub(super) type Caps = Vec<(u64, u32)>;

/// Jobs and machine to be scheduled.
pub(super) struct Scenario {
    pub(super) jobs: Vec<Job>,
    pub(super) nodes: u32,
    pub(super) caps: Caps,
    /// Whether jobs are killed at their estimates.
    pub(super) kills: bool,
}

struct Machine<'s> {
    scenario: &'s Scenario,
    now: u64,
    // Start of each job that has started, start reserved for each that has not.
    started: Vec<Option<u64>>,
    reserved: Vec<Option<u64>>,
    waiting: Vec<usize>,
}

/// Start and end of each job.
pub(super) fn schedule(policy: Policy, scenario: &Scenario) -> Schedule {
    let count = scenario.jobs.len();
    let mut machine = Machine {
        scenario,
        now: 0,
        started: vec![None; count],
        reserved: vec![None; count],
        waiting: Vec::new(),
    };
    let mut arrived = 0;
    while machine.started.contains(&None) {
        if policy == Policy::Conservative && machine.has_early_end() {
            machine.compress();
        }
        while arrived < count && scenario.jobs[arrived].0 <= machine.now {
            machine.waiting.push(arrived);
            if policy == Policy::Conservative {
                machine.reserved[arrived] = Some(machine.anchor(arrived));
            }
            arrived += 1;
        }
        match policy {
            Policy::Fcfs if machine.something_happens() => machine.start_heads(),
            Policy::Easy if machine.something_happens() => machine.backfill(),
            Policy::Fcfs | Policy::Easy => {}
            Policy::Conservative => machine.start_due(),
        }
        machine.now += 1;
        assert!(machine.now < 100_000, "somebody never starts");
    }
    (0..count)
        .map(|job| (machine.started[job].unwrap(), machine.end(job)))
        .collect()
}

impl Machine<'_> {
    /// Maximum number of busy nodes at `second`.
    fn cap(&self, second: u64) -> u32 {
        let mut begun = self
            .scenario
            .caps
            .iter()
            .filter(|(from, _)| *from <= second);
        let nodes = self.scenario.nodes;
        begun.next_back().map_or(nodes, |(_, cap)| nodes.min(*cap))
    }

    fn end(&self, job: usize) -> u64 {
        let (_, _, runtime, estimate) = self.scenario.jobs[job];
        let runs = if self.scenario.kills {
            runtime.min(estimate)
        } else {
            runtime
        };
        self.started[job].unwrap() + runs
    }

    /// Expected end of `job` now: one that has outrun its estimate is given twice as long.
    fn expected_end(&self, job: usize) -> u64 {
        let (start, mut estimate) = (self.started[job].unwrap(), self.scenario.jobs[job].3);
        while start + estimate <= self.now {
            estimate *= 2;
        }
        start + estimate
    }

    fn running(&self) -> impl Iterator<Item = usize> + '_ {
        let all = 0..self.started.len();
        all.filter(|&job| self.started[job].is_some() && self.end(job) > self.now)
    }

    /// Whether there is an event for the policy now: an outrun estimate is none.
    fn something_happens(&self) -> bool {
        let comes = self.scenario.jobs.iter().any(|job| job.0 == self.now);
        let falls_or_rises = self.scenario.caps.iter().any(|cap| cap.0 == self.now);
        let mut all = 0..self.started.len();
        comes
            || falls_or_rises
            || all.any(|job| self.started[job].is_some() && self.end(job) == self.now)
    }

    fn has_early_end(&self) -> bool {
        let mut all = 0..self.started.len();
        all.any(|job| {
            let estimate = self.scenario.jobs[job].3;
            self.started[job]
                .is_some_and(|start| self.end(job) == self.now && start + estimate > self.now)
        })
    }

    /// Number of nodes that may be taken at `second`, by the expected ends of running jobs
    /// and the reservations.
    fn free_at(&self, second: u64) -> u32 {
        let runs = self
            .running()
            .filter(|&job| self.expected_end(job) > second);
        let reserved = self.waiting.iter().copied().filter(|&job| {
            let estimate = self.scenario.jobs[job].3;
            self.reserved[job].is_some_and(|at| (at..at + estimate).contains(&second))
        });
        let taken: u32 = runs
            .chain(reserved)
            .map(|job| self.scenario.jobs[job].1)
            .sum();
        self.cap(second).saturating_sub(taken)
    }

    /// Fewest nodes that may be taken from `from` on for the estimate of `job`.
    fn room(&self, job: usize, from: u64) -> u32 {
        let estimate = self.scenario.jobs[job].3;
        let seconds = from..from + estimate;
        seconds.map(|second| self.free_at(second)).min().unwrap()
    }

    fn fits(&self, job: usize, from: u64) -> bool {
        self.room(job, from) >= self.scenario.jobs[job].1
    }

    fn anchor(&self, job: usize) -> u64 {
        (self.now..).find(|&from| self.fits(job, from)).unwrap()
    }

    fn start(&mut self, job: usize) {
        self.started[job] = Some(self.now);
        self.waiting.retain(|&other| other != job);
    }

    fn start_heads(&mut self) {
        while let Some(&head) = self.waiting.first()
            && self.fits(head, self.now)
        {
            self.start(head);
        }
    }

    fn backfill(&mut self) {
        self.start_heads();
        let Some(&head) = self.waiting.first() else {
            return;
        };
        let shadow = self.anchor(head);
        for job in self.waiting.clone().into_iter().skip(1) {
            if !self.fits(job, self.now) {
                continue;
            }
            // A job that does not delay the head starts, found by trial.
            let waiting = self.waiting.clone();
            self.start(job);
            if !self.fits(head, shadow) {
                self.started[job] = None;
                self.waiting = waiting;
            }
        }
    }

    fn compress(&mut self) {
        for job in self.waiting.clone() {
            let before = self.reserved[job].take().unwrap();
            let at = self.anchor(job);
            assert!(at <= before, "a reservation moved later");
            self.reserved[job] = Some(at);
        }
    }

    fn start_due(&mut self) {
        for job in self.waiting.clone() {
            if self.reserved[job] == Some(self.now) {
                self.start(job);
            }
        }
    }
}
