//! Logs that are sorted, counted, and read by other rules.

use super::{HEADER, RECORD};
use crate::program::{cosched, text};

/// Jobs out of order are sorted, and the reader reports it.
#[test]
fn submit_times_out_of_order_are_sorted_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let late = RECORD.replace("1 0 -1", "1 30 -1");
    let log = format!("{HEADER}{late}{}", RECORD.replace("1 0 -1", "2 0 -1"));
    std::fs::write(folder.path().join("log.swf"), log).unwrap();
    let output = cosched(
        folder.path(),
        &["run", "log.swf", "--policy", "fcfs", "--out", "out"],
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("1 job out of order: sorted by submit time"));
    let jobs = std::fs::read_to_string(folder.path().join("out/fcfs/jobs.csv")).unwrap();
    assert!(
        jobs.lines()
            .nth(1)
            .unwrap()
            .starts_with("2,0,2,20,1,0,10,10,0,10,1,0-1"),
        "{jobs}"
    );
}

/// Two jobs from one log under other rules than the usual ones.
#[test]
fn a_log_can_be_read_by_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let log = format!(
        "\u{feff}; UnixStartTime: 1000\n{HEADER}{}{}",
        RECORD.replace("1 0 -1 10 2 -1 -1 2 20", "1 50 -1 0 2 -1 -1 3 20"),
        RECORD.replace("1 0 -1 10 2 -1 -1 2 20", "2 60 -1 30 8 -1 -1 8 20"),
    );
    std::fs::write(folder.path().join("log.swf"), log).unwrap();
    let usual = cosched(folder.path(), &["run", "log.swf"]);
    assert_eq!(usual.status.code(), Some(2), "no job is usable");
    let options = "--rebase --keep-zero-runtimes --prefer-requested --clip-wide --raise-estimates";
    let mut arguments = vec!["run", "log.swf", "--policy", "fcfs", "--out", "out"];
    arguments.extend(options.split(' '));
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let jobs = std::fs::read_to_string(folder.path().join("out/fcfs/jobs.csv")).unwrap();
    assert!(jobs.contains("\n1,0,3,20,1,0,1,1,0,1,1,0-2\n"), "{jobs}");
    assert!(
        jobs.contains("\n2,10,4,30,1,10,30,40,0,30,1,0-3\n"),
        "{jobs}"
    );
    let schedule = std::fs::read_to_string(folder.path().join("out/fcfs/schedule.swf")).unwrap();
    assert!(schedule.contains("; UnixStartTime: 1050\n"), "{schedule}");
}
