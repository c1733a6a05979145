//! Backfill passes of Slurm that yield, worked by hand.

use cosched_core::engine::Setup;
use cosched_core::policy::slurm::{
    BoxedPlanner, Delays, Grid, PassIntervals, PassTimes, Planner, Selection, Slurm, YieldRules,
    Yields,
};
use cosched_core::{Duration, JobSpec, Simulation, Time};

use super::slurm::{PACE, looking};
use crate::common::Boxed;

/// A thousandth of a second.
const fn at(milliseconds: u64) -> Time {
    Time(1_000_000 * milliseconds)
}

const fn job(submit: Time, seconds: u64, nodes: u32) -> JobSpec {
    JobSpec::exact(submit, Duration::from_seconds(seconds), nodes)
}

const RULES: YieldRules = YieldRules {
    work: Duration::ZERO,
    test: Duration::ZERO,
    sleep: Duration::from_seconds(1),
    longest: Duration::from_seconds(30),
    goes_on: false,
};

const GOES_ON: YieldRules = YieldRules {
    goes_on: true,
    ..RULES
};

/// When each job starts, in milliseconds, with passes at these.
fn starts(
    nodes: u32,
    jobs: &[JobSpec],
    rules: YieldRules,
    [main, backfill, ends]: [&[Time]; 3],
) -> Vec<Option<u64>> {
    let ticks = PassTimes::At {
        main,
        backfill,
        clearing: &[],
    };
    run((nodes, jobs), rules, (ticks, PACE), ends)
}

