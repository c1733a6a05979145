//! Processes of a parallel job that wait for one another at barriers.
//!
//! The process model in which gang scheduling, flexible coscheduling and Agile
//! are compared: every process of a job needs the same processor time, and
//! between two barriers each may run on its own; none passes a barrier that
//! another has not reached. A process that has processor time but must wait for
//! another spins: the time is lost.

use crate::rate::Rate;
use crate::time::Duration;
use crate::workload::Grain;

/// What came of a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// Processor time that moved processes, summed over them.
    pub useful: u128,
    /// Processor time in which processes waited for others, summed over them;
    /// what a process has after it is done is neither.
    pub spun: u128,
    /// Barriers that all processes passed; of processes that must run at once,
    /// the nanoseconds for which they did.
    pub barriers: u64,
    /// What the least advanced process has done by then.
    pub least: Duration,
    /// When, within the stretch, the last process was done; nothing if it was not.
    pub done: Option<Duration>,
}

/// Processes that have processor time in a stretch of time: a place and a rate each.
pub type Served = (u32, Rate);

/// Lets `time` pass for a job whose processes need `work` each and have done
/// `progress`; those in `served` (each at most once) have processor time.
pub fn run(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[Served],
    time: Duration,
) -> Ran {
    let full = |(_, rate): &Served| *rate == Rate::FULL;
    match grain {
        Grain::Independent => run_apart(progress, work, served, time),
        _ if served.len() == progress.len() && served.iter().all(full) && are_level(progress) => {
            run_level(progress, work, grain, time)
        }
        _ => run_by_barriers(progress, work, grain, served, time),
    }
}

/// The same for processes that never wait for one another.
fn run_apart(progress: &mut [Duration], work: Duration, served: &[Served], time: Duration) -> Ran {
    let (mut useful, mut last) = (0, Duration::ZERO);
    for &(place, rate) in served {
        let done = &mut progress[place as usize];
        let missing = Duration(work.0.saturating_sub(done.0));
        match rate.time_for(missing).filter(|needs| *needs <= time) {
            Some(needs) => {
                *done = work;
                last = last.max(needs);
                useful += u128::from(missing.0);
            }
            None => {
                let more = rate.work_in(time);
                *done = Duration(done.0.saturating_add(more.0));
                useful += u128::from(more.0);
            }
        }
    }
    let least = progress.iter().copied().min().unwrap_or(work);
    Ran {
        useful,
        least,
        done: (least >= work && useful > 0).then_some(last),
        ..Ran::default()
    }
}

/// Whether all are equally far.
fn are_level(progress: &[Duration]) -> bool {
    progress.windows(2).all(|pair| pair[0] == pair[1])
}

/// The same for processes that are equally far and all run.
fn run_level(progress: &mut [Duration], work: Duration, grain: Grain, time: Duration) -> Ran {
    let at = progress.first().copied().unwrap_or(work);
    let missing = Duration(work.0.saturating_sub(at.0));
    let passed = barriers(progress, work, grain);
    let least = Duration(at.0 + missing.min(time).0);
    progress.fill(least);
    Ran {
        useful: u128::from(missing.min(time).0) * progress.len() as u128,
        spun: 0,
        barriers: barriers(progress, work, grain) - passed,
        least,
        done: (missing > Duration::ZERO && missing <= time).then_some(missing),
    }
}

/// The same from barrier to barrier.
fn run_by_barriers(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[Served],
    time: Duration,
) -> Ran {
    let before: u128 = sum(progress);
    let passed = barriers(progress, work, grain);
    let mut left = time;
    // What processes have after they are done.
    let mut over = 0;
    while let Some(barrier) = next_barrier(progress, work, grain) {
        let behind = progress.iter().filter(|done| **done < barrier).count();
        let mut slowest = Duration::ZERO;
        let mut served_behind = 0;
        for (_, needs) in lagging(progress, served, barrier) {
            slowest = slowest.max(needs);
            served_behind += 1;
        }
        let all_move = served_behind == behind;
        if grain == Grain::Lockstep && !all_move {
            break;
        }
        if barrier == work {
            over += after_done(progress, served, work, left);
        }
        if !all_move || slowest > left {
            for &(place, rate) in served {
                let done = &mut progress[place as usize];
                let further = Duration(done.0.saturating_add(rate.work_in(left).0));
                *done = (*done).max(further.min(barrier));
            }
            break;
        }
        for &(place, _) in served {
            let done = &mut progress[place as usize];
            *done = (*done).max(barrier);
        }
        left = Duration(left.0 - slowest.0);
        left = skip(progress, work, grain, served, left);
    }
    let done = next_barrier(progress, work, grain).is_none();
    let useful = sum(progress) - before;
    let given = served.iter().map(|(_, rate)| rate.work_in(time).0);
    let given: u128 = given.map(u128::from).sum();
    if before == u128::from(work.0) * progress.len() as u128 {
        over = given;
    }
    Ran {
        useful,
        spun: given.saturating_sub(useful + over),
        barriers: barriers(progress, work, grain) - passed,
        least: progress.iter().copied().min().unwrap_or(work),
        done: (done && before < u128::from(work.0) * progress.len() as u128)
            .then_some(Duration(time.0 - left.0)),
    }
}

