//! Sweeps from the command line: the same tables by every way of computing, and one sentence for
//! every error.

mod errors;
mod resumed;
#[cfg(unix)]
mod scripts;
#[cfg(unix)]
mod slurm;
mod tables;
mod together;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::{cosched, text};
use cosched::export::Lock;
use cosched::run::sweep::Plan;
use cosched_core::random::Random;
use parquet::file::reader::{FileReader, SerializedFileReader};

const TABLES: [&str; 3] = ["results.csv", "results.parquet", "summary.csv"];

/// A sweep of a model with these parts.
fn model(jobs: u32, sweep: &str) -> String {
    format!(
        "(machine: Cluster(nodes: 32), workload: Lublin(jobs: {jobs}, estimates: UpTo(5)),
    policies: [Easy, Conservative], sweep: ({sweep}))"
    )
}

/// Runs it, which has to succeed, and returns the output.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let all: Vec<_> = ["sweep"].iter().chain(arguments).copied().collect();
    let output = cosched(folder, &all);
    assert!(output.status.success(), "{all:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs it, which has to end with `status`, and returns the error.
fn fail(folder: &Path, status: i32, arguments: &[&str]) -> String {
    let all: Vec<_> = ["sweep"].iter().chain(arguments).copied().collect();
    let output = cosched(folder, &all);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{all:?}: {said}");
    said
}

/// A program of the shell.
#[cfg(unix)]
fn program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn bytes(folder: &Path) -> [Vec<u8>; 3] {
    TABLES.map(|name| fs::read(folder.join(name)).unwrap_or_default())
}

/// The rows of a table with commas, its heading first.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let row = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().map(row).collect()
}

/// The cells of a column.
fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let index = rows[0].iter().position(|other| other == name);
    let index = index.unwrap_or_else(|| panic!("{name}: {:?}", rows[0]));
    rows[1..].iter().map(|row| row[index].clone()).collect()
}

#[test]
fn the_grid_is_in_order_and_its_runs_equal_single_ones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "over: [(load: Range(0.5, 1.0, 0.25)), (depth: [3, 50]),
        (policy: [Easy, Conservative])], seeds: 2";
    fs::write(folder.join("a.ron"), model(120, sweep)).unwrap();
    run(folder, &["a.ron", "--out", "out"]);
    let results = rows(&folder.join("out/results.csv"));
    assert_eq!(results[0][..4], ["load", "depth", "policy", "seed"]);
    let mut expected = Vec::new();
    for load in ["0.5", "0.75", "1"] {
        for depth in ["3", "50"] {
            for policy in ["EASY", "Conservative"] {
                expected.extend(["1", "2"].map(|seed| [load, depth, policy, seed]));
            }
        }
    }
    let found: Vec<_> = results[1..].iter().map(|row| &row[..4]).collect();
    assert_eq!(found, expected);
    // The same by another way: each workload, drawn by itself, under each policy.
    let named = |name: &str| column(&results, name);
    let (digests, waits) = (named("digest"), named("mean_wait"));
    for (index, [load, depth, policy, seed]) in expected.into_iter().enumerate() {
        let (policy, out) = (policy.to_lowercase(), format!("run-{index}"));
        let requested = [
            "run", "a.ron", "--quiet", "--load", load, "--depth", depth, "--seed", seed,
        ];
        let rest = ["--policy", &policy, "--out", &out];
        let output = cosched(folder, &[&requested[..], &rest].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let single = rows(&folder.join(&out).join("summary.csv"));
        assert_eq!(column(&single, "digest")[0], digests[index], "{index}");
        assert_eq!(column(&single, "mean_wait")[0], waits[index], "{index}");
    }
}

#[test]
fn any_way_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, sweep) in [
        ("plain.ron", "over: [(load: [0.7, 0.9])], seeds: 5"),
        (
            "until.ron",
            "over: [(load: [0.7, 0.9, 1.0])], seeds: 3, until: (metric: \"utilisation\", half_width: 0.1, most: 12)",
        ),
    ] {
        fs::write(folder.join(name), model(100, sweep)).unwrap();
        let out = |way: &str| format!("{name}-{way}");
        run(folder, &[name, "--out", &out("1"), "--threads", "1"]);
        run(folder, &[name, "--out", &out("2"), "--threads", "2"]);
        run(folder, &[name, "--out", &out("7"), "--threads", "7"]);
        for shard in ["2/3", "3/3"] {
            run(folder, &[name, "--out", &out("3"), "--shard", shard]);
        }
        let said = fail(folder, 1, &[name, "--out", &out("3"), "--merge"]);
        assert!(said.contains(" are missing: load=0.7 seed=1"), "{said}");
        assert!(run(folder, &["status", &out("3")]).contains("are missing: load=0.7 seed=1"));
        run(folder, &[name, "--out", &out("3"), "--shard", "1/3"]);
        run(folder, &[name, "--out", &out("3"), "--merge"]);
        assert!(run(folder, &["status", &out("3")]).starts_with("all "));
        let one = bytes(&folder.join(out("1")));
        assert!(one.iter().all(|bytes| bytes.len() > 300));
        for way in ["2", "7", "3"] {
            assert!(one == bytes(&folder.join(out(way))), "{name} {way}");
        }
        // Only the samples that count are left, whichever program computed more.
        let count = |way: &str| {
            fs::read_dir(folder.join(out(way)).join("samples"))
                .unwrap()
                .count()
        };
        assert_eq!(["2", "7", "3"].map(count), [count("1"); 3]);
    }
}

#[test]
fn every_parameter_can_be_varied() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (path, values, policies) in [
        ("\"parameters.coscheduling.quantum\"", "[60, 600]", "Gang"),
        ("\"machine.nodes\"", "[16, 64]", "Easy"),
        ("\"order\"", "[Submitted, ShortestEstimate]", "Easy"),
        ("\"estimates\"", "[Exact, UpTo(9)]", "Easy"),
        ("\"workload\"", "[Lublin(jobs: 40), Jann(jobs: 60)]", "Easy"),
    ] {
        let text = format!(
            "(machine: Cluster(nodes: 32, memory: 1024), workload: Lublin(jobs: 300, load: 1.2, estimates: UpTo(5)),
            policies: [{policies}], sweep: (over: [{{{path}: {values}}}]))"
        );
        fs::write(folder.join("a.ron"), &text).unwrap();
        let out = path.replace(['"', '.'], "");
        run(folder, &["a.ron", "--out", &out]);
        let digests = column(&rows(&folder.join(&out).join("results.csv")), "digest");
        assert_eq!(digests.len(), 2, "{path}");
        assert_ne!(digests[0], digests[1], "{path}");
    }
}

/// Eleven loads, four policies and ten seeds, as in the example.
#[test]
fn the_example_has_so_many_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::read(&root.join("examples/sweeps/backfilling.ron")).unwrap();
    assert_eq!((plan.points.len(), plan.seeds.len()), (11, 10));
    assert_eq!(plan.points[7].values, ["0.85"]);
    let policies: Vec<_> = plan.policies(10).collect();
    let expected = [
        "EASY",
        "EASY, shortest first",
        "Conservative",
        "EASY, order WFP3",
    ];
    assert_eq!(policies, expected);
}
