//! Several documents: each has its own runs and results, which are not visible in another, and
//! changing documents runs nothing again.

use std::fmt::Write as _;
use std::path::Path;

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, choose, click, drawn, example, field, fill, find_job, finish, names, number,
    perform, press, press_button, restarted, window, write,
};

/// A log of 300 jobs on eight processors, of which each tenth runs longer than its estimate.
fn log() -> String {
    let mut text = String::from("; MaxProcs: 8\n");
    for job in 1..=300 {
        let runtime = if job % 10 == 0 { 900 } else { 300 };
        let _ = writeln!(
            text,
            "{job} {} 5 {runtime} {} -1 -1 {} 600 -1 1 {} 1 -1 1 -1 -1 -1",
            20 * job,
            1 + job % 5,
            1 + job % 5,
            1 + job % 7
        );
    }
    text
}

const THREE_JOBS: &str = "By hand: a narrow job passes a wide one";
/// Title of its document.
const THREE: &str = "A narrow job passes a waiting wide one";

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn open(window: &mut Window, path: &Path) {
    perform(window, Command::Open);
    fill(window, "File", &path.display().to_string());
    click(window, "Open file");
    finish(window);
}

fn open_example(window: &mut Window, title: &str) {
    let mut all = cosched::load::examples::ALL.iter();
    let position = all.position(|example| example.title == title).unwrap();
    perform(window, Command::Example(position));
}

/// Text about the log in each pane in turn.
fn text_about_the_log(window: &mut Window) -> Vec<&'static str> {
    let mut said = Vec::new();
    for (pane, words) in [
        (Pane::Compare, "were killed at their estimates"),
        (Pane::Sweep, "EASY at nodes 8: "),
        (Pane::Predictions, "200 draws"),
        (Pane::WhatIf, "300 jobs, before and after: 9 processors"),
        (Pane::Compare, "Job 7 under "),
    ] {
        perform(window, Command::Show(pane));
        if says(window, words) {
            said.push(words);
        }
    }
    perform(window, Command::Note);
    if says(window, "a rush") {
        said.push("a rush");
    }
    press(window, Modifiers::NONE, Key::Escape);
    said
}

/// All results of a log, then the example of three jobs, then the log again.
#[test]
fn documents_keep_their_results_to_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "big.swf", &log())]);
    let of_log: Vec<String> = names(&window).into_iter().map(str::to_owned).collect();
    let slots = |window: &Window| -> Vec<(String, usize)> {
        let slots = window.state().run_slots().into_iter();
        slots.map(|(name, slot)| (name.to_owned(), slot)).collect()
    };
    perform(&mut window, Command::Sweep);
    choose(&mut window, "Vary", "Nodes");
    for (field, text) in [("From", "8"), ("To", "16"), ("Step", "8"), ("Seeds", "1")] {
        fill(&mut window, field, text);
    }
    click(&mut window, "Run sweep");
    finish(&mut window);
    perform(&mut window, Command::Show(Pane::WhatIf));
    fill(&mut window, "FCFS with", "nodes=9");
    click(&mut window, "Find out");
    finish(&mut window);
    find_job(&mut window, "7");
    for _ in 0..20 {
        perform(&mut window, Command::StepForward);
    }
    perform(&mut window, Command::Note);
    fill(&mut window, "Note", "a rush");
    click(&mut window, "Mark");
    perform(&mut window, Command::Show(Pane::Predictions));
    let predict = window
        .query_all_by_label_contains("Predict FCFS from")
        .next();
    predict.unwrap().click();
    finish(&mut window);
    let before = (of_log.clone(), slots(&window));
    let found = text_about_the_log(&mut window);
    assert_eq!(found.len(), 6, "{found:?}");

    open_example(&mut window, THREE_JOBS);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert!(window.state().notices().is_empty());
    assert_eq!(text_about_the_log(&mut window), Vec::<&str>::new());
    assert!(window.query_by_label("Compare As recorded").is_none());
    let slot_of = |slots: &[(String, usize)], name: &str| {
        let found = slots.iter().find(|(label, _)| label == name);
        found.map(|(_, slot)| *slot)
    };
    for policy in ["FCFS", "EASY"] {
        assert_eq!(slot_of(&slots(&window), policy), slot_of(&before.1, policy));
    }

    let simulated = window.state().simulated();
    press(&mut window, Modifiers::CTRL | Modifiers::SHIFT, Key::Tab);
    assert_eq!(
        before,
        (
            names(&window).into_iter().map(str::to_owned).collect(),
            slots(&window),
        )
    );
    assert_eq!(text_about_the_log(&mut window), found);
    press(&mut window, Modifiers::CTRL, Key::Tab);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert_eq!(window.state().simulated(), simulated, "nothing runs again");

    // A notice stays with the document in front of which it came.
    let bad = write(folder.path(), "bad.ron", "(machine: Nothing)");
    open(&mut window, &bad);
    for (modifiers, notices) in [
        (Modifiers::CTRL | Modifiers::SHIFT, 0),
        (Modifiers::CTRL, 1),
    ] {
        press(&mut window, modifiers, Key::Tab);
        assert_eq!(window.state().notices().len(), notices);
    }
}

