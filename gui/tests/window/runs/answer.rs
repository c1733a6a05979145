//! The answer above the charts, and the export of the pane in front.

use std::path::PathBuf;

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, click, copied, example, field, fill, names, perform, press, restarted, window, write,
};

/// Two nodes. Job 1 has one until 100, job 2 needs both, and job 3 fits beside job 1. EASY: waits
/// of 0, 99 and 0 s. FCFS: 0, 99 and 108 s.
const THREE: &str = "(
    title: \"three jobs\",
    machine: Cluster(nodes: Some(2)),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 1),
        (submit: 1, runtime: 10, nodes: 2),
        (submit: 2, runtime: 50, nodes: 1),
    ]),
    policies: [Easy, Fcfs],
)";

/// The second job waits 90 s for the first, and was recorded to wait 100 s.
const LOG: &str = "; MaxProcs: 2\n\
    1 0 0 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 10 100 50 1 -1 -1 1 50 -1 1 1 1 -1 1 -1 -1 -1\n";

fn three(folder: &tempfile::TempDir) -> Window {
    window(vec![write(folder.path(), "three.ron", THREE)])
}

fn answer(window: &Window) -> String {
    window.state().answer_in_words().expect("an answer")
}

/// Types a selection of jobs.
fn select(window: &mut Window, line: &str) {
    field(window, "Select jobs").focus();
    window.run_ok();
    field(window, "Select jobs").type_text(line);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn the_card_answers_a_small_example() {
    let folder = tempfile::tempdir().unwrap();
    let window = three(&folder);
    assert_eq!(
        answer(&window),
        "Under EASY jobs wait 33 s on average. \
         Against EASY: FCFS × 2.1, too short to say whether that holds for other jobs. \
         Longest wait: job 2, 1 min 39 under EASY: 1 job passed it, and job 1 was the last to leave its nodes."
    );
    // The text is on the screen, and links have the names of their targets.
    for name in [
        "33 s: compare EASY with the others",
        "× 2.1: compare FCFS with the others",
        "FCFS: choose the run FCFS",
        "job 2: go to the job under EASY",
    ] {
        window.get_by_label(name);
    }
}

#[test]
fn a_link_goes_to_the_source_of_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    click(&mut window, "job 2: go to the job under EASY");
    // The inspector shows that job.
    window.get_by_label("Why it started when it did");
    click(&mut window, "FCFS: choose the run FCFS");
    perform(&mut window, Command::Show(Pane::Jobs));
    click(&mut window, "33 s: compare EASY with the others");
    window.get_by_label("Compare EASY");
}

#[test]
fn the_answer_is_made_anew_with_every_selection_and_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    perform(&mut window, Command::Show(Pane::Statistics));
    select(&mut window, "nodes == 1");
    assert_eq!(
        answer(&window),
        "Under EASY none of the selected jobs waits. \
         Against EASY: FCFS 54 s, too short to say whether that holds for other jobs."
    );
    perform(&mut window, Command::ScopeAll);
    assert!(answer(&window).starts_with("Under EASY jobs wait 33 s"));
    click(&mut window, "FCFS: choose the run FCFS");
    perform(&mut window, Command::Baseline);
    let said = answer(&window);
    assert!(
        said.starts_with("Under FCFS jobs wait 1 min 09 on average. Against FCFS: EASY −52 %"),
        "{said}"
    );
}

#[test]
fn the_recorded_log_is_the_baseline_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut shown = window(vec![write(folder.path(), "near.swf", LOG)]);
    assert_eq!(names(&shown)[0], "As recorded");
    let said = answer(&shown);
    let begin = "Under EASY jobs wait 45 s on average. As recorded they wait 50 s: the simulation fits within 10 %.";
    assert!(said.starts_with(begin), "{said}");
    shown.get_by_label("50 s: compare As recorded with the others");
    // The table compares with the log, which is the baseline, and says what is in that; the
    // card with a simulated run. A click has that one in both.
    let key = |name: &str| format!("Against {name} ★ · grey: not sure, 0 lies in the interval");
    assert!(said.contains("Against EASY: "), "{said}");
    perform(&mut shown, Command::Show(Pane::Compare));
    shown.get_by_label(&key("As recorded"));
    shown.get_by_label("changes contain what the simulation misses");
    shown.get_by_label_contains("EASY: 45 s\n−10 %: better than As recorded");
    click(&mut shown, "with EASY");
    shown.get_by_label(&key("EASY"));
    assert!(
        shown
            .query_by_label("changes contain what the simulation misses")
            .is_none()
    );
    shown.get_by_label_contains("As recorded: 50 s\n+11 %: worse than EASY");
    click(&mut shown, "with As recorded");
    shown.get_by_label(&key("As recorded"));
    let said = answer(&shown);
    assert!(said.starts_with(begin), "{said}");
    click(
        &mut shown,
        "fits within 10 %: see how the simulation fits the log, and what the log shows",
    );
    // It is so after a restart, and when its document comes to the front again.
    let again = restarted(&mut shown);
    assert_eq!(names(&again)[0], "As recorded");
    // Without start times nothing is recorded.
    let without = LOG
        .replace(" 100 50 1 ", " -1 50 1 ")
        .replace("1 0 0 100", "1 0 -1 100");
    let shown = window(vec![write(folder.path(), "without.swf", &without)]);
    assert!(!names(&shown).contains(&"As recorded"));
}

