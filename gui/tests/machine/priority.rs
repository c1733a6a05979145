//! Multifactor priority from a scenario to the output.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::program::{cosched, text};
use cosched::base::problem::Problem;
use cosched::base::progress::Progress;
use cosched::load::prepare;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched::scenario::{parse, to_ron};

/// The runs of the scenario `text`.
fn runs(text: &str) -> Result<Vec<Run>, Problem> {
    let scenario = parse(text, None)?;
    // A written scenario is read back.
    assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);
    let experiment = Arc::new(prepare(&scenario, None, &Progress::default())?);
    let run = |choice| {
        let run = simulate(&experiment, choice, false, &Progress::default())?;
        Ok(run.unwrap())
    };
    choices(&scenario).iter().map(run).collect()
}

/// When the jobs of `run` start, in seconds.
fn starts(run: &Run) -> Vec<f64> {
    let outcomes = run.outcomes.iter();
    outcomes.map(|outcome| outcome.started.seconds()).collect()
}

/// The indices of the jobs of `run` in the order of their starts.
fn order(run: &Run) -> Vec<usize> {
    let starts = starts(run);
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by(|&a, &b| starts[a].total_cmp(&starts[b]).then(a.cmp(&b)));
    order
}

const MODEL: &str =
    "machine: Cluster(nodes: 64), workload: Lublin(jobs: 400, load: 0.95, estimates: UpTo(3))";

/// With all weights 0 all jobs are equal, and considered as they were submitted: runs are the same
/// as without priorities, although policies are called more often. Weights make a difference, under
/// conservative backfilling where jobs end before their estimates.
#[test]
fn weights_of_nothing_change_nothing() {
    for policy in ["Fcfs", "Easy", "Conservative", "Slurm"] {
        let both = format!(
            "({MODEL}, policies: [{policy}], variants: [(policy: {policy}, label: \"equal\", parameters: (priority: ()))])"
        );
        let both = runs(&both).unwrap();
        assert_eq!(both.len(), 2);
        assert!(both[0].outcomes == both[1].outcomes, "{policy}");
        let weighed = format!(
            "({MODEL}, policies: [{policy}], parameters: (priority: (weights: (job_size: 1000))))"
        );
        let weighed = runs(&weighed).unwrap();
        assert!(both[0].outcomes != weighed[0].outcomes, "{policy}");
    }
}

/// Jobs of an hour on one node, of ann, ann, and bob.
const THREE: &str = r#"machine: Cluster(nodes: 1), workload: Jobs([
    (submit: 0, runtime: 3600, nodes: 1, user: "ann"),
    (submit: 1, runtime: 3600, nodes: 1, user: "ann"),
    (submit: 2, runtime: 3600, nodes: 1, user: "bob"),
])"#;

/// The pass that starts the second comes after the first has run for long.
#[test]
fn slurm_passes_go_in_the_order_of_priorities() {
    let by = |weight: u32| {
        let priority = format!("priority: (weights: (fairshare: {weight}))");
        let scenario = format!("({THREE}, policies: [Slurm], parameters: ({priority}))");
        order(&runs(&scenario).unwrap()[0])
    };
    assert_eq!(by(0), [0, 1, 2]);
    assert_eq!(by(100), [0, 2, 1]);
}

/// Partitions of a higher tier are considered first, whatever the priority; within a tier it
/// counts. Job 1 has the only core for 1000 s; of the jobs behind it, 4 and 5 are of the higher
/// tier, and 5 and 3 of the better quality of service.
#[test]
fn tiers_go_before_priorities() {
    let scenario = r#"(machine: Cluster(
            kinds: [(count: 1, cores: 1)],
            partitions: [(name: "low", default: true), (name: "high", tier: 1)],
        ), workload: Jobs([
            (submit: 0, runtime: 1000, nodes: 1),
            (submit: 1, runtime: 10, nodes: 1),
            (submit: 2, runtime: 10, nodes: 1, qos: "good"),
            (submit: 3, runtime: 10, nodes: 1, partition: "high"),
            (submit: 4, runtime: 10, nodes: 1, partition: "high", qos: "good"),
        ]), policies: [Fcfs, Easy], parameters: (priority: (
            weights: (qos: 10, partition: 0), qos: {"good": 1},
        )))"#;
    for run in runs(scenario).unwrap() {
        assert_eq!(order(&run), [0, 4, 3, 2, 1], "{}", run.label);
    }
    // Without tiers the partition may weigh as well: 5 has both, 4 the partition, 3 the quality.
    let by_weight = scenario
        .replace(", tier: 1", "")
        .replace("partition: 0", "partition: 20")
        .replace("\"good\": 1},", "\"good\": 1}, partitions: {\"high\": 3},");
    for run in runs(&by_weight).unwrap() {
        assert_eq!(order(&run), [0, 4, 3, 2, 1], "{}", run.label);
    }
    let equal = by_weight.replace("partition: 20", "partition: 0");
    for run in runs(&equal).unwrap() {
        assert_eq!(order(&run), [0, 2, 4, 1, 3], "{}", run.label);
    }
}

