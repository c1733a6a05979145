//! The policy `Slurm` against decisions of a real scheduler.
//!
//! The runs are not in the project but beside it; where they are absent these tests print that and
//! pass. The number of decisions was counted with grep; the policy must reproduce all but those
//! about nodes that are still being cleared.

use std::path::{Path, PathBuf};

use crate::program::{cosched, text};
use cosched::load::slurm::measured::MeasuredRun;
use cosched::run::validate::agreement::DifferenceCause;
use cosched::run::validate::clearing::ClearedNode;
use cosched::run::validate::replay::replay;
use cosched::run::validate::trajectory::LoggedJobs;

/// The run of that name, or `None` with a message.
fn shared(name: &str) -> Option<PathBuf> {
    let runs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/slurm/runs");
    let prefix = runs.join(name);
    if !runs.join(format!("{name}.csv")).exists() {
        println!("skipped: the run {name} is not beside the project");
        return None;
    }
    Some(prefix)
}

/// Asserts the numbers of starts and of planned decisions of the run, and the largest number of
/// deviations, each with a known cause.
fn decisions(name: &str, starts: usize, planned: usize, most: usize) {
    let Some(prefix) = shared(name) else { return };
    let measured = MeasuredRun::read(&prefix).unwrap();
    let replay = replay(&measured).unwrap();
    let all = [replay.started[1], replay.planned[1]];
    assert_eq!(all, [starts, planned], "{name}");
    let same = replay.started[0] + replay.planned[0];
    assert!(starts + planned - same <= most, "{name}: {same}");
    assert!(replay.differences.len() <= most, "{name}");
    let unknown = replay
        .differences
        .iter()
        .filter(|one| one.why == DifferenceCause::Unknown);
    assert_eq!(unknown.count(), 0, "{name}");
}

#[test]
fn every_decision_of_the_defaults_is_reproduced() {
    decisions("w1.bfdef", 60, 531, 0);
}

#[test]
fn other_settings_are_reproduced_but_for_nodes_being_cleared() {
    decisions("w1.bf1", 60, 11_527, 8);
    decisions("ft60.def", 60, 11_403, 3);
    decisions("w1.builtin", 60, 0, 0);
}

// The rules come from a description of these runs, whose author had them in view. Starts and plans
// were counted with grep.
#[test]
fn cons_tres_is_reproduced_but_for_nodes_being_cleared() {
    for (name, starts, planned, most) in [
        ("excl.a", 70, 3348, 0),
        ("wl.a", 60, 4264, 1),
        ("user.a", 60, 2127, 2),
        ("tiers.a", 60, 4158, 0),
        ("cores.a", 90, 1308, 0),
        ("weights.a", 80, 169, 0),
        ("lln.a", 100, 3530, 1),
        ("over.a", 45, 7403, 0),
    ] {
        decisions(name, starts, planned, most);
    }
}

/// In the log job 3 ends on the fifth node, which job 5 does not get 30 ms later; the second node, which
/// job 23 had, is given to job 28 after 23 ms.
#[test]
fn which_nodes_are_being_cleared_shows_in_the_decisions_alone() {
    let Some(prefix) = shared("user.a") else {
        return;
    };
    let replay = replay(&MeasuredRun::read(&prefix).unwrap()).unwrap();
    let mut elsewhere = replay.differences.iter().filter(|one| one.job == 5);
    let cleared = ClearedNode {
        node: 4,
        job: 3,
        since: 30,
    };
    let why = DifferenceCause::Clearing(vec![cleared]);
    assert_eq!(elsewhere.next().map(|one| &one.why), Some(&why));
    assert!(elsewhere.next().is_none());
    let times = replay.clearing_times;
    assert_eq!(times.longest_unused, Some(30));
    assert_eq!(times.shortest_used, Some(23));
}

#[test]
fn priorities_arrays_dependencies_preemption_and_yields_are_replayed() {
    for (name, starts, planned, most) in [
        ("mf.a", 60, 1890, 0),
        ("mf.c", 90, 1188, 1),
        ("deps.a", 87, 5534, 0),
        ("preempt.b", 65, 281, 0),
        ("yield.a", 60, 178, 0),
    ] {
        decisions(name, starts, planned, most);
    }
}

