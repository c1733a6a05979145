//! Accounting of PBS and Torque: events of jobs put together, and lines that are none.
//!
//! The logs are written by hand after the record formats of OpenPBS and Torque. What is expected was
//! worked out by hand beside each log, and the counts of the first by a script of Python's standard
//! library, which groups lines by the identifier of their job and knows nothing of this program.

use std::path::Path;

use cosched::load;
use cosched::load::account::{self, Accounts, State};
use cosched::record::Experiment;
use cosched::scenario::TableWorkload;
use cosched_core::Duration;

use super::{assert_adds_up, prepared};
use crate::packed::packed;
use crate::program::{cosched, text};

/// A server one hour before UTC: 10:00 there is 1 772 442 000.
///
/// Job 1 came by way of another queue, 2 was deleted before it began, 3 was sent back after 100 s and
/// outran its limit of 600 s, 4 is an array of which the second task still runs, 7 still waits, 8 was
/// suspended for 500 s, 11 was queued before, the line of 12 is cut off.
const PBS: &str = r#"03/02/2026 10:00:00;Q;1.s;user=ann group=phys account="heat and light" project=_pbs_project_default jobname=a queue=route ctime=1772442000 qtime=1772442000 etime=0 Resource_List.walltime=01:00:00
03/02/2026 10:00:01;Q;1.s;user=ann group=phys account="heat and light" jobname=a queue=main ctime=1772442000 qtime=1772442001 etime=1772442001 Resource_List.walltime=01:00:00
03/02/2026 10:00:10;S;1.s;user=ann group=phys account="heat and light" jobname=a queue=main ctime=1772442000 qtime=1772442001 etime=1772442001 start=1772442010 exec_host=n1/0*4 exec_vnode=(n1:ncpus=4:mem=1048576kb) Resource_List.mem=1gb Resource_List.ncpus=4 Resource_List.nodect=1 Resource_List.place=pack Resource_List.select=1:ncpus=4:mem=1gb Resource_List.walltime=01:00:00 resource_assigned.ncpus=4
03/02/2026 10:10:10;E;1.s;user=ann group=phys account="heat and light" jobname=a queue=main ctime=1772442000 qtime=1772442001 etime=1772442001 start=1772442010 exec_host=n1/0*4 exec_vnode=(n1:ncpus=4:mem=1048576kb) Resource_List.mem=1gb Resource_List.ncpus=4 Resource_List.nodect=1 Resource_List.place=pack Resource_List.select=1:ncpus=4:mem=1gb Resource_List.walltime=01:00:00 session=77 end=1772442610 Exit_status=0 resources_used.cput=00:38:00 resources_used.ncpus=4 resources_used.walltime=00:09:58 run_count=1
03/02/2026 10:00:30;Q;2.s;user=bob group=bio jobname=b queue=main ctime=1772442030 qtime=1772442030 etime=1772442030 Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:00:40;D;2.s;requestor=bob@n9
03/02/2026 10:01:00;Q;3.s;user=bob group=bio project=cells jobname=c queue=main ctime=1772442060 qtime=1772442060 etime=1772442060 Resource_List.ncpus=8 Resource_List.walltime=00:10:00
03/02/2026 10:01:40;S;3.s;user=bob group=bio project=cells jobname=c queue=main ctime=1772442060 qtime=1772442060 etime=1772442060 start=1772442100 exec_vnode=(n2:ncpus=4)+(n3:ncpus=4) Resource_List.ncpus=8 Resource_List.walltime=00:10:00
03/02/2026 10:03:20;R;3.s;user=bob group=bio project=cells jobname=c queue=main ctime=1772442060 qtime=1772442060 etime=1772442060 start=1772442100 exec_vnode=(n2:ncpus=4)+(n3:ncpus=4) Resource_List.ncpus=8 Resource_List.walltime=00:10:00 session=78 end=1772442200 Exit_status=-11 resources_used.walltime=00:01:38 run_count=1
03/02/2026 10:05:00;S;3.s;user=bob group=bio project=cells jobname=c queue=main ctime=1772442060 qtime=1772442060 etime=1772442060 start=1772442300 exec_vnode=(n2:ncpus=4)+(n4:ncpus=4) Resource_List.ncpus=8 Resource_List.walltime=00:10:00
03/02/2026 10:15:05;E;3.s;user=bob group=bio project=cells jobname=c queue=main ctime=1772442060 qtime=1772442060 etime=1772442060 start=1772442300 exec_vnode=(n2:ncpus=4)+(n4:ncpus=4) Resource_List.ncpus=8 Resource_List.walltime=00:10:00 session=79 end=1772442905 Exit_status=-29 resources_used.walltime=00:10:03 run_count=2
03/02/2026 10:02:00;Q;4[].s;user=ann group=phys jobname=d queue=main ctime=1772442120 qtime=1772442120 etime=1772442120 array_indices=1-2 Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:05:00;S;4[].s;user=ann group=phys jobname=d queue=main ctime=1772442120 qtime=1772442120 etime=1772442120 start=1772442300 array_indices=1-2 Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:05:00;S;4[1].s;user=ann group=phys jobname=d queue=main ctime=1772442120 qtime=1772442120 etime=1772442120 start=1772442300 exec_vnode=(n1:ncpus=1) Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:07:00;E;4[1].s;user=ann group=phys jobname=d queue=main ctime=1772442120 qtime=1772442120 etime=1772442120 start=1772442300 exec_vnode=(n1:ncpus=1) Resource_List.ncpus=1 Resource_List.walltime=01:00:00 session=80 end=1772442420 Exit_status=1 resources_used.walltime=00:01:59 run_count=1
03/02/2026 10:05:10;S;4[2].s;user=ann group=phys jobname=d queue=main ctime=1772442120 qtime=1772442120 etime=1772442120 start=1772442310 exec_vnode=(n1:ncpus=1) Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:06:00;B;R5.s;owner=root@s name=weekly start=1772442360 end=1772445960 queue=R5
03/02/2026 10:06:30;L;license;floating license hour:3 day:3 month:10 max:10
03/02/2026 10:07:00;X;9.s;user=ann
a line that somebody wrote
03/02/2026 10:08:00;E;6.s;user=ann queue=main ctime=1772442000 start=soon end=1772442480 Resource_List.ncpus=1
03/02/2026 10:08:10;Q;7.s;user=ann group=phys jobname=e queue=main ctime=1772442490 qtime=1772442490 etime=1772442490 Resource_List.ncpus=1 Resource_List.walltime=01:00:00
03/02/2026 10:08:20;Q;8.s;user=cy group=bio jobname=f queue=short ctime=1772442500 qtime=1772442500 etime=1772442500 Resource_List.ncpus=2 Resource_List.walltime=01:00:00
03/02/2026 10:10:00;S;8.s;user=cy group=bio jobname=f queue=short ctime=1772442500 qtime=1772442500 etime=1772442500 start=1772442600 exec_vnode=(n5:ncpus=2) Resource_List.ncpus=2 Resource_List.walltime=01:00:00
03/02/2026 10:12:00;z;8.s;resources_used.walltime=00:02:00
03/02/2026 10:20:20;r;8.s;
03/02/2026 10:33:20;E;8.s;user=cy group=bio jobname=f queue=short ctime=1772442500 qtime=1772442500 etime=1772442500 start=1772442600 exec_vnode=(n5:ncpus=2) Resource_List.ncpus=2 Resource_List.walltime=01:00:00 session=81 end=1772444000 Exit_status=0 resources_used.walltime=00:15:00 run_count=1
03/02/2026 10:33:30;D;11.s;requestor=root@s
03/02/2026 10:33:40;S;12.s;user=ann group=phys jobname=g queue=main ctime=17724"#;

