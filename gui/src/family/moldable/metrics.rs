//! What runs are measured by where jobs are moldable or have deadlines.

use cosched_core::{Duration, Metrics, Time};

use crate::family::moldable::molds::molds;
use crate::record::Run;

/// The share of admitted jobs that missed their deadlines; their bounded
/// slowdown against runtimes at the sizes asked for, which are the same under
/// all policies (specification 5.4, M-f); processor seconds lost by kills; how
/// many there were; how much of all processor time was used in the background;
/// and how many jobs were refused.
pub fn values(run: &Run) -> [f64; 6] {
    let jobs = run.admitted().count();
    let mean = |sum: f64| sum / jobs.max(1) as f64;
    let missed = run.admitted().filter(|&job| misses(run, job)).count();
    let slowdowns = run.admitted().map(|job| {
        let asked = run.experiment.jobs[job].runtime;
        Metrics::bounded_slowdown_of(run.response(job), asked)
    });
    let record = run.molds.as_ref();
    [
        mean(missed as f64),
        mean(slowdowns.sum()),
        record.map_or(0.0, |record| record.lost),
        record.map_or(0.0, |record| f64::from(record.kills)),
        record.map_or(0.0, |record| used(run, |job| record.in_background[job])),
        (run.outcomes.len() - jobs) as f64,
    ]
}

/// The share of all processor time, from the first submission to the last end,
/// that jobs used at the sizes they had last: the more processors a job has, the
/// less it uses of each.
pub fn utilisation(run: &Run) -> f64 {
    used(run, |job| run.outcomes[job].executed)
}

/// The same of that much of each job, as time at full rate.
fn used(run: &Run, executed: impl Fn(usize) -> Duration) -> f64 {
    let specs = molds(&run.experiment, run.parameters.molding.loss);
    let used = specs.iter().enumerate().map(|(job, spec)| {
        let record = run.molds.as_ref();
        let size = record.map_or(spec.size, |record| record.sizes[job]);
        let share = spec.share(size).value();
        share * f64::from(size) * executed(job).seconds()
    });
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    used.sum::<f64>() / capacity.max(f64::MIN_POSITIVE)
}

/// When `job` should have ended, if it is told.
pub fn deadline(run: &Run, job: usize) -> Option<Time> {
    run.experiment.molds.get(job)?.as_ref()?.deadline
}

/// The deadline of `job` if it is told, and in words and as a span how the job
/// fared against it.
pub fn fared(run: &Run, job: usize) -> Option<(Time, &'static str, Duration)> {
    let (deadline, completed) = (deadline(run, job)?, run.outcomes[job].completed);
    Some(match misses(run, job) {
        true => (deadline, "missed by", completed.since(deadline)),
        false => (deadline, "slack left", deadline.since(completed)),
    })
}

/// How much of the time from the submission of `job` to its deadline was left
/// when it ended: 1 at most, below 0 if it was late; nothing without a deadline.
pub fn slack(run: &Run, job: usize) -> Option<f64> {
    let (deadline, outcome) = (deadline(run, job)?, &run.outcomes[job]);
    let span = deadline.since(outcome.entered).seconds();
    let left = match misses(run, job) {
        true => -outcome.completed.since(deadline).seconds(),
        false => deadline.since(outcome.completed).seconds(),
    };
    (!outcome.refused).then(|| (left / span.max(f64::MIN_POSITIVE)).clamp(-f64::MAX, 1.0))
}

/// Whether `job` ended after its deadline. Ends are told rounded up to nanoseconds,
/// in which deadlines are whole: who is just in time is not late.
pub fn misses(run: &Run, job: usize) -> bool {
    let outcome = &run.outcomes[job];
    let late = |deadline: Time| outcome.completed > deadline;
    !outcome.refused && deadline(run, job).is_some_and(late)
}
