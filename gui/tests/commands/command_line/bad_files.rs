//! Files that cannot be read, each with its sentence.

use super::{HEADER, RECORD, scenario};
use crate::packed::packed;
use crate::program::{cosched, text};

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
            "field.ron:4:5: there is no field `polices`",
        ),
        (
            "policy.ron",
            scenario(good, "    policies: [Eazy],\n"),
            "policy.ron:4:16: there is no `Eazy` (is `Easy` meant?); there are `Fcfs`, `Easy`, `Conservative`, `ScojoPect`, ",
        ),
        (
            "type.ron",
            scenario("(submit: 0, runtime: \"5\", nodes: 1)", ""),
            "type.ron:3:",
        ),
        (
            "order.ron",
            scenario(good, "    parameters: (order: Fastest),\n"),
            "order.ron:4:25: there is no `Fastest`",
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
            "missing.ron:3:43: the field `nodes` of `Job` is missing",
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
