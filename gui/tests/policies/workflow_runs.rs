//! Invariants of every run of a workflow: real ones, drawn ones, and on machines with nodes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::program::{cosched, text};
use cosched::base::progress::Progress;
use cosched::load;
use cosched::load::workflow_file::{Task, read};
use cosched::record::{Experiment, Run};
use cosched::run::{choices, simulate};
use cosched::scenario::{PolicyName, Scenario, parse};
use cosched_core::{JobId, Time};

fn prepared(scenario: &Scenario, source: Option<&Path>) -> Arc<Experiment> {
    Arc::new(load::prepare(scenario, source, &Progress::default()).unwrap())
}

/// Runs all choices of `experiment`.
fn runs(experiment: &Arc<Experiment>, with_segments: bool) -> Vec<Run> {
    let run = |choice| {
        let run = simulate(experiment, &choice, with_segments, &Progress::default());
        run.unwrap().unwrap()
    };
    choices(&experiment.scenario).into_iter().map(run).collect()
}

/// Asserts that no job starts before all it follows has completed, that it waits from then on, and
/// that no schedule is better than the lower bound.
fn assert_sound(run: &Run, name: &str) {
    let experiment = &run.experiment;
    let precedence = experiment.precedents.as_core();
    for (job, outcome) in run.outcomes.iter().enumerate() {
        let before = precedence.of(JobId::new(job)).iter();
        let ready = before.map(|before| run.outcomes[before.index()].completed);
        let ready = ready.fold(experiment.jobs[job].submit, Time::max);
        assert_eq!(outcome.entered, ready, "{name}: job {job} enters the queue");
        assert!(outcome.started >= ready, "{name}: job {job} starts");
        assert!(outcome.completed > outcome.started, "{name}: job {job}");
    }
    if let Some(placements) = run.placements() {
        let makespan = run.metrics.makespan().seconds();
        // Times are rounded to nanoseconds.
        let rounding = 1e-9 * run.outcomes.len() as f64;
        let least = placements.bound.makespan();
        assert!(least <= makespan + rounding, "{name}: {least} {makespan}");
    }
}

/// Names of all tasks that `index` follows, directly or indirectly.
fn ancestors(tasks: &[Task], index: usize) -> HashSet<&str> {
    let (mut found, mut todo) = (HashSet::new(), tasks[index].after.clone());
    while let Some(before) = todo.pop() {
        if found.insert(&*tasks[before].name) {
            todo.extend(&tasks[before].after);
        }
    }
    found
}

/// The files are not in the project but beside it.
#[test]
fn real_workflows_run_in_the_order_of_their_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces/workflows");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is not there", folder.display());
        return;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "gz"));
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for path in files {
        let name = path.display().to_string();
        let scenario = load::open(&path).unwrap();
        assert_eq!(scenario.policies, PolicyName::PLACEMENT, "{name}");
        let experiment = prepared(&scenario, Some(&path));
        let tasks = read(&path).unwrap().tasks;
        let longest = tasks.iter().filter(|task| task.runtime != Some(0.0));
        assert_eq!(longest.count(), experiment.jobs.len(), "{name}");
        for run in runs(&experiment, true) {
            assert_sound(&run, &name);
            let names = experiment.names.iter().map(String::as_str);
            let outcomes: HashMap<_, _> = names.zip(&run.outcomes).collect();
            for (index, task) in tasks.iter().enumerate() {
                let Some(after) = outcomes.get(&*task.name) else {
                    continue; // it takes no time
                };
                for before in ancestors(&tasks, index) {
                    if let Some(before) = outcomes.get(before) {
                        assert!(before.completed <= after.started, "{name}: {}", task.name);
                    }
                }
            }
        }
    }
}

/// Drawn workflows on servers of two kinds and on equal ones, with either engine.
fn drawn() -> Vec<Scenario> {
    let shapes = [
        "Batch(jobs: 60)",
        "Layers(jobs: 60, width: 7)",
        "ForkJoin(jobs: 60, width: 9)",
        "Chain(jobs: 20)",
    ];
    let kinds = "kinds: [(name: \"a\", count: 2, cores: 40, bandwidth: 60), (name: \"b\", cores: 64, bandwidth: 120)]";
    let servers = [
        "count: 4".to_owned(),
        format!("{kinds}, bw_model: MaxMin, binding: false, delta_rl: 1.5, eq14: Always"),
        format!("{kinds}, engine: Cycle(interval: 5)"),
    ];
    let scenarios = servers.iter().flat_map(|servers| {
        shapes.iter().map(move |shape| {
            let text = format!(
                "(machine: Servers({servers}), workload: Workflow(shape: {shape}, deviation: 0.2),
 policies: [Slf, Let, Mom, LoadAverage], seed: 7,
 variants: [(policy: Mom, parameters: (placing: (mom: Existing, ready: UpwardRank)))])"
            );
            parse(&text, None).unwrap()
        })
    });
    scenarios.collect()
}

