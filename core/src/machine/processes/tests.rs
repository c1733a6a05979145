//! The rule of barriers by hand and step by step.

extern crate std;
use super::*;
use crate::random::Random;
use std::vec;
use std::vec::Vec;

fn run_whole(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    time: Duration,
) -> ServiceUse {
    let progress = &mut Progress {
        done: progress,
        parts: &mut [],
    };
    run(progress, work, grain, served, time)
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_seconds(seconds)
}

fn full(places: &[u32]) -> Vec<ServedProcess> {
    places.iter().map(|&index| (index, Rate::FULL)).collect()
}

/// By hand: a process that fills gaps alone may not pass the barrier its neighbour has not
/// reached.
/// barrier its neighbour has not reached.
#[test]
fn a_filler_waits_at_the_barrier() {
    let mut progress = [Duration::ZERO; 2];
    let grain = Grain::Every(seconds(1));
    let expected = [[0, 1], [1, 1], [1, 2], [2, 2], [2, 3], [3, 3]];
    for (quantum, expected) in expected.into_iter().enumerate() {
        let served = if quantum % 2 == 0 {
            full(&[1])
        } else {
            full(&[0, 1])
        };
        let ran = run_whole(&mut progress, seconds(3), grain, &served, seconds(1));
        assert_eq!(progress, expected.map(seconds), "{quantum}");
        assert_eq!(ran.useful, 1_000_000_000);
        assert_eq!(ran.done, (quantum == 5).then_some(seconds(1)));
    }
}

#[test]
fn without_grain_all_run_or_none() {
    let mut progress = [seconds(0), seconds(2), seconds(1)];
    let mut serve = |places: &[u32]| {
        let ran = run_whole(
            &mut progress,
            seconds(2),
            Grain::Lockstep,
            &full(places),
            seconds(1),
        );
        (ran, progress)
    };
    assert_eq!(serve(&[0]).1, [0, 2, 1].map(seconds));
    // The second is done and need not run.
    assert_eq!(serve(&[0, 2]).1, [1, 2, 2].map(seconds));
    let (ran, progress) = serve(&[0]);
    assert_eq!((ran.done, progress), (Some(seconds(1)), [seconds(2); 3]));
}

/// At half the rate, 3 s of work between barriers take 6 s.
#[test]
fn the_slowest_sets_the_pace() {
    let mut progress = [Duration::ZERO; 2];
    let served = [(0, Rate::FULL), (1, Rate::new(1, 2))];
    let grain = Grain::Every(seconds(3));
    let ran = run_whole(&mut progress, seconds(9), grain, &served, seconds(13));
    assert_eq!(progress, [seconds(7), Duration(6_500_000_000)]);
    assert_eq!(ran.done, None);
    let ran = run_whole(&mut progress, seconds(9), grain, &served, seconds(10));
    assert_eq!(ran.done, Some(seconds(5)));
}

/// Nanosecond by nanosecond, as the rule is written.
fn slowly(
    progress: &mut [u64],
    work: u64,
    grain: Grain,
    served: &[u32],
    time: u64,
    spun: &mut u64,
) -> Option<u64> {
    let mut ended = None;
    for passed in 0..time {
        let least = progress.iter().copied().min()?;
        let barrier = match grain {
            Grain::Every(grain) => work.min((least / grain.0 + 1) * grain.0),
            _ => work,
        };
        let unfinished = (0..).zip(&*progress).filter(|(_, done)| **done < work);
        let all = unfinished
            .map(|(index, _)| index)
            .all(|index: u32| served.contains(&index));
        let stuck = grain == Grain::Lockstep && !all;
        for &index in served {
            let done = &mut progress[index as usize];
            let moves = *done < barrier && !stuck;
            *spun += u64::from(!moves && *done < work);
            *done += u64::from(moves);
        }
        if ended.is_none() && progress.iter().all(|done| *done == work) {
            ended = Some(passed + 1);
        }
    }
    ended
}

#[test]
fn the_rule_step_by_step_gives_the_same() {
    let mut random = Random::new(3, 0);
    for _ in 0..3000 {
        let count = 1 + random.below(5) as usize;
        let work = 1 + random.below(30);
        let grain = match random.below(3) {
            0 => Grain::Lockstep,
            1 => Grain::Every(Duration(1 + random.below(9))),
            _ => Grain::Independent,
        };
        let mut fast = vec![Duration::ZERO; count];
        let mut slow = vec![0; count];
        for _ in 0..12 {
            let served: Vec<u32> = (0..count as u32).filter(|_| random.below(3) > 0).collect();
            let time = random.below(12);
            let was_done = slow.iter().all(|done| *done == work);
            let before: u64 = slow.iter().sum();
            let ran = run_whole(
                &mut fast,
                Duration(work),
                grain,
                &full(&served),
                Duration(time),
            );
            let mut spun = 0;
            let done = slowly(&mut slow, work, grain, &served, time, &mut spun);
            assert!(fast.iter().map(|done| done.0).eq(slow.iter().copied()));
            assert_eq!(ran.useful, u128::from(slow.iter().sum::<u64>() - before));
            assert_eq!(ran.spinning, u128::from(spun));
            if !was_done {
                assert_eq!(ran.done.map(|done| done.0), done);
            }
        }
    }
}

/// At rates of one the results with and without fractions are equal.
#[test]
fn in_parts_the_rule_is_the_same() {
    let mut random = Random::new(4, 0);
    for _ in 0..3000 {
        let count = 1 + random.below(5) as usize;
        let work = Duration(1 + random.below(60));
        let grain = match random.below(3) {
            0 => Grain::Lockstep,
            1 => Grain::Every(Duration(1 + random.below(9))),
            _ => Grain::Independent,
        };
        let (mut whole, mut done) = (vec![Duration::ZERO; count], vec![Duration::ZERO; count]);
        let mut parts = vec![Fraction::NONE; count];
        for _ in 0..12 {
            let served: Vec<u32> = (0..count as u32).filter(|_| random.below(3) > 0).collect();
            let (served, time) = (full(&served), Duration(random.below(12)));
            let expected = run_whole(&mut whole, work, grain, &served, time);
            let mut progress = Progress {
                done: &mut done,
                parts: &mut parts,
            };
            let ran = fractional::run(&mut progress, work, grain, &served, time);
            assert_eq!((ran, &done), (expected, &whole));
        }
    }
}

/// 0.7 s of work with a barrier every 10 ns at a rate of 7/10 take a second.
#[test]
fn barriers_do_not_round() {
    let (mut done, mut parts) = ([Duration::ZERO], [Fraction::NONE]);
    let progress = &mut Progress {
        done: &mut done,
        parts: &mut parts,
    };
    for grain in [10, 30, 125_000_000] {
        progress.fill(Duration::ZERO);
        let grain = Grain::Every(Duration(grain));
        let served = [(0, Rate::new(7, 10))];
        let ran = run(progress, Duration(700_000_000), grain, &served, seconds(1));
        assert_eq!(ran.done, Some(seconds(1)), "{grain:?}");
    }
}
