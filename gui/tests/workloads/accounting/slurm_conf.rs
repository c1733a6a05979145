//! The machine of a slurm.conf, and jobs with advance reservations on it.

use std::path::Path;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load::slurm::conf::Conf;
use cosched::load::slurm::machine::DescribedMachine;
use cosched::load::{self, account};
use cosched::run::{choices, simulate};
use cosched::scenario::priority::TresWeights;
use cosched::scenario::{PolicyName, Scenario, TableWorkload};

use super::{imported, prepared};
use crate::program::{cosched, text};

/// Two kinds of nodes and two partitions of a `slurm.conf`, and jobs of accounting on them: one
/// fits nowhere, and one is in a partition that does not exist.
#[test]
fn a_slurm_conf_gives_accounting_its_machine() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "slurm.conf",
        "SelectType=select/cons_tres\nNodeName=n[1-2] CPUs=4 RealMemory=8000\n\
         NodeName=g1 CPUs=8 RealMemory=8000 Gres=gpu:2\nPartitionName=main Nodes=n[1-2] Default=YES LLN=YES\n\
         PartitionName=gpu Nodes=g1 PriorityTier=3 MaxTime=60\n",
    );
    write(
        "month.sacct",
        "JobID|User|Partition|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS|ReqMem|AllocTRES\n\
         1|ann|main|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:00|60|COMPLETED|2|8|4000Mn|cpu=8,node=2\n\
         2|ann|gpu|2026-03-02T10:01:00|2026-03-02T10:01:00|2026-03-02T10:02:00|60|COMPLETED|1|4|4000Mn|cpu=4,node=1,gres/gpu=2\n\
         3|bob|main|2026-03-02T10:02:00|2026-03-02T10:10:00|2026-03-02T10:12:00|60|COMPLETED|1|6|100Mn|cpu=6,node=1\n\
         4|bob|quick|2026-03-02T10:02:00|2026-03-02T10:10:00|2026-03-02T10:12:00|60|COMPLETED|1|1|100Mn|cpu=1,node=1\n",
    );
    let requested = "import month.sacct --conf slurm.conf --out month.ron";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let (said, warned) = (text(&output.stdout), text(&output.stderr));
    for line in [
        "  2 n: 4 cores, 8000 MiB",
        "  1 g: 8 cores, 8000 MiB, 2 GPUs",
        "  Partition gpu: g, tier 3, up to 3600 s",
        "  not simulated: lln=YES of partition main",
    ] {
        assert!(said.contains(line), "{said}");
    }
    for line in [
        "2 jobs on 3 nodes with 16 cores",
        "1 job dropped: ask for what no node of their partition has",
        "1 job dropped: in a partition that the cluster does not have",
        "there is no partition quick",
    ] {
        assert!(warned.contains(line), "{warned}");
    }
    let path = folder.path().join("month.ron");
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let cluster = experiment.cluster.as_ref().unwrap();
    let requests = cluster.requests.iter();
    let requests: Vec<_> = requests
        .map(|request| (request.partition, request.units(), request.each.0))
        .collect();
    let each = |cores, gpus| [cores, 4000, gpus, 0, 0, 0, 0];
    assert_eq!(requests, [(0, 2, each(4, 0)), (1, 1, each(4, 2))]);
    let refused = cosched(
        folder.path(),
        &[
            "import",
            "month.sacct",
            "--conf",
            "slurm.conf",
            "--out",
            "month.swf",
        ],
    );
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(
        said.contains("the machine is written into a scenario (.ron) alone"),
        "{said}"
    );
    // The same machine under another policy: job 1 has both nodes of `main`.
    let requested = "whatif month.sacct --conf slurm.conf --policy fcfs --set policy=easy --quiet";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stdout);
    assert!(
        said.starts_with("not simulated: lln=YES of partition main\n2 jobs"),
        "{said}"
    );
}

