//! Policies and options that suit no workflow.

use super::scenario;
use crate::refused::{assert_refused, assert_scenario_refused};

/// The rest of a scenario with two servers and two jobs, and its error.
const POLICIES: [(&str, &str); 11] = [
    (
        "policies: [Easy]",
        " EASY needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping",
    ),
    (
        "variants: [(policy: Fcfs)]",
        " FCFS needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping",
    ),
    (
        "policies: [Mapping]",
        " `mapping` has 0 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1]))",
        " `mapping` has 1 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1, 0, 1]))",
        " `mapping` has 3 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1, 2]))",
        " `mapping` sends the job in place 2 to server 2; there are 0 to 1",
    ),
    (
        "parameters: (placing: (mapping: [-1]))",
        "3:34: -1 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mapping: [0.5]))",
        "3:34: 0.5 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mapping: [1e300]))",
        "3:34: 1e300 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mom: Most))",
        "3:29: there is no `Most`; there are `All` and `Existing`",
    ),
    (
        "parameters: (placing: (ready: Random))",
        "3:31: there is no `Random`; there are `Listed` and `UpwardRank`",
    ),
];

#[test]
fn policies_that_do_not_suit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(threads: [(demand: 5)]), (threads: [(demand: 5)])";
    for (rest, sentence) in POLICIES {
        let content = scenario("count: 2", jobs, rest);
        assert_scenario_refused(folder.path(), &content, &format!("x.ron:{sentence}"));
    }
    let on_nodes = "(machine: Cluster(nodes: 4), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Fcfs, Mom])";
    let sentence = "x.ron: MOM needs `machine: Servers(…)`; on `Cluster` there are FCFS, EASY, Conservative, Scojo-PECT, Gang, Flexible, Agile, KCEASY, Parallel, Fair-shared, ADaSA, Slots, Slurm, As recorded";
    assert_scenario_refused(folder.path(), on_nodes, sentence);
}

#[test]
fn options_that_suit_no_workflow_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(threads: [(demand: 5)]), (threads: [(demand: 5)])";
    let kinds = "kinds: [(name: \"a\", cores: 4, bandwidth: 4)]";
    let expecting =
        |expect: &str| scenario("count: 2", jobs, &format!("expect: [(policy: {expect})]"));
    for (name, content) in [
        ("good.ron", scenario("count: 2", jobs, "")),
        ("kinds.ron", scenario(kinds, jobs, "")),
        ("servers.ron", expecting("Mom, servers: [1]")),
        ("keys.ron", expecting("Let, keys: [[1, 1]]")),
        ("easy.ron", expecting("Easy, servers: [0, 1]")),
        (
            "two.stg",
            "2\n0 0 0\n1 5 1 0\n2 5 1 1\n3 0 1 2\n".to_owned(),
        ),
    ] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let written = "a workflow that is written out or in a file is run whole";
    let queued = "the jobs of a workflow enter the queue when others have completed";
    let easy = "EASY needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping";
    for (arguments, sentence) in [
        (
            &["run", "good.ron", "--jobs", "1"][..],
            format!("--jobs: {written}"),
        ),
        (
            &["run", "two.stg", "--jobs", "1"],
            format!("--jobs: {written}"),
        ),
        (
            &["run", "good.ron", "--load", "0.5"],
            format!("--load: {queued}"),
        ),
        (
            &["run", "two.stg", "--load", "0.5"],
            format!("--load: {queued}"),
        ),
        (
            &["run", "good.ron", "--policy", "easy"],
            format!("good.ron: {easy}"),
        ),
        (
            &["run", "two.stg", "--policy", "easy"],
            format!("two.stg: {easy}"),
        ),
        (
            &["run", "good.ron", "--nodes", "70000"],
            "good.ron: the machine has 70000 servers; 1 to 65536 are allowed".to_owned(),
        ),
        (
            &["run", "kinds.ron", "--nodes", "2"],
            "--nodes: the machine has servers of several kinds, each with its own count".to_owned(),
        ),
        (
            &["check", "servers.ron"],
            "servers.ron: `expect` has 1 values in `servers`; the workload has 2 jobs".to_owned(),
        ),
        (
            &["check", "keys.ron"],
            "keys.ron: `expect` has 1 values in `keys`; the workload has 2 jobs".to_owned(),
        ),
        (&["check", "easy.ron"], format!("easy.ron: {easy}")),
    ] {
        let arguments = [arguments, &["--quiet"]].concat();
        assert_refused(folder.path(), &arguments, &sentence, &arguments.join(" "));
    }
}
