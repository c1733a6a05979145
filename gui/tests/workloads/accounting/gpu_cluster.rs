//! Pods on the nodes of the table beside theirs: kinds of nodes, models of GPUs, and who can have to wait.

use std::fs;
use std::path::Path;

use cosched::load;
use tempfile::TempDir;

use super::{prepared, shared};
use crate::program::{cosched, text};

const NODES: &str = "\
sn,cpu_milli,memory_mib,gpu,model
node-1,8000,65536,2,T4
node-2,8000,65536,1,P100
";

/// The first has both GPUs of the node with T4 until 100; the second wants one of them; the third
/// may have a P100 as well; nobody has what the fourth wants.
const PODS: &str = "\
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
pod-1,2000,1024,2,1000,T4,LS,Succeeded,0,100,0
pod-2,2000,1024,1,500,T4,LS,Succeeded,10,60,10
pod-3,2000,1024,1,1000,P100|T4,LS,Succeeded,20,70,20
pod-4,2000,1024,1,1000,A10,LS,Succeeded,30,80,30
";

/// A folder with the two tables.
fn folder(pods: &str, nodes: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my_pod_list_a.csv"), pods).unwrap();
    fs::write(folder.path().join("my_node_list.csv"), nodes).unwrap();
    folder
}

/// The texts that `run` prints on standard output and standard error.
fn run(folder: &Path, options: &[&str]) -> [String; 2] {
    let output = cosched(folder, &[&["run", "my_pod_list_a.csv"], options].concat());
    let said = [text(&output.stdout), text(&output.stderr)];
    assert_eq!(output.status.code(), Some(0), "{said:?}");
    said
}

/// Waits of 0, 90 and 0 s: the second has the T4 at 100, and the third passes it on the P100.
#[test]
fn a_pod_waits_for_the_model_that_it_asks_for() {
    let folder = folder(PODS, NODES);
    let [rows, said] = run(folder.path(), &["--policy", "easy"]);
    let row: Vec<&str> = rows.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..6], ["EASY", "3", "0", "1", "30.000", "90"], "{rows}");
    for sentence in [
        "the machine is that of my_node_list.csv: 2 nodes of 2 kinds with 16 cores and 3 GPUs",
        "1 job dropped: ask for what no node of their partition has",
        "1 job: ask for a part of a GPU: to the thousandth, so that several share one",
    ] {
        assert!(said.contains(sentence), "{said}");
    }
    assert!(!said.contains("has to wait for room"), "{said}");
}

/// The pods that end before the next one is submitted hold one node at once, and one would do.
#[test]
fn it_is_said_that_nobody_has_to_wait() {
    let (header, _) = PODS.split_once('\n').unwrap();
    let pods = format!(
        "{header}\na,2000,1024,2,1000,,LS,Succeeded,0,10,0\nb,2000,1024,1,1000,P100,LS,Succeeded,10,20,10\n"
    );
    let folder = folder(&pods, NODES);
    let [_, said] = run(folder.path(), &[]);
    let sentence = "nobody has to wait for room on this machine: at most 1 of its 2 nodes are held at once, and for each job 1 or more would do";
    assert!(said.contains(sentence), "{said}");
    // On equal nodes, of which `--nodes` says how many: 2 cores at once.
    let [_, said] = run(folder.path(), &["--nodes", "3"]);
    let sentence = "nobody has to wait for room on this machine: at most 2 of its 3 cores are asked for at once";
    assert!(
        said.contains(sentence) && !said.contains("my_node_list"),
        "{said}"
    );
}