#[test]
fn tabs_are_clicked_and_closed_and_the_last_one_leaves_the_start_page() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(vec![two.clone()]);
    open_example(&mut window, THREE_JOBS);
    assert_eq!(window.state().document_names(), ["two.ron", THREE]);
    open_example(&mut window, "Backfill basics");
    assert_eq!(
        window.state().document_names(),
        ["two.ron", THREE, "Backfill basics"]
    );
    click(&mut window, &format!("Close document {THREE}"));
    click(&mut window, "Document two.ron");
    assert_eq!(names(&window), ["FCFS"]);
    click(&mut window, "Close document Backfill basics");
    assert_eq!(window.state().document_names(), ["two.ron"]);
    perform(&mut window, Command::CloseDocument);
    window.get_by_label("Choose a file to open");
    open(&mut window, &two);
    assert_eq!(window.state().document_names(), ["two.ron"]);
}

/// It is opened again after another program has changed it.
#[test]
fn an_open_file_comes_to_the_front_and_is_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(vec![two.clone()]);
    open_example(&mut window, THREE_JOBS);
    let simulated = window.state().simulated();
    open(&mut window, &two);
    assert_eq!(window.state().document_names(), ["two.ron", THREE]);
    assert_eq!(window.state().simulated(), simulated);
    std::fs::write(&two, TWO_JOBS.replace("[Fcfs]", "[Fcfs, Easy]")).unwrap();
    open(&mut window, &two);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert_eq!(window.state().document_names(), ["two.ron", THREE]);
}

/// Results for a document in the background arrive in it all the same.
#[test]
fn a_run_that_ends_in_the_background_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    open_example(&mut window, THREE_JOBS);
    perform(&mut window, Command::PreviousDocument);
    window.state_mut().command(Command::RunAll);
    window.state_mut().command(Command::NextDocument);
    finish(&mut window);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    perform(&mut window, Command::PreviousDocument);
    assert_eq!(names(&window), ["FCFS", "EASY", "Conservative"]);
}

#[test]
fn an_unreadable_file_is_reported_in_the_document_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let bad = write(folder.path(), "bad.ron", "(machine: Nothing)");
    let mut window = example(THREE_JOBS);
    open(&mut window, &bad);
    assert_eq!(window.state().document_names(), [THREE]);
    assert_eq!(window.state().notices().len(), 1);
    // The notice is in this document, and not in the next.
    open(&mut window, &write(folder.path(), "two.ron", TWO_JOBS));
    assert!(window.state().notices().is_empty());
}

/// Of three documents the one in front is simulated, the others once they come to the front.
#[test]
fn a_start_simulates_only_the_document_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = window(vec![write(folder.path(), "big.swf", &log())]);
    open(&mut before, &write(folder.path(), "two.ron", TWO_JOBS));
    open_example(&mut before, THREE_JOBS);
    perform(&mut before, Command::PreviousDocument);
    let of_all = before.state().document_names();
    assert_eq!(of_all, ["big.swf", "two.ron", THREE]);
    let mut after = restarted(&mut before);
    assert_eq!(after.state().scenario().title, "two jobs");
    assert_eq!(after.state().document_names(), of_all);
    assert_eq!(names(&after), ["FCFS"]);
    assert_eq!(after.state().simulated(), 1);
    perform(&mut after, Command::NextDocument);
    assert_eq!(names(&after), ["FCFS", "EASY"]);
    assert_eq!(after.state().simulated(), 3);
    // They are remembered once more, whether or not they were in front.
    let again = restarted(&mut after);
    assert_eq!(again.state().document_names(), of_all);
}

/// The jobs of the file are others: the ratio is given, and no more.
#[test]
fn a_change_from_other_jobs_has_neither_sign_nor_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    let other = TWO_JOBS.replace("runtime: 100", "runtime: 190");
    let other = write(folder.path(), "other.ron", &other);
    perform(&mut window, Command::CompareWith);
    fill(&mut window, "File", &other.display().to_string());
    click(&mut window, "Compare with file");
    finish(&mut window);
    perform(&mut window, Command::Show(Pane::Compare));
    // Waits of 0 and 180 s there, of 0 and 90 s here.
    let words = "mean wait of FCFS, other.ron: 1 min 30, 90 s\n× 2 of FCFS, which ran other jobs: neither better nor worse";
    assert!(says(&window, words));
    // The compared run stays beside it, and with this document alone.
    open_example(&mut window, THREE_JOBS);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

