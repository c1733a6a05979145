//! Menus: nothing is cut at the end of the screen, panes and examples are found in their groups.

use std::collections::BTreeSet;

use cosched::desktop::{Command, Menu, Pane};
use egui::Vec2;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::says;
use crate::driver::{Window, click, example, finish, window};

const SCREEN: Vec2 = Vec2::new(1024.0, 700.0);

/// The widgets that can be pressed now, each with its lower edge.
fn ends(window: &Window) -> Vec<(String, f32)> {
    let nodes = window.root().children_recursive();
    nodes
        .filter_map(|node| Some((node.accesskit_node().label()?, node.rect().bottom())))
        .collect()
}

/// Entries of a menu or submenu once it is opened by `title`.
fn listed(window: &mut Window, title: &str) -> Vec<(String, f32)> {
    let before: BTreeSet<String> = ends(window).into_iter().map(|(label, _)| label).collect();
    open_last(window, title);
    let after = ends(window).into_iter();
    after.filter(|(label, _)| !before.contains(label)).collect()
}

/// Clicks the last widget drawn under that name: menus lie over panes.
fn open_last(window: &mut Window, title: &str) {
    window.get_all_by_label(title).last().unwrap().click();
    finish(window);
}

#[test]
fn no_menu_is_cut_at_the_end_of_a_small_screen() {
    for menu in Menu::ALL {
        let mut window = window(Vec::new());
        window.set_size(SCREEN);
        window.run_ok();
        let entries = listed(&mut window, menu.title());
        assert!(entries.len() > 2, "{}", menu.title());
        for (label, end) in entries {
            assert!(end <= SCREEN.y, "{}: {label} ends at {end}", menu.title());
        }
    }
}

/// On a screen that is lower still, the wheel leads to the entries that do not fit.
#[test]
fn a_menu_scrolls_where_the_screen_is_too_low_for_it() {
    let screen = egui::vec2(800.0, 260.0);
    let mut window = window(Vec::new());
    window.set_size(screen);
    window.run_ok();
    let entries = listed(&mut window, Menu::File.title());
    let (last, end) = entries
        .iter()
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .cloned()
        .unwrap();
    assert!(end > screen.y, "{last} ends at {end}");
    let menu = window.get_by_label("Open… Ctrl+O").rect().center();
    window.hover_at(menu);
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        source: egui::MouseWheelSource::Unknown,
        delta: egui::vec2(0.0, -2.0 * end),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    window.run_steps(20);
    let end = window.get_by_label(&last).rect().bottom();
    assert!(end <= screen.y, "{last} ends at {end}");
}

#[test]
fn panes_are_listed_in_groups_and_those_without_content_are_marked() {
    let mut window = window(Vec::new());
    window.set_size(SCREEN);
    window.run_ok();
    click(&mut window, "View");
    let over_time = listed(&mut window, "Over time");
    let marked = |label: &str| over_time.iter().any(|(found, _)| found.starts_with(label));
    assert!(marked("Power (empty)"), "nothing is said of power");
    assert!(marked("Fairshare (empty)"));
    assert!(marked("Busy"));
    // No policy takes turns or shares memory here.
    assert!(window.query_by_label("Memory").is_none());
    assert!(window.query_by_label("Time slices").is_none());
    window.get_by_label("Busy Ctrl+2").click();
    finish(&mut window);
    assert!(says(&window, "Busy nodes over time"));
}

#[test]
fn panes_of_a_family_are_listed_where_it_is_there() {
    let mut window = example("Time slices that share memory");
    click(&mut window, "View");
    let families = [Pane::Memory, Pane::Overhead, Pane::Classes];
    let titles: Vec<String> = ends(&window).into_iter().map(|(label, _)| label).collect();
    let title = titles.iter().find(|title| title.starts_with("Time slices"));
    let title = title.unwrap_or_else(|| panic!("{titles:?}")).clone();
    let entries = listed(&mut window, &title);
    for pane in families {
        let tabs = window.query_all_by_label(pane.name()).count();
        assert!(tabs > 0, "{pane:?}: {entries:?}");
    }
}

#[test]
fn examples_are_listed_by_family() {
    let mut window = window(Vec::new());
    let file = listed(&mut window, "File");
    let most = 12;
    assert!(file.len() <= most, "{file:?}");
    click(&mut window, "Examples");
    click(&mut window, "Time slices");
    let example = "Time slices that share memory";
    click(&mut window, example);
    let all = cosched::load::examples::ALL.iter();
    let text = all.clone().find(|one| one.title == example).unwrap().text;
    let expected = cosched::scenario::parse(text, None).unwrap();
    assert_eq!(*window.state().scenario(), expected);
}

/// Without a pointer everything can be reached by the palette.
#[test]
fn the_palette_still_finds_panes_and_examples() {
    for (query, found) in [
        ("Show Fragmentation", "Show Fragmentation"),
        ("Example: Orders", "Example: Orders of the queue"),
    ] {
        let mut window = window(Vec::new());
        crate::driver::perform(&mut window, Command::Palette);
        crate::driver::fill(&mut window, "Command", query);
        window.get_by_label(found);
    }
}
