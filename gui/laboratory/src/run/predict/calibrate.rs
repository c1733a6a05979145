//! How often predictions of starts held: on the later half of a log, against the run itself.

use cosched_core::Time;

use super::recalibrate::{LEVELS, Recalibration, Tails, position};
use super::{Settings, Start, check, starts};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;

/// Index of the 90 % level in [`LEVELS`].
pub const NINETY: usize = 4;
/// Tolerance of a comparison of times, in seconds.
const TOLERANCE: f64 = 1.0;

/// Coverage of the predicted intervals.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// Numbers of earlier predictions that the first and the last intervals were learned from.
    pub learned: [usize; 2],
    /// Number of instants at which a job waited.
    pub instants: usize,
    /// Number of predictions, one for each job that waited at an instant.
    pub predictions: usize,
    /// Share of the predictions whose interval held, by level.
    pub coverage: [f64; LEVELS.len()],
    /// Standard error of that share, with each instant as one sample.
    pub error: [f64; LEVELS.len()],
    /// Median length of the intervals, in seconds.
    pub length: [f64; LEVELS.len()],
    /// Share of the predictions in which the job started earlier than the 90 % interval.
    pub earlier: f64,
    /// Share in which it started later.
    pub later: f64,
}

/// Predictions made at an instant.
struct Instant {
    at: Time,
    /// Each prediction with the wait of the job from then on, in seconds.
    starts: Vec<(f64, Start)>,
}

/// An instant with intervals by what was known then.
#[derive(Clone)]
struct JudgedInstant {
    /// Number of earlier predictions they were learned from.
    learned_from: usize,
    /// When the last of the jobs started.
    last: Time,
    starts: Vec<JudgedStart>,
}

/// How long a job waited, in seconds, and its intervals by level.
#[derive(Clone, Copy)]
struct JudgedStart {
    wait: f64,
    intervals: [[f64; 2]; LEVELS.len()],
}

/// Predicts the starts of all waiting jobs at `instants` instants, evenly over the later half of
/// the submissions of `run`, and compares; `None` if cancelled. The positions of quantiles are
/// learned at each instant from jobs that had started by then, at as many instants of the quarter
/// before and at those since: the rule is the same for all logs, and uses nothing that would not be
/// known then.
///
/// # Errors
/// Errors of [`check`] and of the runs.
pub fn calibrate(
    run: &Run,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Option<Calibration>, Problem> {
    check(run)?;
    let jobs = &run.experiment.jobs;
    let submitted = |index: usize| jobs.get(index).map_or(Time::ZERO, |job| job.submit);
    let last = jobs.len().saturating_sub(1);
    let [quarter, half, last] = [jobs.len() / 4, jobs.len() / 2, last].map(submitted);
    let mut all = predictions(run, [quarter, half], instants, settings, progress)?;
    let before = all.len();
    all.extend(predictions(
        run,
        [half, last],
        instants,
        settings,
        progress,
    )?);
    if progress.is_cancelled() {
        Ok(None)
    } else {
        Ok(Some(coverage_behind(run, &all, before)))
    }
}

/// Coverage of the predictions behind the first `before` instants.
fn coverage_behind(run: &Run, all: &[Instant], before: usize) -> Calibration {
    let mut learner = Learner::new(run);
    let (mut learned, mut groups) = (Vec::new(), Vec::new());
    for (index, instant) in all.iter().enumerate() {
        let judged = learner.judge(instant);
        if index >= before {
            learned.push(judged.learned_from);
            groups.push(judged.starts);
        }
    }
    let ends = [learned.first(), learned.last()];
    Calibration {
        learned: ends.map(|end| end.copied().unwrap_or(0)),
        ..sum_up(&groups)
    }
}

/// Learns the positions of quantiles at `at` from jobs that had started by then.
///
/// # Errors
/// Errors of [`check`] and of the runs.
pub fn learn(
    run: &Run,
    at: Time,
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Recalibration, Problem> {
    let jobs = &run.experiment.jobs;
    let submitted = jobs.partition_point(|job| job.submit <= at);
    let from = jobs.get(submitted / 4).map_or(at, |job| job.submit.min(at));
    let mut learner = Learner::new(run);
    for instant in predictions(run, [from, at], instants, settings, progress)? {
        learner.judge(&instant);
    }
    Ok(learner.at(at))
}

/// Predictions at instants of a span, each with the actual wait.
fn predictions(
    run: &Run,
    span: [Time; 2],
    instants: u32,
    settings: Settings,
    progress: &Progress,
) -> Result<Vec<Instant>, Problem> {
    let mut all = Vec::new();
    for (index, at) in middles(span, instants).enumerate() {
        progress.report(index as u64, u64::from(instants));
        let Some(found) = starts(run, at, settings, progress)? else {
            break;
        };
        let wait = |start: &Start| run.outcomes[start.job].started.since(at).seconds();
        let starts: Vec<_> = found
            .into_iter()
            .map(|start| (wait(&start), start))
            .collect();
        if !starts.is_empty() {
            all.push(Instant { at, starts });
        }
    }
    Ok(all)
}

/// The middles of `instants` equal parts of a span.
fn middles([from, until]: [Time; 2], instants: u32) -> impl Iterator<Item = Time> {
    let span = u128::from(until.since(from).0);
    (0..instants).map(move |index| {
        let passed = span * u128::from(2 * index + 1) / u128::from(2 * instants.max(1));
        Time(from.0 + passed as u64)
    })
}

/// Learns instant by instant, from nothing but what was known then.
struct Learner<'r> {
    run: &'r Run,
    /// When each job started, and at which quantile of its draws.
    places: Vec<(Time, f64)>,
    tails: Tails,
    /// Instants of which some job had not started.
    open: Vec<JudgedInstant>,
}

impl<'r> Learner<'r> {
    fn new(run: &'r Run) -> Self {
        Self {
            run,
            places: Vec::new(),
            tails: Tails::default(),
            open: Vec::new(),
        }
    }

    /// Positions of quantiles at `at`, which comes after all that was judged.
    fn at(&mut self, at: Time) -> Recalibration {
        let open = std::mem::take(&mut self.open);
        let (known, open) = open.into_iter().partition(|instant| instant.last <= at);
        self.open = open;
        let known: Vec<JudgedInstant> = known;
        for instant in known.iter().filter(|instant| instant.learned_from > 0) {
            for level in 0..LEVELS.len() {
                let outside = shares_outside(instant.starts.iter(), level);
                self.tails.adapt(level, outside);
            }
        }
        let started = self.places.iter().filter(|(started, _)| *started <= at);
        let positions = started.map(|(_, index)| *index).collect();
        Recalibration::of(positions, self.tails, longest_wait(self.run, at))
    }

    /// Judges the predictions of an instant, and learns from them.
    fn judge(&mut self, instant: &Instant) -> JudgedInstant {
        let learned = self.at(instant.at);
        let started = |start: &Start| self.run.outcomes[start.job].started;
        let starts = instant.starts.iter().map(|(wait, start)| JudgedStart {
            wait: *wait,
            intervals: LEVELS.map(|percent| learned.interval(start, percent)),
        });
        let last = instant.starts.iter().map(|(_, start)| started(start)).max();
        let judged = JudgedInstant {
            learned_from: learned.predictions(),
            last: last.unwrap_or(instant.at),
            starts: starts.collect(),
        };
        let places = instant.starts.iter();
        let places = places.map(|(wait, start)| (started(start), position(start, *wait)));
        self.places.extend(places);
        self.open.push(judged.clone());
        judged
    }
}

/// Longest wait, in seconds, of the jobs that had started at `at`.
fn longest_wait(run: &Run, at: Time) -> f64 {
    let started = run.admitted().map(|job| &run.outcomes[job]);
    let started = started.filter(|outcome| outcome.started <= at);
    let waits = started.map(|outcome| outcome.started.since(outcome.entered).seconds());
    waits.fold(0.0, f64::max)
}

/// Shares that started earlier and later than their intervals of a level.
fn shares_outside<'j>(all: impl Iterator<Item = &'j JudgedStart>, level: usize) -> [f64; 2] {
    let (mut many, mut out) = (0.0_f64, [0.0, 0.0]);
    for one in all {
        let [from, until] = one.intervals[level];
        many += 1.0;
        out[0] += f64::from(u8::from(one.wait < from - TOLERANCE));
        out[1] += f64::from(u8::from(one.wait > until + TOLERANCE));
    }
    out.map(|out| out / many.max(1.0))
}

