//! `cosched inspect`: how sound a log is.

use std::path::Path;

use super::{HEADER, line, shared};
use crate::program::{cosched, text};

/// The output of `inspect` for `path`.
fn inspected(path: &Path, more: &[&str]) -> String {
    let arguments = [&["inspect", path.to_str().unwrap()], more].concat();
    let output = cosched(Path::new("."), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Each sentence has been worked out by a script that sorts starts and ends, and sums.
#[test]
fn inspect_reports_real_logs() {
    if let Some(path) = shared("traces/KTH-SP2-1996-2.1-cln.swf.gz") {
        let said = inspected(&path, &[]);
        for sentence in [
            "at most 104 nodes at once",
            // 20 546 s, 579 535 s and 13 146 s.
            "more than the 100 nodes that there are for 5 h 42 in all",
            "nothing ran though jobs waited: 292 times, 6 d 17 h in all",
            "for 3 h 39 (an outage",
            "475 jobs outran it",
            "6: 8.8 % of the work",
            "3: 7.6 % of the work",
            "8 of 214 users have half of the work",
            "in Europe/Stockholm",
        ] {
            assert!(said.contains(sentence), "{sentence}:\n{said}");
        }
    }
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let said = inspected(&path, &["--fields", "xdmod", "--nodes", "300"]);
    for sentence in [
        "4285 lines, 4046 jobs that ran",
        "submitted from 22 Dec 2016 07:15",
        "jobs that ran for no time: 22",
        "of each core”: 4238",
        "more than the 300 cores that there are",
        "4 users, 3 accounts",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
}

#[test]
fn faults_of_a_log_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    let day = |number: &str, submit: &str, start: &str, end: &str| {
        let (submit, start, end) = (
            format!("2026-03-02T{submit}:00"),
            format!("2026-03-02T{start}:00"),
            format!("2026-03-02T{end}:00"),
        );
        line(&[
            (0, number),
            (1, number),
            (4, &submit),
            (6, &start),
            (7, &end),
            (8, ""),
        ])
    };
    // Nothing runs from 10:30 to 12:00 though job 2 waits; job 3 has a higher number than job 2 but
    // was submitted 20 minutes before it; job 4 ends before it starts; job 1 is there twice.
    let one = day("1", "10:00", "10:00", "10:30");
    let lines = [
        one.clone(),
        one,
        day("2", "10:20", "12:00", "12:10"),
        day("3", "10:00", "12:00", "12:30"),
        day("4", "13:00", "13:00", "12:00"),
    ];
    std::fs::write(&path, format!("{HEADER}{}", lines.concat())).unwrap();
    let said = inspected(&path, &["--nodes", "12"]);
    for sentence in [
        "lines that are there twice: 1",
        "jobs that end before they start: 1",
        "1 times a job was submitted earlier than one of a smaller number; at most by 20 min, job 3",
        "at most 16 cores at once, from 2 Mar 2026 12:00 on",
        "more than the 12 cores that there are for 10 min in all",
        "nothing ran though jobs waited: 1 times, 1 h 30 in all, the longest from 2 Mar 2026 10:30",
        "Mon 100 %",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
}
