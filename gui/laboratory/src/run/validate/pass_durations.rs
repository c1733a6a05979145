//! How long loops, passes and sleeps of a scheduler took, by its log.

use std::f64::consts::TAU;

use cosched_core::{Duration, Time};

use super::state::{SECOND, time_of};
use crate::load::slurm::decisions::{Event, Instant};
use crate::load::slurm::measured::MeasuredRun;

/// Least number of main passes, and least nearness to multiples, from which the time of a look is
/// estimated.
const LEAST_LOOKS: usize = 8;
const LEAST_NEARNESS: f64 = 0.8;

/// Time that the background loop takes for a look, so that main passes at `times` lie at multiples
/// of it: a second and up to ten milliseconds, in tenths of one, for which the mean of their phases
/// on a circle is longest; `None` if no such time fits.
pub(super) fn look_duration(times: &[Time]) -> Option<Duration> {
    let nearness = |tenths: u64| {
        let look = (SECOND.0 + tenths * (SECOND.0 / 10_000)) as f64;
        let turns = times.iter().map(|at| TAU * (at.0 as f64 / look).fract());
        let (sines, cosines): (Vec<f64>, Vec<f64>) = turns.map(f64::sin_cos).unzip();
        let [y, x] = [sines, cosines].map(|all| all.iter().sum::<f64>());
        y.hypot(x) / times.len() as f64
    };
    let best = (0..=100).max_by(|one, other| nearness(*one).total_cmp(&nearness(*other)))?;
    let is_seen = times.len() >= LEAST_LOOKS && nearness(best) >= LEAST_NEARNESS;
    is_seen.then(|| Duration(SECOND.0 + best * (SECOND.0 / 10_000)))
}

/// Ends of the sleeps of backfill passes in the log: what a pass does next.
pub(super) fn ends_of_sleeps(measured: &MeasuredRun, origin: Instant) -> Vec<Time> {
    let lines = measured.decisions.lines.iter().filter(|line| {
        matches!(
            line.event,
            Event::Yields
                | Event::Tested(_)
                | Event::Planned(..)
                | Event::Started(..)
                | Event::Completed
        )
    });
    let lines: Vec<_> = lines.collect();
    let sleeps = lines.windows(2).filter(|two| two[0].event == Event::Yields);
    sleeps
        .filter_map(|two| time_of(two[1].at, origin))
        .collect()
}

/// Durations of backfill passes in the log, which delayed the following ones.
pub(super) fn pass_durations(measured: &MeasuredRun) -> Vec<Duration> {
    let interval = (1000.0 * measured.settings.slurm.bf_interval) as Instant;
    let lines = measured.decisions.lines.iter();
    let begun = lines.filter(|line| matches!(line.event, Event::Begins));
    let begun: Vec<Instant> = begun.map(|line| line.at).collect();
    let longer = begun.windows(2).map(|pair| pair[1] - pair[0] - interval);
    // Longer ones waited for a submission.
    let longer = longer.filter(|longer| (0..1000).contains(longer));
    longer
        .map(|milliseconds| Duration(1_000_000 * milliseconds.unsigned_abs()))
        .collect()
}