/// Recording changes nothing. Without it look-ahead ends where a server cannot be the best any
/// more, and skips servers equal to others.
#[test]
fn recording_does_not_change_drawn_workflows() {
    for scenario in drawn() {
        let experiment = prepared(&scenario, None);
        let (seen, unseen) = (runs(&experiment, true), runs(&experiment, false));
        for (seen, unseen) in seen.iter().zip(&unseen) {
            let name = format!("{} of {:?}", seen.label, scenario.workload);
            assert_sound(seen, &name);
            assert_eq!(seen.digest, unseen.digest, "{name}");
            assert_eq!(seen.outcomes, unseen.outcomes, "{name}");
        }
    }
}

#[test]
fn the_servers_of_a_run_as_a_mapping_give_the_same_run() {
    for mut scenario in drawn() {
        scenario.variants.clear();
        for run in runs(&prepared(&scenario, None), false) {
            let servers = run.placements().unwrap().server_of.iter();
            let mut replayed = scenario.clone();
            replayed.policies = vec![PolicyName::Mapping];
            replayed.parameters.placing.mapping = servers.map(|server| server.unwrap()).collect();
            let replay = runs(&prepared(&replayed, None), false).remove(0);
            let name = format!("{} of {:?}", run.label, scenario.workload);
            assert_eq!(run.outcomes, replay.outcomes, "{name}");
        }
    }
}

#[test]
fn a_workflow_on_nodes_keeps_its_order_under_every_policy() {
    let text = "(machine: Cluster(nodes: 64, memory: 100), workload: Workflow(shape: Layers(jobs: 200, width: 9)),
 policies: [Fcfs, Easy, Conservative, ScojoPect])";
    for seed in 1..=5 {
        let mut scenario = parse(text, None).unwrap();
        scenario.seed = seed;
        for run in runs(&prepared(&scenario, None), false) {
            assert_sound(&run, &run.label);
        }
    }
}

/// The queue is in the order in which jobs become ready: job 2 is submitted
/// first and ready last.
#[test]
fn first_come_is_first_ready() {
    let folder = tempfile::tempdir().unwrap();
    let content = "(machine: Cluster(nodes: 2), policies: [Fcfs], workload: Workflow(jobs: [
        (id: 1, threads: [(demand: 10)]), (id: 2, after: [1], threads: [(count: 2, demand: 1)]),
        (id: 3, submit: 4, threads: [(count: 2, demand: 5)])]),
        expect: [(policy: Fcfs, started: [0, 15, 10], completed: [10, 16, 15])])";
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["check", "x.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// Worked out on paper. Job 20 (2 threads) runs alone until 5; then job 10 comes with 8 threads to
/// the same 8 cores, so all progress at 8/10: job 20 has 1 s left and takes 1.25. By 6.25 job 10
/// has done 1 of its 4 s; alone it needs the other 3. Beside it on a thin server it would have
/// taken 4 threads 10 s.
#[test]
fn results_name_the_server_and_count_waiting_from_readiness() {
    let folder = tempfile::tempdir().unwrap();
    let content = "(machine: Servers(kinds: [(name: \"fat\", cores: 8, bandwidth: 80),
            (name: \"thin\", count: 2, cores: 4, bandwidth: 20)]),
        policies: [Mom], workload: Workflow(jobs: [
        (id: 10, submit: 5, threads: [(count: 4, demand: 10, bandwidth: 5)],
            on: [(kind: \"fat\", threads: [(count: 8, demand: 4, bandwidth: 10)])]),
        (id: 20, threads: [(count: 2, demand: 6)]),
        (id: 30, after: [10, 20], threads: [(demand: 3, then: [(demand: 2, bandwidth: 40)])])]))";
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let jobs = std::fs::read_to_string(folder.path().join("out/mom/jobs.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(jobs.as_bytes());
    let wanted = [
        "job_id",
        "starting_time",
        "finish_time",
        "waiting_time",
        "turnaround_time",
        "server",
    ];
    let heading = rows.headers().unwrap().clone();
    let places = wanted.map(|name| heading.iter().position(|column| column == name).unwrap());
    let found = rows.records().map(|row| {
        let row = row.unwrap();
        places.map(|index| row[index].to_owned())
    });
    let expected = [
        ["20", "0", "6.25", "0", "6.25", "0"],
        ["30", "9.25", "14.25", "0", "5", "0"],
        ["10", "5", "9.25", "0", "4.25", "0"],
    ];
    let found: Vec<_> = found.collect();
    assert_eq!(found, expected.map(|row| row.map(str::to_owned)));
}
