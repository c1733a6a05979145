//! Selections of jobs by time and by filter, and statistics and comparison of them.

use cosched::desktop::{Command, Pane};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    TWO_JOBS, Window, click, field, fill, find_job, finish, perform, press, window, write,
};

/// Ten jobs a minute apart on the only node: job k runs k minutes, of user 1 if k is odd, else 2.
/// Under FCFS job k waits for all before it.
fn ten(folder: &std::path::Path) -> Window {
    let lines: String = (1..=10)
        .map(|job| {
            let user = if job % 2 == 1 { 1 } else { 2 };
            let (submit, runtime) = (60 * (job - 1), 60 * job);
            format!(
                "{job} {submit} -1 {runtime} 1 -1 -1 1 {runtime} -1 1 {user} 1 -1 -1 -1 -1 -1\n"
            )
        })
        .collect();
    let log = write(
        folder,
        "ten.swf",
        &format!("; MaxNodes: 1\n; MaxProcs: 1\n{lines}"),
    );
    let mut window = window(vec![log]);
    perform(&mut window, Command::Show(Pane::Statistics));
    window
}

/// Types a selection of jobs.
fn request(window: &mut Window, line: &str) {
    field(window, "Select jobs").focus();
    window.run_ok();
    field(window, "Select jobs").type_text(line);
    press(window, Modifiers::NONE, Key::Enter);
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label(text).next().is_some()
}

#[test]
fn a_line_selects_jobs_and_statistics_and_comparison_are_about_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    // Job k starts when 1 + … + (k - 1) minutes are over and was submitted after k - 1 of them.
    let waits: Vec<u32> = (1..=10).map(|k| (k * (k - 1) / 2) - (k - 1)).collect();
    assert_eq!(waits, [0, 0, 1, 3, 6, 10, 15, 21, 28, 36]);
    // All ten: the mean is 12 minutes, half of the jobs have at most 6.
    for text in ["12 min", "6 min", "36 min"] {
        assert!(says(&window, text), "{text}");
    }
    request(&mut window, "user == 2 && wait > 2min");
    // Jobs 4, 6, 8 and 10: 3, 10, 21 and 36 minutes, 17:30 in the mean.
    assert!(says(&window, "17 min 30") && !says(&window, "12 min"));
    perform(&mut window, Command::Show(Pane::Jobs));
    assert!(says(&window, "4 of 10 jobs"));
    click(&mut window, "List all");
    assert!(says(&window, "10 of 10 jobs"));
    perform(&mut window, Command::Show(Pane::Compare));
    click(&mut window, "Selected, 4 jobs");
    let mean = "mean wait of FCFS: 17 min 30, 1050 s";
    assert!(window.query_all_by_label_contains(mean).next().is_some());
    click(&mut window, "All jobs");
    let mean = "mean wait of FCFS: 12 min, 720 s";
    assert!(window.query_all_by_label_contains(mean).next().is_some());
}

#[test]
fn an_invalid_line_is_reported_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    request(&mut window, "width > 3");
    let wrong = "character 1: “width” is not known of jobs";
    assert!(window.query_all_by_label_contains(wrong).next().is_some());
    assert!(says(&window, "12 min"));
}

#[test]
fn a_row_selects_its_jobs_and_every_step_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    click(&mut window, "user 1");
    // Jobs 1, 3, 5, 7 and 9: 0, 1, 6, 15 and 28 minutes.
    assert!(says(&window, "10 min") && !says(&window, "user 2"));
    press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert!(says(&window, "12 min") && says(&window, "user 2"));
    press(&mut window, Modifiers::ALT, Key::ArrowRight);
    assert!(!says(&window, "user 2"));
    perform(&mut window, Command::ScopeAll);
    assert!(says(&window, "user 2"));
}

#[test]
fn dragging_with_shift_selects_a_span_and_without_it_moves_the_chart() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    let drag = |window: &mut Window, shift: bool| {
        perform(window, Command::Show(Pane::Schedule));
        let chart = window.get_by_label("Schedule of FCFS").rect();
        let position = |share: f32| chart.left_center() + egui::vec2(share * chart.width(), 0.0);
        let held = if shift {
            Modifiers::SHIFT
        } else {
            Modifiers::NONE
        };
        window.event(Event::ModifiersChanged(held));
        window.hover_at(position(0.02));
        window.run_ok();
        window.drag_at(position(0.02));
        window.run_ok();
        for share in [0.04, 0.06, 0.08] {
            window.hover_at(position(share));
            window.run_ok();
        }
        window.drop_at(position(0.08));
        window.event(Event::ModifiersChanged(Modifiers::NONE));
        finish(window);
        perform(window, Command::Show(Pane::Statistics));
    };
    drag(&mut window, false);
    assert!(!says(&window, "Select all time"));
    perform(&mut window, Command::Fit);
    drag(&mut window, true);
    assert!(says(&window, "Select all time"), "a span is selected");
    assert!(!says(&window, "12 min"), "of fewer jobs");
    click(&mut window, "Select all time");
    assert!(says(&window, "12 min"));
    // A mode for devices without a Shift key: the same drag selects.
    perform(&mut window, Command::DragSelects);
    drag(&mut window, false);
    assert!(says(&window, "Select all time"));
}

