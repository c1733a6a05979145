//! The program with a user's own policy: ten lines of `main` around it, and the whole laboratory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// On four nodes: 1 has two of them for 100 s; 2 needs all; 3 is narrow, is submitted when 2 has
/// waited 1 s, and runs 120 s: to 122 s if it starts at once.
const JOBS: &str = "(submit: 0, runtime: 100, nodes: 2), (submit: 1, runtime: 100, nodes: 4),
    (submit: 2, runtime: 120, nodes: 2)";

/// Runs the example, which cargo builds with all tests, but not with these alone.
fn example(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    program.push("examples/own_policy");
    assert!(
        program.exists(),
        "`cargo build -p cosched --examples` comes first"
    );
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn output_text(output: &Output) -> String {
    [&output.stdout[..], &output.stderr]
        .map(String::from_utf8_lossy)
        .concat()
}

fn write(folder: &Path, rest: &str) -> PathBuf {
    let path = folder.join("x.ron");
    let text = format!("(machine: Cluster(nodes: 4), workload: Jobs([{JOBS}]), {rest})");
    fs::write(&path, text).unwrap();
    path
}

/// With a patience of an hour 3 passes, and 2 starts at 122 s; without, or with one of a second,
/// which is over when 3 is submitted, 2 starts at 100 s, and 3 at 200 s.
#[test]
fn its_parameter_is_in_the_scenario() {
    let folder = tempfile::tempdir().unwrap();
    for (parameters, started) in [
        ("", "[0, 122, 2]"),
        ("parameters: (own: {\"patience\": 0}),", "[0, 100, 200]"),
        ("parameters: (own: {\"patience\": 1}),", "[0, 100, 200]"),
        ("parameters: (own: {\"patience\": 1.5}),", "[0, 122, 2]"),
    ] {
        let expected = format!("expect: [(policy: Patient, started: {started})]");
        write(
            folder.path(),
            &format!("policies: [Patient], {parameters} {expected}"),
        );
        let output = example(folder.path(), &["check", "x.ron"]);
        assert!(
            output.status.success(),
            "{parameters}: {}",
            output_text(&output)
        );
    }
}

/// 3 passes 2 at 2 s, as 2 has not waited for an hour.
#[test]
fn its_reasons_have_quantities_with_units() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "policies: [Patient]");
    let output = example(folder.path(), &["explain", "x.ron", "--job", "3"]);
    let story = output_text(&output);
    let words = "started ahead of job 2: it fits, and nobody ahead has waited for 1 h";
    assert!(output.status.success() && story.contains(words), "{story}");
}

#[test]
fn it_is_on_the_command_line_and_in_its_help() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "policies: [Fcfs]");
    let help = output_text(&example(folder.path(), &["run", "--help"]));
    assert!(
        help.contains("Whoever fits starts, until somebody has waited too long"),
        "{help}"
    );
    let requested = [
        "run",
        "x.ron",
        "--policy",
        "patient",
        "--set",
        "patience=1",
        "--out",
        "out",
    ];
    let output = example(folder.path(), &requested);
    assert!(output.status.success(), "{}", output_text(&output));
    let jobs = fs::read_to_string(folder.path().join("out/patient/jobs.csv")).unwrap();
    let starts: Vec<_> = jobs
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(5).unwrap())
        .collect();
    assert_eq!(starts, ["0", "100", "200"], "{jobs}");
}

#[test]
fn its_invalid_parameters_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "policies: [Patient]");
    for (setting, sentence) in [
        (
            "patience=-1",
            "-1 is not a value of `patience`: 0 to 1000000000 is allowed",
        ),
        (
            "patence=1",
            "no policy has a parameter `patence`; there are patience",
        ),
        ("patience", "`NAME=VALUE` is wanted"),
        ("patience=x", "`x` is not a number"),
        ("patience=nan", "is not a value of `patience`"),
    ] {
        let output = example(folder.path(), &["run", "x.ron", "--set", setting]);
        assert_eq!(output.status.code(), Some(2), "{setting}");
        assert!(
            output_text(&output).contains(sentence),
            "{setting}: {}",
            output_text(&output)
        );
    }
    // The program without the policy refuses the scenario.
    let mut plain = Command::new(env!("CARGO_BIN_EXE_cosched"));
    let output = plain
        .args(["run", "x.ron"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(
        output_text(&output).contains("Patient"),
        "{}",
        output_text(&output)
    );
    assert_eq!(output.status.code(), Some(2));
}