/// Of two pods with 0.6 and one with 0.4 of a P100 the second waits until 100, and the third does not. Where a
/// policy plans whole GPUs, each has one: the second waits until 100, the third until 190.
#[test]
fn pods_share_a_gpu() {
    let (header, _) = PODS.split_once('\n').unwrap();
    let pod = |number: u32, milli: u32, until: u32| {
        format!(
            "pod-{number},2000,1024,1,{milli},P100,LS,Succeeded,{},{until},{}\n",
            10 * number - 10,
            10 * number - 10
        )
    };
    let pods = [pod(1, 600, 100), pod(2, 600, 100), pod(3, 400, 110)].concat();
    let folder = folder(&format!("{header}\n{pods}"), NODES);
    let row = |rows: &str, line: usize| -> Vec<String> {
        let row = rows.lines().nth(line).unwrap().split_whitespace();
        row.map(str::to_owned).collect()
    };
    let [rows, said] = run(folder.path(), &["--policy", "easy"]);
    assert_eq!(row(&rows, 1)[4..6], ["30.000", "90"], "{rows}");
    let sentence = "3 jobs: ask for a part of a GPU: to the thousandth, so that several share one";
    assert!(said.contains(sentence), "{said}");
    let [rows, said] = run(folder.path(), &["--policy", "conservative"]);
    // Waits of 0, 90 and 170 s.
    assert_eq!(row(&rows, 1)[4..6], ["86.667", "170"], "{rows}");
    let sentence = "3 jobs: ask for parts of a core or GPU: rounded up";
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn nodes_may_be_named_and_a_wrong_one_is_refused() {
    let folder = folder(PODS, NODES);
    let more = format!("{NODES}node-3,8000,65536,4,A10\n");
    fs::write(folder.path().join("other.csv"), more).unwrap();
    let [_, said] = run(folder.path(), &["--platform", "other.csv"]);
    let sentence = "the machine is that of other.csv: 3 nodes of 3 kinds with 24 cores and 7 GPUs";
    assert!(
        said.contains(sentence) && !said.contains("dropped: ask"),
        "{said}"
    );
    fs::write(
        folder.path().join("my_node_list.csv"),
        NODES.replace(",2,T4", ",two,T4"),
    )
    .unwrap();
    let output = cosched(folder.path(), &["run", "my_pod_list_a.csv"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let sentence =
        "my_node_list.csv:2:19: `gpu` is `two`: a whole number from 0 to 1024 is allowed";
    assert!(said.contains(sentence), "{said}");
}

/// Counts by a script of Python's standard library; 5 pods ask for what only 39 nodes have when
/// more than 38 others may run.
#[test]
fn the_nodes_of_a_real_cluster() {
    let Some(path) = shared("traces/clusters/openb_pod_list_default.csv.gz") else {
        return;
    };
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let cluster = experiment.cluster.as_ref().unwrap();
    assert_eq!(
        (cluster.layout.nodes(), cluster.layout.kinds.len()),
        (1213, 15)
    );
    let gpus = cluster.layout.kinds.iter();
    let gpus: u32 = gpus
        .map(|kind| kind.node.count * kind.node.room.gpus())
        .sum();
    assert_eq!((experiment.nodes, gpus), (107_018, 6212));
    let said = experiment.remarks.join("\n");
    let parts = "2573 jobs: ask for a part of a GPU";
    assert!(said.contains(parts), "{said}");
    let sentence = "hardly anybody has to wait for room on this machine: as long as nobody does, at most 56 of its 1213 nodes are held at once, and for all but 5 jobs as many would do";
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn a_written_table_keeps_parts_of_gpus() {
    let folder = folder(PODS, NODES);
    let written = cosched(
        folder.path(),
        &["import", "my_pod_list_a.csv", "--out", "table.csv"],
    );
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let shares = table.lines().map(|line| line.rsplit_once(',').unwrap().1);
    // Of several GPUs, and of a whole one, there is no part.
    assert_eq!(shares.collect::<Vec<_>>(), ["gpu_share", "", "500", "", ""]);
    let path = folder.path().join("table.csv");
    let again = cosched::load::account::read(&Default::default(), &path).unwrap();
    let shares = again.entries.iter().map(|entry| entry.gpu_share);
    assert_eq!(shares.collect::<Vec<_>>(), [None, Some(500), None, None]);
}

#[test]
fn parts_of_gpus_are_whole_where_a_branch_plans_whole_ones() {
    let folder = folder(PODS, NODES);
    for (branch, sentence) in [
        (
            "at=20 from=easy order=shortest-estimate",
            "so that several share one",
        ),
        (
            "at=20 from=easy policy=conservative",
            "parts of a core or GPU: rounded up",
        ),
    ] {
        let [_, said] = run(folder.path(), &["--policy", "easy", "--branch", branch]);
        assert!(said.contains(sentence), "{branch}: {said}");
    }
}