#[test]
fn shared_nodes_and_servers_have_an_answer_as_well() {
    let shown = example("Workflow on shared servers");
    let said = answer(&shown);
    assert!(said.contains(" all is done after "), "{said}");
    // By the starts in the fixture, waits of 0, 0, 0, 9, 18, 27, 26, 0 and 9 s are 89 / 9 s in the
    // mean; under EASY those of jobs 6 and 7 are 7 s, 50 / 9 s in the mean, which is 43.8 % less.
    let shared = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/by_hand/cluster/partitions.ron"
    );
    let shown = window(vec![shared.into()]);
    let said = answer(&shown);
    let begin = "Under FCFS jobs wait 9.89 s on average. Against FCFS: EASY −44 %";
    assert!(said.starts_with(begin), "{said}");
    assert!(said.contains("Longest wait: job 6, 27 s"), "{said}");
}

#[test]
fn the_sentence_equals_the_card() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    let said = answer(&window);
    press(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::C,
    );
    assert_eq!(
        window.state().notices(),
        ["Copied the answer"],
        "by its key"
    );
    window.state_mut().command(Command::TakeSentence);
    let copied = (0..6).find_map(|_| {
        window.step();
        copied(&window)
    });
    assert_eq!(copied, Some(said));
}

#[test]
fn the_card_folds_to_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    let link = "× 2.1: compare FCFS with the others";
    window.get_by_label(link);
    click(&mut window, "Fold the answer to one line");
    assert!(window.query_by_label(link).is_none());
    window.get_by_label("33 s: compare EASY with the others");
    click(&mut window, "Unfold the answer");
    window.get_by_label(link);
}

/// Rows of a CSV file.
fn rows(path: PathBuf) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows = reader.records();
    rows.map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// The cell of a run in the column of that name.
fn cell<'r>(rows: &'r [Vec<String>], run: &str, column: &str) -> &'r str {
    let index = rows[0].iter().position(|name| name == column).unwrap();
    let row = rows.iter().find(|row| row[0] == run).unwrap();
    &row[index]
}

#[test]
fn the_pane_in_front_is_exported_into_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    let said = answer(&window);
    let out = folder.path().join("taken");
    perform(&mut window, Command::TakeAll);
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    let text = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(text("answer.txt").trim_end(), said);
    assert!(text("command.txt").starts_with("cosched run "));
    assert!(text("scenario.ron").contains("three jobs"));
    // As in the pane: 33 s, and 69 s, which is 36 / 33 more.
    let table = rows(out.join("table.csv"));
    assert_eq!(cell(&table, "EASY", "mean_wait"), "33");
    assert_eq!(cell(&table, "FCFS", "mean_wait"), "69");
    let change: f64 = cell(&table, "FCFS", "mean_wait_change").parse().unwrap();
    assert!((change - 36.0 / 33.0).abs() < 1e-12);
    assert!(text("table.tex").contains("1 min 09"));
    for (name, begin) in [
        ("figure.pdf", &b"%PDF"[..]),
        ("figure.svg", b"<"),
        ("figure.png", b"\x89PNG"),
    ] {
        let bytes = std::fs::read(out.join(name)).unwrap();
        assert!(bytes.starts_with(begin), "{name}");
    }
}

#[test]
fn the_table_and_the_figure_are_of_the_selected_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    perform(&mut window, Command::Show(Pane::Statistics));
    select(&mut window, "nodes == 1");
    let out = folder.path().join("some.csv");
    perform(&mut window, Command::TakeTable);
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    let table = rows(out);
    // Jobs 1 and 3 under FCFS: 0 and 108 s.
    let wait = table
        .iter()
        .find(|row| row[..2] == ["FCFS", "wait"])
        .unwrap();
    assert_eq!(wait[2..4], ["2", "54"]);
    let out = folder.path().join("some-curves.csv");
    perform(&mut window, Command::TakeFigure);
    click(&mut window, "CSV");
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    let points = rows(out).len() - 1;
    // Of one wait under EASY and of two under FCFS.
    assert_eq!(points, 3);
}

const SWEPT: &str = "(
    title: \"swept\",
    machine: Cluster(nodes: 32),
    workload: Lublin(jobs: 60),
    policies: [Easy, Conservative],
    sweep: (over: [(load: Range(0.6, 0.8, 0.1))], seeds: 3),
)";

