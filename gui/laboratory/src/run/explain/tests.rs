//! Stories of a few jobs, worked out by hand.

use std::sync::Arc;

use super::*;
use crate::load;
use crate::run;
use crate::scenario;

/// The sentences about the job at index `job` of `text` under its one policy.
fn sentences_about(text: &str, job: usize) -> Vec<String> {
    let scenario = scenario::parse(text, None).unwrap();
    let progress = Progress::default();
    let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
    let choice = &run::choices(&scenario)[0];
    let run = run::simulate(&experiment, choice, true, &progress).unwrap();
    let explained = explain(&run.unwrap(), job, &progress).unwrap().unwrap();
    let remarks = explained.remarks.into_iter();
    remarks.map(|remark| remark.sentence).collect()
}

/// Job 2 can start when job 1 ends, at 100 s. Job 3, from 2 s on, ends at 32 s
/// by its estimate; job 4 would end at 203 s.
const FOUR: &str = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
    (submit: 0, runtime: 100, nodes: 2),
    (submit: 1, runtime: 10, nodes: 4),
    (submit: 2, runtime: 20, nodes: 1, estimate: 30),
    (submit: 3, runtime: 200, nodes: 1),
]))";

#[test]
fn a_passing_job_is_explained_by_its_estimated_end() {
    let said = sentences_about(FOUR, 2);
    assert!(
        said.contains(
            &"started ahead of job 2: by its estimate it ends at 32 s, and by the estimates that job can start only at 100 s"
                .to_owned()
        ),
        "{said:?}"
    );
}

#[test]
fn a_job_that_may_not_pass_says_its_estimated_end() {
    let said = sentences_about(FOUR, 3);
    assert!(
        said.contains(
            &"fits, but waits: by its estimate it would end at 203 s, after job 2 can start at 100 s, and of the nodes free then only 0 are left over"
                .to_owned()
        ),
        "{said:?}"
    );
}

/// The start of job 5 is worked out beside the scenario.
const CLUSTER: &str = include_str!("../../../../../fixtures/by_hand/cluster/partitions.ron");

/// The fixture under EASY alone, without its expectations.
fn cluster() -> String {
    let end = CLUSTER.find("policies:").unwrap();
    format!("{}policies: [Easy])", &CLUSTER[..end])
}

#[test]
fn on_a_cluster_sentences_name_the_room() {
    let of_head = sentences_about(&cluster(), 4);
    for sentence in [
        "submitted, asking for 2 nodes with 3 cores each in partition `batch` for 10 s: 2nd in the queue for its nodes, behind job 4",
        "nodes are reserved for it: by the estimates it can start at 20 s, when job 2 ends",
        "passed by job 6, which takes 1 node with 2 cores: by its estimate it ends at 15 s, and this job can start only at 20 s",
        "passed by job 7, which takes 1 node with 1 core: this job can start at 20 s all the same",
        "first in the queue for its nodes: it needs 2 nodes with 3 cores each, and there is room for 1",
        "this is just when it was reserved: job 2 ended and left it room on 1 node, and job 3 had left it room on 1 node at 11 s",
    ] {
        assert!(of_head.contains(&sentence.to_owned()), "{of_head:#?}");
    }
    let of_limit = sentences_about(&cluster(), 3);
    let why = "waits: a limit of user `ann` is reached";
    assert!(of_limit.contains(&why.to_owned()), "{of_limit:#?}");
    let without_room = sentences_about(&cluster(), 6);
    let why = "waits: it needs 1 node with 1 core, for which no node of partition `batch` has room";
    assert!(without_room.contains(&why.to_owned()), "{without_room:#?}");
    // Jobs 8 and 9 request the GPU, so job 5 cannot be in their way.
    let of_gpu = sentences_about(&cluster(), 8);
    let why = "nodes are reserved for it: by the estimates it can start at 15 s, when job 8 ends";
    assert!(of_gpu.contains(&why.to_owned()), "{of_gpu:#?}");
}

const PARENT_ACCOUNTS: &str =
    include_str!("../../../../../fixtures/by_hand/cluster/parent_accounts.ron");

/// Job 3 waits for a second job of lattice and qcd to end, jobs 4 and 6 for cores of physics.
#[test]
fn sentences_name_the_account_whose_limit_is_reached() {
    let end = PARENT_ACCOUNTS.find("policies:").unwrap();
    for policy in ["Fcfs", "Easy", "Conservative", "Slurm"] {
        let text = format!("{}policies: [{policy}])", &PARENT_ACCOUNTS[..end]);
        for (job, whose) in [
            (2, "account `lattice`, which `qcd` is below,"),
            (3, "account `physics`, which `optics` is below,"),
            (5, "account `physics`"),
        ] {
            let said = sentences_about(&text, job);
            let why = format!("waits: a limit of {whose} is reached");
            assert!(said.contains(&why), "{policy}: {said:#?}");
        }
    }
}

const GRACE: &str =
    include_str!("../../../../../fixtures/by_hand/cluster/preempted_after_grace.ron");
