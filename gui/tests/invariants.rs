//! Invariants of every run, under each of the seventeen policies, on drawn workloads.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load::prepare;
use cosched::record::{Experiment, Run, Segment};
use cosched::run::{choices, simulate};
use cosched::scenario::{PolicyName, parse};
use cosched_core::Time;
use cosched_core::random::Random;

const NODES: u64 = 12;
const JOBS: u64 = 25;

/// A drawn workload on nodes for `policy`: widths up to the whole machine, ties in time, estimates
/// from too low to far off; with `more` text for the machine.
fn on_nodes(random: &mut Random, policy: PolicyName, more: &str) -> String {
    let mut submit = 0;
    let jobs = (1..=JOBS).map(|id| {
        submit += random.below(12);
        let runtime = 1 + random.below(40);
        let estimate = match random.below(4) {
            0 if !policy.knows_runtimes() => 1 + random.below(runtime),
            1 => runtime,
            _ => runtime + random.below(60),
        };
        let nodes = 1 + match random.below(5) {
            0 => NODES - 1,
            _ => random.below(NODES / 2),
        };
        let grain = ["Fine", "Medium", "Coarse"][random.below(3) as usize];
        let memory = 1 + random.below(90);
        format!(
            "(id: {id}, submit: {submit}, runtime: {runtime}, estimate: {estimate}, \
             nodes: {nodes}, memory: {memory}, grain: {grain}),"
        )
    });
    let jobs: String = jobs.collect();
    let machine = match policy {
        PolicyName::Slots => "kinds: [(count: 5, performance: 2, price: 3), (count: 7)]".into(),
        PolicyName::ScojoPect => format!("nodes: {NODES}, memory: 100, transfer_rate: 7"),
        _ => format!("nodes: {NODES}"),
    };
    let machine = machine + more;
    let moldable = if policy.molds() {
        "moldable: (over_request: 2, slack: (1.5, 4)),"
    } else {
        ""
    };
    format!(
        "(machine: Cluster({machine}), workload: Jobs([{jobs}]), {moldable} \
         policies: [{policy:?}], parameters: (coscheduling: (quantum: 3, switch: 0.25)))"
    )
}

/// A drawn workflow on three servers.
fn on_servers(random: &mut Random, policy: PolicyName) -> String {
    let jobs = (1..=JOBS).map(|id| {
        let (count, demand) = (1 + random.below(3), 1 + random.below(30));
        let bandwidth = random.below(12);
        let after = if id > 3 && random.below(2) == 0 {
            format!("after: [{}],", 1 + random.below(id - 1))
        } else {
            String::new()
        };
        format!(
            "(id: {id}, {after} threads: [(count: {count}, demand: {demand}, \
             bandwidth: {bandwidth})]),"
        )
    });
    let jobs: String = jobs.collect();
    let mapping: Vec<_> = (0..JOBS).map(|_| random.below(3).to_string()).collect();
    let parameters = match policy {
        PolicyName::Mapping => format!("placing: (mapping: [{}])", mapping.join(",")),
        _ => String::new(),
    };
    format!(
        "(machine: Servers(count: 3, cores: 4, bandwidth: 20), \
         workload: Workflow(jobs: [{jobs}]), policies: [{policy:?}], \
         parameters: ({parameters}))"
    )
}

/// Maintenance of some nodes or all, failures that are repaired, and a drained node.
fn out_of_service(random: &mut Random) -> String {
    let (from, first) = (20 + random.below(100), random.below(NODES));
    let until = from + 1 + random.below(60);
    let window = match random.below(3) {
        0 => format!("(from: {from}, until: {until})"),
        _ => format!(
            "(from: {from}, until: {until}, first: {first}, count: {})",
            1 + random.below(NODES - first)
        ),
    };
    let mut at = 0;
    let mut events = String::new();
    for what in ["Down", "Drain", "Up", "Down", "Drain", "Down", "Up"] {
        at += 5 + random.below(25);
        let first = random.below(NODES);
        let count = 1 + random.below((NODES - first).min(4));
        events += &format!("(at: {at}, first: {first}, count: {count}, what: {what}),");
    }
    // In the end all are repaired.
    events += &format!("(at: {}, first: 0, count: {NODES}, what: Up),", at + 50);
    let interrupted = ["Requeued", "TakenUp"][random.below(2) as usize];
    format!(
        ", outages: (maintenance: [{window}], events: [{events}], interrupted: {interrupted}, \
         checkpoint: (interval: 7, cost: 0))"
    )
}

fn run(experiment: &Arc<Experiment>) -> Run {
    let choice = &choices(&experiment.scenario)[0];
    let run = simulate(experiment, choice, true, &Progress::default());
    run.unwrap().expect("nobody cancelled it")
}