/// A server five hours behind UTC, 04:00 there is 1 772 442 000, whose lines `Q` and `R` say nothing.
///
/// Job 21 was sent back at 04:06 and reached its limit, 22 was deleted before it began, 23 was aborted
/// 30 s after it began, 24 still waits, and of 25 it is not known when it first ended.
const TORQUE: &str = "\
03/02/2026 04:00:00;Q;21.t;queue=batch
03/02/2026 04:01:00;S;21.t;user=ann group=phys jobname=my job queue=batch ctime=1772442000 qtime=1772442000 etime=1772442000 start=1772442060 owner=ann@t exec_host=n1/1+n1/0+n2/1+n2/0 Resource_List.ncpus=1 Resource_List.neednodes=2:ppn=2 Resource_List.nodect=2 Resource_List.nodes=2:ppn=2 Resource_List.walltime=00:10:00
03/02/2026 04:06:00;R;21.t;
03/02/2026 04:10:00;S;21.t;user=ann group=phys jobname=my job queue=batch ctime=1772442000 qtime=1772442000 etime=1772442000 start=1772442600 owner=ann@t exec_host=n1/0-1+n3/0-1 Resource_List.ncpus=1 Resource_List.nodect=2 Resource_List.nodes=2:ppn=2 Resource_List.walltime=00:10:00
03/02/2026 04:20:00;E;21.t;user=ann group=phys jobname=my job queue=batch ctime=1772442000 qtime=1772442000 etime=1772442000 start=1772442600 owner=ann@t exec_host=n1/0-1+n3/0-1 Resource_List.ncpus=1 Resource_List.nodect=2 Resource_List.nodes=2:ppn=2 Resource_List.walltime=00:10:00 session=9 end=1772443200 Exit_status=271 resources_used.cput=00:38:00 resources_used.walltime=00:10:00
03/02/2026 04:01:30;Q;22.t;queue=batch
03/02/2026 04:01:40;D;22.t;requestor=root@t
03/02/2026 04:01:40;S;23.t;user=bob group=bio jobname=x queue=batch ctime=1772442010 qtime=1772442010 etime=1772442010 start=1772442100 exec_host=n3/0 Resource_List.nodes=1 Resource_List.walltime=00:10:00
03/02/2026 04:02:10;A;23.t;
03/02/2026 04:02:20;Q;24.t;queue=batch
03/02/2026 04:11:40;S;25.t;user=bob group=bio jobname=y queue=batch ctime=1772442020 qtime=1772442020 etime=1772442020 start=1772442700 exec_host=n4/0 Resource_List.nodes=1 Resource_List.walltime=00:10:00
03/02/2026 04:13:20;S;25.t;user=bob group=bio jobname=y queue=batch ctime=1772442020 qtime=1772442020 etime=1772442020 start=1772442800 exec_host=n4/0 Resource_List.nodes=1 Resource_List.walltime=00:10:00
03/02/2026 04:15:00;E;25.t;user=bob group=bio jobname=y queue=batch ctime=1772442020 qtime=1772442020 etime=1772442020 start=1772442800 exec_host=n4/0 Resource_List.nodes=1 Resource_List.walltime=00:10:00 session=10 end=1772442900 Exit_status=0 resources_used.walltime=00:01:40
";

