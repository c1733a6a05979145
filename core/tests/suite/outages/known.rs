//! Slow reference of EASY and conservative backfilling with known maintenance and caps,
//! second by second.
//!
//! It shares nothing with the engine: sets of nodes, plain lists, no profile, no timers.
//! Room is checked for every node in every second.

use std::collections::BTreeSet;
use std::ops::Range;

pub(crate) type Nodes = BTreeSet<u32>;

/// A job: submit time, nodes, runtime and estimate.
pub(crate) type Job = (u64, u32, u64, u64);

/// Jobs and machine to be scheduled; jobs are killed at their estimates.
#[derive(Debug)]
pub(crate) struct Scenario {
    pub(crate) nodes: u32,
    pub(crate) jobs: Vec<Job>,
    /// Times and nodes of maintenance.
    pub(crate) windows: Vec<(Range<u64>, Range<u32>)>,
    /// Begins of caps, and numbers of nodes.
    pub(crate) caps: Vec<(u64, u32)>,
}

/// Start, end and nodes of a job.
pub(crate) type StartEndNodes = (u64, u64, Nodes);

impl Scenario {
    fn cap(&self, second: u64) -> u32 {
        let mut begun = self.caps.iter().filter(|(from, _)| *from <= second);
        begun.next_back().map_or(self.nodes, |(_, cap)| *cap)
    }

    pub(super) fn is_out(&self, node: u32, second: u64) -> bool {
        let mut windows = self.windows.iter();
        windows.any(|(when, nodes)| when.contains(&second) && nodes.contains(&node))
    }

    fn runs(&self, job: usize) -> u64 {
        let (_, _, runtime, estimate) = self.jobs[job];
        runtime.min(estimate)
    }

    fn estimate(&self, job: usize) -> u64 {
        self.jobs[job].3
    }

    /// Whether the policy is called at `now`, apart from ends of jobs.
    fn changes(&self, now: u64) -> bool {
        self.jobs.iter().any(|job| job.0 == now)
            || self.caps.iter().any(|cap| cap.0 == now)
            || (self.windows.iter()).any(|(when, _)| when.start == now || when.end == now)
    }

    /// Order in which `nodes` are allocated: those with maintenance ahead first.
    fn in_order(&self, nodes: &Nodes, now: u64) -> Vec<u32> {
        let ahead = |node: u32| {
            let mut windows = self.windows.iter();
            windows.any(|(when, nodes)| when.end > now && nodes.contains(&node))
        };
        let mut nodes: Vec<u32> = nodes.iter().copied().collect();
        nodes.sort_by_key(|&node| (!ahead(node), node));
        nodes
    }
}

/// Nodes of a job, and the time it holds them.
#[derive(Clone, Debug)]
struct HeldNodes {
    job: usize,
    nodes: Nodes,
    when: Range<u64>,
}

/// Nodes available throughout `when`, beside the jobs that `hold`; none if a cap leaves
/// fewer than `needed`.
fn room(scenario: &Scenario, hold: &[HeldNodes], when: Range<u64>, needed: u32) -> Nodes {
    let mut nodes: Nodes = (0..scenario.nodes).collect();
    for second in when {
        let held = hold.iter().filter(|held| held.when.contains(&second));
        let held: Nodes = held.flat_map(|held| held.nodes.iter().copied()).collect();
        nodes.retain(|node| !held.contains(node) && !scenario.is_out(*node, second));
        if held.len() as u32 + needed > scenario.cap(second) {
            return Nodes::new();
        }
    }
    nodes
}

struct Easy<'s> {
    scenario: &'s Scenario,
    now: u64,
    running: Vec<HeldNodes>,
    waiting: Vec<usize>,
}