/// On three nodes for a quarter of an hour and on one, without decay: shares of usage are shares of
/// node seconds until then.
#[test]
fn shares_over_time_are_those_of_node_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = r#"(machine: Cluster(nodes: 4), workload: Jobs([
            (submit: 0, runtime: 900, nodes: 3, user: "ann", account: "physics"),
            (submit: 100, runtime: 3000, nodes: 1, user: "bob", account: "biology"),
            (submit: 100, runtime: 10, nodes: 1),
        ]), policies: [Fcfs], parameters: (priority: (half_life: 0, accounts: [
            (name: "science", shares: 2), (name: "physics", shares: 3, parent: "science"),
            (name: "biology", shares: 1, parent: "science"), (name: "arts", shares: 6),
        ])))"#;
    std::fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "x", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let path = find(folder.path(), "fairshare.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows: Vec<HashMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let of = |name: &str, column: &str| -> Vec<f64> {
        let own = rows.iter().filter(|row| row["name"] == name);
        own.map(|row| row[column].parse().unwrap()).collect()
    };
    // Calculated every 300 s until the last end, at 3100 s.
    let times: Vec<f64> = (1..=10).map(|period| 300.0 * f64::from(period)).collect();
    assert_eq!(of("physics", "at"), times);
    let expected = times.iter().map(|at| {
        let (physics, biology) = (3.0 * at.min(900.0), (at - 100.0).max(0.0));
        physics / (physics + biology)
    });
    for (found, expected) in of("physics", "part").into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
    assert!(of("science", "part").iter().all(|part| *part == 1.0));
    assert!(of("arts", "part").iter().all(|part| *part == 0.0));
    // 2/8 of the machine, of which 3/4 and 1/4; and 6/8.
    for (name, target) in [
        ("science", 0.25),
        ("physics", 0.1875),
        ("biology", 0.0625),
        ("arts", 0.75),
    ] {
        assert!(
            of(name, "target").iter().all(|found| *found == target),
            "{name}"
        );
    }
}

/// The file of that name somewhere in `folder`.
fn find(folder: &Path, name: &str) -> std::path::PathBuf {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.ends_with(name) {
                return path;
            }
        }
    }
    panic!("there is no {name}");
}

#[test]
fn impossible_priorities_are_refused_in_a_sentence() {
    let error_of = |policy: &str, parameters: &str| {
        let scenario = format!("({THREE}, policies: [{policy}], parameters: ({parameters}))");
        runs(&scenario).unwrap_err().sentence
    };
    for (policy, parameters, sentence) in [
        (
            "Gang",
            "priority: ()",
            "`priority`: Gang has an order of its own; it orders the queue of FCFS, EASY, Conservative and Slurm",
        ),
        (
            "Easy",
            "priority: (), order: FewestNodes",
            "`priority`: the queue has an `order` besides; one of the two is allowed",
        ),
        (
            "Easy",
            "priority: (), molding: (deadlines: Hard)",
            "`priority`: `deadlines: Hard` admits jobs by the order of submission; one of the two is allowed",
        ),
        (
            "Easy",
            r#"priority: (accounts: [(name: "a", parent: "b")])"#,
            "`priority`: the account `a` is below `b`, which is not among the accounts; one of `accounts` is allowed, or none for the root",
        ),
        (
            "Easy",
            r#"priority: (accounts: [(name: "a", parent: "b"), (name: "b", parent: "a")])"#,
            "`priority`: the account `a` is below itself; accounts must make a tree",
        ),
        (
            "Easy",
            r#"priority: (accounts: [(name: "a"), (name: "a")])"#,
            "`priority`: two accounts are called `a`; each needs a name of its own",
        ),
        (
            "Easy",
            r#"priority: (users: [(name: "u"), (name: "u", shares: 2)])"#,
            "`priority`: the shares of the user `u` are said twice; once is allowed in each account, and once without one",
        ),
        (
            "Easy",
            "priority: (period: 59)",
            "59 is not how many seconds there are between two calculations: 60 to 9000000000 is allowed",
        ),
    ] {
        assert_eq!(error_of(policy, parameters), sentence);
    }
    let branched = |change: &str| {
        runs(&format!(
            "({THREE}, policies: [Fcfs], parameters: (priority: ()), branches: [(at: 10, changes: [{change}])])"
        ))
    };
    for change in ["Move(job: 3, to: Front)", "Policy(Easy)"] {
        let sentence = branched(change).unwrap_err().sentence;
        assert!(
            sentence.contains("goes by what was used before"),
            "{sentence}"
        );
    }
    // A policy that continues has the usage.
    assert_eq!(branched("Add(1)").unwrap().len(), 2);
}