/// The log as jobs, and as accounting.
fn read(log: &[u8]) -> (Experiment, Accounts) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("20260302");
    std::fs::write(&path, log).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let accounts = account::read(&TableWorkload::with_path(path.clone()), &path).unwrap();
    (experiment, accounts)
}

/// Submission since the first one, wait, runtime and estimate in seconds, and cores of each job, in
/// the order of submission.
fn shown(experiment: &Experiment) -> Vec<[u64; 5]> {
    let seconds = |span: Duration| span.0 / 1_000_000_000;
    let jobs = experiment.jobs.iter().zip(&experiment.labels);
    let mut shown: Vec<_> = jobs
        .map(|(job, label)| {
            [
                job.submit.0 / 1_000_000_000,
                seconds(label.recorded_wait().unwrap()),
                seconds(job.runtime),
                seconds(job.estimate),
                u64::from(job.nodes),
            ]
        })
        .collect();
    shown.sort_unstable();
    shown
}

fn states(accounts: &Accounts) -> Vec<(u64, State)> {
    let all = accounts.entries.iter();
    all.map(|entry| (entry.number, entry.state)).collect()
}

#[test]
fn events_of_pbs_become_jobs() {
    let (experiment, accounts) = read(PBS.as_bytes());
    // Of 29 lines 6 are jobs. Of 23, two are jobs that never began, two of a whole array, two of no
    // job, one each of an unknown kind, no record, with a bad value, of a job of before, cut off; and
    // 12 are other lines of jobs: 3 of 1, 1 of 2, 3 of 3, 1 of 4[1], 4 of 8.
    assert_adds_up(&experiment, 29, 23);
    for remark in [
        "29 lines: 3 kept unchanged, 3 changed, 23 dropped",
        "1 line dropped: cut off by the end of the file",
        "1 line dropped: no records of PBS; the first is line 20",
        "1 line dropped: records of PBS of an unknown kind; the first is line 19",
        "1 line dropped: with a value that cannot be read; the first is line 21",
        "12 lines dropped: other events of the same jobs",
        "2 lines dropped: of whole arrays, whose tasks have lines of their own",
        "2 lines dropped: of advance reservations, licences and provisioning",
        "1 job dropped: submit time unknown",
        "1 job dropped: still waiting at the end of the extract",
        "1 job dropped: cancelled before they started",
        "1 job: still running at the end of the extract: taken to end with it",
        "1 job: outran their limit: killed at it where `kill_at_estimate` is on",
        "queues are partitions: 1 main, 2 short",
    ] {
        assert!(
            experiment.remarks.iter().any(|own| own == remark),
            "{remark}: {:#?}",
            experiment.remarks
        );
    }
    // The last instant is the end of 8, 2000 s after the first submission. What was sent back waits
    // from then on. At 600 s 4 cores of 1, 8 of 3, 1 of 4[2] and 2 of 8 are in use.
    let expected = [
        [0, 10, 600, 3600, 4],
        [60, 40, 100, 600, 8],
        [120, 180, 120, 3600, 1],
        [120, 190, 1690, 3600, 1],
        [200, 100, 605, 600, 8],
        [500, 100, 900, 3600, 2],
    ];
    assert_eq!(shown(&experiment), expected);
    assert_eq!(experiment.nodes, 15);
    let expected = [
        (1, State::Completed),
        (2, State::Cancelled),
        (3, State::Requeued),
        (3, State::Timeout),
        (4, State::Failed),
        (4, State::Running),
        (7, State::Pending),
        (8, State::Completed),
    ];
    assert_eq!(states(&accounts), expected);
    let names = &accounts.names;
    assert_eq!(names.accounts.names(), ["heat and light", "cells"]);
    assert_eq!(names.hosts.names(), ["n1", "n2,n3", "n2,n4", "n5"]);
    assert_eq!(accounts.entries.get(0).unwrap().memory, Some(1 << 20));
    assert_eq!(
        accounts.entries.get(0).unwrap().eligible.map(|at| at.0),
        Some(1_772_442_001_000)
    );
}

