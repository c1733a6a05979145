//! A Slurm of scripts: one that answers, hangs, lies, prints other columns, and dies.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Service;
use crate::program::{cosched, text};

const HEADER: &str = "JOBID|USER|ACCOUNT|PARTITION|STATE|SUBMIT_TIME|START_TIME|TIME|TIME_LIMIT|NODES|CPUS|PRIORITY|NODELIST|REASON|DEPENDENCY";
const RUNNING: &str =
    "1|quentin|a|main|RUNNING|2020-01-01T00:00:00|N/A|10:00|2:00:00|2|8|9|n[1-2]|None|(null)";
const WAITING: &str =
    "2|zoe|a|main|PENDING|2020-01-01T00:00:00|N/A|0:00|1:00:00|2|8|8||Resources|(null)";
const HELD: &str =
    "3|zoe|a|main|PENDING|2020-01-01T00:00:00|N/A|0:00|1:00:00|2|8|0||JobHeldUser|(null)";
/// Job 2 a second after its start, when job 1 has gone.
const STARTED: &str =
    "2|zoe|a|main|RUNNING|2020-01-01T00:00:00|N/A|0:01|1:00:00|2|8|8|n[1-2]|None|(null)";
const NODES: &str = "NODELIST|PARTITION|STATE|CPUS(A/I/O/T)|TIMELIMIT
n1|main*|allocated|4/0/0/4|infinite
n2|main*|allocated|4/0/0/4|infinite
n9|spare|idle|0/4/0/4|infinite
n8|spare|idle|0/4/0/4|infinite";

/// Puts a command in place that does `what`, at once as a whole.
fn command(folder: &Path, name: &str, what: &str) {
    let unfinished = folder.join("unfinished");
    fs::write(&unfinished, format!("#!/bin/sh\n{what}\n")).unwrap();
    fs::set_permissions(&unfinished, PermissionsExt::from_mode(0o755)).unwrap();
    fs::rename(&unfinished, folder.join(name)).unwrap();
}

fn prints(folder: &Path, name: &str, text: &str) {
    command(folder, name, &format!("cat <<'END'\n{text}\nEND"));
}

fn queue(folder: &Path, jobs: &[&str]) {
    prints(folder, "squeue", &format!("{HEADER}\n{}", jobs.join("\n")));
}

/// A Slurm whose job 2 waits for job 1, and the service that asks it.
fn served(folder: &Path) -> Service {
    queue(folder, &[WAITING, HELD, RUNNING]);
    prints(folder, "sinfo", NODES);
    served_with(folder, "")
}

/// The service that asks the Slurm in `folder`, which has no accounting.
fn served_with(folder: &Path, options: &str) -> Service {
    command(folder, "sacct", "exit 1");
    prints(folder, "scontrol", "SchedulerType = sched/backfill");
    let usual = "--slurm --interval 0.05 --command-limit 0.5 --draws 40 --record kept";
    let service = Service::start_with(folder, &format!("{usual} {options}"), Some(folder));
    service.wait_for("/queue", |_| true);
    service
}

#[test]
fn a_live_queue_is_answered_without_its_users() {
    let folder = tempfile::tempdir().unwrap();
    let service = served(folder.path());
    let queue = service.wait_for("/queue", |queue| queue["waiting"] == 1);
    assert_eq!(queue["jobs"][0]["reason"], "Resources");
    assert_eq!(queue["not_predicted"][0]["jobs"][0], "3");
    let (_, said) = service.get("/jobs/3");
    assert!(said.contains("is not predicted"), "{said}");
    // The other partition is idle.
    let changes = service.json("/jobs/2/changes").to_string();
    assert!(changes.contains("in partition spare"), "{changes}");
    for path in [
        "/",
        "/queue",
        "/jobs/2",
        "/jobs/2/changes",
        "/metrics",
        "/accuracy",
    ] {
        let (_, content) = service.get(path);
        assert!(
            !content.contains("zoe") && !content.contains("quentin"),
            "{path}: {content}"
        );
    }
}

#[test]
fn a_slurm_that_fails_leaves_the_last_queue_with_its_age() {
    let folder = tempfile::tempdir().unwrap();
    let service = served(folder.path());
    let other = HEADER.replace("TIME_LIMIT|", "");
    for (name, what, sentence) in [
        (
            "squeue",
            "sleep 3600; true".to_owned(),
            "squeue: no answer within",
        ),
        (
            "squeue",
            "echo 'no controller' >&2; exit 1".to_owned(),
            "no controller",
        ),
        (
            "squeue",
            format!("echo '{other}'; echo '1|ann|x'"),
            "do not say the time limit",
        ),
        (
            "squeue",
            format!("echo '{HEADER}'; echo '1|ann|x'"),
            "3 fields, where the header names 15",
        ),
        (
            "squeue",
            "head -c 100000 /dev/urandom".to_owned(),
            "queue.txt",
        ),
        ("squeue", "kill -9 $$".to_owned(), "squeue: failed"),
        (
            "squeue",
            format!(
                "echo '{HEADER}'; echo '{RUNNING}'; echo '{}'",
                RUNNING.replace("1|ann", "5|ann")
            ),
            "cores are in use",
        ),
        ("sinfo", "sleep 3600".to_owned(), "sinfo: no answer within"),
        ("sinfo", "true".to_owned(), "nodes.txt"),
    ] {
        command(folder.path(), name, &what);
        let said = |queue: &serde_json::Value| {
            let problem = queue["problem"].as_str().unwrap_or_default();
            problem.contains(sentence)
        };
        let stale = service.wait_for("/queue", said);
        assert_eq!(stale["waiting"], 1, "{what}");
        assert!(stale["age"].as_f64().unwrap() > 0.0, "{what}");
        let (_, metrics) = service.get("/metrics");
        assert!(metrics.contains("cosched_queue_up 0"), "{metrics}");
        queue(folder.path(), &[WAITING, HELD, RUNNING]);
        prints(folder.path(), "sinfo", NODES);
        service.wait_for("/queue", |queue| queue["problem"].is_null());
    }
}

