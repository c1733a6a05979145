//! One instant: waiting jobs, reasons for idle nodes, and jobs that make a difference.

use cosched::desktop::{Command, Pane};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, example, fill, finish, perform, press_button, window, write};

/// Four nodes under EASY. Worked out: 1 (2 nodes, to 80) and 2 (1 node, to 50) run from 0; 3
/// needs all four and can start at 100 by the estimates; 4 runs from 2 to 22 and 7 from 22 to
/// 24; 3 starts at 80, and 5 and 6 at 90.
const SCENARIO: &str = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
    (submit: 0, runtime: 80, nodes: 2, estimate: 100),
    (submit: 0, runtime: 50, nodes: 1),
    (submit: 1, runtime: 10, nodes: 4),
    (submit: 2, runtime: 20, nodes: 1, estimate: 30),
    (submit: 3, runtime: 200, nodes: 1),
    (submit: 4, runtime: 200, nodes: 3),
    (submit: 4, runtime: 2, nodes: 1),
]))";

fn opened() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "x.ron", SCENARIO);
    let window = window(vec![file]);
    (folder, window)
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Clicks the chart or axis of that name, at a share of its width and height.
fn click_at(window: &mut Window, label: &str, [across, down]: [f32; 2]) {
    let room = window.get_by_label(label).rect();
    let position = room.min + egui::vec2(across * room.width(), down * room.height());
    window.hover_at(position);
    window.run_ok();
    window.drag_at(position);
    window.drop_at(position);
    finish(window);
}

#[test]
fn the_queue_at_the_instant_of_the_replay_is_listed() {
    let (_folder, mut window) = opened();
    assert!(!says(&window, "At an instant"), "a pane that nothing fills");
    // To 1, 2, 3 and 4 s.
    for _ in 0..4 {
        perform(&mut window, Command::StepForward);
    }
    perform(&mut window, Command::Show(Pane::Instant));
    // 1, 2 and 4 have all four nodes; 3, 5, 6 and 7 wait, 3 until 100 s by the estimates.
    assert!(says(
        &window,
        "EASY at 4 s: 3 jobs running, 4 waiting, 0 nodes free"
    ));
    assert!(says(&window, "0:01:40"));
    // A number links to its job.
    window.get_by_role_and_label(Role::Link, "7").click();
    finish(&mut window);
    assert!(says(&window, "Job 7"));
}

/// Worked out in the fixture: after 5 s jobs 1, 2, 3 and 8 have all but 3 cores, the GPU among
/// them.
#[test]
fn on_a_cluster_free_cores_and_requests_are_shown() {
    let shared = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/by_hand/cluster/partitions.ron"
    );
    let mut window = window(vec![shared.into()]);
    // To 1, 2, 3, 4, 5 and 6 s.
    for _ in 0..6 {
        perform(&mut window, Command::StepForward);
    }
    perform(&mut window, Command::Show(Pane::Instant));
    assert!(says(
        &window,
        "at 6 s: 4 jobs running, 5 waiting, 3 cores free"
    ));
    window.get_by_role_and_label(Role::Link, "9").click();
    finish(&mut window);
    assert!(says(&window, "1 node with 1 core and 1 GPU"));
    assert!(says(&window, "2nd in the queue for its nodes"));
}

#[test]
fn a_click_on_the_axis_of_time_moves_the_instant() {
    let (_folder, mut window) = opened();
    // In the last quarter only 5 and 6 run, on all nodes, and no job waits.
    click_at(&mut window, "Axis of time", [0.8, 0.5]);
    perform(&mut window, Command::Show(Pane::Instant));
    assert!(says(&window, "2 jobs running, 0 waiting, 0 nodes free"));
}

#[test]
fn a_click_on_idle_nodes_explains_them() {
    let (_folder, mut window) = opened();
    // The last node from 24 to 80 s, of 290.
    click_at(&mut window, "Schedule of EASY", [0.2, 0.9]);
    let span = "24 s to 0:01:20: 1 to 2 nodes idle, 3 jobs waiting as it began";
    assert!(says(&window, span));
    assert!(says(
        &window,
        " fits, but waits: by its estimate it would end at 0:03:44, after job "
    ));
    click(&mut window, "Forget the idle span");
    assert!(!says(&window, span));
    // The same by a command, at the instant of the replay: to 24 s.
    for _ in 0..6 {
        perform(&mut window, Command::StepForward);
    }
    perform(&mut window, Command::WhyIdle);
    assert!(says(&window, span));
    // Jobs run then, on other nodes.
    assert!(!says(&window, "Why is nothing running here?"));
    click(&mut window, "Forget the idle span");
    press_button(&mut window, "Why are only 3 of 4 nodes busy here?");
    assert!(says(&window, span));
    // When nobody waits there is nothing to explain.
    click_at(&mut window, "Axis of time", [0.8, 0.5]);
    // All four are busy: no question is put, but by the command.
    assert!(!says(&window, " nodes busy here?") && !says(&window, "Why is nothing"));
    perform(&mut window, Command::WhyIdle);
    assert!(says(&window, "No node was idle then while a job waited"));
}

/// Worked by hand: EASY starts job 3 at once, 18 s earlier, and moves no other.
#[test]
fn the_jobs_that_make_a_difference_are_listed() {
    let mut window = example("By hand: a narrow job passes a wide one");
    perform(&mut window, Command::Show(Pane::Differences));
    assert!(says(&window, "1 job makes up 100 % of the difference"));
    assert!(says(&window, "−18 s") && says(&window, "100.0 %"));
    click(&mut window, "job 3");
    assert!(says(&window, "Job 3"));
}

#[test]
fn an_instant_is_marked_with_a_note_that_can_be_removed_and_taken_back() {
    let (_folder, mut window) = opened();
    for _ in 0..4 {
        perform(&mut window, Command::StepForward);
    }
    perform(&mut window, Command::Note);
    assert!(says(&window, "Marks 4 s"));
    fill(&mut window, "Note", "two more come");
    click(&mut window, "Mark");
    perform(&mut window, Command::Note);
    assert!(says(&window, "two more come"));
    // It is kept after a restart.
    let mut window = crate::driver::drawn(window.state_mut().restarted());
    perform(&mut window, Command::Note);
    click(&mut window, "Remove note two more come");
    assert!(!says(&window, "two more come"));
    perform(&mut window, Command::ScopeBack);
    assert!(says(&window, "two more come"));
}
