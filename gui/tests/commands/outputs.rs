//! Files that are written: only over a file or nothing, never over an input, and without text that
//! a spreadsheet takes for a formula or a terminal for a command.

use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

const SCENARIO: &str = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 10, nodes: 2), (submit: 1, runtime: 10, nodes: 2)]), policies: [Fcfs])";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ron"), SCENARIO).unwrap();
    folder
}

/// Imports `log.csv` as `out`; returns the status and standard error.
fn imported(folder: &Path, out: &str) -> (Option<i32>, String) {
    let output = cosched(folder, &["import", "log.csv", "--out", out]);
    (output.status.code(), text(&output.stderr))
}

fn with_log() -> tempfile::TempDir {
    let folder = folder();
    let log = "JobID|Submit|Start|End|State|NNodes\n1|2024-01-01T00:00:00|2024-01-01T00:00:10|2024-01-01T00:01:00|COMPLETED|2\n";
    fs::write(folder.path().join("log.csv"), log).unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn an_output_replaces_no_pipe_device_or_link_that_leads_nowhere() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe.swf"))
        .status();
    assert!(made.unwrap().success());
    symlink("nowhere", path("link.swf")).unwrap();
    symlink("/dev/null", path("null.swf")).unwrap();
    for (name, why) in [
        ("pipe.swf", "it is a pipe"),
        ("link.swf", "it is a link that leads nowhere"),
        ("null.swf", "it is a device"),
    ] {
        let before = path(name).symlink_metadata().unwrap().file_type();
        let (status, said) = imported(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert!(said.contains(why), "{said}");
        assert_eq!(path(name).symlink_metadata().unwrap().file_type(), before);
        assert!(!path("nowhere").exists());
    }
    let pipe = path("pipe.swf").metadata().unwrap();
    assert!(pipe.file_type().is_fifo());
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_file_it_leads_to_is_written() {
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("elsewhere")).unwrap();
    fs::write(path("elsewhere/real.swf"), "before").unwrap();
    std::os::unix::fs::symlink("elsewhere/real.swf", path("link.swf")).unwrap();
    let (status, said) = imported(folder.path(), "link.swf");
    assert_eq!(status, Some(0), "{said}");
    assert!(path("link.swf").symlink_metadata().unwrap().is_symlink());
    let written = fs::read_to_string(path("elsewhere/real.swf")).unwrap();
    assert!(written.starts_with("; Version: 2.2"), "{written}");
}

#[cfg(unix)]
#[test]
fn an_output_never_replaces_what_the_command_reads() {
    let folder = with_log();
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("log.csv", path("link.csv")).unwrap();
    fs::hard_link(path("log.csv"), path("hard.csv")).unwrap();
    let before = fs::read_to_string(path("log.csv")).unwrap();
    for name in ["log.csv", "link.csv", "hard.csv", "./log.csv"] {
        let (status, said) = imported(folder.path(), name);
        assert_eq!(status, Some(1), "{name}: {said}");
        assert!(said.contains("this command reads it"), "{said}");
        assert_eq!(fs::read_to_string(path("log.csv")).unwrap(), before);
    }
    // In a folder of results, too.
    fs::create_dir_all(path("out/fcfs")).unwrap();
    let jobs = "job,submit,runtime,nodes\n";
    fs::write(path("out/fcfs/jobs.csv"), jobs).unwrap();
    fs::remove_file(path("x.ron")).unwrap();
    fs::write(
        path("out/fcfs/schedule.swf"),
        "1 0 0 5 1 -1 -1 1 5 -1 1 1 1 1 -1 -1 -1 -1\n",
    )
    .unwrap();
    let log = fs::read_to_string(path("out/fcfs/schedule.swf")).unwrap();
    let arguments = [
        "run",
        "out/fcfs/schedule.swf",
        "--policy",
        "fcfs",
        "--nodes",
        "1",
        "--out",
        "out",
    ];
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(
        fs::read_to_string(path("out/fcfs/schedule.swf")).unwrap(),
        log
    );
}

#[cfg(unix)]
#[test]
fn leftovers_of_a_killed_program_are_removed() {
    let folder = with_log();
    let old = folder.path().join(".cosched-abc.part");
    let fresh = folder.path().join(".cosched-def.part");
    let others = folder.path().join(".tmpabc");
    for path in [&old, &fresh, &others] {
        fs::write(path, "").unwrap();
    }
    let hour = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for path in [&old, &others] {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(hour).unwrap();
    }
    assert_eq!(imported(folder.path(), "a.swf").0, Some(0));
    assert!(!old.exists() && fresh.exists() && others.exists());
    // A program that is still running keeps the lock.
    let at_work = fs::File::options().write(true).open(&fresh).unwrap();
    at_work.set_modified(hour).unwrap();
    at_work.lock().unwrap();
    assert_eq!(imported(folder.path(), "b.swf").0, Some(0));
    assert!(fresh.exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_as_an_input_is_refused_and_not_waited_for() {
    let folder = folder();
    for (command, name) in [
        ("run", "p.ron"),
        ("run", "p.swf"),
        ("run", "p.json"),
        ("import", "p.csv"),
        ("import", "p.parquet"),
        ("live", "p.txt"),
    ] {
        let path = folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
        let output = cosched(folder.path(), &[command, name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command} {name}: {said}");
        let sentence = format!("{name}: is a pipe, and only files are read: ");
        assert!(said.contains(&sentence), "{command} {name}: {said}");
    }
}

/// The time was written as 1519.7297363980001 s, beyond its nanoseconds.
#[test]
fn outages_are_written_to_the_nanosecond_and_no_further() {
    let folder = folder();
    let outages = "(machine: Cluster(nodes: 1, outages: (events: [(at: 1519.729736398, first: 0, what: Down), (at: 1519.829736398, first: 0, what: Up)])), workload: Jobs([(submit: 0, runtime: 5000, nodes: 1)]), policies: [Fcfs])";
    fs::write(folder.path().join("x.ron"), outages).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = fs::read_to_string(folder.path().join("out/fcfs/outages.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.starts_with("1519.729736398,1519.829736398,0,1,"),
        "{row}"
    );
}

/// The cells of a table, row by row.
fn cells(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

/// Asserts that no cell is a formula to a spreadsheet or a command to a terminal, and that `shown`
/// are among them.
fn assert_harmless(path: &Path, shown: &[&str]) {
    let cells = cells(path).concat();
    for cell in &cells {
        let is_number = cell.parse::<f64>().is_ok();
        let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        assert!(is_number || !is_formula, "{cell:?} in {}", path.display());
        assert!(!cell.contains('\u{1b}'), "{cell:?} in {}", path.display());
    }
    for shown in shown {
        let found = cells.iter().any(|cell| cell == shown);
        assert!(found, "{shown} is not in {}: {cells:?}", path.display());
    }
}

#[test]
fn names_are_no_formulas_in_what_if() {
    let folder = folder();
    let job = |number, user: &str, account: &str| {
        format!(
            "{number}|{user}|{account}|+main|2026-03-02T09:55:00|2026-03-02T10:00:00|2026-03-02T10:10:00|COMPLETED|60|2\n"
        )
    };
    let rows = [
        job(1, "=cmd()", "@x"),
        job(2, "-2+3", "a"),
        job(3, "e\u{1b}[31mred", "b"),
    ];
    let table = "JobID|User|Account|Partition|Submit|Start|End|State|TimelimitRaw|NNodes\n";
    fs::write(
        folder.path().join("x.sacct"),
        table.to_owned() + &rows.concat(),
    )
    .unwrap();
    let requested =
        "whatif x.sacct --size nodes --nodes 2 --policy fcfs --set nodes=4 --quiet --out x.csv";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = ["'=cmd", "'@x", "'-2+3", "e\\u{1b}[31mred", "'+main"];
    assert_harmless(&folder.path().join("x.csv"), &shown);
}

#[test]
fn names_are_no_formulas_in_results() {
    let folder = folder();
    let scenario = "(machine: Cluster(nodes: 4), workload: Jobs([(submit: 0, runtime: 600, nodes: 4, user: \"=u\", account: \"=1+1\"),(submit: 1, runtime: 600, nodes: 4, user: \"@v\", account: \"-a\")]), policies: [Easy], variants: [(policy: Fcfs, label: \"=HYPERLINK(1)\")], parameters: (priority: (weights: (fairshare: 10))))";
    fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet", "--out", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = folder.path().join("out");
    assert_harmless(&out.join("easy/fairshare.csv"), &["'=1+1", "'-a"]);
    assert_harmless(&out.join("summary.csv"), &["'=HYPERLINK(1)"]);
}

#[test]
fn names_are_no_formulas_in_predictions() {
    let folder = folder();
    let queue = "JOBID|USER|ACCOUNT|PARTITION|STATE|SUBMIT_TIME|START_TIME|TIME|TIME_LIMIT|NODES|CPUS|PRIORITY|NODELIST|REASON|DEPENDENCY\n4|=cmd|@x|main|PENDING|2026-11-23T09:20:56|N/A|0:00|10:00|1|4|104||Resources|(null)\n3|=cmd|@x|main|RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|30:00|2|8|105|n[1-2]|None|(null)\n";
    let nodes = "NODELIST|PARTITION|STATE|CPUS(A/I/O/T)|TIMELIMIT\nn1|main*|allocated|4/0/0/4|infinite\nn2|main*|allocated|4/0/0/4|infinite\n";
    let history = "JobID|User|Account|Partition|Submit|Start|End|State|TimelimitRaw|NNodes|AllocCPUS\n1|=cmd|@x|main|2026-03-02T09:55:00|2026-03-02T10:00:00|2026-03-02T10:10:00|COMPLETED|60|2|8\n";
    for (name, content) in [
        ("queue.txt", queue),
        ("nodes.txt", nodes),
        ("x.sacct", history),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let requested = "predict queue.txt --sinfo nodes.txt --history x.sacct --quiet --out x.csv";
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_harmless(&folder.path().join("x.csv"), &["'=cmd"]);
}

/// An invalid output is reported before anything is read or run.
#[cfg(unix)]
#[test]
fn an_invalid_output_is_reported_first() {
    let folder = folder();
    let requested = "whatif no-such-file.sacct --set nodes=4 --out null.csv";
    std::os::unix::fs::symlink("/dev/null", folder.path().join("null.csv")).unwrap();
    let output = cosched(folder.path(), &requested.split(' ').collect::<Vec<_>>());
    let said = text(&output.stderr);
    assert!(
        said.contains("null.csv: cannot be written: it is a device"),
        "{said}"
    );
}
