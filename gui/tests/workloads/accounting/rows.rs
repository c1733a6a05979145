//! Rows of accounting: odd jobs, arrays, local times, and fields that cannot be read.

use cosched::load::{self, account};
use cosched::record::Experiment;
use cosched::scenario::{TableWorkload, Workload};

use super::{HEADER, assert_adds_up, line, prepared};
use crate::program::{cosched, text};

/// The scenario of a table with `lines` under that header.
fn read(lines: &str) -> Experiment {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    std::fs::write(&path, format!("{HEADER}{lines}")).unwrap();
    prepared(&load::open(&path).unwrap(), &path)
}

/// Fields by index, with their values.
type Fields<'f> = &'f [(usize, &'f str)];

/// Asserts that of a good job and one with `changes` so many are kept, with that remark.
fn assert_remark(changes: &[(usize, &str)], kept: usize, sentence: &str) {
    let other = line(changes);
    let experiment = read(&(line(&[(0, "1"), (1, "1")]) + &other));
    let said = experiment.remarks.join("\n");
    assert_eq!(experiment.jobs.len(), kept, "{other}{said}");
    assert!(said.contains(sentence), "{other}{said}");
    assert_adds_up(&experiment, 2, 2 - kept as u64);
}

#[test]
fn odd_jobs_are_counted() {
    let (start, end, elapsed, limit, state) = (6, 7, 8, 9, 10);
    let never = "Unknown";
    let cases: [(Fields<'_>, usize, &str); 14] = [
        (
            &[(0, "7.batch"), (1, "7.batch")],
            1,
            "1 line dropped: steps",
        ),
        (
            &[
                (start, never),
                (end, never),
                (elapsed, "0"),
                (state, "PENDING"),
            ],
            1,
            "still waiting",
        ),
        (
            &[
                (5, never),
                (start, "2026-03-02T10:00:00"),
                (end, "2026-03-02T10:00:00"),
                (elapsed, "0"),
                (state, "CANCELLED by 1000"),
                (14, "None assigned"),
            ],
            1,
            "cancelled before they started",
        ),
        (
            &[(end, never), (state, "RUNNING")],
            2,
            "still running at the end of the extract",
        ),
        (
            &[(elapsed, "0"), (end, "2026-03-02T10:00:00")],
            1,
            "run time 0",
        ),
        (
            &[(end, "2026-03-02T09:59:00"), (elapsed, "")],
            1,
            "1 job dropped: end before they start",
        ),
        // The clock was put back between its start and its end.
        (
            &[(end, "2026-03-02T09:10:00")],
            2,
            "end before they start, but say how long they ran",
        ),
        (
            &[(end, "2026-03-02T11:10:00")],
            2,
            "another time than from start to end",
        ),
        (
            &[(4, "2026-03-02T10:01:00")],
            2,
            "started before they were submitted",
        ),
        (
            &[(limit, "UNLIMITED")],
            2,
            "1 job: unlimited: the estimate is 365 days",
        ),
        (
            &[(limit, "Partition_Limit")],
            2,
            "the limit of their partition",
        ),
        (&[(limit, "5"), (state, "TIMEOUT")], 2, "outran their limit"),
        (&[(state, "DREAMING")], 2, "a state of unknown name"),
        (&[(4, never)], 1, "submit time unknown"),
    ];
    for (changes, kept, sentence) in cases {
        assert_remark(changes, kept, sentence);
    }
    // The same line twice, and the same job once more.
    let again = line(&[(start, "2026-03-02T12:00:00"), (end, "2026-03-02T12:10:00")]);
    let experiment = read(&(line(&[]) + &line(&[]) + &again));
    assert_adds_up(&experiment, 3, 1);
    assert!(
        experiment
            .remarks
            .join("\n")
            .contains("executions of jobs that had run before")
    );
    // Cut off within the last line.
    let cut = line(&[(0, "8"), (1, "8")]);
    let experiment = read(&(line(&[]) + &cut[..40]));
    assert_adds_up(&experiment, 2, 1);
    assert!(
        experiment
            .remarks
            .join("\n")
            .contains("cut off by the end of the file")
    );
}

/// A queue read these, and accounting was refused for them, or did not know them.
#[test]
fn what_a_queue_says_accounting_may_say() {
    for (changes, sentence) in [
        (&[(9, "NOT_SET")][..], "the limit of their partition"),
        (&[(9, "INVALID")], "the limit of their partition"),
        (&[(8, "INVALID")], "2 kept unchanged"),
        (&[(10, "CG")], "still running at the end of the extract"),
        (&[(10, "BF")], "2 kept unchanged"),
        (&[(11, "1K"), (12, "4K")], "2 kept unchanged"),
        (&[(0, "42_3(45)"), (1, "")], "2 kept unchanged"),
    ] {
        assert_remark(changes, 2, sentence);
    }
    let experiment = read(&format!("{}  \n", line(&[])));
    assert_adds_up(&experiment, 1, 0);
}

#[test]
fn tasks_of_arrays_are_jobs_of_their_own() {
    let without = HEADER.replace("|JobIDRaw", "");
    let lines: String = ["42_1", "42_2", "42_3"]
        .map(|id| {
            let line = line(&[(0, id)]);
            line.replacen("|7|", "|", 1)
        })
        .concat();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arrays.psv");
    std::fs::write(&path, without + &lines).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let numbers: Vec<_> = experiment
        .labels
        .iter()
        .map(|label| label.number())
        .collect();
    assert_eq!(numbers, [42, 43, 44]);
    let accounts = account::read(&TableWorkload::with_path(path.clone()), &path).unwrap();
    let tasks: Vec<_> = accounts
        .entries
        .iter()
        .map(|entry| entry.task.unwrap())
        .collect();
    assert_eq!(
        tasks.iter().map(|task| task.index).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert!(tasks.iter().all(|task| task.array == 42));
}

#[test]
fn local_times_are_those_of_the_zone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    // In Berlin 2:30 was there twice on 25 October 2026; 0:30 UTC is the first of them.
    let local = line(&[
        (4, "2026-10-25T02:30:00"),
        (6, "2026-10-25T02:30:00"),
        (7, "2026-10-25T02:40:00"),
    ]);
    std::fs::write(&path, format!("{HEADER}{local}")).unwrap();
    let mut scenario = load::open(&path).unwrap();
    let Workload::Table(requested) = &mut scenario.workload else {
        panic!()
    };
    requested.zone = Some("Europe/Berlin".to_owned());
    let experiment = prepared(&scenario, &path);
    // `date -u -d '2026-10-25 00:30' +%s`
    assert_eq!(experiment.unix_start, Some(1_792_888_200));
    assert!(experiment.remarks.join("\n").contains("there twice"));
    assert_eq!(experiment.clock.zone_name(), Some("Europe/Berlin"));
}

/// The error for a file with these contents.
fn error_of(name: &str, contents: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, contents).unwrap();
    let output = cosched(folder.path(), &["run", name, "--policy", "easy", "--quiet"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[test]
fn unreadable_fields_are_reported_with_their_positions() {
    let bad = |changes: &[(usize, &str)]| error_of("a.psv", &format!("{HEADER}{}", line(changes)));
    for (changes, said) in [
        // A foreign locale, or SLURM_TIME_FORMAT.
        (
            &[(4, "02.03.2026 09:55:00")][..],
            "a.psv:2:15: `Submit` is `02.03.2026 09:55:00`: a time such as 2026-11-21T21:01:44",
        ),
        (
            &[(13, "1,5G")],
            "`ReqMem` is `1,5G`: an amount such as 4000M",
        ),
        (
            &[(9, "1h")],
            "`TimelimitRaw` is `1h`: [D-]HH:MM:SS, a number, UNLIMITED or Partition_Limit is allowed",
        ),
        (
            &[(12, "-3")],
            "`AllocCPUS` is `-3`: a whole number from 0 on is allowed",
        ),
        (&[(0, "abc"), (1, "")], "`JobID` is `abc`: a job's number"),
        // A bar in a name.
        (&[(2, "ann|e")], "16 fields, where 15 are named"),
    ] {
        let seen = bad(changes);
        assert!(seen.contains(said), "{seen}");
    }
    let headless = error_of("a.psv", &line(&[]));
    assert!(
        headless.contains("--fields jobid,user,submit"),
        "{headless}"
    );
    let none = error_of(
        "a.psv",
        "JobID|User|State|Submit\n1|ann|COMPLETED|2026-03-02T09:55:00\n",
    );
    assert!(none.contains("does not say how long they ran"), "{none}");
    let unknown = error_of("a.csv", "when,how long\n1,2\n");
    assert!(unknown.contains("of no table that is known"), "{unknown}");
    let damaged = error_of("a.parquet", "PAR1 and nothing more");
    assert!(damaged.contains("not a whole Parquet file"), "{damaged}");
}

/// Job 7 has components with 4 and 8 cores that ran at the same time, and one that ran later.
#[test]
fn components_of_a_heterogeneous_job_are_one_job() {
    let (end, elapsed, cores) = (7, 8, 12);
    let component = |id: &'static str, changes: Fields<'_>| {
        let own = [(0, id), (1, "7")];
        line(&[&own, changes].concat())
    };
    let later = [
        (cores, "2"),
        (end, "2026-03-02T10:20:00"),
        (elapsed, "1200"),
    ];
    let lines = component("7+0", &[(cores, "4")])
        + &component("7+1", &[(cores, "8")])
        + &component("7+2", &later);
    let experiment = read(&lines);
    let said = experiment.remarks.join("\n");
    let sizes: Vec<u32> = (0..experiment.jobs.len())
        .map(|job| experiment.size(job))
        .collect();
    assert_eq!(sizes, [12, 2], "{said}");
    assert!(
        said.contains("1 line dropped: components of heterogeneous jobs"),
        "{said}"
    );
    assert!(said.contains("1 job: of several components"), "{said}");
}

/// What two extracts that overlap have in common is counted once.
#[test]
fn tables_one_behind_the_other_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both.csv");
    let table = "JobID;User;Submit;Start;End;State;NNodes;NCPUS\n\
        1;ann;2026-02-02T00:00:00;2026-02-02T00:00:00;2026-02-02T01:00:00;COMPLETED;1;4\n\
        2;bob;2026-02-02T00:00:10;2026-02-02T01:00:00;2026-02-02T02:00:00;COMPLETED;1;4\n";
    std::fs::write(&path, [table, table].concat()).unwrap();
    let output = cosched(folder.path(), &["import", "both.csv"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("both.csv: 2 jobs"), "{said}");
    assert!(said.contains("the header once more"), "{said}");
    assert!(
        said.contains("2 lines dropped: the same as an earlier one"),
        "{said}"
    );
}
