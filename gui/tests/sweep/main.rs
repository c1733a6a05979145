//! Sweeps: the same bytes however they are run, killed and gone on with; and what they are of.

mod killed;
#[path = "../program/mod.rs"]
mod program;
mod refused;
mod scripts;
mod values;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use program::{cosched, text};

const TABLES: [&str; 2] = ["results.csv", "summary.csv"];

/// Two loads under three policies.
const SWEEP: &str = "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60), sweep: (
    over: [(load: Range(0.7, 0.9, 0.1)), (policy: [Fcfs, Easy, Conservative])], seeds: 4))";

fn folder(scenario: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sweep.ron"), scenario).unwrap();
    folder
}

/// Runs the sweep of `folder` and returns what was said.
fn sweep(folder: &Path, out: &str, options: &[&str]) -> (Option<i32>, String) {
    let asked = ["sweep", "sweep.ron", "--out", out];
    let output = cosched(folder, &[&asked[..], options].concat());
    (output.status.code(), text(&output.stderr))
}

fn tables(folder: &Path, out: &str) -> [String; 2] {
    TABLES.map(|table| fs::read_to_string(folder.join(out).join(table)).unwrap())
}

/// The rows of a table, by the names of its columns.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = table.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        names
            .iter()
            .map(|name| (*name).to_owned())
            .zip(cells)
            .collect()
    };
    lines.map(row).collect()
}

fn number(row: &BTreeMap<String, String>, name: &str) -> f64 {
    row[name].parse().unwrap()
}

/// Every file of results, and when it was written.
fn files(out: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let Ok(points) = fs::read_dir(out.join("points")) else {
        return BTreeMap::new();
    };
    let points = points.map(|entry| entry.unwrap().path());
    let inside = points.flat_map(|point| fs::read_dir(point).unwrap());
    let files = inside.filter_map(|entry| {
        let path = entry.ok()?.path();
        let is_result = path.extension()? == "csv";
        is_result.then(|| Some((path.clone(), fs::metadata(&path).ok()?.modified().ok()?)))?
    });
    files.collect()
}

#[test]
fn threads_and_shards_make_the_same_bytes() {
    let folder = folder(SWEEP);
    let folder = folder.path();
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let (code, said) = sweep(folder, out, &["--threads", threads]);
        assert_eq!((code, said.as_str()), (Some(0), ""));
    }
    let one = tables(folder, "one");
    assert_eq!(one, tables(folder, "two"));
    assert_eq!(rows(&one[0]).len(), 3 * 3 * 4);
    for shard in ["3/3", "1/3"] {
        assert_eq!(sweep(folder, "parts", &["--shard", shard]).0, Some(0));
    }
    assert!(!folder.join("parts/results.csv").exists());
    let (code, said) = sweep(folder, "parts", &["--merge"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        "cosched: parts: 1 of 3 points are not complete, of which the next runs are: load 0.8, seed 1\n"
    );
    assert_eq!(rows(&tables(folder, "parts")[0]).len(), 2 * 3 * 4);
    assert_eq!(sweep(folder, "parts", &["--shard", "2/3"]).0, Some(0));
    assert_eq!(
        sweep(folder, "parts", &["--merge"]),
        (Some(0), String::new())
    );
    assert_eq!(one, tables(folder, "parts"));
}

/// Loads in their order, then policies, then seeds; each row is what `cosched run` says of
/// such a scenario.
#[test]
fn rows_are_in_order_and_those_of_single_runs() {
    let folder = folder(SWEEP);
    let folder = folder.path();
    sweep(folder, "out", &[]);
    let table = rows(&tables(folder, "out")[0]);
    let said = table
        .iter()
        .map(|row| format!("{} {} {}", row["load"], row["policy"], row["seed"]));
    let mut expected = Vec::new();
    for load in ["0.7", "0.8", "0.9"] {
        for policy in ["FCFS", "EASY", "Conservative"] {
            expected.extend((1..=4).map(|seed| format!("{load} {policy} {seed}")));
        }
    }
    assert_eq!(said.collect::<Vec<_>>(), expected);
    let single = [
        "run",
        "sweep.ron",
        "--quiet",
        "--load",
        "0.8",
        "--seed",
        "3",
        "--out",
        "run",
    ];
    let output = cosched(folder, &single);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = fs::read_to_string(folder.join("run/summary.csv")).unwrap();
    for run in rows(&summary) {
        let is_it = |row: &&BTreeMap<_, _>| {
            row["load"] == "0.8" && row["seed"] == "3" && row["policy"] == run["run"]
        };
        let row = table.iter().find(is_it).unwrap();
        let metrics = row.keys().filter(|name| run.contains_key(*name));
        let equal = metrics.filter(|name| row[*name] == run[*name]).count();
        assert_eq!(equal, row.len() - 3, "{row:?} {run:?}");
    }
}

/// What all jobs do on the machine together, its nodes times the makespan times the share
/// that is used, is theirs and not the policy's.
#[test]
fn a_seed_has_the_same_jobs_under_every_policy() {
    let folder = folder(SWEEP);
    sweep(folder.path(), "out", &[]);
    let table = rows(&tables(folder.path(), "out")[0]);
    let mut work: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in &table {
        let seed = work.entry(row["seed"].clone()).or_default();
        seed.push(number(row, "utilisation") * number(row, "makespan"));
    }
    let of_first: Vec<f64> = work.values().map(|all| all[0]).collect();
    for (place, all) in work.values().enumerate() {
        assert_eq!(all.len(), 9);
        assert!(
            all.iter().all(|one| (one / all[0] - 1.0).abs() < 1e-9),
            "{all:?}"
        );
        let others = of_first
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        assert!(
            others
                .into_iter()
                .all(|(_, other)| (other / all[0] - 1.0).abs() > 1e-3)
        );
    }
}
