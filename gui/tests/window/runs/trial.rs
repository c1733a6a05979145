//! From a log to an answer and a page about it, as a user without instructions.

use std::path::{Path, PathBuf};

use cosched::desktop::{App, Command, Pane};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{Window, click, field, fill, find_job, finish, names, perform, undrawn, write};
use crate::opened::files::drop_file;

const DAY: u64 = 86_400;

/// Four weeks on eight nodes: a job every eight hours, and in the second week every hour, of five
/// users in turn. The log has its start, and no waits.
fn four_weeks(folder: &Path) -> PathBuf {
    let quiet = (0..84).map(|job| job * DAY / 3);
    let busy = (0..168).map(|job| 7 * DAY + 60 + job * DAY / 24);
    let mut submits: Vec<u64> = quiet.chain(busy).collect();
    submits.sort_unstable();
    let lines = submits.iter().zip(1_u64..).map(|(submit, number)| {
        let (nodes, runtime) = (1 + number * 5 % 8, 1_800 + number % 7 * 900);
        let estimate = 2 * runtime;
        let user = 1 + number % 5;
        format!("{number} {submit} 0 {runtime} {nodes} -1 -1 {nodes} {estimate} -1 1 {user} 1 -1 -1 -1 -1 -1\n")
    });
    // A Monday at midnight, UTC.
    let head = "; UnixStartTime: 1072915200\n; MaxNodes: 8\n; MaxProcs: 8\n".to_owned();
    write(
        folder,
        "four-weeks.swf",
        &(head + &lines.collect::<String>()),
    )
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_log_is_dropped_read_explained_compared_swept_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let log = four_weeks(folder.path());
    let mut window = undrawn(App::new(Vec::new()));
    finish(&mut window);
    assert!(
        says(&window, "Choose a file to open"),
        "the start page says what to do"
    );

    drop_file(&mut window, log);
    assert!(
        window.state().notices().is_empty(),
        "{:?}",
        window.state().notices()
    );
    for policy in ["FCFS", "EASY", "Conservative"] {
        assert!(names(&window).contains(&policy), "{:?}", names(&window));
    }

    // Its busiest week is the second: 168 jobs were submitted in it, and three a day besides.
    perform(&mut window, Command::Show(Pane::Statistics));
    click(&mut window, "Selections ⏷");
    click(&mut window, "The busiest week");
    perform(&mut window, Command::Show(Pane::Compare));
    assert!(says(&window, "Selected, 189 jobs"));

    // The wait that 95 % of the jobs of each user do not exceed.
    perform(&mut window, Command::Show(Pane::Statistics));
    assert!(says(&window, "95 %"));
    for user in 1..=5 {
        assert!(says(&window, &format!("user {user}")), "{user}");
    }

    // Why one of its jobs waited, and which jobs passed it.
    find_job(&mut window, "100");
    assert!(says(&window, "Job 100 under "));
    let links = window.query_all_by_role(egui::accesskit::Role::Link);
    assert!(links.count() > 0, "jobs that are named can be gone to");

    // The three policies, on that week.
    perform(&mut window, Command::Show(Pane::Compare));
    click(&mut window, "Selected, 189 jobs");
    for policy in ["FCFS", "EASY", "Conservative"] {
        assert!(
            says(&window, &format!("mean wait of {policy}: ")),
            "{policy}"
        );
    }

    // The load; of a log every seed is the same run.
    perform(&mut window, Command::Sweep);
    let seeds = field(&window, "Seeds");
    assert!(seeds.accesskit_node().is_disabled());
    assert!(says(&window, "nothing is drawn by chance"));
    click(&mut window, "Run sweep");
    assert!(
        window.state().notices().is_empty(),
        "{:?}",
        window.state().notices()
    );
    for load in ["0.5", "0.9"] {
        let name = format!("EASY at load {load}: ");
        let point = window.get_by_label_contains(&name);
        let said = point.accesskit_node().label().unwrap_or_default();
        assert!(said.contains("1 seed"), "{said}");
        assert!(!said.contains('±'), "{said}");
    }

    // And a page to export.
    let page = folder.path().join("page.html");
    perform(&mut window, Command::Report);
    fill(&mut window, "Question", "Which policy for the busy week?");
    fill(&mut window, "Path", &page.display().to_string());
    click(&mut window, "Export file");
    let text = std::fs::read_to_string(page).unwrap();
    for part in ["Which policy for the busy week?", "EASY against", "<svg"] {
        assert!(text.contains(part), "{part}");
    }
}