fn sum(progress: &[Duration]) -> u128 {
    progress.iter().map(|done| u128::from(done.0)).sum()
}

/// Barriers that all have passed.
fn barriers(progress: &[Duration], work: Duration, grain: Grain) -> u64 {
    let least = progress.iter().copied().min().unwrap_or(work);
    match grain {
        Grain::Lockstep => least.0,
        Grain::Every(grain) => least.0 / grain.0.max(1),
        Grain::Independent => 0,
    }
}

/// Processor time within `left` that `served` processes have after they are
/// done, if each runs on to the end of its work.
fn after_done(progress: &[Duration], served: &[Served], work: Duration, left: Duration) -> u128 {
    let rest = |&(place, rate): &Served| {
        let missing = Duration(work.0 - progress[place as usize].0);
        let needs = rate.time_for(missing)?;
        Some(u128::from(
            rate.work_in(Duration(left.0.saturating_sub(needs.0))).0,
        ))
    };
    served.iter().filter_map(rest).sum()
}

/// The processor time that no process may pass yet; nothing if all are done.
fn next_barrier(progress: &[Duration], work: Duration, grain: Grain) -> Option<Duration> {
    let least = progress
        .iter()
        .copied()
        .min()
        .filter(|least| *least < work)?;
    Some(match grain {
        Grain::Every(grain) if grain > Duration::ZERO => {
            let passed = least.0 / grain.0;
            work.min(Duration((passed + 1).saturating_mul(grain.0)))
        }
        _ => work,
    })
}

/// Served processes that have not reached `barrier`, and how long they need.
fn lagging<'p>(
    progress: &'p [Duration],
    served: &'p [Served],
    barrier: Duration,
) -> impl Iterator<Item = (u32, Duration)> + 'p {
    served.iter().filter_map(move |&(place, rate)| {
        let done = progress[place as usize];
        let missing = Duration(barrier.0.saturating_sub(done.0));
        let needs = rate.time_for(missing)?;
        (missing > Duration::ZERO).then_some((place, needs))
    })
}

/// From a barrier that all have reached, with all of them served, passes as many
/// whole grains at once as `left` allows; what is then left.
fn skip(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[Served],
    left: Duration,
) -> Duration {
    let Grain::Every(grain) = grain else {
        return left;
    };
    let at = progress.first().copied().unwrap_or_default();
    let together = progress.iter().all(|done| *done == at);
    if !together || served.len() < progress.len() || at.0 % grain.0.max(1) != 0 {
        return left;
    }
    let mut times = served.iter().map(|(_, rate)| rate.time_for(grain));
    let slowest = times.try_fold(Duration(1), |slowest, time| Some(slowest.max(time?)));
    let Some(slowest) = slowest else {
        return left;
    };
    // Not the last grain, in which the faster are done sooner.
    let grains = work.0.saturating_sub(at.0 + 1) / grain.0.max(1);
    let whole = (left.0 / slowest.0).min(grains);
    progress.fill(Duration(at.0 + whole * grain.0));
    Duration(left.0 - whole * slowest.0)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::random::Random;
    use std::vec;
    use std::vec::Vec;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_seconds(seconds)
    }

    fn full(places: &[u32]) -> Vec<Served> {
        places.iter().map(|&place| (place, Rate::FULL)).collect()
    }

    /// Specification 3.7, F2: a process that fills gaps alone may not pass the
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
            let ran = run(&mut progress, seconds(3), grain, &served, seconds(1));
            assert_eq!(progress, expected.map(seconds), "{quantum}");
            assert_eq!(ran.useful, 1_000_000_000);
            assert_eq!(ran.done, (quantum == 5).then_some(seconds(1)));
        }
    }

    #[test]
    fn without_grain_all_run_or_none() {
        let mut progress = [seconds(0), seconds(2), seconds(1)];
        let mut serve = |places: &[u32]| {
            let ran = run(
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
        let ran = run(&mut progress, seconds(9), grain, &served, seconds(13));
        assert_eq!(progress, [seconds(7), Duration(6_500_000_000)]);
        assert_eq!(ran.done, None);
        let ran = run(&mut progress, seconds(9), grain, &served, seconds(10));
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
                .map(|(place, _)| place)
                .all(|place: u32| served.contains(&place));
            let stuck = grain == Grain::Lockstep && !all;
            for &place in served {
                let done = &mut progress[place as usize];
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
                let ran = run(
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
                assert_eq!(ran.spun, u128::from(spun));
                if !was_done {
                    assert_eq!(ran.done.map(|done| done.0), done);
                }
            }
        }
    }
}
