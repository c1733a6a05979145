//! Orders of the queue, on examples small enough to work out by hand.

use crate::common::{Buffers, Choice, job, run};
use cosched_core::engine::{FlightRecorder, Setup, StartReason};
use cosched_core::policy::Order;
use cosched_core::{Event, JobId, JobSpec, Time};

/// Jobs 1 to 4 arrive while job 0 holds the whole machine until 100.
fn jobs() -> [JobSpec; 5] {
    [
        job(0, 4, 100, 100),
        job(10, 4, 30, 30),
        job(20, 1, 50, 50),
        job(30, 3, 10, 10),
        job(40, 2, 20, 20),
    ]
}

/// The jobs in order of start, ties by number; the machine has room for one
/// or two at a time, so the order of the queue decides.
fn starts(choice: Choice) -> Vec<usize> {
    let jobs = jobs();
    let mut buffers = Buffers::new(jobs.len());
    let schedule = run(
        Setup::cluster(&jobs, 4),
        &mut buffers.policy(choice),
        &mut (),
    );
    let mut order: Vec<usize> = (1..5).collect();
    order.sort_by_key(|&index| (schedule[index].0, index));
    order
}

#[test]
fn fcfs_serves_in_the_given_order() {
    // At 100, waits and what follows from them:
    //   job 1: wait 90, estimate 30, 4 nodes: WFP3 3^3 * 4 = 108, UNICEF 90 / (2 * 30) = 1.5
    //   job 2: wait 80, estimate 50, 1 node:  WFP3 1.6^3 = 4.1,   UNICEF 80 / 50 = 1.6
    //   job 3: wait 70, estimate 10, 3 nodes: WFP3 7^3 * 3 = 1029, UNICEF 70 / (1.585 * 10) = 4.4
    //   job 4: wait 60, estimate 20, 2 nodes: WFP3 3^3 * 2 = 54,  UNICEF 60 / (1 * 20) = 3
    // Under WFP3 job 3 starts, job 1 blocks until 110 and runs to 140; then
    // job 4 and job 2 start together. Under UNICEF job 3 starts at 100 and
    // job 4 at 110, where the others have 100 / 60 = 1.67 (job 1) and
    // 90 / 50 = 1.8 (job 2): job 2 starts beside it, and job 1 at 160.
    for (order, expected) in [
        (Order::Submitted, [1, 2, 3, 4]),
        (Order::ShortestEstimate, [3, 4, 1, 2]),
        (Order::LongestEstimate, [2, 1, 4, 3]),
        (Order::FewestNodes, [2, 4, 3, 1]),
        // Job 4 waits for job 3 to end, and job 2 then starts beside it.
        (Order::MostNodes, [1, 3, 2, 4]),
        // Areas 120, 50, 30, 40.
        (Order::LargestArea, [1, 2, 4, 3]),
        (Order::Wfp3, [3, 1, 2, 4]),
        (Order::Unicef, [3, 2, 4, 1]),
    ] {
        assert_eq!(starts(Choice::Fcfs(order)), expected, "{order:?}");
    }
}

#[test]
fn backfilling_may_have_an_order_of_its_own() {
    // On 4 nodes: job 0 holds 2 until 100, job 1 needs all 4. Jobs 2 and 3
    // both fit the 2 free nodes until then, but only one at a time, and only
    // job 2 alone or job 3 first and then nothing longer than 40 s.
    let jobs = [
        job(0, 2, 100, 100),
        job(1, 4, 5, 5),
        job(2, 2, 90, 90),
        job(2, 2, 60, 60),
    ];
    let start = |backfill| {
        let mut buffers = Buffers::new(4);
        let choice = Choice::Easy(Order::Submitted, backfill, usize::MAX);
        let schedule = run(
            Setup::cluster(&jobs, 4),
            &mut buffers.policy(choice),
            &mut (),
        );
        [schedule[2].0, schedule[3].0]
    };
    let at = Time::from_seconds;
    assert_eq!(start(None), [at(2), at(105)]);
    assert_eq!(start(Some(Order::ShortestEstimate)), [at(105), at(2)]);
}

#[test]
fn depth_bounds_how_far_backfilling_looks() {
    // Job 1 is blocked, jobs 2 and 3 are too wide to pass it, job 4 is not:
    // it is the third behind the head.
    let jobs = [
        job(0, 3, 100, 100),
        job(1, 4, 5, 5),
        job(2, 2, 5, 5),
        job(2, 3, 5, 5),
        job(2, 1, 5, 5),
    ];
    let start = |depth| {
        let mut buffers = Buffers::new(5);
        let choice = Choice::Easy(Order::Submitted, None, depth);
        run(
            Setup::cluster(&jobs, 4),
            &mut buffers.policy(choice),
            &mut (),
        )[4]
        .0
    };
    assert_eq!(start(3), Time::from_seconds(2));
    assert_eq!(start(2), Time::from_seconds(105));
}

#[test]
fn a_flight_recorder_keeps_the_last_events() {
    let jobs = [job(0, 1, 3, 3), job(1, 1, 4, 4)];
    let mut recorder = FlightRecorder::<3>::default();
    let mut buffers = Buffers::new(2);
    run(
        Setup::cluster(&jobs, 1),
        &mut buffers.policy(Choice::Fcfs(Order::Submitted)),
        &mut recorder,
    );
    let kept: Vec<_> = recorder.0.oldest_ordered().copied().collect();
    let (first, second, at) = (JobId::new(0), JobId::new(1), Time::from_seconds);
    let expected = [
        (at(3), Event::Completed(first)),
        (at(3), Event::Started(second, StartReason::Head)),
        (at(7), Event::Completed(second)),
    ];
    assert_eq!(kept, expected);
}