/// The month of ann and bob: on one node, bob's job goes first once ann has used the node.
const ACCOUNTING: &str = "\
JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|NNodes|NCPUS
1|ann|physics|long|2026-02-02T00:00:00|2026-02-02T00:00:00|2026-02-02T01:00:00|COMPLETED|01:00:00|1|4
2|ann|physics|long|2026-02-02T00:00:10|2026-02-02T01:00:00|2026-02-02T02:00:00|COMPLETED|01:00:00|1|4
3|bob|biology|long|2026-02-02T00:00:20|2026-02-02T02:00:00|2026-02-02T03:00:00|COMPLETED|01:00:00|1|4
";

/// In the record, ann had the node for two hours, then bob: only usage is counted.
#[test]
fn a_recorded_schedule_is_counted_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("month.sacct"), ACCOUNTING).unwrap();
    let text = r#"(machine: Cluster(nodes: 1), workload: Table(path: "month.sacct", size: Nodes),
        policies: [Recorded, Fcfs], parameters: (priority: (weights: (fairshare: 10), half_life: 0)))"#;
    let scenario = parse(text, None).unwrap();
    let source = folder.path().join("x.ron");
    let experiment = prepare(&scenario, Some(&source), &Progress::default()).unwrap();
    let experiment = Arc::new(experiment);
    let found = choices(&scenario).into_iter().map(|choice| {
        let run = simulate(&experiment, &choice, false, &Progress::default());
        let run = run.unwrap().unwrap();
        let record = run.fairshare().unwrap();
        assert_eq!(record.names, ["physics", "biology"]);
        assert_eq!(record.targets, [0.5, 0.5]);
        let at_the_end = record.parts.last().unwrap();
        assert_eq!(at_the_end.0.seconds(), 10_800.0);
        let part = at_the_end.1[0];
        assert!((part - 2.0 / 3.0).abs() < 1e-9, "{part}");
        starts(&run)
    });
    let found: Vec<_> = found.collect();
    assert_eq!(found, [[0.0, 3600.0, 7200.0], [0.0, 7200.0, 3600.0]]);
}

#[test]
fn what_if_accepts_the_names_of_settings() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("month.sacct"), ACCOUNTING).unwrap();
    let conf = "ClusterName=a\nNodeName=n1 CPUs=4\nPartitionName=long Nodes=ALL PriorityJobFactor=2\n\
                PriorityType=priority/multifactor\nPriorityWeightAge=1\nPriorityWeightTRES=license/a=5\n";
    std::fs::write(folder.path().join("slurm.conf"), conf).unwrap();
    let effects = |arguments: &str| {
        let line = format!("whatif month.sacct {arguments} --quiet --out effects.csv");
        let output = cosched(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let mut reader = csv::Reader::from_path(folder.path().join("effects.csv")).unwrap();
        let rows = reader.deserialize().map(Result::unwrap);
        let rows: Vec<HashMap<String, String>> = rows.collect();
        let of = |name: &str| {
            let own =
                |row: &&HashMap<String, String>| row["measure"] == "wait" && row["name"] == name;
            let row = rows.iter().find(own).unwrap();
            ["before", "after"].map(|column| row[column].parse::<f64>().unwrap())
        };
        (of("ann"), of("bob"), text(&output.stdout))
    };
    // FCFS as submitted: waits 0 s and 3590 s, and 7180 s; the other way round afterwards.
    let fcfs = "--size nodes --nodes 1 --policy fcfs --set PriorityWeightFairshare=1000";
    let (ann, bob, _) = effects(fcfs);
    assert_eq!(ann, [1795.0, 7190.0 / 2.0]);
    assert_eq!(bob, [7180.0, 3580.0]);
    // Under Slurm passes come within some seconds.
    let (ann, bob, said) =
        effects("--conf slurm.conf --set PriorityWeightFairshare=1000 --phases 1");
    assert!(
        said.contains("not simulated: PriorityWeightTRES=license/a=5\n"),
        "{said}"
    );
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 120.0, "{found}");
    close(ann[0], 1795.0);
    close(ann[1], 3595.0);
    close(bob[0], 7180.0);
    close(bob[1], 3580.0);
    let wrong = "whatif month.sacct --size nodes --nodes 1 --policy fcfs --set PriorityMaxAge=old";
    let output = cosched(folder.path(), &wrong.split(' ').collect::<Vec<_>>());
    let said = text(&output.stderr);
    assert!(
        said.contains("PriorityMaxAge is `old`; minutes, "),
        "{said}"
    );
}
