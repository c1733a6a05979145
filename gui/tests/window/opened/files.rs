//! Files: opening, editing as text, saving and exporting.

use std::path::{Path, PathBuf};

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, click, field, fill, finish, names, perform, press, window, write,
};

#[test]
fn a_bad_file_gives_a_notice_with_its_position_and_keeps_older_runs() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(\n    machine: Cluster(nodes: Some(2)),\n    workload: Jobz([]),\n)";
    let bad = write(folder.path(), "bad.ron", text);
    let mut window = window(Vec::new());
    press(&mut window, Modifiers::COMMAND, Key::O);
    fill(&mut window, "File", &bad.display().to_string());
    click(&mut window, "Open file");
    let notices = window.state().notices().join("\n");
    assert!(
        notices.contains(&format!("{}:3:", bad.display())),
        "{notices}"
    );
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    window.get_by_label("Dismiss notice").click();
    window.run_ok();
    assert!(window.state().notices().is_empty());
}

#[test]
fn a_log_that_cannot_be_read_leaves_the_experiment_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let bad = write(folder.path(), "bad.swf", "; MaxProcs: 4\n1 2 three 4\n");
    let mut window = window(Vec::new());
    let before = window.state().scenario().clone();
    press(&mut window, Modifiers::COMMAND, Key::O);
    fill(&mut window, "File", &bad.display().to_string());
    click(&mut window, "Open file");
    let notices = window.state().notices().join("\n");
    assert!(
        notices.contains(&format!("{}:2:", bad.display())),
        "{notices}"
    );
    assert_eq!(*window.state().scenario(), before);
    assert!(window.state().run_names().iter().all(|(_, old)| !*old));
}

#[test]
fn a_scenario_without_a_policy_opens_and_asks_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = TWO_JOBS.replace("[Fcfs]", "[]");
    let mut window = window(vec![write(folder.path(), "none.ron", &text)]);
    assert_eq!(window.state().scenario().title, "two jobs");
    assert!(window.state().notices()[0].contains("no policy is chosen"));
    click(&mut window, "EASY");
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(names(&window), ["EASY"]);
}

#[test]
fn a_missing_file_named_at_the_start_falls_back_to_the_example() {
    let window = window(vec![PathBuf::from("/no/such/scenario.ron")]);
    assert_eq!(window.state().notices().len(), 1);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

#[test]
fn exports_write_the_files_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    for (what, format, name, begins) in [
        ("Comparison table", None, "summary.csv", "run,"),
        ("Plot: Busy", Some("SVG"), "plot.svg", "<svg"),
        ("Plot: Queue", Some("CSV"), "plot.csv", ""),
        (
            "Schedule of the current run",
            Some("SVG"),
            "schedule.svg",
            "<svg",
        ),
        ("Scenario", None, "again.ron", "("),
    ] {
        perform(&mut window, Command::Export);
        window.get_by_label("What").click();
        window.run_ok();
        window.get_all_by_label(what).last().unwrap().click();
        window.run_ok();
        if let Some(format) = format {
            click(&mut window, format);
        }
        let path = folder.path().join(name);
        fill(&mut window, "Path", &path.display().to_string());
        click(&mut window, "Export file");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(text.contains(begins) && !text.is_empty(), "{what}: {text}");
    }
}

#[test]
fn the_current_run_is_exported_with_every_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Export);
    window.get_by_label("What").click();
    window.run_ok();
    click(&mut window, "Current run, every job");
    let out = folder.path().join("out");
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    let jobs = std::fs::read_to_string(out.join("jobs.csv")).unwrap();
    assert_eq!(jobs.lines().count(), 3, "a heading and two jobs");
}

#[test]
fn the_scenario_text_can_be_changed_and_says_where_it_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Scenario));
    fill(
        &mut window,
        "Scenario text",
        "(\n  machine: Cluster(nodez: 3),\n)",
    );
    click(&mut window, "Apply");
    window.get_by_label_contains("line 2, column");
    fill(
        &mut window,
        "Scenario text",
        &TWO_JOBS.replace("two jobs", "renamed"),
    );
    click(&mut window, "Apply");
    assert_eq!(window.state().scenario().title, "renamed");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.state().scenario().title, "two jobs");
}

#[test]
fn saving_writes_a_scenario_that_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let mut first = window(Vec::new());
    press(&mut first, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    fill(&mut first, "File", &path.display().to_string());
    click(&mut first, "Save file");
    let second = window(vec![path]);
    assert_eq!(first.state().scenario(), second.state().scenario());
    assert!(second.state().notices().is_empty());
}

/// A file as the desktop hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Drops a file on the window.
pub(crate) fn drop_file(window: &mut Window, path: PathBuf) {
    let handle = std::sync::Arc::new(Dropped(path));
    window.input_mut().dropped_files.push(handle);
    finish(window);
}

