//! The three policies with branches, as slow and obvious as can be, second by second.
//!
//! It shares nothing with the engine: plain lists, no timers, no profile; all reservations are
//! recomputed whenever one could change.

mod decide;

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::{Case, NODES};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    pub(crate) submit: u64,
    pub(crate) runtime: u64,
    pub(crate) estimate: u64,
    pub(crate) nodes: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    Fcfs,
    Easy,
    Conservative,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Submitted,
    ShortestEstimate,
    MostNodes,
    LargestArea,
    Wfp3,
}

impl Order {
    pub(crate) const ALL: [Self; 5] = [
        Self::Submitted,
        Self::ShortestEstimate,
        Self::MostNodes,
        Self::LargestArea,
        Self::Wfp3,
    ];

    /// Sort key: the least is the first.
    fn key(self, job: &Job, now: u64) -> f64 {
        let (estimate, nodes) = (job.estimate as f64, f64::from(job.nodes));
        match self {
            Self::Submitted => 0.0,
            Self::ShortestEstimate => estimate,
            Self::MostNodes => -nodes,
            Self::LargestArea => -nodes * estimate,
            Self::Wfp3 => {
                let ratio = (now - job.submit) as f64 / estimate;
                -(ratio * ratio * ratio * nodes)
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Decider {
    pub(crate) policy: Policy,
    pub(crate) order: Order,
    pub(crate) backfill: Option<Order>,
    pub(crate) depth: Option<usize>,
}

impl Decider {
    /// The policy and its parameters, as in a scenario.
    pub(crate) fn text(&self) -> String {
        let backfill = self
            .backfill
            .map(|order| format!("backfill_order: {order:?}, "));
        let depth = self.depth.map(|depth| format!("depth: {depth}, "));
        format!(
            "variants: [(policy: {:?}, label: \"original\", parameters: (order: {:?}, {}{}))]",
            self.policy,
            self.order,
            backfill.unwrap_or_default(),
            depth.unwrap_or_default()
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    Front,
    Back,
    Before(u64),
}

/// A change; jobs by their numbers, from 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum BranchChange {
    Policy(Policy),
    Order(Order),
    Drain(u32),
    Add(u32),
    Submit(Job),
    Cancel(u64),
    Move(u64, Destination),
}

impl BranchChange {
    /// The change, as in a scenario.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Policy(policy) => format!("Policy({policy:?})"),
            Self::Order(order) => format!("Order({order:?})"),
            Self::Drain(count) => format!("Drain(count: {count})"),
            Self::Add(count) => format!("Add({count})"),
            Self::Submit(job) => format!(
                "Submit(submit: {}, runtime: {}, estimate: {}, nodes: {})",
                job.submit, job.runtime, job.estimate, job.nodes
            ),
            Self::Cancel(job) => format!("Cancel({job})"),
            Self::Move(job, to) => format!("Move(job: {job}, to: {to:?})"),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    pub(crate) at: u64,
    pub(crate) whats: Vec<BranchChange>,
}

/// Outcome of a job: one that was cancelled while it waited never started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct JobOutcome {
    pub(crate) started: Option<u64>,
    pub(crate) ended: u64,
    pub(crate) killed: bool,
    pub(crate) nodes: String,
}

struct Machine {
    // By number; jobs submitted by a branch have the numbers behind the others.
    jobs: BTreeMap<u64, Job>,
    // The numbers in the order of submission.
    submissions: Vec<u64>,
    now: u64,
    decider: Decider,
    waiting: BTreeSet<u64>,
    running: BTreeMap<u64, (u64, Vec<u32>)>,
    ended: BTreeMap<u64, JobOutcome>,
    nodes: u32,
    drained: BTreeSet<u32>,
    moves: Vec<(u64, Destination)>,
    reserved: BTreeMap<u64, u64>,
}

impl Case {
    /// The outcome of all jobs, or why a change is impossible.
    pub(crate) fn simulate(&self) -> Result<Vec<JobOutcome>, String> {
        let mut jobs: BTreeMap<u64, Job> = (1..).zip(self.jobs.iter().copied()).collect();
        let mut submissions: Vec<u64> = jobs.keys().copied().collect();
        for step in &self.steps {
            for what in &step.whats {
                if let BranchChange::Submit(job) = what {
                    let number = jobs.len() as u64 + 1;
                    jobs.insert(number, *job);
                    submissions.push(number);
                }
            }
        }
        // Stable: an added job is behind the others of the instant.
        submissions.sort_by_key(|number| jobs[number].submit);
        let mut machine = Machine {
            jobs,
            submissions,
            now: 0,
            decider: self.first,
            waiting: BTreeSet::new(),
            running: BTreeMap::new(),
            ended: BTreeMap::new(),
            nodes: NODES,
            drained: BTreeSet::new(),
            moves: Vec::new(),
            reserved: BTreeMap::new(),
        };
        let all = machine.jobs.len();
        let mut left = self.steps.iter().peekable();
        while machine.ended.len() < all || left.peek().is_some() {
            machine.second(&mut left, all)?;
        }
        let fates = machine.submissions.iter();
        Ok(fates.map(|number| machine.ended[number].clone()).collect())
    }
}

impl Machine {
    fn second<'s>(
        &mut self,
        steps: &mut std::iter::Peekable<impl Iterator<Item = &'s Step>>,
        all: usize,
    ) -> Result<(), String> {
        if self.now > 100_000 {
            return Err("for ever".to_owned());
        }
        let (mut happens, mut early, mut anew) = (false, false, false);
        if self.ended.len() < all {
            let over = self.running.iter();
            let over = over.filter(|(job, (start, _))| {
                let job = &self.jobs[job];
                start + job.runtime.min(job.estimate) == self.now
            });
            let over: Vec<u64> = over.map(|(job, _)| *job).collect();
            for number in over {
                let job = self.jobs[&number];
                early |= job.runtime < job.estimate;
                // The end of a job on drained nodes does not free what plans counted on.
                let nodes = &self.running[&number].1;
                anew |= nodes.iter().any(|node| self.drained.contains(node));
                self.end(number, job.runtime > job.estimate);
                happens = true;
            }
            for number in self.submissions.clone() {
                if self.jobs[&number].submit == self.now {
                    self.waiting.insert(number);
                    happens = true;
                }
            }
            let due = self.reserved.values().any(|&start| start == self.now);
            happens |= due && self.decider.policy == Policy::Conservative;
        }
        while let Some(step) = steps.next_if(|step| step.at == self.now) {
            let is_submission = |what: &BranchChange| matches!(what, BranchChange::Submit(_));
            if step.whats.iter().all(is_submission) {
                continue; // those come by themselves
            }
            if self.ended.len() == all && !happens {
                return Err("it is over".to_owned());
            }
            for what in &step.whats {
                self.apply(what)?;
            }
            (happens, anew) = (true, true);
            if steps.peek().is_some_and(|next| next.at == self.now) {
                self.decide(early, anew);
                (early, anew) = (false, false);
            }
        }
        if happens {
            self.decide(early, anew);
        }
        self.now += 1;
        Ok(())
    }

    fn apply(&mut self, what: &BranchChange) -> Result<(), String> {
        match *what {
            BranchChange::Policy(policy) => self.decider.policy = policy,
            BranchChange::Order(order) => self.decider.order = order,
            BranchChange::Drain(count) => self.drained.extend(self.nodes - count..self.nodes),
            BranchChange::Add(count) => self.nodes += count,
            BranchChange::Submit(_) => {}
            BranchChange::Cancel(number) if self.running.contains_key(&number) => {
                self.end(number, true)
            }
            BranchChange::Cancel(number) => {
                if !self.waiting.remove(&number) {
                    return Err(format!("job {number} is gone"));
                }
                let fate = JobOutcome {
                    ended: self.now,
                    ..JobOutcome::default()
                };
                self.ended.insert(number, fate);
            }
            BranchChange::Move(number, to) => {
                let is_itself = to == Destination::Before(number);
                let is_known = |number: u64| self.jobs[&number].submit <= self.now;
                if is_itself || !self.waiting.contains(&number) {
                    return Err(format!("job {number} cannot be moved"));
                }
                if matches!(to, Destination::Before(other) if !is_known(other)) {
                    return Err("nobody is there yet".to_owned());
                }
                self.moves.push((number, to));
            }
        }
        Ok(())
    }

    fn end(&mut self, number: u64, killed: bool) {
        let (started, nodes) = self.running.remove(&number).unwrap();
        let fate = JobOutcome {
            started: Some(started),
            ended: self.now,
            killed,
            nodes: ranges(&nodes),
        };
        self.ended.insert(number, fate);
    }

    /// Free nodes in service, the first one first.
    fn free(&self) -> Vec<u32> {
        let held: BTreeSet<u32> = self
            .running
            .values()
            .flat_map(|(_, nodes)| nodes.clone())
            .collect();
        let nodes = 0..self.nodes;
        let free = nodes.filter(|node| !held.contains(node) && !self.drained.contains(node));
        free.collect()
    }

    fn fits(&self, number: u64) -> bool {
        self.jobs[&number].nodes as usize <= self.free().len()
    }

    fn start(&mut self, number: u64) {
        let mut nodes = self.free();
        nodes.truncate(self.jobs[&number].nodes as usize);
        self.waiting.remove(&number);
        self.reserved.remove(&number);
        self.running.insert(number, (self.now, nodes));
    }

    /// Index of a job among all that were ever submitted.
    fn index(&self, number: u64) -> usize {
        self.submissions
            .iter()
            .position(|one| *one == number)
            .unwrap()
    }

    fn sorted(&self, order: Order, mut jobs: Vec<u64>) -> Vec<u64> {
        jobs.sort_by_key(|number| self.index(*number));
        jobs.sort_by(|one, other| {
            let key = |number| order.key(&self.jobs[number], self.now);
            key(one).total_cmp(&key(other))
        });
        jobs
    }

    /// The queue: in its order, then with one move after another. A job that another was put before
    /// marks the position also when it has left.
    fn queue(&self) -> Vec<u64> {
        let marks = self.moves.iter().filter_map(|(_, to)| match to {
            Destination::Before(other) => Some(*other),
            _ => None,
        });
        let all: BTreeSet<u64> = self.waiting.iter().copied().chain(marks).collect();
        let mut queue = self.sorted(self.decider.order, all.into_iter().collect());
        for (number, to) in &self.moves {
            if !self.waiting.contains(number) && !queue.contains(number) {
                continue;
            }
            queue.retain(|one| one != number);
            let index = match to {
                Destination::Front => 0,
                Destination::Back => queue.len(),
                Destination::Before(other) => queue.iter().position(|one| one == other).unwrap(),
            };
            queue.insert(index, *number);
        }
        queue.retain(|number| self.waiting.contains(number));
        queue
    }
}

/// Consecutive nodes as a range, as in tables.
fn ranges(nodes: &[u32]) -> String {
    let mut words: Vec<(u32, u32)> = Vec::new();
    for &node in nodes {
        match words.last_mut() {
            Some((_, last)) if *last + 1 == node => *last = node,
            _ => words.push((node, node)),
        }
    }
    let words = words.into_iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