#[test]
fn events_of_torque_are_dated_by_the_clock_of_their_server() {
    let (experiment, accounts) = read(TORQUE.as_bytes());
    // Of 13 lines 4 are jobs; 22 and 24 never began; one start of 25 has no end; 6 others: 3 of 21,
    // and 1 each of 22, 23 and 25.
    assert_adds_up(&experiment, 13, 9);
    let expected = [
        [0, 60, 300, 600, 4],
        [10, 90, 30, 600, 1],
        [20, 780, 100, 600, 1],
        [360, 240, 600, 600, 4],
    ];
    assert_eq!(shown(&experiment), expected);
    let expected = [
        (21, State::Requeued),
        (21, State::Timeout),
        (22, State::Cancelled),
        (23, State::Cancelled),
        (24, State::Pending),
        (25, State::Completed),
    ];
    assert_eq!(states(&accounts), expected);
    assert_eq!(accounts.names.hosts.names(), ["n1,n2", "n1,n3", "n3", "n4"]);
    let nodes: Vec<_> = accounts.entries.iter().map(|entry| entry.nodes).collect();
    assert_eq!(nodes, [Some(2), Some(2), None, Some(1), None, Some(1)]);
}

/// Remarks on dropped lines, without their numbers.
fn dropped(experiment: &Experiment) -> Vec<String> {
    let remarks = experiment.remarks.iter();
    let dropped = remarks.filter(|remark| remark.contains(" dropped: "));
    let texts = dropped.map(|remark| remark.split("; the first").next().unwrap_or_default());
    texts.map(str::to_owned).collect()
}