#[test]
fn a_dropped_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(Vec::new());
    drop_file(&mut window, path);
    assert_eq!(window.state().scenario().title, "two jobs");
    assert_eq!(names(&window), ["FCFS"]);
}

#[test]
fn a_screenshot_has_the_requested_size_and_a_bad_file_gives_none() {
    let folder = tempfile::tempdir().unwrap();
    let (good, out) = (
        write(folder.path(), "two.ron", TWO_JOBS),
        folder.path().join("window.png"),
    );
    cosched::desktop::screenshot(vec![good], &[Pane::Jobs], Some(1), [800, 500], true, &out)
        .unwrap();
    let bytes = std::fs::read(&out).unwrap();
    // The first chunk of a PNG holds width and height, big end first.
    assert_eq!(bytes[16..24], [0, 0, 3, 32, 0, 0, 1, 244]);
    let missing = vec![folder.path().join("missing.ron")];
    let none = folder.path().join("none.png");
    let problem =
        cosched::desktop::screenshot(missing, &[], None, [800, 500], true, &none).unwrap_err();
    assert!(problem.sentence.contains("missing.ron"));
    assert!(!none.exists());
}

/// Two jobs whose machine was made larger.
#[test]
fn changes_are_asked_about_before_their_document_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(vec![file.clone()]);
    let title = |window: &Window| window.state().scenario().title.clone();
    click(&mut window, "Machine");
    field(&window, "Nodes").set_value_accesskit(3.0);
    finish(&mut window);
    // Nothing is lost by opening something else, nor by staying.
    perform(&mut window, Command::Example(0));
    assert!(window.query_by_label("Keep editing").is_none());
    perform(&mut window, Command::PreviousDocument);
    press(&mut window, Modifiers::COMMAND, Key::W);
    window.get_by_label("“two.ron” has changes that are in no file.");
    click(&mut window, "Keep editing");
    assert_eq!(title(&window), "two jobs");
    // Saved changes are in the file.
    perform(&mut window, Command::CloseDocument);
    click(&mut window, "Save");
    assert_ne!(title(&window), "two jobs");
    let saved = cosched::load::open(&file).unwrap();
    assert_eq!(saved.machine.nodes().unwrap().nodes, Some(3));
    // Without changes no question is asked.
    perform(&mut window, Command::CloseDocument);
    assert!(window.query_by_label("Keep editing").is_none());
}

#[test]
fn discarded_changes_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(vec![file.clone()]);
    click(&mut window, "Machine");
    field(&window, "Nodes").set_value_accesskit(3.0);
    finish(&mut window);
    perform(&mut window, Command::CloseDocument);
    click(&mut window, "Discard changes");
    assert_ne!(window.state().scenario().title, "two jobs");
    let saved = cosched::load::open(&file).unwrap();
    assert_eq!(saved.machine.nodes().unwrap().nodes, Some(2));
}

/// The dialog closed, and the path was to be typed again.
#[test]
fn a_wrong_name_leaves_the_dialog_open_with_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "two.ron", TWO_JOBS);
    for (command, button) in [
        (Command::Open, "Open file"),
        (Command::CompareWith, "Compare with file"),
    ] {
        let mut window = window(Vec::new());
        perform(&mut window, command);
        let wrong = folder.path().join("tow.ron").display().to_string();
        fill(&mut window, "File", &wrong);
        field(&window, "File").focus();
        window.run_ok();
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(field(&window, "File").value().as_deref(), Some(&*wrong));
        window.get_by_label(&format!(
            "{wrong}: cannot be read: no such file or directory"
        ));
        assert!(window.state().notices().is_empty());
        assert!(field(&window, "File").is_focused(), "it can be corrected");
        // What is wrong is not said of another name.
        fill(&mut window, "File", &wrong.replace("tow", "two"));
        assert!(window.query_by_label_contains("cannot be read").is_none());
        click(&mut window, button);
        assert!(window.query_by_label(button).is_none());
        assert!(names(&window).iter().any(|name| name.contains("FCFS")));
        assert!(window.state().notices().is_empty());
    }
}

/// After a click on a format Enter did nothing, and the dialog shrank around its middle.
#[test]
fn enter_exports_after_a_click_on_a_format_and_the_dialog_keeps_its_height() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Export);
    let button = |window: &Window| window.get_by_label("Export file").rect();
    let before = button(&window);
    for format in ["CSV", "SVG", "PDF", "CSV"] {
        // As a mouse does: the field loses the keys.
        let position = window.get_by_label(format).rect().center();
        window.hover_at(position);
        window.run_ok();
        window.drag_at(position);
        window.drop_at(position);
        window.run_ok();
        assert_eq!(button(&window), before, "{format}");
    }
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label("Export file").is_none());
    let written = std::fs::read_to_string(folder.path().join("busy.csv")).unwrap();
    assert!(written.lines().count() > 1, "{written}");
}
