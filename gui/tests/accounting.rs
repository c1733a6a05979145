//! Accounting of real centres: what is read from it, against counts by an independent program.
//!
//! The files are not in the project but beside it; where they are absent these tests print that and
//! pass. Each number was counted by a script of Python's standard library and pyarrow, which splits
//! lines at the mark between fields and knows nothing of this program: usable jobs are those that
//! ran for more than 0 s; work is the sum over them of cores times seconds; the peak is the largest
//! sum of cores of jobs that run at once, ends before starts.

mod program;

use std::path::{Path, PathBuf};

use cosched::base::progress::Progress;
use cosched::load::{self, account};
use cosched::record::Experiment;
use cosched::scenario::{Dialect, Scenario, TableWorkload, Workload};
use program::{cosched, text};

/// The shared file called `name`, or `None` with a message.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared")
        .join(name);
    if !path.exists() {
        println!("skipped: {name} is not beside the project");
        return None;
    }
    Some(path)
}

fn prepared(scenario: &Scenario, path: &Path) -> Experiment {
    load::prepare(scenario, Some(path), &Progress::default()).unwrap()
}

/// Cores times seconds, exact.
fn work(experiment: &Experiment) -> u64 {
    let jobs = experiment.jobs.iter();
    jobs.map(|job| u64::from(job.nodes) * (job.runtime.0 / 1_000_000_000))
        .sum()
}

/// The table at `path` with the fields that `fields` names.
fn table(path: &Path, fields: &[&str]) -> Scenario {
    let mut scenario = load::open(&std::fs::canonicalize(path).unwrap()).unwrap();
    scenario.workload = Workload::Table(TableWorkload {
        fields: fields.iter().map(|&field| field.to_owned()).collect(),
        ..TableWorkload::with_path(std::fs::canonicalize(path).unwrap())
    });
    scenario
}

/// Asserts that every line is counted once.
fn assert_adds_up(experiment: &Experiment, read: u64, dropped: u64) {
    let sum = &experiment.remarks[0];
    let numbers: Vec<u64> = sum
        .split([':', ','])
        .map(|part| {
            part.chars()
                .filter(char::is_ascii_digit)
                .collect::<String>()
        })
        .map(|digits| digits.parse().unwrap())
        .collect();
    let [all, unchanged, changed, gone] = numbers[..] else {
        panic!("{sum}")
    };
    assert_eq!((all, gone), (read, dropped), "{sum}");
    assert_eq!(all, unchanged + changed + gone, "{sum}");
    assert_eq!(unchanged + changed, experiment.jobs.len() as u64, "{sum}");
}