impl Easy<'_> {
    fn needed(&self, job: usize) -> u32 {
        self.scenario.jobs[job].1
    }

    /// Nodes for `job` from `at` on for as long as it is estimated to run.
    fn room(&self, job: usize, at: u64) -> Nodes {
        let when = at..at + self.scenario.estimate(job);
        room(self.scenario, &self.running, when, self.needed(job))
    }

    fn fits(&self, job: usize, at: u64) -> bool {
        self.room(job, at).len() >= self.needed(job) as usize
    }

    fn start(&mut self, job: usize, nodes: &[u32]) {
        self.running.push(HeldNodes {
            job,
            nodes: nodes[..self.needed(job) as usize].iter().copied().collect(),
            when: self.now..self.now + self.scenario.estimate(job),
        });
        self.waiting.retain(|&other| other != job);
    }

    fn start_heads(&mut self) {
        while let Some(&head) = self.waiting.first()
            && self.fits(head, self.now)
        {
            let nodes = self.room(head, self.now);
            self.start(head, &self.scenario.in_order(&nodes, self.now));
        }
    }

    /// A job that does not delay the head starts, found by trial.
    fn backfill(&mut self) {
        self.start_heads();
        let Some(&head) = self.waiting.first() else {
            return;
        };
        let shadow = (self.now..).find(|&at| self.fits(head, at)).unwrap();
        for job in self.waiting.clone().into_iter().skip(1) {
            if !self.fits(job, self.now) {
                continue;
            }
            let mut nodes = self.scenario.in_order(&self.room(job, self.now), self.now);
            if self.now + self.scenario.estimate(job) > shadow {
                // Nodes useless to the head go first.
                let when = shadow..shadow + self.scenario.estimate(head);
                let in_service =
                    |node: &u32| !when.clone().any(|at| self.scenario.is_out(*node, at));
                nodes.sort_by_key(in_service);
            }
            let before = (self.running.clone(), self.waiting.clone());
            self.start(job, &nodes);
            if !self.fits(head, shadow) {
                (self.running, self.waiting) = before;
            }
        }
    }
}

/// Schedule under EASY.
pub(crate) fn easy(scenario: &Scenario) -> Vec<StartEndNodes> {
    let mut ran = vec![None; scenario.jobs.len()];
    let mut easy = Easy {
        scenario,
        now: 0,
        running: Vec::new(),
        waiting: Vec::new(),
    };
    while ran.contains(&None) || !easy.running.is_empty() {
        let now = easy.now;
        assert!(now < 10_000, "somebody never starts");
        let is_over = |held: &HeldNodes| held.when.start + scenario.runs(held.job) <= now;
        let ends = easy.running.iter().any(is_over);
        easy.running.retain(|held| !is_over(held));
        let comes = (0..scenario.jobs.len()).filter(|&job| scenario.jobs[job].0 == now);
        easy.waiting.extend(comes);
        if ends || scenario.changes(now) {
            easy.backfill();
        }
        for held in &easy.running {
            let start = held.when.start;
            let end = start + scenario.runs(held.job);
            ran[held.job] = Some((start, end, held.nodes.clone()));
        }
        easy.now += 1;
    }
    ran.into_iter().map(Option::unwrap).collect()
}

/// Planned start of a job, and its number of nodes by their maintenance.
#[derive(Clone, Debug)]
struct Booking {
    from: u64,
    until: u64,
    parts: Vec<(BTreeSet<usize>, u32)>,
}

/// Conservative backfilling: all knowledge of a job is a [`Booking`].
struct Conservative<'s> {
    scenario: &'s Scenario,
    now: u64,
    booked: Vec<Option<Booking>>,
    running: Vec<HeldNodes>,
    waiting: Vec<usize>,
}

