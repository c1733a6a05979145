//! Experiments of papers, run again in the window.

use std::path::Path;

use cosched::desktop::{App, Command, Pane};
use cosched::papers::{Extent, Study};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, choose, click, field, fill, finish, names, perform, press, window, write,
};

/// A window that shows the pane and draws one workload of each setting.
fn studies() -> Window {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Show(Pane::Studies));
    fill(&mut window, "Workloads", "1");
    window
}

/// Presses the button without waiting for results.
fn begin(window: &mut Window) {
    window.get_by_label("Run study").click();
    window.run_steps(2);
}

/// Presses a button or a heading that may be out of sight in the small pane.
fn reach(window: &mut Window, label: &str) {
    window.get_by_label(label).scroll_to_me();
    window.run_ok();
    click(window, label);
}

/// Turns to a page of figures, whose name may also be that of a row of a table.
fn turn_to(window: &mut Window, page: &str) {
    let button = window.get_all_by_label(page).next().unwrap();
    button.scroll_to_me();
    window.run_ok();
    window.get_all_by_label(page).next().unwrap().click();
    window.run_ok();
}

fn exported(window: &mut Window, button: &str, format: &str, path: &Path) -> String {
    reach(window, button);
    click(window, format);
    fill(window, "Path", &path.display().to_string());
    click(window, "Export file");
    std::fs::read_to_string(path).unwrap()
}

/// The charts of the page that is shown.
fn charts(window: &Window) -> usize {
    let charts = window.query_all_by_label_contains(", Agile ");
    charts.count()
}

#[test]
fn a_study_shows_its_figures_its_claims_and_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = studies();
    assert_eq!(charts(&window), 0);
    click(&mut window, "Run study");
    assert!(window.state().notices().is_empty());
    window.get_by_label_contains("Agile, 2009");
    assert_eq!(charts(&window), 24);
    window.get_by_label_contains("slowdown: fine, 1 workload: FCFS ");
    window.get_by_label_contains("T-A1");
    window.get_by_label_contains("values of each are equal: true");
    assert!(window.query_all_by_label("holds").count() > 0);
    window.get_by_label("Jobs of coarse grain, random workloads on 32 nodes at a load of 1");
    assert!(
        window
            .query_by_label_contains("LANL-CM5 is left out")
            .is_none()
    );
    reach(&mut window, "Notes");
    window.get_by_label_contains("LANL-CM5 is left out");
    let path = folder.path().join("report");
    let text = exported(&mut window, "Save report…", "text", &path);
    assert!(
        text.contains("T-A1") && text.contains(": holds\n"),
        "{text}"
    );
    let rows = exported(&mut window, "Save report…", "CSV", &path);
    assert!(rows.starts_with("table,row,column,"), "{rows}");
    let drawn = exported(&mut window, "Save figures…", "SVG", &path);
    assert_eq!(drawn.matches("<g class=\"chart\">").count(), 24);
    assert!(drawn.contains("log, from"));
    reach(&mut window, "log axis");
    let even = exported(&mut window, "Save figures…", "SVG", &path);
    assert!(!even.contains("log, from"));
}

#[test]
fn figures_can_be_enlarged() {
    let mut window = studies();
    click(&mut window, "Run study");
    reach(&mut window, "Enlarge");
    window.get_by_label("Figures of the study");
    assert_eq!(charts(&window), 48);
    let chart = "slowdown: fine, 1 workload";
    assert!(window.query_by_label(chart).is_none());
    let large = window.get_all_by_label_contains(chart).last().unwrap();
    let middle = large.rect().center();
    window.hover_at(middle);
    finish(&mut window);
    // The chart under the pointer, and the values of all policies.
    window.get_by_label(chart);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(charts(&window), 24);
}

#[test]
fn the_pane_is_drawn_without_a_display() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |workloads: Option<u32>| {
        let mut app = App::new(Vec::new());
        app.command(Command::Show(Pane::Studies));
        if workloads.is_some() {
            let extent = Extent {
                workloads,
                ..Extent::default()
            };
            app.run_study(Study::by_name("agile").unwrap(), &extent);
            app.settle();
        }
        let out = folder.path().join("window.png");
        cosched::desktop::picture(app, [900, 700], true, &out).unwrap();
        std::fs::read(&out).unwrap()
    };
    let [without, with] = [None, Some(1)].map(picture);
    assert!(without.starts_with(b"\x89PNG"));
    assert_ne!(without, with);
}

