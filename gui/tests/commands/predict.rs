//! `cosched predict` of a log: what runs and waits at an instant is what the log says.

use std::fs;

use crate::program::{cosched, text};

/// Job 2 waited from 10 to 100 s, when job 1 ended, though two nodes were free all the time: in a
/// simulation it starts at once.
const LOG: &str = "; MaxNodes: 4
1  0  0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
2 10 90  50 2 -1 -1 2  60 -1 1 2 1 -1 1 -1 -1 -1
";

fn predicted(options: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("log.swf"), LOG).unwrap();
    let requested = format!("predict log.swf --policy easy --quiet {options}");
    let arguments: Vec<_> = requested.split_whitespace().collect();
    let output = cosched(folder.path(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn who_waits_in_the_log_is_predicted() {
    let said = predicted("--at 50");
    let heading = "EASY, from the log at 50 s: 1 job running, 1 waiting, 2 nodes free";
    for sentence in [heading, "fits now: it starts as soon as it is looked at"] {
        assert!(said.contains(sentence), "{said}");
    }
    let said = predicted("--at 50 --simulated");
    for sentence in ["EASY at", "2 jobs running", "nobody waits"] {
        assert!(said.contains(sentence), "{said}");
    }
}

/// The prediction that job 2 starts at once is off at any of the instants.
#[test]
fn predictions_are_compared_with_the_log() {
    let said = predicted("--calibrate --instants 9");
    assert!(said.contains("EASY, from the log: "), "{said}");
    let level = said.lines().find(|line| line.trim().starts_with("90 %"));
    let held = level.and_then(|line| line.split_whitespace().nth(2));
    assert_eq!(held, Some("0.0"), "{said}");
}

#[test]
fn a_queue_is_not_simulated() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("queue.txt"), "").unwrap();
    let output = cosched(folder.path(), &["predict", "queue.txt", "--simulated"]);
    let said = text(&output.stderr);
    assert!(said.contains("--simulated applies only to a log"), "{said}");
    assert!(!output.status.success());
}

#[test]
fn the_schedule_as_recorded_predicts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("log.swf"), LOG).unwrap();
    let requested = "predict log.swf --policy recorded --at 50";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stderr);
    assert!(
        said.contains("starts are not predicted under this policy"),
        "{said}"
    );
    assert!(!output.status.success());
}

#[test]
fn jobs_without_a_wait_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let third = "3 20 -1 10 1 -1 -1 1 60 -1 1 2 1 -1 1 -1 -1 -1\n";
    fs::write(folder.path().join("log.swf"), LOG.to_owned() + third).unwrap();
    let requested = "predict log.swf --policy easy --at 50";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stderr);
    assert!(said.contains("1 job without a recorded wait"), "{said}");
}
