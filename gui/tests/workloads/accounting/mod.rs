//! Accounting of real centres: what is read from it, against counts by an independent program.
//!
//! The files are not in the project but beside it; where they are absent these tests print that and
//! pass. Each number was counted by a script of Python's standard library and pyarrow, which splits
//! lines at the mark between fields and knows nothing of this program: usable jobs are those that
//! ran for more than 0 s; work is the sum over them of cores times seconds; the peak is the largest
//! sum of cores of jobs that run at once, ends before starts.

mod centres;
mod extract;
mod flux;
mod gpu_cluster;
mod import;
mod inspect;
mod log_fields;
mod pbs;
mod real_sites;
mod rows;
mod slurm_conf;

use std::path::{Path, PathBuf};

use cosched::base::progress::Progress;
use cosched::load;
use cosched::record::Experiment;
use cosched::scenario::{Scenario, TableWorkload, Workload};

use crate::program::{cosched, text};

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

/// A header of the relevant fields, for lines of one job each.
const HEADER: &str = "JobID|JobIDRaw|User|Partition|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|State|NNodes|AllocCPUS|ReqMem|NodeList\n";

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
