//! `cosched fit`: what a log shows, how near a simulation is, and what is refused.

use std::path::Path;

use crate::program::{cosched, text};

/// A partition of one node whose two jobs follow one another, beside one in which nobody waits but
/// for all of its nodes.
const ACCOUNTING: &str = "\
JobID|User|Partition|Submit|Start|End|State|NNodes|AllocCPUS|Timelimit|NodeList
1|ann|batch|2026-02-02T08:00:00|2026-02-02T08:00:00|2026-02-02T09:00:00|COMPLETED|2|16|02:00:00|n[01-02]
2|bob|batch|2026-02-02T08:10:00|2026-02-02T08:10:00|2026-02-02T08:40:00|COMPLETED|1|4|01:00:00|n03
3|cid|gpu|2026-02-02T08:10:00|2026-02-02T08:10:00|2026-02-02T08:30:00|COMPLETED|1|32|01:00:00|g1
4|cid|gpu|2026-02-02T08:20:00|2026-02-02T08:30:00|2026-02-02T09:30:00|COMPLETED|1|32|01:00:00|g1
5|ann|batch|2026-02-02T08:30:00|2026-02-02T09:00:00|2026-02-02T09:10:00|COMPLETED|3|24|01:00:00|n[01-03]
";

fn folder(accounting: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("week.sacct"), accounting).unwrap();
    folder
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = cosched(folder, arguments);
    assert!(!output.status.success());
    text(&output.stderr)
}

