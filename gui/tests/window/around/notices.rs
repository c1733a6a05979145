//! Notices: good news disappears by itself, faults stay, at most three are shown, none over a pane.

use std::path::Path;

use cosched::desktop::{App, Command};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::says;
use crate::driver::{TWO_JOBS, Window, click, fill, finish, perform, undrawn, window, write};

const DISMISS: &str = "Dismiss notice";

/// Saves the scenario to a file of that name, which is good news.
fn save(window: &mut Window, folder: &Path, name: &str) {
    perform(window, Command::SaveAs);
    fill(window, "File", &folder.join(name).display().to_string());
    click(window, "Save file");
}

fn open_missing(window: &mut Window, name: &str) {
    perform(window, Command::Open);
    fill(window, "File", &format!("/no/such/{name}"));
    click(window, "Open file");
}

fn shown(window: &Window) -> usize {
    window.query_all_by_label(DISMISS).count()
}

#[test]
fn good_news_goes_after_some_seconds_and_a_fault_stays_until_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    save(&mut window, folder.path(), "one.ron");
    open_missing(&mut window, "gone.ron");
    assert_eq!(shown(&window), 2);
    // A frame of a test takes a quarter of a second.
    window.run_steps(4 * 15);
    assert!(!says(&window, "Saved"));
    assert!(says(&window, "gone.ron"));
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
