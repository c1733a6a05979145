//! The first minutes: start page, gallery, tour, the sheet of keys, *What is this*.

use std::path::PathBuf;

use cosched::desktop::{App, Command, Pane};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, click, drawn, fill, find_job, finish, names, perform, press, press_button,
    window, write,
};
use crate::opened::files::drop_file;

/// A window as it opens without a file, with all pictures.
fn start() -> Window {
    drawn(App::new(Vec::new()))
}

fn shows(window: &Window, label: &str) -> bool {
    window.query_all_by_label_contains(label).next().is_some()
}

#[test]
fn without_a_file_the_start_page_is_shown_and_nothing_is_simulated() {
    let mut window = start();
    window.get_by_label("Choose a file to open");
    window.get_by_label("A laboratory of batch scheduling");
    assert!(shows(&window, "Nothing yet"));
    assert!(names(&window).is_empty());
    assert!(!shows(&window, "Policies"));
    // The document behind has no tab before it has been in front.
    assert!(!shows(&window, "Document Backfill basics"));
    // Leaving it shows the example behind.
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert!(shows(&window, "Policies"));
    window.get_by_label("Document Backfill basics");
    // It comes back, with a button to the document.
    perform(&mut window, Command::StartPage);
    let painted = |window: &Window, words: &str| {
        let shapes = &window.output().shapes;
        let mut texts = shapes.iter().filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        texts.any(|text| text.contains(words))
    };
    assert!(painted(&window, "as you left it, 2 runs"));
    click(&mut window, "Continue Backfill basics");
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

#[test]
fn a_click_on_a_file_to_choose_opens_the_dialog() {
    let mut window = start();
    click(&mut window, "Choose a file to open");
    assert!(shows(&window, "Open a scenario, a log or a workflow"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.get_by_label("Choose a file to open");
}

#[test]
fn a_card_opens_its_example_in_the_pane_that_makes_the_point() {
    let mut window = start();
    click(&mut window, "Examples: Queue");
    assert!(shows(&window, "5 examples"));
    assert!(!shows(&window, "Jobs that take turns."));
    press_starting_with(&mut window, "By hand: EASY delays the second in the queue.");
    assert_eq!(names(&window), ["FCFS", "EASY", "Conservative"]);
    // The relevant job is selected, in the last run.
    window.get_by_label("Job 4 under Conservative");

    let mut window = start();
    click(&mut window, "Examples: Taking turns");
    press_starting_with(&mut window, "Jobs that take turns.");
    assert!(shows(&window, "Matrix of"));
}

/// Presses the card whose text begins so.
fn press_starting_with(window: &mut Window, words: &str) {
    window.get_by_label_contains(words).scroll_to_me();
    window.run_ok();
    window.get_by_label_contains(words).click();
    finish(window);
}

#[test]
fn every_example_can_be_opened_from_its_card() {
    let mut window = start();
    for example in cosched::load::examples::ALL {
        perform(&mut window, Command::StartPage);
        press_starting_with(&mut window, &format!("{}. ", example.title));
        let text = cosched::scenario::parse(example.text, None).unwrap();
        assert_eq!(*window.state().scenario(), text, "{}", example.name);
        assert!(window.state().notices().is_empty(), "{}", example.name);
    }
}

#[test]
fn recent_files_are_opened_and_those_that_are_gone_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let gone = write(folder.path(), "gone.ron", TWO_JOBS);
    let mut window = window(vec![gone.clone(), two]);
    std::fs::remove_file(gone).unwrap();
    perform(&mut window, Command::StartPage);
    assert!(shows(&window, "gone.ron is gone"));
    click(&mut window, "Remove gone.ron from the list");
    assert!(!shows(&window, "gone.ron is gone"));
    click(&mut window, "Open recent two.ron");
    assert_eq!(window.state().scenario().title, "two jobs");
    assert!(shows(&window, "Policies"));
    // They are there at the next start, too.
    let after = drawn(window.state_mut().restarted());
    after.get_by_label("Continue two.ron");
    after.get_by_label("Open recent two.ron");
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_page() {
    let mut window = start();
    drop_file(&mut window, "/no/such/file.ron".into());
    assert_eq!(window.state().notices().len(), 1);
    window.get_by_label("Choose a file to open");
    assert!(names(&window).is_empty());
}

/// The user's action at each of the six steps ticks it off, and *Next* goes on.
#[test]
fn the_tour_ticks_off_steps_and_waits_for_next() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = start();
    click(&mut window, "Start the tour");
    assert!(shows(&window, "Step 1 of 6"));
    assert!(!shows(&window, "Step 1 of 6, done"));
    press(&mut window, Modifiers::COMMAND, Key::O);
    fill(&mut window, "File", &two.display().to_string());
    click(&mut window, "Open file");
    goes_on_from(&mut window, 1);
    select_a_span(&mut window);
    goes_on_from(&mut window, 2);
    perform(&mut window, Command::Show(Pane::Statistics));
    // What was asked for stays in front, to be read.
    crate::driver::field(&window, "Select jobs");
    goes_on_from(&mut window, 3);
    find_job(&mut window, "2");
    goes_on_from(&mut window, 4);
    press_button(&mut window, "EASY");
    window.run_steps(30);
    finish(&mut window);
    goes_on_from(&mut window, 5);
    perform(&mut window, Command::Report);
    press(&mut window, Modifiers::NONE, Key::Escape);
    goes_on_from(&mut window, 6);
    assert!(!shows(&window, " of 6"));
    assert!(
        window
            .state()
            .notices()
            .join(" ")
            .contains("That was the tour")
    );
}

/// The step is ticked off and still there; *Next* leaves it.
fn goes_on_from(window: &mut Window, step: usize) {
    assert!(shows(window, &format!("Step {step} of 6, done")), "{step}");
    click(window, "Next step of the tour");
    assert!(!shows(window, &format!("Step {step} of 6")), "{step}");
}

fn select_a_span(window: &mut Window) {
    let chart = window.get_by_label("Schedule of FCFS").rect();
    let position = |share: f32| chart.left_center() + egui::vec2(share * chart.width(), 0.0);
    window.event(Event::ModifiersChanged(Modifiers::SHIFT));
    window.hover_at(position(0.3));
    window.run_ok();
    window.drag_at(position(0.3));
    window.run_ok();
    for share in [0.4, 0.5, 0.6] {
        window.hover_at(position(share));
        window.run_ok();
    }
    window.drop_at(position(0.6));
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    finish(window);
}

#[test]
fn the_tour_goes_on_by_next_and_is_left_at_any_time() {
    let mut window = start();
    perform(&mut window, Command::Tour);
    for step in 1..=6 {
        assert!(shows(&window, &format!("Step {step} of 6")), "{step}");
        click(&mut window, "Next step of the tour");
    }
    assert!(!shows(&window, " of 6"));
    // The last step shows the dialog for the report.
    assert!(shows(&window, "Question"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    for leave in [Leave::Escape, Leave::Button, Leave::Command] {
        perform(&mut window, Command::Tour);
        click(&mut window, "Next step of the tour");
        click(&mut window, "Back");
        assert!(shows(&window, "Step 1 of 6"));
        match leave {
            Leave::Escape => press(&mut window, Modifiers::NONE, Key::Escape),
            Leave::Button => click(&mut window, "Leave the tour"),
            Leave::Command => perform(&mut window, Command::Tour),
        }
        assert!(!shows(&window, " of 6"));
        assert!(shows(&window, "Policies"), "nothing else is closed by that");
    }
}

enum Leave {
    Escape,
    Button,
    Command,
}

/// Made from the commands: every command that has a key is on the sheet with it.
#[test]
fn the_sheet_has_every_command_with_a_key() {
    for key in [Key::F1, Key::Questionmark] {
        let mut window = start();
        press(&mut window, Modifiers::NONE, key);
        for command in Command::all() {
            if !command.shortcuts().is_empty() {
                let text = command.text();
                assert!(shows(&window, &text), "{text}");
            }
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(!shows(&window, "Keys and mouse"));
        // The page below is still there.
        window.get_by_label("Choose a file to open");
    }
}

#[test]
fn the_focused_widget_is_described() {
    let mut window = window(Vec::new());
    if !shows(&window, "Offered load") {
        click(&mut window, "Workload");
    }
    crate::driver::field(&window, "Seed").focus();
    window.run_ok();
    press(&mut window, Modifiers::SHIFT, Key::F1);
    assert!(shows(&window, "Start of everything drawn at random"));
    for said in ["Unit", "Range", "Usual", "Source", "our own", "seed: …"] {
        assert!(shows(&window, said), "{said}");
    }
    fill(&mut window, "Name to look up", "bounded slowdown");
    for said in ["Feitelson and others, 1997", "lower is better"] {
        assert!(shows(&window, said), "{said}");
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!shows(&window, "lower is better"));
}

/// From a file to a report without a pointer.
#[test]
fn keys_alone_lead_from_a_file_to_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let page = folder.path().join("page.html");
    let mut window = start();
    press(&mut window, Modifiers::COMMAND, Key::O);
    // The field has the keys.
    enter(&mut window, &two.display().to_string());
    assert_eq!(names(&window), ["FCFS"]);
    // One more policy and a job, by the palette.
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert!(names(&window).contains(&"EASY"));
    press(&mut window, Modifiers::COMMAND, Key::P);
    enter(&mut window, "2");
    assert!(shows(&window, "Job 2 under "));
    press(&mut window, Modifiers::COMMAND, Key::P);
    enter(&mut window, "Report");
    // The proposed text is selected, so that typing replaces it.
    press(&mut window, Modifiers::COMMAND, Key::A);
    enter(&mut window, &page.display().to_string());
    let text = std::fs::read_to_string(page).unwrap();
    assert!(text.contains("two jobs") && text.contains("EASY"));
}

/// Types `text` into the focused widget, then Enter.
fn enter(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    press(window, Modifiers::NONE, Key::Enter);
}

/// Tab reaches everything on the page that can be clicked, in reading order.
#[test]
fn tab_reaches_all_of_the_page() {
    let mut window = start();
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..60 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        let focused = window.query_all_by(|node| node.is_focused()).next();
        if let Some(node) = focused {
            let label = egui_kittest::kittest::NodeT::accesskit_node(&node).label();
            seen.push(label.unwrap_or_default());
        }
    }
    let index = |words: &str| seen.iter().position(|label| label.starts_with(words));
    let order = [
        "Choose a file to open",
        "Start the tour",
        "All examples",
        "Examples: Slots",
        "Backfill basics.",
        "Orders of the queue.",
        "By hand: windows bought on priced nodes.",
    ];
    let places = order.map(|words| index(words).unwrap_or_else(|| panic!("{words}: {seen:?}")));
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn a_picture_without_a_file_is_one_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |panes: &[Pane]| {
        let out = folder.path().join("window.png");
        cosched::desktop::screenshot(Vec::<PathBuf>::new(), panes, None, [900, 600], false, &out)
            .unwrap();
        std::fs::read(&out).unwrap()
    };
    assert_ne!(draw(&[]), draw(&[Pane::Jobs]));
}
