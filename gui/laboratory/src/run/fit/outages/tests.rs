//! Tests of outages of single nodes: of a kind by hand, and of logs that were simulated with failures.

use std::fmt::Write;
use std::sync::Arc;

use super::draws::Draws;
use crate::base::progress::Progress;
use crate::load;
use crate::record::Run;
use crate::record::held_nodes::held_nodes;
use crate::run::fit::{FitQuestion, FitReport, Proposal, fit};
use crate::run::{choices, simulate};
use crate::scenario::{self, Machine, Workload};

/// Each node fails once a month and is repaired in a day, in the mean.
const FAILURES: &str = "outages: (failures: (time_to_failure: Exponential(mean: 2500000), time_to_repair: Exponential(mean: 90000)), interrupted: Killed),";

/// A run of 9000 jobs on twenty nodes of four cores, which are nearly full, with `more` of the machine.
/// Of a hundred jobs `wide` are of two to four nodes.
fn simulated(seed: u64, wide: u64, more: &str) -> Run {
    let (mut draws, mut at, mut jobs) = (Draws(seed), 0, String::new());
    // Jobs have the nodes for 17 100 s in the mean, and 17.4 of the twenty are to be busy.
    let between = 2 * 17_100 * (3 * wide + 60 - wide + 20) / 1740;
    for _ in 0..9000 {
        let runtime = 600 + draws.below(12) * draws.below(6000);
        let (nodes, cores) = match draws.below(100) {
            share if share < wide => (2 + draws.below(3), 4),
            share if share < 60 => (1, 4),
            _ => (1, 1 + draws.below(3)),
        };
        write!(
            jobs,
            "(submit: {at}, runtime: {runtime}, estimate: {}, nodes: {nodes}, cores: {cores}, account: \"a{}\"),",
            2 * runtime,
            draws.below(20),
        )
        .unwrap();
        at += draws.below(between);
    }
    let text = format!(
        "(machine: Cluster(kinds: [(name: \"n\", count: 20, cores: 4)], {more}), policies: [Easy], seed: {seed}, workload: Jobs([{jobs}]))"
    );
    let scenario = scenario::parse(&text, None).unwrap();
    let experiment = Arc::new(load::prepare(&scenario, None, &Progress::default()).unwrap());
    let choice = &choices(&scenario)[0];
    let run = simulate(&experiment, choice, true, &Progress::default());
    run.unwrap().unwrap()
}

/// The accounting of `run`, with the state of jobs that a failure killed if `says_failures`.
fn accounting(run: &Run, says_failures: bool) -> String {
    let mut text =
        "jobid,user,account,submit,start,end,state,nnodes,alloccpus,timelimit,nodelist\n"
            .to_owned();
    let mut rows: Vec<(usize, String)> = held_nodes(run)
        .iter()
        .map(|held| {
            let names: Vec<String> = held
                .places
                .iter()
                .map(|(node, ..)| format!("n{node:02}"))
                .collect();
            let (job, spec) = (held.job, &run.experiment.jobs[held.job]);
            let cores = run.experiment.cluster.as_ref().unwrap().requests[job].cores();
            let state = if says_failures && run.is_destroyed(job) {
                "NODE_FAIL"
            } else {
                "COMPLETED"
            };
            let workload = &run.experiment.scenario.workload;
            let Workload::Jobs(written) = workload else {
                panic!()
            };
            let account = &written[job].account;
            let seconds = |time: cosched_core::Time| time.seconds().round();
            let row = format!(
                "{},u{},{},{},{},{},{state},{},{cores},{},\"{}\"\n",
                job + 1,
                job * 7919 % 80,
                account.as_deref().unwrap(),
                seconds(spec.submit),
                seconds(held.from),
                seconds(held.until),
                names.len(),
                spec.estimate.seconds() / 60.0,
                names.join(",")
            );
            (job, row)
        })
        .collect();
    rows.sort_unstable();
    text.extend(rows.into_iter().map(|(_, row)| row));
    text
}

fn fit_of(name: &str, text: &str) -> FitReport {
    fit_on(name, text, None)
}

/// The fit of a table on a machine of so many cores, if that is known.
fn fit_on(name: &str, text: &str, cores: Option<u32>) -> FitReport {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let mut scenario = load::open(&path).unwrap();
    if cores.is_some() {
        scenario.machine = Machine::cluster(cores);
    }
    let question = FitQuestion {
        scenario: &scenario,
        source: Some(&path),
        is_policy_known: false,
    };
    fit(&question, &Progress::default()).unwrap().unwrap()
}

/// Outages of single nodes that are proposed.
fn node_outages(found: &FitReport) -> Vec<(u32, [f64; 2])> {
    let outages = found.proposals.iter().find_map(|one| match one {
        Proposal::NodeOutages(outages) => Some(outages.outages.clone()),
        _ => None,
    });
    outages.unwrap_or_default()
}

/// Outages of an hour or more, those found, and those found of which there was none, or that are a
/// minute longer than it was.
fn score(run: &Run, found: &FitReport) -> [usize; 3] {
    let found = node_outages(found);
    let spans = run.outages().map_or(&[][..], |record| &record.spans);
    let of = |node: u32, [from, until]: [f64; 2]| {
        spans.iter().position(|span| {
            (span.first..span.first + span.count).contains(&node)
                && span.from.seconds() <= from + 60.0
                && until <= span.until.seconds() + 60.0
        })
    };
    let mut known: Vec<usize> = found
        .iter()
        .filter_map(|&(node, span)| of(node, span))
        .collect();
    let wrong = found.len() - known.len();
    known.sort_unstable();
    known.dedup();
    let long = spans
        .iter()
        .filter(|span| span.until.since(span.from).seconds() >= 3600.0);
    [long.count(), known.len(), wrong]
}