/// The first permanently drains nodes that job 2 needs.
#[test]
fn a_branch_that_fails_keeps_no_other_from_being_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(
        folder.path(),
        "two.ron",
        &TWO_JOBS.replace("nodes: 1)", "nodes: 2)"),
    )]);
    let branch = |window: &mut Window, what: &str, count: f64| {
        perform(window, Command::Branch);
        number(window, "Instant", 5.0);
        number(window, what, count);
        fill(window, "Name of the branch", what);
        finish(window);
        press_button(window, "Add branch");
    };
    branch(&mut window, "Drain the last nodes", 1.0);
    assert_eq!(names(&window), ["FCFS"]);
    assert!(says(&window, "It failed: given up at"));
    branch(&mut window, "Add nodes", 2.0);
    assert_eq!(names(&window), ["FCFS", "Add nodes"]);
    assert!(says(&window, "It failed: given up at"));
    assert!(window.state().notices().is_empty());
    // Once corrected, it is run like the other.
    press_button(&mut window, "Edit branch Drain the last nodes");
    assert_eq!(
        field(&window, "Name of the branch").value().as_deref(),
        Some("Drain the last nodes")
    );
    number(&mut window, "Instant", 150.0);
    finish(&mut window);
    press_button(&mut window, "Change branch");
    assert!(!says(&window, "It failed"));
    assert_eq!(
        names(&window),
        ["FCFS", "Add nodes", "Drain the last nodes"]
    );
    press_button(&mut window, "Delete branch Add nodes");
    assert_eq!(names(&window), ["FCFS", "Drain the last nodes"]);
    perform(&mut window, Command::Undo);
    assert_eq!(window.state().scenario().branches.len(), 2);
}

/// The tab of an example to which nothing was done was taken by the file that was opened next.
#[test]
fn an_example_that_was_opened_stays_when_a_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = example(THREE_JOBS);
    assert_eq!(window.state().document_names(), [THREE]);
    open(&mut window, &two);
    assert_eq!(window.state().document_names(), [THREE, "two.ron"]);
    perform(&mut window, Command::PreviousDocument);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

/// The first example gives way to what is opened; once it is opened on purpose, it does not.
#[test]
fn the_example_that_nobody_opened_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let missing = || window(vec!["/no/such/scenario.ron".into()]);
    let mut first = missing();
    assert_eq!(first.state().document_names(), ["Backfill basics"]);
    open(&mut first, &two);
    assert_eq!(first.state().document_names(), ["two.ron"]);
    let mut second = missing();
    open_example(&mut second, "Backfill basics");
    open(&mut second, &two);
    let both = ["Backfill basics", "two.ron"];
    assert_eq!(second.state().document_names(), both);
}

fn is_in_front(window: &Window, pane: Pane) -> bool {
    window.state().pane_rect(&window.ctx, pane).is_some()
}

/// They followed the window: whoever looked at the jobs of one document saw the jobs of the next.
#[test]
fn which_panes_are_in_front_belongs_to_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Jobs));
    perform(&mut window, Command::Show(Pane::Predictions));
    open(
        &mut window,
        &write(
            folder.path(),
            "other.ron",
            &TWO_JOBS.replace("two jobs", "others"),
        ),
    );
    // A document begins with the first of the tabs.
    assert!(is_in_front(&window, Pane::Schedule));
    assert!(is_in_front(&window, Pane::Compare));
    perform(&mut window, Command::Show(Pane::Utilisation));
    press(&mut window, Modifiers::CTRL, Key::Tab);
    assert!(is_in_front(&window, Pane::Jobs));
    assert!(is_in_front(&window, Pane::Predictions));
    press(&mut window, Modifiers::CTRL, Key::Tab);
    assert!(is_in_front(&window, Pane::Utilisation));
    assert!(is_in_front(&window, Pane::Compare));
    // And after a restart, of the one that is seen and of the other.
    let mut after = restarted(&mut window);
    assert!(is_in_front(&after, Pane::Utilisation));
    press(&mut after, Modifiers::CTRL, Key::Tab);
    assert!(is_in_front(&after, Pane::Jobs));
    assert!(is_in_front(&after, Pane::Predictions));
    // And after a start at which nobody went on.
    let mut unseen = drawn(after.state_mut().restarted());
    let again = restarted(&mut unseen);
    assert!(is_in_front(&again, Pane::Jobs));
}
