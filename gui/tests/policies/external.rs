//! Policies that are other programs: they equal the built-in ones, and their errors are reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{cosched, text};
use cosched::scenario::policy::registry::Registry;
use cosched::scenario::{parse, to_ron};

fn python() -> Option<()> {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("SKIPPED: python3 is not on this machine");
    }
    found.then_some(())
}

/// The command that runs one of the policies in Python.
fn program(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/external/policies.py");
    format!("python3 '{}' {name}", file.display())
}

/// Compares every job's outcome under built-in policies and their Python versions, and digests.
fn compare(folder: &Path, file: &str, more: &[&str]) {
    let [fcfs, easy] = ["fcfs", "easy"].map(program);
    let requested = [
        "run",
        file,
        "--quiet",
        "--out",
        "out",
        "--policy",
        "fcfs",
        "--policy",
        "easy",
        "--external",
        &fcfs,
        "--external",
        &easy,
    ];
    let output = cosched(folder, &[&requested, more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let read = |path: &str| fs::read_to_string(folder.join("out").join(path)).unwrap();
    for name in ["fcfs", "easy"] {
        let other = format!("external-python3-policies-py-{name}/jobs.csv");
        assert!(read(&format!("{name}/jobs.csv")) == read(&other), "{name}");
    }
    let summary = read("summary.csv");
    let rows: Vec<_> = summary.lines().skip(1).collect();
    let values = |row: usize| rows[row].split_once(',').unwrap().1;
    assert_eq!((values(0), values(1)), (values(2), values(3)));
}

#[test]
fn easy_in_python_equals_ours_on_kth() {
    let log = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces/KTH-SP2-1996-2.1-cln.swf.gz");
    if !log.exists() {
        println!("SKIPPED: {} is not there", log.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    if python().is_some() {
        compare(folder.path(), log.to_str().unwrap(), &["--jobs", "6000"]);
    }
}

#[test]
fn easy_in_python_equals_ours_on_drawn_jobs() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..6 {
        // Times with all nine decimals, and estimates above the runtimes.
        let scenario = format!(
            "(machine: Cluster(nodes: 32), seed: {seed},
              workload: Lublin(jobs: 400, load: 0.95, estimates: UpTo(3)))"
        );
        fs::write(folder.path().join("x.ron"), scenario).unwrap();
        if python().is_some() {
            compare(folder.path(), "x.ron", &[]);
        }
    }
}

/// Interrupted jobs wait again, which is reported to the program.
#[test]
fn easy_in_python_equals_ours_where_nodes_fail() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 8, outages: (
            events: [(at: 150, what: Down, first: 0), (at: 400, what: Up, first: 0)])),
        workload: Jobs([(submit: 0, runtime: 200, nodes: 4), (submit: 1, runtime: 300, nodes: 4),
            (submit: 2, runtime: 100, nodes: 6), (submit: 3, runtime: 50, nodes: 3)]))";
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    if python().is_some() {
        compare(folder.path(), "x.ron", &[]);
    }
}

