//! Runs side by side: of another file, with other parameters, and as recorded in a log.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, click, example, fill, finish, names, perform, window, write,
};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn has(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

#[test]
fn another_file_runs_beside_and_is_compared_by_its_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "two.ron", TWO_JOBS);
    let other = write(
        folder.path(),
        "other.ron",
        "(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([
            (submit: 0, runtime: 30, nodes: 1),
            (submit: 0, runtime: 30, nodes: 1),
            (submit: 0, runtime: 30, nodes: 1),
        ]))",
    );
    let mut window = window(vec![file.clone()]);
    let before = window.state().scenario().clone();
    perform(&mut window, Command::CompareWith);
    fill(&mut window, "File", &other.display().to_string());
    click(&mut window, "Compare with file");
    finish(&mut window);
    assert_eq!(names(&window), ["FCFS", "FCFS, other.ron"]);
    assert_eq!(*window.state().scenario(), before, "what is open stays");
    // Waits of 0, 30 and 60 s there, of 0 and 90 s here.
    assert!(says(&window, "mean wait of FCFS, other.ron: 30 s"));
    assert!(says(&window, "mean wait of FCFS: 45 s"));
    click(&mut window, "Compare FCFS, other.ron");
    perform(&mut window, Command::Show(Pane::Differences));
    assert!(says(
        &window,
        "FCFS, other.ron ran other jobs than FCFS: the two can be compared by their metrics, but not job by job"
    ));
    // A file that is invalid is reported, and nothing is lost.
    perform(&mut window, Command::CompareWith);
    fill(&mut window, "File", "/no/such/file.ron");
    click(&mut window, "Compare with file");
    assert!(says(&window, "cannot be read"));
    assert_eq!(names(&window).len(), 2);
}

#[test]
fn differing_parameters_are_compared() {
    let mut window = example("By hand: a narrow job passes a wide one");
    perform(&mut window, Command::Show(Pane::Compare));
    click(&mut window, "Parameters");
    assert!(has(&window, "policy") && !has(&window, "machine · nodes"));
    click(&mut window, "Only differences");
    assert!(has(&window, "policy") && has(&window, "machine · nodes"));
    click(&mut window, "Parameters");
    assert!(!has(&window, "machine · nodes"));
}

/// A log of two jobs on a node; the second has no recorded wait.
const LOG: &str = "; MaxNodes: 1\n; MaxProcs: 1
1 0 5 60 1 -1 -1 1 60 -1 1 1 1 1 -1 -1 -1 -1
2 10 -1 60 1 -1 -1 1 60 -1 1 1 1 1 -1 -1 -1 -1
";

#[test]
fn the_recorded_schedule_is_offered_where_there_is_one() {
    let window_of_none = example("Backfill basics");
    assert!(!has(&window_of_none, "As recorded"));
    let folder = tempfile::tempdir().unwrap();
    let log = write(folder.path(), "two.swf", LOG);
    let mut window = window(vec![log]);
    assert!(has(&window, "As recorded"));
    let unknown = "1 job without a recorded wait: as recorded, taken to start when submitted";
    let was_there = names(&window).contains(&"As recorded");
    let remarks = |window: &mut Window| {
        click(window, "Reading");
        let found = says(window, unknown);
        click(window, "Reading");
        found
    };
    if !was_there {
        click(&mut window, "As recorded");
        window.run_steps(30);
        finish(&mut window);
    }
    assert_eq!(names(&window)[0], "As recorded");
    assert!(remarks(&mut window));
}
