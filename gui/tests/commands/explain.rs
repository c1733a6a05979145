//! `cosched explain`: its output and its errors.

use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

/// Four nodes under EASY. Worked out: 1 (2 nodes) and 2 (1 node) run from 0; 3 needs all four and
/// can start at 100 by the estimates, when 1 ends; 4 ends at 32 by its estimate and passes it at 2,
/// 7 at 22, when 4 has ended: it ends at 24. 1 ends at 80, 20 s before its estimate, and 3 starts.
/// 6 waits behind 3 and 5, which start before it, and starts at 90.
const SCENARIO: &str = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
    (submit: 0, runtime: 80, nodes: 2, estimate: 100),
    (submit: 0, runtime: 50, nodes: 1),
    (submit: 1, runtime: 10, nodes: 4),
    (submit: 2, runtime: 20, nodes: 1, estimate: 30),
    (submit: 3, runtime: 200, nodes: 1),
    (submit: 4, runtime: 200, nodes: 3),
    (submit: 4, runtime: 2, nodes: 1),
]))";

/// The exit status and the output.
fn explain_output(folder: &Path, rest: &[&str]) -> (Option<i32>, String, String) {
    let output = cosched(folder, &[&["explain", "--quiet"], rest].concat());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), out, err)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ron"), SCENARIO).unwrap();
    folder
}

