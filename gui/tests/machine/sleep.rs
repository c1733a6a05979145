//! Nodes that sleep under Slurm, from a scenario to metrics, tables, reasons and energy.

use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

/// Sixteen nodes of which twelve sleep, and jobs that come so seldom that they do.
const SLEEPY: &str = "(
    machine: Cluster(
        kinds: [(name: \"n\", count: 16, cores: 4)],
        sleep: [(nodes: [\"n[4-15]\"], suspend_time: 300, suspend_timeout: 60, boot_time: 240)],
        power: (idle: 100, busy: 300, asleep: 7),
    ),
    workload: Lublin(jobs: 300, load: 0.3),
    policies: [Slurm, Fcfs],
    parameters: (slurm: (bf_interval: 10)),
)";

/// Rows of a file of comma-separated values, without its heading, and the index of a column.
fn table(text: &str) -> (Vec<Vec<f64>>, impl Fn(&str) -> usize + use<>) {
    let mut lines = text.lines();
    let heading: Vec<String> = lines
        .next()
        .unwrap()
        .split(',')
        .map(str::to_owned)
        .collect();
    let number = |cell: &str| cell.parse().unwrap_or(f64::NAN);
    let rows = lines.map(|line| line.split(',').map(number).collect());
    let column = move |name: &str| heading.iter().position(|one| one == name).unwrap();
    (rows.collect(), column)
}

/// What is drawn is added up by nodes: of jobs while they have their cores, of nodes while they sleep, and of the rest.
/// Who waits for nodes to boot runs as much later, and nobody has a node while it sleeps or before it is up.
#[test]
fn energy_and_tables_are_of_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sleepy.ron"), SLEEPY).unwrap();
    let output = cosched(folder.path(), &["run", "sleepy.ron", "--out", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let (jobs, job_column) = table(&read("slurm/jobs.csv"));
    let (spans, span_column) = table(&read("slurm/sleep.csv"));
    let (summary, column) = table(&read("summary.csv"));
    let job = |row: &[f64], name: &str| row[job_column(name)];

    let first = jobs.iter().map(|row| job(row, "submission_time"));
    let first = first.fold(f64::MAX, f64::min);
    let last = jobs.iter().map(|row| job(row, "finish_time"));
    let last = last.fold(0.0, f64::max);
    let asleep: f64 = spans
        .iter()
        .map(|row| row[span_column("until")] - row[span_column("from")].max(first))
        .sum();
    let by_jobs: f64 = jobs.iter().map(|row| job(row, "energy_kwh")).sum();
    // A node is worth four cores.
    let busy = by_jobs * 3.6e6 / 300.0;
    let expected =
        (100.0 * (16.0 * (last - first) - busy - asleep) + 7.0 * asleep) / 3.6e6 + by_jobs;
    let slurm = &summary[0];
    let energy = slurm[column("energy")];
    assert!(
        (energy / expected - 1.0).abs() < 1e-9,
        "{energy} {expected}"
    );
    let part = asleep / (16.0 * (last - first));
    assert!((slurm[column("asleep")] - part).abs() < 1e-9);
    assert!(part > 0.2, "nodes hardly sleep: {part}");

    let boots: Vec<f64> = jobs.iter().map(|row| job(row, "boot")).collect();
    let booted = boots.iter().filter(|boot| **boot > 0.0).count();
    assert!(booted > 10, "hardly any job waits for nodes: {booted}");
    assert!(boots.iter().all(|boot| (0.0..=240.0).contains(boot)));
    let mean = boots.iter().sum::<f64>() / boots.len() as f64;
    assert!((slurm[column("mean_boot")] - mean).abs() < 1e-9);
    // FCFS keeps all nodes awake.
    assert!(summary[1][column("asleep")].is_nan());
    assert!(!out.join("fcfs/sleep.csv").exists());
}

/// The story of a job says why it waits for nodes that go to sleep, and when it runs.
#[test]
fn the_story_of_a_job_tells_of_nodes_that_sleep() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/by_hand/power");
    let story = |job: &str| {
        let arguments = ["explain", "asleep.ron", "--policy", "slurm", "--job", job];
        let output = cosched(&fixtures, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let third = story("3");
    let waits = "nodes that go to sleep are of no use, the first of them until 2 min 32";
    assert!(third.contains(waits), "{third}");
    let runs = "on, when its nodes have booted";
    assert!(third.contains(runs), "{third}");
    assert!(!story("2").contains(runs));
}

#[test]
fn sleep_that_cannot_be_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (of, by, sentence) in [
        (
            "suspend_time: 300",
            "suspend_time: -1",
            "whole seconds from 0 to 1000000000 are",
        ),
        ("suspend_time: 300", "suspend_time: 0.5", "0.5"),
        ("suspend_time: 300, ", "", "suspend_time"),
        ("n[4-15]", "m", "there is no kind of nodes `m`"),
        (
            "boot_time: 240)",
            "boot_time: 240), (nodes: [\"n[14-15]\"], suspend_time: 9)",
            "2 nodes of those that sleep as this entry says are in another as well",
        ),
        (
            "asleep: 7",
            "asleep: 101",
            "a node that sleeps draws 101 W and an idle one 100 W",
        ),
    ] {
        fs::write(folder.path().join("wrong.ron"), SLEEPY.replace(of, by)).unwrap();
        let output = cosched(folder.path(), &["run", "wrong.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}
