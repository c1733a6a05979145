//! Longest paths through a workflow, from its beginning and to its end.

use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::Precedence;

/// Upward rank of each job: the time of it and the longest path of its successors, by
/// `times`. Topcuoglu, Hariri and Wu (HEFT), 2002, equation 8, without communication.
///
/// ```
/// use cosched_core::workload::Precedence;
/// use cosched_core::{Duration, JobId, workflow::upward_ranks};
/// // Job 0 (3 s) is followed by job 1 (5 s).
/// let predecessors = [JobId::new(0)];
/// let precedence = Precedence::new(&predecessors, &[0, 0, 1]);
/// let times = [3, 5].map(Duration::from_seconds);
/// let mut ranks = [Duration::ZERO; 2];
/// upward_ranks(&times, &precedence, &mut ranks);
/// assert_eq!(ranks, [8, 5].map(Duration::from_seconds));
/// ```
pub fn upward_ranks(times: &[Duration], precedence: &Precedence<'_>, ranks: &mut [Duration]) {
    ranks.copy_from_slice(times);
    // One pass is enough where jobs come after their predecessors, as they nearly always
    // do; no path is longer than the number of jobs.
    for _ in 0..times.len() {
        let mut changed = false;
        for job in (0..times.len()).rev() {
            for before in precedence.of(JobId::new(job)) {
                let through = times[before.index()].0.saturating_add(ranks[job].0);
                let rank = &mut ranks[before.index()];
                changed |= through > rank.0;
                *rank = Duration(rank.0.max(through));
            }
        }
        if !changed {
            return;
        }
    }
}

/// Earliest completion of each job, by `times`, if it enters the queue at `submits` or when
/// all its predecessors have completed.
pub fn earliest_completions(
    submits: impl Fn(usize) -> Time,
    times: &[Duration],
    precedence: &Precedence<'_>,
    completions: &mut [Time],
) {
    completions.fill(Time::ZERO);
    for _ in 0..=times.len() {
        let mut changed = false;
        for job in 0..times.len() {
            let before = precedence.of(JobId::new(job)).iter();
            let ready = before.map(|before| completions[before.index()]);
            let completion = ready.fold(submits(job), Time::max).after(times[job]);
            changed |= completion > completions[job];
            completions[job] = completion;
        }
        if !changed {
            return;
        }
    }
}
