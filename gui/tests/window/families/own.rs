//! The window of a program with a user's own policy, and of a scenario that names a program.

use std::sync::Once;

use cosched::core::Context;
use cosched::core::engine::{Explanation, Quantity, StartReason};
use cosched::{Description, Laboratory, Parameter};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{click, field, find_job, finish, names, window, write};

/// One after another, the last submitted first.
fn last_first(context: &mut Context<'_, '_>) {
    if context.first_running().is_none()
        && let Some(job) = context.queue().last()
    {
        let passed = context.head().filter(|head| *head != job);
        let why = Explanation::new("it came last, with {}").with(Quantity::Nodes(1));
        let _ = context.start(job, StartReason::Other { why, passed });
    }
}

fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let summary = "The last submitted first";
        let policy = Description::new("LastFirst", "Last first", summary, |_| {
            Ok(Box::new(last_first))
        });
        let policy = policy.parameter(Parameter {
            name: "patience",
            unit: "s",
            usual: 3.0,
            range: 0.0..=9.0,
            sentence: "How long it waits for nobody",
        });
        Laboratory::new().policy(policy).register().unwrap();
    });
}

#[test]
fn an_own_policy_is_chosen_configured_and_explained() {
    register();
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 2), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 100, nodes: 1), (submit: 5, runtime: 10, nodes: 1),
        (submit: 6, runtime: 10, nodes: 1)]))";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    assert_eq!(names(&window), ["FCFS"]);
    click(&mut window, "Last first");
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(names(&window), ["FCFS", "Last first"]);
    field(&window, "patience").set_value_accesskit(7.0);
    window.run_steps(30);
    finish(&mut window);
    let own = &window.state().scenario().parameters.own;
    assert_eq!(own.get("patience"), Some(&7.0));
    let alone = scenario.replace("[Fcfs]", "[LastFirst]");
    let mut window = crate::driver::window(vec![write(folder.path(), "y.ron", &alone)]);
    find_job(&mut window, "3");
    let words = "it came last, with 1 node";
    assert!(window.query_by_label_contains(words).is_some(), "{words}");
}

/// Opening a scenario from elsewhere starts no programs.
#[test]
fn a_program_is_not_started_by_opening_a_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 2), policies: [Fcfs, External(command: [\"touch\", \"started\"])],
        workload: Jobs([(submit: 0, runtime: 100, nodes: 1)]))";
    let window = window(vec![write(folder.path(), "x.ron", scenario)]);
    let words = "if you trust it, open the window with “cosched --allow-external”";
    assert!(window.query_by_label_contains(words).is_some());
    assert!(!folder.path().join("started").exists());
}
