//! Small scenarios with branches, drawn at random.

use cosched_core::random::Random;

use crate::oracle::{BranchChange, Decider, Destination, Job, Order, Policy, Step};

/// Nodes of the machine.
pub(crate) const NODES: u32 = 8;
/// The widest job: so many nodes always stay in service.
const WIDEST: u64 = 5;

/// A run and its changes.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) jobs: Vec<Job>,
    pub(crate) first: Decider,
    /// In the order of time; each is a branch of the one before.
    pub(crate) steps: Vec<Step>,
}

fn one_of<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u64) as usize]
}

fn decider(random: &mut Random) -> Decider {
    Decider {
        policy: one_of(random, &[Policy::Fcfs, Policy::Easy, Policy::Conservative]),
        order: match random.below(2) {
            0 => Order::Submitted,
            _ => one_of(random, &Order::ALL),
        },
        backfill: (random.below(3) == 0).then(|| one_of(random, &Order::ALL)),
        depth: (random.below(4) == 0).then(|| 1 + random.below(4) as usize),
    }
}

impl Case {
    /// The case of this number.
    pub(crate) fn drawn(number: u64) -> Self {
        let random = &mut Random::new(number, 0xB7A);
        let mut submit = 0;
        let count = 6 + random.below(14);
        let jobs = (0..count).map(|_| {
            submit += random.below(8);
            let runtime = 1 + random.below(30);
            let estimate = match random.below(4) {
                0 => 1 + random.below(runtime),
                1 => runtime,
                _ => runtime + random.below(40),
            };
            Job {
                submit,
                runtime,
                estimate,
                nodes: 1 + random.below(WIDEST) as u32,
            }
        });
        let jobs: Vec<Job> = jobs.collect();
        let first = decider(random);
        let (mut steps, mut at) = (Vec::new(), random.below(submit + 20));
        // Nodes that may still be drained.
        let mut spare = NODES - WIDEST as u32;
        for _ in 0..1 + random.below(2) {
            let whats = (0..1 + random.below(3)).map(|_| what(random, at, &jobs, &mut spare));
            let whats = whats.collect();
            steps.push(Step { at, whats });
            at += random.below(30);
        }
        Self { jobs, first, steps }
    }

    /// The run that the branches start from.
    pub(crate) fn without_steps(&self) -> Self {
        Self {
            steps: Vec::new(),
            ..self.clone()
        }
    }

    /// The run and its branches, as a scenario.
    pub(crate) fn text(&self) -> String {
        let branches = self.steps.iter().enumerate().map(|(index, step)| {
            let from = match index {
                0 => "original".to_owned(),
                _ => format!("branch {}", index - 1),
            };
            let whats: Vec<_> = step.whats.iter().map(BranchChange::text).collect();
            format!(
                "(name: \"branch {index}\", from: \"{from}\", at: {}, changes: [{}])",
                step.at,
                whats.join(", ")
            )
        });
        let branches: Vec<_> = branches.collect();
        format!(
            "(machine: Cluster(nodes: {NODES}), workload: Jobs([{}]), {}, branches: [{}])",
            jobs_text(&self.jobs),
            self.first.text(),
            branches.join(",\n")
        )
    }
}

/// Jobs as in a scenario.
pub(crate) fn jobs_text(jobs: &[Job]) -> String {
    let lines = jobs.iter().map(|job| {
        format!(
            "(submit: {}, runtime: {}, estimate: {}, nodes: {}),\n",
            job.submit, job.runtime, job.estimate, job.nodes
        )
    });
    lines.collect()
}

fn what(random: &mut Random, at: u64, jobs: &[Job], spare: &mut u32) -> BranchChange {
    // Usually one that has been submitted.
    let known = jobs.partition_point(|job| job.submit <= at) as u64;
    let number = |random: &mut Random| 1 + random.below(known.max(1));
    match random.below(9) {
        0 | 1 => BranchChange::Policy(decider(random).policy),
        2 => BranchChange::Order(one_of(random, &Order::ALL)),
        3 if *spare > 0 => {
            let count = 1 + random.below(u64::from(*spare)) as u32;
            *spare -= count;
            BranchChange::Drain(count)
        }
        4 => {
            let count = 1 + random.below(4) as u32;
            BranchChange::Add(count)
        }
        5 => {
            let runtime = 1 + random.below(20);
            BranchChange::Submit(Job {
                submit: at + random.below(10),
                runtime,
                estimate: runtime + random.below(10),
                nodes: 1 + random.below(WIDEST) as u32,
            })
        }
        6 => BranchChange::Cancel(number(random)),
        _ => {
            let job = number(random);
            let to = match random.below(3) {
                0 => Destination::Back,
                1 => Destination::Before(number(random)),
                _ => Destination::Front,
            };
            BranchChange::Move(job, to)
        }
    }
}
