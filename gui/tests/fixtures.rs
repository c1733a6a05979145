//! Every fixture through the product's loader: expected values, and one digest in every storage.

#[path = "support/scenarios.rs"]
mod scenarios;
#[path = "support/stored.rs"]
mod stored;

use std::path::PathBuf;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::family::slots::search as slots;
use cosched::family::slots::search::{Searcher, check, run};
use cosched::load::{self, Opened};
use cosched::run::check::compare;
use cosched::run::{Choice, choices, molds, policy, processes, setup, simulate};
use cosched::scenario::Scenario;
use cosched_core::engine::storage::{links_for, threads_for, timers_for, words_for};
use cosched_core::exact::Fraction;
use cosched_core::machine::cluster::{
    ClusterBuffers, GpuUse, NodePiece, NodeUnits, NodeUse, RankedNode, Usage,
};
use cosched_core::machine::contention::Cycle;
use cosched_core::{
    Digest, Duration, Exact, Simulation, StaticMemory, StaticOutages, StaticServers, StaticStorage,
    Storage,
};

/// Every fixture, with its path.
fn fixtures() -> Vec<(PathBuf, Opened)> {
    let all = scenarios::stored_in(&[""]);
    assert!(all.len() >= 530, "{}", all.len());
    all
}

/// The fixtures that run jobs.
fn of_jobs() -> Vec<(PathBuf, Scenario)> {
    let of_jobs = |(path, opened)| match opened {
        Opened::Jobs(scenario) => Some((path, *scenario)),
        Opened::Search(_) => None,
    };
    fixtures().into_iter().filter_map(of_jobs).collect()
}

#[test]
fn every_search_for_windows_finds_what_is_expected() {
    let mut count = 0;
    for (path, opened) in fixtures() {
        let Opened::Search(search) = opened else {
            continue;
        };
        let data = search.data(Some(&path)).unwrap();
        let found = run::run(
            &search,
            &data,
            &mut Searcher::default(),
            &Progress::default(),
        )
        .unwrap();
        let differences = check::differences(&search, &data, &found).unwrap();
        assert!(!search.expect.is_empty(), "{}", path.display());
        assert_eq!(differences, [""; 0], "{}", path.display());
        count += 1;
    }
    assert!(count >= 83, "the golden cases and those by hand: {count}");
}

/// A check that cannot fail checks nothing.
#[test]
fn a_wrong_window_is_noticed() {
    let text = "Slots(domain: Nodes([(performance: 2, price: 3, slots: [(0, 9)])]),
        request: (nodes: 1, volume: 10, budget: 15), criteria: [MinCost, MultipleBest],
        expect: [(criterion: MinCost, start: 1, runtime: 4, finish: 6, cost: 14, quality: 1, nodes: [2]),
            (criterion: MultipleBest, windows: []), (criterion: MinCost, none: true),
            (criterion: MinCost, why: \"too dear\")])";
    let search = slots::parse(text).unwrap();
    let data = search.data(None).unwrap();
    let found = run::run(
        &search,
        &data,
        &mut Searcher::default(),
        &Progress::default(),
    )
    .unwrap();
    let differences = check::differences(&search, &data, &found).unwrap();
    let names = differences
        .iter()
        .map(|one| one.split(" is ").next().unwrap());
    let all = [
        "MinCost: the start",
        "MinCost: the runtime",
        "MinCost: the finish",
        "MinCost: the cost",
        "MinCost: the quality",
        "MinCost: the nodes",
        "MultipleBest: the windows",
        "MinCost: the answer",
        "MinCost: the answer",
    ];
    assert_eq!(names.collect::<Vec<_>>(), all);
    for (expected, sentence) in [
        ("criterion: MinCost", "MinCost: nothing is expected of it"),
        (
            "criterion: MinCost, windows: []",
            "MinCost: only MultipleBest has `windows`",
        ),
        (
            "criterion: MinCost, none: true, start: 1",
            "MinCost: `none` or `why` and values of a window are expected together",
        ),
    ] {
        let (before, _) = text.split_once("expect:").unwrap();
        let search = slots::parse(&format!("{before}expect: [({expected})])")).unwrap();
        let problem = check::differences(&search, &data, &found).unwrap_err();
        assert_eq!(problem.sentence, sentence);
    }
}

#[test]
fn every_fixture_comes_out_as_expected() {
    for (path, scenario) in of_jobs() {
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
        .map(|difference| difference.subject.as_str())
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
    let mut molded = [Exact::ZERO; JOBS];
    let mut parts = [Fraction::NONE; 16 * JOBS];
    let mut memory = StaticMemory::<{ 3 * NODES }, JOBS>::new();
    let mut outages = StaticOutages::<JOBS, { TIMERS + 1 }, NODES>::new();
    let (mut rooms, mut pieces) = ([NodeUse::EMPTY; NODES], [NodePiece::EMPTY; NODES]);
    let (mut by_free, mut levels) = ([0; 16], [0; 16]);
    let (mut chosen, mut changed) = ([NodeUnits::EMPTY; NODES], [0; NODES]);
    let mut usage = [Usage::NONE; 8];
    let (mut gpus, mut gpu_parts) = ([GpuUse::EMPTY; NODES], [NodePiece::EMPTY; NODES]);
    let mut ranked = [RankedNode::EMPTY; NODES];
    for (path, scenario) in of_jobs() {
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        let has_nodes = experiment.hosting.servers.is_empty();
        if experiment.jobs.len() > JOBS || has_nodes && experiment.nodes as usize > NODES {
            continue;
        }
        // Branches have several policies, and changes on the way.
        let whole = |choice: &Choice| choice.branch.is_none();
        for choice in choices(&scenario).into_iter().filter(whole) {
            let boxed = simulate(&experiment, &choice, false, &Progress::default());
            let boxed = boxed.unwrap().unwrap().digest;
            let processes = processes(&experiment, &choice).unwrap();
            let molds = molds(&experiment, &choice);
            let sets = experiment.node_sets();
            let setup = setup(&experiment, &choice, processes.as_ref(), &molds, &sets);
            let mut policy = policy(&experiment, &choice, &setup).unwrap();
            let storage = storage.as_storage().with_memory(&mut memory);
            let storage = storage.with_outages(&mut outages);
            let storage = Storage {
                links: &mut links,
                cycles: &mut cycles,
                progress: &mut progress,
                progress_parts: &mut parts,
                molded: &mut molded,
                cluster: ClusterBuffers {
                    rooms: &mut rooms,
                    pieces: &mut pieces,
                    by_free: &mut by_free,
                    levels: &mut levels,
                    chosen: &mut chosen,
                    changed: &mut changed,
                    usage: &mut usage,
                    ranked: &mut ranked,
                    gpus: &mut gpus,
                    gpu_parts: &mut gpu_parts,
                },
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