#[test]
fn a_month_of_a_real_centre() {
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let experiment = prepared(&table(&path, &["xdmod"]), &path);
    // 4 285 lines; 239 were cancelled before they started, 22 failed within their first second.
    assert_adds_up(&experiment, 4_285, 239 + 22);
    assert_eq!(experiment.jobs.len(), 4_024);
    assert_eq!(work(&experiment), 42_364_758);
    assert_eq!(experiment.nodes, 340);
    assert_eq!(experiment.unix_start, Some(1_482_390_912));
    let waits = experiment.labels.iter();
    let waits: u64 = waits
        .map(|label| label.recorded_wait.unwrap().0 / 1_000_000_000)
        .sum();
    assert_eq!(waits, 67_787_725);
    let queue = |number| {
        let labels = experiment.labels.iter();
        labels.filter(|label| label.queue == Some(number)).count()
    };
    // focaccia, crumpet, black: in the order of the file.
    assert_eq!([queue(1), queue(2), queue(3)], [13, 34, 3_977]);
    let said = experiment.remarks.join("\n");
    for sentence in [
        "239 jobs dropped: cancelled before they started",
        "22 jobs dropped: run time 0",
        "3977 jobs: memory with Slurm's mark",
        "1 job: outran their limit",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
}

#[test]
fn accounting_of_an_emulated_slurm() {
    let Some(path) = shared("slurm/sacct.sample.psv") else {
        return;
    };
    let experiment = prepared(&table(&path, &[]), &path);
    // 82 lines, 4 of which ran for 0 s.
    assert_adds_up(&experiment, 82, 4);
    assert_eq!(work(&experiment), 1_184);
    let Some(path) = shared("slurm/jobcomp.sample.txt") else {
        return;
    };
    let experiment = prepared(&table(&path, &[]), &path);
    // 84 lines of 82 jobs: 31 was requeued, 81 lost its node, and both ran again.
    assert_adds_up(&experiment, 84, 4);
    assert_eq!(work(&experiment), 1_208);
    let said = experiment.remarks.join("\n");
    assert!(
        said.contains("2 jobs: executions of jobs that had run before"),
        "{said}"
    );
}

#[test]
fn pods_on_servers_with_gpus() {
    let Some(path) = shared("traces/clusters/openb_pod_list_default.csv.gz") else {
        return;
    };
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    // 8 152 pods, 897 of which were never scheduled; 5 193 ran until the end of the trace, 7 006
    // did or request parts of cores or GPUs; parts of cores rounded up.
    assert_adds_up(&experiment, 8_152, 897);
    assert_eq!(work(&experiment), 2_513_058_351);
    assert_eq!(experiment.nodes, 770);
    // No calendar: the trace counts from its own start.
    assert_eq!(experiment.unix_start, None);
    let said = experiment.remarks.join("\n");
    for sentence in [
        "897 jobs dropped: still waiting at the end of the extract",
        "5193 jobs: still running at the end of the extract",
        "5900 jobs: ask for parts of a core or GPU",
        "read as Alibaba’s GPU trace of 2023",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
    let accounts = account::read(&TableWorkload::with_path(path.clone()), &path).unwrap();
    let gpus = accounts
        .entries
        .iter()
        .filter(|entry| entry.start.is_some());
    assert_eq!(gpus.filter_map(|entry| entry.gpus).sum::<u32>(), 6_571);
    assert_eq!(accounts.entries[0].memory, Some(16_384 * 1024));
}

#[test]
fn tasks_of_opendc() {
    let Some(path) = shared("traces/clusters/surf_week.tasks.parquet") else {
        return;
    };
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    assert_adds_up(&experiment, 6_295, 0);
    assert_eq!(work(&experiment), 1_115_268_000);
    assert_eq!(experiment.nodes, 2_704);
    assert_eq!(experiment.unix_start, Some(1_665_093_600));
}

/// A header of the relevant fields, for lines of one job each.
const HEADER: &str = "JobID|JobIDRaw|User|Partition|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|State|NNodes|AllocCPUS|ReqMem|NodeList\n";

/// The scenario of a table with `lines` under that header.
fn read(lines: &str) -> Experiment {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    std::fs::write(&path, format!("{HEADER}{lines}")).unwrap();
    prepared(&load::open(&path).unwrap(), &path)
}

/// A job from 10:00 to 10:10 with `changes` of its fields.
fn line(changes: &[(usize, &str)]) -> String {
    let mut fields = [
        "7",
        "7",
        "ann",
        "short",
        "2026-03-02T09:55:00",
        "2026-03-02T09:55:00",
        "2026-03-02T10:00:00",
        "2026-03-02T10:10:00",
        "600",
        "60",
        "COMPLETED",
        "2",
        "8",
        "4Gn",
        "n[1-2]",
    ];
    for &(field, text) in changes {
        fields[field] = text;
    }
    fields.join("|") + "\n"
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
        (&[(8, "INVALID")], "2 kept as they are"),
        (&[(10, "CG")], "still running at the end of the extract"),
        (&[(10, "BF")], "2 kept as they are"),
        (&[(11, "1K"), (12, "4K")], "2 kept as they are"),
        (&[(0, "42_3(45)"), (1, "")], "2 kept as they are"),
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
    let numbers: Vec<_> = experiment.labels.iter().map(|label| label.number).collect();
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

#[test]
fn any_table_by_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let csv =
        "id;SubmitTime;Begin;Took;Slots;Who;Lane\n1;1000;1010;2.5;4;ann;a\n2;1005;1015;1;2;bob;b\n";
    std::fs::write(folder.path().join("site.csv"), csv).unwrap();
    let scenario = r#"(
        machine: Cluster(nodes: 8),
        workload: Table(
            path: "site.csv",
            columns: (number: "id", submit: "SubmitTime", start: "Begin", runtime: "Took", cores: "Slots", user: "Who", partition: "Lane"),
            units: (instants: UnixSeconds, spans: Minutes),
        ),
        policies: [Easy, Recorded],
    )"#;
    let path = folder.path().join("site.ron");
    std::fs::write(&path, scenario).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    assert_eq!(experiment.unix_start, Some(1000));
    let jobs: Vec<_> = experiment
        .jobs
        .iter()
        .map(|job| (job.submit.seconds(), job.runtime.seconds(), job.nodes))
        .collect();
    assert_eq!(jobs, [(0.0, 150.0, 4), (5.0, 60.0, 2)]);
    let waits: Vec<_> = experiment
        .labels
        .iter()
        .map(|label| label.recorded_wait.unwrap().seconds())
        .collect();
    assert_eq!(waits, [10.0, 10.0]);
    // Written and read again, it is the same scenario.
    let opened = load::open(&path).unwrap();
    let again = cosched::scenario::parse(&cosched::scenario::to_ron(&opened), None).unwrap();
    assert_eq!(opened, again);
    std::fs::write(&path, scenario.replace("\"Took\"", "\"Dauer\"")).unwrap();
    let output = cosched(folder.path(), &["run", "site.ron"]);
    assert!(
        text(&output.stderr).contains("`runtime: \"Dauer\"`: there is no such column"),
        "{}",
        text(&output.stderr)
    );
}

/// The file that `import` writes from `path` to `out` in a folder.
fn imported(path: &Path, more: &[&str], out: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = std::fs::canonicalize(path).unwrap();
    let arguments = [&["import", file.to_str().unwrap(), "--out", out], more].concat();
    let output = cosched(folder.path(), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = folder.path().join(out);
    (folder, written)
}

#[test]
fn a_written_table_is_read_back() {
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let fields = ["--fields", "xdmod"];
    let direct = prepared(&table(&path, &["xdmod"]), &path);
    let (_folder, log) = imported(&path, &fields, "log.swf");
    let mut scenario = load::open(&log).unwrap();
    let Workload::Swf(requested) = &mut scenario.workload else {
        panic!()
    };
    requested.rebase = true;
    let by_log = prepared(&scenario, &log);
    let facts = |one: &Experiment| {
        let labels = one.labels.iter();
        let labels = labels.map(|label| {
            (
                label.number,
                label.user,
                label.group,
                label.queue,
                label.recorded_wait,
            )
        });
        (one.jobs.clone(), labels.collect::<Vec<_>>(), one.nodes)
    };
    assert_eq!(facts(&direct), facts(&by_log));
    assert_eq!(direct.clock.date(0.0), by_log.clock.date(0.0));
    let (_folder, csv) = imported(&path, &fields, "table.csv");
    let by_table = prepared(&load::open(&csv).unwrap(), &csv);
    assert_eq!(facts(&direct), facts(&by_table));
    let (_folder, ron) = imported(&path, &fields, "month.ron");
    assert_eq!(
        facts(&direct),
        facts(&prepared(&load::open(&ron).unwrap(), &ron))
    );
}

#[test]
fn anonymised_accounting_has_no_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    let jobs = line(&[(0, "901"), (1, "901")]) + &line(&[(0, "902"), (1, "902"), (2, "zoe")]);
    std::fs::write(&path, format!("{HEADER}{jobs}")).unwrap();
    for out in ["log.swf", "table.csv"] {
        let (_folder, written) = imported(&path, &["--anonymise"], out);
        let kept = std::fs::read_to_string(&written).unwrap();
        for name in ["ann", "zoe", "short", "901", "902", "month"] {
            assert!(!kept.contains(name), "{name}: {kept}");
        }
        let (_folder, written) = imported(&path, &[], out);
        assert!(std::fs::read_to_string(&written).unwrap().contains("short"));
    }
    let output = cosched(folder.path(), &["import", "month.psv", "--anonymise"]);
    assert!(!text(&output.stdout).contains("short"));
}

#[test]
fn the_help_says_how_to_get_accounting() {
    let output = cosched(Path::new("."), &["import", "--help"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("TZ=UTC") && said.contains("sacct -a -X -P -D"),
        "{said}"
    );
    assert!(said.contains("ElapsedRaw,TimelimitRaw"), "{said}");
}

/// A log with `header` and `lines`, read under `dialect`, or why it cannot be.
fn log(header: &str, lines: &str, dialect: Option<Dialect>) -> Result<Experiment, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("further.swf");
    std::fs::write(&path, format!("{header}{lines}")).unwrap();
    let mut scenario = load::open(&path).unwrap();
    let Workload::Swf(requested) = &mut scenario.workload else {
        panic!()
    };
    requested.dialect = dialect;
    let read = load::prepare(&scenario, Some(&path), &Progress::default());
    read.map_err(|problem| problem.to_string())
}

/// Two jobs with 21 fields: the second one on 2 GPUs, with a soft wall time and a property.
const OF_21: &str = "1 0 5 100 4 -1 -1 4 300 -1 1 1 1 -1 1 -1 -1 -1 -1 -1 -1\n2 10 5 100 8 -1 -1 8 300 -1 1 2 1 -1 1 -1 -1 -1 2 200 fast\n";

#[test]
fn further_fields_of_logs_are_never_misread() {
    let header = "; MaxProcs: 16\n; MaxNodes: 4\n";
    let sizes = |one: &Experiment| one.jobs.iter().map(|job| job.nodes).collect::<Vec<_>>();
    // Without a dialect they are unknown.
    let unknown = log(header, OF_21, None).unwrap();
    let said = unknown.remarks.join("\n");
    assert!(
        said.contains("2 lines with more than 18 fields: the rest is ignored"),
        "{said}"
    );
    assert_eq!(sizes(&unknown), [4, 8]);
    // Stated, or by the header.
    let by_header = format!("; Note: written by AleaNG\n{header}");
    for (header, dialect) in [(header, Some(Dialect::AleaNg)), (&by_header, None)] {
        let read = log(header, OF_21, dialect).unwrap();
        let said = read.remarks.join("\n");
        for sentence in [
            "2 lines read as AleaNG’s",
            "1 job with GPUs: not simulated",
            "1 job with a soft wall time",
            "1 job with properties",
        ] {
            assert!(said.contains(sentence), "{sentence}: {said}");
        }
        assert_eq!(sizes(&read), [4, 8]);
    }
    // Nodes in the last field, on a machine of nodes; a run time beyond the limit is cut.
    let frontier = "; Computer: Frontier\n; MaxProcs: 512\n; MaxNodes: 8\n";
    let lines = "1 0 5 100 128 -1 -1 128 300 -1 1 1 1 -1 1 -1 -1 -1 2\n2 10 5 9999 64 -1 -1 64 300 -1 1 2 1 -1 1 -1 -1 -1 1\n";
    let read = log(frontier, lines, None).unwrap();
    let said = read.remarks.join("\n");
    assert_eq!((sizes(&read), read.nodes), (vec![2, 1], 8));
    assert_eq!(read.jobs[1].runtime.seconds(), 300.0);
    assert!(
        said.contains("1 job with a run time beyond their limit"),
        "{said}"
    );
    // A line with the wrong number of fields is an error.
    let few = log(header, lines, Some(Dialect::AleaNg)).err().unwrap();
    assert!(
        few.contains("further.swf:3:") && few.contains("19 fields; a line of AleaNG has 21"),
        "{few}"
    );
    let wrong = OF_21.replace(" 2 200 fast", " two 200 fast");
    let wrong = log(header, &wrong, Some(Dialect::AleaNg)).err().unwrap();
    assert!(wrong.contains("4:49: field 19 (GPUs) is `two`"), "{wrong}");
}

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

/// Two kinds of nodes and two partitions of a `slurm.conf`, and jobs of accounting on them: one
/// fits nowhere, and one is in a partition that does not exist.
#[test]
fn a_slurm_conf_gives_accounting_its_machine() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "slurm.conf",
        "SelectType=select/cons_tres\nNodeName=n[1-2] CPUs=4 RealMemory=8000\n\
         NodeName=g1 CPUs=8 RealMemory=8000 Gres=gpu:2\nPartitionName=main Nodes=n[1-2] Default=YES LLN=YES\n\
         PartitionName=gpu Nodes=g1 PriorityTier=3 MaxTime=60\n",
    );
    write(
        "month.sacct",
        "JobID|User|Partition|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS|ReqMem|AllocTRES\n\
         1|ann|main|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:00|60|COMPLETED|2|8|4000Mn|cpu=8,node=2\n\
         2|ann|gpu|2026-03-02T10:01:00|2026-03-02T10:01:00|2026-03-02T10:02:00|60|COMPLETED|1|4|4000Mn|cpu=4,node=1,gres/gpu=2\n\
         3|bob|main|2026-03-02T10:02:00|2026-03-02T10:10:00|2026-03-02T10:12:00|60|COMPLETED|1|6|100Mn|cpu=6,node=1\n\
         4|bob|quick|2026-03-02T10:02:00|2026-03-02T10:10:00|2026-03-02T10:12:00|60|COMPLETED|1|1|100Mn|cpu=1,node=1\n",
    );
    let requested = "import month.sacct --conf slurm.conf --out month.ron";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let (said, warned) = (text(&output.stdout), text(&output.stderr));
    for line in [
        "  2 n: 4 cores, 8000 MiB",
        "  1 g: 8 cores, 8000 MiB, 2 GPUs",
        "  Partition gpu: g, tier 3, up to 3600 s",
        "  not simulated: lln=YES of partition main",
    ] {
        assert!(said.contains(line), "{said}");
    }
    for line in [
        "2 jobs on 3 nodes with 16 cores",
        "1 job dropped: ask for what no node of their partition has",
        "1 job dropped: in a partition that the cluster does not have",
        "there is no partition quick",
    ] {
        assert!(warned.contains(line), "{warned}");
    }
    let path = folder.path().join("month.ron");
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let cluster = experiment.cluster.as_ref().unwrap();
    let asks = cluster.asks.iter();
    let asks: Vec<_> = asks
        .map(|ask| (ask.partition, ask.units(), ask.each.0))
        .collect();
    let each = |cores, gpus| [cores, 4000, gpus, 0, 0, 0, 0];
    assert_eq!(asks, [(0, 2, each(4, 0)), (1, 1, each(4, 2))]);
    let refused = cosched(
        folder.path(),
        &[
            "import",
            "month.sacct",
            "--conf",
            "slurm.conf",
            "--out",
            "month.swf",
        ],
    );
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(
        said.contains("the machine is written into a scenario (.ron) alone"),
        "{said}"
    );
    // The same machine under another policy: job 1 has both nodes of `main`.
    let requested = "whatif month.sacct --conf slurm.conf --policy fcfs --set policy=easy --quiet";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stdout);
    assert!(
        said.starts_with("not simulated: lln=YES of partition main\n2 jobs"),
        "{said}"
    );
}

