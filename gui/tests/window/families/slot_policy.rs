//! Slots on priced nodes: the widgets of the policy, and the inspector.

use cosched_core::slots::Criterion;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{choose, click, field, find_job, finish, names, window, write};

/// The slow node does 10 in 10 s for 13, the fast one in 5 s for 15.
const TWO_KINDS: &str = "(
    machine: Cluster(kinds: [(count: 1, price: 1.3), (count: 1, performance: 2, price: 3, quality: 4)]),
    workload: Jobs([
        (submit: 0, runtime: 10, nodes: 1),
        (submit: 0, runtime: 10, nodes: 1, budget: 9)]),
    policies: [Slots],
)";

#[test]
fn the_inspector_shows_the_cost_of_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", TWO_KINDS)]);
    finish(&mut window);
    assert_eq!(names(&window), ["Slots"]);
    // The machine is described, and no policy is offered that takes nodes to be equal.
    click(&mut window, "Machine");
    window.get_by_label("1 of performance 2, price 3, quality 4");
    assert!(window.query_by_label("EASY").is_none());
    find_job(&mut window, "1");
    window.get_by_label("cost");
    window.get_by_label("13");
    find_job(&mut window, "2");
    window.get_by_label("no window was left for it");
}

#[test]
fn parameters_of_the_policy_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", TWO_KINDS)]);
    finish(&mut window);
    choose(&mut window, "Criterion", "MinRuntime");
    click(&mut window, "Set Budget");
    field(&window, "Budget").set_value_accesskit(15.0);
    finish(&mut window);
    let requested = window.state().scenario().parameters.slots;
    assert_eq!(requested.criterion, Criterion::MinRuntime);
    assert_eq!(requested.budget, Some(15.0));
    find_job(&mut window, "1");
    window.get_by_label("15");
}
