//! Cases that were found on the way.

use super::nodes::Allocation;
use super::simulate::simulate;
use super::{Class, Job, Rules, Scenario};
use crate::examine::Case;
use crate::rational::{Number, whole};

/// A load of a third of a second and one of two thirds are a second: the second job ends with
/// its slice, and the third starts with the next.
#[test]
fn two_loads_are_a_whole_second() {
    let job = |class, runtime: &str, memory: &str| Job {
        submit: Number::of("0"),
        runtime: Number::of(runtime),
        nodes: 1,
        memory: Number::of(memory),
        class,
    };
    let scenario = Scenario {
        nodes: 1,
        capacity: Number::of("10"),
        rate: Number::of("3"),
        jobs: vec![
            job(Class::Short, "3", "1"),
            job(Class::Short, "16", "2"),
            job(Class::Long, "15", "0"),
        ],
        rules: Rules {
            slices: vec![
                (Class::Short, Number::of("20")),
                (Class::Long, Number::of("20")),
            ],
            is_easy: false,
            fills: true,
            guards: true,
            literal: false,
            by_event: false,
            allocation: Allocation::FirstFree,
        },
    };
    let completed = simulate(&scenario)
        .unwrap()
        .into_iter()
        .map(|job| job.completed);
    let completed: Vec<_> = completed.skip(1).collect();
    assert_eq!(completed, [whole(20), whole(35)]);
    assert_eq!(scenario.differences(), [""; 0]);
}