#[test]
fn a_study_has_its_figures_and_its_tables() {
    let mut window = studies();
    choose(&mut window, "Study", "scojo-pect");
    fill(&mut window, "Jobs each", "30");
    click(&mut window, "Run study");
    window.get_by_label_contains("Scojo-PECT: overhead");
    // Four configurations under five models, and the same over the other baseline.
    let charts = window.query_all_by_label_contains(" fit: thesis ");
    assert_eq!(charts.count(), 20);
    window.get_by_label("saved over intelligent");
    for rule in ["our rule", "the program's rule"] {
        let table = format!("Table 4, best/worst fit, {rule}: per cent of overhead saved");
        window.get_by_label(&table);
    }
    // Values of the thesis are beside the measured ones.
    assert!(window.query_all_by_label("[13.84]").count() > 0);
    assert!(window.query_all_by_label("~").count() > 0);
}

/// All of it is below its heading, in lines no wider than the pane.
#[test]
fn the_implemented_parts_of_each_paper_are_a_table() {
    let mut window = studies();
    let part = "MOM: which jobs the maximum is over";
    assert!(window.query_by_label(part).is_none());
    reach(&mut window, "What is implemented of each paper");
    let room = window.ctx.content_rect();
    for study in Study::ALL {
        window.get_by_label(study.paper);
        for part in study.parts {
            for text in [part.name, part.reason] {
                let labels = window.query_all_by_label(text);
                let rects: Vec<_> = labels.map(|label| label.rect()).collect();
                assert!(!rects.is_empty(), "{text}");
                assert!(
                    rects.iter().all(|rect| rect.right() <= room.right()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_study_can_be_stopped() {
    let mut window = studies();
    fill(&mut window, "Workloads", "10000");
    begin(&mut window);
    assert!(window.state().is_busy());
    window.get_by_label("Cancel study").click();
    finish(&mut window);
    assert_eq!(charts(&window), 0);
    begin(&mut window);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!window.state().is_busy());
    assert!(window.state().notices().is_empty());
    // Simulations do not wait for a study.
    begin(&mut window);
    window.state_mut().command(Command::RunAll);
    window.run_ok();
    while names(&window).len() < 3 {
        assert!(window.state().is_busy(), "the study still runs");
        window
            .state_mut()
            .settle_within(std::time::Duration::from_millis(20));
    }
    assert!(window.state().is_busy(), "the study still runs");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!window.state().is_busy());
}

#[test]
fn invalid_numbers_and_folders_are_reported() {
    let mut window = studies();
    fill(&mut window, "Workloads", "many");
    click(&mut window, "Run study");
    assert_eq!(charts(&window), 0);
    fill(&mut window, "Workloads", "1");
    fill(&mut window, "Folder of logs", "/no/such/folder");
    click(&mut window, "Run study");
    let sentence = "/no/such/folder: cannot be read: no such file or directory";
    assert_eq!(window.state().notices(), [sentence]);
}

#[test]
fn the_folder_of_logs_is_chosen_and_its_logs_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let job = |number: u64| {
        let submit = 100 * number;
        format!("{number} {submit} 0 50 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n")
    };
    let log = (1..=9).map(job).collect::<String>();
    write(
        folder.path(),
        "LANL-CM5-small.swf",
        &format!("; MaxProcs: 4\n{log}"),
    );
    let mut window = studies();
    click(&mut window, "Choose…");
    fill(&mut window, "Folder", &folder.path().display().to_string());
    field(&window, "Folder").focus();
    window.run_ok();
    press(&mut window, Modifiers::NONE, Key::Enter);
    click(&mut window, "Use this folder");
    click(&mut window, "Run study");
    assert!(window.state().notices().is_empty());
    // One grain has a log: a row of six charts.
    assert_eq!(charts(&window), 6);
    window.get_by_label_contains("response: fine, LANL-CM5: FCFS ");
    turn_to(&mut window, "random workloads on 32 nodes at a load of 1");
    assert_eq!(charts(&window), 24);
    turn_to(&mut window, "logs at a load of 1");
    assert_eq!(charts(&window), 6);
}
