//! Cases found by random tests.

use super::nodes::Allocation;
use super::simulate::simulate;
use super::{Class, Job, Rules, Scenario};
use crate::examine::ExactCase;
use crate::rational::{Number, whole};

fn job(class: Class, nodes: usize, runtime: &str, memory: &str) -> Job {
    Job {
        submit: Number::of("0"),
        runtime: Number::of(runtime),
        nodes,
        memory: Number::of(memory),
        class,
    }
}

/// Nodes with 10 MiB and default rules, where jobs get the first free nodes.
fn first_free(
    nodes: usize,
    rate: &str,
    slices: impl IntoIterator<Item = (Class, Number)>,
    jobs: Vec<Job>,
) -> Scenario {
    Scenario {
        nodes,
        capacity: Number::of("10"),
        rate: Number::of(rate),
        jobs,
        rules: Rules {
            slices: slices.into_iter().collect(),
            is_easy: false,
            fills: true,
            guards: true,
            literal: false,
            by_event: false,
            allocation: Allocation::FirstFree,
        },
    }
}

/// A load of a third of a second and one of two thirds are a second: the second job ends with
/// its slice, and the third starts with the next.
#[test]
fn two_loads_are_a_whole_second() {
    let scenario = first_free(
        1,
        "3",
        [Class::Short, Class::Long].map(|class| (class, Number::of("20"))),
        vec![
            job(Class::Short, 1, "3", "1"),
            job(Class::Short, 1, "16", "2"),
            job(Class::Long, 1, "15", "0"),
        ],
    );
    let completed = simulate(&scenario)
        .unwrap()
        .into_iter()
        .map(|job| job.completed);
    let completed: Vec<_> = completed.skip(1).collect();
    assert_eq!(completed, [whole(20), whole(35)]);
    assert_eq!(scenario.differences(), [""; 0]);
}
