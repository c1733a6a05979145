//! `cosched whatif`: the same jobs before and after a change, by hand and against separate runs.

use std::collections::HashMap;
use std::path::Path;

use crate::program::{cosched, text};

/// On two nodes under FCFS the first two run one after the other, from 0 s and 100 s, and the
/// third after them, at 200 s. On four the first two run at once, from 0 s and 10 s, and the
/// third when the first ends, at 100 s.
const ACCOUNTING: &str = "\
JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|NNodes|NCPUS
1|ann|physics|long|2026-02-02T00:00:00|2026-02-02T00:00:00|2026-02-02T00:01:40|COMPLETED|00:02:00|2|8
2|bob|biology|long|2026-02-02T00:00:10|2026-02-02T00:02:00|2026-02-02T00:03:40|COMPLETED|00:02:00|2|8
3|ann|physics|short|2026-02-02T00:00:20|2026-02-02T00:03:50|2026-02-02T00:04:40|COMPLETED|00:02:00|1|4
";

const MODEL: &str = "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 400, load: 0.8), policies: [Easy], seed: 3)";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("month.sacct"), ACCOUNTING).unwrap();
    std::fs::write(folder.path().join("model.ron"), MODEL).unwrap();
    folder
}

/// The output of the program, which has to succeed.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = cosched(folder, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The rows of a table, each with its values by the names of their columns.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn three_jobs_by_hand() {
    let folder = folder();
    let on_two = "whatif month.sacct --size nodes --nodes 2 --policy fcfs --quiet";
    let requested = format!("{on_two} --set nodes=4 --out effects.csv");
    let said = printed(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    // Recorded waits are 0 s, 110 s and 210 s; waits on two nodes 0 s, 90 s and 180 s.
    assert!(said.starts_with(
        "3 jobs, before and after: nodes=4\n\
         mean wait as the log has it 1 min 47, as simulated before the change 1 min 30: \
         the mean fits within 16 %, but waits are distributed otherwise (Kolmogorov’s distance 0.33): \
         what-if may be believed of no more than the mean\n"
    ));
    let waits: Vec<[String; 6]> = rows(&folder.path().join("effects.csv"))
        .into_iter()
        .filter(|row| row["measure"] == "wait")
        .map(|row| ["by", "name", "jobs", "before", "after", "lower"].map(|name| row[name].clone()))
        .collect();
    let a_third = (80.0_f64 / 3.0).to_string();
    let expected = [
        ["everybody", "", "3", "90.0", a_third.as_str(), "2"],
        ["user", "ann", "2", "90.0", "40.0", "1"],
        ["user", "bob", "1", "90.0", "0.0", "1"],
        ["account", "physics", "2", "90.0", "40.0", "1"],
        ["account", "biology", "1", "90.0", "0.0", "1"],
        ["partition", "short", "1", "180.0", "80.0", "1"],
        ["partition", "long", "2", "45.0", "0.0", "1"],
    ];
    assert_eq!(waits, expected.map(|row| row.map(str::to_owned)));
}

#[test]
fn jobs_that_do_not_fit_any_more_are_left_out_and_counted() {
    let folder = folder();
    let on_two = "whatif month.sacct --size nodes --nodes 2 --policy fcfs";
    let requested = format!("{on_two} --set nodes=1");
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stdout);
    assert!(
        said.contains(
            "1 job, before and after: nodes=1\n2 jobs left out: not on the machine after\n"
        ),
        "{said}"
    );
    assert!(!said.contains("bob"), "{said}");
    // The verdict is of the job that is left, whose means stand before it: 210 s and 180 s.
    let sentence = "as the log has it 3 min 30, as simulated before the change 3 min: the mean fits within 15 %";
    assert!(said.contains(sentence), "{said}");
    assert!(
        text(&output.stderr).contains("after the change: 2 jobs dropped: wider than the machine")
    );
}

/// The mean wait of a separate run, in the table that it writes.
fn mean_wait(folder: &Path, scenario: &str) -> f64 {
    std::fs::write(folder.join("alone.ron"), scenario).unwrap();
    printed(folder, &["run", "alone.ron", "--quiet", "--out", "alone"]);
    rows(&folder.join("alone/summary.csv"))[0]["mean_wait"]
        .parse()
        .unwrap()
}

#[test]
fn a_change_equals_a_run_of_the_changed_scenario() {
    let folder = folder();
    let slurm = MODEL.replace("[Easy]", "[Slurm]");
    let changes = [
        (
            MODEL,
            "policy=conservative",
            MODEL.replace("[Easy]", "[Conservative]"),
        ),
        (MODEL, "nodes=40", MODEL.replace("nodes: 32", "nodes: 40")),
        (
            MODEL,
            "workload.load=0.6",
            MODEL.replace("load: 0.8", "load: 0.6"),
        ),
        (
            &slurm,
            "bf_interval=300",
            slurm.replace(
                "seed: 3",
                "seed: 3, parameters: (slurm: (bf_interval: 300))",
            ),
        ),
    ];
    for (before, change, after) in changes {
        std::fs::write(folder.path().join("before.ron"), before).unwrap();
        let requested = "whatif before.ron --quiet --phases 1 --out effects.csv --set";
        let requested: Vec<&str> = requested.split(' ').chain([change]).collect();
        printed(folder.path(), &requested);
        let rows = rows(&folder.path().join("effects.csv"));
        for (column, scenario) in [("before", before), ("after", after.as_str())] {
            let found: f64 = rows[0][column].parse().unwrap();
            let alone = mean_wait(folder.path(), scenario);
            assert!(
                (found - alone).abs() <= 1e-9 * alone,
                "{change}: {column} {found}, alone {alone}"
            );
        }
        assert_ne!(rows[0]["before"], rows[0]["after"], "{change}");
        // Every job of a user is counted once.
        let users = rows
            .iter()
            .filter(|row| row["by"] == "user" && row["measure"] == "wait");
        let jobs: usize = users.map(|row| row["jobs"].parse::<usize>().unwrap()).sum();
        assert!([0, 400].contains(&jobs), "{change}: {jobs}");
    }
}