/// Of each node that fails at random by itself, most outages of an hour or more are found, and nothing
/// else. Without failures there is nothing; nor if accounts are held by limits, whose jobs then start as
/// soon as another of their own ends.
#[test]
fn outages_of_nodes_are_found_in_logs_that_were_simulated_with_them() {
    let run = simulated(4, 10, FAILURES);
    for says_failures in [true, false] {
        let found = fit_of("failures.csv", &accounting(&run, says_failures));
        let [all, known, wrong] = score(&run, &found);
        assert!(
            all >= 20 && 3 * known >= all && wrong == 0,
            "{known} of {all}, {wrong} wrong"
        );
        let [before, after] = [&found.before, &found.after].map(|fit| fit.wasserstein);
        assert!(after < before, "{before} {after}");
    }
    for (seed, wide, setting) in [(4, 10, ""), (2, 0, "limits: (accounts: [(running: 2)]),")] {
        let run = simulated(seed, wide, setting);
        let found = fit_of("none.csv", &accounting(&run, true));
        assert_eq!(score(&run, &found), [0; 3], "{:?}", found.evidence());
    }
}

/// A job of one node, or several: submit, start, end, user; its nodes, account and state.
type Row = ([u32; 4], &'static str, u32, &'static str);

/// Four nodes, on which 99 jobs run one after the other, as they come, the last of them on `n3`. From 10 000 s
/// on three are full; from 10 100 s jobs of users 1 and 2 wait, until the first that leaves one of these
/// at 20 000 s and 21 000 s, and one of user 3 until 25 000 s for `n4`, which is idle since 9650 s.
fn four_nodes() -> Vec<Row> {
    let one_by_one = (0..99).map(|index| {
        let node = ["n1", "n2", "n3", "n4"][index as usize % 4];
        (
            [100 * index, 100 * index, 100 * index + 50, 50],
            node,
            50,
            "COMPLETED",
        )
    });
    let mut rows: Vec<Row> = one_by_one.collect();
    rows.extend([
        ([10_000, 10_000, 20_000, 60], "n1", 60, "COMPLETED"),
        ([10_000, 10_000, 21_000, 61], "n2", 61, "COMPLETED"),
        ([10_000, 10_000, 30_000, 62], "n3", 62, "COMPLETED"),
        ([10_100, 20_000, 30_000, 1], "n1", 1, "COMPLETED"),
        ([10_200, 21_000, 30_000, 2], "n2", 2, "COMPLETED"),
        ([10_300, 25_000, 30_000, 3], "n4", 3, "COMPLETED"),
    ]);
    rows
}

fn outages_of(rows: &[Row]) -> Vec<(u32, [f64; 2])> {
    node_outages(&fit_of("four.csv", &table(rows)))
}

fn table(rows: &[Row]) -> String {
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    let mut text =
        "jobid,user,account,submit,start,end,state,nnodes,alloccpus,timelimit,nodelist\n"
            .to_owned();
    for (index, ([submit, start, end, user], nodes, account, state)) in rows.iter().enumerate() {
        let count = nodes.split(',').count();
        text += &format!(
            "{},u{user},a{account},{submit},{start},{end},{state},{count},{count},600,\"{nodes}\"\n",
            index + 1
        );
    }
    text
}

/// Of the jobs all but the first two found two idle nodes or more, 97 and two of the three at 10 000 s:
/// 1 - 99/100 wait, squared less than 0.001. The last of `n4` ends at 9550 s.
#[test]
fn a_node_that_waiting_jobs_would_have_fitted_was_out_of_service() {
    assert_eq!(outages_of(&four_nodes()), [(3, [10_100.0, 25_000.0])]);
    // The job that ends it comes just then: it is known until the second job alone.
    let mut late = four_nodes();
    late[104].0[0] = 25_000;
    assert_eq!(outages_of(&late), [(3, [10_100.0, 21_000.0])]);
}

#[test]
fn a_job_killed_by_a_failure_counts_as_a_user() {
    let mut one = four_nodes();
    one.remove(103);
    assert_eq!(outages_of(&one), []);
    // The last job of `n4`.
    one[95].3 = "NODE_FAIL";
    assert_eq!(outages_of(&one), [(3, [9550.0, 25_000.0])]);
}

/// What else may have held the jobs: a wider one that waits, a job of the user that runs, a job of the
/// account that ends, or a machine of which more nodes are idle.
#[test]
fn what_may_have_held_jobs_is_no_outage() {
    let with = |row: Row| {
        let mut rows = four_nodes();
        rows.push(row);
        outages_of(&rows)
    };
    assert_eq!(
        with(([10_050, 30_000, 31_000, 9], "n1,n4", 9, "COMPLETED")),
        []
    );
    assert_eq!(
        with(([10_000, 10_000, 30_000, 1], "n3", 9, "COMPLETED")),
        []
    );
    let mut account = four_nodes();
    account[99].2 = 1;
    assert_eq!(outages_of(&account), []);
    let idle = with(([9_000, 9_000, 9_001, 9], "n5", 9, "COMPLETED"));
    assert_eq!(idle, []);
}

/// Of a machine that is known otherwise nothing says which of its nodes it is: 10 100 s to 25 000 s are 4 h 08.
#[test]
fn outages_of_nodes_that_have_other_names_are_said() {
    let found = fit_on("four.csv", &table(&four_nodes()), Some(4));
    assert_eq!(node_outages(&found), []);
    let sentence = "once a single node took no jobs, 4 h 08 in all, though jobs of several users waited for one like it; which node of the scenario that is, names do not say";
    assert!(
        found.remarks.iter().any(|remark| remark == sentence),
        "{:?}",
        found.remarks
    );
}
