//! How often predictions of starts held: on the later half of a log, against the run itself.

use cosched_core::Time;

use super::{Settings, Start, check, starts};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;

/// Nominal parts, in percent.
pub const LEVELS: [u32; 6] = [25, 50, 75, 80, 90, 95];
/// Times are compared to the second.
const TOLERANCE: f64 = 1.0;

/// How often intervals held.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// Instants at which somebody waited.
    pub instants: usize,
    /// Predictions, one for each job that waited at an instant.
    pub predictions: usize,
    /// The part of the predictions whose interval held, by level.
    pub held: [f64; LEVELS.len()],
    /// Its standard error, with each instant as one sample.
    pub error: [f64; LEVELS.len()],
    /// The median length of the intervals, in seconds.
    pub length: [f64; LEVELS.len()],
    /// The part of the predictions in which the job started earlier than the 90 % interval.
    pub earlier: f64,
    /// The same, later.
    pub later: f64,
}

/// At `instants` instants, evenly over the later half of the submissions of `run`, everybody
/// who waits; `None` if cancelled.
///
/// # Errors
/// Those of [`check`] and of the runs.
pub fn calibrate(
    run: &Run,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Calibration>, Problem> {
    check(run)?;
    let (mut all, mut groups) = (Vec::new(), Vec::new());
    for (place, at) in held_back(run, instants).into_iter().enumerate() {
        progress.report(place as u64, u64::from(instants));
        let Some(found) = starts(run, at, settings, progress)? else {
            return Ok(None);
        };
        if !found.is_empty() {
            let wait = |start: &Start| run.outcomes[start.job].started.since(at).seconds();
            let first = all.len();
            all.extend(found.into_iter().map(|start| (wait(&start), start)));
            groups.push(first..all.len());
        }
    }
    Ok(Some(sum_up(&all, &groups)))
}

/// The middles of as many equal spans from the middle submission to the last.
fn held_back(run: &Run, instants: u32) -> Vec<Time> {
    let jobs = &run.experiment.jobs;
    let (Some(from), Some(until)) = (jobs.get(jobs.len() / 2), jobs.last()) else {
        return Vec::new();
    };
    let span = u128::from(until.submit.since(from.submit).0);
    let at = |place: u32| {
        let passed = span * u128::from(2 * place + 1) / u128::from(2 * instants.max(1));
        Time(from.submit.0 + passed as u64)
    };
    (0..instants).map(at).collect()
}

fn sum_up(all: &[(f64, Start)], groups: &[std::ops::Range<usize>]) -> Calibration {
    let mut sum = Calibration {
        instants: groups.len(),
        predictions: all.len(),
        ..Calibration::default()
    };
    let count = all.len().max(1) as f64;
    for (place, percent) in LEVELS.into_iter().enumerate() {
        let part = f64::from(percent) / 100.0;
        let holds = |(wait, start): &(f64, Start)| {
            let [from, until] = start.interval(part);
            (from - TOLERANCE..=until + TOLERANCE).contains(wait)
        };
        let held = all.iter().filter(|one| holds(one)).count() as f64 / count;
        // Of a ratio of sums over instants.
        let off = groups.iter().map(|group| {
            let one = &all[group.clone()];
            let held_here = one.iter().filter(|one| holds(one)).count() as f64;
            (held_here - held * one.len() as f64).powi(2)
        });
        let many = groups.len() as f64;
        sum.held[place] = held;
        sum.error[place] = (off.sum::<f64>() * many / (many - 1.0).max(1.0)).sqrt() / count;
        let mut lengths: Vec<f64> = all
            .iter()
            .map(|(_, start)| start.interval(part))
            .map(|[from, until]| until - from)
            .collect();
        lengths.sort_by(f64::total_cmp);
        sum.length[place] = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
    }
    let outside = |is_out: &dyn Fn(f64, [f64; 2]) -> bool| {
        let out = all.iter();
        let out = out.filter(|(wait, start)| is_out(*wait, start.interval(0.9)));
        out.count() as f64 / count
    };
    sum.earlier = outside(&|wait, [from, _]| wait < from - TOLERANCE);
    sum.later = outside(&|wait, [_, until]| wait > until + TOLERANCE);
    sum
}

#[cfg(test)]
mod tests {
    use super::super::Whose;
    use super::*;

    #[test]
    fn of_draws_as_the_truth_is_drawn_as_many_hold_as_are_to() {
        let waits: Vec<f64> = (0..1000).map(|place| 10.0 * f64::from(place)).collect();
        let start = |job: usize| Start {
            job,
            waits: waits.clone(),
            samples: 1,
            whose: Whose::All,
        };
        let all: Vec<_> = (0..100)
            .map(|job| (100.0 * job as f64 + 55.0, start(job)))
            .collect();
        let sum = sum_up(&all, &[0..50, 50..100]);
        assert_eq!((sum.instants, sum.predictions), (2, 100));
        for (held, percent) in sum.held.into_iter().zip(LEVELS) {
            assert!(
                (held - f64::from(percent) / 100.0).abs() < 0.011,
                "{percent}: {held}"
            );
        }
        assert_eq!((sum.earlier, sum.later), (0.05, 0.05));
    }
}
