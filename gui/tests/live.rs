//! Real commands, scheduled: starts and ends, and the log replayed.
#![cfg(unix)]

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use program::{cosched, text};

/// Runs the lines of `jobs` live on two processors.
fn live(folder: &Path, jobs: &str, more: &[&str]) -> (String, String, Option<i32>) {
    fs::write(folder.join("jobs.txt"), jobs).unwrap();
    let arguments = [&["live", "jobs.txt", "--nodes", "2"], more].concat();
    let output = cosched(folder, &arguments);
    let (said, status) = (text(&output.stderr), output.status.code());
    (text(&output.stdout), said, status)
}

#[test]
fn a_dry_run_says_when_each_would_start() {
    let folder = tempfile::tempdir().unwrap();
    // The third passes the second, which needs both processors.
    let jobs = "# comment\n1 10 a\n2 10 b\n\n1 5m c\n1 10 d\n";
    let (said, _, status) = live(folder.path(), jobs, &["--dry-run"]);
    let starts: Vec<Vec<&str>> = said
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        starts,
        [
            ["0.000", "10.000", "0", "a"],
            ["0.000", "10.000", "1", "d"],
            ["10.000", "20.000", "0-1", "b"],
            ["20.000", "320.000", "0", "c"]
        ]
    );
    assert_eq!(status, Some(0));
}

#[test]
fn the_log_replays_to_the_same_starts() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "1 5 sleep 0.3\n2 5 sleep 0.2\n1 0.2 sleep 0.1\n1 0.4 sleep 9\n@0.2 1 5 true\n1 5 echo $COSCHED_PROCESSORS > where\n";
    let (_, said, status) = live(folder.path(), jobs, &["--log", "log.swf"]);
    assert!(
        said.contains("1 were killed at their estimates") || said.contains("killed"),
        "{said}"
    );
    assert_eq!(status, Some(1), "one was killed at its estimate");
    let where_it_ran = fs::read_to_string(folder.path().join("where")).unwrap();
    assert!(
        ["0\n", "1\n"].contains(&where_it_ran.as_str()),
        "{where_it_ran}"
    );
    let arguments = [
        "run", "log.swf", "--policy", "easy", "--quiet", "--out", "out",
    ];
    assert!(cosched(folder.path(), &arguments).status.success());
    let replayed = fs::read_to_string(folder.path().join("out/easy/jobs.csv")).unwrap();
    let log = fs::read_to_string(folder.path().join("log.swf")).unwrap();
    let records: Vec<Vec<&str>> = log
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(records.len(), 6);
    for record in records {
        let row = replayed
            .lines()
            .find(|row| row.split(',').next() == Some(record[0]));
        let cells: Vec<&str> = row.unwrap().split(',').collect();
        assert_eq!(cells[8], record[2], "job {} waits as long", record[0]);
    }
}

#[test]
fn a_failing_command_sets_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let (shown, said, status) = live(folder.path(), "1 5 false\n1 5 true\n", &["--quiet"]);
    assert_eq!(status, Some(1));
    assert_eq!(
        said,
        "cosched: of 2 commands 1 failed and 0 were killed at their estimates\n"
    );
    assert!(shown.contains("false   (failed)"), "{shown}");
}

#[test]
fn an_interrupt_stops_all_and_writes_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "1 60 touch began; sleep 30\n2 60 touch never\n";
    fs::write(folder.path().join("jobs.txt"), jobs).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(["live", "jobs.txt", "--nodes", "2", "--log", "log.swf"]);
    command.current_dir(folder.path());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    while !folder.path().join("began").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("stopped: 0 of 2 commands had completed"));
    assert!(!folder.path().join("never").exists());
    let log = fs::read_to_string(folder.path().join("log.swf")).unwrap();
    // Both cancelled.
    assert_eq!(log.matches(" 5 -1 -1 -1 -1 -1 -1 -1\n").count(), 2, "{log}");
}

