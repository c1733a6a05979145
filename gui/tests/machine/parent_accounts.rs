//! Accounts below others, whose limits hold together: errors in one sentence, and what `sacctmgr` says.

use std::path::Path;

use crate::program::{cosched, text};
use cosched::base::progress::Progress;
use cosched::load;
use cosched::scenario::parse;

/// The sentence about limits and one job of `lattice`, with where it stands.
fn wrong(limits: &str) -> String {
    let machine = format!("Cluster(kinds: [(count: 9, cores: 1)],\n  limits: ({limits}))");
    let job = "(submit: 0, runtime: 1, nodes: 3, user: \"ann\", account: \"lattice\")";
    let text = format!("(machine: {machine},\n  workload: Jobs([{job}]), policies: [Easy])");
    let scenario = parse(&text, Some(Path::new("x.ron"))).map_err(|problem| problem.to_string());
    let prepared = scenario.and_then(|scenario| {
        let prepared = load::prepare(&scenario, None, &Progress::default());
        prepared.map_err(|problem| problem.to_string())
    });
    prepared.err().unwrap_or_default()
}

#[test]
fn accounts_that_make_no_trees_are_one_sentence_with_position() {
    let fine =
        "accounts: [(name: \"lattice\", parent: \"physics\"), (name: \"physics\", nodes: 3)]";
    assert_eq!(wrong(fine), "");
    for (limits, sentence) in [
        (
            "users: [(name: \"ann\", parent: \"bob\")]",
            "`parent: \"bob\"` of one of `limits.users`; only one of `limits.accounts` may have a parent",
        ),
        (
            "accounts: [(name: \"lattice\", parent: \"physics\")]",
            "the account `lattice` is below `physics`, which is not among the accounts with limits; one of them is allowed, or none",
        ),
        (
            "accounts: [(parent: \"physics\", running: 1)]",
            "an account without a name is below `physics`, which is not among the accounts with limits; one of them is allowed, or none",
        ),
        (
            "accounts: [(name: \"a\", parent: \"b\"), (name: \"b\", parent: \"c\"), (name: \"c\", parent: \"b\")]",
            "the account `b` is below itself; accounts must make trees",
        ),
        (
            "accounts: [(name: \"a\", parent: \"a\")]",
            "the account `a` is below itself; accounts must make trees",
        ),
    ] {
        let problem = wrong(limits);
        assert!(problem.starts_with("x.ron:2:"), "{problem}");
        assert!(problem.ends_with(sentence), "{problem}");
    }
}

/// Three nodes are more than two, whichever account above it may have no more.
#[test]
fn who_asks_for_more_than_a_parent_account_may_have_is_refused() {
    let above = "accounts: [(name: \"lattice\", parent: \"physics\"), (name: \"physics\", parent: \"all\"), (name: \"all\", nodes: 2)]";
    assert_eq!(
        wrong(above),
        "the job in place 1 would wait for ever, as it asks for more than its parent account may have at once"
    );
}

/// On a node of eight cores there is room for all three jobs of 100 s, one of each of the accounts below
/// `physics`, and they start at 0, 100 and 200 s, as it has one job at once; with twice that, at 0, 0
/// and 100 s.
#[test]
fn parents_are_those_that_sacctmgr_prints() {
    let folder = tempfile::tempdir().unwrap();
    let mut accounting =
        "JobID|User|Account|Submit|Start|End|State|TimelimitRaw|NNodes|NCPUS\n".to_owned();
    for (number, account) in (1..).zip(["lattice", "optics", "qcd"]) {
        accounting += &format!(
            "{number}|u{number}|{account}|2026-02-02T00:00:00|2026-02-02T00:00:00|2026-02-02T00:01:40|COMPLETED|2|1|2\n"
        );
    }
    std::fs::write(folder.path().join("month.sacct"), accounting).unwrap();
    let conf = "NodeName=n1 CPUs=8 RealMemory=8000\nPartitionName=main Nodes=n1 Default=YES\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n";
    std::fs::write(folder.path().join("slurm.conf"), conf).unwrap();
    let tree = "Account|User|GrpJobs\nroot||\n physics||1\n  lattice||\n   qcd||\n  optics||\n";
    std::fs::write(folder.path().join("assoc.txt"), tree).unwrap();
    let requested = "whatif month.sacct --conf slurm.conf --policy fcfs --limits assoc.txt --set limits.scale=2 --quiet --out effects.csv";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut reader = csv::Reader::from_path(folder.path().join("effects.csv")).unwrap();
    let rows = reader.deserialize::<std::collections::HashMap<String, String>>();
    let wait = rows
        .map(|row| row.unwrap())
        .find(|row| row["measure"] == "wait" && row["by"] == "everybody")
        .unwrap();
    let means = ["before", "after"].map(|name| wait[name].parse::<f64>().unwrap());
    assert!((means[0] - 100.0).abs() < 0.06, "{means:?}");
    assert!((means[1] - 100.0 / 3.0).abs() < 0.06, "{means:?}");
}
