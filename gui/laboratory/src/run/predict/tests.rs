//! Futures of runs on clusters: running jobs are where they were, and what is certain comes true.

use std::sync::Arc;

use cosched_core::Time;
use cosched_core::random::Random;

use super::state::State;
use super::{Settings, Start, starts};
use crate::base::progress::Progress;
use crate::load;
use crate::record::Run;
use crate::record::held_nodes::held_nodes_at;
use crate::run::explain::snapshot::choice_of;
use crate::run::{choices, simulate};
use crate::scenario;

pub(super) fn runs(text: &str) -> Vec<Run> {
    let scenario = scenario::parse(text, None).unwrap();
    let progress = Progress::default();
    let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
    let each = choices(&scenario).into_iter();
    each.map(|choice| {
        let run = simulate(&experiment, &choice, true, &progress);
        run.unwrap().unwrap()
    })
    .collect()
}

/// Jobs that run exactly as long as estimated, on nodes that they share.
fn exact(seed: u64) -> String {
    let mut random = Random::new(seed, 91);
    let (mut jobs, mut submit) = (String::new(), 0);
    for _ in 0..40 {
        submit += random.below(3);
        let (runtime, memory) = (1 + random.below(40), random.below(6));
        let (index, gpus, cores) = match random.below(3) {
            0 => ("gpu", random.below(2), 1 + random.below(2)),
            _ => ("batch", 0, 1 + random.below(4)),
        };
        let shape = match random.below(3) {
            0 if gpus == 0 => "tasks: 2",
            1 => "nodes: 2",
            _ => "nodes: 1",
        };
        let more = match random.below(8) {
            0 => ", user: \"ann\"",
            1 => ", whole_nodes: true",
            _ => "",
        };
        jobs += &format!(
            "(submit: {submit}, runtime: {runtime}, {shape}, cores: {cores}, memory: {memory},
              gpus: {gpus}, partition: \"{index}\"{more}),"
        );
    }
    format!(
        r#"(machine: Cluster(
            kinds: [
                (name: "cpu", count: 3, cores: 4, memory: 8),
                (name: "gpu", count: 2, cores: 4, memory: 8, gpus: 2),
            ],
            partitions: [
                (name: "batch", nodes: ["cpu", "gpu[0]"], default: true),
                (name: "gpu", nodes: ["gpu"], tier: 1),
            ],
            limits: (users: [(name: "ann", running: 1)]),
        ),
        policies: [Fcfs, Easy], workload: Jobs([{jobs}]))"#
    )
}

/// With exact estimates and no further submissions, FCFS and EASY do what was foreseen: they keep
/// no state.
#[test]
fn exact_estimates_come_true() {
    let (mut foreseen, mut running) = (0, 0);
    for seed in 0..60 {
        for run in runs(&exact(seed)) {
            let last = run.experiment.jobs.last().unwrap().submit;
            for later in [0, 7, 20] {
                let at = Time(last.0 + later * 1_000_000_000);
                let state = State::of(&run, at);
                let future = Arc::new(state.by_estimates(&run));
                let then = simulate(&future, &choice_of(&run), true, &Progress::default());
                let then = then.unwrap().unwrap();
                let name = format!("seed {seed}, {} at {at}", run.label);
                let now = held_nodes_at(&run, at);
                let first = held_nodes_at(&then, Time::ZERO);
                for (index, &job) in state.running.iter().enumerate() {
                    assert_eq!(then.outcomes[index].started, Time::ZERO, "{name}");
                    let was = now.iter().find(|held| held.job == job).unwrap();
                    let is = first.iter().find(|held| held.job == index).unwrap();
                    assert_eq!(was.places, is.places, "{name}: job {}", job + 1);
                    running += 1;
                }
                for (index, &job) in state.waiting.iter().enumerate() {
                    let index = state.running.len() + index;
                    let expected = run.outcomes[job].started.since(at);
                    let found = then.outcomes[index].started.since(Time::ZERO);
                    assert_eq!(found, expected, "{name}: job {}", job + 1);
                    foreseen += 1;
                }
            }
        }
    }
    assert!(foreseen > 1000 && running > 1000, "{foreseen}, {running}");
}

