//! Configurations and accounting of real sites through `import`, `inspect` and `whatif`, against
//! counts by an independent program.

use std::path::Path;
use std::process::Output;

use cosched::load::slurm::machine::DescribedMachine;
use cosched::scenario::WarmUp;

use super::{HEADER, assert_adds_up, cosched, line, prepared, shared, table, text};

/// Files of accounting, with the names of their fields where they have no header, their lines behind
/// it, and the jobs that ran for more than 0 s in lines that can be read.
///
/// Counted by splitting lines at `|`: in `onebad` line 5001 has three fields, and elsewhere there
/// 419 jobs were cancelled and 612 failed with an elapsed time of 0; the other files have at most
/// fifteen lines and were counted by eye. Five lines of `sacct_dump2101` have more or fewer fields
/// than its header, two are steps, and six jobs were cancelled before they started.
const ACCOUNTING: [(&str, &[&str], u64, u64); 8] = [
    ("both.psv", &[], 3, 2),
    ("dst.sacct", &[], 3, 3),
    ("latin1.sacct", &[], 1, 1),
    ("onebad.sacct", &["xdmod"], 11_705, 10_673),
    ("pipejob.sacct", &["xdmod"], 11_704, 10_673),
    ("s2s.sacct", &[], 5, 2),
    ("sacct_dump2101.sacct", &[], 15, 2),
    ("steam.sacct", &[], 3, 1),
];

/// Configurations with their nodes, cores and partitions, counted by a script that expands host
/// lists and multiplies sockets by cores.
const CONFIGURATIONS: [(&str, u32, u64, usize); 6] = [
    ("barkla", 24, 1_532, 2),
    ("idia", 1, 64, 1),
    ("odyssey", 955, 42_324, 50),
    ("ub_medium", 217, 7_968, 2),
    ("ucmerced", 51, 204, 1),
    ("vpenso", 8, 264, 3),
];

#[test]
fn lines_and_jobs_of_accounting_are_as_counted() {
    for (name, fields, lines, jobs) in ACCOUNTING {
        let Some(path) = shared(&format!("cases/accounting/{name}")) else {
            return;
        };
        let mut scenario = table(&path, fields);
        scenario.workload.set_warm_up(WarmUp::NONE);
        let experiment = prepared(&scenario, &path);
        assert_adds_up(&experiment, lines, lines - jobs);
        let mut arguments = vec!["inspect", path.to_str().unwrap()];
        if !fields.is_empty() {
            arguments.extend(["--fields", fields[0]]);
        }
        let inspected = cosched(Path::new("."), &arguments);
        assert!(inspected.status.success(), "{name}: {}", said(&inspected));
    }
}

#[test]
fn machines_of_configurations_are_as_counted() {
    for (name, nodes, cores, partitions) in CONFIGURATIONS {
        let Some(path) = shared(&format!("cases/confs/{name}.conf")) else {
            return;
        };
        let cluster = DescribedMachine::read(&path).unwrap().cluster;
        let kinds = cluster.kinds.iter();
        let count: u32 = kinds.clone().map(|kind| kind.count).sum();
        let all: u64 = kinds
            .map(|kind| u64::from(kind.count) * u64::from(kind.cores.unwrap()))
            .sum();
        assert_eq!((count, all), (nodes, cores), "{name}");
        assert_eq!(cluster.partitions.len(), partitions, "{name}");
    }
}

/// Accounting meets configurations of sites that are not its own: jobs of partitions that a site
/// does not have are dropped and counted, by both commands alike, and what is left is simulated.
#[test]
fn accounting_meets_every_configuration() {
    let folder = tempfile::tempdir().unwrap();
    for (accounting, fields, lines, _) in ACCOUNTING {
        for (name, ..) in CONFIGURATIONS {
            let paths = [
                shared(&format!("cases/accounting/{accounting}")),
                shared(&format!("cases/confs/{name}.conf")),
            ];
            let [Some(log), Some(conf)] = paths else {
                return;
            };
            let (log, conf) = (log.canonicalize().unwrap(), conf.canonicalize().unwrap());
            let files = [log.to_str().unwrap(), "--conf", conf.to_str().unwrap()];
            let fields = fields.iter().flat_map(|&name| ["--fields", name]);
            let shared_arguments: Vec<&str> = files.into_iter().chain(fields).collect();
            let run = |command: &[&str]| {
                cosched(folder.path(), &[command, &shared_arguments[..]].concat())
            };
            let imported = run(&["import", "--out", "site.ron"]);
            let asked = run(&["whatif", "--set", "bf_interval=60", "--phases", "2"]);
            let sum = |output: &Output| {
                let said = said(output);
                let begin = said.find(&format!("{} line", with_thousands(lines)));
                let rest = begin.map(|begin| said[begin..].to_owned());
                let rest = rest.unwrap_or_else(|| panic!("{accounting} on {name}: {said}"));
                rest.split(['\n', ';']).next().unwrap().to_owned()
            };
            assert_eq!(sum(&imported), sum(&asked), "{accounting} on {name}");
            assert_eq!(
                imported.status.success(),
                asked.status.success(),
                "{accounting} on {name}: {}",
                said(&asked)
            );
            if !asked.status.success() {
                assert!(said(&asked).contains("no job that could be simulated"));
            }
        }
    }
}

/// A template for a configuration is none.
#[test]
fn a_template_is_refused_where_it_is_none() {
    let Some(path) = shared("cases/confs/biomedia.conf") else {
        return;
    };
    let problem = DescribedMachine::read(&path).unwrap_err().to_string();
    assert!(problem.contains("biomedia.conf:6:19: "), "{problem}");
}

/// One partition of equal nodes that jobs get whole is simulated as a number of nodes; a job of
/// another partition is none of its all the same.
#[test]
fn whole_nodes_of_one_partition_take_no_job_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "slurm.conf",
        "SelectType=select/linear\nNodeName=n[1-4] CPUs=4 RealMemory=8000\nPartitionName=short Nodes=n[1-4] Default=YES\n",
    );
    let other = line(&[(0, "8"), (1, "8"), (3, "night")]);
    write("month.sacct", &(HEADER.to_owned() + &line(&[]) + &other));
    let asked = "whatif month.sacct --conf slurm.conf --set bf_interval=60";
    let output = cosched(folder.path(), &asked.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", said(&output));
    for part in [
        "2 lines: 1 kept unchanged, 0 changed, 1 dropped",
        "1 job dropped: in a partition that the cluster does not have",
        "there is no partition night",
    ] {
        assert!(said(&output).contains(part), "{}", said(&output));
    }
    write("month.sacct", &(HEADER.to_owned() + &line(&[])));
    let output = cosched(folder.path(), &asked.split(' ').collect::<Vec<_>>());
    assert!(
        said(&output).contains("sizes are nodes"),
        "{}",
        said(&output)
    );
}

fn said(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

/// As the program writes whole numbers of five digits and more.
fn with_thousands(count: u64) -> String {
    if count < 10_000 {
        count.to_string()
    } else {
        format!("{} {:03}", count / 1000, count % 1000)
    }
}
