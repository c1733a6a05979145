//! Branches of a run from the instant of the replay on.

use cosched::desktop::Command;
use cosched::scenario::branch::{Change, Moved, Nodes, Place};
use cosched::scenario::{PolicyName, to_ron};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, choose, click, fill, find_job, finish, names, number, perform, press_button, window,
    write,
};

/// Worked out in the fixture.
const FOUR_JOBS: &str = "(
    machine: Cluster(nodes: 4),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 3),
        (submit: 0, runtime: 50, nodes: 4),
        (submit: 0, runtime: 80, nodes: 1),
        (submit: 0, runtime: 150, nodes: 1),
    ]),
    policies: [Fcfs],
)";

fn four_jobs(folder: &std::path::Path) -> Window {
    window(vec![write(folder, "four.ron", FOUR_JOBS)])
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Opens the dialog at the instant of the replay, as a button beside it does.
fn branch_here(window: &mut Window) {
    perform(window, Command::StepForward);
    press_button(window, "Branch here…");
}

#[test]
fn another_policy_takes_over_at_the_moment_of_the_replay() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = four_jobs(folder.path());
    branch_here(&mut window);
    number(&mut window, "Instant", 10.0);
    finish(&mut window);
    choose(&mut window, "Policy from then on", "EASY");
    assert!(says(&window, "--branch 'at=10 from=FCFS policy=easy'"));
    press_button(&mut window, "Add branch");
    assert_eq!(names(&window), ["FCFS", "FCFS from 10 s"]);
    // Waits of 0, 100, 10 and 150 s, where FCFS had 0, 100, 150 and 150 s.
    perform(&mut window, Command::Show(cosched::desktop::Pane::Compare));
    assert!(says(&window, "mean wait of FCFS from 10 s: 1 min 05, 65 s"));
    assert!(says(&window, "mean wait of FCFS: 1 min 40, 100 s"));
    // It is a part of the scenario, and can be taken back.
    let branches = &window.state().scenario().branches;
    assert_eq!(branches[0].changes, [Change::Policy(PolicyName::Easy)]);
    assert!(to_ron(window.state().scenario()).contains("branches"));
    perform(&mut window, Command::Undo);
    assert!(window.state().scenario().branches.is_empty());
}

#[test]
fn nodes_are_drained_and_the_chosen_job_is_moved() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = four_jobs(folder.path());
    find_job(&mut window, "3");
    branch_here(&mut window);
    number(&mut window, "Instant", 10.0);
    choose(&mut window, "Job 3", "moves to the front of the queue");
    number(&mut window, "Add nodes", 2.0);
    fill(&mut window, "Name of the branch", "what if");
    finish(&mut window);
    press_button(&mut window, "Add branch");
    assert_eq!(names(&window), ["FCFS", "what if"]);
    let front = Moved {
        job: 3,
        to: Place::Front,
    };
    let branches = &window.state().scenario().branches;
    assert_eq!(branches[0].changes, [Change::Add(2), Change::Move(front)]);
    // A branch of the branch, with a node less.
    perform(&mut window, Command::Branch);
    choose(&mut window, "Branch from", "what if");
    number(&mut window, "Instant", 20.0);
    number(&mut window, "Drain the last nodes", 1.0);
    finish(&mut window);
    press_button(&mut window, "Add branch");
    assert_eq!(names(&window), ["FCFS", "what if", "what if from 20 s"]);
    let nodes = Nodes {
        first: None,
        count: 1,
    };
    let branches = &window.state().scenario().branches;
    assert_eq!(branches[1].changes, [Change::Drain(nodes)]);
    assert_eq!(branches[1].from.as_deref(), Some("what if"));
}

#[test]
fn impossible_branches_are_reported_before_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = four_jobs(folder.path());
    branch_here(&mut window);
    // No change is chosen yet.
    click(&mut window, "Add branch");
    assert_eq!(names(&window), ["FCFS"]);
    number(&mut window, "Drain the last nodes", 9.0);
    finish(&mut window);
    assert!(says(
        &window,
        "9 nodes are to be drained; the machine has 4"
    ));
    assert!(window.query_by_label("Add branch").is_none());
}
