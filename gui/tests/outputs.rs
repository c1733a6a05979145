//! Files that are written: only where a file is or nothing yet, never over what is read, and
//! nothing in them that a spreadsheet takes for a formula or a terminal for a command.

mod program;

use std::fs;
use std::path::Path;

use program::{cosched, text};

const SCENARIO: &str = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 10, nodes: 2), (submit: 1, runtime: 10, nodes: 2)]), policies: [Fcfs])";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ron"), SCENARIO).unwrap();
    folder
}

/// Imports `log.csv` as `out`; the status, and what was said.
fn imported(folder: &Path, out: &str) -> (Option<i32>, String) {
    let output = cosched(folder, &["import", "log.csv", "--out", out]);
    (output.status.code(), text(&output.stderr))
}

fn with_log() -> tempfile::TempDir {
    let folder = folder();
    let log = "JobID|Submit|Start|End|State|NNodes\n1|2024-01-01T00:00:00|2024-01-01T00:00:10|2024-01-01T00:01:00|COMPLETED|2\n";
    fs::write(folder.path().join("log.csv"), log).unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn an_output_replaces_no_pipe_device_or_link_that_leads_nowhere() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe.swf"))
        .status();
    assert!(made.unwrap().success());
    symlink("nowhere", path("link.swf")).unwrap();
    symlink("/dev/null", path("null.swf")).unwrap();
    for (name, why) in [
        ("pipe.swf", "it is a pipe"),
        ("link.swf", "it is a link that leads nowhere"),
        ("null.swf", "it is a device"),
    ] {
        let before = path(name).symlink_metadata().unwrap().file_type();
        let (status, said) = imported(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert!(said.contains(why), "{said}");
        assert_eq!(path(name).symlink_metadata().unwrap().file_type(), before);
        assert!(!path("nowhere").exists());
    }
    let pipe = path("pipe.swf").metadata().unwrap();
    assert!(pipe.file_type().is_fifo());
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_file_it_leads_to_is_written() {
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("elsewhere")).unwrap();
    fs::write(path("elsewhere/real.swf"), "before").unwrap();
    std::os::unix::fs::symlink("elsewhere/real.swf", path("link.swf")).unwrap();
    let (status, said) = imported(folder.path(), "link.swf");
    assert_eq!(status, Some(0), "{said}");
    assert!(path("link.swf").symlink_metadata().unwrap().is_symlink());
    let written = fs::read_to_string(path("elsewhere/real.swf")).unwrap();
    assert!(written.starts_with("; Version: 2.2"), "{written}");
}

#[cfg(unix)]
#[test]
fn an_output_never_replaces_what_the_command_reads() {
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("log.csv", path("link.csv")).unwrap();
    fs::hard_link(path("log.csv"), path("hard.csv")).unwrap();
    let before = fs::read_to_string(path("log.csv")).unwrap();
    for name in ["log.csv", "link.csv", "hard.csv", "./log.csv"] {
        let (status, said) = imported(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert!(said.contains("this command reads it"), "{said}");
        assert_eq!(fs::read_to_string(path("log.csv")).unwrap(), before);
    }
    // Where a folder of results is meant to be, too.
    fs::create_dir_all(path("out/fcfs")).unwrap();
    let jobs = "job,submit,runtime,nodes\n";
    fs::write(path("out/fcfs/jobs.csv"), jobs).unwrap();
    fs::remove_file(path("x.ron")).unwrap();
    fs::write(
        path("out/fcfs/schedule.swf"),
        "1 0 0 5 1 -1 -1 1 5 -1 1 1 1 1 -1 -1 -1 -1\n",
    )
    .unwrap();
    let log = fs::read_to_string(path("out/fcfs/schedule.swf")).unwrap();
    let arguments = [
        "run",
        "out/fcfs/schedule.swf",
        "--policy",
        "fcfs",
        "--nodes",
        "1",
        "--out",
        "out",
    ];
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(
        fs::read_to_string(path("out/fcfs/schedule.swf")).unwrap(),
        log
    );
}

#[cfg(unix)]
#[test]
fn what_a_killed_program_left_behind_is_removed() {
    let folder = with_log();
    let old = folder.path().join(".cosched-abc.part");
    let fresh = folder.path().join(".cosched-def.part");
    let others = folder.path().join(".tmpabc");
    for path in [&old, &fresh, &others] {
        fs::write(path, "").unwrap();
    }
    let hour = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for path in [&old, &others] {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(hour).unwrap();
    }
    assert_eq!(imported(folder.path(), "a.swf").0, Some(0));
    assert!(!old.exists() && fresh.exists() && others.exists());
    // Who is still at work keeps the lock.
    let at_work = fs::File::options().write(true).open(&fresh).unwrap();
    at_work.set_modified(hour).unwrap();
    at_work.lock().unwrap();
    assert_eq!(imported(folder.path(), "b.swf").0, Some(0));
    assert!(fresh.exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_as_an_input_is_refused_and_not_waited_for() {
    let folder = folder();
    for (command, name) in [
        ("run", "p.ron"),
        ("run", "p.swf"),
        ("run", "p.json"),
        ("import", "p.csv"),
        ("import", "p.parquet"),
        ("live", "p.txt"),
    ] {
        let path = folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
        let output = cosched(folder.path(), &[command, name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command} {name}: {said}");
        let sentence = format!("cosched: {name}: is a pipe, and only files are read: ");
        assert!(said.starts_with(&sentence), "{command} {name}: {said}");
    }
}

/// From 1519.7297363980001 s it was, in a number that has no more than nanoseconds.
#[test]
fn outages_are_written_to_the_nanosecond_and_no_further() {
    let folder = folder();
    let outages = "(machine: Cluster(nodes: 1, outages: (events: [(at: 1519.729736398, first: 0, what: Down), (at: 1519.829736398, first: 0, what: Up)])), workload: Jobs([(submit: 0, runtime: 5000, nodes: 1)]), policies: [Fcfs])";
    fs::write(folder.path().join("x.ron"), outages).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = fs::read_to_string(folder.path().join("out/fcfs/outages.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.starts_with("1519.729736398,1519.829736398,0,1,"),
        "{row}"
    );
}
