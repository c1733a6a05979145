//! Users who react, from the command line: logs whose jobs follow others, and sessions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

/// A record of a job on one node, which follows `preceding` after `think` seconds.
fn record(number: u32, submit: u32, runtime: u32, preceding: i32, think: i32) -> String {
    format!(
        "{number} {submit} -1 {runtime} 1 -1 -1 1 {runtime} -1 1 -1 -1 -1 -1 -1 {preceding} {think}\n"
    )
}

/// When each job of a run was submitted, by its number.
fn submitted(folder: &Path, policy: &str) -> BTreeMap<u32, u32> {
    let rows = fs::read_to_string(folder.join(policy).join("jobs.csv")).unwrap();
    let row = |row: &str| {
        let mut cells = row.split(',').map(|cell| cell.parse().unwrap());
        (cells.next().unwrap(), cells.next().unwrap())
    };
    let numbers = |row: &str| row.split(',').take(2).collect::<Vec<_>>().join(",");
    rows.lines()
        .skip(1)
        .map(|line| row(&numbers(line)))
        .collect()
}

#[test]
fn a_closed_loop_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    // Job 1 runs from 0 to 10, so that job 2 is submitted at 15. Job 3 was submitted at 12 and runs
    // to 32, job 5 at 14 and runs to 33, and job 2 to 43: job 4, for which the log has no think
    // time, is submitted at 43. Job 6 follows an unknown one: it is submitted at 500.
    let log = [
        "; MaxProcs: 1\n",
        &record(1, 0, 10, -1, -1),
        &record(3, 12, 20, -1, -1),
        &record(5, 14, 1, -1, -1),
        &record(2, 100, 10, 1, 5),
        &record(4, 300, 10, 2, -1),
        &record(6, 500, 10, 99, 7),
    ];
    fs::write(folder.path().join("x.swf"), log.concat()).unwrap();
    let requested = ["run", "x.swf", "--stream", "--policy=fcfs", "--out"];
    let output = cosched(
        folder.path(),
        &[&requested[..], &["closed", "--feedback"]].concat(),
    );
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    for remark in [
        "3 jobs that name a preceding job: submitted when that has ended and their users have thought",
        "1 job that name a preceding job but no think time: taken to be 0",
        "1 job submitted when the log says: the preceding job is not in the log before",
    ] {
        assert!(said.contains(remark), "{remark}: {said}");
    }
    let closed = [(1, 0), (2, 15), (3, 12), (4, 43), (5, 14), (6, 500)];
    let seen = submitted(&folder.path().join("closed"), "fcfs");
    assert_eq!(seen, BTreeMap::from(closed));

    let output = cosched(folder.path(), &[&requested[..], &["open"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let open = [(1, 0), (2, 100), (3, 12), (4, 300), (5, 14), (6, 500)];
    let seen = submitted(&folder.path().join("open"), "fcfs");
    assert_eq!(seen, BTreeMap::from(open));
}

#[test]
fn users_have_one_job_each() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = |workload: &str| format!("(machine: Cluster(nodes: 64), workload: {workload})");
    let plain = scenario("Lublin(jobs: 2000)");
    fs::write(folder.path().join("plain.ron"), plain).unwrap();
    let users = scenario("Lublin(jobs: 2000, users: (count: 7))");
    fs::write(folder.path().join("users.ron"), users).unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["run", "--stream", "--policy=easy"], more].concat();
        let output = cosched(folder.path(), &arguments);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        (text(&output.stdout), said)
    };
    let (rows, said) = run(&["plain.ron", "--users=7", "--slots=7"]);
    assert!(said.contains("jobs in the system at once"), "{said}");
    assert_eq!(rows, run(&["users.ron"]).0);
    assert_ne!(rows, run(&["users.ron", "--seed=2"]).0);
    assert_ne!(rows, run(&["plain.ron"]).0);
    assert_ne!(rows, run(&["users.ron", "--users=8"]).0);
}

#[test]
fn impossible_reactions_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let log = ["; MaxProcs: 1\n", &record(1, 0, 10, -1, -1)].concat();
    fs::write(folder.path().join("x.swf"), log).unwrap();
    let write = |name: &str, workload: &str| {
        let text = format!("(machine: Cluster(nodes: 4), workload: {workload})");
        fs::write(folder.path().join(name), text).unwrap();
    };
    write("users.ron", "Lublin(jobs: 9, users: (count: 2))");
    write("load.ron", "Lublin(jobs: 9, load: 0.5, users: (count: 2))");
    write("none.ron", "Lublin(jobs: 9, users: (count: 0))");
    write(
        "think.ron",
        "Lublin(jobs: 9, users: (count: 2, think: 1201))",
    );
    write(
        "break.ron",
        "Lublin(jobs: 9, users: (count: 2, longest_break: 60))",
    );
    write("log.ron", "Swf(path: \"x.swf\", feedback: true)");
    for (arguments, sentence) in [
        (
            &["users.ron"][..],
            "`users`: when jobs are submitted depends on when others end",
        ),
        (
            &["log.ron"],
            "`feedback`: when jobs are submitted depends on when others end",
        ),
        (&["x.swf", "--feedback"], "--stream"),
        (
            &["x.swf", "--stream", "--users=2"],
            "--users: only jobs of the Lublin model",
        ),
        (
            &["load.ron", "--stream"],
            "users who react submit when they will: no load can be set",
        ),
        (
            &["users.ron", "--stream", "--load=0.5"],
            "no load can be set",
        ),
        (
            &["users.ron", "--stream", "--users=0"],
            "0 is not in 1..=100000",
        ),
        (
            &["none.ron", "--stream"],
            "0 is not allowed: a whole number from 1 to 100000 is",
        ),
        (
            &["think.ron", "--stream"],
            "1201 is not a mean think time: 0 to 1200 seconds are allowed",
        ),
        (
            &["break.ron", "--stream"],
            "60 is not the longest break: 1200 to 31536000 seconds are allowed",
        ),
    ] {
        let requested = [&["run", "--policy=easy", "--quiet"], arguments].concat();
        let output = cosched(folder.path(), &requested);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}
