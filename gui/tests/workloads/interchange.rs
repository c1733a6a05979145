//! Files of other programs: Batsim's read, Batsim's and Pajé's written, worked by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

/// Four hosts that do 2 × 10⁹ operations a second.
const PLATFORM: &str = r#"<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="all" routing="Full">
    <host id="master_host" speed="1Gf"/>
    <cluster id="c" prefix="node" suffix="" radical="0-3" speed="2Gf" bw="1GBps" lat="1us"/>
  </zone>
</platform>
"#;

/// Job 2 computes 6 × 10¹⁰ operations, 30 s at that speed; job 4 outlasts its walltime.
const WORKLOAD: &str = r#"{
  "nb_res": 4,
  "jobs": [
    {"id": "w0!1", "subtime": 0, "walltime": 120, "res": 2, "profile": "d100"},
    {"id": "w0!2", "subtime": 10, "walltime": 40, "res": 4, "profile": "compute"},
    {"id": "w0!3", "subtime": 20, "walltime": 50, "res": 2, "profile": "d50"},
    {"id": "w0!4", "subtime": 30, "walltime": 20, "res": 1, "profile": "d40"}
  ],
  "profiles": {
    "d100": {"type": "delay", "delay": 100},
    "compute": {"type": "parallel_homogeneous", "cpu": 6e10, "com": 0},
    "d50": {"type": "delay", "delay": 50},
    "d40": {"type": "delay", "delay": 40}
  }
}
"#;

/// A folder with both files, and the output of a run of them under EASY in `out`.
///
/// Job 1 has two of four nodes until 100 s. Job 2 needs all four: by the estimate of job 1 it
/// can start at 120 s. Job 3 ends by its estimate at 70 s, before that, and passes it on the
/// two free nodes from 20 s to 70 s. Job 4 finds none free at 30 s; from 70 s on it would end
/// at 90 s, passes, and is stopped then after 20 s. Job 2 runs from 100 s to 130 s.
fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cluster.xml"), PLATFORM).unwrap();
    fs::write(folder.path().join("work.json"), WORKLOAD).unwrap();
    let arguments = [
        "run",
        "work.json",
        "--platform",
        "cluster.xml",
        "--policy",
        "easy",
        "--out",
        "out",
        "--also",
        "batsim,paje",
    ];
    let output = cosched(folder.path(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(
        said.contains("1 host of the platform does not compute"),
        "{said}"
    );
    folder
}

/// A CSV file as one map a row.
fn rows(file: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let heading = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        let cells = heading.iter().zip(record.iter());
        cells
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    };
    reader
        .records()
        .map(|record| row(record.unwrap()))
        .collect()
}

#[test]
fn a_workload_of_batsim_runs_as_worked_by_hand() {
    let folder = written();
    let jobs = rows(&folder.path().join("out/easy/out_jobs.csv"));
    let columns = [
        "job_id",
        "starting_time",
        "finish_time",
        "waiting_time",
        "allocated_resources",
        "success",
        "final_state",
    ];
    let found: Vec<_> = jobs
        .iter()
        .map(|row| columns.map(|name| &*row[name]))
        .collect();
    assert_eq!(
        found,
        [
            ["1", "0", "100", "0", "0-1", "1", "COMPLETED_SUCCESSFULLY"],
            [
                "2",
                "100",
                "130",
                "90",
                "0-3",
                "1",
                "COMPLETED_SUCCESSFULLY"
            ],
            ["3", "20", "70", "0", "2-3", "1", "COMPLETED_SUCCESSFULLY"],
            [
                "4",
                "70",
                "90",
                "40",
                "2",
                "0",
                "COMPLETED_WALLTIME_REACHED"
            ],
        ]
    );
    // Turnarounds of 100, 120, 50 and 60 s over 100, 30, 50 and 20 s of work.
    let [sums] = &rows(&folder.path().join("out/easy/out_schedule.csv"))[..] else {
        panic!("one row");
    };
    for (column, value) in [
        ("makespan", "130"),
        ("nb_jobs", "4"),
        ("nb_jobs_killed", "1"),
        ("nb_jobs_success", "3"),
        ("success_rate", "0.75"),
        ("mean_waiting_time", "32.5"),
        ("max_waiting_time", "90"),
        ("mean_turnaround_time", "82.5"),
        ("mean_slowdown", "2.25"),
        ("max_slowdown", "4"),
        ("nb_computing_machines", "4"),
    ] {
        assert_eq!(sums[column], value, "{column}");
    }
}

