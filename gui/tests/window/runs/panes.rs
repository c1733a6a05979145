//! Panes of one log: sorted jobs, differences, and a sweep of the ticked runs.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, find_job, perform, window, write};

/// Jobs of 100 s on one node, all submitted at once: the last one waits longest.
const JOBS: u64 = 200;

fn one_after_another(folder: &std::path::Path) -> Window {
    let line = |number| format!("{number} 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n");
    let jobs: String = (1..=JOBS).map(line).collect();
    write(
        folder,
        "x.swf",
        &format!("; UnixStartTime: 1443045600\n; MaxProcs: 1\n{jobs}"),
    );
    let scenario = "(machine: Cluster(nodes: 1), workload: Swf(path: \"x.swf\"), policies: [Fcfs])";
    window(vec![write(folder, "x.ron", scenario)])
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn sorted_jobs_are_listed_from_the_top() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = one_after_another(folder.path());
    perform(&mut window, Command::Show(Pane::Jobs));
    click(&mut window, "Sort by Wait");
    perform(&mut window, Command::GoTo(150));
    perform(&mut window, Command::Show(Pane::Jobs));
    // Far down, where the job is.
    assert!(window.query_all_by_label("0 s").next().is_none());
    click(&mut window, "Sort by Wait");
    let heading = window.get_by_label("Sort by Wait").rect();
    // 19 900 s.
    let longest = window.get_by_label("5 h 32").rect();
    assert!(
        longest.top() - heading.bottom() < 12.0,
        "the longest wait stands first: {longest:?}"
    );
    let shorter = window.get_by_label("5 h 30").rect();
    assert!(shorter.top() > longest.top());
}

#[test]
fn numbers_of_jobs_end_below_the_end_of_their_heading() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = one_after_another(folder.path());
    perform(&mut window, Command::Show(Pane::Jobs));
    for (heading, cell) in [
        ("Sort by Wait", "16 min 40"),
        ("Sort by End", "Wed 23 Sep 22:18"),
    ] {
        let heading = window.get_by_label(heading).rect();
        let cells: Vec<_> = window.get_all_by_label(cell).collect();
        let below = cells.iter().map(|cell| cell.rect().right());
        assert!(
            below
                .clone()
                .any(|right| (right - heading.right()).abs() < 1.0),
            "{cell}: {:?} below {heading:?}",
            below.collect::<Vec<_>>()
        );
    }
    // No raw seconds.
    assert!(!says(&window, " s\n") && window.query_by_label("1000").is_none());
}

const SWEPT: &str = "(
    machine: Cluster(nodes: 32),
    workload: Lublin(jobs: 60),
    policies: [Easy, Conservative],
    sweep: (over: [(load: [0.6, 0.8])], seeds: 3),
)";

#[test]
fn a_run_that_is_not_ticked_is_not_in_the_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "swept.ron", SWEPT)]);
    perform(&mut window, Command::Sweep);
    click(&mut window, "Run sweep");
    assert!(says(&window, "EASY at load 0.6: "));
    click(&mut window, "Show run Conservative");
    assert!(says(&window, "EASY at load 0.6: "));
    assert!(!says(&window, "Conservative at load 0.6: "));
}

#[test]
fn jobs_that_make_up_a_difference_stand_below_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "swept.ron", SWEPT)]);
    find_job(&mut window, "1");
    perform(&mut window, Command::Show(Pane::Differences));
    let links = window.query_all_by_role(egui::accesskit::Role::Link);
    let named = links.filter(|link| format!("{link:?}").contains("\"job "));
    let places: Vec<_> = named.map(|link| link.rect()).collect();
    // The answer above the panes names a job, too.
    let pane = window
        .state()
        .pane_rect(&window.ctx, Pane::Differences)
        .unwrap();
    let places: Vec<_> = places
        .into_iter()
        .filter(|rect| pane.contains(rect.center()))
        .collect();
    assert!(places.len() > 1);
    for pair in places.windows(2) {
        assert_eq!(pair[0].right(), pair[1].right());
        assert!(pair[0].bottom() <= pair[1].top());
    }
}

/// The sentence of a replay on runs with long names is shortened where the window ends, and the way
/// out of the replay stands before it.
#[test]
fn what_a_replay_says_of_runs_ends_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60),
        policies: [Fcfs, Easy, Conservative])";
    let mut window = window(vec![write(folder.path(), "three.ron", scenario)]);
    for (size, runs) in [([1280.0, 800.0], 2), ([1024.0, 700.0], 0)] {
        window.set_size(size.into());
        perform(&mut window, Command::StepForward);
        let said = window.query_all_by_label_contains(" running, ");
        let said: Vec<_> = said.map(|said| said.rect()).collect();
        assert!(said.len() >= runs, "{size:?} {said:?}");
        let leave = window.get_by_label("Leave replay").rect();
        for rect in said.into_iter().chain([leave]) {
            assert!(rect.right() <= size[0], "{size:?} {rect:?}");
        }
    }
}
