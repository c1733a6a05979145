//! Faults found from outside: runs that never end, and the limits of the program.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::packed::packed;
use crate::program::{cosched, text};
use crate::refused::assert_scenario_refused;

const JOB: &str = "(submit: 0, runtime: 10, nodes: 2)";

/// A scenario of these jobs on two nodes.
fn scenario(jobs: &str, rest: &str) -> String {
    format!("(machine: Cluster(nodes: 2, memory: 10), workload: Jobs([{jobs}]), {rest})")
}

/// Asserts that the run of `content` is given up: status 1, one sentence, and no results.
fn assert_given_up(content: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet", "--out", "out"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("cosched: x.ron: given up at "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let written = std::fs::read_dir(folder.path().join("out")).unwrap();
    assert_eq!(written.count(), 0, "results of a run that did not end");
}

#[test]
fn a_switch_that_takes_nearly_all_of_the_longest_quantum() {
    for policy in ["Gang", "Flexible", "Agile"] {
        for grain in ["Fine", "Coarse"] {
            let rest = format!(
                "policies: [{policy}], parameters: (coscheduling: (quantum: 5e9, switch: 4.999999999e9, grain: {grain}))"
            );
            assert_given_up(&scenario(&format!("{JOB}, {JOB}"), &rest));
        }
    }
}

#[test]
fn slices_that_leave_a_class_next_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(submit: 0, runtime: 100, nodes: 2, class: Long), (submit: 0, runtime: 10, nodes: 2, class: Short)";
    let rest = "policies: [ScojoPect], parameters: (slicing: (slices: [(Long, 1), (Short, 8e9)], fill_slices: false))";
    let sentence = "x.ron: the job in place 1 takes 100 intervals of 8000000001 s even if it is alone, longer than the 292 years that are simulated: lengthen the slice of its class or shorten the others";
    assert_scenario_refused(folder.path(), &scenario(jobs, rest), sentence);
}

#[test]
fn quanta_and_slices_of_a_nanosecond() {
    let folder = tempfile::tempdir().unwrap();
    for policy in ["Gang", "Flexible", "Agile"] {
        let rest = format!("policies: [{policy}], parameters: (coscheduling: (quantum: 1e-9))");
        let sentence = "x.ron: the job in place 1 takes 10000000000 quanta even if it is alone; at most 100000000 are simulated: lengthen the quanta of 0.000000001 s";
        assert_scenario_refused(folder.path(), &scenario(JOB, &rest), sentence);
    }
    let rest = "policies: [ScojoPect], parameters: (slicing: (slices: [(Short, 1e-9)]))";
    let sentence = "x.ron: the job in place 1 takes 10000000000 slices even if it is alone; at most 100000000 are simulated: lengthen the intervals of 0.000000001 s";
    assert_scenario_refused(folder.path(), &scenario(JOB, rest), sentence);
}

