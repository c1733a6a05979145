//! Output: files, differences, and what becomes of it where it cannot be written.

use std::process::Command;

use super::scenario;
use crate::program::{cosched, text};

#[test]
fn results_are_written_in_the_columns_of_batsim() {
    let folder = tempfile::tempdir().unwrap();
    // The last job outruns its estimate of 2.5 s and is killed.
    let jobs =
        "(id: 7, submit: 0, runtime: 10, nodes: 3), (id: 8, submit: 1, runtime: 4, nodes: 2),
        (id: 9, submit: 1.5, runtime: 5, nodes: 1, estimate: 2.5)";
    std::fs::write(
        folder.path().join("s.ron"),
        scenario(jobs, "    policies: [Easy],\n"),
    )
    .unwrap();
    let output = cosched(folder.path(), &["run", "s.ron", "--out", "out", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let expected = "job_id,submission_time,requested_number_of_resources,requested_time,success,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources
7,0,3,10,1,0,10,10,0,10,1,0-2
8,1,2,4,1,10,4,14,9,13,3.25,0-1
9,1.5,1,2.5,0,1.5,2.5,4,0,2.5,1,3
";
    assert_eq!(read("easy/jobs.csv"), expected);
    let schedule = read("easy/schedule.swf");
    assert!(schedule.contains("\n; MaxProcs: 4\n"), "{schedule}");
    assert!(
        schedule.ends_with("9 1.5 0 2.5 1 -1 -1 1 2.5 -1 0 -1 -1 -1 -1 -1 -1 -1\n"),
        "{schedule}"
    );
    let summary = read("summary.csv");
    assert!(
        summary.starts_with("run,jobs,killed,backfilled,mean_wait,"),
        "{summary}"
    );
    assert!(summary.contains("\nEASY,3,1,1,3,9,"), "{summary}");
    // Metrics of memory, servers, quanta, deadlines and windows are absent here, not 0.
    let (heading, row) = summary.trim_end().split_once('\n').unwrap();
    let cells: Vec<_> = heading.split(',').zip(row.split(',')).collect();
    assert_eq!(heading.split(',').count(), row.split(',').count());
    let empty = cells.iter().filter(|(_, cell)| cell.is_empty());
    let empty: Vec<_> = empty.map(|(name, _)| *name).collect();
    for name in [
        "overhead",
        "gap",
        "agile_waiting",
        "missed",
        "lost",
        "refused",
        "cost",
    ] {
        assert!(empty.contains(&name), "{name}: {summary}");
    }
    for name in ["killed", "mean_wait", "utilisation", "makespan", "digest"] {
        assert!(!empty.contains(&name), "{name}: {summary}");
    }
}

#[test]
fn a_difference_is_named_and_gives_status_1() {
    let folder = tempfile::tempdir().unwrap();
    let expect = "    expect: [(policy: Fcfs, completed: [6])],\n";
    std::fs::write(
        folder.path().join("s.ron"),
        scenario("(submit: 0, runtime: 5, nodes: 1)", expect),
    )
    .unwrap();
    let output = cosched(folder.path(), &["check", "s.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("s.ron: FCFS: job 1 completed: expected 6, found 5"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn output_that_cannot_be_written_gives_status_1_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let job = "(submit: 0, runtime: 5, nodes: 1)";
    std::fs::write(folder.path().join("s.ron"), scenario(job, "")).unwrap();
    std::fs::write(folder.path().join("file"), "in the way").unwrap();
    let output = cosched(folder.path(), &["run", "s.ron", "--out", "file/below"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("cannot be written: not a directory"),
        "{said}"
    );
    assert_eq!(
        std::fs::read(folder.path().join("file")).unwrap(),
        b"in the way"
    );
}

/// A limit on the size of files stands for a full disk: writing fails in the middle, and neither
/// the file nor its beginning is left. (There is not a `/dev/full` everywhere.)
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 128), workload: Lublin(jobs: 3000), policies: [Easy])";
    std::fs::write(folder.path().join("s.ron"), scenario).unwrap();
    let refused = |command: &str, sentence: &str| {
        let program = env!("CARGO_BIN_EXE_cosched");
        let script = format!("trap '' XFSZ; ulimit -f 16; exec '{program}' {command}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(sentence), "{said}");
    };
    refused(
        "run s.ron --out out",
        "jobs.csv: cannot be written: file too large",
    );
    let left = std::fs::read_dir(folder.path().join("out/easy")).unwrap();
    assert_eq!(left.count(), 0, "something half-written remains");
    refused(
        "generate lublin > log.swf",
        "standard output cannot be written: file too large",
    );
}
