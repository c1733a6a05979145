//! Backfill passes of Slurm that yield, worked by hand.

use cosched_core::engine::Setup;
use cosched_core::policy::slurm::{
    BoxedPlanner, Grid, PassTimes, Planner, Selection, Slurm, YieldRules, Yields,
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
    let depth = looking(100);
    let grid = Grid {
        resolution: Duration::from_seconds(1),
        origin: Duration::ZERO,
        window: Duration::from_seconds(86_400),
    };
    let mut buffers = BoxedPlanner::new(nodes, 100);
    let planner = Planner::new(nodes, 100, grid, Selection::Linear, buffers.as_buffers());
    let (mut list, mut sets) = (vec![0; nodes as usize], [0; 2]);
    let ticks = PassTimes::At {
        main,
        backfill,
        clearing: &[],
    };
    let yields = Yields::new(nodes, rules, &mut sets).unwrap();
    let policy = Slurm::new(planner.unwrap(), depth, ticks, PACE, &mut list).unwrap();
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