/// 18446744075 s are 926 ms more than 64 bits of nanoseconds hold.
#[test]
fn a_tolerance_beyond_the_end_of_time_tolerates_everything() {
    let folder = tempfile::tempdir().unwrap();
    let rest = "expect: [(policy: Fcfs, completed: [999], tolerance: 18446744075)]";
    std::fs::write(folder.path().join("x.ron"), scenario(JOB, rest)).unwrap();
    let output = cosched(folder.path(), &["check", "x.ron"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn a_label_too_long_for_a_folder_is_refused_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let label = "l".repeat(300);
    let rest = format!("variants: [(policy: Easy, label: \"{label}\")]");
    std::fs::write(folder.path().join("x.ron"), scenario(JOB, &rest)).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let sentence = "a label of 300 bytes is too long: it names a folder, and 200 are allowed\n";
    assert!(said.ends_with(sentence), "{said}");
    assert!(!folder.path().join("out").exists());
}

/// The second file is run and written though standard output is closed.
#[cfg(unix)]
#[test]
fn a_closed_output_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.ron", "b.ron"] {
        std::fs::write(folder.path().join(name), scenario(JOB, "")).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_cosched");
    let results = |out: &str| {
        let summary = |file: &str| folder.path().join(out).join(file).join("summary.csv");
        (summary("a").exists(), summary("b").exists())
    };
    let script = format!("'{program}' run a.ron b.ron --out d 2>&1 | true");
    let status = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    assert_eq!(results("d"), (true, true));
    if Path::new("/dev/full").exists() {
        let script = format!("exec '{program}' run a.ron b.ron --out e 2>/dev/full");
        let mut shell = Command::new("sh");
        let output = shell
            .args(["-c", &script])
            .current_dir(folder.path())
            .output();
        assert_eq!(output.unwrap().status.code(), Some(0));
        assert_eq!(results("e"), (true, true));
    }
}

#[test]
fn control_characters_of_input_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = format!("(machine: \u{1b}[31mCluster(nodes: 2), workload: Jobs([{JOB}]))");
    let files = [
        ("x.ron", wrong.into_bytes()),
        (
            "y.json",
            b"{\"workflow\": {\"tasks\": [{\"name\": \"a\x1b]0;b\x07\"}]}}".into(),
        ),
        (
            "y.swf",
            b"; MaxProcs: 4\n1 \x1b[2J -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1 -1\n".into(),
        ),
    ];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
        let output = cosched(folder.path(), &["run", name]);
        for said in [text(&output.stderr), text(&output.stdout)] {
            let control = said.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(control, None, "{name}: {said:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn control_characters_in_file_names_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\u{1b}[31m\nb.ron";
    let missing = cosched(folder.path(), &["run", name]);
    let said = text(&missing.stderr);
    assert_eq!(
        said,
        "cosched: a\\u{1b}[31m\\nb.ron: cannot be read: no such file or directory\n"
    );
    std::fs::write(folder.path().join(name), scenario(JOB, "")).unwrap();
    let output = cosched(folder.path(), &["run", name]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn quotes_of_input_are_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let long = "y".repeat(1_000_000);
    for content in [
        format!("({long}: 1)"),
        scenario(JOB, &format!("policies: [{long}]")),
        scenario(
            JOB,
            &format!("expect: [(policy: Fcfs, metrics: [(name: \"{long}\", value: 1)])]"),
        ),
        scenario(
            JOB,
            &format!(
                "variants: [(policy: Easy, label: \"\\n{}\")]",
                "a b ".repeat(9_000)
            ),
        ),
    ] {
        std::fs::write(folder.path().join("x.ron"), &content).unwrap();
        let output = cosched(folder.path(), &["check", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{}", said.len());
        assert!(said.len() < 2_000, "{}: {}", said.len(), &said[..200]);
    }
}

#[test]
fn names_that_a_spreadsheet_would_compute_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let workflow = r#"{"schemaVersion": "1.4", "workflow": {"tasks": [
        {"name": "=1+1", "runtimeInSeconds": 1}, {"name": "plain", "runtimeInSeconds": 1}]}}"#;
    std::fs::write(folder.path().join("w.json"), workflow).unwrap();
    let content = r#"(machine: Servers(count: 1), workload: Workflow(path: "w.json"),
        variants: [(policy: Slf, label: "@a")])"#;
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let jobs = read("a/jobs.csv");
    assert!(
        jobs.contains(",'=1+1\n") && jobs.contains(",plain\n"),
        "{jobs}"
    );
    assert!(read("summary.csv").contains("\n'@a,2,"));
}

/// 3 MiB of blanks are 3 kB when compressed.
#[test]
fn a_packed_file_is_not_unpacked_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = format!(
        "; MaxProcs: 4\n{}1 0 -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1 -1\n",
        ";\n".repeat(1_600_000)
    );
    let json = format!("{{\"workflow\": {}1}}", " ".repeat(3 << 20));
    for (name, content) in [("x.swf.gz", log), ("x.json.gz", json)] {
        let packed = packed(content.as_bytes());
        assert!(packed.len() < 20_000);
        std::fs::write(folder.path().join(name), packed).unwrap();
        let output = cosched(folder.path(), &["run", name, "--unpacked", "2"]);
        let said = text(&output.stderr);
        let sentence = format!(
            "{name}: comes to more than 2 MiB when it is unpacked: allow more with --unpacked, or unpack it first\n"
        );
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.ends_with(&sentence), "{said}");
    }
    let output = cosched(folder.path(), &["run", "x.swf.gz", "--unpacked", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// The summary of an earlier run is removed before results are overwritten, so that a killed
/// program leaves none beside results of another run.
#[test]
fn an_old_summary_never_stands_beside_new_results() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("x.ron"),
        scenario(JOB, "policies: [Fcfs]"),
    )
    .unwrap();
    let out = folder.path().join("out");
    std::fs::create_dir_all(out.join("fcfs/jobs.csv/in the way")).unwrap();
    std::fs::write(out.join("summary.csv"), "of another run").unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!out.join("summary.csv").exists());
}