#[test]
fn a_trace_of_paje_has_the_states_of_each_node() {
    let folder = written();
    let trace = fs::read_to_string(folder.path().join("out/easy/schedule.trace")).unwrap();
    // Definitions first, each of them closed; then events with defined numbers and ascending times.
    let (head, events) = trace.split_once("\n0 ").unwrap();
    let starts = head
        .lines()
        .filter(|line| line.starts_with("%EventDef"))
        .count();
    let ends = head.lines().filter(|line| *line == "%EndEventDef").count();
    assert_eq!((starts, ends), (6, 6));
    let mut at = 0.0;
    let mut states: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for line in events.lines() {
        let words: Vec<_> = line.split(' ').collect();
        if matches!(words[0], "3" | "4" | "5") {
            let time: f64 = words[1].parse().unwrap();
            assert!(time >= at, "{line}");
            at = time;
        }
        if let ["5", time, "S", node, state] = words[..] {
            states.entry(node).or_default().push((time, state));
        }
    }
    // Jobs are named by their indices, from 0.
    assert_eq!(
        states["n2"],
        [
            ("0", "idle"),
            ("20", "j2"),
            ("70", "idle"),
            ("70", "j3"),
            ("90", "idle"),
            ("100", "j1"),
            ("130", "idle"),
        ]
    );
    assert_eq!(
        states["n0"],
        [
            ("0", "idle"),
            ("0", "j0"),
            ("100", "idle"),
            ("100", "j1"),
            ("130", "idle")
        ]
    );
    assert!(
        trace.contains("2 j1 S \"2\" "),
        "the number of a job is its name"
    );
}

#[test]
fn jobs_that_share_nodes_have_no_states_of_paje() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Servers(count: 1, cores: 4), policies: [Slf], workload: Jobs([
        (submit: 0, runtime: 5, nodes: 4), (submit: 0, runtime: 5, nodes: 4)]))";
    fs::write(folder.path().join("shared.ron"), scenario).unwrap();
    let arguments = [
        "run",
        "shared.ron",
        "--quiet",
        "--out",
        "out",
        "--also",
        "paje",
    ];
    let output = cosched(folder.path(), &arguments);
    let said = text(&output.stderr);
    assert!(
        said.contains("jobs share nodes, and a trace of Pajé has one state for each node"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn unsupported_platforms_are_refused_with_their_positions() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("work.json", WORKLOAD);
    put(
        "smpi.json",
        &WORKLOAD.replace("\"delay\", \"delay\": 50", "\"smpi\", \"trace\": \"x\""),
    );
    put("wide.json", &WORKLOAD.replace("\"res\": 4", "\"res\": 5"));
    put("cut.json", &WORKLOAD[..300]);
    put("good.xml", PLATFORM);
    put("bad.xml", &PLATFORM.replace("2Gf", "fast"));
    put("log.swf", "1 0 -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1 -1\n");
    let on = |file: &'static str, platform: &'static str| vec!["run", file, "--platform", platform];
    for (arguments, sentence) in [
        (
            vec!["run", "work.json"],
            "work.json:11:16: profile `compute` computes, and how fast hosts do is not known",
        ),
        (
            on("smpi.json", "good.xml"),
            "smpi.json:12:21: profile `d50` is of the type `smpi`; `delay` and `parallel_homogeneous` are read",
        ),
        (
            on("wide.json", "good.xml"),
            "wide.json:5:58: job 2 asks for 5 hosts; there are 4",
        ),
        (on("cut.json", "good.xml"), "cut.json:7:"),
        (
            on("work.json", "bad.xml"),
            "bad.xml:6:5: the speed is `fast`",
        ),
        (on("work.json", "none.xml"), "none.xml: cannot be read"),
        (
            on("log.swf", "good.xml"),
            "log.swf: --platform: only a workload of Batsim runs on a platform of SimGrid, and a table of jobs on a table of nodes",
        ),
    ] {
        let output = cosched(folder.path(), &arguments);
        let said = text(&output.stderr);
        assert_eq!(
            (output.status.code(), said.lines().count()),
            (Some(2), 1),
            "{said}"
        );
        assert!(said.contains(sentence), "{said}\n{sentence}");
    }
}
