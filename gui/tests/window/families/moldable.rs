//! Moldable jobs with deadlines: their widgets, and the inspector.

use egui_kittest::kittest::Queryable as _;

use crate::driver::{choose, click, field, find_job, finish, names, window, write};

/// fixtures/papers/adasa.md, 5.6, M2: job 2 waits in the background and is promoted at 10.
const TWO_TIERS: &str = "(
    machine: Cluster(nodes: 4), policies: [Adasa], workload: Jobs([
        (submit: 0, runtime: 13.75, nodes: 2, work: 22, deadline: 10, speedup: Table([1, 1.6, 2, 2.2])),
        (submit: 0, runtime: 10, nodes: 2, work: 16, deadline: 19, speedup: Table([1, 1.6, 2, 2.2])),
        (submit: 0, runtime: 2.5, nodes: 2, work: 4, deadline: 1, speedup: Table([1, 1.6, 2, 2.2]))]),
    parameters: (molding: (expand_idle: false)),
)";

#[test]
fn the_inspector_shows_deadlines_and_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", TWO_TIERS)]);
    finish(&mut window);
    find_job(&mut window, "3");
    // Too late in any case: the most urgent, on as many processors as are of use.
    window.get_by_label("deadline");
    window.get_by_label("missed by");
    window.get_by_label("sizes");
    window.get_by_label("4 at 0 s");
    window.get_by_label("Speed-up by processors");
}

#[test]
fn a_job_that_cannot_meet_a_hard_deadline_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", TWO_TIERS)]);
    finish(&mut window);
    choose(&mut window, "Deadlines are", "hard");
    finish(&mut window);
    find_job(&mut window, "3");
    window.get_by_label("it could not meet its deadline");
}

#[test]
fn parameters_of_moldable_policies_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", TWO_TIERS)]);
    finish(&mut window);
    click(&mut window, "KCEASY");
    finish(&mut window);
    assert_eq!(names(&window), ["ADaSA", "KCEASY"]);
    field(&window, "Loss").set_value_accesskit(0.05);
    choose(&mut window, "Fair means", "by work");
    click(&mut window, "expand into idle processors");
    finish(&mut window);
    let molding = window.state().scenario().parameters.molding;
    assert_eq!(molding.loss, 0.05);
    assert!(molding.expand_idle);
    assert_eq!(molding.fair, cosched::scenario::moldable::Fair::Weighted);
}

/// The flag is far beyond the chart, and so is not dashed all the way to it.
#[test]
fn a_deadline_in_the_far_future_is_drawn_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let far = "(machine: Cluster(nodes: 1), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 1, nodes: 1, deadline: 8000000000)]))";
    let mut window = window(vec![write(folder.path(), "x.ron", far)]);
    finish(&mut window);
    find_job(&mut window, "1");
    window.get_by_label("slack left");
}