fn sum_up(groups: &[Vec<JudgedStart>]) -> Calibration {
    let all: Vec<&JudgedStart> = groups.iter().flatten().collect();
    let mut sum = Calibration {
        instants: groups.len(),
        predictions: all.len(),
        ..Calibration::default()
    };
    let count = all.len().max(1) as f64;
    for level in 0..LEVELS.len() {
        let holds = |one: &JudgedStart| {
            let [from, until] = one.intervals[level];
            (from - TOLERANCE..=until + TOLERANCE).contains(&one.wait)
        };
        let held = all.iter().filter(|one| holds(one)).count() as f64 / count;
        // Standard error of a ratio of sums over instants.
        let off = groups.iter().map(|group| {
            let held_here = group.iter().filter(|one| holds(one)).count() as f64;
            (held_here - held * group.len() as f64).powi(2)
        });
        let many = groups.len() as f64;
        sum.coverage[level] = held;
        sum.error[level] = (off.sum::<f64>() * many / (many - 1.0).max(1.0)).sqrt() / count;
        let lengths = all.iter().map(|one| one.intervals[level]);
        let mut lengths: Vec<f64> = lengths.map(|[from, until]| until - from).collect();
        lengths.sort_by(f64::total_cmp);
        sum.length[level] = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
    }
    [sum.earlier, sum.later] = shares_outside(all.iter().copied(), NINETY);
    sum
}

#[cfg(test)]
mod tests {
    use super::super::SampleSource;
    use super::*;

    #[test]
    fn intervals_of_true_draws_hold_as_often_as_nominal() {
        let waits: Vec<f64> = (0..1000).map(|index| 10.0 * f64::from(index)).collect();
        let plain = Recalibration::default();
        let judged = |job: usize| {
            let start = Start {
                job,
                waits: waits.clone(),
                samples: 1,
                source: SampleSource::All,
            };
            JudgedStart {
                wait: 100.0 * job as f64 + 55.0,
                intervals: LEVELS.map(|percent| plain.interval(&start, percent)),
            }
        };
        let groups = [0..50, 50..100].map(|jobs| jobs.map(judged).collect());
        let sum = sum_up(&groups);
        assert_eq!((sum.instants, sum.predictions), (2, 100));
        for (held, percent) in sum.coverage.into_iter().zip(LEVELS) {
            assert!(
                (held - f64::from(percent) / 100.0).abs() < 0.011,
                "{percent}: {held}"
            );
        }
        assert_eq!((sum.earlier, sum.later), (0.05, 0.05));
    }
}
