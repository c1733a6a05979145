//! Persistence: runs of documents opened before, and the desk from one start to the next.

use cosched::desktop::{Command, Pane};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{
    TWO_JOBS, Window, click, drawn, field, find_job, finish, names, perform, press_button,
    restarted, undrawn, window, write,
};

/// Three jobs on three nodes under two policies.
const THREE_JOBS: &str = "(
    title: \"three jobs\",
    machine: Cluster(nodes: Some(3)),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 2),
        (submit: 0, runtime: 100, nodes: 3),
        (submit: 0, runtime: 100, nodes: 1),
    ]),
    policies: [Fcfs, Easy],
)";

/// Opens a further file in a window.
fn open(window: &mut Window, path: &std::path::Path) {
    perform(window, Command::Open);
    let field = field(window, "File");
    field.set_text_value_accesskit(&path.display().to_string());
    finish(window);
    click(window, "Open file");
    finish(window);
}

#[test]
fn each_file_has_its_own_runs() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let three = write(folder.path(), "three.ron", THREE_JOBS);
    let mut window = window(vec![two.clone()]);
    open(&mut window, &three);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    window.get_by_label("Schedule of EASY");
    // A file that is open already comes to the front.
    open(&mut window, &two);
    assert_eq!(names(&window), ["FCFS"]);
    open(&mut window, &three);
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert_eq!(window.state().document_names(), ["two.ron", "three.ron"]);
}

#[test]
fn the_desk_is_restored_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let three = write(folder.path(), "three.ron", THREE_JOBS);
    let mut before = window(vec![two]);
    open(&mut before, &three);
    // A change that is in no file, a baseline, a hidden run and a chosen job.
    press_button(&mut before, "Conservative");
    before.run_steps(30);
    finish(&mut before);
    press_button(&mut before, "Baseline EASY");
    click(&mut before, "Show run FCFS");
    find_job(&mut before, "3");
    let mut after = restarted(&mut before);
    let mut sorted = names(&after);
    sorted.sort_unstable();
    assert_eq!(sorted, ["Conservative", "EASY", "FCFS"]);
    assert_eq!(after.state().document_names(), ["two.ron", "three.ron"]);
    assert_eq!(after.state().scenario(), before.state().scenario());
    assert!(after.query_all_by_label_contains("than EASY").count() > 0);
    assert!(after.query_by_label("Schedule of FCFS").is_none());
    after.get_by_label_contains("Job 3 under ");
    // The file does not have the change.
    perform(&mut after, Command::CloseDocument);
    after.get_by_label("“three.ron” has changes that are in no file.");
}

#[test]
fn a_desk_with_a_missing_file_opens_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = "; MaxNodes: 4\n1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n";
    let log = write(folder.path(), "small.swf", log);
    let mut before = window(vec![log.clone()]);
    assert!(!names(&before).is_empty());
    std::fs::remove_file(log).unwrap();
    let mut after = drawn(before.state_mut().restarted());
    finish(&mut after);
    let notices = after.state().notices().join("; ");
    assert!(notices.contains("small.swf"), "{notices}");
}

#[test]
fn a_file_changed_by_others_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let mut before = window(vec![two.clone()]);
    let wider = TWO_JOBS.replace("Some(2)", "Some(4)");
    std::fs::write(&two, &wider).unwrap();
    let mut after = restarted(&mut before);
    let wider = cosched::scenario::parse(&wider, None).unwrap();
    assert_eq!(*after.state().scenario(), wider);
    // There are no unsaved changes, so that no question is asked.
    perform(&mut after, Command::CloseDocument);
    assert_eq!(after.state().scenario().title, "Backfill basics");
}

#[test]
fn a_cancelled_restoration_does_not_affect_later_runs() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.ron", TWO_JOBS);
    let three = write(folder.path(), "three.ron", THREE_JOBS);
    let mut before = window(vec![two]);
    open(&mut before, &three);
    let mut app = before.state_mut().restarted();
    app.command(Command::Cancel);
    let mut after = undrawn(app);
    finish(&mut after);
    for _ in 0..2 {
        // Runs that were kept would come twice.
        perform(&mut after, Command::Run);
        let plain = names(&after).into_iter().filter(|name| !name.contains(','));
        assert_eq!(plain.collect::<Vec<_>>(), ["FCFS", "EASY"]);
    }
}

/// The tab of a pane may be beyond the edge: it was not marked in front.
#[test]
fn the_tab_of_the_pane_in_front_is_in_sight() {
    let mut window = window(Vec::new());
    for pane in [Pane::Studies, Pane::Schedule, Pane::Health] {
        perform(&mut window, Command::Show(pane));
        let rect = window.state().pane_rect(&window.ctx, pane).unwrap();
        let tab = window.get_by_role_and_label(Role::Button, pane.title());
        let tab = tab.rect();
        assert!(
            rect.x_range().contains(tab.center().x),
            "{pane:?}: {tab:?} {rect:?}"
        );
    }
}

/// Columns that do not fit were cut without a hint at more.
#[test]
fn hidden_columns_are_one_click_away() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Show(Pane::Compare));
    let is_enabled =
        |window: &Window, name: &str| !window.get_by_label(name).accesskit_node().is_disabled();
    assert!(!is_enabled(&window, "Earlier columns"));
    let before = window.get_by_label("Sort by mean wait").rect().left();
    click(&mut window, "Further columns");
    assert!(is_enabled(&window, "Earlier columns"));
    let after = window.get_by_label("Sort by mean wait").rect().left();
    assert!(after < before, "{before} {after}");
}

/// Cores were called nodes in the pane, and cores beside the schedule.
#[test]
fn busy_units_have_one_name_in_pane_and_schedule() {
    let shared = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/by_hand/cluster/partitions.ron"
    );
    let mut window = window(vec![shared.into()]);
    for pane in [Pane::Schedule, Pane::Utilisation] {
        perform(&mut window, Command::Show(pane));
        window.get_by_label("Busy cores over time");
    }
}
