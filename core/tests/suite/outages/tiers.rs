//! Nodes out of service under the policies that have moldable jobs on two tiers: by hand, and any.

use cosched_core::engine::Setup;
use cosched_core::machine::{Change, Interrupted, Outages};
use cosched_core::policy::moldable::Rule;
use cosched_core::random::Random;
use cosched_core::workload::{Checkpoint, MoldSpec, Share, Speedup, Work};
use cosched_core::{Duration, JobSpec, Metrics, Time};

use super::tier_guard::TierGuard;
use super::{at, change, draw, maintenance};
use crate::moldable::simulate_setup;
use crate::watch::NODES;

const ADASA: Rule = Rule::Adasa { expand: false };
const LINEAR: &[f64] = &[1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.];
const CURVE: &[f64] = &[1., 1.7, 2.2, 2.6, 2.9, 3., 3., 3., 3., 3., 3., 3.];

/// A job with `work` in seconds on one processor, with a linear speed-up, that uses `share`
/// of each. It is submitted when the [`JobSpec`] beside it is.
fn mold(work: u64, size: u32, deadline: Time, share: f64) -> MoldSpec<'static> {
    MoldSpec {
        work: Work::alone(Duration::from_seconds(work)),
        speedup: Speedup::Table(LINEAR),
        size,
        deadline,
        utilisation: Some(Share::of(share)),
    }
}

