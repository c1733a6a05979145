//! Scenarios with nodes that jobs share: equal to equal nodes where nothing is shared, errors in
//! one sentence, and accounting counted.

use std::path::Path;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::metrics;
use cosched::record::{Experiment, Run};
use cosched::run::{choices, simulate};
use cosched::scenario::{parse, to_ron};

pub(crate) fn prepared(text: &str) -> Result<Experiment, String> {
    let scenario = parse(text, Some(Path::new("x.ron")));
    let scenario = scenario.map_err(|problem| problem.to_string())?;
    let prepared = load::prepare(&scenario, None, &Progress::default());
    prepared.map_err(|problem| problem.to_string())
}

pub(crate) fn runs(text: &str) -> Vec<Run> {
    let experiment = Arc::new(prepared(text).unwrap());
    let each = choices(&experiment.scenario).into_iter();
    each.map(|choice| {
        let run = simulate(&experiment, &choice, true, &Progress::default());
        run.unwrap().unwrap()
    })
    .collect()
}

/// On nodes of one core a task is a node, and on one node with as many cores it is one of these:
/// both equal the machine of so many equal nodes, event by event.
#[test]
fn unshared_nodes_equal_plain_ones() {
    let machines = [
        "nodes: 64",
        "kinds: [(count: 64, cores: 1)]",
        "kinds: [(count: 1, cores: 64)]",
        "kinds: [(name: \"a\", count: 40, cores: 1), (count: 24, cores: 1)], partitions: [(name: \"p\", whole_nodes: true)]",
    ];
    let found = machines.map(|machine| {
        let text = format!(
            "(machine: Cluster({machine}), policies: [Fcfs, Easy, Conservative], seed: 3,
              workload: Lublin(jobs: 400, load: 0.95, estimates: UpTo(4)))"
        );
        let runs = runs(&text);
        let each = runs.iter().map(|run| {
            let values = metrics::values(run);
            let of = |name| values.value(name).map(|value| (1e9 * value).round());
            (run.digest, of("utilisation"), of("mean_wait"))
        });
        each.collect::<Vec<_>>()
    });
    assert!(found[0][0] != found[0][1], "somebody passes");
    assert_eq!(found[1], found[0]);
    assert_eq!(found[2], found[0]);
    assert_eq!(found[3], found[0]);
}

