//! Cases worked out on paper in which rounding to nanoseconds once changed a decision.

use crate::jobs::{Job, Speedup};
use crate::moldable::molding::{Policy, simulate};
use crate::rational::{Exact, Number, ratio, whole};
use crate::slots::{Node, Request, alternatives};

fn job(nodes: u64, work: &str, curve: &[&str]) -> Job {
    let entries = curve.iter().map(|entry| Number::of(*entry)).collect();
    Job {
        submit: Number::of("0"),
        nodes,
        work: Number::of(work),
        speedup: Some(Speedup::Table(entries)),
        estimate: None,
        deadline: None,
        utilisation: None,
    }
}

fn ends(nodes: usize, jobs: &[Job], policy: Policy) -> Vec<Exact> {
    let states = simulate(nodes, jobs, policy).states.into_iter();
    states.map(|state| state.completed.unwrap()).collect()
}

/// The third runs in the background at 3/4 and ends with the second.
#[test]
fn a_job_that_ends_behind_another_is_not_killed() {
    let half = |job: Job| Job {
        utilisation: Some(Number::of("0.5")),
        ..job
    };
    let jobs = [
        half(job(1, "100", &["1", "1", "1", "1"])),
        half(job(2, "8", &["1", "2", "2", "2"])),
        job(3, "6", &["1", "2", "2", "2"]),
    ];
    let tiers = simulate(4, &jobs, Policy::Kceasy);
    assert_eq!(tiers.kills, 0);
    assert_eq!(tiers.states[2].completed, Some(whole(4)));
}

/// 7/3 + 8/3 = 5 is in time: the second takes two processors.
#[test]
fn a_deadline_that_is_just_met_is_met() {
    let due = |job: Job, at: &str| Job {
        deadline: Some(Number::of(at)),
        ..job
    };
    let jobs = [
        due(job(3, "7", &["1", "2", "3"]), "3"),
        due(job(1, "4", &["1", "1.5", "3"]), "5"),
        due(job(1, "1", &["1", "2", "3"]), "100"),
    ];
    let ends = ends(3, &jobs, Policy::Adasa { expand: false });
    assert_eq!(ends, [ratio(7, 3), whole(5), ratio(10, 3)]);
}

/// As many windows as fit exactly: three of 20/3 in 20, seven of 60/7 in 60.
#[test]
fn windows_that_fit_exactly_are_found() {
    for (performance, volume, count) in [("3", "20", 3), ("7", "60", 7)] {
        let nodes = [Node {
            performance: Number::of(performance),
            price: Number::of("1"),
            quality: Number::of("1"),
            slots: vec![(Number::of("0"), Number::of(volume))],
        }];
        let request = Request {
            nodes: 1,
            volume: Number::of(volume),
            budget: Number::of("100"),
            least: Number::of("0"),
            scale: 1,
        };
        let found = alternatives(&nodes, &request);
        assert_eq!(found.len(), count);
        assert_eq!(found[count - 1].finish(), nodes[0].slots[0].1.exact);
    }
}
