//! Small scenarios in which many events coincide.

use super::{Class, Job, Policy, Scenario, Shares};
use crate::draw::Draw;
use crate::rational::Number;

const QUANTA: &[&str] = &["1", "1", "1", "2", "0.5", "0.7", "0.3", "3"];
const RUNTIMES: &[&str] = &[
    "1", "2", "3", "4", "0.5", "0.7", "0.25", "0.3", "1.5", "2.1", "0.9", "1.75", "0.125", "2.4",
    "5",
];
const BARRIERS: &[&str] = &[
    "0.125", "0.25", "0.3", "0.1", "0.7", "1", "0.2", "0.05", "0.75", "0.03", "2", "1.1",
];
const UTILISATIONS: &[&str] = &[
    "0.3", "0.7", "0.75", "0.5", "0.25", "0.9", "0.6", "0.999", "0.001", "0.333",
];
const SUBMITS: &[&str] = &["0.25", "0.5", "1", "0.7", "0.3", "2", "0.1"];

/// A scenario for `policy`.
pub(crate) fn scenario(draw: &mut Draw, policy: Policy) -> Scenario {
    let nodes = draw.between(1, 5) as usize;
    let count = draw.between(2, 10);
    let only = draw.between(0, 7) as usize;
    let mut jobs = Vec::new();
    let mut submit = Number::of("0");
    for _ in 0..count {
        if draw.once_in(3) {
            submit = later(&submit, &Number::of(draw.one_of(SUBMITS)));
        }
        // Half of the workloads have one grain.
        let class = match Class::ALL.get(only) {
            Some(class) => *class,
            None => Class::ALL[draw.between(0, 3) as usize],
        };
        jobs.push(job(draw, class, nodes, submit.clone()));
    }
    let mut scenario = Scenario::usual(policy, nodes, draw.one_of(QUANTA), jobs);
    let rules = &mut scenario.rules;
    rules.alternates = !draw.once_in(4);
    rules.unify = !draw.once_in(4);
    rules.alone = draw.once_in(8);
    if draw.once_in(6) {
        rules.rows = Some(draw.between(1, 3) as usize);
    }
    if draw.once_in(6) {
        rules.switch = Number::of(draw.one_of(&["0.1", "0.07", "0.25"]));
    }
    if policy == Policy::Agile {
        rules.literal = draw.once_in(3);
        rules.most = if draw.once_in(3) {
            draw.between(1, 3) as usize
        } else {
            5
        };
        scenario.rules.shares = shares(draw, &scenario);
    }
    scenario
}

fn job(draw: &mut Draw, class: Class, nodes: usize, submit: Number) -> Job {
    let mut job = Job {
        submit,
        ..Job::of(
            class,
            draw.between(1, nodes as u64) as usize,
            draw.one_of(RUNTIMES),
        )
    };
    if matches!(class, Class::Medium | Class::Coarse) && !draw.once_in(4) {
        job = job.barrier(draw.one_of(BARRIERS));
    }
    if class == Class::Medium && !draw.once_in(4) || draw.once_in(12) {
        job = job.utilisation(draw.one_of(UTILISATIONS));
    }
    job
}

/// `a + b`, as it is written.
fn later(a: &Number, b: &Number) -> Number {
    Number::near(&a.exact + &b.exact)
}

fn shares(draw: &mut Draw, scenario: &Scenario) -> Shares {
    let mut needs = [0; 4];
    for job in &scenario.jobs {
        let most = &mut needs[job.class as usize];
        *most = job.nodes.max(*most);
    }
    let all: usize = needs.iter().sum();
    match draw.between(0, 3) {
        0 if all <= scenario.nodes => {
            // The remaining nodes go to one of them.
            needs[draw.between(0, 3) as usize] += scenario.nodes - all;
            Shares::Nodes(needs)
        }
        1 => Shares::Quanta([(); 4].map(|()| draw.between(1, 3) as usize)),
        _ => Shares::Quanta([1; 4]),
    }
}
