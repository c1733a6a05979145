//! Real accounting beside the project, against counts by an independent program.

use cosched::base::progress::Progress;
use cosched::load::{self, account};
use cosched::record::Experiment;
use cosched::run::fit::{FitQuestion, Proposal, fit};
use cosched::scenario::cluster::NodeKind;
use cosched::scenario::{Machine, Scenario, TableWorkload, WarmUp};

use super::{assert_adds_up, prepared, shared, table};

/// Cores times seconds, exact.
fn work(experiment: &Experiment) -> u64 {
    let jobs = experiment.jobs.iter();
    jobs.map(|job| u64::from(job.nodes) * (job.runtime.0 / 1_000_000_000))
        .sum()
}

#[test]
fn a_month_of_a_real_centre() {
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let mut scenario = table(&path, &["xdmod"]);
    scenario.workload.set_warm_up(WarmUp::NONE);
    let experiment = prepared(&scenario, &path);
    // 4 285 lines; 239 were cancelled before they started, 22 failed within their first second.
    assert_adds_up(&experiment, 4_285, 239 + 22);
    assert_eq!(experiment.jobs.len(), 4_024);
    assert_eq!(work(&experiment), 42_364_758);
    assert_eq!(experiment.nodes, 340);
    assert_eq!(experiment.unix_start, Some(1_482_390_912));
    let waits = experiment.labels.iter();
    let waits: u64 = waits
        .map(|label| label.recorded_wait().unwrap().0 / 1_000_000_000)
        .sum();
    assert_eq!(waits, 67_787_725);
    let queue = |number| {
        let labels = experiment.labels.iter();
        labels.filter(|label| label.queue() == Some(number)).count()
    };
    // focaccia, crumpet, black: in the order of the file.
    assert_eq!([queue(1), queue(2), queue(3)], [13, 34, 3_977]);
    let said = experiment.remarks.join("\n");
    for sentence in [
        "239 jobs dropped: cancelled before they started",
        "22 jobs dropped: run time 0",
        "3977 jobs: memory with Slurm's mark",
        "1 job: outran their limit",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
}

#[test]
fn accounting_of_an_emulated_slurm() {
    let Some(path) = shared("slurm/sacct.sample.psv") else {
        return;
    };
    let experiment = prepared(&table(&path, &[]), &path);
    // 82 lines, 4 of which ran for 0 s.
    assert_adds_up(&experiment, 82, 4);
    assert_eq!(work(&experiment), 1_184);
    let Some(path) = shared("slurm/jobcomp.sample.txt") else {
        return;
    };
    let experiment = prepared(&table(&path, &[]), &path);
    // 84 lines of 82 jobs: 31 was requeued, 81 lost its node, and both ran again.
    assert_adds_up(&experiment, 84, 4);
    assert_eq!(work(&experiment), 1_208);
    let said = experiment.remarks.join("\n");
    assert!(
        said.contains("2 jobs: executions of jobs that had run before"),
        "{said}"
    );
}

#[test]
fn pods_on_servers_with_gpus() {
    let Some(path) = shared("traces/clusters/openb_pod_list_default.csv.gz") else {
        return;
    };
    // The nodes lie beside the pods; here they are counted without.
    let mut scenario = Scenario {
        machine: Machine::cluster(None),
        ..load::open(&path).unwrap()
    };
    scenario.workload.set_warm_up(WarmUp::NONE);
    let experiment = prepared(&scenario, &path);
    // 8 152 pods, 897 of which were never scheduled; 5 193 ran until the end of the trace, 7 006
    // did or request parts of cores or GPUs; parts of cores rounded up.
    assert_adds_up(&experiment, 8_152, 897);
    assert_eq!(work(&experiment), 2_513_058_351);
    assert_eq!(experiment.nodes, 770);
    // No calendar: the trace counts from its own start.
    assert_eq!(experiment.unix_start, None);
    let said = experiment.remarks.join("\n");
    for sentence in [
        "897 jobs dropped: still waiting at the end of the extract",
        "5193 jobs: still running at the end of the extract",
        "5900 jobs: ask for parts of a core or GPU",
        "read as Alibaba’s GPU trace of 2023",
    ] {
        assert!(said.contains(sentence), "{sentence}:\n{said}");
    }
    let accounts = account::read(&TableWorkload::with_path(path.clone()), &path).unwrap();
    let gpus = accounts
        .entries
        .iter()
        .filter(|entry| entry.start.is_some());
    assert_eq!(gpus.filter_map(|entry| entry.gpus).sum::<u32>(), 6_571);
    assert_eq!(accounts.entries.get(0).unwrap().memory, Some(16_384 * 1024));
}

#[test]
fn tasks_of_opendc() {
    let Some(path) = shared("traces/clusters/surf_week.tasks.parquet") else {
        return;
    };
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    assert_adds_up(&experiment, 6_295, 0);
    assert_eq!(work(&experiment), 1_115_268_000);
    assert_eq!(experiment.nodes, 2_704);
    assert_eq!(experiment.unix_start, Some(1_665_093_600));
}

/// The nodes were counted by another program. That of `black` had one of its 3 977 jobs at a time, and
/// the mean wait of the log is 4 h 41.
#[test]
fn a_real_centre_is_fitted_by_what_its_log_shows() {
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let scenario = Scenario {
        machine: Machine::cluster(None),
        ..prepared(&table(&path, &["xdmod"]), &path).scenario
    };
    let question = FitQuestion {
        scenario: &scenario,
        source: Some(&path),
        is_policy_known: false,
    };
    let found = fit(&question, &Progress::default()).unwrap().unwrap();
    let Some(Proposal::Machine(machine)) = found.proposals.first() else {
        panic!("{:?}", found.proposals)
    };
    let of_partition = |name: &str| -> u32 {
        let partition = machine
            .partitions
            .iter()
            .find(|one| one.name == name)
            .unwrap();
        let named = |kind: &&NodeKind| partition.nodes.contains(kind.name.as_ref().unwrap());
        machine
            .kinds
            .iter()
            .filter(named)
            .map(|kind| kind.count)
            .sum()
    };
    assert_eq!(
        ["focaccia", "crumpet", "black"].map(of_partition),
        [5, 40, 1]
    );
    assert!(
        found
            .before
            .sentence()
            .contains("off by a factor of 291: what-if is not to be believed")
    );
    assert!(
        found
            .before
            .sentence()
            .contains("who never had two jobs running")
    );
    assert!(found.after.all.miss() < 0.05 && found.after.is_good());
    let [before, after] = &found.out_of_sample.unwrap().fits;
    assert!(before.all.miss() > 0.9);
    assert!(after.all.miss() < 0.05 && after.is_good());
}
