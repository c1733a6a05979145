//! Accounting of Flux: what `flux jobs -a --json` lists.
//!
//! The list is written by hand with the fields that the manual of flux-jobs names; what is expected is
//! worked out by hand from their meaning there.

use cosched::load;
use cosched::load::account::{self, State};
use cosched::scenario::TableWorkload;
use cosched_core::Duration;

use super::{assert_adds_up, prepared};
use crate::program::{cosched, text};

/// Job 11 ran for 90.5 s on two nodes, 12 has run for 60 s, 13 waits, 14 was canceled before it began,
/// 15 says no submission, 16 ran without a limit and reached none, and 11 is there twice.
const LIST: &str = r#"{"jobs": [
    {"id": 11, "userid": 100, "username": "ann", "urgency": 16, "priority": 16, "state": "INACTIVE",
     "result": "TIMEOUT", "name": "a", "queue": "batch", "bank": "physics", "ntasks": 8, "ncores": 8,
     "nnodes": 2, "nodelist": "n[1-2]", "duration": 90.0, "t_submit": 1772442000.25, "t_depend": 1772442000.3,
     "t_sched": 1772442000.5, "t_run": 1772442010.0, "t_cleanup": 1772442100.5, "t_inactive": 1772442101.0},
    {"id": 12, "userid": 101, "username": "bob", "state": "RUN", "queue": "batch", "project": "cells",
     "ncores": 4, "nnodes": 1, "nodelist": "n3", "duration": 3600.0, "t_submit": 1772442020.0,
     "t_run": 1772442060.0, "runtime": 60.0},
    {"id": 13, "userid": 101, "state": "SCHED", "ncores": 4, "duration": 3600.0, "t_submit": 1772442030.0},
    {"id": 14, "userid": 101, "state": "INACTIVE", "result": "CANCELED", "ncores": 4,
     "duration": 3600.0, "t_submit": 1772442040.0, "t_cleanup": 1772442050.0, "t_inactive": 1772442050.0},
    {"id": 15, "state": "INACTIVE", "result": "COMPLETED", "ncores": 4},
    {"id": 16, "userid": 100, "username": "ann", "state": "INACTIVE", "result": "COMPLETED", "ncores": 1,
     "nnodes": 1, "nodelist": "n3", "duration": 0.0, "t_submit": 1772442050.0, "t_run": 1772442070.0,
     "t_cleanup": 1772442080.0},
    {"id": 11, "state": "INACTIVE", "result": "TIMEOUT", "ncores": 8, "t_submit": 1772442000.25}
]}"#;

#[test]
fn lists_of_flux_become_jobs() {
    let folder = tempfile::tempdir().unwrap();
    // Whatever it is called: workloads of Batsim and workflows have the same ending.
    for name in ["jobs.json", "jobs"] {
        let path = folder.path().join(name);
        std::fs::write(&path, LIST).unwrap();
        let experiment = prepared(&load::open(&path).unwrap(), &path);
        assert_adds_up(&experiment, 7, 4);
        let milliseconds = |span: Duration| span.0 / 1_000_000;
        let jobs = experiment.jobs.iter().zip(&experiment.labels);
        let shown: Vec<_> = jobs
            .map(|(job, label)| {
                let wait = label.recorded_wait().map(milliseconds);
                (
                    wait,
                    milliseconds(job.runtime),
                    milliseconds(job.estimate),
                    job.nodes,
                )
            })
            .collect();
        let year = 365 * 86_400_000;
        assert_eq!(
            shown,
            [
                (Some(9_750), 90_500, 90_000, 8),
                (Some(40_000), 60_000, 3_600_000, 4),
                (Some(20_000), 10_000, year, 1),
            ]
        );
        for remark in [
            "7 rows: 0 kept unchanged, 3 changed, 4 dropped",
            "1 line dropped: the same as an earlier one",
            "1 job dropped: submit time unknown",
            "1 job dropped: still waiting at the end of the extract",
            "1 job dropped: cancelled before they started",
            "1 job: still running at the end of the extract: taken to end with it",
        ] {
            let own = &experiment.remarks;
            assert!(own.iter().any(|one| one == remark), "{remark}: {own:#?}");
        }
        let accounts = account::read(&TableWorkload::with_path(path.clone()), &path).unwrap();
        let states: Vec<_> = accounts.entries.iter().map(|entry| entry.state).collect();
        let expected = [
            State::Timeout,
            State::Running,
            State::Pending,
            State::Cancelled,
            State::Completed,
        ];
        assert_eq!(states, expected);
        let names = &accounts.names;
        assert_eq!(names.accounts.names(), ["physics", "cells"]);
        assert_eq!(names.users.names(), ["ann", "bob", "101"]);
        assert_eq!(names.hosts.names(), ["n[1-2]", "n3"]);
    }
}

#[test]
fn lists_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (list, sentence) in [
        (
            LIST.replace("\"t_run\": 1772442010.0", "\"t_run\": \"soon\""),
            "job 1: `t_run` is \"soon\": a number of seconds from 0 on is allowed",
        ),
        (
            LIST.replace("\"ncores\": 8", "\"ncores\": -8"),
            "job 1: `ncores` is -8: a whole number from 0 on is allowed",
        ),
        (
            LIST.replace("\"id\": 12", "\"id\": \"f12\""),
            "job 2: `id` is \"f12\": a whole number is allowed",
        ),
        (
            LIST[..1000].to_owned(),
            "not JSON as `flux jobs -a --json` writes it",
        ),
    ] {
        std::fs::write(folder.path().join("jobs"), list).unwrap();
        let output = cosched(folder.path(), &["import", "jobs"]);
        assert!(!output.status.success());
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{said}");
    }
}
