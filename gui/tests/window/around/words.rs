//! Names of what is counted, numbers and nouns, as they stand on the screen.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{TWO_JOBS, Window, click, perform, window, write};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Of three things that were called "slowdown" none was the same as another.
#[test]
fn each_slowdown_is_called_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Jobs));
    click(&mut window, "Sort by Bounded slowdown");
    perform(&mut window, Command::Show(Pane::Statistics));
    click(&mut window, "Groups by weighted slowdown");
    for found in ["Sort by Slowdown", "Groups by slowdown"] {
        assert!(window.query_by_label(found).is_none(), "{found}");
    }
}

/// The table of jobs that is taken away called its bounded slowdown "slowdown".
#[test]
fn the_table_of_jobs_says_that_its_slowdown_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Jobs));
    let path = folder.path().join("jobs.csv");
    perform(&mut window, Command::TakeTable);
    crate::driver::fill(&mut window, "Path", &path.display().to_string());
    click(&mut window, "Export file");
    let text = std::fs::read_to_string(&path).unwrap();
    let heading = text.lines().next().unwrap();
    assert!(heading.ends_with(",bounded_slowdown"), "{heading}");
    // The second job waits 90 s for one of 50 s.
    assert!(text.lines().nth(2).unwrap().ends_with(",2.8"), "{text}");
}

/// "98 h 23" stood beside "4 d 5 h", and "1.615 s" beside "13 s".
#[test]
fn a_cell_of_the_comparison_says_its_value_as_the_table_does() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 708353, nodes: 1), (submit: 1, runtime: 1, nodes: 1)]))";
    let mut window = window(vec![write(folder.path(), "long.ron", text)]);
    perform(&mut window, Command::Show(Pane::Compare));
    // 708 352 s for one of two.
    assert!(says(&window, "mean wait of FCFS: 4 d 2 h, 354 176 s"));
}

const KINDS: &str = "(machine: Cluster(kinds: [(name: \"k\", count: 5, cores: 2)],
        partitions: [(name: \"night and weekend\", most_time: 7200)]),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 3), (submit: 0, runtime: 100, nodes: 2),
    ]), policies: [Fcfs])";

/// A kept run was called `FCFS, kinds.0.count=3`.
#[test]
fn a_kept_run_is_called_by_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "kinds.ron", KINDS)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    crate::runs::what_if::request(&mut window, "FCFS", "kinds.0.count=3");
    let said = "3 nodes of kind k instead of 5";
    assert!(says(&window, &format!("2 jobs, before and after: {said}")));
    click(&mut window, "Keep as a run");
    let kept = format!("FCFS, {said}");
    assert_eq!(crate::driver::names(&window), ["FCFS", &kept]);
    perform(&mut window, Command::Show(Pane::Compare));
    assert!(says(&window, &format!("mean wait of {kept}: ")));
    let path = folder.path().join("compared.csv");
    perform(&mut window, Command::Show(Pane::Schedule));
    perform(&mut window, Command::TakeTable);
    crate::driver::fill(&mut window, "Path", &path.display().to_string());
    click(&mut window, "Export file");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(&kept) && !text.contains("count=3"), "{text}");
}

/// "main: longest esti…" beside "2 h", where the form was narrow.
#[test]
fn in_the_form_of_what_if_no_label_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "kinds.ron", KINDS)]);
    for size in [[1024.0, 700.0], [1280.0, 800.0]] {
        window.set_size(size.into());
        perform(&mut window, Command::Show(Pane::WhatIf));
        let rect = window.state().pane_rect(&window.ctx, Pane::WhatIf).unwrap();
        let shapes = &window.output().shapes;
        let texts = shapes.iter().filter_map(|shape| match &shape.shape {
            egui::Shape::Text(text) => Some(text),
            _ => None,
        });
        let of_pane = texts.filter(|text| rect.contains(text.pos));
        let cut = of_pane.filter(|text| text.galley.elided);
        let cut: Vec<&str> = cut.map(|text| text.galley.text()).collect();
        assert!(cut.is_empty(), "{size:?}: {cut:?}");
    }
}

/// "fit" found "Fit the schedule" alone, and "csv", "dark" and "gantt" nothing.
#[test]
fn the_palette_finds_commands_by_words_of_others() {
    let mut window = window(Vec::new());
    for (query, found) in [
        ("fit", "Show Fit to the log"),
        (
            "simulation fits",
            "Show Fit to the log · how well the simulation fits the log",
        ),
        ("gantt", "Show Schedule · Gantt chart"),
        ("csv", "Take away the table… · CSV, LaTeX"),
        ("dark", "Theme: dark"),
        ("zoom", "Fit the schedule · zoom out to everything"),
        ("utilization", "Show Busy · utilization over time"),
        ("filter", "Show Statistics · filter jobs: user == 3"),
    ] {
        perform(&mut window, Command::Palette);
        crate::driver::fill(&mut window, "Command", query);
        assert!(says(&window, found), "{query}");
        crate::driver::press(&mut window, egui::Modifiers::NONE, egui::Key::Escape);
    }
}

#[test]
fn the_menu_view_has_the_themes() {
    let mut window = window(Vec::new());
    click(&mut window, "View");
    window.get_by_label("Theme").hover();
    crate::driver::finish(&mut window);
    for theme in ["system", "light", "dark"] {
        assert!(says(&window, &format!("Theme: {theme}")), "{theme}");
    }
    click(&mut window, "Theme: dark");
    let chosen = window.ctx.options(|options| options.theme_preference);
    assert_eq!(chosen, egui::ThemePreference::Dark);
}

/// The sentence of a sweep was copied by "Copy the answer" if the sweep was in front.
#[test]
fn the_answer_is_copied_whatever_is_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "kinds.ron", KINDS)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    crate::runs::what_if::request(&mut window, "FCFS", "kinds.0.count=3");
    let mut copied_by = |command| {
        window.state_mut().command(command);
        (0..6).find_map(|_| {
            window.step();
            crate::driver::copied(&window)
        })
    };
    let answer = copied_by(Command::TakeSentence).unwrap();
    assert!(answer.starts_with("Under FCFS nobody waits."), "{answer}");
    let pane = copied_by(Command::TakePaneSentences).unwrap();
    assert!(pane.starts_with("2 jobs, before and after: "), "{pane}");
}
