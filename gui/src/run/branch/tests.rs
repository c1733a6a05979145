//! Until the instant of a branch nothing is other than in the run it is beside.

use std::sync::Arc;

use cosched_core::{Event, Sink, Time};

use super::grown;
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

    fn asks_why(&self) -> bool {
        true
    }
}

#[test]
fn events_before_the_instant_are_the_same() {
    for policy in ["Fcfs", "Easy", "Conservative"] {
        for changes in [
            "Policy(Easy)",
            "Policy(Conservative)",
            "Order(ShortestEstimate), Depth(3)",
            "Drain(count: 2)",
            "Add(5)",
            "Add(3), Drain(first: 0)",
            "Submit(nodes: 4, runtime: 500)",
            "Move(job: 60, to: Front)",
        ] {
            let events = |at: u64, place: usize| {
                let text = format!(
                    "(machine: Cluster(nodes: 16), seed: 3,
                      workload: Lublin(jobs: 120, load: 1.2, estimates: UpTo(4)),
                      policies: [{policy}], branches: [(at: {at}, changes: [{changes}])])"
                );
                let scenario = scenario::parse(&text, None).unwrap();
                let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
                let choice = &choices(&scenario)[place];
                let experiment = grown(&Arc::new(experiment), choice)?;
                let (mut events, progress) = (Events::default(), Progress::default());
                drive(&experiment, choice, &progress, &mut events, |_| ()).map(|_| events.0)
            };
            let original = events(0, 0).unwrap();
            let half = original[original.len() / 2].0.seconds() as u64;
            let branch = events(half, 1);
            // Who does not wait then cannot be moved; that is said.
            let Ok(branch) = branch else { continue };
            let at = Time::from_seconds(half);
            let until = |events: &[(Time, Event)]| events.partition_point(|(time, _)| *time < at);
            let count = until(&original);
            assert!(count > 50 && count < original.len(), "{count}");
            assert_eq!(
                original[..count],
                branch[..until(&branch)],
                "{policy}: {changes}"
            );
            // EASY looks at everything anew at each instant: it takes over from itself unseen.
            let is_same = changes == "Policy(Easy)" && policy == "Easy";
            let is_other = changes != format!("Policy({policy})");
            assert!(!is_same || original == branch);
            assert!(!is_other || original != branch, "{policy}: {changes}");
        }
    }
}