#[test]
fn a_selection_has_a_name_and_outlives_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    click(&mut window, "user 1");
    click(&mut window, "Selections ⏷");
    fill(&mut window, "Name of the selection", "the first user");
    click(&mut window, "Keep");
    perform(&mut window, Command::ScopeAll);
    let mut window = crate::driver::restarted(&mut window);
    assert!(says(&window, "user 2"));
    click(&mut window, "Selections ⏷");
    click(&mut window, "the first user");
    assert!(!says(&window, "user 2") && says(&window, "10 min"));
}

/// Worked by hand: EASY starts job 3 at once, 18 s earlier, and moves no other.
#[test]
fn runs_are_compared_job_by_job() {
    let mut window = crate::driver::example("By hand: a narrow job passes a wide one");
    perform(&mut window, Command::Show(Pane::Compare));
    let said = "1 job better, 0 worse, 2 the same";
    assert!(window.query_all_by_label_contains(said).next().is_some());
    let said = "too short to say";
    assert!(window.query_all_by_label_contains(said).next().is_some());
}

#[test]
fn a_legend_entry_selects_its_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    perform(&mut window, Command::Show(Pane::Schedule));
    click(&mut window, "Select Wait: ≤ 10 min");
    perform(&mut window, Command::Show(Pane::Statistics));
    // Jobs 4, 5 and 6: 3, 6 and 10 minutes.
    assert!(says(&window, "6 min 20") && !says(&window, "12 min"));
    press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert!(says(&window, "12 min"));
}

#[test]
fn rows_of_classes_and_hours_select_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    request(&mut window, "hour == 0 && class < 2");
    assert!(says(&window, "12 min"));
    for nobody in ["hour == 1", "class == 2"] {
        perform(&mut window, Command::ScopeAll);
        request(&mut window, nobody);
        assert!(!says(&window, "12 min"), "{nobody}");
    }
}

/// Whoever looked for it in the table of jobs or among the commands did not find it.
#[test]
fn jobs_are_selected_by_a_filter_where_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ten(folder.path());
    perform(&mut window, Command::Show(Pane::Schedule));
    press(&mut window, Modifiers::COMMAND, Key::P);
    fill(&mut window, "Command", "select filter");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(says(&window, "10 of 10 jobs"));
    assert!(field(&window, "Select jobs").is_focused());
    field(&window, "Select jobs").type_text("user == 2");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(says(&window, "5 of 10 jobs"));
    // It holds in every pane, and a line that is none is said where it is written.
    perform(&mut window, Command::Show(Pane::Statistics));
    assert_eq!(
        field(&window, "Select jobs").value().as_deref(),
        Some("user == 2")
    );
    perform(&mut window, Command::Show(Pane::Compare));
    assert!(says(&window, "Selected, 5 jobs"));
    perform(&mut window, Command::SelectJobs);
    request(&mut window, " &&");
    assert!(window.query_all_by_label_contains("⚠").next().is_some());
    assert!(says(&window, "5 of 10 jobs"));
}

/// The first job starts at once, and the second waits, which the colour of its wait says.
#[test]
fn a_job_that_did_not_wait_has_no_colour_of_warning() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    // The colours of the wait and of the runtime in the headline.
    let inks = |window: &Window, wait: &str, ran: &str| {
        [wait, ran].map(|words| {
            let mut shapes = window.output().shapes.iter();
            let found = shapes.find_map(|clipped| match &clipped.shape {
                egui::Shape::Text(text) if text.galley.text() == words => {
                    let format = &text.galley.job.sections[0].format;
                    (format.font_id.size > 17.0).then_some(format.color)
                }
                _ => None,
            });
            found.unwrap_or_else(|| panic!("{words} is not in large letters"))
        })
    };
    find_job(&mut window, "1");
    let [wait, ran] = inks(&window, "0 s", "1 min 40");
    assert_eq!(wait, ran);
    find_job(&mut window, "2");
    let [wait, ran] = inks(&window, "1 min 30", "50 s");
    assert_ne!(wait, ran);
}
