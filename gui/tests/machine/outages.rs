//! Nodes out of service, from a scenario to the output: sums, sentences, tables, errors.

use std::fs;
use std::sync::Arc;

use crate::program::{cosched, text};
use crate::summed::summed;
use cosched::base::progress::Progress;
use cosched::load::prepare;
use cosched::run::explain::explain;
use cosched::run::{choices, simulate};
use cosched::scenario::parse;

/// Four nodes: 0 and 1 are in maintenance from 100 to 150, 3 fails at 20 and is up again at 60.
const SCENARIO: &str = "(
    title: \"Out of service\",
    machine: Cluster(nodes: 4, outages: (
        maintenance: [(from: 100, until: 150, first: 0, count: 2)],
        events: [(at: 20, first: 3, what: Down), (at: 60, first: 3, what: Up)],
    )),
    workload: Jobs([
        (id: 1, submit: 0, runtime: 120, nodes: 2),
        (id: 2, submit: 0, runtime: 90, nodes: 2),
        (id: 3, submit: 90, runtime: 30, nodes: 2),
    ]),
    policies: [Easy],
)";

#[test]
fn outages_are_explained_in_sentences() {
    let scenario = parse(SCENARIO, None).unwrap();
    let experiment = Arc::new(prepare(&scenario, None, &Progress::default()).unwrap());
    let choice = &choices(&scenario)[0];
    let run = simulate(&experiment, choice, true, &Progress::default());
    let run = run.unwrap().unwrap();
    // Job 1 is on nodes 2 and 3, of which 3 fails at 20. Until 60 only node 2 is free and
    // up; then it starts again, and ends at 180.
    let sentences = |job: usize| {
        let explained = explain(&run, job, &Progress::default()).unwrap().unwrap();
        let remarks = explained.remarks.into_iter();
        let sentences = remarks.map(|remark| (remark.at.seconds(), remark.sentence));
        sentences.collect::<Vec<_>>()
    };
    let first = sentences(0);
    for (at, sentence) in [
        (
            20.0,
            "interrupted: node 3 went out of service; it waits again, and 20 s are lost",
        ),
        (
            60.0,
            "started: first in the queue, and enough nodes were free",
        ),
    ] {
        assert!(first.contains(&(at, sentence.to_owned())), "{first:#?}");
    }
    // Job 3 would still run at 100 on nodes 0 and 1, which are free.
    let third = sentences(2);
    assert_eq!(run.outcomes[2].started.seconds(), 150.0);
    assert!(
        third.iter().any(|(at, sentence)| *at == 90.0
            && sentence.contains("by the estimates it can start at 150 s")),
        "{third:#?}"
    );
    let record = run.outages.as_ref().unwrap();
    assert_eq!(record.interrupted, [1, 0, 0]);
    let spans = record.spans.iter().map(|span| {
        let (from, until) = (span.from.seconds(), span.until.seconds());
        (from, until, span.first, span.count)
    });
    assert!(spans.eq([(20.0, 60.0, 3, 1), (100.0, 150.0, 0, 2)]));
}

