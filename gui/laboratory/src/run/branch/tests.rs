//! Until the instant of a branch its events equal those of the run it branches from.

use std::sync::Arc;

use cosched_core::{Event, Sink, Time};

use super::grown;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;
use crate::run::{choices, drive};
use crate::scenario;

/// All events with their instants.
#[derive(Default)]
struct Events(Vec<(Time, Event)>);

impl Sink for Events {
    fn record(&mut self, at: Time, event: Event) {
        self.0.push((at, event));
    }

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// A run of 120 jobs on `machine` under `policy`, and a branch of it at `at`.
fn text(machine: &str, policy: &str, at: u64, changes: &str) -> String {
    format!(
        "(machine: Cluster({machine}), seed: 3,
          workload: Lublin(jobs: 120, load: 1.2, estimates: UpTo(4)),
          policies: [{policy}], branches: [(at: {at}, changes: [{changes}])])"
    )
}

/// The events of the run at that index of a scenario.
fn events(text: &str, index: usize) -> Result<Vec<(Time, Event)>, Problem> {
    let scenario = scenario::parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let choice = &choices(&scenario)[index];
    let experiment = grown(&Arc::new(experiment), choice)?;
    let (mut events, progress) = (Events::default(), Progress::default());
    drive(&experiment, choice, &progress, &mut events, |_| ()).map(|_| events.0)
}

/// Changes that are possible on shared nodes and on equal ones.
const ANYWHERE: [&str; 6] = [
    "Policy(Easy)",
    "Policy(Conservative)",
    "Order(ShortestEstimate)",
    "Drain(count: 2)",
    "Cancel(60)",
    "Move(job: 60, to: Front)",
];

const EQUAL: &str = "nodes: 16";

/// Nodes with two cores and more, in partitions that overlap.
const SHARED: &str = r#"kinds: [(name: "thin", count: 6, cores: 2), (name: "fat", count: 2, cores: 4)],
    partitions: [(name: "all", nodes: ["thin", "fat"], default: true), (name: "fat", nodes: ["fat"])]"#;

#[test]
fn events_before_the_instant_are_the_same() {
    let of_equal = [
        "Order(ShortestEstimate), Depth(3)",
        "Add(5)",
        "Add(3), Drain(first: 0)",
        "Submit(nodes: 4, runtime: 500)",
    ];
    let of_equal = of_equal
        .into_iter()
        .chain(ANYWHERE)
        .map(|changes| (EQUAL, changes));
    let all = of_equal.chain(ANYWHERE.map(|changes| (SHARED, changes)));
    let mut compared = 0;
    for (machine, changes) in all {
        for policy in ["Fcfs", "Easy", "Conservative"] {
            let name = format!("{machine}, {policy}: {changes}");
            let original = events(&text(machine, policy, 0, "Policy(Easy)"), 0).unwrap();
            let half = original[original.len() / 2].0.seconds() as u64;
            // A job that does not wait then cannot be moved: that is an error.
            let Ok(branch) = events(&text(machine, policy, half, changes), 1) else {
                continue;
            };
            let at = Time::from_seconds(half);
            let until = |events: &[(Time, Event)]| events.partition_point(|(time, _)| *time < at);
            let count = until(&original);
            assert!(count > 50 && count < original.len(), "{count}");
            assert_eq!(original[..count], branch[..until(&branch)], "{name}");
            compared += 1;
            // EASY plans anew at each instant: it takes over from itself without a trace.
            let is_same = changes == "Policy(Easy)" && policy == "Easy";
            let is_other = changes != format!("Policy({policy})");
            assert!(!is_same || original == branch, "{name}");
            assert!(!is_other || original != branch, "{name}");
        }
    }
    assert!(compared >= 30, "{compared}");
}

/// Nodes of one core each in one partition are equal nodes, whatever changes in a branch.
#[test]
fn branches_on_nodes_of_one_core_are_as_on_equal_nodes() {
    let starts = |machine: &str, policy: &str, at: u64, changes: &str| {
        let events = events(&text(machine, policy, at, changes), 1)?;
        let started = events.into_iter().filter_map(|(at, event)| match event {
            Event::Started(job, _) => Some((at, job)),
            _ => None,
        });
        let mut all: Vec<_> = started.collect();
        all.sort_unstable();
        Ok::<_, Problem>(all)
    };
    let mut compared = 0;
    for policy in ["Fcfs", "Easy", "Conservative"] {
        for changes in ANYWHERE {
            // Job 60 waits at the first three of them.
            for at in [32_000, 35_000, 39_000, 60_000] {
                let equal = starts(EQUAL, policy, at, changes);
                let shared = starts("kinds: [(count: 16, cores: 1)]", policy, at, changes);
                let name = format!("{policy} at {at}: {changes}");
                match (equal, shared) {
                    (Ok(equal), Ok(shared)) => {
                        assert_eq!(equal, shared, "{name}");
                        compared += 1;
                    }
                    (Err(equal), Err(shared)) => assert_eq!(equal, shared, "{name}"),
                    (equal, shared) => panic!("{name}: {equal:?}, {shared:?}"),
                }
            }
        }
    }
    assert!(compared >= 50, "{compared}");
}