#[test]
fn the_story_of_a_job_is_in_order_of_time() {
    let folder = folder();
    let (code, said, _) = explain_output(folder.path(), &["x.ron", "--job", "3"]);
    let expected = "\
Job 3 under EASY: waited 1 min 19, ran 10 s of an estimated 10 s, on 4 of 4 nodes
      1 s  submitted, asking for 4 nodes for 10 s: first in the queue
           first in the queue: it needs 4 nodes, and 1 is free; by the estimates it can start at 0:01:40, when job 1 ends
      2 s  passed by job 4, which takes 1 node: by its estimate it ends at 32 s, and this job can start only at 0:01:40
     22 s  passed by job 7, which takes 1 node: by its estimate it ends at 24 s, and this job can start only at 0:01:40
  0:01:20  started: first in the queue, and enough nodes were free
           this is 20 s sooner than reserved: job 1 ended and left it 2 nodes, job 2 had left it 1 at 50 s, and job 7 had left it 1 at 24 s
  0:01:30  completed
";
    assert_eq!((code, said.as_str()), (Some(0), expected));
    // Every run has its own story.
    let every = [
        "x.ron",
        "--job",
        "6",
        "--policy",
        "fcfs",
        "--policy",
        "conservative",
    ];
    let (code, said, _) = explain_output(folder.path(), &every);
    assert_eq!(code, Some(0));
    for sentence in [
        "Job 6 under FCFS",
        "4th in the queue, behind jobs 3, 4 and 5",
        "jobs 3, 4 and 5, all ahead of it, have started by now",
        "Job 6 under Conservative",
        "nodes are reserved for it: by the estimates it can start at 0:01:50, when job 3 ends",
        "it can start sooner, at 0:01:30 instead of at 0:01:50, when job 3 ends: job 1 ended 20 s sooner than estimated",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
}

/// At 10 s job 4 runs until 32 by its estimate, and 3 is first. If no job ends early, 7 has room
/// from 32 on; 5 and 6 start once 3 has run, from 100 to 110.
#[test]
fn the_queue_at_an_instant_is_listed_in_order() {
    let folder = folder();
    let (code, said, _) = explain_output(folder.path(), &["x.ron", "--at", "10s"]);
    assert_eq!(code, Some(0));
    let cells = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(
        lines[0],
        "EASY at 10 s: 3 jobs running, 4 waiting, 0 nodes free"
    );
    assert_eq!(
        cells(lines[2]),
        ["1", "3", "4", "10", "s", "–", "0:01:40", "0:01:40"]
    );
    assert_eq!(cells(lines[3])[..2], ["2", "5"]);
    assert!(
        lines[3].ends_with("0:01:50") && lines[4].ends_with("0:01:50"),
        "{said}"
    );
    assert!(lines[5].ends_with(" 32 s"), "{said}");
    // By another order, job 7 of 2 s is first; of 5 and 6, equally long, 5 was submitted first.
    let shortest = ["x.ron", "--at", "10", "--order", "shortest-estimate"];
    let (_, said, _) = explain_output(folder.path(), &shortest);
    let rows: Vec<_> = said.lines().skip(2).map(cells).collect();
    let jobs: Vec<_> = rows.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(jobs, ["7", "3", "5", "6"], "{said}");
    // Position, job, nodes, estimate, then the priority: the estimate in seconds.
    assert_eq!(rows[0][5], "2", "{said}");
}

#[test]
fn idle_spans_are_listed_with_reasons() {
    let folder = folder();
    let (code, said, _) = explain_output(folder.path(), &["x.ron", "--idle"]);
    assert_eq!(code, Some(0));
    // From 24, when 7 ends, to 80, when 1 does: 1 node, from 50 on 2.
    assert!(
        said.contains("24 s to 0:01:20: 1 to 2 nodes idle, 3 jobs waiting"),
        "{said}"
    );
    let why = "job 5 fits, but waits: by its estimate it would end at 0:03:44, after job 3 can start at 0:01:40";
    assert!(said.contains(why), "{said}");
}

#[test]
fn errors_are_one_sentence() {
    let folder = folder();
    let search = "(domain: Model(), requests: [])";
    fs::write(folder.path().join("search.ron"), search).unwrap();
    for (arguments, sentence) in [
        (vec!["x.ron", "--job", "66"], "--job: there is no job 66"),
        (
            vec!["x.ron", "--at", "soon"],
            "--at: `soon` is no instant: seconds from 0 on are allowed",
        ),
        (vec!["x.ron", "--at", "-5"], ""),
        (
            vec!["x.ron", "--at", "1e300"],
            "--at: `1e300` is no instant",
        ),
        (vec!["x.ron", "--at", "é"], "--at: `é` is no instant"),
        (vec!["none.ron", "--job", "1"], "none.ron"),
        (vec!["x.ron"], "--job <NUMBER>|--at <TIME>|--idle"),
        (vec!["x.ron", "--job", "1", "--idle"], "cannot be used with"),
        (vec!["x.ron", "--job", "1", "--policy", "slf"], "SLF"),
    ] {
        let (code, out, said) = explain_output(folder.path(), &arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(
            out.is_empty() && said.contains(sentence),
            "{arguments:?}: {said}"
        );
        assert!(!said.contains("panicked"), "{said}");
    }
}

/// From 23 September 1996 to 21 January 1997: without their years the days could be of any. The third job
/// waits for the second, which has both processors for 100 s. The log's clock was 13:00 by then, as it was
/// set back by an hour in October.
#[test]
fn dates_of_a_log_of_two_years_say_their_year() {
    let folder = tempfile::tempdir().unwrap();
    let log = "; UnixStartTime: 843480031\n; TimeZoneString: Europe/Stockholm\n; MaxProcs: 2\n\
        1 0 -1 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
        2 10368029 -1 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
        3 10368039 -1 50 1 -1 -1 1 50 -1 1 1 1 -1 1 -1 -1 -1\n";
    fs::write(folder.path().join("two.swf"), log).unwrap();
    let scenario = "(machine: Cluster(), policies: [Easy], workload: Swf(path: \"two.swf\"))";
    fs::write(folder.path().join("two.ron"), scenario).unwrap();
    let (code, said, error) = explain_output(folder.path(), &["two.ron", "--job", "3"]);
    assert_eq!(code, Some(0), "{error}");
    for words in [
        "Tue 21 Jan 1997 13:01:10  submitted",
        "start at Tue 21 Jan 1997 13:02:40, when job 2 ends",
        "Tue 21 Jan 1997 13:02:40  started",
    ] {
        assert!(said.contains(words), "{said}");
    }
}