/// Cores are never given twice, and jobs have what they request.
#[test]
fn rows_of_cores_are_of_one_job_each() {
    let text = "(machine: Cluster(kinds: [(count: 3, cores: 5), (count: 2, cores: 8)]),
        workload: Lublin(jobs: 300, load: 0.9), policies: [Fcfs, Easy])";
    for run in runs(text) {
        let mut rows: Vec<Vec<_>> = vec![Vec::new(); 31];
        let mut cores = vec![0; run.outcomes.len()];
        for segment in run.segments.iter() {
            cores[segment.job as usize] += segment.nodes;
            for row in segment.first_node..segment.first_node + segment.nodes {
                rows[row as usize].push((segment.from, segment.until));
            }
        }
        for row in &mut rows {
            row.sort();
            assert!(row.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
        for (job, cores) in cores.into_iter().enumerate() {
            assert_eq!(
                cores,
                run.experiment.cluster.as_ref().unwrap().requests[job].cores()
            );
        }
    }
}

const MACHINE: &str = "Cluster(
    kinds: [(name: \"cpu\", count: 2, cores: 8, memory: 100, features: [\"avx\"]),
            (name: \"gpu\", count: 1, cores: 4, gpus: 2)],
    partitions: [(name: \"batch\", nodes: [\"cpu\"], default: true, most_time: 100),
                 (name: \"gpu\", nodes: [\"gpu\"], most_nodes: 1),
                 (name: \"old\", up: false)],
    limits: (users: [(name: \"ann\", cores: 4)]))";

#[test]
fn impossible_requests_are_one_sentence_with_position() {
    let jobs = [
        (
            "nodes: 1, partition: \"bath\"",
            "asks for partition `bath`; there are batch, gpu, old",
        ),
        (
            "nodes: 1, gpus: 1",
            "asks for 1 GPU on a node, and no node of partition `batch` has any",
        ),
        (
            "nodes: 1, gpus: 3, partition: \"gpu\"",
            "asks for 3 GPUs on a node, and the largest of partition `gpu` has 2",
        ),
        (
            "nodes: 1, memory: 100.5",
            "asks for 101 MiB of memory on a node, and the largest of partition `batch` has 100",
        ),
        (
            "nodes: 2, partition: \"gpu\"",
            "asks for 2 nodes such that partition `gpu` has room for 1 of them",
        ),
        (
            "tasks: 9, cores: 2",
            "asks for 9 tasks such that partition `batch` has room for 8 of them",
        ),
        (
            "nodes: 1, features: [\"avx\"], partition: \"gpu\"",
            "asks for the feature `avx`, which no node of partition `gpu` has",
        ),
        (
            "nodes: 1, resources: {\"fpga\": 1}",
            "asks for `fpga`, which no kind of nodes counts",
        ),
    ];
    for (requests, sentence) in jobs {
        let text = format!(
            "(machine: {MACHINE},\n  workload: Jobs([(submit: 0, runtime: 1, nodes: 1),\n    (submit: 0, runtime: 1, {requests})]),\n  policies: [Easy])"
        );
        let problem = prepared(&text).unwrap_err();
        let expected = format!("the job in place 2 {sentence}");
        assert!(problem.ends_with(&expected), "{problem}");
        // It is on the third line of the text behind the machine.
        let line = MACHINE.lines().count() + 2;
        assert!(problem.starts_with(&format!("x.ron:{line}:")), "{problem}");
    }
    let later = [
        (
            "runtime: 101, nodes: 1",
            "is estimated to run for 101 s; partition `batch` allows up to 100 s",
        ),
        (
            "runtime: 1, nodes: 1, partition: \"old\"",
            "would wait for ever, as partition `old` is down",
        ),
        (
            "runtime: 1, nodes: 1, cores: 5, user: \"ann\"",
            "would wait for ever, as it asks for more than its user may have at once",
        ),
    ];
    for (job, sentence) in later {
        let text =
            format!("(machine: {MACHINE}, workload: Jobs([(submit: 0, {job})]), policies: [Easy])");
        let problem = prepared(&text).unwrap_err();
        assert_eq!(problem, format!("the job in place 1 {sentence}"));
    }
}

#[test]
fn faults_of_a_cluster_are_one_sentence() {
    let machines = [
        (
            "kinds: [(count: 1, cores: 1), (count: 1)]",
            "the kind in place 2 does not say how many cores a node has",
        ),
        (
            "partitions: [(name: \"a\")]",
            "`kinds: [(count: …, cores: …)]` is needed",
        ),
        (
            "kinds: [(name: \"a\", count: 2, cores: 1)], partitions: [(name: \"p\", nodes: [\"a[2]\"])]",
            "`a[2]` names no nodes: `a` or places of its nodes, as `a[0-1]`, are allowed",
        ),
        (
            "kinds: [(name: \"a\", count: 2, cores: 1)], partitions: [(name: \"p\", nodes: [\"b\"])]",
            "there is no kind of nodes `b`; there are a",
        ),
        (
            "kinds: [(count: 2, cores: 1)], partitions: [(name: \"p\"), (name: \"p\")]",
            "two partitions are called `p`",
        ),
        (
            "kinds: [(count: 2, cores: 1)], partitions: [(name: \"p\", default: true), (name: \"q\", default: true)]",
            "`p` is `default: true` as well as `q`",
        ),
        (
            "kinds: [(count: 2, cores: 1)], qos: [(name: \"a\"), (name: \"a\")]",
            "two qualities of service are called `a`",
        ),
        (
            "kinds: [(count: 2, cores: 1)], qos: [(name: \"a\"), (name: \"b\", preempt: [\"a\", \"c\"])]",
            "quality of service `b` preempts `c`, which is none; there are: a, b",
        ),
        (
            "kinds: [(count: 2, cores: 1)], qos: [(name: \"a\", preempt: [\"b\"]), (name: \"b\", preempt: [\"a\"])]",
            "quality of service `a` preempts itself, or one that preempts it in turn",
        ),
        (
            "kinds: [(count: 2, cores: 1)], partitions: [(name: \"p\", preempt_mode: Cancel)], qos: [(name: \"a\")]",
            "partition `p` has a `preempt_mode`, and `qos` says",
        ),
        (
            "kinds: [(count: 2, cores: 1, price: 2)]",
            "which only Slots makes use of",
        ),
        (
            "memory: 5, kinds: [(count: 2, cores: 1)]",
            "each kind has its `memory`",
        ),
        (
            "kinds: [(count: 16777216, cores: 2)]",
            "the nodes have 33554432 cores together; 16777216 are allowed",
        ),
    ];
    for (machine, part) in machines {
        let text = format!(
            "(machine: Cluster({machine}), workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]), policies: [Easy])"
        );
        let problem = prepared(&text).unwrap_err();
        assert!(problem.contains(part), "{machine}: {problem}");
    }
}

#[test]
fn whole_nodes_are_named_in_sentences() {
    for (policy, part) in [
        ("Gang", "takes nodes whole and all to be equal"),
        (
            "Gang",
            "there are FCFS, EASY, Conservative, Slurm, As recorded",
        ),
    ] {
        let text = format!(
            "(machine: {MACHINE}, workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]), policies: [{policy}])"
        );
        assert!(prepared(&text).unwrap_err().contains(part));
    }
    let plain = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 1, nodes: 1, gpus: 1)]), policies: [Easy])";
    let problem = prepared(plain).unwrap_err();
    assert!(
        problem.contains("the job in place 1 says `gpus`, which goes with nodes that jobs share"),
        "{problem}"
    );
}

#[test]
fn a_written_cluster_is_read_back() {
    let text = format!(
        "(machine: {MACHINE}, workload: Jobs([
            (submit: 0, runtime: 1, tasks: 3, cores: 2, memory: 5, features: [\"avx\"], user: \"ann\", qos: \"low\"),
            (submit: 0, runtime: 1, nodes: 1, gpus: 1, whole_nodes: true, partition: \"gpu\", account: \"x\", after: [1]),
        ]), policies: [Fcfs])"
    );
    let scenario = parse(&text, None).unwrap();
    assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);
}

/// Nine lines, of which two can be simulated; each of the others has its own error.
#[test]
fn accounting_is_counted_against_the_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs.csv");
    let lines = "number,submit,runtime,limit,nodes,cores,gpus,memory,partition,user
1,0,10,60,2,9,0,100M,batch,ann
2,1,10,60,1,1,1,,gpu,bob
3,2,10,60,1,1,0,,nowhere,bob
4,3,10,60,1,1,3,,gpu,bob
5,4,10,60,3,3,0,,batch,bob
6,5,10,600,1,1,0,,batch,bob
7,6,10,60,1,5,0,,batch,eve
8,7,10,60,1,1,0,,old,bob
9,8,10,60,1,2,0,201M,batch,bob
";
    std::fs::write(&path, lines).unwrap();
    let machine = MACHINE.replace("\"ann\", cores: 4", "\"eve\", cores: 4");
    let text = format!(
        "(machine: {machine}, workload: Table(path: {path:?}, columns: (number: \"number\",
            submit: \"submit\", runtime: \"runtime\", limit: \"limit\", nodes: \"nodes\", cores: \"cores\",
            gpus: \"gpus\", memory: \"memory\", partition: \"partition\", user: \"user\")), policies: [Fcfs])"
    );
    let scenario = parse(&text, None).unwrap();
    let experiment = load::prepare(&scenario, Some(Path::new(".")), &Progress::default()).unwrap();
    assert_eq!(
        experiment.remarks[..6],
        [
            "9 rows: 1 kept unchanged, 1 changed, 7 dropped",
            "1 job dropped: in a partition that the cluster does not have",
            "1 job dropped: in a partition that is down",
            "2 jobs dropped: ask for what no node of their partition has",
            "1 job dropped: ask for more than their partition has room for",
            "2 jobs dropped: longer or wider than their partition, user, account or quality of service allows",
        ]
    );
    let requests = &experiment.cluster.as_ref().unwrap().requests;
    // 9 cores on two nodes are 5 on each; 100 MiB are 50.
    assert_eq!(requests[0].each.0[..3], [5, 50, 0]);
    assert_eq!(requests[1].each.0[..3], [1, 0, 1]);
    assert_eq!([requests[0].partition, requests[1].partition], [0, 1]);
}