#[test]
fn the_order_of_lines_does_not_matter() {
    for log in [PBS, TORQUE] {
        // A line without an end is cut off wherever it is.
        let whole: Vec<&str> = log
            .lines()
            .filter(|line| !line.contains(";12.s;"))
            .collect();
        let text = |lines: &[&str]| lines.join("\n") + "\n";
        let (expected, _) = read(text(&whole).as_bytes());
        let mut turned = whole.clone();
        turned.reverse();
        let (even, odd): (Vec<_>, Vec<_>) = whole.iter().zip(0..).partition(|(_, at)| at % 2 == 0);
        let mixed: Vec<&str> = odd.iter().chain(&even).map(|(line, _)| **line).collect();
        for lines in [turned, mixed] {
            let (found, _) = read(text(&lines).as_bytes());
            assert_eq!(shown(&found), shown(&expected));
            assert_eq!(dropped(&found), dropped(&expected));
        }
    }
}

#[test]
fn days_in_common_are_read_once_and_old_letters_are_kept() {
    let (expected, _) = read(TORQUE.as_bytes());
    let (twice, _) = read(format!("{TORQUE}{TORQUE}").as_bytes());
    assert_eq!(shown(&twice), shown(&expected));
    // Two ends are there again; all else are other events.
    let remark = "2 lines dropped: the same as an earlier one";
    assert!(
        twice.remarks.iter().any(|own| own == remark),
        "{:#?}",
        twice.remarks
    );
    assert_adds_up(&twice, 26, 22);
    let latin = TORQUE.replace("jobname=y", "jobname=gr\u{fc}n");
    let latin: Vec<u8> = latin.chars().map(|letter| letter as u8).collect();
    let (latin, _) = read(&latin);
    assert_eq!(shown(&latin), shown(&expected));
    let remark = "1 job: with letters that are not UTF-8: read as Latin-1";
    assert!(
        latin.remarks.iter().any(|own| own == remark),
        "{:#?}",
        latin.remarks
    );
}

/// Runs the program in `folder`, and returns whether it succeeded with all that it printed.
fn said(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = cosched(folder, arguments);
    let all = text(&output.stdout) + &text(&output.stderr);
    (output.status.success(), all)
}

#[test]
fn logs_are_opened_like_other_accounting() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("20260302"), PBS).unwrap();
    std::fs::write(folder.join("march.acct.gz"), packed(PBS.as_bytes())).unwrap();
    for file in ["20260302", "march.acct.gz"] {
        let (done, text) = said(folder, &["import", file, "--out", "march.csv"]);
        assert!(done && text.contains("29 lines: 3 kept"), "{text}");
        let (done, text) = said(folder, &["inspect", file]);
        assert!(
            done && text.contains("no records of PBS; the first is line 20"),
            "{text}"
        );
    }
    let (done, text) = said(folder, &["run", "march.csv", "--policy", "easy"]);
    assert!(done, "{text}");
    let (done, text) = said(folder, &["fit", "20260302", "--quiet"]);
    assert!(done, "{text}");
}

#[test]
fn what_is_no_log_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = "03/02/2026 10:00:00;0008;Server@s;Job;42.s;Job Queued\n";
    let waits = "03/02/2026 10:00:00;Q;1.s;user=ann queue=main ctime=5 Resource_List.ncpus=1\n";
    let mixed = format!("{waits}a\nb\n");
    for (log, sentence) in [
        ("", "no accounting"),
        (server, "are of no table that is known"),
        ("1 2 3\n", "no accounting"),
        (&mixed, "mixed.acct:2:1: 2 of 3 lines are no records of PBS"),
        (waits, "no job that could be simulated"),
    ] {
        std::fs::write(folder.join("mixed.acct"), log).unwrap();
        let (done, text) = said(folder, &["import", "mixed.acct"]);
        assert!(!done && text.contains(sentence), "{text}");
    }
}