#[test]
fn a_job_that_starts_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let service = served(folder.path());
    let accuracy = service.json("/accuracy");
    assert_eq!(accuracy["all"]["predictions"], 0);
    assert!(accuracy["open"].as_u64().unwrap() >= 1, "{accuracy}");
    queue(folder.path(), &[HELD, STARTED]);
    let is_judged = |value: &serde_json::Value| value["all"]["predictions"].as_u64() > Some(0);
    let accuracy = service.wait_for("/accuracy", is_judged);
    assert_eq!(accuracy["open"], 0);
    let line = &accuracy["by_partition_and_horizon"][0];
    assert_eq!(line["partition"], "main");
    let (_, said) = service.get("/jobs/2");
    assert!(said.contains("job 2 has started"), "{said}");
}

#[test]
fn a_service_that_is_ended_leaves_nothing_of_the_queue_behind() {
    let folder = tempfile::tempdir().unwrap();
    let left = || {
        let entries = fs::read_dir(folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.starts_with("cosched-serve-"))
            .count()
    };
    let mut service = served(folder.path());
    assert_eq!(left(), 1);
    let process = service.child.id().to_string();
    let ended = std::process::Command::new("kill").arg(process).status();
    assert!(ended.unwrap().success());
    assert!(service.child.wait().unwrap().success());
    assert_eq!(left(), 0);
}

/// Zoe may run one job at once (as account a lets each of its users), and her second one, for which there
/// is room on the other partition's nodes too, waits for the first to end: at the latest in 110 min.
const ASSOCIATIONS: &str =
    "Cluster|Account|User|GrpJobs|MaxJobs\nc|root|||\nc| a|||1\nc|  a|zoe||\nc|  a|quentin||";
const QUALITIES: &str = "Name|Priority|MaxTRESPU\nnormal|0|\nshort|10|cpu=4";

/// A Slurm of which zoe's job 4 has one of two nodes, and job 5 may not have the other one.
fn limited(folder: &Path) {
    let zoes_first = RUNNING
        .replace("1|quentin", "4|zoe")
        .replace("|2|8|9|n[1-2]", "|1|4|9|n1");
    let zoes_second = WAITING
        .replace("2|zoe", "5|zoe")
        .replace("|2|8|8||Resources", "|1|4|8||AssocMaxJobsLimit");
    queue(folder, &[&zoes_second, &zoes_first]);
    prints(folder, "sinfo", NODES);
    let asked = format!(
        "case $3 in\nassoc) cat <<'END'\n{ASSOCIATIONS}\nEND\n;;\nqos) cat <<'END'\n{QUALITIES}\nEND\n;;\nesac"
    );
    command(folder, "sacctmgr", &asked);
}

#[test]
fn who_waits_for_a_limit_is_predicted_where_limits_are_known() {
    let folder = tempfile::tempdir().unwrap();
    limited(folder.path());
    let without = served_with(folder.path(), "");
    let queue = without.wait_for("/queue", |_| true);
    assert_eq!(queue["not_predicted"][0]["jobs"][0], "5");
    drop(without);
    let written = folder.path().join("assoc.txt");
    fs::write(written, ASSOCIATIONS).unwrap();
    for options in ["--ask-limits", "--limits assoc.txt"] {
        let service = served_with(folder.path(), options);
        let queue = service.wait_for("/queue", |queue| queue["waiting"] == 1);
        let job = service.json("/jobs/5");
        let why = job["why"].as_str().unwrap();
        assert!(why.contains("a limit of its user is reached"), "{why}");
        // Job 4 has 110 of its 120 min left, and a start waits for a pass, at most 30 s later.
        let waits =
            ["p5", "p95"].map(|name| job[name].as_f64().unwrap() - queue["at"].as_f64().unwrap());
        assert!(
            waits[0] > 60.0 && waits[1] < 6700.0 && waits[1] > 3600.0,
            "{waits:?}"
        );
        let all = queue.to_string() + &job.to_string() + &service.get("/jobs/5/changes").1;
        assert!(!all.contains("zoe"), "{options}: {all}");
        assert_eq!(service.get("/queue.ron").0, 200);
    }
}

#[test]
fn limits_that_cannot_be_read_are_named_by_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    limited(folder.path());
    command(
        folder.path(),
        "sacctmgr",
        "printf 'Account|User|MaxJobs\\na|zoe|many\\n'",
    );
    let service = served_with(folder.path(), "--ask-limits");
    let queue = service.wait_for("/queue", |_| true);
    let remarks = queue["remarks"].to_string();
    assert!(
        remarks.contains("sacctmgr -P show assoc tree: line 2 cannot be read"),
        "{remarks}"
    );
    assert!(!remarks.contains("zoe"), "{remarks}");
    for (options, expected) in [
        ("--slurm --limits none.txt", "none.txt"),
        ("--slurm --conf none.conf", "none.conf"),
        ("--slurm --limits a --ask-limits", "cannot be used with"),
        ("--log log.swf --at 1 --ask-limits", "cannot be used with"),
    ] {
        let arguments: Vec<&str> = options.split(' ').collect();
        let output = cosched(folder.path(), &[&["serve"], &*arguments].concat());
        assert!(!output.status.success(), "{options}");
        assert!(
            text(&output.stderr).contains(expected),
            "{}",
            text(&output.stderr)
        );
    }
}
