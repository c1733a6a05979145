//! Runs that keep only the jobs in the system: equal to runs that keep all.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::piped::cosched_on;
use crate::program::{cosched, text};
use crate::summed::summed;

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
    let requested = [
        "generate", "lublin", "--nodes", "64", "--load", "0.9", "--jobs", jobs,
    ];
    let output = cosched(folder, &requested);
    assert!(output.status.success());
    let log = text(&output.stdout);
    fs::write(folder.join("log.swf"), &log).unwrap();
    log
}

/// The rows of a file, in any order.
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
    let [kept, streamed] = ["kept", "streamed"].map(|run| {
        let text = fs::read_to_string(folder.join(run).join("summary.csv")).unwrap();
        let rows: Vec<_> = text.lines().map(str::to_owned).collect();
        summed(&rows)
    });
    // Including the digests of all events.
    assert_eq!(kept, streamed);
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
    let requested = ["run", "-", "--stream", "--policy", "easy", "--quiet"];
    let output = cosched_on(&log, folder.path(), &requested);
    assert_eq!(text(&output.stdout), text(&file.stdout));
}

#[test]
fn runs_longer_than_the_clock_stream_from_log_and_model() {
    let folder = tempfile::tempdir().unwrap();
    let requested = [
        "generate",
        "lublin",
        "--nodes=128",
        "--load=0.001",
        "--jobs=60000",
    ];
    let output = cosched(folder.path(), &requested);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let log = text(&output.stdout);
    fs::write(folder.path().join("x.swf"), &log).unwrap();
    let workload = "Lublin(jobs: 60000, load: 0.001)";
    let scenario = format!("(machine: Cluster(nodes: 128), workload: {workload})");
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    for file in ["x.swf", "x.ron"] {
        let kept = cosched(folder.path(), &["run", file, "--policy=easy"]);
        assert_eq!(
            kept.status.code(),
            Some(2),
            "a run that keeps all is refused"
        );
        let out = format!("--out={file}.out");
        let arguments = ["run", file, "--policy=easy", "--stream", &out];
        let output = cosched(folder.path(), &arguments);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("the clock was set anew"), "{said}");
    }
    let [from_log, from_model] = ["x.swf.out", "x.ron.out"].map(|out| folder.path().join(out));
    let jobs = |out: &Path| rows(&out.join("easy").join("jobs.csv"));
    assert_eq!(jobs(&from_log), jobs(&from_model));
    let summary = |out: &Path| fs::read_to_string(out.join("summary.csv")).unwrap();
    assert_eq!(summary(&from_log), summary(&from_model));
    // Submit times are those of the log, though the clock of the run holds 292 years.
    let submitted = |line: &str, separator: char, index: usize| {
        let mut fields = line.split(separator);
        let number: u64 = fields.next()?.parse().ok()?;
        let submit: u64 = fields.nth(index)?.parse().ok()?;
        Some((number, submit))
    };
    let said: BTreeSet<_> = log
        .lines()
        .filter_map(|line| submitted(line, ' ', 0))
        .collect();
    let csv = jobs(&from_log);
    let seen: BTreeSet<_> = csv
        .iter()
        .filter_map(|row| submitted(row, ',', 0))
        .collect();
    assert_eq!(seen, said);
    assert!(
        seen.iter()
            .all(|&(number, _)| (1..=60_000).contains(&number))
    );
    assert!(seen.last().unwrap().1 > 3 * 292 * 365 * 86_400);
}

/// The error of `log` run as a stream with these `arguments`, and the status.
fn error_of(log: &str, arguments: &[&str]) -> (String, Option<i32>) {
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
fn impossible_streams_get_one_sentence() {
    let easy = ["--policy", "easy"];
    let backwards = [HEADER, &record(1, 50), &record(2, 20)].concat();
    let (said, status) = error_of(&backwards, &easy);
    assert!(
        said.starts_with("cosched: ") && said.contains("x.swf:3:1: "),
        "{said}"
    );
    assert!(said.contains("run it without --stream"), "{said}");
    assert_eq!(status, Some(2));

    let three: Vec<String> = (1..=3).map(|number| record(number, number)).collect();
    let many = [HEADER, &three.concat()].concat();
    let (said, status) = error_of(&many, &[&easy[..], &["--slots", "2"]].concat());
    assert!(
        said.contains("job 3, submitted at 3 s, finds 2 jobs in the system"),
        "{said}"
    );
    assert_eq!(status, Some(1));

    let (said, status) = error_of(&many, &["--policy", "gang"]);
    assert!(
        said.contains("Gang must know the jobs beforehand"),
        "{said}"
    );
    assert_eq!(status, Some(2));

    let (said, status) = error_of(&many, &[&easy[..], &["--load", "0.5"]].concat());
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
