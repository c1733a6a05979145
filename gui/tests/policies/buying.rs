//! Windows on priced nodes through the program: refused input, and the output of a run.

use std::path::Path;
use std::sync::Arc;

use crate::program::{cosched, text};
use crate::refused::{assert_refused, assert_scenario_refused};
use cosched::base::progress::Progress;
use cosched::load;
use cosched::metrics as summary;
use cosched::record::{Experiment, Run};
use cosched::run::{Choice, choices, simulate};
use cosched::scenario::{PolicyName, parse, to_ron};
use cosched_core::Time;

/// A scenario with these kinds of nodes and this job, and the rest.
fn scenario(kinds: &str, job: &str, rest: &str) -> String {
    format!(
        "(machine: Cluster(kinds: [{kinds}]),
 workload: Jobs([(submit: 0, runtime: 5, nodes: 1{job})]), policies: [Slots]{rest})"
    )
}

const GOOD: &str = "(count: 2, performance: 2, price: 3)";

/// Invalid nodes with their errors.
const KINDS: [(&str, &str); 8] = [
    (
        "(count: 2, performance: 0)",
        ":1:51: 0 is not a performance: more than 0 and up to 1000000000 is allowed",
    ),
    (
        "(count: 2, performance: -1.5)",
        ":1:51: -1.5 is not a performance: more than 0 and up to 1000000000 is allowed",
    ),
    (
        "(count: 2, performance: inf)",
        ":1:51: inf is not a performance: more than 0 and up to 1000000000 is allowed",
    ),
    (
        "(count: 2, price: -1)",
        ":1:45: -1 is not a price: 0 to 1000000000 is allowed",
    ),
    (
        "(count: 2, price: NaN)",
        ":1:45: NaN is not a price: 0 to 1000000000 is allowed",
    ),
    (
        "(count: 2, quality: 1e99)",
        ":1:47: 1e99 is not a quality: 0 to 1000000000 is allowed",
    ),
    (
        "(count: 0)",
        ":1:35: 0 is not allowed: a whole number from 1 to 16777216 is",
    ),
    (
        "(count: 16777216), (count: 1)",
        ": the kinds have 16777217 nodes together; 16777216 are allowed",
    ),
];

#[test]
fn invalid_kinds_of_nodes_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (kinds, sentence) in KINDS {
        let content = scenario(kinds, "", "");
        assert_scenario_refused(folder.path(), &content, &format!("x.ron{sentence}"));
    }
    let both = "(machine: Cluster(nodes: 3, kinds: [(count: 2)]), policies: [Slots], workload: Jann(jobs: 5))";
    let sentence = "x.ron: `nodes: 3` does not go with kinds that have 2 nodes together: leave one of them out";
    assert_scenario_refused(folder.path(), both, sentence);
    std::fs::write(folder.path().join("x.ron"), scenario(GOOD, "", "")).unwrap();
    let sentence = "--nodes: the machine has nodes of several kinds, each with its own count";
    let arguments = ["run", "x.ron", "--nodes", "4", "--out", "out"];
    assert_refused(folder.path(), &arguments, sentence, "--nodes");
}

/// Invalid requests with their errors.
const JOBS: [(&str, &str); 3] = [
    (
        ", budget: -1",
        ":2:60: -1 is not a budget: 0 to 1000000000 is allowed",
    ),
    (
        ", least: -2",
        ":2:59: -2 is not a least performance: 0 to 1000000000 is allowed",
    ),
    (
        ", criterion: Cheapest",
        ":2:63: there is no `Cheapest`; there are `FirstFit`, `GroupFirst`, `MinFinish`, `MinRuntime`, `MinCost` and `MaxQ`",
    ),
];

#[test]
fn invalid_requests_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (job, sentence) in JOBS {
        let content = scenario(GOOD, job, "");
        assert_scenario_refused(folder.path(), &content, &format!("x.ron{sentence}"));
    }
    let wide = "(machine: Cluster(kinds: [(count: 2), (count: 1)]),
 workload: Jobs([(submit: 0, runtime: 5, nodes: 4)]), policies: [Slots])";
    let sentence = "x.ron:2:49: 4 nodes: this machine allows 1 to 3";
    assert_scenario_refused(folder.path(), wide, sentence);
    for (windows, sentence) in [
        (
            "budget: -1",
            ":3:31: -1 is not a budget: 0 to 1000000000 is allowed",
        ),
        (
            "scale: 0",
            ":3:30: 0 is not allowed: a whole number from 1 to 1000000 is",
        ),
        (
            "horizon: 0",
            ":3:32: 0 is not a span of time: more than 0 and up to 9000000000 seconds are allowed",
        ),
    ] {
        let content = scenario(GOOD, "", &format!(",\n parameters: (slots: ({windows}))"));
        assert_scenario_refused(folder.path(), &content, &format!("x.ron{sentence}"));
    }
}