/// Exports the pane in front; returns the rows of the table and of the figure's values.
fn export_all(window: &mut Window, out: PathBuf) -> Vec<Vec<String>> {
    perform(window, Command::TakeAll);
    fill(window, "Path", &out.display().to_string());
    click(window, "Export file");
    let bytes = std::fs::read(out.join("figure.pdf")).unwrap();
    assert!(bytes.starts_with(b"%PDF"));
    rows(out.join("table.csv"))
}

#[test]
fn a_sweep_has_a_figure_and_a_table_for_export() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "swept.ron", SWEPT)]);
    perform(&mut window, Command::Sweep);
    click(&mut window, "Run sweep");
    let table = export_all(&mut window, folder.path().join("taken"));
    // Three loads under two policies, each of three seeds.
    assert_eq!(table.len(), 1 + 3 * 2, "{table:?}");
    assert!(table[1..].iter().all(|row| row[3] == "3"), "{table:?}");
    let out = folder.path().join("curves.csv");
    perform(&mut window, Command::TakeFigure);
    click(&mut window, "CSV");
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    assert_eq!(rows(out), table);
}

/// The cells of the metric in `summary.csv` of `cosched sweep`, and the ends of the intervals
/// behind it, none of which is below 0: no job waits less than not at all.
#[test]
fn the_table_of_a_sweep_is_that_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "swept.ron", SWEPT);
    let out = folder.path().join("swept.sweep");
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_cosched"))
        .args(["sweep", "--quiet", "--out"])
        .args([&out, &path])
        .status();
    assert!(done.unwrap().success());
    let summary = rows(out.join("summary.csv"));
    let is_shown = |row: &&Vec<String>| ["metric", "mean_wait"].contains(&row[2].as_str());
    let summary: Vec<Vec<String>> = summary.iter().filter(is_shown).cloned().collect();
    let mut window = window(vec![path]);
    perform(&mut window, Command::Sweep);
    click(&mut window, "Run sweep");
    let table = export_all(&mut window, folder.path().join("taken"));
    assert_eq!(table[0][8..], ["low", "high"]);
    let mut of_table: Vec<Vec<String>> = table.iter().map(|row| row[..8].to_vec()).collect();
    // Curve by curve here, point by point there.
    of_table[1..].sort();
    let mut of_summary = summary;
    of_summary[1..].sort();
    assert_eq!(of_table, of_summary);
    for row in &table[1..] {
        let [mean, half, low] = [4, 5, 8].map(|cell| row[cell].parse::<f64>().unwrap());
        assert_eq!(low, (mean - half).max(0.0), "{row:?}");
    }
}

#[test]
fn a_what_if_has_a_figure_and_a_table_for_export() {
    let folder = tempfile::tempdir().unwrap();
    let one = THREE.replace("policies: [Easy, Fcfs]", "policies: [Fcfs]");
    let mut window = window(vec![write(folder.path(), "one.ron", &one)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    fill(&mut window, "FCFS with", "policy=easy");
    click(&mut window, "Find out");
    let table = export_all(&mut window, folder.path().join("taken"));
    // As in the pane: 69 s in the mean before, 33 s after, 52.2 % less.
    let wait = table.iter().find(|row| row[..2] == ["mean", "wait"]);
    let wait = wait.unwrap_or_else(|| panic!("{table:?}"));
    assert_eq!(wait[3..6], ["1 min 09", "33 s", "−52 %"]);
    let out = folder.path().join("curves.csv");
    perform(&mut window, Command::TakeFigure);
    click(&mut window, "CSV");
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    // Waits of 0, 99 and 108 s before, of 0, 99 and 0 s after: the figure in front has both.
    let ends: Vec<Vec<String>> = rows(out)[1..].iter().map(|row| row[..2].to_vec()).collect();
    for last in [["before", "108"], ["after", "99"]] {
        let mut of_run = ends.iter().filter(|row| row[0] == last[0]);
        assert_eq!(of_run.next_back().unwrap(), &last, "{ends:?}");
    }
    window.state_mut().command(Command::TakePaneSentences);
    let said = (0..6).find_map(|_| {
        window.step();
        copied(&window)
    });
    let said = said.unwrap();
    let begin = "3 jobs, before and after: EASY instead of FCFS. ";
    assert!(said.starts_with(begin), "{said}");
    let wait = "Mean wait: 1 min 09 before, 33 s after, −52 % (95 %: too short to say).";
    assert!(said.contains(wait), "{said}");
}

#[test]
fn where_to_write_is_chosen_in_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(&folder);
    perform(&mut window, Command::Report);
    click(&mut window, "Browse…");
    fill(&mut window, "File", "mine.html");
    click(&mut window, "Use this name");
    click(&mut window, "Export file");
    let page = std::fs::read_to_string(folder.path().join("mine.html")).unwrap();
    assert!(page.contains("<p>Under EASY jobs wait 33 s on average.</p>"));
}
