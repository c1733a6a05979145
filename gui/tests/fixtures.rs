//! Every fixture through the product's loader: expected values, and one digest in whatever storage.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cosched::check::compare;
use cosched::load;
use cosched::progress::Progress;
use cosched::run::{choices, molds, policy, processes, setup, simulate};
use cosched_core::machine::contention::Cycle;
use cosched_core::storage::{links_for, threads_for, timers_for, words_for};
use cosched_core::{
    Digest, Duration, Simulation, StaticMemory, StaticServers, StaticStorage, Storage,
};

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        let files = std::fs::read_dir(folder).unwrap();
        found.extend(files.map(|file| file.unwrap().path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    found.sort();
    assert!(found.len() >= 131, "the golden cases and those by hand");
    found
}

#[test]
fn every_fixture_comes_out_as_expected() {
    for path in fixtures() {
        let scenario = load::open(&path).unwrap();
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        assert!(
            !scenario.expect.is_empty(),
            "{} expects nothing",
            path.display()
        );
        for expectation in &scenario.expect {
            let differences = compare(&experiment, expectation).unwrap();
            assert!(
                differences.is_empty(),
                "{}: {differences:?}",
                path.display()
            );
        }
    }
}

/// A check that cannot fail checks nothing.
#[test]
fn a_wrong_expectation_is_noticed() {
    let text = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]),
        expect: [(policy: Easy, started: [1], completed: [6], nodes: [\"1\"], digest: \"0\",
            metrics: [(name: \"makespan\", value: 6)])])";
    let scenario = cosched::scenario::parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let differences = compare(&Arc::new(experiment), &scenario.expect[0]).unwrap();
    let what: Vec<_> = differences
        .iter()
        .map(|difference| difference.what.as_str())
        .collect();
    let all = [
        "job 1 started",
        "job 1 completed",
        "job 1 nodes",
        "digest",
        "makespan",
    ];
    assert_eq!(what, all);
}

#[test]
fn static_and_boxed_storage_give_one_digest() {
    const JOBS: usize = 64;
    const NODES: usize = 64;
    let mut compared = 0;
    const SERVERS: usize = 5;
    const GROUPS: usize = 2 * JOBS;
    const TIMERS: usize = timers_for(JOBS, SERVERS);
    let mut storage = StaticStorage::<JOBS, TIMERS, NODES, { words_for(NODES) }>::new();
    let mut servers = StaticServers::<SERVERS, { threads_for(JOBS, GROUPS) }>::new();
    let mut links = [0; links_for(JOBS, 4 * JOBS)];
    let mut cycles = [Cycle::EMPTY; 8 * JOBS];
    let mut progress = [Duration::ZERO; 16 * JOBS];
    let mut molded = [Duration::ZERO; JOBS];
    let mut memory = StaticMemory::<{ 3 * NODES }, JOBS>::new();
    for path in fixtures() {
        let scenario = load::open(&path).unwrap();
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        let has_nodes = experiment.hosting.servers.is_empty();
        if experiment.jobs.len() > JOBS || has_nodes && experiment.nodes as usize > NODES {
            continue;
        }
        for choice in choices(&scenario) {
            let boxed = simulate(&experiment, &choice, false, &Progress::default());
            let boxed = boxed.unwrap().unwrap().digest;
            let processes = processes(&experiment, &choice).unwrap();
            let molds = molds(&experiment, &choice);
            let setup = setup(&experiment, &choice, processes.as_ref(), &molds);
            let mut policy = policy(&experiment, &choice, &setup).unwrap();
            let storage = storage.as_storage().with_memory(&mut memory);
            let storage = Storage {
                links: &mut links,
                cycles: &mut cycles,
                progress: &mut progress,
                molded: &mut molded,
                ..storage.with_servers(&mut servers)
            };
            let mut simulation = Simulation::new(setup, storage).unwrap();
            let mut digest = Digest::default();
            simulation.run(&mut policy.policy(&setup).unwrap(), &mut digest);
            assert_eq!(digest.0, boxed, "{} under {}", path.display(), choice.label);
            compared += 1;
        }
    }
    assert!(
        compared >= 12 * 60 + 3 * 60 + 4 * 80 + 6 * 60,
        "{compared} runs compared"
    );
}