/// A job that ended 25 s after its limit of ten minutes did so by itself, if jobs are killed 30 s after
/// theirs; one that ended 50 s after is killed.
#[test]
fn jobs_end_as_recorded_before_they_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "month.sacct",
        "JobID|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS\n\
         1|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:25|10|TIMEOUT|1|1\n\
         2|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:50|10|TIMEOUT|1|1\n",
    );
    let ended = |settings: &str| {
        let nodes = "NodeName=n[1-2] CPUs=1\nPartitionName=main Nodes=ALL Default=YES\n";
        write("slurm.conf", &format!("{settings}{nodes}"));
        let requested = "import month.sacct --conf slurm.conf --out month.ron";
        let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
        assert!(!text(&output.stdout).contains("not simulated"));
        let path = folder.path().join("month.ron");
        let experiment = prepared(&load::open(&path).unwrap(), &path);
        // Behind what was recorded.
        let choice = choices(&experiment.scenario).remove(1);
        let run = simulate(&Arc::new(experiment), &choice, false, &Progress::default());
        let run = run.unwrap().unwrap();
        let took = run.outcomes.iter().map(|job| {
            let took = job.completed.since(job.started);
            (took.0 / 1_000_000_000, job.killed)
        });
        took.collect::<Vec<_>>()
    };
    // Slurm's own default is 30 s.
    assert_eq!(ended(""), [(625, false), (630, true)]);
    assert_eq!(ended("KillWait=20\n"), [(620, true), (620, true)]);
    assert_eq!(
        ended("KillWait=0\nOverTimeLimit=1\n"),
        [(625, false), (650, false)]
    );
}

/// A job in an advance reservation keeps it where the cluster has it, and goes without elsewhere.
#[test]
fn jobs_keep_their_advance_reservations() {
    let folder = tempfile::tempdir().unwrap();
    let sacct = "JobID|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS|Reservation\n\
        1|2026-03-02T10:00:00|2026-03-02T10:10:00|2026-03-02T10:20:00|20|COMPLETED|1|2|course\n\
        2|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:00|20|COMPLETED|1|2|\n\
        3|2026-03-02T10:01:00|2026-03-02T10:01:00|2026-03-02T10:11:00|20|COMPLETED|1|1|repair\n";
    std::fs::write(folder.path().join("month.sacct"), sacct).unwrap();
    let scenario = r#"(
        machine: Cluster(
            kinds: [(name: "n", count: 2, cores: 2)],
            reservations: [(name: "course", nodes: ["n[0]"], from: 600, until: 3600)],
        ),
        workload: Table(path: "month.sacct"),
        policies: [Easy],
    )"#;
    let path = folder.path().join("site.ron");
    std::fs::write(&path, scenario).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    let requests = &experiment.cluster.as_ref().unwrap().requests;
    let reserved: Vec<_> = requests.iter().map(|request| request.reservation).collect();
    assert_eq!(reserved, [Some(0), None, None]);
    let said = "1 job: for an advance reservation that the cluster does not have: without one";
    assert!(
        experiment.remarks.iter().any(|remark| remark == said),
        "{:?}",
        experiment.remarks
    );
    // A table keeps it, under another name if names are to be hidden.
    let (_folder, csv) = imported(&folder.path().join("month.sacct"), &[], "table.csv");
    let table = std::fs::read_to_string(csv).unwrap();
    assert!(table.contains(",course,"), "{table}");
    let (_folder, csv) = imported(
        &folder.path().join("month.sacct"),
        &["--anonymise"],
        "table.csv",
    );
    let table = std::fs::read_to_string(csv).unwrap();
    assert!(
        !table.contains("course") && table.contains("reservation1"),
        "{table}"
    );
}