/// Asserts that no two jobs are on one node at once; nor in the background of moldable jobs, whose
/// rows lie behind those of the nodes.
fn assert_no_overlap(name: &str, run: &Run) {
    let mut segments: Vec<Segment> = run.segments.iter().collect();
    segments.sort_by_key(|segment| segment.from);
    let rows = 2 * run.experiment.nodes as usize;
    let mut free_from = vec![(Time::ZERO, 0); rows];
    for segment in segments {
        assert!(segment.from <= segment.until, "{name}: {segment:?}");
        let first = segment.first_node as usize;
        for row in &mut free_from[first..first + segment.nodes as usize] {
            let (until, other) = *row;
            let same = other == segment.job;
            assert!(
                until <= segment.from || same,
                "{name}: {segment:?} and job {other}"
            );
            *row = (segment.until.max(until), segment.job);
        }
    }
}

/// Asserts that each job enters, starts and ends in this order, once, unless it was refused.
fn assert_life_cycles(name: &str, run: &Run) {
    let mut ended = 0;
    for (job, (spec, outcome)) in run.experiment.jobs.iter().zip(&run.outcomes).enumerate() {
        let name = format!("{name}, job {job}: {outcome:?}");
        assert!(outcome.entered >= spec.submit, "{name}");
        if outcome.refused {
            continue;
        }
        ended += 1;
        assert!(outcome.started >= outcome.entered, "{name}");
        assert!(outcome.completed > outcome.started, "{name}");
        assert!(outcome.completed < Time::MAX, "{name}");
        // No job is faster than alone, except on a faster node, or if moldable.
        if !run.policy.knows_runtimes() && !run.policy.is_for_servers() {
            let ran = outcome.completed.since(outcome.started);
            assert!(ran >= outcome.executed, "{name}");
            let work = if outcome.killed {
                spec.estimate
            } else {
                spec.runtime
            };
            assert_eq!(outcome.executed, work, "{name}");
            assert_eq!(outcome.killed, spec.estimate < spec.runtime, "{name}");
        }
    }
    assert_eq!(run.metrics.jobs, ended, "{name}");
}

#[test]
fn invariants_hold_under_every_policy() {
    for policy in PolicyName::PUBLISHED {
        for seed in 0..20 {
            let mut random = Random::new(seed, 70);
            let text = if policy.is_for_servers() {
                on_servers(&mut random, policy)
            } else {
                on_nodes(&mut random, policy, "")
            };
            let name = format!("{policy:?}, seed {seed}");
            let scenario = parse(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let experiment = prepare(&scenario, None, &Progress::default());
            let experiment = Arc::new(experiment.unwrap_or_else(|error| panic!("{error}\n{text}")));
            let first = run(&experiment);
            assert_life_cycles(&name, &first);
            // Threads share cores.
            if !policy.is_for_servers() {
                assert_no_overlap(&name, &first);
            }
            assert_eq!(first.digest, run(&experiment).digest, "{name}");
        }
    }
}

/// Asserts that no job is on a node that is down or in maintenance, in either tier, and no job gets
/// a drained one.
fn assert_in_service(name: &str, run: &Run) {
    let nodes = run.experiment.nodes;
    let record = run.outages().expect("nodes go out of service");
    for segment in run.segments.iter().filter(|one| one.from < one.until) {
        let first = segment.first_node % nodes;
        // A promoted job stays where it is.
        let goes_on = run.segments.iter().any(|before| {
            let is_there = before.first_node % nodes == first && before.nodes == segment.nodes;
            is_there && before.job == segment.job && before.until == segment.from
        });
        for span in &record.spans {
            let meets = first < span.first + span.count && span.first < first + segment.nodes;
            let may_stay = !span.state.is_down() && !span.state.is_in_maintenance();
            let ends = if may_stay {
                // It may have been there before, or have its turn there again.

                goes_on
                    || run.policy.has_quanta()
                    || segment.from < span.from
                    || span.until <= segment.from
            } else {
                segment.until <= span.from || span.until <= segment.from
            };
            assert!(!meets || ends, "{name}: {segment:?} in {span:?}");
        }
    }
}

#[test]
fn invariants_hold_with_nodes_out_of_service() {
    let mut interrupted = 0;
    for policy in PolicyName::PUBLISHED {
        if policy.is_for_servers() {
            continue;
        }
        for seed in 0..20 {
            let mut random = Random::new(seed, 71);
            let out = out_of_service(&mut random);
            let text = on_nodes(&mut random, policy, &out);
            let name = format!("{policy:?}, seed {seed}");
            let scenario = parse(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let experiment = prepare(&scenario, None, &Progress::default());
            if policy == PolicyName::Slurm {
                let refused = experiment.unwrap_err().to_string();
                assert!(refused.contains("nodes out of service"), "{refused}");
                continue;
            }
            let experiment = Arc::new(experiment.unwrap_or_else(|error| panic!("{error}\n{text}")));
            let first = run(&experiment);
            let ended = first.outcomes.iter().filter(|outcome| !outcome.refused);
            let ended = ended.map(|outcome| assert!(outcome.completed > outcome.started, "{name}"));
            assert_eq!(first.metrics.jobs, ended.count() as u64, "{name}");
            assert_no_overlap(&name, &first);
            assert_in_service(&name, &first);
            assert_eq!(first.digest, run(&experiment).digest, "{name}");
            interrupted += first.metrics.requeues;
        }
    }
    assert!(interrupted > 300, "{interrupted}");
}
