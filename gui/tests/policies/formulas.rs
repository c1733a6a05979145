//! Orders by a formula: the same runs as under the named orders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{cosched, text};

/// Names of orders, each with its formula. Times in whole seconds make the quotient of WFP3 that of
/// nanoseconds; the shortest estimates tie as numbers do.
const SAME: [(&str, &str); 5] = [
    ("wfp3", "(wait / estimate)^3 * nodes"),
    ("shortest-estimate", "-estimate"),
    ("longest-estimate", "estimate"),
    ("fewest-nodes", "1 / nodes"),
    ("largest-area", "nodes * estimate"),
];

/// When each job of `log` started under the policies that order the queue.
fn starts(folder: &Path, log: &Path, order: &str) -> String {
    let log = log.to_str().unwrap();
    let output = cosched(
        folder,
        &[
            "run",
            log,
            "--policy",
            "fcfs",
            "--policy",
            "easy",
            "--policy",
            "conservative",
            "--order",
            order,
            "--quiet",
            "--out",
            "out",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let policies = ["fcfs", "easy", "conservative"];
    let tables = policies.map(|policy| {
        fs::read_to_string(folder.join("out").join(policy).join("jobs.csv")).unwrap()
    });
    tables.concat()
}

fn assert_same_starts(folder: &Path, log: &Path, orders: &[(&str, &str)]) {
    let submitted = starts(folder, log, "submitted");
    for (name, formula) in orders {
        let named = starts(folder, log, name);
        assert_ne!(named, submitted, "{name} changes nothing");
        assert!(
            named == starts(folder, log, formula),
            "{formula} is not {name}"
        );
    }
}

#[test]
fn formulas_equal_the_named_orders() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.swf");
    let requested = [
        "generate", "lublin", "--jobs", "2000", "--nodes", "64", "--load", "1",
    ];
    fs::write(&log, cosched(folder.path(), &requested).stdout).unwrap();
    assert_same_starts(folder.path(), &log, &SAME);
}

#[test]
fn wfp3_as_a_formula_is_wfp3_on_a_real_log() {
    let log = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces/KTH-SP2-1996-2.1-cln.swf.gz");
    if !log.exists() {
        println!("SKIPPED: {} is not there", log.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    assert_same_starts(folder.path(), &log, &SAME[..1]);
}