/// Two licences of one kind, and room for all jobs at any time. Job 1 has both until 600 s, and job 2
/// waits for one of them from 60 s on. Job 3 asks for one that there is not, and goes without; job 4 asks for three.
/// `whatif` with three of them has job 2 start at once.
#[test]
fn jobs_wait_for_the_licences_that_accounting_says_they_held() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "slurm.conf",
        "SelectType=select/cons_tres\nLicenses=matlab:2\nNodeName=n[1-2] CPUs=4\n\
         PartitionName=main Nodes=n[1-2] Default=YES\n",
    );
    write(
        "month.sacct",
        "JobID|User|Partition|Submit|Start|End|TimelimitRaw|State|NNodes|AllocCPUS|AllocTRES|ReqTRES|Licenses\n\
         1|ann|main|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:10:00|60|COMPLETED|1|1|cpu=1,license/matlab=2,node=1|cpu=1,license/matlab=1|\n\
         2|ann|main|2026-03-02T10:01:00|2026-03-02T10:10:00|2026-03-02T10:11:00|60|COMPLETED|1|1|cpu=1,node=1|cpu=1,license/matlab=1|\n\
         3|bob|main|2026-03-02T10:02:00|2026-03-02T10:02:00|2026-03-02T10:12:00|60|COMPLETED|1|1|cpu=1,node=1|cpu=1|ansys:1\n\
         4|bob|main|2026-03-02T10:02:00|2026-03-02T10:10:00|2026-03-02T10:12:00|60|COMPLETED|1|1|cpu=1,node=1||matlab:3\n",
    );
    let requested = "import month.sacct --conf slurm.conf --out month.ron";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let (said, warned) = (text(&output.stdout), text(&output.stderr));
    assert!(!said.contains("licenses="), "{said}");
    for line in [
        "1 job: for licences that the cluster does not have: without these",
        "1 job dropped: ask for more licences than there are",
        "there is no licence ansys",
    ] {
        assert!(warned.contains(line), "{warned}");
    }
    let path = folder.path().join("month.ron");
    let load::Opened::Jobs(mut scenario) = load::open_any(&path).unwrap() else {
        panic!("jobs")
    };
    scenario.policies = vec![PolicyName::Fcfs];
    let waits = |scenario: &Scenario| {
        let experiment = Arc::new(prepared(scenario, &path));
        let choice = &choices(scenario)[0];
        let run = simulate(&experiment, choice, true, &Progress::default());
        let run = run.unwrap().unwrap();
        let jobs = 0..experiment.jobs.len();
        jobs.map(|job| run.wait(job).seconds()).collect::<Vec<_>>()
    };
    assert_eq!(waits(&scenario), [0.0, 540.0, 0.0]);
    let licences = &mut scenario.machine.nodes_mut().unwrap().licences;
    licences.insert("matlab".to_owned(), 3);
    assert_eq!(waits(&scenario), [0.0, 0.0, 0.0, 480.0]);
    // A table keeps them, under other names if names are to be hidden.
    for (option, list) in [(&[][..], "matlab:2"), (&["--anonymise"][..], "licence1:2")] {
        let (_folder, csv) = imported(&folder.path().join("month.sacct"), option, "table.csv");
        let table = std::fs::read_to_string(&csv).unwrap();
        assert!(table.contains(&format!(",{list},\n")), "{table}");
        let again = account::read(&TableWorkload::default(), &csv).unwrap();
        assert_eq!(again.entries.get(0).unwrap().licences, [(0, 2)]);
    }
}

