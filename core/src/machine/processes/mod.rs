//! Processes of a parallel job that wait for one another at barriers.
//!
//! The process model in which gang scheduling, flexible coscheduling and Agile are
//! compared: every process of a job needs the same processor time, and between two barriers
//! each may run on its own; none passes a barrier that another has not reached. A process
//! that has processor time but must wait for another spins: the time is lost.

mod fractional;
#[cfg(test)]
mod tests;

use crate::exact::{Exact, Fraction};
use crate::units::rate::Rate;
use crate::units::time::Duration;
use crate::workload::Grain;

/// Use of a span of processor time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServiceUse {
    /// Processor time in which processes progressed, summed over them.
    pub useful: u128,
    /// Processor time in which processes waited for others, summed over them; time after
    /// the end of a process is in neither.
    pub spinning: u128,
    /// Number of barriers that all processes passed; of processes that must run at once,
    /// the nanoseconds for which they did.
    pub barriers: u64,
    /// Progress of the least advanced process by then.
    pub least: Duration,
    /// Time within the span when the last process was done; `None` if it was not.
    pub done: Option<Duration>,
}

/// A process with processor time: its index and rate.
pub type ServedProcess = (u32, Rate);

/// Progress of each process of a job.
#[derive(Debug)]
pub struct Progress<'p> {
    /// Rounded up to nanoseconds.
    pub done: &'p mut [Duration],
    /// Fractions by which each of these is too high; empty where all are whole, as when
    /// processes run at full rate only.
    pub parts: &'p mut [Fraction],
}

impl Progress<'_> {
    fn of(&self, index: usize) -> Exact {
        let part = self.parts.get(index).copied().unwrap_or(Fraction::NONE);
        Exact::with_fraction(self.done[index].0, part)
    }

    fn set(&mut self, index: usize, done: Exact) {
        self.done[index] = done.round_up();
        if let Some(part) = self.parts.get_mut(index) {
            *part = done.fraction();
        }
    }

    fn all(&self) -> impl Iterator<Item = Exact> + '_ {
        (0..self.done.len()).map(|index| self.of(index))
    }

    fn fill(&mut self, done: Duration) {
        self.done.fill(done);
        self.parts.fill(Fraction::NONE);
    }

    fn are_whole(&self) -> bool {
        self.parts.iter().all(|part| *part == Fraction::NONE)
    }

    /// Lists the processes that need more to have done `work`; returns their number.
    fn list_unfinished(&self, work: Duration, served: &mut [ServedProcess]) -> usize {
        let mut count = 0;
        for (index, done) in (0..).zip(self.all()) {
            if done < work.into() {
                served[count] = (index, Rate::FULL);
                count += 1;
            }
        }
        count
    }
}

/// Advances a job by `time`, whose processes need `work` each and have done `progress`;
/// those in `served` (each at most once) have processor time.
pub fn run(
    progress: &mut Progress<'_>,
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    time: Duration,
) -> ServiceUse {
    let all_full = served.iter().all(|(_, rate)| *rate == Rate::FULL);
    if !all_full || !progress.are_whole() {
        return fractional::run(progress, work, grain, served, time);
    }
    let progress = &mut *progress.done;
    match grain {
        Grain::Independent => run_apart(progress, work, served, time),
        _ if served.len() == progress.len() && all_full && are_level(progress) => {
            run_level(progress, work, grain, time)
        }
        _ => run_by_barriers(progress, work, grain, served, time),
    }
}

/// Runs all processes that are not done at full rate; returns their number. `served` has
/// room for all; they are listed there unless all are equally far.
pub fn run_all(
    progress: &mut Progress<'_>,
    work: Duration,
    grain: Grain,
    served: &mut [ServedProcess],
    time: Duration,
) -> (usize, ServiceUse) {
    if progress.are_whole() && are_level(progress.done) {
        let is_done = progress.done.first().is_none_or(|done| *done >= work);
        let count = if is_done { 0 } else { progress.done.len() };
        return (count, run_level(progress.done, work, grain, time));
    }
    let count = progress.list_unfinished(work, served);
    (count, run(progress, work, grain, &served[..count], time))
}

/// Runs processes without barriers at full rate.
fn run_apart(
    progress: &mut [Duration],
    work: Duration,
    served: &[ServedProcess],
    time: Duration,
) -> ServiceUse {
    let (mut useful, mut last) = (0, Duration::ZERO);
    for &(index, _) in served {
        let done = &mut progress[index as usize];
        let missing = Duration(work.0.saturating_sub(done.0));
        if missing <= time {
            last = last.max(missing);
        }
        let more = missing.min(time);
        *done = Duration(done.0 + more.0);
        useful += u128::from(more.0);
    }
    let least = least(progress, work);
    ServiceUse {
        useful,
        least,
        done: (least >= work && useful > 0).then_some(last),
        ..ServiceUse::default()
    }
}

