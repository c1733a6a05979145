//! How often predictions of starts held: on the later half of a log, against the run itself.

use std::ops::Range;

use cosched_core::Time;

use super::widen::{LEVELS, Widening};
use super::{Settings, Start, check, starts};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;

/// The place of the 90 %.
pub const NINETY: usize = 4;
/// Times are compared to the second.
const TOLERANCE: f64 = 1.0;

/// How often intervals held.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// What intervals were widened by, learned before.
    pub widening: Widening,
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
/// who waits; `None` if cancelled. By how much intervals are widened is learned at as many
/// instants of the quarter before.
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
    let jobs = &run.experiment.jobs;
    let submitted = |place: usize| jobs.get(place).map_or(Time::ZERO, |job| job.submit);
    let [quarter, half, last] = [jobs.len() / 4, jobs.len() / 2, jobs.len() - 1].map(submitted);
    let (known, _) = predicted(run, [quarter, half], instants, settings, progress)?;
    let widening = Widening::learn(&known);
    let (all, groups) = predicted(run, [half, last], instants, settings, progress)?;
    match progress.is_cancelled() {
        true => Ok(None),
        false => Ok(Some(sum_up(&all, &groups, widening))),
    }
}

/// By how much intervals are to be widened at `at`: learned from who had started by then.
///
/// # Errors
/// Those of [`check`] and of the runs.
pub fn learned(
    run: &Run,
    at: Time,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Widening, Problem> {
    let jobs = &run.experiment.jobs;
    let submitted = jobs.partition_point(|job| job.submit <= at);
    let from = jobs.get(submitted / 2).map_or(at, |job| job.submit.min(at));
    let (known, _) = predicted(run, [from, at], instants, settings, progress)?;
    Ok(Widening::learn(&known))
}

/// Predictions with what became of them by the end of the span, and which belong together.
type Predicted = (Vec<(f64, Start)>, Vec<Range<usize>>);

fn predicted(
    run: &Run,
    [from, until]: [Time; 2],
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Predicted, Problem> {
    // In the last span everybody starts sooner or later.
    let last = run.experiment.jobs.last().map(|job| job.submit);
    let end = if last <= Some(until) {
        Time::MAX
    } else {
        until
    };
    let (mut all, mut groups) = (Vec::new(), Vec::new());
    for (place, at) in middles([from, until], instants).enumerate() {
        progress.report(place as u64, u64::from(instants));
        let Some(found) = starts(run, at, settings, progress)? else {
            break;
        };
        if !found.is_empty() {
            let wait = |start: &Start| run.outcomes[start.job].started.since(at).seconds();
            let first = all.len();
            let found = found.into_iter();
            let found = found.filter(|start| run.outcomes[start.job].started <= end);
            all.extend(found.map(|start| (wait(&start), start)));
            groups.push(first..all.len());
        }
    }
    Ok((all, groups))
}

/// The middles of as many equal parts of a span.
fn middles([from, until]: [Time; 2], instants: u32) -> impl Iterator<Item = Time> {
    let span = u128::from(until.since(from).0);
    (0..instants).map(move |place| {
        let passed = span * u128::from(2 * place + 1) / u128::from(2 * instants.max(1));
        Time(from.0 + passed as u64)
    })
}

fn sum_up(all: &[(f64, Start)], groups: &[Range<usize>], widening: Widening) -> Calibration {
    let mut sum = Calibration {
        widening,
        instants: groups.len(),
        predictions: all.len(),
        ..Calibration::default()
    };
    let count = all.len().max(1) as f64;
    for place in 0..LEVELS.len() {
        let holds = |(wait, start): &(f64, Start)| {
            let [from, until] = widening.interval(start, place);
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
            .map(|(_, start)| widening.interval(start, place))
            .map(|[from, until]| until - from)
            .collect();
        lengths.sort_by(f64::total_cmp);
        sum.length[place] = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
    }
    let outside = |is_out: &dyn Fn(f64, [f64; 2]) -> bool| {
        let out = all.iter();
        let out = out.filter(|(wait, start)| is_out(*wait, widening.interval(start, NINETY)));
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
        let sum = sum_up(&all, &[0..50, 50..100], Widening::default());
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
