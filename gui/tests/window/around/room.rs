//! Small screens: neither a lesson nor the answer takes the room of the panes.

use cosched::desktop::{Command, Pane};
use egui::{Rect, vec2};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{TWO_JOBS, Window, click, find_job, perform, window, write};

/// A log of a wait that nothing in it explains: there is much to say.
const FAR: &str = "; MaxProcs: 2\n\
    1 0 0 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 10 6000 50 1 -1 -1 1 50 -1 1 1 1 -1 1 -1 -1 -1\n";

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

/// A long answer is one line; unfolded, it scrolls.
#[test]
fn the_answer_leaves_room_for_the_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "long.swf", FAR)]);
    window.set_size(vec2(1024.0, 500.0));
    find_job(&mut window, "2");
    let folded = rect(&window, Pane::Schedule).height();
    click(&mut window, "Unfold the answer");
    let unfolded = rect(&window, Pane::Schedule).height();
    assert!(
        unfolded < folded && unfolded >= 130.0,
        "{unfolded} {folded}"
    );
    window.get_by_label("Fold the answer to one line");
}

/// Of a log from which the simulation is far there is much to say: a width and a height that are enough for a
/// short answer are not for that.
#[test]
fn a_long_answer_is_folded_where_a_short_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let short = write(folder.path(), "short.ron", TWO_JOBS);
    let long = write(folder.path(), "long.swf", FAR);
    for (file, button) in [
        (short, "Fold the answer to one line"),
        (long, "Unfold the answer"),
    ] {
        let mut window = window(vec![file]);
        window.set_size(vec2(1024.0, 768.0));
        find_job(&mut window, "2");
        window.get_by_label(button);
    }
}
