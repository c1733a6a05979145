//! The replay: events after its instant are hidden.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use super::says;
use crate::driver::{Window, find_job, finish, perform, window, write};

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
    let position = chart.left_center() + egui::vec2(share * chart.width(), 0.0);
    window.hover_at(position);
    window.run_ok();
    window.drag_at(position);
    window.drop_at(position);
    finish(window);
}

#[test]
fn jobs_not_yet_started_cannot_be_clicked() {
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

/// To 10, 20 and 100 s: the second job has started, the third waits.
fn at_100_s() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", THREE)]);
    perform(&mut window, Command::Show(Pane::Schedule));
    for _ in 0..3 {
        perform(&mut window, Command::StepForward);
    }
    (folder, window)
}

#[test]
fn results_of_all_jobs_are_shown_when_the_replay_ends() {
    const LATER: &str = "Shown when the replay ends: it is of all jobs of a run.";
    let (_folder, mut window) = at_100_s();
    // Neither in the answer above the charts nor in a pane.
    let count = |window: &Window| window.query_all_by_label(LATER).count();
    assert!(count(&window) > 0);
    // Waits of 0, 90 and 180 s: neither the list of runs nor the chart says their mean.
    let says_mean = |window: &Window| {
        let mut shapes = window.output().shapes.iter();
        shapes.any(|clipped| {
            matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text() == "1 min 30")
        })
    };
    assert!(!says_mean(&window));
    for pane in [Pane::Compare, Pane::Statistics, Pane::Wait] {
        perform(&mut window, Command::Show(pane));
        assert!(count(&window) >= 2, "{} tells the end", pane.title());
    }
    // To 200 and 300 s, the end of the run.
    for _ in 0..2 {
        perform(&mut window, Command::StepForward);
    }
    assert_eq!(count(&window), 0);
    assert!(says_mean(&window));
}

#[test]
fn the_inspector_shows_past_events_of_a_job() {
    let (_folder, mut window) = at_100_s();
    find_job(&mut window, "3");
    assert!(says(&window, "has waited 1 min 20 so far"));
    assert!(says(&window, "estimate"));
    assert!(!says(&window, "slowdown"), "it has not ended");
    find_job(&mut window, "2");
    assert!(says(
        &window,
        "waited 1 min 30, started 0 s ago, estimated at 1 min 40"
    ));
    assert!(!says(&window, "slowdown"));
    find_job(&mut window, "1");
    assert!(says(&window, "slowdown"), "it has ended");
}

#[test]
fn the_table_of_jobs_shows_past_events() {
    let (_folder, mut window) = at_100_s();
    perform(&mut window, Command::Show(Pane::Jobs));
    // The wait, start, end, runtime and slowdown of job 3; the end, runtime and slowdown of job 2;
    // and no user of each.
    let dashes = |window: &Window| window.query_all_by_label("–").count();
    assert_eq!(dashes(&window), 5 + 3 + 3);
    crate::driver::click(&mut window, "Leave replay");
    assert_eq!(dashes(&window), 3);
}

/// It stood behind what is said of the instant, whose width changes with it.
#[test]
fn the_way_out_of_the_replay_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", THREE)]);
    let cross = |window: &Window| window.get_by_label("Leave replay").rect();
    let before = cross(&window);
    for step in 0..5 {
        perform(&mut window, Command::StepForward);
        assert_eq!(cross(&window), before, "step {step}");
    }
    crate::driver::click(&mut window, "Leave replay");
    assert_eq!(cross(&window), before);
}