/// A configuration of several files is one; what is wrong in one of them is said with its name, and a file
/// that includes itself is refused where it does.
#[test]
fn a_configuration_may_include_others() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let main = "SelectType=select/cons_tres\nInclude parts/nodes.conf # below\ninclude \"parts/partitions.conf\"\n";
    let path = write("slurm.conf", main);
    write(
        "parts/nodes.conf",
        "NodeName=n[1-3] CPUs=4\nInclude more.conf\n",
    );
    write("parts/more.conf", "NodeName=g1 CPUs=8\n");
    write(
        "parts/partitions.conf",
        "PartitionName=main Nodes=n[1-3],g1 Default=YES\n",
    );
    let conf = Conf::read(&path).unwrap();
    assert_eq!(conf.hosts().unwrap().count(), 4);
    assert_eq!(conf.partitions.len(), 1);
    let refused = || {
        let problem = Conf::read(&path).unwrap_err();
        let file = problem.file.as_ref().unwrap().file_name().unwrap();
        let file = file.to_string_lossy().into_owned();
        let position = problem.position.as_ref().map(|at| (at.line, at.column));
        (file, position, problem.sentence.clone())
    };
    for (text, line, sentence) in [
        (
            "NodeName=g1\nInclude ../slurm.conf\n",
            2,
            "`Include ../slurm.conf`: that file includes itself",
        ),
        (
            "Include more.conf\n",
            1,
            "`Include more.conf`: that file includes itself",
        ),
        (
            "\nInclude other.conf\n",
            2,
            "`Include other.conf`: there is no such file beside the one that includes it",
        ),
        (
            "\n\nNodeName\n",
            3,
            "`NodeName` is not of the form Name=Value",
        ),
    ] {
        write("parts/more.conf", text);
        assert_eq!(
            refused(),
            ("more.conf".to_owned(), Some((line, 1)), sentence.to_owned())
        );
    }
    // The list is read after all files are.
    write("parts/more.conf", "NodeName=g[1- CPUs=8\n");
    let problem = Conf::read(&path).unwrap().hosts().unwrap_err();
    assert!(problem.file.unwrap().ends_with("parts/more.conf"));
    for number in 0..70 {
        write(
            &format!("parts/{number}.conf"),
            &format!("Include {}.conf\n", number + 1),
        );
    }
    write("parts/more.conf", "Include 0.conf\n");
    let (_, _, sentence) = refused();
    assert!(
        sentence.ends_with("a configuration may have 64 files"),
        "{sentence}"
    );
}

/// Two real configurations weigh resources: what they say was read off them by eye. They are not in the
/// project but beside it; where they are absent this prints that and passes.
#[test]
fn resources_weigh_as_real_sites_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/confs");
    if !folder.exists() {
        println!("skipped: no configurations are beside the project");
        return;
    }
    let described = |name: &str| DescribedMachine::read(&folder.join(name)).unwrap();
    let is_named = |described: &DescribedMachine, name: &str| {
        let mut all = described.not_simulated.iter();
        all.any(|one| one.to_lowercase().starts_with(name))
    };
    // PriorityWeightTRES=CPU=0,Mem=.03,GRES/gpu=30000 and PriorityFlags=NO_NORMAL_TRES.
    let found = described("ub_medium.conf");
    let expected = TresWeights {
        memory: 0.03,
        gpus: 30_000.0,
        normalised: false,
        ..TresWeights::default()
    };
    assert_eq!(found.priority.as_ref().unwrap().tres, expected);
    assert!(!is_named(&found, "priority"), "{:?}", found.not_simulated);
    // PriorityWeightTRES=CPU=1000,Mem=1000; cpu=1.0,mem=.25G of main, cpu=1.5,mem=.50G of long.
    let found = described("vpenso.conf");
    let priority = found.priority.as_ref().unwrap();
    let expected = TresWeights {
        cores: 1000.0,
        memory: 1000.0,
        ..TresWeights::default()
    };
    assert_eq!(priority.tres, expected);
    let billing = priority.billing.iter();
    let billing: Vec<_> = billing
        .map(|one| {
            (
                one.partition.as_deref().unwrap(),
                one.cores,
                1024.0 * one.memory,
            )
        })
        .collect();
    assert_eq!(billing, [("main", 1.0, 0.25), ("long", 1.5, 0.5)]);
    assert!(!is_named(&found, "tres"), "{:?}", found.not_simulated);
}
