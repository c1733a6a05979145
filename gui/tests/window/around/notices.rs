//! Notices: good news goes by itself, faults stay, one of each file that cannot be read, no more
//! than three at a time, none over a pane.

use std::path::Path;

use cosched::desktop::{App, Command};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::says;
use crate::driver::{TWO_JOBS, Window, click, fill, finish, perform, undrawn, window, write};
use crate::opened::files::drop_file;

const DISMISS: &str = "Dismiss notice";

/// Saves the scenario to a file of that name, which is good news.
fn save(window: &mut Window, folder: &Path, name: &str) {
    perform(window, Command::SaveAs);
    fill(window, "File", &folder.join(name).display().to_string());
    click(window, "Save file");
}

/// Drops a file on the window that is gone.
fn open_missing(window: &mut Window, name: &str) {
    drop_file(window, format!("/no/such/{name}").into());
}

fn shown(window: &Window) -> usize {
    window.query_all_by_label(DISMISS).count()
}

#[test]
fn good_news_expires_and_a_fault_stays_until_closed() {
    let folder = tempfile::tempdir().unwrap();
    let none = TWO_JOBS.replace("[Fcfs]", "[]");
    let mut window = window(vec![write(folder.path(), "none.ron", &none)]);
    save(&mut window, folder.path(), "one.ron");
    assert_eq!(shown(&window), 2);
    // A frame of a test takes a quarter of a second.
    window.run_steps(4 * 30);
    assert!(!says(&window, "Saved"));
    assert!(says(&window, "no policy is chosen"));
    click(&mut window, DISMISS);
    assert_eq!(shown(&window), 0);
    assert!(window.state().notices().is_empty());
}

#[test]
fn no_more_than_three_are_shown_and_the_others_come_when_those_are_closed() {
    let mut window = undrawn(App::new(Vec::new()));
    finish(&mut window);
    for name in ["a.ron", "b.ron", "c.ron", "d.ron", "e.ron"] {
        open_missing(&mut window, name);
    }
    assert_eq!(shown(&window), 3);
    assert!(says(&window, "e.ron"), "the latest is shown");
    assert!(says(&window, "2 more"));
    window.get_all_by_label(DISMISS).last().unwrap().click();
    finish(&mut window);
    assert_eq!(shown(&window), 3);
    assert!(says(&window, "1 more"));
    assert!(!says(&window, "e.ron"));
}

#[test]
fn a_notice_lies_over_no_part_of_a_pane() {
    let mut window = window(Vec::new());
    open_missing(&mut window, "gone.ron");
    let notice = window.get_by_label(DISMISS).rect();
    let nodes = window.root().children_recursive();
    for node in nodes {
        let of = node.accesskit_node();
        let is_part = [Role::Button, Role::Link, Role::Image, Role::Cell].contains(&of.role());
        let label = of.label().unwrap_or_default();
        if is_part && label != DISMISS {
            assert!(!node.rect().shrink(1.0).intersects(notice), "over {label}");
        }
    }
}

/// Each try with the same file left one more, about other places in it.
#[test]
fn of_a_file_that_cannot_be_read_the_last_try_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(Vec::new());
    for (text, index) in [
        ("(machine: Nothing)", "bad.ron:1:"),
        ("(\n\nmachine: Nothing)", "bad.ron:3:"),
    ] {
        let bad = write(folder.path(), "bad.ron", text);
        drop_file(&mut window, bad);
        assert_eq!(shown(&window), 1);
        assert!(says(&window, index), "{index}");
    }
    // Each file has its own.
    open_missing(&mut window, "gone.ron");
    assert_eq!(shown(&window), 2);
}

#[test]
fn what_is_said_of_wrong_files_goes_when_one_is_opened_well() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(vec![two.clone()]);
    open_missing(&mut window, "gone.ron");
    assert_eq!(shown(&window), 1);
    let other = TWO_JOBS.replace("two jobs", "others");
    drop_file(&mut window, write(folder.path(), "other.ron", &other));
    assert_eq!(shown(&window), 0);
    perform(&mut window, Command::PreviousDocument);
    assert_eq!(shown(&window), 0);
    // One that is open already is opened well, too.
    open_missing(&mut window, "gone.ron");
    drop_file(&mut window, two);
    assert_eq!(shown(&window), 0);
}

#[test]
fn what_is_said_of_a_wrong_file_goes_after_some_time() {
    let mut window = window(Vec::new());
    open_missing(&mut window, "gone.ron");
    window.run_steps(4 * 15);
    assert_eq!(shown(&window), 1, "a sentence with a place takes time");
    window.run_steps(4 * 10);
    assert_eq!(shown(&window), 0);
}
