//! Predicted starts of waiting jobs, and the soundness of a log, as panes.

use cosched::desktop::{Command, Pane};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, finish, perform, window, write};

/// Two nodes under EASY: 1 has both from 0 to 80 s, 2 waits from 1 s on, and 3 behind it.
const SCENARIO: &str = "(machine: Cluster(nodes: 2), policies: [Easy], workload: Jobs([
    (submit: 0, runtime: 80, nodes: 2, estimate: 100),
    (submit: 1, runtime: 10, nodes: 1),
    (submit: 2, runtime: 10, nodes: 2),
]))";

/// Three jobs on four processors, one of which ran for no time.
const LOG: &str = "; MaxProcs: 4
1 0 0 60 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1
2 10 50 30 2 -1 -1 2 60 -1 1 2 1 -1 1 -1 -1 -1
3 20 40 0 2 -1 -1 2 60 -1 1 2 1 -1 1 -1 -1 -1
";

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn starts_are_predicted_from_the_instant_of_the_replay_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", SCENARIO)]);
    perform(&mut window, Command::Show(Pane::Predictions));
    assert!(says(&window, "Click on the axis of time"));
    // To 1 and 2 s.
    for _ in 0..2 {
        perform(&mut window, Command::StepForward);
    }
    click(&mut window, "Predict EASY from 2 s on");
    finish(&mut window);
    assert!(says(
        &window,
        "EASY at 2 s: 1 job running, 2 waiting, 0 nodes free; 200 draws"
    ));
    // By the estimates 1 ends at 100 s, and has the node that 2 gets.
    assert!(says(
        &window,
        "what it gets is held by job 1 (1 node, by its estimate until 0:01:40)"
    ));
    assert!(says(&window, "Start of job 2: "));
    assert!(!says(&window, "Predict EASY from 2 s on"), "it is there");
    window.get_by_role_and_label(Role::Link, "3").click();
    finish(&mut window);
    assert!(says(&window, "Job 3"));
}

/// In the log job 2 starts at 120 s, though it has room from 60 s on: at 60 s it waits there, and runs under
/// FCFS: in the run nobody waits then.
#[test]
fn predictions_begin_with_the_log_or_with_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let log = LOG.replace("2 10 50 30", "2 10 110 30");
    let mut window = window(vec![write(folder.path(), "x.swf", &log)]);
    perform(&mut window, Command::Show(Pane::Predictions));
    // To 10 and 60 s.
    for _ in 0..2 {
        perform(&mut window, Command::StepForward);
    }
    let predict = |window: &mut Window| {
        window.get_by_label_contains("Predict FCFS from").click();
        finish(window);
    };
    predict(&mut window);
    assert!(says(&window, "FCFS, from the log at "));
    assert!(says(&window, "1 waiting"));
    assert!(says(&window, "Start of job 2: "));
    assert!(!says(&window, "Predict FCFS from"), "it is there");
    click(&mut window, "From the run");
    predict(&mut window);
    assert!(!says(&window, "FCFS, from the log at "));
    assert!(says(&window, "0 waiting"));
}

#[test]
fn health_of_a_log_equals_inspect() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "x.swf", LOG);
    let health =
        cosched::load::health::inspect(&file, &cosched::scenario::TableWorkload::default(), None);
    let mut window = window(vec![file]);
    perform(&mut window, Command::Show(Pane::Health));
    finish(&mut window);
    assert!(says(&window, "jobs that ran for no time: 1"));
    for section in health.unwrap().sections {
        assert!(says(&window, section.title), "{}", section.title);
        for line in section.lines {
            assert!(says(&window, &line), "{line}");
        }
    }
}

#[test]
fn only_logs_have_health() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", SCENARIO)]);
    assert!(
        window
            .query_by_role_and_label(Role::Tab, "Health")
            .is_none()
    );
    perform(&mut window, Command::Show(Pane::Health));
    assert!(says(&window, "Only logs and accounting have recorded"));
}