/// The lock is the operating system's, so that it is released with its process.
#[cfg(unix)]
#[test]
fn a_folder_in_use_by_another_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("x.ron"),
        scenario(JOB, "policies: [Fcfs]"),
    )
    .unwrap();
    let lock = cosched::export::Lock::new(&folder.path().join("out")).unwrap();
    let arguments = ["run", "x.ron", "--quiet", "--out", "out"];
    let output = cosched(folder.path(), &arguments);
    let sentence = "cosched: out: another cosched is writing into this folder; wait for its end, or take another one\n";
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.as_str()), (Some(1), sentence));
    drop(lock);
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// Found by the fuzz: a key that is not a number could never be equal.
#[test]
fn a_key_that_is_no_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Servers(count: 2, cores: 4), workload: Workflow(jobs: [(threads: [(count: 1, demand: 2)])]),
        policies: [Slf], expect: [(policy: Slf, keys: [[NaN, 4]])])";
    std::fs::write(folder.path().join("nan.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["check", "nan.ron"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("nan.ron:2:") && said.contains("NaN"),
        "{said}"
    );
}

/// Asserts that the run of `content` ends, with one job that never started.
fn assert_one_never_started(content: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let never = "1 job (1) never started: the advance reservation that was asked for had ended";
    assert!(said.contains(never), "{said}");
}

#[test]
fn slurm_ends_after_an_expired_advance_reservation() {
    let machine = "machine: Cluster(kinds: [(name: \"k\", count: 1, cores: 1)], reservations: [(name: \"r\", nodes: [\"k\"], from: 0, until: 100)])";
    let late = "(submit: 120, runtime: 5, nodes: 1, reservation: \"r\")";
    // Jobs behind it start all the same.
    let behind = "(submit: 130, runtime: 5, nodes: 1)";
    for jobs in [late.to_owned(), format!("{late}, {behind}")] {
        assert_one_never_started(&format!(
            "({machine}, workload: Jobs([{jobs}]), policies: [Slurm])"
        ));
    }
}

#[test]
fn slurm_ends_where_no_job_can_start() {
    // A limit of a minute does not end within the 23 s of the reservation.
    assert_one_never_started(
        "(machine: Cluster(kinds: [(name: \"a\", count: 1, cores: 7), (name: \"c\", count: 3, cores: 5)], reservations: [(name: \"r\", nodes: [\"a\"], from: 29, until: 52)]), workload: Jobs([(submit: 18, runtime: 6, tasks: 2, estimate: 12, reservation: \"r\"), (submit: 0, runtime: 23, nodes: 2, estimate: 23), (submit: 6, runtime: 8, nodes: 1)]), policies: [Slurm], parameters: (slurm: (phase: 44), order: Formula(\"wait\")))",
    );
}

#[test]
fn slurm_counts_in_whole_seconds() {
    let folder = tempfile::tempdir().unwrap();
    for (parameter, seen, least) in [
        ("bf_interval: 0.000000001", "1e-9", 1),
        ("bf_interval: 0.001", "0.001", 1),
        ("sched_interval: 1.5", "1.5", 1),
        ("bf_min_age_reserve: 0.5", "0.5", 0),
        ("batch_sched_delay: 1e-9", "1e-9", 0),
    ] {
        let content = scenario(
            JOB,
            &format!("policies: [Slurm], parameters: (slurm: ({parameter}))"),
        );
        std::fs::write(folder.path().join("x.ron"), content).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron", "--quiet"]);
        let said = text(&output.stderr);
        let sentence = format!(
            " {seen} s is not allowed: Slurm counts in whole seconds, from {least} to 9000000000\n"
        );
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.ends_with(&sentence), "{said}");
    }
}

#[test]
fn slurm_on_two_million_nodes_does_not_ask_for_the_square_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let content = "(machine: Cluster(nodes: 2000000), workload: Jobs([(submit: 0, runtime: 100, nodes: 2000000), (submit: 0, runtime: 100, nodes: 50)]), policies: [Slurm])";
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
