//! The real logs: usable jobs of each, and results of the policies on a saturated one.
//!
//! The logs are not in the project but beside it; where they are absent these tests print that and
//! pass.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::metrics as summary;
use cosched::record::{Experiment, Run};
use cosched::run::{Choice, simulate};
use cosched::scenario::{Parameters, PolicyName};

/// The log called `name`, or `None` with a message.
fn log(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces")
        .join(name);
    if !path.exists() {
        println!("skipped: {name} is not beside the project");
        return None;
    }
    Some(path)
}

fn read(path: &Path) -> Arc<Experiment> {
    let scenario = load::open(path).unwrap();
    Arc::new(load::prepare(&scenario, Some(path), &Progress::default()).unwrap())
}

fn run(experiment: &Arc<Experiment>, policy: PolicyName) -> Run {
    let choice = Choice::plain(policy, &Parameters::default());
    let run = simulate(experiment, &choice, false, &Progress::default());
    run.unwrap().unwrap()
}

/// Usable jobs (size and runtime above 0) and machine sizes as counted by an
/// independent reader of the same files.
const USABLE: [(&str, usize, u32); 6] = [
    ("LANL-CM5-1994-4.1-cln.swf.gz", 122_055, 1_024),
    ("SDSC-BLUE-2000-4.2-cln.swf.gz", 232_536, 1_152),
    ("LLNL-Thunder-2007-1.1-cln.swf.gz", 113_613, 4_008),
    ("LPC-EGEE-2004-1.2-cln.swf.gz", 214_322, 140),
    ("KTH-SP2-1996-2.1-cln.swf.gz", 28_467, 100),
    ("NASA-iPSC-1993-3.1-cln.swf.gz", 18_066, 128),
];

#[test]
fn every_log_has_its_usable_jobs() {
    for (name, usable, machine) in USABLE {
        let Some(path) = log(name) else { continue };
        let experiment = read(&path);
        assert_eq!(
            (experiment.jobs.len(), experiment.nodes),
            (usable, machine),
            "{name}"
        );
    }
}

#[test]
fn dropped_jobs_of_a_log_are_counted() {
    let Some(path) = log("LLNL-Thunder-2007-1.1-cln.swf.gz") else {
        return;
    };
    let remarks = read(&path).remarks.clone();
    // 121 039 lines less these are the 113 613 usable jobs.
    for remark in [
        "1190 jobs dropped: submit time unknown",
        "1058 jobs dropped: size unknown",
        "5178 jobs dropped: run time 0",
        "1101 jobs that outran their estimate",
    ] {
        assert!(
            remarks.iter().any(|seen| seen.starts_with(remark)),
            "{remark}: {remarks:?}"
        );
    }
}

/// Three independent simulators agree on these job by job.
#[test]
fn a_saturated_log_gives_the_metrics_of_other_simulators() {
    let Some(path) = log("synthetic/lublin_256.swf.gz") else {
        return;
    };
    let experiment = read(&path);
    for (policy, wait, slowdown, makespan) in [
        (PolicyName::Fcfs, 2_388_443.760, 66_502.475_5, 12_482_549.0),
        (PolicyName::Easy, 97_155.995, 590.0538, 8_730_698.0),
        (PolicyName::Conservative, 131_567.509, 489.2013, 8_729_497.0),
    ] {
        let metrics = run(&experiment, policy).metrics;
        assert!((metrics.mean_wait() - wait).abs() < 0.000_6, "{policy:?}");
        assert!(
            (metrics.mean_bounded_slowdown() - slowdown).abs() < 0.000_06,
            "{policy:?}"
        );
        assert_eq!(metrics.makespan().seconds(), makespan, "{policy:?}");
    }
}

#[test]
fn every_log_runs_to_its_end_under_every_policy() {
    for (name, usable, _) in USABLE {
        let Some(path) = log(name) else { continue };
        // The first part is enough for every kind of line and every policy.
        let mut scenario = load::open(&path).unwrap();
        if let cosched::scenario::Workload::Swf(swf) = &mut scenario.workload {
            swf.jobs = Some(10_000);
        }
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        let is_slow = |policy: &PolicyName| policy.has_quanta() || policy.molds();
        let on_nodes = |policy: &PolicyName| !policy.is_for_servers() && !is_slow(policy);
        for policy in PolicyName::PUBLISHED.into_iter().filter(on_nodes) {
            let ended = run(&experiment, policy).metrics.jobs;
            assert_eq!(ended, usable.min(10_000) as u64, "{name}, {policy:?}");
        }
    }
}

/// Fewer jobs where every quantum, or every size of every job, takes longer.
#[test]
fn every_log_runs_to_its_end_under_slow_policies() {
    for (name, usable, _) in USABLE {
        let Some(path) = log(name) else { continue };
        let mut scenario = load::open(&path).unwrap();
        if let cosched::scenario::Workload::Swf(swf) = &mut scenario.workload {
            swf.jobs = Some(500);
        }
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let experiment = Arc::new(experiment);
        for policy in PolicyName::PUBLISHED
            .into_iter()
            .filter(|policy| policy.has_quanta() || policy.molds())
        {
            let ended = run(&experiment, policy).metrics.jobs;
            assert_eq!(ended, usable.min(500) as u64, "{name}, {policy:?}");
        }
    }
}

/// The first jobs of a real log made moldable, with users that request three times what is of use.
/// Under conservative backfilling with known runtimes a reservation never moves later: every
/// admitted job then meets its hard deadline.
#[test]
fn a_real_log_can_be_moldable() {
    let Some(path) = log(USABLE[1].0) else { return };
    let scenario = |molding: &str| {
        let text = format!(
            "(machine: Cluster(nodes: 128), workload: Swf(path: {path:?}, jobs: 1500, load: 1.2),
              moldable: (over_request: 3, slack: (1, 4)),
              policies: [Easy, Conservative, Kceasy, Adasa], parameters: (molding: ({molding})))"
        );
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.ron");
        std::fs::write(&file, text).unwrap();
        read(&file)
    };
    let value = |experiment: &Arc<Experiment>, policy, name: &str| {
        let choice = Choice::plain(policy, &experiment.scenario.parameters);
        let run = simulate(experiment, &choice, false, &Progress::default());
        summary::values(&run.unwrap().unwrap()).value(name).unwrap()
    };
    let soft = scenario("");
    let response = |policy| value(&soft, policy, "mean_response");
    assert!(response(PolicyName::Kceasy) < response(PolicyName::Easy));
    assert!(value(&soft, PolicyName::Conservative, "missed") > 0.0);
    let missed = |policy| value(&soft, policy, "missed");
    assert!(missed(PolicyName::Adasa) < missed(PolicyName::Kceasy));
    let hard = scenario("deadlines: Hard");
    let of = |name| value(&hard, PolicyName::Conservative, name);
    assert_eq!(of("missed"), 0.0);
    assert!(of("refused") > 0.0);
    assert_eq!(of("refused") + of("jobs"), 1500.0);
}
