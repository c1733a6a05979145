//! The command line: output, files and errors.

mod packed;
mod program;

use std::process::Command;

use cosched::scenario::PolicyName;

use packed::packed;
use program::{cosched, text};

const RECORD: &str = "1 0 -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1 -1\n";
const HEADER: &str = "; MaxProcs: 4\n";

fn scenario(jobs: &str, rest: &str) -> Vec<u8> {
    format!("(\n    machine: Cluster(nodes: 4),\n    workload: Jobs([{jobs}]),\n{rest})\n")
        .into_bytes()
}

/// A file's name, its contents, and its error.
type BadFile = (&'static str, Vec<u8>, &'static str);

/// Every kind of invalid file, with its error.
fn bad_files() -> Vec<BadFile> {
    let log = |lines: &str| format!("{HEADER}{lines}").into_bytes();
    let good = "(submit: 0, runtime: 5, nodes: 1)";
    let long = packed(format!("{HEADER}{}", RECORD.repeat(500)).as_bytes());
    let half = long[..long.len() / 2].to_vec();
    vec![
        (
            "twice.ron",
            scenario(
                "(id: 7, submit: 0, runtime: 5, nodes: 1), (id: 7, submit: 0, runtime: 5, nodes: 1)",
                "",
            ),
            "twice.ron: two jobs have the id 7; each needs its own, or none of them one",
        ),
        (
            "big.ron",
            b"(machine: Cluster(nodes: 4294967295), workload: Lublin(jobs: 5))".into(),
            "big.ron:1:26: 4294967295 is not allowed: a whole number from 1 to 16777216 is",
        ),
        (
            "big.swf",
            format!("; MaxProcs: 4294967295\n{RECORD}").into(),
            "big.swf:2:1: a machine of 4294967295 nodes is too large; 1 to 16777216 are allowed",
        ),
        (
            "many.ron",
            b"(machine: Cluster(nodes: 4), workload: Lublin(jobs: 4294967295))".into(),
            "4294967295 is not allowed: a whole number from 1 to 4000000000 is",
        ),
        (
            "kept.ron",
            b"(machine: Cluster(nodes: 4), workload: Lublin(jobs: 4000000000))".into(),
            "kept.ron: 4000000000 jobs are more than can be kept at once; up to 50000000 are allowed, and more with `run --stream`, which keeps none",
        ),
        (
            "same.ron",
            b"(machine: Cluster(nodes: 4), workload: Lublin(jobs: 1, load: 0.5))".into(),
            "same.ron: all jobs are submitted at one instant: no load can be set",
        ),
        (
            "slow.ron",
            b"(machine: Cluster(nodes: 128), workload: Lublin(jobs: 60000, load: 0.001))".into(),
            "slow.ron: at a load of 0.001 jobs would be submitted over",
        ),
        (
            "label.ron",
            scenario(good, "    variants: [(policy: Easy, label: \"a\\nb\")],\n"),
            "label.ron:4:42: \"a\\nb\" is not a label: a name in one line is allowed",
        ),
        (
            "empty.swf",
            vec![],
            "empty.swf: the file is empty; a log has at least one job",
        ),
        (
            "empty.ron",
            vec![],
            "empty.ron: the file is empty; a scenario needs at least `machine` and `workload`",
        ),
        (
            "binary.swf",
            vec![0x7f, b'E', b'L', b'F', 2, 1, 0, 0],
            "binary.swf:1:1: not text; a log is plain text or a gzip file of it",
        ),
        (
            "binary.ron",
            vec![b'(', 0xff, 0xfe, 0],
            "binary.ron:1:2: not text; a scenario is a text file in RON",
        ),
        (
            "cut.swf.gz",
            half,
            "cut.swf.gz: the gzip file ends too early: it was cut off",
        ),
        (
            "seventeen.swf",
            log("1 0 -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1\n"),
            "seventeen.swf:2:42: 17 fields; a record has 18",
        ),
        (
            "huge.swf",
            log(&RECORD.replace("1 0 -1", "1 99999999999 -1")),
            "huge.swf:2:3: field 2 (submit time) is too large; times may reach 9 000 000 000 s (285 years), other fields 18 digits: `99999999999`",
        ),
        (
            "word.swf",
            log(&RECORD.replace(" 10 ", " ten ")),
            "word.swf:2:8: field 4 (run time) is not a number: `ten`",
        ),
        (
            "wide.swf",
            log(&RECORD.replace(" 2 ", " 8 ")),
            "wide.swf: no usable job in the log: 1 job dropped: wider than the machine",
        ),
        (
            "headless.swf",
            RECORD.into(),
            "headless.swf:1:1: the header says neither MaxProcs nor MaxNodes: give the machine's size with --nodes, or `machine: Cluster(nodes: …)` in a scenario",
        ),
        (
            "only_header.swf",
            HEADER.into(),
            "only_header.swf: no usable job in the log: it has no records",
        ),
        (
            "wide.ron",
            scenario("\n        (submit: 0, runtime: 5, nodes: 5)", ""),
            "wide.ron:4:40: 5 nodes: this machine allows 1 to 4",
        ),
        (
            "no_nodes.ron",
            b"(machine: Cluster(nodes: 0), workload: Jobs([]))".into(),
            "no_nodes.ron:1:26: 0 is not allowed: a whole number from 1 to 16777216 is",
        ),
        (
            "no_width.ron",
            scenario("(submit: 0, runtime: 5, nodes: 0)", ""),
            "0 nodes: a job needs a whole number from 1 on",
        ),
        (
            "no_runtime.ron",
            scenario("(submit: 0, runtime: 0, nodes: 1)", ""),
            "0 is not a span of time: more than 0 and up to 9000000000 seconds are allowed",
        ),
        (
            "before.ron",
            scenario("(submit: -1, runtime: 5, nodes: 1)", ""),
            "-1 is not a time: 0 to 9000000000 seconds are allowed",
        ),
        (
            "late.ron",
            scenario("(submit: 1e30, runtime: 5, nodes: 1)", ""),
            "is not a time: 0 to 9000000000 seconds are allowed",
        ),
        (
            "field.ron",
            scenario(good, "    polices: [Easy],\n"),
            "field.ron:4:5: Unexpected field named `polices`",
        ),
        (
            "policy.ron",
            scenario(good, "    policies: [Eazy],\n"),
            "policy.ron:4:16: Unexpected variant named `Eazy` in enum `PolicyName`, expected one of `Fcfs`, `Easy`, `Conservative`, `ScojoPect`, ",
        ),
        (
            "type.ron",
            scenario("(submit: 0, runtime: \"5\", nodes: 1)", ""),
            "type.ron:3:",
        ),
        (
            "order.ron",
            scenario(good, "    parameters: (order: Fastest),\n"),
            "order.ron:4:25: Unexpected variant named `Fastest`",
        ),
        (
            "formula.ron",
            scenario(good, "    parameters: (order: Formula(\"2 * (wait\")),\n"),
            "formula.ron:4:34: formula `2 * (wait`, at character 10: the formula ends where ) is expected",
        ),
        (
            "half.ron",
            scenario("(submit: 0, runtime: 5, nodes: 1.5)", ""),
            "half.ron:3:52: 1.5 nodes: a job needs a whole number from 1 on",
        ),
        (
            "minus.ron",
            scenario("(submit: 0, runtime: 5, nodes: -1)", ""),
            "minus.ron:3:52: -1 nodes: a job needs a whole number from 1 on",
        ),
        (
            "missing.ron",
            scenario("(submit: 0, runtime: 5)", ""),
            "missing.ron:3:43: Unexpected missing field named `nodes` in `Job`",
        ),
        (
            "unclosed.ron",
            b"(machine: Cluster(nodes: 4), workload: Jobs([".into(),
            "unclosed.ron:1:",
        ),
        (
            "no_log.ron",
            b"(machine: Cluster(nodes: 4), workload: Swf(path: \"none.swf\"))".into(),
            "none.swf: cannot be read: no such file or directory",
        ),
        (
            "no_jobs.ron",
            scenario("", ""),
            "no_jobs.ron: the workload has no jobs",
        ),
    ]
}

