//! Jobs that take turns: their parameters, and the pane of the matrix.

use cosched::desktop::{Command, Pane};
use cosched::scenario::coscheduling::grains::{Classes, Shares};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, choose, click, example, field, find_job, finish, perform, window, write,
};

/// fixtures/papers/agile.md, 3.7, F2.
const GAPS: &str = "(
    machine: Cluster(nodes: 2), policies: [Flexible], workload: Jobs([
        (submit: 0, runtime: 3, nodes: 1, grain: Fine),
        (submit: 0, runtime: 3, nodes: 2, grain: Coarse, barrier: 1)]),
    parameters: (coscheduling: (quantum: 1, alternates: false, unify: false)),
)";

fn opened(text: &str) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", text)]);
    finish(&mut window);
    window
}

#[test]
fn the_matrix_shows_the_moment_of_the_replay() {
    let mut window = opened(GAPS);
    perform(&mut window, Command::Show(Pane::Matrix));
    // Both start at 0, when both run.
    window.get_by_label("Matrix of Flexible, rows: 2, jobs: 2, running: 2");
    window.get_by_label("What the quanta of Flexible are used for");
    window.get_by_label("useful\u{a0}100\u{a0}%");
    // In the next quantum job 2 has its turn; in the last one it is alone.
    perform(&mut window, Command::StepForward);
    window.run_steps(2);
    window.get_by_label("Matrix of Flexible, rows: 2, jobs: 2, running: 1");
    window.get_by_label("spinning\u{a0}50\u{a0}%");
    for _ in 0..4 {
        perform(&mut window, Command::StepForward);
    }
    window.run_steps(2);
    window.get_by_label("Matrix of Flexible, rows: 1, jobs: 1, running: 1");
}

#[test]
fn runs_without_turns_have_a_hint() {
    let mut window = example("Backfill basics");
    perform(&mut window, Command::Show(Pane::Matrix));
    window.get_by_label_contains("jobs do not take turns. Choose Gang, Flexible or Agile");
}

#[test]
fn classes_are_measured_and_shown() {
    let mut window = opened(GAPS);
    choose(&mut window, "Classes from", "measuring");
    field(&window, "Measure for").set_value_accesskit(2.0);
    finish(&mut window);
    let parameters = &window.state().scenario().parameters;
    let Classes::Measured(measured) = parameters.coscheduling.classes else {
        panic!("{:?}", parameters.coscheduling.classes);
    };
    assert_eq!(measured.quanta, 2);
    find_job(&mut window, "2");
    // Measured in its own row in [1, 2) and from 3 on: a second between barriers is less than the
    // usual granularity, and it uses all of its time.
    window.get_by_label("fine, fine from 3 s");
}

#[test]
fn grains_share_time_or_nodes() {
    let mut window = opened(&GAPS.replace("Flexible", "Agile"));
    choose(&mut window, "Grains share", "own nodes");
    finish(&mut window);
    let notices = window.state().notices().join("; ");
    assert!(
        notices.contains("of Fine grain needs 1 nodes; its grain has a share of 0"),
        "{notices}"
    );
    choose(&mut window, "Grains share", "time");
    finish(&mut window);
    let shares = window.state().scenario().parameters.coscheduling.shares;
    assert_eq!(shares, Shares::default());
    click(&mut window, "Run (F5)");
    finish(&mut window);
}
