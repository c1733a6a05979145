//! Small screens: neither a lesson nor the answer takes the room of the panes.

use cosched::desktop::{Command, Pane};
use egui::{Rect, vec2};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, find_job, perform, window};

fn rect(window: &Window, pane: Pane) -> Rect {
    let rect = window.state().pane_rect(&window.ctx, pane);
    rect.unwrap_or_else(|| panic!("{pane:?} is not in front"))
}

/// After tasks of which there is much to read.
#[test]
fn a_lesson_leaves_room_for_the_charts_and_the_comparison() {
    for [width, height] in [[800.0, 600.0], [1024.0, 768.0]] {
        let mut window = window(Vec::new());
        window.set_size(vec2(width, height));
        perform(&mut window, Command::Lesson(0));
        find_job(&mut window, "3");
        perform(&mut window, Command::RunAll);
        perform(&mut window, Command::Inspector);
        window.get_by_label("Task 3 of 3");
        let strip = height - window.get_by_label("Fold the lesson").rect().top();
        assert!(strip <= 0.33 * height, "{height}: {strip}");
        let below = rect(&window, Pane::Compare);
        for run in ["Compare FCFS", "Compare EASY"] {
            let row = window.get_by_label(run).rect();
            assert!(below.contains_rect(row), "{height}: {run} {row} {below}");
        }
        let charts = rect(&window, Pane::Schedule).height();
        assert!(charts >= 110.0, "{height}: {charts}");
    }
}

/// An answer of many runs is one line; unfolded, it scrolls.
#[test]
fn the_answer_leaves_room_for_the_schedule() {
    let mut window = window(Vec::new());
    window.set_size(vec2(1024.0, 500.0));
    perform(&mut window, Command::RunAll);
    let folded = rect(&window, Pane::Schedule).height();
    click(&mut window, "Unfold the answer");
    let unfolded = rect(&window, Pane::Schedule).height();
    assert!(
        unfolded < folded && unfolded >= 130.0,
        "{unfolded} {folded}"
    );
    window.get_by_label("Fold the answer to one line");
}