const BY_PARTITION: &str =
    include_str!("../../../../../fixtures/by_hand/cluster/preempted_by_partition.ron");

/// Who preempts whom stands in the comments of the fixtures.
#[test]
fn sentences_name_who_preempts_whom() {
    let said_of = |fixture: &str, number: usize| {
        let end = fixture.find("policies:").unwrap();
        let text = format!("{}policies: [Slurm])", &fixture[..end]);
        sentences_about(&text, number - 1)
    };
    let said = |fixture: &str, number: usize, sentence: &str| {
        let all = said_of(fixture, number);
        let count = all.iter().filter(|one| one.starts_with(sentence)).count();
        assert_eq!(count, 1, "{sentence}: {all:#?}");
    };
    said(BY_PARTITION, 3, "job 1 is preempted for it");
    said(BY_PARTITION, 1, "preempted for job 3, and stopped for good");
    said(BY_PARTITION, 4, "job 2 is preempted for it");
    let back = "preempted for job 4, and sent back to the queue with nothing done";
    said(BY_PARTITION, 2, back);
    let grace = "job 1 is preempted for it: in its grace it may go on until 22";
    said(GRACE, 3, grace);
    let own = "preempted for job 3: in its grace it may go on until 22";
    said(GRACE, 1, own);
    said(GRACE, 1, "preempted for job 3, and stopped for good");
    // It ended before its grace did.
    said(GRACE, 2, "preempted for job 4: in its grace");
    let all = said_of(GRACE, 2);
    assert!(
        !all.iter()
            .any(|one| one.contains("preempted for job 4, and")),
        "{all:#?}"
    );
    // Who came for the nodes that others were to leave preempted nobody.
    let all = said_of(GRACE, 7);
    assert!(
        !all.iter().any(|one| one.contains("preempted for")),
        "{all:#?}"
    );
}

#[test]
fn numbers_of_jobs_differ_from_other_numbers() {
    let run = crate::run::sample::simulated(FOUR);
    let remark = Remark {
        at: Time::ZERO,
        sentence: String::new(),
        jobs: vec![0, 1, 2, 3],
    };
    let links = |said: &str| -> Vec<usize> {
        let parts = remark.parts(&run, said);
        let whole: String = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole, said);
        parts.into_iter().filter_map(|part| part.job).collect()
    };
    assert_eq!(links("behind jobs 1, 2 and 4"), [0, 1, 3]);
    // The number of other jobs is no job's number, nor are nodes and seconds.
    assert_eq!(links("behind jobs 1, 2 and 4 others"), [0, 1]);
    assert_eq!(
        links("job 3 ended and left it 2 nodes, job 2 had left it 1 at 4 s"),
        [2, 1]
    );
    assert_eq!(links("it ends at 3 s, and job 2, the first, at 4 s"), [1]);
    assert_eq!(links("4 nodes, job 77"), [] as [usize; 0]);
}

/// Four processors a node, some of them in maintenance or failing: under every policy stories name
/// processors only.
#[test]
fn where_processors_are_counted_no_story_speaks_of_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = "; MaxNodes: 4\n; MaxProcs: 16\n".to_owned();
    for job in 0..60_u64 {
        let (submit, size) = (40 * job, 1 + 5 * job % 12);
        let runtime = 30 + 97 * job % 400;
        let line = format!(
            "{} {submit} -1 {runtime} {size} -1 -1 {size} {} -1 1 1 1 -1 1 -1 -1 -1\n",
            job + 1,
            2 * runtime
        );
        log += &line;
    }
    std::fs::write(folder.path().join("x.swf"), log).unwrap();
    let text = "(machine: Cluster(outages: (
            maintenance: [(from: 900, until: 1500, first: 0, count: 8)],
            events: [(at: 2000, first: 3, what: Down), (at: 2600, first: 3, what: Up)],
            interrupted: TakenUp)),
        workload: Swf(path: \"x.swf\"), policies: [Fcfs, Easy, Conservative],
        branches: [(at: 500, from: \"EASY\", changes: [Drain(count: 4)])])";
    let scenario = scenario::parse(text, None).unwrap();
    let progress = Progress::default();
    let source = folder.path().join("x.ron");
    let experiment = load::prepare(&scenario, Some(&source), &progress).unwrap();
    let experiment = Arc::new(experiment);
    let mut text = String::new();
    for choice in run::choices(&scenario) {
        let run = run::simulate(&experiment, &choice, true, &progress).unwrap();
        let run = run.unwrap();
        text += &run
            .branch
            .as_ref()
            .map_or_else(String::new, |branch| branch.sentence(experiment.size_unit));
        for job in 0..60 {
            let explained = explain(&run, job, &progress).unwrap().unwrap();
            for remark in explained.remarks {
                text += &format!("{}: {}\n", run.label, remark.sentence);
            }
        }
    }
    let has = |words: &str| text.contains(words);
    assert!(has("stay in service") && has("went out of service") && has("drained"));
    let wrong: Vec<&str> = text.lines().filter(|line| line.contains("node")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