#[test]
fn runs_that_follow_its_ticks_wait_as_long() {
    for (name, apart) in [
        ("w1.bfdef", 0.0),
        ("w1.bf1", 0.0),
        // By its fast clock passes take a while: three jobs start a second after theirs began.
        ("ft60.def", 0.00002),
        ("w1.builtin", 0.0),
        ("excl.a", 0.0),
        ("wl.a", 0.0),
        ("user.a", 0.0),
        ("tiers.a", 0.0),
        ("cores.a", 0.0),
        ("lln.a", 0.0),
        ("over.a", 0.0),
        ("mf.a", 0.0),
        ("mf.c", 0.0),
        ("deps.a", 0.0),
        ("preempt.b", 0.0),
    ] {
        let Some(prefix) = shared(name) else { continue };
        let measured = MeasuredRun::read(&prefix).unwrap();
        let fed = LoggedJobs::of(&measured).unwrap();
        let replay = replay(&measured).unwrap();
        let run = fed.with_logged_ticks(&measured, &replay).unwrap();
        // One waited for a job that failed, and never started.
        let left_out = usize::from(name == "deps.a");
        assert_eq!(fed.jobs() + left_out, measured.jobs.len(), "{name}");
        assert_eq!(run.inverted, 0, "{name}");
        // Where the mean is equal, each start is.
        assert_eq!(run.first_other.is_none(), apart == 0.0, "{name}: {run:?}");
        let real = fed.real_wait();
        assert!(
            (run.wait - real).abs() <= apart * real,
            "{name}: {} of {real}",
            run.wait
        );
    }
}

#[test]
fn the_last_line_has_the_count() {
    let Some(prefix) = shared("w1.bfdef") else {
        return;
    };
    let output = cosched(
        Path::new("."),
        &[
            "validate",
            "slurm",
            prefix.to_str().unwrap(),
            "--phases",
            "2",
        ],
    );
    assert!(output.status.success());
    let said = text(&output.stdout);
    let last = said.lines().last().unwrap();
    assert_eq!(
        last,
        "planned 531 of 531, started 60 of 60, mean wait 276.37 of 276.37 s"
    );
}

#[test]
fn impossible_comparisons_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |with: &str| {
        let output = cosched(folder.path(), &["validate", "slurm", "run"]);
        assert!(!output.status.success());
        let said = text(&output.stderr);
        assert!(said.contains(with), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    };
    let write = |ending: &str, text: &str| {
        std::fs::write(folder.path().join(format!("run.{ending}")), text).unwrap();
    };
    fails("run.slurm.conf");
    write(
        "slurm.conf",
        "SchedulerParameters=bf_interval=never\nNodeName=n[1-2]\n",
    );
    fails("bf_interval is `never`");
    write("slurm.conf", "NodeName=n[1-2]\n");
    fails("run.csv");
    write("csv", "id,submit,start,nodes\n1,0,0,1\n");
    fails("limit");
    write("csv", "id,submit,start,nodes,limit\n1,0,0,3,60\n");
    fails("1 to 2 nodes");
    write("csv", "id,submit,start,nodes,limit\n1,0,0,1,60\n");
    write("slurmctld.log", "hello\n");
    fails("no line of it is a decision");
    write(
        "slurmctld.log",
        "[2026-01-01T00:00:00.000] _slurm_rpc_submit_batch_job: JobId=2 InitPrio=1\n",
    );
    fails("job 2");
    write(
        "slurmctld.log",
        "[2026-01-01T00:00:00.000] _slurm_rpc_submit_batch_job: JobId=1 InitPrio=1\n",
    );
    fails("starts and ends in the log");
    write(
        "csv",
        "id,submit,start,nodes,limit\n1,0,0,1,60\n2,0,1,1,60\n",
    );
    // Job 1 was preempted, or killed at its limit, which the log does not say.
    let submitted = |job: u32| {
        format!("[2026-01-01T00:00:00.000] _slurm_rpc_submit_batch_job: JobId={job} InitPrio=1\n")
    };
    let allocated = |job: u32| {
        format!("[2026-01-01T00:00:01.000] sched: Allocate JobId={job} NodeList=n1 #CPUs=1\n")
    };
    let log = [submitted(1), submitted(2), allocated(1), allocated(2)];
    write("slurmctld.log", &log.concat());
    fails("job 2 starts on a node of job 1, of which the log has no end");
}