/// A program in words of the shell, with its error.
const WRONG: [(&str, &str); 19] = [
    ("exit 3", "the program has ended, with exit status: 3"),
    (
        "read x; echo '{}'; read x; echo hello",
        "its answer `hello` is not understood: an answer is one line in braces",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"start\":[9]}'; done",
        "there is no job 9: none was submitted that is called so",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"start\":[1]}'; done",
        "there is no job 1: none was submitted that is called so",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"start\":[0,0]}'; done",
        "job 0 does not wait: it has started",
    ),
    (
        "read x; echo '{}'; read x; echo '{\"start\":[0]}'; while read x; do echo '{\"start\":[1]}'; done",
        "job 1 needs 4 nodes and 2 are free",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"strat\":[0]}'; done",
        "unknown field `strat`, expected one of `start`, `hold`, `wake`",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"start\":[-1]}'; done",
        "invalid type: integer `-1`, expected the number of a job",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"wake\":0}'; done",
        "`wake` is 0, which is not between 0 and 9000000000; it is a time, not a span",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"hold\":[{\"job\":5,\"why\":\"so\"}]}'; done",
        "there is no job 5",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"hold\":[{\"job\":0,\"why\":\"{}\",\"values\":[{\"job\":7}]}]}'; done",
        "there is no job 7",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"hold\":[{\"job\":0,\"why\":\"{}\",\"values\":[{\"time\":-1}]}]}'; done",
        "`time` in `values` is -1, which is not between 0 and 9000000000",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{\"start\":[{\"job\":0,\"why\":\"so\",\"values\":[{\"number\":1},{\"number\":1},{\"number\":1},{\"number\":1}]}]}'; done",
        "`values` has 4 entries for `so`: 3 are allowed",
    ),
    (
        "read x; echo '{}'; while read x; do echo '{}'; done",
        "2 of 2 jobs wait for ever, as the policy starts none of them",
    ),
    (
        "head -c 3000000 /dev/zero",
        "an answer has more than 1048576 bytes",
    ),
    ("sleep 60", "it has not answered within 0.5 s"),
    ("cat", "unknown field `cosched`"),
    (
        "exec >&-; sleep 3600",
        "it has closed its standard output, and so cannot answer any more",
    ),
    (
        "read x; echo '{}'; t=0; while read x; do t=$((t + 1)); echo '{\"wake\":'$t'e-9}'; done",
        "it has wanted to be asked 100000 times in a row though nothing had happened, and started nothing",
    ),
];

#[test]
fn every_error_of_a_program_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (script, sentence) in WRONG {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [External(command: [\"sh\", \"-c\", {script:?}],
                timeout: 0.5)],
              workload: Jobs([(submit: 0, runtime: 9, nodes: 2), (submit: 1, runtime: 9, nodes: 4)]))"
        );
        fs::write(folder.path().join("x.ron"), scenario).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{script}: {said}");
        assert!(said.contains(sentence), "{script}: {said}");
        assert!(!said.contains("panicked"), "{script}: {said}");
    }
}

#[test]
fn an_invalid_program_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    for (policy, sentence) in [
        (
            "External(command: [])",
            "`command` needs the name of a program",
        ),
        (
            "External(command: [\"\"])",
            "`command` needs the name of a program",
        ),
        (
            "External(command: [\"x\"], timeout: 0)",
            "0 is not a time to answer in",
        ),
        ("External(commands: [\"x\"])", "commands"),
        ("External", "`(` is wanted, not `]`"),
        (
            "External(command: [\"no-such-program\"])",
            "the policy `no-such-program` cannot be started",
        ),
        ("Externa(command: [\"x\"])", "Externa"),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [{policy}],
              workload: Jobs([(submit: 0, runtime: 9, nodes: 2)]))"
        );
        fs::write(folder.path().join("x.ron"), scenario).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{policy}: {said}");
        assert!(said.contains(sentence), "{policy}: {said}");
    }
}

/// The program's reasons are in the explanation, and scenarios are written as they are read; opened
/// in a window nothing is started without permission.
#[test]
fn reasons_are_the_programs_and_need_permission() {
    let script = "read x; echo '{}'; while read x; do echo '{\"start\":[{\"job\":0,\"why\":\"because I say so\"}]}'; read x; echo '{}'; done";
    let scenario = format!(
        "(machine: Cluster(nodes: 4), policies: [Easy, External(command: [\"sh\", \"-c\", {script:?}], timeout: 20)],
          workload: Jobs([(submit: 0, runtime: 9, nodes: 2)]))"
    );
    let scenario = parse(&scenario, None).unwrap();
    assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);

    let progress = cosched::base::progress::Progress::default();
    let experiment = cosched::load::prepare(&scenario, Some(&PathBuf::from("x.ron")), &progress);
    let experiment = std::sync::Arc::new(experiment.unwrap());
    let choice = &cosched::run::choices(&scenario)[1];
    let refused = cosched::run::check(&experiment, choice).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("--allow-external"), "{said}");

    Registry::default().starting_programs().make_usual();
    let run = cosched::run::simulate(&experiment, choice, true, &progress).unwrap();
    let story = cosched::run::explain::explain(&run.unwrap(), 0, &progress);
    let story = format!("{:?}", story.unwrap());
    assert!(story.contains("started: because I say so"), "{story}");
}