#[test]
fn a_change_of_nothing_changes_nothing() {
    let folder = folder();
    let slurm = MODEL.replace("[Easy]", "[Slurm]");
    std::fs::write(folder.path().join("slurm.ron"), slurm).unwrap();
    let requested = "whatif slurm.ron --quiet --phases 3 --set bf_interval=30 --out effects.csv";
    let said = printed(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    assert!(
        said.contains("over 3 phases of the scheduler's passes"),
        "{said}"
    );
    let all = &rows(&folder.path().join("effects.csv"))[0];
    assert_eq!(all["before"], all["after"]);
    assert_eq!(
        [&all["lower"], &all["higher"], &all["same"]],
        ["0", "0", "400"]
    );
}

#[test]
fn unknown_changes_are_one_sentence() {
    let folder = folder();
    let refused = [
        (
            "month.sacct --set nodes=4",
            "under which policy it ran is not said",
        ),
        (
            "model.ron --set nodes",
            "--set nodes: a name and a value are wanted, as in bf_interval=300",
        ),
        (
            "model.ron --set bf_intervall=3",
            "--set bf_intervall=3: there is no parameter `bf_intervall`",
        ),
        (
            "model.ron --set policy=best",
            "--set policy=best: there is no policy `best`; there are fcfs,",
        ),
        ("model.ron --set nodes=0", "--set nodes=0: 0 is not allowed"),
        (
            "model.ron --set policy=mom",
            "MOM needs `machine: Servers(…)`",
        ),
        (
            "model.ron --policy slurm --set bf_interval=0",
            "--set bf_interval=0: bf_interval is `0`; whole numbers from 1 are allowed",
        ),
        (
            "model.ron --fields jobid --set nodes=4",
            "--fields, --zone and --size say how accounting is read; this is none",
        ),
        (
            "month.sacct --conf nope.conf --set nodes=4",
            "nope.conf: cannot be read",
        ),
        (
            "model.ron --set nodes=4 --out effects.txt",
            "--out: the name must end in .csv",
        ),
        (
            "month.sacct --size nodes --nodes 1 --policy fcfs --set machine.nodes=0",
            "0 is not allowed",
        ),
    ];
    for (arguments, sentence) in refused {
        let requested: Vec<&str> = ["whatif"].into_iter().chain(arguments.split(' ')).collect();
        let output = cosched(folder.path(), &requested);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.contains(sentence), "{arguments}: {said}");
        assert_eq!(text(&output.stdout), "", "{arguments}");
    }
}

/// ann's quality of service lets each of its users have one job: on a node of eight cores her three jobs
/// of 100 s follow one another, at 0, 100 and 200 s, and wait 0, 100 and 200 s; bob's starts at
/// once. Half of one job is still one; without limits nobody waits.
#[test]
fn limits_are_those_that_sacctmgr_prints() {
    let folder = tempfile::tempdir().unwrap();
    let mut accounting =
        "JobID|User|Account|QOS|Submit|Start|End|State|TimelimitRaw|NNodes|NCPUS\n".to_owned();
    for (number, user) in (1..).zip(["ann", "ann", "ann", "bob"]) {
        accounting += &format!(
            "{number}|{user}|physics|night|2026-02-02T00:00:00|2026-02-02T00:00:00|2026-02-02T00:01:40|COMPLETED|2|1|2\n"
        );
    }
    std::fs::write(folder.path().join("month.sacct"), accounting).unwrap();
    let qos = "Name|Priority|Flags|GrpJobs|MaxJobsPU\nnormal|0|||\nnight|5|DenyOnLimit||1\n";
    std::fs::write(folder.path().join("qos.txt"), qos).unwrap();
    let associations = "Account|User|MaxJobs\nphysics||\nphysics|ann|\nphysics|bob|7\n";
    std::fs::write(folder.path().join("assoc.txt"), associations).unwrap();
    let conf = "NodeName=n1 CPUs=8 RealMemory=8000\nPartitionName=main Nodes=n1 Default=YES\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n";
    std::fs::write(folder.path().join("slurm.conf"), conf).unwrap();
    for (site, change, means) in [
        ("--conf slurm.conf", "limits.scale=0.5", ["75.0", "75.0"]),
        (
            "--conf slurm.conf",
            "limits.users_of_qos.0.running=2",
            ["75.0", "25.0"],
        ),
        // The machine of the log: two cores on each of four nodes.
        (
            "--nodes 8",
            "limits.users_of_qos.0.running=3",
            ["75.0", "0.0"],
        ),
    ] {
        let requested = format!(
            "whatif month.sacct {site} --policy fcfs --limits qos.txt --limits assoc.txt --set {change} --quiet --out effects.csv"
        );
        let said = printed(folder.path(), &requested.split(' ').collect::<Vec<_>>());
        let left = "not simulated: Flags=DenyOnLimit of quality of service night\n";
        assert!(said.starts_with(left), "{said}");
        let rows = rows(&folder.path().join("effects.csv"));
        let all = rows
            .iter()
            .find(|row| row["measure"] == "wait" && row["by"] == "everybody");
        assert_eq!(
            ["before", "after"].map(|name| all.unwrap()[name].clone()),
            means,
            "{change}"
        );
    }
    let requested = "whatif month.sacct --policy fcfs --limits slurm.conf --set nodes=4";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("slurm.conf:1:1: no limits: what `sacctmgr -P show assoc`")
    );
}
