//! Workloads drawn by models: written as logs, run from scenarios, and refused.

use crate::program::{cosched, text};
use crate::refused::assert_scenario_refused;
use cosched::scenario::{Estimates, Workload, parse, to_ron};
use cosched_core::workload::jann::Sizes;

/// A written workload can be read again and is the same.
#[test]
fn a_generated_workload_is_a_log() {
    let folder = tempfile::tempdir().unwrap();
    for (model, nodes, workload) in [
        ("lublin", "128", "Lublin(jobs: 300)"),
        ("jann97-refit", "322", "Jann(jobs: 300)"),
        ("jann97-refit", "40", "Jann(jobs: 300)"),
    ] {
        let requested = ["--jobs", "300", "--seed", "5", "--nodes", nodes];
        let log = cosched(
            folder.path(),
            &[&["generate", model][..], &requested].concat(),
        );
        assert_eq!(log.status.code(), Some(0));
        std::fs::write(folder.path().join("log.swf"), &log.stdout).unwrap();
        let scenario = format!("(machine: Cluster(nodes: {nodes}), workload: {workload}, seed: 5)");
        std::fs::write(folder.path().join("model.ron"), scenario).unwrap();
        let rows = ["log.swf", "model.ron"]
            .map(|name| text(&cosched(folder.path(), &["run", name]).stdout));
        assert_eq!(rows[0], rows[1]);
        // The answer in words is below.
        let table = rows[0].lines().take_while(|line| !line.is_empty());
        assert_eq!(
            table.count(),
            4,
            "a heading and three policies: {}",
            rows[0]
        );
    }
}

/// The sizes of the jobs of a log.
fn sizes(log: &str) -> Vec<u32> {
    let records = log.lines().filter(|line| !line.starts_with(';'));
    let size = |line: &str| line.split(' ').nth(4).unwrap().parse().unwrap();
    records.map(size).collect()
}

#[test]
fn the_refit_of_jann_says_what_it_is_and_keeps_to_its_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let generate = |requested: &[&str]| {
        let arguments = [&["generate", "jann97-refit", "--jobs", "500"], requested].concat();
        let output = cosched(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let widest = generate(&["--sizes", "upper-bound", "--seed", "7"]);
    assert!(
        widest.contains(
            "; Note: jann97-refit (model of Jann et al. 1997, re-fitted to the log of the CTC SP2), sizes upper-bound, seed 7\n"
        ),
        "{widest}"
    );
    assert!(widest.contains("; MaxNodes: 322\n"), "{widest}");
    let bounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 322];
    assert!(sizes(&widest).iter().all(|size| bounds.contains(size)));
    let usual = generate(&["--seed", "7", "--nodes", "20"]);
    assert!(usual.contains(", sizes uniform, seed 7\n"), "{usual}");
    assert_eq!(sizes(&usual).into_iter().max(), Some(20));
    assert!(sizes(&usual).contains(&3));
}

#[test]
fn the_refit_has_the_requested_load() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 322), policies: [Easy],
        workload: Jann(jobs: 1000, load: 0.9, sizes: Empirical, estimates: Times(2)))";
    std::fs::write(folder.path().join("s.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "s.ron"]);
    let said = text(&output.stderr);
    assert!(said.contains(", offered load 0.900"), "{said}");
    let output = cosched(
        folder.path(),
        &["run", "s.ron", "--load", "0.5", "--jobs", "700"],
    );
    let said = text(&output.stderr);
    assert!(said.contains("700 jobs"), "{said}");
    assert!(said.contains(", offered load 0.500"), "{said}");
}

#[test]
fn a_scenario_with_the_refit_is_written_as_it_was_read() {
    let text = "(machine: Cluster(nodes: 64, memory: 100), policies: [Easy],
        workload: Jann(jobs: 9, load: 0.9, sizes: UpperBound, estimates: UpTo(3), memory: Mm5))";
    let scenario = parse(text, None).unwrap();
    let Workload::Jann(jann) = &scenario.workload else {
        panic!("{scenario:?}");
    };
    assert_eq!((jann.jobs, jann.load), (9, Some(0.9)));
    assert_eq!(jann.sizes, Sizes::UpperBound);
    assert_eq!(jann.estimates, Estimates::UpTo(3.0));
    assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);
}

#[test]
fn every_bad_value_of_the_refit_gets_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (nodes, workload, sentence) in [
        (
            "nodes: 4",
            "jobs: 0",
            "x.ron:1:51: 0 is not allowed: a whole number from 1 to 4000000000 is",
        ),
        (
            "nodes: 4",
            "jobs: 9, load: 0",
            "x.ron:1:60: 0 is not a load: 0.001 to 1000 is allowed",
        ),
        (
            "nodes: 4",
            "jobs: 9, sizes: Widest",
            "x.ron:1:61: there is no `Widest`; there are `Uniform`, `UpperBound` and `Empirical`",
        ),
        (
            "nodes: 4",
            "jobs: 9, estimates: Times(0.5)",
            "x.ron:1:74: 0.5 is not a factor for estimates: 1 to 1000000 is allowed",
        ),
        (
            "nodes: 4",
            "jobs: 9, bit_exact: true",
            "x.ron:1:54: there is no field `bit_exact`; there are `jobs`, `sizes`, `load`, `estimates` and `memory`",
        ),
        (
            "",
            "jobs: 9",
            "x.ron: jann97-refit needs the machine's size: `machine: Cluster(nodes: …)`",
        ),
        (
            "nodes: 4",
            "jobs: 9, memory: Mm1",
            "x.ron: jobs are to have memory, but the node's is not known: `machine: Cluster(memory: …)` in MiB",
        ),
        (
            "nodes: 4",
            "jobs: 1, load: 0.5",
            "x.ron: all jobs are submitted at one instant: no load can be set",
        ),
    ] {
        let content = format!("(machine: Cluster({nodes}), workload: Jann({workload}))");
        assert_scenario_refused(folder.path(), &content, sentence);
    }
}

#[test]
fn every_bad_request_for_the_refit_gets_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (option, sentence) in [
        (
            "--sizes=widest",
            "[possible values: uniform, upper-bound, empirical]",
        ),
        ("--jobs=0", "0 is not in 1..=4000000000"),
        ("--load=0", "0.001 to 1000 is allowed"),
        ("--nodes=0", "0 is not in 1..=16777216"),
        ("--typed", "unexpected argument '--typed' found"),
    ] {
        let output = cosched(folder.path(), &["generate", "jann97-refit", option]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option}: {said}");
        assert!(said.contains(sentence), "{option}: {said}");
    }
}
