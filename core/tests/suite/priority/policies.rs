//! Policies that have clocks or an order of their own under multifactor priority.

use cosched_core::engine::{Context, Policy, Setup};
use cosched_core::policy::priority::{
    Algorithm, Decay, Fairshare, Member, Multifactor, Prioritised, PriorityAttributes,
    StoredPriority, Weights,
};
use cosched_core::policy::{Conservative, Fcfs};
use cosched_core::{Duration, JobSpec, PolicyError, Profile, Time};

use crate::common::{job, run};

const BY_AGE_AND_SIZE: Weights = Weights {
    age: 1000,
    job_size: 100,
    ..Weights::NONE
};

/// Starts in seconds under `policy`, with users by index.
fn starts<P: Policy>(
    workload: &[JobSpec],
    nodes: u32,
    policy: P,
    multifactor: Multifactor,
    users: &[u32],
) -> Vec<u64> {
    let (mut members, mut stack) = ([Member::user(None, 1); 4], [0; 4]);
    let fairshare =
        Fairshare::new(Algorithm::Tree, Decay::default(), &mut members, &mut stack).unwrap();
    let standing = |(job, &user): (&JobSpec, &u32)| PriorityAttributes {
        user,
        ..PriorityAttributes::of_unknown_user(job.nodes, job.nodes)
    };
    let standings: Vec<PriorityAttributes> = workload.iter().zip(users).map(standing).collect();
    let mut noted = vec![StoredPriority::NOTHING; workload.len()];
    let mut policy = Prioritised::new(policy, multifactor, fairshare, &standings, &mut noted);
    let setup = Setup::cluster(workload, nodes);
    policy.check(&setup).unwrap();
    let schedule = run(setup, &mut policy, &mut ());
    let starts = schedule.iter().map(|(start, _)| start.0 / 1_000_000_000);
    starts.collect()
}

#[test]
fn a_job_that_rises_to_the_head_starts_at_the_calculation() {
    // 4 nodes; job 0 holds 3 for an hour; job 1 requests all 4, and FCFS keeps job 2 behind
    // it for as long as it is the first. Size makes 100 * 4/4 for job 1 and 100 * 1/4 for
    // job 2. At 300 s and later job 1 is the older and the larger one. Where small ones are
    // favoured, job 2 has 100 and job 1 25 as it comes, neither any age: it starts.
    let jobs = [job(0, 3, 3600, 3600), job(5, 4, 10, 10), job(10, 1, 10, 10)];
    let multifactor = Multifactor {
        weights: BY_AGE_AND_SIZE,
        max_age: Duration::from_seconds(300),
        ..Multifactor::new(4, 4)
    };
    let by = |multifactor| starts(&jobs, 4, Fcfs::new(), multifactor, &[0, 1, 2]);
    assert_eq!(by(multifactor), [0, 3600, 3610]);
    let small = Multifactor {
        favour_small: true,
        ..multifactor
    };
    assert_eq!(by(small), [0, 3600, 10]);
    // Let job 2 come at 310 s and be the small one: size makes 12.5 for job 1 and 50 for it.
    //   at 310: job 1 1000 * 295/600 + 12.5 = 504, as of 300; job 2 50
    //   at 600: job 1 1000 * 595/600 + 12.5 = 1004; job 2 1000 * 290/600 + 50 = 533
    //   at 900: job 1, as old as can be, 1012; job 2 1000 * 590/600 + 50 = 1033
    // So it starts at 900 s, when nothing else happens.
    let jobs = [
        job(0, 3, 3600, 3600),
        job(5, 4, 10, 10),
        job(310, 1, 10, 10),
    ];
    let multifactor = Multifactor {
        weights: Weights {
            job_size: 50,
            ..BY_AGE_AND_SIZE
        },
        max_age: Duration::from_seconds(600),
        favour_small: true,
        ..Multifactor::new(4, 4)
    };
    assert_eq!(
        starts(&jobs, 4, Fcfs::new(), multifactor, &[0, 1, 2]),
        [0, 3600, 900]
    );
}

#[test]
fn a_policy_that_wakes_itself_still_does() {
    // Conservative: job 1 has its reservation at 1000 s, by the estimate of job 0, which is
    // killed there.
    let jobs = [job(0, 4, 2000, 1000), job(1, 4, 50, 50), job(2, 4, 50, 50)];
    let (mut times, mut free) = ([Time::ZERO; 8], [0; 8]);
    let conservative = Conservative::new(Profile::new(&mut times, &mut free), 3).unwrap();
    let multifactor = Multifactor::new(4, 4);
    let found = starts(&jobs, 4, conservative, multifactor, &[0, 1, 2]);
    assert_eq!(found, [0, 1000, 1050]);
    // One that only starts jobs when it has woken itself, at 70 s, and does nothing
    // otherwise.
    let late = |context: &mut Context<'_, '_>| {
        let at = Time::from_seconds(70);
        if context.now() < at {
            context.wake_at(at).unwrap();
        } else if let Some(job) = context.head() {
            let _ = context.start(job, cosched_core::engine::StartReason::Head);
        }
    };
    assert_eq!(starts(&jobs[..1], 4, late, multifactor, &[0]), [70]);
}

#[test]
fn buffers_that_are_too_short_are_refused() {
    let workload = [job(0, 1, 1, 1), job(0, 1, 1, 1)];
    let setup = Setup::cluster(&workload, 1);
    let standings = [PriorityAttributes::of_unknown_user(1, 1); 2];
    for (count, noted) in [(1, 2), (2, 1)] {
        let mut noted = vec![StoredPriority::NOTHING; noted];
        let fairshare =
            Fairshare::new(Algorithm::Tree, Decay::default(), &mut [], &mut []).unwrap();
        let multifactor = Multifactor::new(1, 1);
        let policy = Prioritised::new(
            Fcfs::new(),
            multifactor,
            fairshare,
            &standings[..count],
            &mut noted,
        );
        let error = policy.check(&setup).unwrap_err();
        assert!(matches!(error, PolicyError::Capacity(_)), "{error}");
    }
}