/// The same, with passes by these times and intervals.
fn run(
    (nodes, jobs): (u32, &[JobSpec]),
    rules: YieldRules,
    (ticks, pace): (PassTimes<'_>, PassIntervals),
    ends: &[Time],
) -> Vec<Option<u64>> {
    let depth = looking(100);
    let grid = Grid {
        resolution: Duration::from_seconds(1),
        origin: Duration::ZERO,
        window: Duration::from_seconds(86_400),
    };
    let mut buffers = BoxedPlanner::new(nodes, 100);
    let planner = Planner::new(nodes, 100, grid, Selection::Linear, buffers.as_buffers());
    let (mut list, mut sets) = (vec![0; nodes as usize], [0; 2]);
    let yields = Yields::new(nodes, rules, &mut sets).unwrap();
    let policy = Slurm::new(planner.unwrap(), depth, ticks, pace, &mut list).unwrap();
    let mut policy = policy.with_yields(yields.with_ends_of_sleeps(ends));
    let setup = Setup::cluster(jobs, nodes);
    let mut storage = Boxed::of(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.run(&mut policy, &mut ());
    let all = 0..jobs.len();
    all.map(|job| simulation.started(job).map(|at| at.0 / 1_000_000))
        .collect()
}

/// Two jobs that fit at once, and a third that comes when the second would be tried.
const THREE: [JobSpec; 3] = [
    job(Time::ZERO, 100, 1),
    job(Time::ZERO, 100, 1),
    job(at(13_500), 100, 1),
];

const PASSES: [Time; 2] = [at(10_000), at(20_000)];

#[test]
fn a_pass_sleeps_before_each_job_and_each_try() {
    let two = &THREE[..2];
    let found = starts(4, two, RULES, [&[], &PASSES, &[]]);
    // 10 s, a sleep before the job, one before its only try.
    assert_eq!(found, [Some(12_000), Some(14_000)]);
}

#[test]
fn known_ends_of_sleeps_are_kept() {
    let ends = [at(11_040), at(12_050), at(19_000)];
    let found = starts(4, &THREE[..2], RULES, [&[], &PASSES, &ends]);
    // No end is known near 13.05 and 14.05 s.
    assert_eq!(found, [Some(12_050), Some(14_050)]);
}

#[test]
fn a_submission_ends_a_pass_with_its_sleep_unless_it_goes_on() {
    let passes = [&[], &PASSES[..], &[]];
    // The second and the third job are left to the pass at 20 s.
    let found = starts(4, &THREE, RULES, passes);
    assert_eq!(found, [Some(12_000), Some(22_000), Some(24_000)]);
    // The third job alone is left to it.
    let found = starts(4, &THREE, GOES_ON, passes);
    assert_eq!(found, [Some(12_000), Some(14_000), Some(22_000)]);
}

#[test]
fn a_change_in_the_second_of_the_last_one_is_not_seen() {
    let mut jobs = THREE;
    // The first start was at 12 s.
    jobs[2].submit = at(12_500);
    let found = starts(4, &jobs, RULES, [&[], &PASSES, &[]]);
    assert_eq!(found, [Some(12_000), Some(14_000), Some(22_000)]);
}

#[test]
fn a_main_pass_is_a_change_whether_it_starts_jobs_or_not() {
    // The second job finds no room, so that a main pass at 2.5 s starts nothing.
    let jobs = [
        job(Time::ZERO, 100, 3),
        job(at(100), 100, 2),
        job(at(200), 10, 1),
    ];
    let backfill = [at(1_300), at(10_000), at(200_000)];
    let found = |main: &[Time]| starts(4, &jobs, RULES, [main, &backfill, &[]]);
    // Two sleeps for the second job, which is planned, and two for the third.
    assert_eq!(found(&[at(50)]), [Some(50), Some(202_000), Some(5_300)]);
    // The pass ends with the sleep in which the main pass runs.
    let found = found(&[at(50), at(2_500)]);
    assert_eq!(found, [Some(50), Some(202_000), Some(14_000)]);
}

#[test]
fn a_pass_ends_once_it_has_lasted_for_long_enough() {
    let rules = YieldRules {
        longest: Duration::from_seconds(3),
        ..RULES
    };
    // At 13 s it has lasted for 3 s: the second job is not tried.
    let found = starts(4, &THREE[..2], rules, [&[], &PASSES, &[]]);
    assert_eq!(found, [Some(12_000), Some(22_000)]);
}

#[test]
fn nodes_given_back_in_a_pass_are_left_to_the_next() {
    // The first job ends at 11 s, before the second is tried at 12 s.
    let jobs = [job(Time::ZERO, 11, 1), job(at(1_000), 10, 1)];
    for rules in [RULES, GOES_ON] {
        let found = starts(1, &jobs, rules, [&[Time::ZERO], &PASSES, &[]]);
        assert_eq!(found, [Some(0), Some(22_000)]);
    }
}

/// A pass works for 100 ms before it sleeps, and each try takes 40 ms.
const WORKING: YieldRules = YieldRules {
    work: Duration(100_000_000),
    test: Duration(40_000_000),
    ..RULES
};

/// Four jobs that fit at once, of which each is tried once.
const FOUR: [JobSpec; 4] = [job(Time::ZERO, 100, 1); 4];

#[test]
fn a_pass_sleeps_once_it_has_worked_for_long_enough() {
    let passes = [&[], &PASSES[..], &[]];
    // After three tries it has worked for 120 ms, which is enough; it sleeps from 10.12 s on.
    let found = starts(8, &FOUR, WORKING, passes);
    assert_eq!(
        found,
        [Some(10_000), Some(10_000), Some(10_000), Some(11_120)]
    );
    // It never is, if tries take no time.
    let idle = YieldRules {
        test: Duration::ZERO,
        ..WORKING
    };
    assert_eq!(starts(8, &FOUR, idle, passes), [Some(10_000); 4]);
}

#[test]
fn a_pass_that_works_ends_with_the_sleep_in_which_something_changes() {
    let passes = [&[], &PASSES[..], &[]];
    let mut jobs = [FOUR[0]; 5];
    // The second of the starts is over; it sleeps from 10.12 to 11.12 s.
    jobs[4].submit = at(11_050);
    let found = starts(8, &jobs, WORKING, passes);
    assert_eq!(found[2..], [Some(10_000), Some(20_000), Some(20_000)]);
    let goes_on = YieldRules {
        goes_on: true,
        ..WORKING
    };
    let found = starts(8, &jobs, goes_on, passes);
    assert_eq!(found[2..], [Some(10_000), Some(11_120), Some(20_000)]);
}

#[test]
fn work_counts_for_how_long_a_pass_lasts() {
    let rules = YieldRules {
        work: Duration::from_seconds(10),
        test: Duration(600_000_000),
        longest: Duration::from_seconds(1),
        ..RULES
    };
    // By the clock nothing is over after 0.6 s, and a second after 1.2 s.
    let found = starts(8, &FOUR, rules, [&[], &PASSES, &[]]);
    assert_eq!(
        found,
        [Some(10_000), Some(10_000), Some(20_000), Some(20_000)]
    );
}

/// Passes by themselves: a backfill pass begins 30 s after the end of the last, and main passes are made
/// for submissions alone.
fn by_themselves(jobs: &[JobSpec], rules: YieldRules) -> Vec<u64> {
    let ticks = PassTimes::Free {
        seed: 1,
        delays: Delays {
            pass: &[Duration::ZERO],
            ..Delays::default()
        },
        first: None,
    };
    let pace = PassIntervals {
        full: Duration::from_seconds(1_000_000),
        ..PACE
    };
    let found = run((5, jobs), rules, (ticks, pace), &[]);
    found.into_iter().map(Option::unwrap).collect()
}

/// Three of five nodes are in use, the next job wants all, and others may pass it.
const PASSING: [JobSpec; 4] = [
    job(Time::ZERO, 1000, 3),
    job(Time::ZERO, 1000, 5),
    job(Time::ZERO, 300, 1),
    job(Time::ZERO, 300, 1),
];

#[test]
fn the_next_pass_begins_an_interval_after_the_sleep_with_which_one_ends() {
    let rules = YieldRules {
        sleep: Duration::from_seconds(4),
        longest: Duration::from_seconds(1_000),
        ..RULES
    };
    let three = &PASSING[..3];
    // Two sleeps before the plan of the second job, and two before the start of the third.
    let begin = by_themselves(three, rules)[2] - 16_000;
    assert!(begin > 5_000, "main passes would be changes: {begin}");
    // In the first sleep comes a job.
    let late = job(at(begin + 1_500), 1000, 5);
    let four = [three, &[late]].concat();
    assert_eq!(
        by_themselves(&four, rules)[2],
        begin + 4_000 + 30_000 + 16_000
    );
}

#[test]
fn the_next_pass_begins_an_interval_after_the_work_of_one_that_ends() {
    let rules = YieldRules {
        work: Duration::from_seconds(3),
        test: Duration::from_seconds(2),
        sleep: Duration::from_seconds(4),
        longest: Duration::from_seconds(1_000),
        goes_on: false,
    };
    // After two tries the pass has worked for four seconds, and sleeps for four.
    let found = by_themselves(&PASSING, rules);
    let begin = found[2];
    assert_eq!(found[3], begin + 8_000);
    // A job comes in that sleep.
    let late = job(at(begin + 5_500), 1000, 5);
    let five = [&PASSING[..], &[late]].concat();
    assert_eq!(by_themselves(&five, rules)[3], begin + 8_000 + 30_000);
    // It has lasted too long after the second try, which ends it after four seconds of work.
    let short = YieldRules {
        longest: Duration::from_seconds(3),
        ..rules
    };
    assert_eq!(
        by_themselves(&PASSING, short)[2..],
        [begin, begin + 4_000 + 30_000]
    );
}

/// A main pass that comes as a backfill pass works waits until that sleeps, or ends.
#[test]
fn a_main_pass_waits_for_a_backfill_pass_at_work() {
    let at_once = YieldRules {
        work: Duration::from_seconds(1_000),
        longest: Duration::from_seconds(1_000),
        ..RULES
    };
    let probe = by_themselves(&PASSING[..3], at_once);
    let (first, begin) = (probe[0], probe[2]);
    // The first job ends a second after the beginning of the pass, and all its nodes are wanted then.
    let mut jobs = PASSING;
    jobs[0].runtime = Duration(1_000_000 * (begin + 1_000 - first));
    for job in &mut jobs[1..] {
        job.nodes = 5;
    }
    let started = |jobs: &[JobSpec], rules| by_themselves(jobs, rules)[1];
    // The background loop runs every second.
    let without_work = started(&jobs, at_once);
    assert!((begin + 1_000..=begin + 2_100).contains(&without_work));
    // After two tries the pass has worked for four seconds, and sleeps.
    let sleeping = YieldRules {
        work: Duration::from_seconds(3),
        test: Duration::from_seconds(2),
        sleep: Duration::from_seconds(4),
        ..at_once
    };
    assert_eq!(started(&jobs, sleeping), begin + 4_000);
    // It tries one job once, for five seconds, and ends.
    let ending = YieldRules {
        test: Duration::from_seconds(5),
        ..at_once
    };
    assert_eq!(started(&jobs[..2], ending), begin + 5_000);
}