#[test]
fn every_bad_file_gets_one_clear_sentence_and_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content, sentence) in bad_files() {
        std::fs::write(folder.path().join(name), content).unwrap();
        let output = cosched(
            folder.path(),
            &["run", name, "--out", "out", "--policy", "easy"],
        );
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(
            said.contains(sentence),
            "{name}: expected {sentence:?} in {said:?}"
        );
        let problems = said.lines().filter(|line| line.starts_with("cosched: "));
        assert_eq!(problems.count(), 1, "{name}: {said}");
        assert!(!said.contains("panicked"), "{name}: {said}");
        assert!(
            !folder.path().join("out").exists(),
            "{name}: something was written"
        );
    }
}

#[test]
fn every_bad_command_line_gets_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (name, expect) in [
        ("nothing.ron", ""),
        ("early.ron", ", started: [-5]"),
        ("vague.ron", ", metrics: [(name: \"makespan\", value: NaN)]"),
        (
            "loose.ron",
            ", metrics: [(name: \"makespan\", value: 5, tolerance: inf)]",
        ),
    ] {
        let expect = format!("    expect: [(policy: Fcfs{expect})],\n");
        let content = scenario("(submit: 0, runtime: 5, nodes: 1)", &expect);
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    std::fs::write(
        folder.path().join("good.ron"),
        scenario("(submit: 0, runtime: 5, nodes: 1)", ""),
    )
    .unwrap();
    for (arguments, sentence) in [
        (
            &["run", "missing.swf"][..],
            "missing.swf: cannot be read: no such file or directory",
        ),
        (&["run", "."], "cannot be read: is a directory"),
        (
            &["generate", "lublin", "--load", "0"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["generate", "lublin", "--load=NaN"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["generate", "lublin", "--load=-1"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["run", "good.ron", "--nodes", "99999999"],
            "99999999 is not in 1..=16777216",
        ),
        (
            &["check", "nothing.ron"],
            "nothing.ron: `expect` says nothing of FCFS",
        ),
        (&["check", "early.ron"], "-5 is not a time"),
        (&["check", "vague.ron"], "is not a number to compare with"),
        (
            &["check", "loose.ron"],
            "is not a tolerance: a number from 0 on is allowed",
        ),
        (
            &["run", "good.ron", "--policy", "eazy"],
            "[possible values: fcfs, easy, conservative, scojo-pect, ",
        ),
        (
            &["run", "good.ron", "--nodes", "0"],
            "0 is not in 1..=16777216",
        ),
        (
            &["run", "good.ron", "--order", "fastest"],
            "allowed are submitted, shortest-estimate",
        ),
        (
            &["run", "good.ron", "--order", "wait / estimat"],
            "at character 8: `estimat` is not known; known are wait, estimate",
        ),
        (
            &["run", "good.ron", "--load", "0.5"],
            "jobs that are written out have the submit times they have",
        ),
        (&["run"], "required arguments were not provided"),
        (
            &["check", "good.ron"],
            "good.ron: nothing to check: it has no `expect`",
        ),
        (&["generate", "lublim"], "unrecognized subcommand"),
        (
            &["--screenshot", "x.png", "--size", "3x3"],
            "two numbers from 200 to 8000 are allowed, as in 1440x900",
        ),
        (
            &["--screenshot", "x.png", "--pane", "nothing"],
            "there is no pane `nothing`; there are schedule, busy, queue,",
        ),
    ] {
        let output = cosched(folder.path(), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

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

#[test]
fn without_a_policy_the_error_lists_all() {
    let folder = tempfile::tempdir().unwrap();
    let good = "(submit: 0, runtime: 5, nodes: 1)";
    let files = [
        ("policy.ron", scenario(good, "    policies: [Eazy],\n")),
        ("good.ron", scenario(good, "")),
    ];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let told = |arguments: &[&str]| text(&cosched(folder.path(), arguments).stderr);
    // Policies on nodes, then those on servers, then the recorded schedule.
    let mut all = PolicyName::PUBLISHED.to_vec();
    all.sort_by_key(|policy| policy.is_for_servers());
    all.push(PolicyName::Recorded);
    let names: Vec<_> = all
        .iter()
        .map(|policy| format!("`{}`", policy.name()))
        .collect();
    let names = names.join(", ");
    let names = format!("expected one of {names}, or `External` instead");
    let written = told(&["run", "policy.ron"]);
    assert!(written.contains(&names), "{written}");
    let kebabs: Vec<_> = all.iter().map(|policy| policy.kebab()).collect();
    let names = format!("[possible values: {}]", kebabs.join(", "));
    let typed = told(&["run", "good.ron", "--policy", "eazy"]);
    assert!(typed.contains(&names), "{typed}");
}