/// Job 0 runs from 0 to 9 s on two of four nodes; job 1, which needs all, is held with a reason
/// that has each kind of value, and starts with one at 9 s.
#[test]
fn reasons_of_a_program_have_quantities_in_words() {
    let held = r#"{"hold":[{"job":1,"why":"{} has {} until {}, {} more, in place {}","values":[{"job":0},{"nodes":2},{"time":9}]}]}"#;
    let started = r#"{"start":[{"job":1,"why":"it waited {}, as {} does","values":[{"duration":8},{"number":1}]}]}"#;
    let script = format!(
        "read x; echo '{{}}'; read x; echo '{{\"start\":[0]}}'; read x; echo '{held}'; read x; echo '{started}'; read x; echo '{{}}'"
    );
    let scenario = format!(
        "(machine: Cluster(nodes: 4), policies: [External(command: [\"sh\", \"-c\", {script:?}], timeout: 20)],
          workload: Jobs([(id: 1, submit: 0, runtime: 9, nodes: 2), (id: 2, submit: 1, runtime: 9, nodes: 4)]))"
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(
        folder.path(),
        &["explain", "x.ron", "--quiet", "--job", "2"],
    );
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    for words in [
        "waits: job 1 has 2 nodes until 9 s, {} more, in place {}",
        "started: it waited 8 s, as 1 does",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// Maintenance of half of the nodes begins at 60 s. The program, which cannot know which nodes a
/// job would get, starts a job of 100 s on two of the four that are free: the refusal is reported
/// to it, and the run goes on. Worked out: 0 runs from 0 to 50 s on nodes 0 and 1, of which 0 is to
/// be maintained; 1, of 100 s on 4 nodes, may not start before 80 s.
#[test]
fn a_start_refused_by_maintenance_is_reported_to_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 4, outages: (
            maintenance: [(from: 60, until: 80, first: 0, count: 2)])),
        workload: Jobs([(submit: 0, runtime: 50, nodes: 2), (submit: 1, runtime: 100, nodes: 4)]))";
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    if python().is_some() {
        compare(folder.path(), "x.ron", &[]);
    }
}

/// An interrupted run kills the program, too.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 4), policies: [External(command: [\"sh\", \"-c\",
            \"echo $$ > pid; read x; echo '{}'; read x; sleep 100\"], timeout: 90)],
        workload: Jobs([(submit: 0, runtime: 9, nodes: 2)]))";
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_cosched"))
        .args(["run", "x.ron"])
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    let pid = || fs::read_to_string(folder.path().join("pid")).ok();
    let started = || pid().is_some_and(|pid| !pid.trim().is_empty());
    while !started() {
        assert!(run.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::yield_now();
    }
    let kill = |how: &str, pid: &str| {
        let done = Command::new("sh")
            .args(["-c", &format!("kill {how} {pid}")])
            .output();
        done.unwrap().status.success()
    };
    assert!(kill("-INT", &run.id().to_string()));
    assert_eq!(run.wait().unwrap().code(), Some(130));
    // It is an orphan, whose parent may take a moment to reap it.
    let program = pid().unwrap();
    let gone = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        !kill("-0", program.trim())
    });
    assert!(gone, "{program}");
}

/// A program's standard error is shown, without control characters and up to a limit.
#[test]
fn standard_error_is_shown_without_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"printf 'a\033]0;title\007b\n' >&2; yes 0123456789 | head -n 50000 >&2; read x; echo '{}'; while read x; do echo '{"start":[0]}'; read x; echo '{}'; done"#;
    let scenario = format!(
        "(machine: Cluster(nodes: 4), policies: [External(command: [\"sh\", \"-c\", {script:?}])],
          workload: Jobs([(submit: 0, runtime: 9, nodes: 2)]))"
    );
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.starts_with("sh: a\\u{1b}]0;title\\u{7}b\nsh: 0123456789\n"));
    assert_eq!(said.lines().count(), 1_001);
    assert!(said.ends_with("sh: … and more, which is not shown: 1000 lines are\n"));
}
