//! Files of several scenarios: choosing one of them, and saving it.

use std::path::PathBuf;

use cosched::desktop::{App, Command};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, click, drawn, field, fill, finish, names, perform, press, window, write,
};

/// A file of two cases, in a folder that goes when it is dropped.
fn two_cases() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let wide = TWO_JOBS
        .replace("two jobs", "wide")
        .replace("Some(2)", "Some(3)");
    let text = format!("{{\n\"narrow\": {TWO_JOBS},\n\"wide\": {wide},\n}}");
    let file = write(folder.path(), "cases.ron", &text);
    (folder, file)
}

fn title(window: &Window) -> &str {
    &window.state().scenario().title
}

#[test]
fn a_file_of_cases_asks_for_one() {
    let (folder, file) = two_cases();
    let mut window = drawn(App::new(vec![file.clone()]));
    window.get_by_label("There are 2 cases in cases.ron:");
    assert!(window.state().notices().is_empty());
    click(&mut window, "wide");
    assert!(window.query_by_label("Filter cases").is_none());
    assert_eq!(title(&window), "wide");
    assert_eq!(names(&window), ["FCFS"]);
    // Saving does not write over the other cases.
    click(&mut window, "Machine");
    field(&window, "Nodes").set_value_accesskit(4.0);
    finish(&mut window);
    perform(&mut window, Command::Save);
    click(&mut window, "Save file");
    let saved = cosched::load::open(&folder.path().join("wide.ron")).unwrap();
    assert_eq!(saved.machine.nodes().unwrap().nodes, Some(4));
    assert_eq!(cosched::load::cases::names(&file).unwrap().len(), 2);
}

#[test]
fn a_case_is_chosen_by_typing() {
    let (_folder, file) = two_cases();
    let mut window = window(vec![file]);
    fill(&mut window, "Filter cases", "narr");
    field(&window, "Filter cases").focus();
    window.run_ok();
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(title(&window), "two jobs");
}

#[test]
fn a_case_is_opened_by_its_path_and_compared() {
    let (_folder, file) = two_cases();
    let narrow = cosched::load::cases::path_of(&file, "narrow");
    let mut window = window(vec![narrow]);
    assert_eq!(title(&window), "two jobs");
    perform(&mut window, Command::CompareWith);
    fill(&mut window, "File", &format!("{}#wide", file.display()));
    click(&mut window, "Compare with file");
    assert_eq!(names(&window).len(), 2, "{:?}", names(&window));
    // Without a name the dialog asks here, too.
    perform(&mut window, Command::CompareWith);
    fill(&mut window, "File", &file.display().to_string());
    click(&mut window, "Compare with file");
    click(&mut window, "narrow");
    assert_eq!(names(&window).len(), 3, "{:?}", names(&window));
}
