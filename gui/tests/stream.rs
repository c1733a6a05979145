//! Runs that keep only the jobs in the system: the numbers of those that keep all.

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use program::{cosched, text};

const POLICIES: [&str; 6] = [
    "--policy",
    "fcfs",
    "--policy",
    "easy",
    "--policy",
    "conservative",
];

/// A log of so many drawn jobs on 64 nodes.
fn log(folder: &Path, jobs: &str) -> String {
    let asked = [
        "generate", "lublin", "--nodes", "64", "--load", "0.9", "--jobs", jobs,
    ];
    let output = cosched(folder, &asked);
    assert!(output.status.success());
    let log = text(&output.stdout);
    fs::write(folder.join("log.swf"), &log).unwrap();
    log
}

/// The rows of a file, in whatever order.
fn rows(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn same_results(folder: &Path) {
    for policy in ["fcfs", "easy", "conservative"] {
        let [kept, streamed] =
            ["kept", "streamed"].map(|run| rows(&folder.join(run).join(policy).join("jobs.csv")));
        assert_eq!(kept.len(), 2_001, "a row for each job, and the heading");
        assert_eq!(kept, streamed, "{policy}");
    }
    let [kept, streamed] =
        ["kept", "streamed"].map(|run| fs::read_to_string(folder.join(run).join("summary.csv")));
    // With the digests of all events.
    assert_eq!(kept.unwrap(), streamed.unwrap());
}

#[test]
fn a_log_gives_the_same_numbers_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    log(folder.path(), "2000");
    for more in [
        ["--out", "kept"].as_slice(),
        &["--out", "streamed", "--stream"],
    ] {
        let arguments = [&["run", "log.swf", "--quiet"], POLICIES.as_slice(), more].concat();
        let output = cosched(folder.path(), &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    same_results(folder.path());
}

#[test]
fn a_model_gives_the_same_numbers_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 64), workload: Lublin(jobs: 2000, load: 0.9, estimates: UpTo(4)), policies: [Fcfs, Easy, Conservative])";
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    for more in [
        ["--out", "kept"].as_slice(),
        &["--out", "streamed", "--stream"],
    ] {
        let arguments = [&["run", "x.ron", "--quiet"], more].concat();
        let output = cosched(folder.path(), &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    same_results(folder.path());
}

#[test]
fn a_log_on_standard_input_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path(), "500");
    let file = cosched(
        folder.path(),
        &["run", "log.swf", "--policy", "easy", "--quiet"],
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(["run", "-", "--stream", "--policy", "easy", "--quiet"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(log.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout), text(&file.stdout));
}

/// What is said of `log` run in a stream with these `arguments`, and the status.
fn refused(log: &str, arguments: &[&str]) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.swf"), log).unwrap();
    let all = [&["run", "x.swf", "--stream", "--quiet"], arguments].concat();
    let output = cosched(folder.path(), &all);
    (text(&output.stderr), output.status.code())
}

const HEADER: &str = "; MaxProcs: 4\n";

/// A record of a job of four processors and 100 s.
fn record(number: u32, submit: u32) -> String {
    format!("{number} {submit} -1 100 4 -1 -1 4 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n")
}

#[test]
fn what_cannot_be_streamed_gets_one_clear_sentence() {
    let easy = ["--policy", "easy"];
    let backwards = [HEADER, &record(1, 50), &record(2, 20)].concat();
    let (said, status) = refused(&backwards, &easy);
    assert!(
        said.starts_with("cosched: ") && said.contains("x.swf:3:1: "),
        "{said}"
    );
    assert!(said.contains("run it without --stream"), "{said}");
    assert_eq!(status, Some(2));

    let three: Vec<String> = (1..=3).map(|number| record(number, number)).collect();
    let many = [HEADER, &three.concat()].concat();
    let (said, status) = refused(&many, &[&easy[..], &["--slots", "2"]].concat());
    assert!(
        said.contains("job 3, submitted at 3 s, finds 2 jobs in the system"),
        "{said}"
    );
    assert_eq!(status, Some(1));

    let (said, status) = refused(&many, &["--policy", "gang"]);
    assert!(
        said.contains("Gang must know the jobs beforehand"),
        "{said}"
    );
    assert_eq!(status, Some(2));

    let (said, status) = refused(&many, &[&easy[..], &["--load", "0.5"]].concat());
    assert!(said.contains("--load: "), "{said}");
    assert_eq!(status, Some(2));
}

#[test]
fn an_interrupted_stream_leaves_no_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let bad = [HEADER, &record(1, 5), "2 oops\n"].concat();
    fs::write(folder.path().join("x.swf"), bad).unwrap();
    let arguments = [
        "run", "x.swf", "--stream", "--quiet", "--policy", "easy", "--out", "out",
    ];
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!folder.path().join("out/easy/jobs.csv").exists());
    assert!(!folder.path().join("out/summary.csv").exists());
}