/// A job in an advance reservation keeps it where the cluster has it, and goes without elsewhere.
#[test]
fn jobs_keep_their_advance_reservations() {
    let folder = tempfile::tempdir().unwrap();
    let sacct = "JobID|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS|Reservation\n\
        1|2026-03-02T10:00:00|2026-03-02T10:10:00|2026-03-02T10:20:00|20|COMPLETED|1|2|course\n\
        2|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:00|20|COMPLETED|1|2|\n\
        3|2026-03-02T10:01:00|2026-03-02T10:01:00|2026-03-02T10:11:00|20|COMPLETED|1|1|repair\n";
    std::fs::write(folder.path().join("month.sacct"), sacct).unwrap();
    let scenario = r#"(
        machine: Cluster(
            kinds: [(name: "n", count: 2, cores: 2)],
            reservations: [(name: "course", nodes: ["n[0]"], from: 600, until: 3600)],
        ),
        workload: Table(path: "month.sacct"),
        policies: [Easy],
    )"#;
    let path = folder.path().join("site.ron");
    std::fs::write(&path, scenario).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let asks = &experiment.cluster.as_ref().unwrap().asks;
    let reserved: Vec<_> = asks.iter().map(|ask| ask.reservation).collect();
    assert_eq!(reserved, [Some(0), None, None]);
    let said = "1 job: for an advance reservation that the cluster does not have: without one";
    assert!(
        experiment.remarks.iter().any(|remark| remark == said),
        "{:?}",
        experiment.remarks
    );
    // A table keeps it, under another name if names are to be hidden.
    let (_folder, csv) = imported(&folder.path().join("month.sacct"), &[], "table.csv");
    let table = std::fs::read_to_string(csv).unwrap();
    assert!(table.contains(",course,"), "{table}");
    let (_folder, csv) = imported(
        &folder.path().join("month.sacct"),
        &["--anonymise"],
        "table.csv",
    );
    let table = std::fs::read_to_string(csv).unwrap();
    assert!(
        !table.contains("course") && table.contains("reservation1"),
        "{table}"
    );
}
