//! The rule of barriers where processes have parts of nodes, and so progress by fractions
//! of nanoseconds.

use super::{Progress, ServedProcess, ServiceUse};
use crate::exact::{Exact, Sum};
use crate::units::time::Duration;
use crate::workload::Grain;

/// [`super::run`] in exact numbers. The use of processor time is reported in whole
/// nanoseconds.
pub(super) fn run(
    progress: &mut Progress<'_>,
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    time: Duration,
) -> ServiceUse {
    let before = sum(progress);
    let passed = barriers(progress, work, grain);
    let was_done = progress.all().all(|done| done >= work.into());
    let (left, over) = match grain {
        Grain::Independent => run_apart(progress, work, served, time),
        _ => run_by_barriers(progress, work, grain, served, time),
    };
    let is_done = progress.all().all(|done| done >= work.into());
    let mut given = Sum::ZERO;
    for (_, rate) in served {
        given.add(Exact::from(time).work_at(*rate), 1);
    }
    let useful = sum(progress) - before;
    let over = if was_done { given } else { over };
    ServiceUse {
        useful,
        spinning: given
            .nanoseconds()
            .saturating_sub(useful + over.nanoseconds()),
        barriers: barriers(progress, work, grain) - passed,
        least: least(progress, work).round_down(),
        done: (is_done && !was_done).then(|| (Exact::from(time) - left).round_up()),
    }
}

/// Runs processes without barriers; returns the time left when the last is done, and the
/// processor time after processes were done.
fn run_apart(
    progress: &mut Progress<'_>,
    work: Duration,
    served: &[ServedProcess],
    time: Duration,
) -> (Exact, Sum) {
    let (mut last, mut over) = (Exact::ZERO, Sum::ZERO);
    for &(index, rate) in served {
        let done = progress.of(index as usize);
        let needs = (Exact::from(work) - done).time_at(rate);
        if needs <= time.into() {
            progress.set(index as usize, work.into());
            last = last.max(needs);
            over.add((Exact::from(time) - needs).work_at(rate), 1);
        } else {
            progress.set(index as usize, done + Exact::from(time).work_at(rate));
        }
    }
    (Exact::from(time) - last, over)
}

/// Runs processes from barrier to barrier.
fn run_by_barriers(
    progress: &mut Progress<'_>,
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    time: Duration,
) -> (Exact, Sum) {
    let (mut left, mut over) = (Exact::from(time), Sum::ZERO);
    while let Some(barrier) = next_barrier(progress, work, grain) {
        let behind = progress.all().filter(|done| *done < barrier).count();
        let (mut slowest, mut served_behind) = (Exact::ZERO, 0);
        for &(index, rate) in served {
            let missing = barrier - progress.of(index as usize);
            if missing > Exact::ZERO && !rate.is_stopped() {
                slowest = slowest.max(missing.time_at(rate));
                served_behind += 1;
            }
        }
        let all_move = served_behind == behind;
        if grain == Grain::Lockstep && !all_move {
            break;
        }
        if barrier == work.into() {
            for &(index, rate) in served {
                let needs = (barrier - progress.of(index as usize)).time_at(rate);
                over.add((left - needs).work_at(rate), 1);
            }
        }
        let reached = all_move && slowest <= left;
        for &(index, rate) in served {
            let done = progress.of(index as usize);
            let further = if reached {
                barrier
            } else {
                (done + left.work_at(rate)).min(barrier)
            };
            progress.set(index as usize, done.max(further));
        }
        if !reached {
            break;
        }
        left = skip(progress, work, grain, served, left - slowest);
    }
    (left, over)
}

/// Starting at a barrier that all have reached, with all of them served, skips as many
/// whole grains at once as `left` allows; returns the rest of `left`.
fn skip(
    progress: &mut Progress<'_>,
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    left: Exact,
) -> Exact {
    let Grain::Every(grain) = grain else {
        return left;
    };
    let at = progress.of(0);
    let together = progress.all().all(|done| done == at);
    let (down, grain) = (at.round_down().0, grain.0.max(1));
    if !together || served.len() < progress.done.len() || !at.is_whole() || down % grain != 0 {
        return left;
    }
    // As many as the slowest passes, except the last, in which the faster are done sooner.
    let most = work.0.saturating_sub(down + 1) / grain;
    let passed = served
        .iter()
        .map(|(_, rate)| left.work_at(*rate).round_down().0 / grain);
    let whole = passed.fold(most, u64::min);
    let further = Duration(whole * grain);
    progress.fill(Duration(down + further.0));
    let times = served
        .iter()
        .map(|(_, rate)| Exact::from(further).time_at(*rate));
    match whole {
        0 => left,
        _ => left - times.fold(Exact::ZERO, Exact::max),
    }
}

/// Processor time of the next barrier, which no process may pass yet; `None` if all are
/// done.
fn next_barrier(progress: &Progress<'_>, work: Duration, grain: Grain) -> Option<Exact> {
    let least = least(progress, work);
    if least >= work.into() {
        return None;
    }
    let barrier = match grain {
        Grain::Every(grain) if grain > Duration::ZERO => {
            let passed = least.round_down().0 / grain.0;
            work.min(Duration((passed + 1).saturating_mul(grain.0)))
        }
        _ => work,
    };
    Some(barrier.into())
}

fn least(progress: &Progress<'_>, work: Duration) -> Exact {
    progress.all().min().unwrap_or(work.into())
}

/// Number of barriers that all have passed.
fn barriers(progress: &Progress<'_>, work: Duration, grain: Grain) -> u64 {
    let least = least(progress, work).round_down().0;
    match grain {
        Grain::Lockstep => least,
        Grain::Every(grain) => least / grain.0.max(1),
        Grain::Independent => 0,
    }
}

fn sum(progress: &Progress<'_>) -> u128 {
    let mut sum = Sum::ZERO;
    progress.all().for_each(|done| sum.add(done, 1));
    sum.nanoseconds()
}
