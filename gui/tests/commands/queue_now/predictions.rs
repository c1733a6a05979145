//! Predicted starts, and the history of a user.

use cosched::load::queue::{QueueRequest, read, read_under};
use cosched::load::slurm::limits::PrintedLimits;
use cosched::run::predict::queue::QueuePrediction;
use cosched::scenario::PolicyName;

use super::{predicted, whole};

#[test]
fn predictions_lie_between_now_and_the_estimates() {
    let standing = whole().read().unwrap();
    let pool = &standing.pools[0];
    let found = predicted(&standing, PolicyName::Easy);
    assert_eq!(found.starts.len(), 6);
    // All cores are taken: 4 starts once 3 or 1 or 2 has ended, at 09:50:57 at the latest by the
    // limits, as Slurm planned itself.
    let first = &found.starts[0];
    assert!(
        first
            .waits
            .iter()
            .all(|wait| (0.0..=1_799.0).contains(wait))
    );
    let why = &found.reasons[0].sentence;
    let begin = "waits as head of the queue with 0 cores free; by the estimates it can start at Mon 23 Nov 09:50:57";
    assert!(why.starts_with(begin), "{why}");
    assert!(
        why.contains("is held by job 3 (4 cores, by its estimate until Mon 23 Nov 09:50:57)"),
        "{why}"
    );
    assert_eq!(pool.waiting[0].planned, Some(1_799.0));
    // Without a history nothing is learned.
    assert_eq!(found.learned.predictions(), 0);
}

#[test]
fn the_history_says_how_long_a_user_s_jobs_run() {
    let files = whole();
    // Ann's jobs of 30 min all ran for a minute, a day before.
    let mut history = "JobID|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|NNodes|AllocCPUS\n".to_owned();
    for job in 0..30 {
        history += &format!(
            "{}|ann|(null)|main|2026-11-22T09:{job:02}:00|2026-11-22T09:{job:02}:00|2026-11-22T09:{:02}:00|60|30|COMPLETED|1|5\n",
            9000 + job,
            job + 1
        );
    }
    std::fs::write(files.path("past.sacct"), history).unwrap();
    let requested = QueueRequest {
        history: Some(files.path("past.sacct")),
        ..files.requested()
    };
    let standing = read(&requested).unwrap();
    let found = predicted(&standing, PolicyName::Easy);
    // 4 has to wait for 3, which ends at 60 s of its 1800 in most draws; one in ten surprises.
    let soon = found.starts[0]
        .waits
        .iter()
        .filter(|wait| **wait <= 60.0)
        .count();
    assert!(soon >= 40, "{soon} of 50");
    let blind = predicted(&whole().read().unwrap(), PolicyName::Easy);
    assert!(blind.starts[0].quantile(0.5) > 100.0);
    assert!(
        standing
            .remarks
            .iter()
            .any(|one| one.contains("30 jobs that had ended")),
        "{:?}",
        standing.remarks
    );
}

/// Limits that nobody reaches count cores one by one, and change nothing; with three jobs at once ann, who
/// has three, waits for herself.
#[test]
fn limits_hold_back_whoever_reaches_them_alone() {
    let under = |most: u32| {
        let printed = format!("Account|User|MaxJobs\na|ann|{most}\n");
        let limits = PrintedLimits::parse(&printed).unwrap().limits;
        let standing = read_under(&whole().requested(), &limits).unwrap();
        predicted(&standing, PolicyName::Easy)
    };
    let without = predicted(&whole().read().unwrap(), PolicyName::Easy);
    let far = under(1000);
    assert_eq!(far.starts, without.starts);
    let sentences = |of: &QueuePrediction| -> Vec<String> {
        let reasons = of.reasons.iter();
        reasons.map(|why| why.sentence.clone()).collect()
    };
    assert_eq!(sentences(&far), sentences(&without));
    let close = under(3);
    assert!(
        sentences(&close)[0].contains("a limit of its user is reached"),
        "{:?}",
        sentences(&close)
    );
    assert_ne!(close.starts, without.starts);
}
