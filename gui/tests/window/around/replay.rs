//! The replay: what has not happened yet at its instant is not there.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use super::says;
use crate::driver::{Window, finish, perform, window, write};

/// On two nodes one job after the other: from 0, 100 and 200 s, each for 100 s on both.
const THREE: &str = "(machine: Cluster(nodes: 2), policies: [Fcfs], workload: Jobs([
    (submit: 0, runtime: 100, nodes: 2),
    (submit: 10, runtime: 100, nodes: 2),
    (submit: 20, runtime: 100, nodes: 2),
]))";

/// Clicks the schedule at that share of its width, 300 s being all of it.
fn click_at_share(window: &mut Window, share: f32) {
    let charts = window.query_all_by_label_contains("of FCFS");
    let chart = charts
        .map(|node| node.rect())
        .max_by(|one, other| one.width().total_cmp(&other.width()));
    let chart = chart.unwrap();
    let place = chart.left_center() + egui::vec2(share * chart.width(), 0.0);
    window.hover_at(place);
    window.run_ok();
    window.drag_at(place);
    window.drop_at(place);
    finish(window);
}

#[test]
fn jobs_that_have_not_started_are_not_there_to_be_clicked() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", THREE)]);
    // To 10, 20 and 100 s: the second has started, the third has not.
    perform(&mut window, Command::Show(Pane::Schedule));
    for _ in 0..3 {
        perform(&mut window, Command::StepForward);
    }
    click_at_share(&mut window, 0.9);
    assert!(!says(&window, "Job 3 under FCFS"));
    click_at_share(&mut window, 0.2);
    assert!(says(&window, "Job 1 under FCFS"), "what has run is there");
    // And all is there again once the replay is left.
    perform(&mut window, Command::ScopeAll);
    crate::driver::click(&mut window, "Leave replay");
    click_at_share(&mut window, 0.9);
    assert!(says(&window, "Job 3 under FCFS"));
}
