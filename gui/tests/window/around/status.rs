//! The status bar: the work under way, and a way to cancel it.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use super::says;
use crate::driver::{TWO_JOBS, click, fill, finish, perform, window, write};

#[test]
fn cancel_is_shown_only_while_work_runs() {
    let mut window = window(Vec::new());
    assert!(window.query_by_label("Cancel").is_none(), "nothing runs");
    perform(&mut window, Command::Sweep);
    fill(&mut window, "Seeds", "1000");
    window.get_by_label("Run sweep").click();
    // The answer of the changed scenario is simulated as well, and comes first.
    let mut frames = 0..1000;
    while !says(&window, "Running: Sweep") && frames.next().is_some() {
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.step();
    }
    assert!(says(&window, "Running: Sweep"), "what runs is said");
    window.get_by_label("Cancel").click();
    window.run_steps(3);
    assert!(window.query_by_label("Cancel").is_none());
    finish(&mut window);
    assert!(says(&window, "ready, "));
}

#[test]
fn a_what_if_can_be_cancelled() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Show(Pane::WhatIf));
    fill(&mut window, "FCFS with", "nodes=65, jobs=100000");
    click_without_waiting(&mut window, "Find out");
    assert!(says(&window, "Running: What if"));
    window.get_by_label("Cancel").click();
    window.run_steps(3);
    assert!(window.query_by_label("Cancel").is_none());
    assert!(!says(&window, "being simulated"));
    finish(&mut window);
    click(&mut window, "Find out");
}

fn click_without_waiting(window: &mut crate::driver::Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(2);
}

/// Its status and its replay stood below the start page.
#[test]
fn below_the_start_page_nothing_is_said_of_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::StepForward);
    let of_document = [
        "ready, 2 jobs",
        "Play replay",
        "Next event",
        "Leave replay",
        "Moment of the replay",
        "Branch here…",
        "FCFS: ",
    ];
    for words in of_document {
        assert!(says(&window, words), "{words}");
    }
    perform(&mut window, Command::StartPage);
    assert!(says(&window, "Choose a file to open"));
    for words in of_document {
        assert!(!says(&window, words), "{words}");
    }
}