#[test]
fn other_policies_take_nodes_to_be_equal() {
    let folder = tempfile::tempdir().unwrap();
    let content = scenario(GOOD, "", ", variants: [(policy: Easy)]");
    let sentence =
        "x.ron: EASY takes all nodes to be equal; on `machine: Cluster(kinds: …)` there is Slots";
    assert_scenario_refused(folder.path(), &content, sentence);
    let hard = scenario(GOOD, "", ", parameters: (molding: (deadlines: Hard))");
    let sentence = "x.ron: `deadlines: Hard` is not for the policy Slots: Fcfs, Easy, Conservative, Kceasy, Parallel, Fair and Adasa can refuse jobs";
    assert_scenario_refused(folder.path(), &hard, sentence);
    let workflow = "(machine: Cluster(nodes: 4), policies: [Slots], workload: Workflow(jobs: [
        (id: 1, threads: [(demand: 5)]), (id: 2, threads: [(demand: 5)], after: [1])]))";
    let sentence = "x.ron: Slots is not for jobs that follow others: they would wait for ever for one that is refused";
    assert_scenario_refused(folder.path(), workflow, sentence);
}

/// Nodes twice as fast at 3 a second: 2.5 s for 7.5. The second job has no more than 7, and is
/// counted as refused.
#[test]
fn a_run_reports_costs_and_refusals() {
    let folder = tempfile::tempdir().unwrap();
    let content = format!(
        "(machine: Cluster(kinds: [{GOOD}]), workload: Jobs([
        (submit: 0, runtime: 5, nodes: 1),
        (submit: 1, runtime: 5, nodes: 1, budget: 7)]))"
    );
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    // No policy is named: there is one.
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet", "--out", "out"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let line = "  refused 1, cost of windows 7.50, quality of windows 1.00\n";
    assert!(said.contains(line), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out/slots").join(name));
    let jobs = read("jobs.csv").unwrap();
    assert!(
        jobs.lines().next().unwrap().ends_with(",cost,quality"),
        "{jobs}"
    );
    assert!(
        jobs.contains("\n1,0,1,5,1,0,2.5,2.5,0,2.5,1,0,7.5,1"),
        "{jobs}"
    );
    assert!(jobs.contains("\n2,1,1,5,0,"), "{jobs}");
}

#[test]
fn a_scenario_with_kinds_is_written_as_it_was_read() {
    let text = scenario(
        "(count: 2, performance: 2.5, price: 3, quality: 0)",
        ", budget: 7, criterion: MinFinish, least: 2",
        ", parameters: (slots: (criterion: MaxQ, budget: 9, scale: 10, horizon: 50))",
    );
    let read = parse(&text, None).unwrap();
    assert_eq!(parse(&to_ron(&read), None).unwrap(), read);
}

fn experiment(text: &str) -> Arc<Experiment> {
    let scenario = parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None::<&Path>, &Progress::default());
    Arc::new(experiment.unwrap())
}

fn run(experiment: &Arc<Experiment>, choice: &Choice) -> Run {
    let run = simulate(experiment, choice, true, &Progress::default());
    run.unwrap().unwrap()
}

/// On equal nodes the policy runs without prices, without budgets refuses no job, keeps to the
/// runtimes and never gives a node to two jobs.
#[test]
fn windows_work_on_equal_nodes() {
    for load in [0.5, 0.9, 1.5] {
        let experiment = experiment(&format!(
            "(machine: Cluster(nodes: 64), policies: [Slots],
              workload: Lublin(jobs: 800, load: {load}, estimates: Times(3)))"
        ));
        let run = run(&experiment, &choices(&experiment.scenario)[0]);
        let value = |name: &str| summary::values(&run).value(name).unwrap();
        assert_eq!((value("jobs"), value("refused")), (800.0, 0.0));
        for (job, outcome) in experiment.jobs.iter().zip(&run.outcomes) {
            assert!(outcome.started >= job.submit);
            assert_eq!(outcome.completed, outcome.started.after(job.runtime));
        }
        // A second of a node costs 1, and each has a quality of 1.
        let all = experiment.jobs.iter();
        let area: f64 = all
            .map(|job| job.runtime.seconds() * f64::from(job.nodes))
            .sum();
        assert!((value("cost") / area - 1.0).abs() < 1e-12);
        let mut held: Vec<(u32, Time, Time)> = run
            .segments
            .iter()
            .flat_map(|held| {
                let nodes = held.first_node..held.first_node + held.nodes;
                nodes.map(move |node| (node, held.from, held.until))
            })
            .collect();
        held.sort_unstable();
        let apart = |pair: &[(u32, Time, Time)]| pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1;
        assert!(held.windows(2).all(apart));
    }
}

/// Jobs of one length submitted together start when conservative backfilling starts them, as
/// between multiples of that length nothing changes.
#[test]
fn equal_jobs_start_as_under_conservative_backfilling() {
    let sizes = [3, 5, 1, 8, 2, 2, 7, 1, 1, 4, 6, 3];
    let job = |size| format!("(submit: 0, runtime: 30, nodes: {size})");
    let jobs: Vec<String> = sizes.into_iter().map(job).collect();
    let experiment = experiment(&format!(
        "(machine: Cluster(nodes: 8), workload: Jobs([{}]), policies: [Conservative, Slots],
          parameters: (slots: (criterion: FirstFit)))",
        jobs.join(", ")
    ));
    let starts = |choice: &Choice| -> Vec<Time> {
        let run = run(&experiment, choice);
        run.outcomes.iter().map(|outcome| outcome.started).collect()
    };
    let [conservative, windows] = &choices(&experiment.scenario)[..] else {
        unreachable!("two policies are listed")
    };
    assert_eq!(windows.policy, PolicyName::Slots);
    assert_eq!(starts(windows), starts(conservative));
}