impl Conservative<'_> {
    /// Maintenance of `node` that has not begun: nodes with equal sets are equal.
    fn ahead(&self, node: u32) -> BTreeSet<usize> {
        let windows = self.scenario.windows.iter().enumerate();
        let ahead =
            windows.filter(|(_, (when, nodes))| when.start > self.now && nodes.contains(&node));
        ahead.map(|(index, _)| index).collect()
    }

    /// Equal nodes with their maintenance, each kind by its lowest-numbered one.
    fn kinds(&self) -> Vec<BTreeSet<usize>> {
        let mut kinds = Vec::new();
        for node in 0..self.scenario.nodes {
            let kind = self.ahead(node);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// Number of nodes of `kind` in service in `second`, and in no booking.
    fn free(&self, kind: &BTreeSet<usize>, second: u64) -> u32 {
        let of_kind = (0..self.scenario.nodes).filter(|&node| self.ahead(node) == *kind);
        let there = of_kind.filter(|&node| !self.scenario.is_out(node, second));
        let begun = |index: &usize| self.scenario.windows[*index].0.start > self.now;
        let booked = self.booked.iter().flatten();
        let held = booked.filter(|one| (one.from..one.until).contains(&second));
        let held = held.flat_map(|one| &one.parts).filter(|(other, _)| {
            let other: BTreeSet<usize> = other.iter().copied().filter(begun).collect();
            other == *kind
        });
        there.count() as u32 - held.map(|(_, count)| count).sum::<u32>()
    }

    fn busy(&self, second: u64) -> u32 {
        let booked = self.booked.iter().flatten();
        let held = booked.filter(|one| (one.from..one.until).contains(&second));
        held.flat_map(|one| &one.parts)
            .map(|(_, count)| count)
            .sum()
    }

    /// Nodes for `job` from `at` on, those first that have maintenance ahead then.
    fn nodes_for(&self, job: usize, at: u64) -> Option<Vec<(BTreeSet<usize>, u32)>> {
        let (_, needed, _, estimate) = self.scenario.jobs[job];
        let seconds = at..at + estimate;
        if seconds
            .clone()
            .any(|second| self.busy(second) + needed > self.scenario.cap(second))
        {
            return None;
        }
        let mut kinds = self.kinds();
        let comes = |index: &usize| self.scenario.windows[*index].0.end > at;
        kinds.sort_by_key(|kind| !kind.iter().any(comes));
        let (mut left, mut parts) = (needed, Vec::new());
        for kind in kinds {
            let free = seconds.clone().map(|second| self.free(&kind, second));
            let count = free.min().unwrap().min(left);
            left -= count;
            if count > 0 {
                parts.push((kind, count));
            }
        }
        (left == 0).then_some(parts)
    }

    fn book(&mut self, job: usize, mut seconds: impl Iterator<Item = u64>) -> bool {
        let found = seconds.find_map(|at| Some((at, self.nodes_for(job, at)?)));
        let Some((from, parts)) = found else {
            return false;
        };
        let until = from + self.scenario.estimate(job);
        self.booked[job] = Some(Booking { from, until, parts });
        true
    }

    fn move_up(&mut self) {
        for job in self.waiting.clone() {
            let before = self.booked[job].take();
            let from = before.as_ref().unwrap().from;
            if !self.book(job, self.now..from) {
                self.booked[job] = before;
            }
        }
    }

    fn start_due(&mut self) {
        for job in self.waiting.clone() {
            let booking = self.booked[job].clone().unwrap();
            assert!(booking.from >= self.now, "a promise was broken");
            if booking.from > self.now {
                continue;
            }
            let mut nodes = Nodes::new();
            let held: Nodes = self
                .running
                .iter()
                .flat_map(|held| held.nodes.clone())
                .collect();
            let begun = |index: &usize| self.scenario.windows[*index].0.start > self.now;
            for (kind, count) in &booking.parts {
                let kind: BTreeSet<usize> = kind.iter().copied().filter(begun).collect();
                let free = (0..self.scenario.nodes).filter(|&node| {
                    let is_free = !held.contains(&node) && !nodes.contains(&node);
                    is_free && !self.scenario.is_out(node, self.now) && self.ahead(node) == kind
                });
                let free: Vec<u32> = free.take(*count as usize).collect();
                assert_eq!(free.len(), *count as usize, "nodes were promised twice");
                nodes.extend(free);
            }
            let when = self.now..self.now + self.scenario.estimate(job);
            self.running.push(HeldNodes { job, nodes, when });
            self.waiting.retain(|&other| other != job);
        }
    }
}

/// Schedule under conservative backfilling.
pub(crate) fn conservative(scenario: &Scenario) -> Vec<StartEndNodes> {
    let count = scenario.jobs.len();
    let mut ran = vec![None; count];
    let mut all = Conservative {
        scenario,
        now: 0,
        booked: vec![None; count],
        running: Vec::new(),
        waiting: Vec::new(),
    };
    while ran.contains(&None) || !all.running.is_empty() {
        let now = all.now;
        assert!(now < 10_000, "somebody never starts");
        let is_over = |held: &HeldNodes| held.when.start + scenario.runs(held.job) <= now;
        let mut has_room = scenario.windows.iter().any(|(when, _)| when.start == now);
        for held in all.running.iter().filter(|held| is_over(held)) {
            let booking = all.booked[held.job].take();
            has_room |= booking.is_some_and(|booking| booking.until > now);
        }
        all.running.retain(|held| !is_over(held));
        if has_room {
            all.move_up();
        }
        for job in (0..count).filter(|&job| scenario.jobs[job].0 == now) {
            assert!(all.book(job, now..10_000));
            all.waiting.push(job);
        }
        all.start_due();
        for held in &all.running {
            let start = held.when.start;
            ran[held.job] = Some((start, start + scenario.runs(held.job), held.nodes.clone()));
        }
        all.now += 1;
    }
    ran.into_iter().map(Option::unwrap).collect()
}
