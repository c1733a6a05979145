//! Cases found by random tests, and cases worked out by hand.

use super::{Class, Job, Policy, Scenario, Shares, simulate};
use crate::examine::ExactCase;
use crate::rational::{Exact, Number, decimal};

fn decimals(all: &[&str]) -> Vec<Exact> {
    all.iter().map(|text| decimal(text)).collect()
}

/// The medium job leaves seven tenths of its quantum, which is just what the coarse one needs.
#[test]
fn the_rest_of_a_medium_job_is_just_enough() {
    let scenario = Scenario::usual(
        Policy::Flexible,
        1,
        "1",
        vec![
            Job::of(Class::Medium, 1, "3")
                .barrier("0.25")
                .utilisation("0.3"),
            Job::of(Class::Fine, 1, "3"),
            Job::of(Class::Coarse, 1, "0.7").barrier("0.125"),
        ],
    );
    assert_eq!(simulate(&scenario).1, decimals(&["5", "6", "1"]));
    assert_eq!(scenario.differences(), [""; 0]);
}

/// Both processes of the last job fill gaps, at 1/2 and at 1/4: it ends with the slower one.
#[test]
fn fillers_of_one_job_run_together() {
    let scenario = Scenario::usual(
        Policy::Flexible,
        2,
        "1",
        vec![
            Job::of(Class::Medium, 1, "2")
                .barrier("0.25")
                .utilisation("0.5"),
            Job::of(Class::Medium, 1, "2")
                .barrier("0.25")
                .utilisation("0.75"),
            Job::of(Class::Independent, 2, "0.25"),
        ],
    );
    assert_eq!(simulate(&scenario).1, decimals(&["2", "2", "1"]));
    assert_eq!(scenario.differences(), [""; 0]);
}

/// A fine-grained job that is alone again after a quantum of others loses the switch, also where
/// quanta are not recorded and whole cycles are skipped: from 2.4 to 3.3 it has 0.23, 0.3 and 0.3
/// s; with 1.89 s done it goes on at 3.6, 4.5 and 5.4, twice two quanta and the last 0.05 s.
#[test]
fn a_job_alone_again_after_others_loses_the_switch() {
    let mut scenario = Scenario::usual(
        Policy::Agile,
        1,
        "0.3",
        vec![
            Job::of(Class::Fine, 1, "3"),
            Job::of(Class::Medium, 1, "1"),
            Job {
                submit: Number::of("3.3"),
                ..Job::of(Class::Independent, 1, "1")
            },
        ],
    );
    scenario.rules.switch = Number::of("0.07");
    scenario.rules.shares = Shares::Quanta([2, 3, 1, 1]);
    let completed = decimals(&["5.52", "2.34", "6.08"]);
    assert_eq!(simulate(&scenario).1, completed);
    assert_eq!(scenario.differences(), [""; 0]);
}
