//! Gang scheduling, flexible coscheduling and Agile through the program: refused input.

use crate::refused::assert_scenario_refused;

#[test]
fn invalid_coscheduling_gets_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let span = "is not a span of time: more than 0 and up to 9000000000 seconds are allowed";
    let classes = "there are `Fine`, `Medium`, `Coarse` and `Independent`";
    for (parameters, sentence) in [
        ("quantum: 0", format!("4:39: 0 {span}")),
        ("quantum: -1", format!("4:39: -1 {span}")),
        (
            "rows: 0",
            "4:36: 0 is not allowed: a whole number from 1 to 4294967295 is".to_owned(),
        ),
        (
            "switch: -1",
            "4:38: -1 is not a time: 0 to 9000000000 seconds are allowed".to_owned(),
        ),
        (
            "most: 0",
            "4:36: 0 is not allowed: a whole number from 1 to 4294967295 is".to_owned(),
        ),
        (
            "shares: Quanta(fine: 0)",
            "4:51: 0 is not allowed: a whole number from 1 to 4294967295 is".to_owned(),
        ),
        (
            "shares: Nodes(coarse: 1.5)",
            "4:52: 1.5 is not allowed: a whole number from 0 to 4294967295 is".to_owned(),
        ),
        (
            "classes: Measured(efficiency: 2)",
            "4:60: 2 is not a share: 0 to 1 is allowed".to_owned(),
        ),
        (
            "classes: Measured(granularity: 0)",
            format!("4:61: 0 {span}"),
        ),
        (
            "grain: Sandy",
            format!("4:37: there is no `Sandy`; {classes}"),
        ),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4),
 workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]),
 policies: [Gang],
 parameters: (coscheduling: ({parameters})))"
        );
        assert_scenario_refused(folder.path(), &scenario, &format!("x.ron:{sentence}"));
    }
    for (job, sentence) in [
        ("nodes: 1, barrier: -1", format!("3:45: -1 {span}")),
        ("nodes: 1, barrier: 0", format!("3:45: 0 {span}")),
        (
            "nodes: 1, utilisation: 1.5",
            "3:49: 1.5 is not a utilisation: 0.001 to 1 is allowed".to_owned(),
        ),
        (
            "nodes: 1, grain: Sandy",
            format!("3:43: there is no `Sandy`; {classes}"),
        ),
        (
            "nodes: 5",
            "3:33: 5 nodes: this machine allows 1 to 4".to_owned(),
        ),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [Flexible],
 workload: Jobs([
 (submit: 0, runtime: 5, {job}),
]))"
        );
        assert_scenario_refused(folder.path(), &scenario, &format!("x.ron:{sentence}"));
    }
}

#[test]
fn contradictory_parameters_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (parameters, sentence) in [
        (
            "shares: Nodes(medium: 2, independent: 1)",
            "the job in place 1 of Medium grain needs 3 nodes; its grain has a share of 2",
        ),
        (
            "shares: Nodes(medium: 3)",
            "the job in place 2 of Independent grain needs 1 nodes; its grain has a share of 0",
        ),
        (
            "shares: Nodes(medium: 3, independent: 2)",
            "the grains share 5 nodes; the machine has 4",
        ),
        (
            "quantum: 60, switch: 70",
            "a switch of 70 s leaves nothing of a quantum of 60 s",
        ),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [Agile], workload: Jobs([
 (submit: 0, runtime: 5, nodes: 3, grain: Medium), (submit: 0, runtime: 5, nodes: 1)]),
 parameters: (coscheduling: ({parameters})))"
        );
        assert_scenario_refused(folder.path(), &scenario, &format!("x.ron: {sentence}"));
    }
}

#[test]
fn too_large_buffers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let large = "(machine: Cluster(nodes: 16777216), policies: [Gang],
 workload: Lublin(jobs: 1000))";
    let sentence = "x.ron: Gang keeps the nodes of every job and the progress of every process: 1000 jobs on 16777216 nodes with 0 processes are too many; 268435456 words of 64 nodes, and as many processes, are allowed";
    assert_scenario_refused(folder.path(), large, sentence);
    let heavy = "(machine: Cluster(nodes: 4, memory: 10), policies: [Gang], workload: Jobs([
 (submit: 0, runtime: 5, nodes: 1), (submit: 0, runtime: 5, nodes: 1, memory: 11)]))";
    let sentence = "x.ron: the job in place 2 needs 11 MiB on each node; a node has 10";
    assert_scenario_refused(folder.path(), heavy, sentence);
}