#[test]
fn a_wrong_line_gets_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |jobs: &str, sentence: &str| {
        let (_, said, status) = live(folder.path(), jobs, &[]);
        assert_eq!(said, format!("cosched: {sentence}\n"));
        assert_eq!(status, Some(2));
    };
    wrong(
        "1 10 true\n9 10 true\n",
        "jobs.txt:2:1: `9` is not a number of processors; 1 to 2 are allowed",
    );
    wrong(
        "1 soon true\n",
        "jobs.txt:1:3: `soon` is not an estimate: seconds, or a number and s, m, h or d, up to 366d",
    );
    wrong(
        "# nothing\n",
        "jobs.txt: no command is in it; at least one is needed",
    );
}

/// The program itself, running `jobs` on two processors in `folder`, with a log.
fn start_live(folder: &Path, jobs: &str) -> Child {
    fs::write(folder.join("jobs.txt"), jobs).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(["live", "jobs.txt", "--nodes", "2", "--log", "log.swf"]);
    command.current_dir(folder);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until `is_so`, up to a timeout.
fn await_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..1_500 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} has not come about within half a minute");
}

fn signal(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    let status = Command::new("kill").args([signal, &pid]).status();
    assert!(status.unwrap().success());
}

/// The lines of jobs in a log.
fn records(folder: &Path) -> Vec<String> {
    let log = fs::read_to_string(folder.join("log.swf")).unwrap_or_default();
    let lines = log.lines().filter(|line| !line.starts_with(';'));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_suspended_program_reports_no_completed_command_as_killed() {
    let folder = tempfile::tempdir().unwrap();
    let child = start_live(folder.path(), "1 2 touch began; sleep 1; touch ended\n");
    await_until("the command begins", || {
        folder.path().join("began").exists()
    });
    signal(&child, "-STOP");
    await_until("it ends", || folder.path().join("ended").exists());
    // Far beyond the estimate.
    std::thread::sleep(Duration::from_secs(3));
    signal(&child, "-CONT");
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let log = records(folder.path());
    let cells: Vec<&str> = log[0].split(' ').collect();
    assert_eq!(cells[10], "1", "it has completed: {log:?}");
    // It has ended by its estimate, so that a simulation of the log has the same result.
    assert!(cells[3].parse::<f64>().unwrap() <= 2.0, "{log:?}");
}

#[test]
fn a_command_that_is_started_late_has_all_of_its_estimate() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "1 60 touch began; sleep 1\n@0.5 1 1 sleep 0.3; touch done\n";
    let child = start_live(folder.path(), jobs);
    await_until("the first begins", || folder.path().join("began").exists());
    signal(&child, "-STOP");
    // The second is submitted, and would be at its estimate, while the program is stopped.
    std::thread::sleep(Duration::from_secs(3));
    signal(&child, "-CONT");
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(folder.path().join("done").exists());
    assert_eq!(records(folder.path()).len(), 2);
}

#[test]
fn the_log_has_what_ended_before_the_program_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "1 60 true\n1 60 false\n1 60 echo $$ > pid; exec sleep 60\n";
    let mut child = start_live(folder.path(), jobs);
    await_until("two lines are in the log", || {
        folder.path().join("pid").exists() && records(folder.path()).len() == 2
    });
    signal(&child, "-KILL");
    child.wait().unwrap();
    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    let orphan = Command::new("kill").arg(pid.trim()).status();
    assert!(orphan.unwrap().success());
    let mut log = records(folder.path());
    log.sort();
    let status = |line: &String| line.split(' ').nth(10).unwrap().to_owned();
    assert_eq!(log.iter().map(status).collect::<Vec<_>>(), ["1", "0"]);
    let arguments = ["run", "log.swf", "--policy", "easy", "--quiet"];
    let replayed = cosched(folder.path(), &arguments);
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
}

#[test]
fn an_unwritable_log_is_reported_before_any_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("jobs.txt", folder.path().join("link.swf")).unwrap();
    for (log, why) in [
        (".", "is a directory"),
        ("jobs.txt", "this command reads it"),
        ("link.swf", "this command reads it"),
        ("/dev/null", "it is a device"),
    ] {
        let arguments = ["--log", log, "--quiet"];
        let (_, said, status) = live(folder.path(), "1 60 touch began\n", &arguments);
        assert_eq!(status, Some(1), "{log}: {said}");
        assert!(said.starts_with(&format!("cosched: {log}: cannot be written: ")));
        assert!(said.contains(why), "{said}");
        assert!(!folder.path().join("began").exists(), "{log}");
    }
}