#[test]
fn tables_have_a_row_for_each_outage_and_sums_their_metrics() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out.ron"), SCENARIO).unwrap();
    let output = cosched(folder.path(), &["run", "out.ron", "--out", "results"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    // 40 of the 2 · 120 + 2 · 90 + 2 · 30 node seconds were in vain: not in the sums of
    // work, of which 480 are good in 180 s on four nodes.
    assert!(
        text(&output.stdout)
            .contains("requeues 1, work lost 40 node s, killed by outages 0, goodput 0.6667")
    );
    let table = folder
        .path()
        .join("results")
        .join("easy")
        .join("outages.csv");
    let expected = "from,until,first_node,nodes,state\n20,60,3,1,down\n100,150,0,2,maintenance\n";
    assert_eq!(fs::read_to_string(table).unwrap(), expected);
}

#[test]
fn a_checkpointed_job_that_is_interrupted_keeps_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = SCENARIO.replace(
        "maintenance:",
        "interrupted: TakenUp, checkpoint: (interval: 8, cost: 1), maintenance:",
    );
    fs::write(folder.path().join("out.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "out.ron"]);
    // At 20 two of nine seconds each are kept: 2 s on two nodes are lost.
    assert!(text(&output.stdout).contains("requeues 1, work lost 4 node s"));
}

#[test]
fn impossible_outages_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |from: &str, to: &str| {
        let scenario = SCENARIO.replace(from, to);
        assert_ne!(scenario, SCENARIO, "{from}");
        fs::write(folder.path().join("out.ron"), scenario).unwrap();
        let output = cosched(folder.path(), &["run", "out.ron"]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr).trim().to_owned()
    };
    for (from, to, sentence) in [
        (
            "until: 150",
            "until: 90",
            "maintenance from 100 s until 90 s has no length",
        ),
        (
            "first: 0, count: 2",
            "first: 3, count: 2",
            "place 5; the machine has 4",
        ),
        (
            "first: 0, count: 2",
            "first: 7",
            "place 8; the machine has 4",
        ),
        ("at: 20", "at: -20", "out.ron:5:23: -20 is not a time"),
        ("what: Down", "what: Broken", "Broken"),
        (
            "maintenance:",
            "failures: (time_to_failure: Weibull(shape: 0, scale: 5), time_to_repair: \
             Exponential(mean: 5)), maintenance:",
            "0 is not a shape",
        ),
    ] {
        let found = refused(from, to);
        assert!(found.contains(sentence), "{found}");
    }
}

/// With no repair, the job that needs all nodes can never start: the program says so.
#[test]
fn a_job_that_can_never_start_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = SCENARIO.replace(", (at: 60, first: 3, what: Up)", "");
    let scenario = scenario.replace("runtime: 30, nodes: 2", "runtime: 30, nodes: 4");
    fs::write(folder.path().join("out.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "out.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("nothing happens any more, but 1 of 3 jobs"),
        "{said}"
    );
}

/// A drawn workload on nodes with random failures gives the same numbers to the bit, whether all
/// jobs are kept or only those in the system.
#[test]
fn a_stream_with_outages_gives_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(
        machine: Cluster(nodes: 64, outages: (
            maintenance: [(from: 604800, until: 648000), (from: 700000, until: 710000, count: 9)],
            failures: (
                time_to_failure: Weibull(shape: 0.7, scale: 864000),
                time_to_repair: Exponential(mean: 14400),
            ),
            interrupted: TakenUp,
            checkpoint: (interval: 3600, cost: 60),
        )),
        workload: Lublin(jobs: 1500, load: 0.7),
        policies: [Fcfs, Easy, Conservative],
    )";
    fs::write(folder.path().join("out.ron"), scenario).unwrap();
    for more in [
        ["--out", "kept"].as_slice(),
        &["--out", "streamed", "--stream"],
    ] {
        let output = cosched(folder.path(), &[&["run", "out.ron"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let read = |run: &str, file: &str| {
        let text = fs::read_to_string(folder.path().join(run).join(file)).unwrap();
        let mut rows: Vec<_> = text.lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    for policy in ["fcfs", "easy", "conservative"] {
        let [kept, streamed] =
            ["kept", "streamed"].map(|run| read(run, &format!("{policy}/jobs.csv")));
        assert_eq!(kept, streamed, "{policy}");
    }
    let [kept, streamed] = ["kept", "streamed"].map(|run| summed(&read(run, "summary.csv")));
    assert_eq!(kept, streamed);
    // There were requeues: the column has numbers above 0.
    let heading = kept.iter().find(|row| row.contains("requeues")).unwrap();
    let index = heading
        .split(',')
        .position(|name| name == "requeues")
        .unwrap();
    let easy = kept.iter().find(|row| row.starts_with("EASY")).unwrap();
    assert!(easy.split(',').nth(index).unwrap().parse::<u32>().unwrap() > 10);
}