/// Nodes of one core each in one partition are equal nodes.
#[test]
fn predictions_on_nodes_of_one_core_are_those_of_equal_nodes() {
    let predicted = |machine: &str, policy: &str| {
        let run = &runs(&format!(
            "(machine: Cluster({machine}), policies: [{policy}], seed: 5,
              workload: Lublin(jobs: 150, load: 1.1, estimates: UpTo(4)))"
        ))[0];
        let late = run.experiment.jobs[140].submit;
        let settings = Settings {
            draws: 20,
            ..Settings::default()
        };
        starts(run, late, settings, &Progress::default())
            .unwrap()
            .unwrap()
    };
    for policy in ["Fcfs", "Easy", "Conservative"] {
        let equal = predicted("nodes: 16", policy);
        let shared = predicted("kinds: [(count: 16, cores: 1)]", policy);
        assert!(equal.len() > 3, "{policy}: {}", equal.len());
        assert_eq!(equal, shared, "{policy}");
    }
}

/// Waits of the waiting jobs in the draws, and their actual waits, in the middle of a log.
fn drawn_and_true(text: &str, job: usize, draws: u32) -> Vec<(Start, f64)> {
    let run = &runs(text)[0];
    let at = run.experiment.jobs[job].submit;
    let settings = Settings {
        draws,
        ..Settings::default()
    };
    let drawn = starts(run, at, settings, &Progress::default());
    let drawn = drawn.unwrap().unwrap().into_iter();
    drawn
        .map(|start| {
            let wait = run.outcomes[start.job].started.since(at).seconds();
            (start, wait)
        })
        .collect()
}

/// Two hundred jobs have run: those estimated to take 100 s took 90 s, those estimated to take
/// 1 000 s took 100 s. Forty more of the latter wait for one node, the last of them for 4 000 s;
/// drawn from all alike, it waited for 20 000 s.
#[test]
fn long_estimates_are_predicted_from_long_estimates() {
    let mut jobs: String = (0..200)
        .map(|job| {
            let (runtime, estimate) = if job % 2 == 0 {
                (90, 100)
            } else {
                (100, 1_000)
            };
            let submit = 200 * job;
            format!("(submit: {submit}, runtime: {runtime}, estimate: {estimate}, nodes: 1),")
        })
        .collect();
    jobs += &"(submit: 50000, runtime: 100, estimate: 1000, nodes: 1),".repeat(41);
    let text = format!("(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([{jobs}]))");
    let found = drawn_and_true(&text, 240, 50);
    assert_eq!(found.len(), 40);
    for (start, wait) in found {
        let [first, last] = [0.05, 0.95].map(|part| start.quantile(part));
        assert!(
            (first - wait).abs() < 1.0 && (last - wait).abs() < 1.0,
            "{wait}: {first}, {last}"
        );
    }
}

/// Of queues of hundreds under FCFS, where each job waits for the sum of all runtimes ahead, at 24
/// instants of as many workloads; before runtimes were drawn by estimates, a third held.
#[test]
fn of_long_fcfs_queues_nine_in_ten_start_within_the_draws() {
    let (mut held, mut all) = (0, 0);
    for seed in 101..125 {
        let text = format!(
            "(machine: Cluster(nodes: 128), policies: [Fcfs], seed: {seed},
              workload: Lublin(jobs: 1301, load: 1.0, estimates: UpTo(4)))"
        );
        for (start, wait) in drawn_and_true(&text, 1_300, 60) {
            let [first, last] = [0.05, 0.95].map(|part| start.quantile(part));
            held += u32::from((first - 1.0..=last + 1.0).contains(&wait));
            all += 1;
        }
    }
    let part = f64::from(held) / f64::from(all);
    assert!(
        all > 5_000 && (0.8..=0.97).contains(&part),
        "{part} of {all}"
    );
}
