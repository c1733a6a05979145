//! Logs of preemption written by hand, whose decisions follow from Slurm's manual.

use std::fs;

use super::agreement::Replay;
use super::replay::replay;
use super::trajectory::LoggedJobs;
use crate::load::slurm::measured::MeasuredRun;

/// Two nodes, all CPUs of which each job wants.
const CONF: &str = "SchedulerType=sched/backfill\nSelectType=select/cons_tres\n\
    SelectTypeParameters=CR_CPU\nPreemptMode=REQUEUE\nNodeName=n[1-2] CPUs=4\n";

/// Job 1 may be preempted for job 2, and not for job 3.
const BY_QOS: &str = "PreemptType=preempt/qos\nPreemptExemptTime=00:02:00\n\
    PartitionName=all Nodes=ALL Default=YES\n";

const QOS: &str = "Name|Priority|GraceTime|Preempt|PreemptMode|PreemptExemptTime\n\
    normal|0|00:00:00||cluster|\nlow|0|00:01:00||requeue|\nhigh|10|00:00:00|low|cluster|\n";

/// The same by partitions: the last is of as low a tier as the first.
const BY_PARTITION: &str = "PreemptType=preempt/partition_prio\nPreemptExemptTime=00:02:00\n\
    PartitionName=low Nodes=ALL Default=YES PriorityTier=1 GraceTime=60\n\
    PartitionName=high Nodes=ALL PriorityTier=2 PreemptMode=OFF\n\
    PartitionName=other Nodes=ALL PriorityTier=1 PreemptMode=OFF\n";

const JOBS: &str = "id,submit,start,nodes,limit,tasks,cpus_per_task,qos,partition\n\
    1,0,402,2,3600,2,4,low,LOW\n2,10,211,2,600,2,4,high,HIGH\n3,11,803,2,600,2,4,normal,OTHER\n";

/// Job 1 starts at 1 s, and ends at 3601 s at the latest.
///
/// At 30 s it has not run for 120 s: job 2 waits for its end, and job 3 for that of job 2, which is planned until
/// 4201 s, or 4200 s rounded down to minutes.
/// At 150 s job 1 is preempted for job 2, which is planned for now and until 750 s, rounded down to 720 s. It is
/// given 60 s. Job 3 finds job 2 out of the way at 720 s, by when job 1 has gone.
/// At 180 s it is the same half a minute later, as job 1 is still there; from 750 s on plans are seen to 780 s.
/// It goes at 210 s, job 2 starts at 211 s, job 1, which has kept its place, when that ends, and then job 3.
const LOG: &str = "\
[2026-01-01T00:00:00.000] _slurm_rpc_submit_batch_job: JobId=1 InitPrio=3 usec=1
[2026-01-01T00:00:01.000] sched: Allocate JobId=1 NodeList=n[1-2] #CPUs=8 Partition=all
[2026-01-01T00:00:10.000] _slurm_rpc_submit_batch_job: JobId=2 InitPrio=2 usec=1
[2026-01-01T00:00:11.000] _slurm_rpc_submit_batch_job: JobId=3 InitPrio=1 usec=1
[2026-01-01T00:00:30.000] sched/backfill: _attempt_backfill: beginning
[2026-01-01T00:00:30.000] sched/backfill: _dump_job_sched: JobId=2 to start at 2026-01-01T01:00:01, end at 2026-01-01T01:10:00 on nodes n[1-2] in partition all
[2026-01-01T00:00:30.000] sched/backfill: _dump_job_sched: JobId=3 to start at 2026-01-01T01:10:00, end at 2026-01-01T01:20:00 on nodes n[1-2] in partition all
[2026-01-01T00:00:30.000] sched/backfill: _attempt_backfill: completed testing 2(2) jobs, usec=1
[2026-01-01T00:02:30.000] sched/backfill: _attempt_backfill: beginning
[2026-01-01T00:02:30.000] setting 60 sec preemption grace time for JobId=1 to reclaim resources for JobId=2
[2026-01-01T00:02:30.000] sched/backfill: _dump_job_sched: JobId=2 to start at 2026-01-01T00:02:30, end at 2026-01-01T00:12:00 on nodes n[1-2] in partition all
[2026-01-01T00:02:30.000] sched/backfill: _dump_job_sched: JobId=3 to start at 2026-01-01T00:12:00, end at 2026-01-01T00:22:00 on nodes n[1-2] in partition all
[2026-01-01T00:02:30.000] sched/backfill: _attempt_backfill: completed testing 2(2) jobs, usec=1
[2026-01-01T00:03:00.000] sched/backfill: _attempt_backfill: beginning
[2026-01-01T00:03:00.000] sched/backfill: _dump_job_sched: JobId=2 to start at 2026-01-01T00:03:00, end at 2026-01-01T00:13:00 on nodes n[1-2] in partition all
[2026-01-01T00:03:00.000] sched/backfill: _dump_job_sched: JobId=3 to start at 2026-01-01T00:13:00, end at 2026-01-01T00:23:00 on nodes n[1-2] in partition all
[2026-01-01T00:03:00.000] sched/backfill: _attempt_backfill: completed testing 2(2) jobs, usec=1
[2026-01-01T00:03:30.000] preempted JobId=1 has been requeued to reclaim resources for JobId=2
[2026-01-01T00:03:31.000] sched: Allocate JobId=2 NodeList=n[1-2] #CPUs=8 Partition=all
[2026-01-01T00:06:40.000] _job_complete: JobId=2 done
[2026-01-01T00:06:42.000] sched: Allocate JobId=1 NodeList=n[1-2] #CPUs=8 Partition=all
[2026-01-01T00:13:21.000] _job_complete: JobId=1 done
[2026-01-01T00:13:23.000] sched: Allocate JobId=3 NodeList=n[1-2] #CPUs=8 Partition=all
[2026-01-01T00:16:40.000] _job_complete: JobId=3 done
";