/// Recorded waits are 0, 0, 0, 600 and 1800 s, 480 s on average: job 4 waits for the only node of `gpu`,
/// and job 5 for job 1 on two of the three of `batch`.
#[test]
fn the_machine_is_that_of_the_names_of_nodes() {
    let folder = folder(ACCOUNTING);
    let output = cosched(folder.path(), &["fit", "week.sacct", "--out", "fitted.ron"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for sentence in [
        "machine of 4 nodes in 2 kinds, 2 partitions",
        "batch 3 nodes of 8 cores, gpu 1 node of 32 cores",
        "With them: wait 8 min recorded, 8 min simulated on average; fits within 1 %: what-if may be believed",
        "0.00 by share (Kolmogorov); 100 % of the starts are within a minute",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    let written = std::fs::read_to_string(folder.path().join("fitted.ron")).unwrap();
    for part in [
        "name: \"g1\"",
        "cores: 32",
        "name: \"n01\"",
        "count: 3",
        "Recorded",
    ] {
        assert!(written.contains(part), "{part}\n{written}");
    }
    let output = cosched(folder.path(), &["run", "fitted.ron"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Recorded waits are 0, drawn at 1 s, of three jobs, 600 s and 1800 s. On 80 cores without partitions job 4
/// waits for job 3, as 16, 4 and 32 are taken until then, and job 5 has room beside it.
#[test]
fn waits_are_drawn_as_recorded_and_as_simulated() {
    let folder = folder(ACCOUNTING);
    let path = folder.path();
    let on_80 = "fit week.sacct --nodes 80 --policy fcfs --figure waits.csv";
    let output = cosched(path, &on_80.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let values = std::fs::read_to_string(path.join("waits.csv")).unwrap();
    let curves: Vec<&str> = values.lines().skip(1).collect();
    let expected = [
        "recorded,1,0.6",
        "recorded,600,0.8",
        "recorded,1800,1",
        "simulated,1,0.8",
        "simulated,600,1",
    ];
    assert_eq!(curves, expected);
    let output = cosched(path, &["fit", "week.sacct", "--figure", "waits.svg"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let drawn = std::fs::read_to_string(path.join("waits.svg")).unwrap();
    assert!(drawn.starts_with("<svg"), "{drawn}");
    let said = refused(path, &["fit", "week.sacct", "--figure", "waits.ron"]);
    assert!(said.contains("a figure is written as .svg"), "{said}");
}

/// What is said of the machine is not guessed again.
#[test]
fn a_machine_that_is_said_is_not_proposed() {
    let folder = folder(ACCOUNTING);
    let arguments = ["fit", "week.sacct", "--nodes", "80", "--policy", "fcfs"];
    let output = cosched(folder.path(), &arguments);
    let said = text(&output.stdout);
    assert!(said.contains("\nUnder FCFS: wait 8 min recorded"), "{said}");
    for absent in ["machine of", "policy", "With them", "without the proposals"] {
        assert!(!said.contains(absent), "{absent}\n{said}");
    }
}

#[test]
fn what_cannot_be_fitted_is_refused_in_a_sentence() {
    let folder = folder(ACCOUNTING);
    let path = folder.path();
    let said = refused(path, &["fit", "week.sacct", "--out", "fitted.csv"]);
    assert!(said.contains("the name must end in .ron"), "{said}");
    let model = "(machine: Cluster(nodes: 4), workload: Lublin(jobs: 9), policies: [Easy])";
    std::fs::write(path.join("model.ron"), model).unwrap();
    let said = refused(path, &["fit", "model.ron"]);
    assert!(said.contains("no log and no accounting"), "{said}");
    let log = "; MaxProcs: 4\n1 0 -1 50 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1\n";
    std::fs::write(path.join("no_waits.swf"), log).unwrap();
    let said = refused(path, &["fit", "no_waits.swf"]);
    assert!(
        said.contains("no job that ran has a recorded start"),
        "{said}"
    );
    let said = refused(path, &["fit", "missing.swf"]);
    assert!(said.contains("missing.swf"), "{said}");
}

/// Gang scheduling takes nodes whole: kinds with cores are not proposed for it. What was recorded is
/// not simulated.
#[test]
fn what_a_policy_cannot_have_is_not_proposed() {
    let folder = folder(ACCOUNTING);
    let output = cosched(folder.path(), &["fit", "week.sacct", "--policy", "gang"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(said.contains("\nUnder Gang: wait 8 min recorded"), "{said}");
    assert!(!said.contains("machine of"), "{said}");
    let said = refused(
        folder.path(),
        &["fit", "week.sacct", "--policy", "recorded"],
    );
    assert!(
        said.contains("a policy is wanted that decides when jobs start"),
        "{said}"
    );
}

/// Slurm is not simulated with nodes out of service.
#[test]
fn slurm_is_tried_for_what_it_wrote_where_no_node_goes_out_of_service() {
    let folder = folder(ACCOUNTING);
    for (outages, is_tried) in [
        ("", true),
        (
            ", outages: (events: [(at: 1, what: Drain), (at: 9, what: Up)])",
            false,
        ),
    ] {
        let kinds =
            "kinds: [(name: \"n\", count: 3, cores: 8), (name: \"g\", count: 1, cores: 32)]";
        let partitions =
            "partitions: [(name: \"batch\", nodes: [\"n\"]), (name: \"gpu\", nodes: [\"g\"])]";
        let scenario = format!(
            "(machine: Cluster({kinds}, {partitions}{outages}), workload: Table(path: \"week.sacct\"), policies: [Fcfs, Easy])"
        );
        std::fs::write(folder.path().join("x.ron"), scenario).unwrap();
        let output = cosched(folder.path(), &["fit", "x.ron"]);
        let said = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(said.contains("of those tried"), "{said}");
        assert_eq!(said.contains("Slurm "), is_tried, "{said}");
    }
}

/// Ten nodes, on seven of which job 1 shows that they are there, and an array of 39 tasks that run for
/// 600 s, three at once: they wait for 0 to 7200 s, 3600 s on average, and job 1 does not, which makes 3510 s.
#[test]
fn an_array_is_held_by_licences_that_its_tasks_hold() {
    let mut rows = "JobID|User|Partition|Submit|Start|End|State|NNodes|AllocCPUS|Timelimit|NodeList\n\
        1|bob|batch|2026-02-02T08:00:00|2026-02-02T08:00:00|2026-02-02T08:05:00|COMPLETED|7|7|01:00:00|n[04-10]\n"
        .to_owned();
    for task in 0..39 {
        let [start, end] =
            [task / 3, task / 3 + 1].map(|sixth| format!("{:02}:{}0", 8 + sixth / 6, sixth % 6));
        rows += &format!(
            "42_{task}|ann|batch|2026-02-02T08:00:00|2026-02-02T{start}:00|2026-02-02T{end}:00|COMPLETED|1|1|00:20:00|n0{}\n",
            1 + task % 3
        );
    }
    let folder = folder(&rows);
    let arguments = [
        "fit",
        "week.sacct",
        "--policy",
        "easy",
        "--out",
        "fitted.ron",
    ];
    let output = cosched(folder.path(), &arguments);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for sentence in [
        "limit on the tasks at once (%n): 3 of array 42",
        "array 42 never had more than 3 of its 39 tasks at once",
        "With them: wait 58 min 30 recorded, 58 min 30 simulated on average",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    let written = std::fs::read_to_string(folder.path().join("fitted.ron")).unwrap();
    assert!(written.contains("\"array 42\": 3"), "{written}");
    // By the licence alone, without the limit of the user, who had nothing else.
    let scenario = "(machine: Cluster(kinds: [(name: \"n\", count: 10, cores: 1)], partitions: [(name: \"batch\")], licences: {\"array 42\": 3}), workload: Table(path: \"week.sacct\"), policies: [Easy])";
    std::fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron"]);
    let said = text(&output.stdout);
    assert!(said.contains(" 3510.000 "), "{said}");
}
