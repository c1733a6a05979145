//! Names of what is counted, numbers and nouns, as they stand on the screen.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{TWO_JOBS, Window, click, perform, window, write};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Of three things that were called "slowdown" none was the same as another.
#[test]
fn each_slowdown_is_called_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Jobs));
    click(&mut window, "Sort by Bounded slowdown");
    perform(&mut window, Command::Show(Pane::Statistics));
    click(&mut window, "Groups by weighted slowdown");
    for found in ["Sort by Slowdown", "Groups by slowdown"] {
        assert!(window.query_by_label(found).is_none(), "{found}");
    }
}

/// The table of jobs that is taken away called its bounded slowdown "slowdown".
#[test]
fn the_table_of_jobs_says_that_its_slowdown_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Jobs));
    let path = folder.path().join("jobs.csv");
    perform(&mut window, Command::TakeTable);
    crate::driver::fill(&mut window, "Path", &path.display().to_string());
    click(&mut window, "Export file");
    let text = std::fs::read_to_string(&path).unwrap();
    let heading = text.lines().next().unwrap();
    assert!(heading.ends_with(",bounded_slowdown"), "{heading}");
    // The second job waits 90 s for one of 50 s.
    assert!(text.lines().nth(2).unwrap().ends_with(",2.8"), "{text}");
}

/// "98 h 23" stood beside "4 d 5 h", and "1.615 s" beside "13 s".
#[test]
fn a_cell_of_the_comparison_says_its_value_as_the_table_does() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 708353, nodes: 1), (submit: 1, runtime: 1, nodes: 1)]))";
    let mut window = window(vec![write(folder.path(), "long.ron", text)]);
    perform(&mut window, Command::Show(Pane::Compare));
    // 708 352 s for one of two.
    assert!(says(&window, "mean wait of FCFS: 4 d 2 h, 354 176 s"));
}