fn specs(submits: &[u64], molds: &[MoldSpec<'_>]) -> Vec<JobSpec> {
    let each = submits.iter().zip(molds);
    let spec = |(&submit, mold): (&u64, &MoldSpec<'_>)| {
        JobSpec::exact(at(submit), mold.time(mold.size).round_up(), mold.size)
    };
    each.map(spec).collect()
}

/// Last start and end of a job, in seconds, and its last size; `None` if it was refused.
type StartEndSize = Option<(u64, u64, u32)>;

fn run(
    (submits, molds): (&[u64], &[MoldSpec<'_>]),
    nodes: u32,
    outages: Outages<'_>,
    (rule, hard): (Rule, bool),
) -> (Vec<StartEndSize>, Metrics) {
    let specs = specs(submits, molds);
    let setup = Setup::cluster(&specs, nodes)
        .with_molds(molds)
        .with_kill_at_estimate(false)
        .with_outages(outages);
    let (mut guard, mut metrics) = (TierGuard::new(setup), Metrics::new());
    let ran = simulate_setup(setup, rule, hard, &mut (&mut guard, &mut metrics));
    let seconds = |nanoseconds: u64| nanoseconds / 1_000_000_000;
    let ran = ran
        .into_iter()
        .map(|end| end.map(|(start, end, size)| (seconds(start), seconds(end), size)));
    (ran.collect(), metrics)
}

/// Two processors, of which every job uses half. A (both, 10 s) starts at 0, B (one, 6 s)
/// at 1 in the background of processor 0. That fails at 4: both have to start again, 4 s on
/// two and 3 s on one are lost. A needs both, at an unknown time: B passes it, now in the
/// foreground of processor 1, from 4 to 10. Processor 0 is up at 20, and A starts.
#[test]
fn both_tiers_of_a_processor_that_fails_are_left() {
    let molds = [mold(20, 2, Time::MAX, 0.5), mold(6, 1, Time::MAX, 0.5)];
    let changes = [change(4, 0, 1, Change::Down), change(20, 0, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let (ran, metrics) = run((&[0, 1], &molds), 2, outages, (Rule::Kceasy, false));
    assert_eq!(ran, [Some((20, 30, 2)), Some((4, 10, 1))]);
    assert_eq!((metrics.requeues, metrics.lost_work), (2, 11_000_000_000));
    // Up in the same instant: both had to leave all the same, and start again at once.
    let changes = [change(4, 0, 1, Change::Down), change(4, 0, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let (ran, metrics) = run((&[0, 1], &molds), 2, outages, (Rule::Kceasy, false));
    assert_eq!(ran, [Some((4, 14, 2)), Some((4, 10, 1))]);
    assert_eq!((metrics.requeues, metrics.lost_work), (2, 11_000_000_000));
    // Drained instead, it keeps both jobs to their ends, at 10 and 7; a third (one, 3 s)
    // that comes at 11 starts on the other.
    let molds = [molds[0], molds[1], mold(3, 1, Time::MAX, 1.0)];
    let changes = [change(4, 0, 1, Change::Drain), change(12, 0, 1, Change::Up)];
    let outages = Outages {
        changes: &changes,
        ..Outages::NONE
    };
    let (ran, metrics) = run((&[0, 1, 11], &molds), 2, outages, (Rule::Kceasy, false));
    assert_eq!(ran, [(0, 10, 2), (1, 7, 1), (11, 14, 1)].map(Some));
    assert_eq!(metrics.requeues, 0);
}

/// Two processors, of which 0 is in maintenance from 10 to 20; jobs use all of one each.
///
/// A (12 s, at 0) would run into it, so it gets processor 1. B (10 s, at 0) ends on 0 just
/// when it begins. C (5 s, at 8) finds both foregrounds busy, and waits in the background
/// of 1, where it could end in time, but there is nothing left for it; at 12, when A ends,
/// it is promoted in place, and ends at 17.
#[test]
fn maintenance_is_a_wall_for_both_tiers() {
    let molds = [12, 10, 5].map(|work| mold(work, 1, Time::MAX, 1.0));
    let windows = [maintenance(10, 20, 0, 1)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    let expected = [(0, 12, 1), (0, 10, 1), (8, 17, 1)].map(Some);
    let (ran, metrics) = run((&[0, 0, 8], &molds), 2, outages, (Rule::Kceasy, false));
    assert_eq!(ran, expected);
    assert_eq!((metrics.requeues, metrics.lost_work), (0, 0));
}

/// Four processors, of which 2 and 3 are in maintenance from 4 to 100. Two jobs of 12 s of
/// work, with deadlines of 6 and 12.
///
/// The first gets its least size at once: 2 processors, 0 and 1, to 6. The second fits in
/// time nowhere sooner than behind it: on 2 and 3 it would end at 6. So 2 processors from
/// 6 to 12. Until then it is in the background: at first of all four, on which 3 s would
/// be in time for maintenance, were it not for the first job, which uses all of two; it is
/// interrupted at 4 with nothing done. Then of 0 and 1, where it is promoted at 6.
#[test]
fn the_least_size_is_found_around_maintenance() {
    let molds = [6, 12].map(|deadline| mold(12, 1, at(deadline), 1.0));
    let windows = [maintenance(4, 100, 2, 2)];
    let outages = Outages {
        maintenance: &windows,
        ..Outages::NONE
    };
    for hard in [false, true] {
        let (ran, metrics) = run((&[0, 0], &molds), 4, outages, (ADASA, hard));
        assert_eq!(ran, [Some((0, 6, 2)), Some((4, 12, 2))], "hard: {hard}");
        assert_eq!((metrics.requeues, metrics.lost_work), (1, 0));
    }
    // With a deadline of 8, it could be in time without the maintenance: it is refused.
    let molds = [6, 8].map(|deadline| mold(12, 1, at(deadline), 1.0));
    let (ran, _) = run((&[0, 0], &molds), 4, outages, (ADASA, true));
    assert_eq!(ran, [Some((0, 6, 2)), None]);
    let (ran, _) = run((&[0, 0], &molds), 4, Outages::NONE, (ADASA, true));
    assert_eq!(ran, [Some((0, 6, 2)), Some((0, 6, 2))]);
}

/// A job of 10 s with a deadline of 15 is interrupted at 4. On another processor it would
/// end at 14: it goes on. At 6 it would end at 16, and without a processor at an unknown
/// time: it is refused, even if it starts again under deadlines that are only counted.
#[test]
fn an_interrupted_job_that_would_be_late_is_refused() {
    let molds = [mold(10, 1, at(15), 1.0)];
    let failing = |when: u64| {
        [
            change(when, 0, 1, Change::Down),
            change(20, 0, 1, Change::Up),
        ]
    };
    for (nodes, when, hard, expected) in [
        (2, 4, true, Some((4, 14, 1))),
        (2, 6, true, None),
        (2, 6, false, Some((6, 16, 1))),
        (1, 4, true, None),
        (1, 4, false, Some((20, 30, 1))),
    ] {
        let changes = failing(when);
        let outages = Outages {
            changes: &changes,
            ..Outages::NONE
        };
        for rule in [Rule::Kceasy, Rule::Fair, Rule::Parallel, ADASA] {
            // By the least size, and where all that are of use are given, it is faster.
            let molds = molds.map(|mold| MoldSpec {
                speedup: Speedup::Table(&[1.0]),
                ..mold
            });
            let (ran, _) = run((&[0], &molds), nodes, outages, (rule, hard));
            assert_eq!(ran, [expected], "{nodes} nodes, {when} s, {rule:?}");
        }
    }
}

/// Four processors. A job of 24 s of work, with a deadline of 12, gets 2. At 7 the first of
/// them fails; of its 7 s it keeps 6, half of all, as it writes a checkpoint every 2 s. The
/// other half, 12 s, is to be done in 5: that takes 3 processors, and 4 s.
#[test]
fn a_job_is_taken_up_at_another_size() {
    let molds = [mold(24, 1, at(12), 1.0)];
    let changes = [change(7, 0, 1, Change::Down)];
    let outages = Outages {
        changes: &changes,
        interrupted: Interrupted::TakenUp,
        checkpoints: &[Checkpoint {
            interval: Duration::from_seconds(2),
            cost: Duration::ZERO,
        }],
        ..Outages::NONE
    };
    let (ran, metrics) = run((&[0], &molds), 4, outages, (ADASA, true));
    assert_eq!(ran, [Some((7, 11, 3))]);
    assert_eq!((metrics.requeues, metrics.lost_work), (1, 2_000_000_000));
    let again = Outages {
        interrupted: Interrupted::Requeued,
        ..outages
    };
    // With nothing kept 24 s in 5 are too many for three, which take 8.
    let (ran, metrics) = run((&[0], &molds), 4, again, (ADASA, false));
    assert_eq!(ran, [Some((7, 15, 3))]);
    assert_eq!(metrics.lost_work, 14_000_000_000);
}

#[test]
fn no_job_is_lost_on_two_tiers() {
    let rules = [
        Rule::Kceasy,
        Rule::Parallel,
        Rule::Fair,
        Rule::FairWeighted,
        ADASA,
        Rule::Adasa { expand: true },
    ];
    let (mut requeues, mut refused, mut lost) = (0, 0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed, 92);
        let drawn = draw(&mut random);
        let (mut submits, mut molds, mut submit) = (Vec::new(), Vec::new(), 0);
        for _ in 0..40 {
            submit += random.below(8);
            let size = 1 + random.below(u64::from(NODES)) as u32 / 2;
            let table = [LINEAR, CURVE][random.below(2) as usize];
            let mut spec = mold(
                1 + random.below(60),
                size,
                Time::MAX,
                [0.25, 0.5, 1.0][random.below(3) as usize],
            );
            spec.speedup = Speedup::Table(table);
            if random.below(2) == 0 {
                spec.deadline = at(submit + 5 + random.below(200));
            }
            submits.push(submit);
            molds.push(spec);
        }
        let specs = specs(&submits, &molds);
        let setup = Setup::cluster(&specs, NODES)
            .with_molds(&molds)
            .with_kill_at_estimate(false)
            .with_outages(drawn.outages());
        let hard = seed / 6 % 2 == 0;
        let rule = rules[seed as usize % rules.len()];
        let name = format!("seed {seed}, {rule:?}, hard: {hard}");
        let (mut guard, mut metrics) = (TierGuard::new(setup), Metrics::new());
        simulate_setup(setup, rule, hard, &mut (&mut guard, &mut metrics));
        assert_eq!(guard.submitted, 40, "{name}");
        assert_eq!(guard.submitted, guard.ended + guard.refused, "{name}");
        assert!(hard || guard.refused == 0, "{name}");
        assert_eq!(guard.waiting.len() + guard.running, 0, "{name}");
        assert_eq!(guard.requeues, metrics.requeues, "{name}");
        requeues += guard.requeues;
        refused += guard.refused;
        lost += metrics.lost_work;
    }
    assert!(requeues > 1_000 && lost > 0, "{requeues} requeues");
    assert!(refused > 500, "{refused} refused");
}