/// Reads a run in a folder of its own, with these lines of its configuration, qualities of service and jobs.
fn measured(conf: &str, qos: Option<&str>, jobs: &str) -> MeasuredRun {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.slurm.conf", &format!("{CONF}{conf}"));
    write("a.csv", jobs);
    write("a.slurmctld.log", LOG);
    if let Some(qos) = qos {
        write("a.qos.txt", qos);
    }
    MeasuredRun::read(&folder.path().join("a")).unwrap()
}

fn by_qos(qos: &str, jobs: &str) -> MeasuredRun {
    let jobs = jobs.replace("LOW", "all").replace("HIGH", "all");
    measured(BY_QOS, Some(qos), &jobs.replace("OTHER", "all"))
}

fn by_partition(conf: &str) -> MeasuredRun {
    let jobs = JOBS.replace("LOW", "low").replace("HIGH", "high");
    measured(conf, None, &jobs.replace("OTHER", "other"))
}

/// Number of decisions that are as in the log: plans, and starts.
fn equal(measured: &MeasuredRun) -> [usize; 2] {
    let Replay {
        planned, started, ..
    } = replay(measured).unwrap();
    assert_eq!([planned[1], started[1]], [6, 4]);
    [planned[0], started[0]]
}

#[test]
fn preemption_by_quality_of_service_is_replayed() {
    let whole = by_qos(QOS, JOBS);
    assert_eq!(equal(&whole), [6, 4]);
    assert_eq!(whole.settings.not_simulated, [] as [&str; 0]);
    // If nobody were preempted, job 2 would be planned at 210 s in the last two passes, until 780 s: only the plan
    // behind that of the last pass is the same.
    let nobody = QOS.replace("|low|cluster", "||cluster");
    assert_eq!(equal(&by_qos(&nobody, JOBS))[0], 3);
    // So it is if job 2 is of another quality.
    let other = JOBS.replace("4,high,", "4,normal,");
    assert_eq!(equal(&by_qos(QOS, &other))[0], 3);
    // If job 1 could be preempted at once, the first pass would plan both otherwise.
    let never_exempt = BY_QOS.replace("00:02:00", "0");
    let jobs = JOBS.replace("LOW", "all").replace("HIGH", "all");
    let never_exempt = measured(&never_exempt, Some(QOS), &jobs.replace("OTHER", "all"));
    assert_eq!(equal(&never_exempt)[0], 4);
}

#[test]
fn grace_and_exempt_times_of_partitions_are_replayed() {
    assert_eq!(equal(&by_partition(BY_PARTITION)), [6, 4]);
    let never_exempt = BY_PARTITION.replace("00:02:00", "-1");
    assert_eq!(equal(&by_partition(&never_exempt))[0], 4);
}

/// With the passes of the log all start as there.
#[test]
fn whole_runs_preempt_by_these_rules() {
    for run in [by_qos(QOS, JOBS), by_partition(BY_PARTITION)] {
        let (fed, replay) = (LoggedJobs::of(&run).unwrap(), replay(&run).unwrap());
        assert_eq!(fed.jobs(), 3);
        let found = fed.with_logged_ticks(&run, &replay).unwrap();
        assert_eq!(found.first_other, None);
    }
}