/// Whether all have the same progress.
fn are_level(progress: &[Duration]) -> bool {
    progress.windows(2).all(|pair| pair[0] == pair[1])
}

/// Runs processes of equal progress, all of them served.
fn run_level(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    time: Duration,
) -> ServiceUse {
    let at = progress.first().copied().unwrap_or(work);
    let missing = Duration(work.0.saturating_sub(at.0));
    let least = Duration(at.0 + missing.min(time).0);
    progress.fill(least);
    ServiceUse {
        useful: u128::from(missing.min(time).0) * progress.len() as u128,
        spinning: 0,
        barriers: barriers(least, grain) - barriers(at, grain),
        least,
        done: (missing > Duration::ZERO && missing <= time).then_some(missing),
    }
}

/// Runs processes from barrier to barrier.
fn run_by_barriers(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
    time: Duration,
) -> ServiceUse {
    let before: u128 = sum(progress);
    let passed = barriers(least(progress, work), grain);
    let mut left = time;
    // Processor time of processes after they are done.
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
            for &(index, _) in served {
                let done = &mut progress[index as usize];
                let further = Duration(done.0.saturating_add(left.0));
                *done = (*done).max(further.min(barrier));
            }
            break;
        }
        for &(index, _) in served {
            let done = &mut progress[index as usize];
            *done = (*done).max(barrier);
        }
        left = Duration(left.0 - slowest.0);
        left = skip(progress, work, grain, served, left);
    }
    let done = next_barrier(progress, work, grain).is_none();
    let useful = sum(progress) - before;
    let given = u128::from(time.0) * served.len() as u128;
    if before == u128::from(work.0) * progress.len() as u128 {
        over = given;
    }
    let least = least(progress, work);
    ServiceUse {
        useful,
        spinning: given.saturating_sub(useful + over),
        barriers: barriers(least, grain) - passed,
        least,
        done: (done && before < u128::from(work.0) * progress.len() as u128)
            .then_some(Duration(time.0 - left.0)),
    }
}

fn sum(progress: &[Duration]) -> u128 {
    progress.iter().map(|done| u128::from(done.0)).sum()
}

/// Progress of the least advanced.
fn least(progress: &[Duration], work: Duration) -> Duration {
    progress.iter().copied().min().unwrap_or(work)
}

/// Number of barriers that all have passed, given the progress of the least advanced.
fn barriers(least: Duration, grain: Grain) -> u64 {
    match grain {
        Grain::Lockstep => least.0,
        Grain::Every(grain) => least.0 / grain.0.max(1),
        Grain::Independent => 0,
    }
}

/// Processor time within `left` that `served` processes have after they are done, if each
/// runs on to the end of its work.
fn after_done(
    progress: &[Duration],
    served: &[ServedProcess],
    work: Duration,
    left: Duration,
) -> u128 {
    let rest = |&(index, _): &ServedProcess| {
        let missing = work.0 - progress[index as usize].0;
        u128::from(left.0.saturating_sub(missing))
    };
    served.iter().map(rest).sum()
}

/// Processor time of the next barrier, which no process may pass yet; `None` if all are
/// done.
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

/// Served processes that have not reached `barrier`, each with the time it needs.
fn lagging<'p>(
    progress: &'p [Duration],
    served: &'p [ServedProcess],
    barrier: Duration,
) -> impl Iterator<Item = (u32, Duration)> + 'p {
    served.iter().filter_map(move |&(index, _)| {
        let missing = Duration(barrier.0.saturating_sub(progress[index as usize].0));
        (missing > Duration::ZERO).then_some((index, missing))
    })
}

/// Starting at a barrier that all have reached, with all of them served, skips as many
/// whole grains at once as `left` allows; returns the rest of `left`.
fn skip(
    progress: &mut [Duration],
    work: Duration,
    grain: Grain,
    served: &[ServedProcess],
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
    // Without the last grain: after its work processor time is useless.
    let grains = work.0.saturating_sub(at.0 + 1) / grain.0.max(1);
    let whole = (left.0 / grain.0.max(1)).min(grains);
    progress.fill(Duration(at.0 + whole * grain.0));
    Duration(left.0 - whole * grain.0)
}
