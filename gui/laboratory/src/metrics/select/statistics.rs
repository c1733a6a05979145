//! Statistics of selected jobs: number, work, and distributions of wait, response and slowdown.

use crate::record::Run;
use crate::record::spread::{Spread, Spreads};

/// Statistics of jobs of a run. Refused jobs only count as such.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Number of selected jobs.
    pub jobs: usize,
    /// Number of refused ones among them.
    pub refused: usize,
    /// Number of killed ones, other than by nodes that went out of service.
    pub killed: usize,
    /// Work in node-seconds, or core-seconds of shared nodes.
    pub work: f64,
    /// Share of the work of all jobs of the run; `None` if that is 0.
    pub share: Option<f64>,
    /// Distributions over the jobs that ran; `None` if none did.
    pub spreads: Option<Spreads>,
}

/// Returns the work of `job` in node-seconds; where nodes are shared, core-seconds.
pub fn work(run: &Run, job: usize) -> f64 {
    f64::from(run.size(job)) * run.outcomes[job].executed.seconds()
}

/// Computes the statistics of `jobs` of `run`.
pub fn of(run: &Run, jobs: &[u32]) -> Statistics {
    let ran = jobs.iter().copied();
    let ran: Vec<u32> = ran
        .filter(|job| !run.outcomes[*job as usize].refused)
        .collect();
    let indices = || ran.iter().map(|job| *job as usize);
    let is_killed = |job: &usize| run.outcomes[*job].killed && !run.is_destroyed(*job);
    let killed = indices().filter(is_killed).count();
    let spreads = spreads_of(run, &ran);
    let done: f64 = indices().map(|job| work(run, job)).sum();
    let all: f64 = (0..run.outcomes.len()).map(|job| work(run, job)).sum();
    Statistics {
        jobs: jobs.len(),
        refused: jobs.len() - ran.len(),
        killed,
        work: done,
        share: (all > 0.0).then(|| done / all),
        spreads,
    }
}

/// Computes the distributions over all jobs of `run` that count and were not refused; `None` if
/// there are none.
pub(crate) fn spreads(run: &Run) -> Option<Spreads> {
    let first = run.experiment.first_counted();
    let counted = run.admitted().filter(|job| *job >= first);
    spreads_of(run, &counted.map(|job| job as u32).collect::<Vec<_>>())
}

/// Distributions over the jobs at these indices, none of which was refused.
fn spreads_of(run: &Run, ran: &[u32]) -> Option<Spreads> {
    let mut values = Vec::with_capacity(ran.len());
    let mut spread = |value: &dyn Fn(usize) -> f64| {
        values.clear();
        values.extend(ran.iter().map(|job| value(*job as usize)));
        Spread::of(&mut values)
    };
    Some(Spreads {
        wait: spread(&|job| run.wait(job).seconds())?,
        response: spread(&|job| run.response(job).seconds())?,
        slowdown: spread(&|job| run.bounded_slowdown(job))?,
        work: spread(&|job| work(run, job))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::spread::PERCENTILES;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        // Of 1 to 200 in some order, p percent are at most 2 p.
        let mut values: Vec<f64> = (0..200)
            .map(|index| f64::from(index * 77 % 200 + 1))
            .collect();
        let spread = Spread::of(&mut values).unwrap();
        assert_eq!(spread.mean, 100.5);
        assert_eq!(spread.percentiles, [100.0, 180.0, 190.0, 198.0]);
        assert_eq!(spread.largest, 200.0);
    }

    #[test]
    fn one_value_is_every_statistic_and_none_has_none() {
        let spread = Spread::of(&mut [7.0]).unwrap();
        assert_eq!((spread.mean, spread.largest), (7.0, 7.0));
        assert_eq!(spread.percentiles, [7.0; 4]);
        assert_eq!(Spread::of(&mut []), None);
    }

    /// By sorting, which is slow and obvious.
    #[test]
    fn selection_gives_what_sorting_gives() {
        let mut random = cosched_core::random::Random::new(5, 5);
        for count in 1..300 {
            let mut values: Vec<f64> = (0..count).map(|_| (random.below(40)) as f64).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let spread = Spread::of(&mut values).unwrap();
            for (percent, value) in PERCENTILES.into_iter().zip(spread.percentiles) {
                let rank = (count * percent as usize).div_ceil(100);
                assert_eq!(value, sorted[rank - 1], "{percent} % of {count}");
            }
            assert_eq!(spread.largest, sorted[count - 1]);
        }
    }
}
