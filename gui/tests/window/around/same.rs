//! The command lines shown in dialogs: their output equals the dialogs' to the byte.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{Window, choose, click, fill, finish, perform, window, write};

/// Forty jobs, so that there is something to draw.
const FORTY: &str = "(
    machine: Cluster(nodes: 16),
    workload: Lublin(jobs: 40, load: 0.9, estimates: UpTo(3.0)),
    policies: [Fcfs, Easy],
)";

/// The command line that is shown.
fn shown(window: &Window) -> String {
    let lines = window.get_all_by_label_contains("cosched ");
    let mut lines = lines.filter_map(|node| {
        let node = node.accesskit_node();
        node.label().or_else(|| node.value())
    });
    let line = lines.rfind(|line| line.starts_with("cosched "));
    line.expect("a command line")
}

/// Runs `line` as a shell would.
fn run(line: &str, folder: &Path) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_cosched"));
    let folders = program.parent().unwrap().display();
    let folders = format!("{folders}:{}", std::env::var("PATH").unwrap());
    let output = Process::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", folders)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
}

/// Opens the dialog for `what` and chooses `formats`; returns the command line for `path`.
fn requested(window: &mut Window, what: &str, formats: &[&str], path: &Path) -> String {
    match what {
        // It is below the visible part of the list.
        "Report of the runs" => perform(window, Command::Report),
        _ => {
            perform(window, Command::Export);
            choose(window, "What", what);
        }
    }
    for format in formats {
        click(window, format);
    }
    fill(window, "Path", &path.display().to_string());
    window.run_ok();
    shown(window)
}

#[test]
fn files_are_the_same_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "forty.ron", FORTY)]);
    for (what, formats, name) in [
        ("Plot: Wait", &["SVG"][..], "wait.svg"),
        ("Plot: Queue", &["PNG"], "queue.png"),
        ("Plot: Busy", &["CSV"], "busy.csv"),
        ("Plot: Slowdown by size", &["SVG"], "by size.svg"),
        ("Plot: Wait", &["PDF"], "wait.pdf"),
        ("Plot: Slowdown", &["SVG", "for print"], "print.svg"),
        ("Schedule of the current run", &["SVG"], "schedule.svg"),
        ("Schedule of the current run", &["PDF"], "schedule.pdf"),
        ("Comparison table", &[], "summary.csv"),
        ("Report of the runs", &[], "report.html"),
    ] {
        let path = folder.path().join(name);
        let line = requested(&mut window, what, formats, &path);
        click(&mut window, "Export file");
        let here = std::fs::read(&path).unwrap_or_else(|error| panic!("{what}: {error}"));
        std::fs::remove_file(&path).unwrap();
        run(&line, folder.path());
        let there = std::fs::read(&path).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(here == there, "{line}");
    }
}

/// The command line compared with the first run, the window with its baseline.
#[test]
fn a_report_against_another_baseline_is_the_same_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    // A run with a name of its own cannot be had by `--policy`.
    let named = FORTY.replace(
        "policies: [Fcfs, Easy]",
        "policies: [Fcfs], variants: [(policy: Easy, label: \"EASY of mine\")]",
    );
    let mut window = window(vec![write(folder.path(), "forty.ron", &named)]);
    click(&mut window, "Baseline EASY of mine");
    let path = folder.path().join("report.html");
    let line = requested(&mut window, "Report of the runs", &[], &path);
    assert!(line.contains("--baseline 'EASY of mine'"), "{line}");
    click(&mut window, "Export file");
    let here = std::fs::read_to_string(&path).unwrap();
    assert!(here.contains("The baseline is EASY of mine: "));
    std::fs::remove_file(&path).unwrap();
    run(&line, folder.path());
    let there = std::fs::read_to_string(&path).unwrap();
    assert!(here == there, "{line}");
}

#[test]
fn a_run_is_written_into_the_folder_that_the_command_line_takes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "forty.ron", FORTY)]);
    perform(&mut window, Command::Export);
    choose(&mut window, "What", "Current run, every job");
    let line = shown(&window);
    click(&mut window, "Export file");
    let jobs = |folder: &Path| std::fs::read(folder.join("fcfs/jobs.csv"));
    let here = jobs(folder.path()).or_else(|_| std::fs::read(folder.path().join("easy/jobs.csv")));
    let here = here.unwrap();
    for name in ["fcfs", "easy"] {
        let _ = std::fs::remove_dir_all(folder.path().join(name));
    }
    run(&line, folder.path());
    let there = jobs(folder.path()).or_else(|_| std::fs::read(folder.path().join("easy/jobs.csv")));
    assert!(here == there.unwrap(), "{line}");
}

#[test]
fn an_unsaved_document_has_no_command() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Report);
    window.get_by_label_contains("Save the scenario to a file");
}

/// The other dialogs and panes with a command line.
#[test]
fn dialogs_show_the_equivalent_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "forty.ron", FORTY);
    let mut window = window(vec![file.clone()]);
    perform(&mut window, Command::Open);
    fill(&mut window, "File", "forty.ron");
    assert_eq!(shown(&window), format!("cosched {}", file.display()));
    perform(&mut window, Command::SaveAs);
    fill(&mut window, "File", "other.ron");
    let other = folder.path().join("other.ron");
    assert_eq!(shown(&window), format!("cosched run {}", other.display()));
    click(&mut window, "Close");
    perform(&mut window, Command::GoTo(7));
    finish(&mut window);
    let line = shown(&window);
    assert!(
        line.contains("cosched explain") && line.ends_with("--job 7"),
        "{line}"
    );
    run(&line, folder.path());
    perform(&mut window, Command::Show(Pane::Studies));
    let mut lines = window.get_all_by_label_contains("cosched reproduce agile");
    assert!(lines.next().is_some());
}

/// The jobs that are drawn for the window are those that the line writes.
#[test]
fn a_model_is_written_as_the_log_it_draws() {
    let folder = tempfile::tempdir().unwrap();
    let text = FORTY.replace(", estimates: UpTo(3.0)", "");
    let mut window = window(vec![write(folder.path(), "forty.ron", &text)]);
    click(&mut window, "Workload");
    if window.query_by_label("As a log").is_none() {
        click(&mut window, "Workload");
    }
    click(&mut window, "As a log");
    let line = shown(&window);
    run(&line, folder.path());
    let log = std::fs::read_to_string(folder.path().join("jobs.swf")).unwrap();
    let jobs = log.lines().filter(|line| !line.starts_with(';')).count();
    assert_eq!(jobs, 40, "{line}");
}
