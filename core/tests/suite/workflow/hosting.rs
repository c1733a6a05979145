//! Jobs on shared servers, their threads, and look-aheads: by hand.

use crate::common::job;
use crate::engine::verbs::{at, exact, run};
use cosched_core::engine::{Fate, Knowledge, Placement, Setup, StartReason};
use cosched_core::machine::contention::{ServerSpec, Threads};
use cosched_core::{Context, Duration, Event, JobId, ServerId, StartError, Time};

const SERVER: ServerId = ServerId::new(0);
const MAPPED: Placement = Placement::Mapped;

/// One server with unlimited memory bandwidth.
const ONE_CORE: &[ServerSpec] = &[ServerSpec::of_cores(1)];
const THREE_CORES: &[ServerSpec] = &[ServerSpec::of_cores(3)];

/// A look-ahead on the only server with `candidate`: seconds that each of `jobs` takes from
/// now on.
fn ahead(context: &Context<'_, '_>, candidate: JobId, jobs: &[JobId]) -> Vec<Option<u64>> {
    let mut scratch = [Threads::EMPTY; 8];
    let mut look = |job: JobId| {
        let mut fork = context.fork_with(SERVER, candidate, &mut scratch).unwrap();
        let time = fork.completion(job, Duration::MAX)?;
        Some(time.0 / 1_000_000_000)
    };
    jobs.iter().map(|&job| look(job)).collect()
}

fn place_all(context: &mut Context<'_, '_>) {
    while let Some(job) = context.head() {
        context.start_on_server(job, SERVER, MAPPED).unwrap();
    }
}

/// Three 9-second jobs on one processor: exactly 27 s, to the nanosecond.
#[test]
fn place_shares_a_server_exactly() {
    let work = [exact(0, 1, 9); 3];
    let (ends, log) = run(Setup::servers(&work, ONE_CORE), |context| {
        while let Some(job) = context.head() {
            assert_eq!(
                context.start_on_server(job, ServerId::new(1), MAPPED),
                Err(StartError::NoSuchServer)
            );
            assert_eq!(context.start_on_server(job, SERVER, MAPPED), Ok(()));
        }
    });
    assert_eq!(ends, [at(27); 3]);
    let placed = StartReason::Placed {
        server: SERVER,
        why: MAPPED,
    };
    assert!(log.0.contains(&(0, Event::Started(JobId::new(2), placed))));
}

/// A job of 2 processors arrives at 3 beside one of 2 on a server of 3: both
/// run at 3/4. The first has 6 s left, which take 8: it ends at 11. Then the
/// second has done 6 of 8 and needs 2 more: 13.
#[test]
fn place_slows_down_only_while_the_server_is_shared() {
    let work = [exact(0, 2, 9), exact(3, 2, 8)];
    let (ends, _) = run(Setup::servers(&work, THREE_CORES), |context| {
        place_all(context);
    });
    assert_eq!(ends, [at(11), at(13)]);
}

#[test]
fn a_job_on_a_server_can_be_killed() {
    let work = [exact(0, 1, 10), exact(2, 1, 10)];
    let (ends, _) = run(Setup::servers(&work, ONE_CORE), |context| {
        place_all(context);
        if context.now() == Time::from_seconds(2) {
            context.kill(JobId::new(0), Fate::Drop).unwrap();
        }
    });
    assert_eq!(ends, [at(2), at(12)]);
}

/// On a server of 1 processor, at 2: by the estimates job 0 has 6 s left and
/// job 1 needs 4, so job 1 ends after 8 and job 0 2 s later. In truth they
/// have 8 and 5 s left: job 1 ends after 10 and job 0 3 s later.
#[test]
fn a_fork_looks_ahead_by_estimates_or_by_the_truth() {
    let work = [job(0, 1, 10, 8), job(2, 1, 5, 4)];
    let [first, second] = [0, 1].map(JobId::new);
    for (knowledge, expected) in [
        (Knowledge::Estimates, [10, 8]),
        (Knowledge::Exact, [13, 10]),
    ] {
        let setup = Setup::servers(&work, ONE_CORE)
            .with_knowledge(knowledge)
            .with_kill_at_estimate(false);
        let mut seen = Vec::new();
        run(setup, |context| {
            if context.head() == Some(second) {
                seen = ahead(context, second, &[first, second]);
            }
            place_all(context);
        });
        assert_eq!(seen, expected.map(Some), "{knowledge:?}");
    }
}

/// Job 0 was to end at 5 by its estimate and is still there at 7: a look-ahead has it end
/// at once, so job 1 has the processor to itself for its 4 s.
#[test]
fn a_fork_never_goes_back_in_time() {
    let work = [job(0, 1, 20, 5), job(7, 1, 4, 4)];
    let setup = Setup::servers(&work, ONE_CORE).with_kill_at_estimate(false);
    let [first, second] = [0, 1].map(JobId::new);
    let mut seen = Vec::new();
    run(setup, |context| {
        if context.head() == Some(second) {
            seen = ahead(context, second, &[first, second]);
        }
        place_all(context);
    });
    assert_eq!(seen, [Some(0), Some(4)]);
}

#[test]
fn a_fork_needs_a_waiting_job_a_server_and_room() {
    let work = [exact(0, 1, 5), exact(0, 1, 4)];
    let [a, b] = [0, 1].map(JobId::new);
    run(Setup::servers(&work, ONE_CORE), |context| {
        if context.waiting() < 2 {
            return;
        }
        // Look-aheads are independent of earlier ones.
        assert_eq!(ahead(context, b, &[b, a]), [Some(4), Some(0)]);
        assert_eq!(ahead(context, a, &[a, b]), [Some(5), Some(0)]);
        let refusal = |context: &Context<'_, '_>, server, job| {
            let mut room = [Threads::EMPTY; 1];
            context.fork_with(server, job, &mut room).err()
        };
        let none = refusal(context, ServerId::new(1), a);
        assert_eq!(none, Some(StartError::NoSuchServer));
        context.start_on_server(a, SERVER, MAPPED).unwrap();
        assert_eq!(refusal(context, SERVER, a), Some(StartError::NotWaiting));
        assert_eq!(refusal(context, SERVER, b), Some(StartError::NoRoom));
    });
}
